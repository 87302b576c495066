"""A comparison of rule sets: the facts in which their tables differ, and their prices.

The columns state the facts that matter most. Every other field of the rule files in which the
tables differ is a column too, under the field's own name: no two different tables look alike.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from casinowar.money import short_money
from casinowar.odds.composition import fresh
from casinowar.odds.pricing import PricedHand, worth
from casinowar.odds.rounding import fixed, percent, root
from casinowar.odds.sheet import Sheet
from casinowar.rules.describe import WAGER, deck_counts, field_value
from casinowar.rules.fields import TERMS
from casinowar.rules.model import Comparison, Limit, RuleSet
from casinowar.rules.pay import Pay, format_pay
from casinowar.rules.script import Passes, Script, is_individual

BLOCKS = (
    ("decks", "bank", "first burn", "dealer burn", "tie pays"),
    ("limits", "tie limits", "below", "above", "authorised"),
    ("settled", "war settled"),
    ("tie hand", "asked", "time out"),
    ("surrender", "war burns", "war won", "war tied"),
    ("edge", "best", "SD", "tie edge"),
)
"""The columns shown together: the table, its limits, settlement, choice and war, and the price."""

COLUMNS = tuple(column for block in BLOCKS for column in block)
"""The columns of every comparison."""

STATED = frozenset(
    {
        *("shoe.decks", "shoe.first_burn", "shoe.dealer_burn", "bank.held_by"),
        *("limits.primary", "limits.tie", "limits.below", "limits.above", "limits.authorised"),
        *("settle.original", "war.settle"),
        *("choice.offers", "choice.on", "choice.asked", "choice.time_out"),
        *("pays.equal.primary", "pays.equal.tie", "pays.surrender.primary"),
    }
)
"""The fields that a column states in full. Of others, such as the pays of a war, it has a part."""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The facts of one rule set under one reading."""

    rules: str
    sha256: str
    """The digest of the rule file: two files can have the same id."""
    reading: str
    facts: tuple[str, ...]
    """One for each column; ``""`` if a column does not apply to these rules."""


@dataclass(frozen=True, slots=True)
class ComparedTables:
    """Tables side by side."""

    columns: tuple[str, ...]
    """`COLUMNS`, and the other fields of the rule files in which the tables differ."""
    rows: tuple[ComparisonRow, ...]

    def unusual(self) -> list[tuple[bool, ...]]:
        """For each row, mark the facts that differ from the most common value of their column."""
        columns = zip(*(row.facts for row in self.rows), strict=True)
        usual = [Counter(column).most_common(1)[0][0] for column in columns]
        return [
            tuple(fact != most for fact, most in zip(row.facts, usual, strict=True))
            for row in self.rows
        ]


def compare(tables: Iterable[RuleSet]) -> ComparedTables:
    """Put distinct tables side by side, each priced with its usual number of decks."""
    distinct = list(dict.fromkeys(tables))
    others = [
        field
        for field in TERMS
        if field not in STATED
        # Rules without a field differ in a column already: without war, in "tie hand".
        and len({_written(rules, field) for rules in distinct} - {""}) > 1
    ]
    rows = (
        ComparisonRow(
            rules.id,
            rules.sha256,
            rules.reading,
            (*_cells(rules), *(_written(rules, field) for field in others)),
        )
        for rules in distinct
    )
    return ComparedTables((*COLUMNS, *others), tuple(rows))


def _written(rules: RuleSet, field: str) -> str:
    """A field as the rule file writes it; ``""`` if these rules do not have it."""
    term = TERMS[field]
    if field_value(rules, term.table) is None:
        return ""
    written = term.write(field_value(rules, field))
    if isinstance(written, list):
        return " / ".join(map(str, written))
    return "" if written is None else str(written)


def _cells(rules: RuleSet) -> tuple[str, ...]:
    sheet = Sheet(rules, fresh(rules.shoe.decks[0]))
    limits, choice, war = rules.limits, rules.choice, rules.war
    authorised = limits.authorised
    return (
        deck_counts(rules),
        rules.bank.held_by,
        rules.shoe.first_burn,
        str(rules.shoe.dealer_burn),
        _pay(rules.pays.equal.tie),
        _limit(limits.primary),
        "same" if limits.tie == limits.primary else _limit(limits.tie),
        limits.below,
        limits.above,
        short_money(authorised) if isinstance(authorised, int) else authorised,
        _passes(rules.settle.original),
        "" if war is None else _passes(war.settle),
        _tie_hand(rules),
        "" if choice is None else "in turn" if rules.asks_in_turn else "together",
        "" if choice is None else choice.time_out,
        _pay(rules.pays.pay("surrender", "primary")),
        "" if war is None else _burns(war.deal),
        _net(rules, "higher"),
        _net(rules, "equal"),
        percent(-sheet.primary.mean),
        percent(-sheet.main(sheet.best).mean),
        fixed(root(sheet.primary.variance), 4),
        "" if sheet.tie is None else percent(-sheet.tie.mean),
    )


def _passes(passes: Passes) -> str:
    """The order of a settlement, as ``R-L: tie; L-R: primary``."""
    return "; ".join(
        f"{'L-R' if each.direction == 'left to right' else 'R-L'}: "
        f"{', '.join(WAGER[wager] for wager in each.wagers)}"
        for each in passes
    )


def _pay(pay: Pay | None) -> str:
    return format_pay(pay) if pay is not None else ""


def _tie_hand(rules: RuleSet) -> str:
    """Describe what happens to a tie hand, and the choice of other hands if they have one."""
    choice = rules.choice
    if choice is None:
        return _pay(rules.pays.equal.primary)
    offers = ", ".join(choice.offers)
    if choice.on == ("equal",):
        return offers
    tie = "" if rules.chooses_on("equal") else f"{_pay(rules.pays.equal.primary)}; "
    return f"{tie}{', '.join(choice.on)}: {offers}"


def _burns(script: Script) -> str:
    """Describe the burns of a war, as ``3+3 own``; ``own``: each war has its own dealer's card."""
    burns = [
        f"{act.count}{' each' if step.times == 'each' else ''}"
        for step in script
        for act in step.acts
        if act.what == "burn"
    ]
    if is_individual(script):
        return f"{'+'.join(burn.removesuffix(' each') for burn in burns) or '0'} own"
    return "+".join(burns) or "0"


def _net(rules: RuleSet, war: Comparison) -> str:
    """Return the net result of a war per unit of the primary, both wagers together."""
    if rules.war is None or rules.choice is None:
        return ""
    total = worth(rules, (PricedHand(rules.choice.on[0], "war", war),))[0].main
    return f"{'+' if total > 0 else ''}{total}"


def _limit(limit: Limit) -> str:
    if limit.amounts:
        return " ".join(short_money(amount) for amount in limit.amounts)
    return f"{short_money(limit.least)}-{short_money(limit.most)}"
