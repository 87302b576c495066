"""A comparison of rule sets: the facts in which their tables differ, and their prices."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from casinowar.money import short_money
from casinowar.odds.composition import fresh
from casinowar.odds.pricing import PricedHand, worth
from casinowar.odds.rounding import fixed, percent, root
from casinowar.odds.sheet import Sheet
from casinowar.rules.model import Comparison, Limit, RuleSet
from casinowar.rules.pay import Pay, format_pay
from casinowar.rules.script import Script, is_individual

BLOCKS = (
    ("decks", "bank", "first burn", "dealer burn", "tie pays", "limits"),
    ("tie hand", "surrender", "war burns", "war won", "war tied"),
    ("edge", "best", "SD"),
)
"""The columns shown together: the table, the tie hand, and the price."""

COLUMNS = tuple(column for block in BLOCKS for column in block)


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """The facts of one rule set under one reading."""

    rules: str
    sha256: str
    """The digest of the rule file: two files can have the same id."""
    reading: str
    facts: tuple[str, ...]
    """In the order of `COLUMNS`; ``""`` if a column does not apply to these rules."""


def compare(tables: Iterable[RuleSet]) -> list[ComparisonRow]:
    """Return one row per distinct table, priced with its usual number of decks."""
    return [
        ComparisonRow(rules.id, rules.sha256, rules.reading, _cells(rules))
        for rules in dict.fromkeys(tables)
    ]


def differing(rows: list[ComparisonRow]) -> list[tuple[bool, ...]]:
    """For each row, mark the facts that differ from the most common value of their column."""
    columns = zip(*(row.facts for row in rows), strict=True)
    usual = [Counter(column).most_common(1)[0][0] for column in columns]
    return [
        tuple(fact != most for fact, most in zip(row.facts, usual, strict=True)) for row in rows
    ]


def _cells(rules: RuleSet) -> tuple[str, ...]:
    decks = rules.shoe.decks
    sheet = Sheet(rules, fresh(decks[0]))
    return (
        str(decks[0]) if len(decks) == 1 else f"{min(decks)}-{max(decks)}",
        rules.bank.held_by,
        rules.shoe.first_burn,
        str(rules.shoe.dealer_burn),
        _pay(rules.pays.equal.tie),
        _limit(rules.limits.primary),
        _pay(rules.pays.equal.primary) if rules.choice is None else ", ".join(rules.choice.offers),
        _pay(rules.pays.pay("surrender", "primary")),
        _burns(rules.war.deal) if rules.war is not None else "",
        _net(rules, "higher"),
        _net(rules, "equal"),
        percent(-sheet.primary.mean),
        percent(-sheet.main(sheet.best).mean),
        fixed(root(sheet.primary.variance), 4),
    )


def _pay(pay: Pay | None) -> str:
    return format_pay(pay) if pay is not None else ""


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
    if rules.war is None:
        return ""
    total = worth(rules, (PricedHand("equal", "war", war),))[0].main
    return f"{'+' if total > 0 else ''}{total}"


def _limit(limit: Limit) -> str:
    if limit.amounts:
        return " ".join(short_money(amount) for amount in limit.amounts)
    return f"{short_money(limit.least)}-{short_money(limit.most)}"
