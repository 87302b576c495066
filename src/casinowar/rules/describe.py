"""Rules in plain words, for the sign of a table."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from casinowar.money import format_money
from casinowar.rules.fields import TERMS
from casinowar.rules.model import Comparison, Limit, Outcome, RuleSet
from casinowar.rules.pay import LOSE, PUSH, Pay, format_pay
from casinowar.rules.script import Act, Passes, Script, Step, Wager, is_individual

OUTCOME: dict[Outcome, str] = {
    "higher": "higher card",
    "lower": "lower card",
    "equal": "tie",
    "surrender": "surrender",
    "forfeit": "no choice made in time",
    "war_declared": "war declared",
    "war_higher": "war won",
    "war_lower": "war lost",
    "war_equal": "war tied",
}
"""The outcomes of the pay table."""

WAGER: dict[Wager, str] = {"primary": "primary", "tie": "tie", "war": "war", "war_tie": "war tie"}
"""The wagers of the pay table."""


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end


def number(count: int, noun: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def in_words(field: str, value: object) -> str:
    """The value of a field, in the words that its declaration has for it."""
    term = TERMS[field]
    written, words = term.write(value), term.rule.words
    if isinstance(written, list):
        return listed((words.get(str(part), part) for part in written), "or")
    return words.get(str(written), str(written))


def deck_counts(rules: RuleSet) -> str:
    """The numbers of decks a shoe may have: ``6``, ``6 or 8``, ``6 to 8``."""
    counts = rules.shoe.decks
    is_run = len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1))
    return f"{counts[0]} to {counts[-1]}" if is_run else listed(counts, "or")


def decks(rules: RuleSet) -> str:
    """The decks of a shoe, and the batches."""
    backs = rules.shoe.backs
    in_shoe = f"{deck_counts(rules)} {'deck' if rules.shoe.decks == (1,) else 'decks'}"
    if len(backs) == 1:
        return in_shoe
    return f"{in_shoe} in each of two batches, {listed(backs)} backs, shoe by shoe"


def cut_card(rules: RuleSet) -> str:
    """Who cuts, and where the cut card goes."""
    by = in_words("shoe.cut_by", rules.shoe.cut_by)
    match rules.shoe.cut_card:
        case None:
            return "none: every round has a freshly shuffled shoe"
        case int() as most:
            return f"{by}; at most {number(most, 'card')} behind it"
        case Fraction() as share:
            return f"{by}; at most {share} of the shoe behind it"


def first_burn(rules: RuleSet) -> str:
    """Whether the first card is burned, and how many cards a new dealer burns."""
    new = rules.shoe.dealer_burn
    dealer = f"; each new dealer burns {number(new, 'card')}" if new else ""
    return in_words("shoe.first_burn", rules.shoe.first_burn) + dealer


def seats(rules: RuleSet) -> str:
    """How many seats, and who may hold them."""
    own = rules.seats
    usual = "" if own.usual == own.most else f", usually {own.usual}"
    needed = f"; at least {own.players_needed} players" if own.players_needed > 1 else ""
    backline = "; others may bet behind a seat" if rules.has_backline else ""
    holding = in_words("seats.holding", own.holding)
    return f"up to {own.most}{usual}; {holding}{needed}{backline}"


def bank(rules: RuleSet) -> str:
    """Who pays and collects."""
    if rules.bank.rounds is None:
        return "the house"
    bots = "; bots bank at practice tables only" if rules.bank.house_players == "practice" else ""
    return f"a player, for at most {number(rules.bank.rounds, 'round')} running{bots}"


def limit(own: Limit) -> str:
    """``5.00 to 500.00``, or the amounts there are."""
    if own.amounts:
        return listed((format_money(amount) for amount in own.amounts), "or")
    return f"{format_money(own.least)} to {format_money(own.most)}"


def tie_wager(rules: RuleSet) -> str:
    """Whether there is a tie wager, and its limits."""
    offered = in_words("bets.tie", rules.bets.tie)
    return f"{offered}; {limit(rules.limits.tie)}" if rules.has_tie else offered


def unit(rules: RuleSet) -> str:
    """What every wager is a multiple of."""
    binds = " within the limits" if rules.limits.unit_binds == "within" else ""
    return f"multiples of {format_money(rules.limits.unit)}{binds}"


def below(rules: RuleSet) -> str:
    """What happens to a wager below the minimum."""
    dealt = "; used up when a card is dealt" if rules.limits.honoured == "when dealt" else ""
    return in_words("limits.below", rules.limits.below) + dealt


def war_deal(rules: RuleSet) -> str:
    """The war deal, and what the bank posts for it."""
    if rules.war is None:
        return ""
    matched = "; the bank posts as much as the primary" if rules.war.match == "posted" else ""
    return script(rules.war.deal) + matched


def most_returned(rules: RuleSet) -> str:
    """The most that one round returns."""
    most = rules.limits.most_returned
    return "no limit" if most is None else f"{format_money(most)} in one round"


def deal(rules: RuleSet) -> str:
    """The original deal."""
    return f"{rules.deal.direction}, {script(rules.deal.original)}"


def script(own: Script) -> str:
    """The steps of a deal."""
    if is_individual(own):
        return f"for each war on its own: {_acts(own[0])}"
    return "; then ".join(_step(step) for step in own)


def _step(step: Step) -> str:
    return f"for each seat in turn: {_acts(step)}" if step.times == "each" else _acts(step)


def _acts(step: Step) -> str:
    return ", ".join(_act(act) for act in step.acts)


def _act(act: Act) -> str:
    match act.what:
        case "burn":
            return f"burn {act.count}"
        case "player":
            return "the player's card"
        case "dealer":
            return "the dealer's card"


def passes(own: Passes) -> str:
    """The order of a settlement."""
    return "; then ".join(
        f"{settlement.direction}: {listed(WAGER[wager] for wager in settlement.wagers)}"
        for settlement in own
    )


def _settled_tie(rules: RuleSet) -> str:
    """What happens to a tie hand without a choice; ``""`` if it has one."""
    has_choice = rules.chooses_on("equal")
    return "" if has_choice else "no choice: the primary wager is settled at once"


def _choice_on(rules: RuleSet, comparison: Comparison) -> str:
    """What a hand with this comparison may do; ``""`` if it has no choice."""
    if rules.choice is None or not rules.chooses_on(comparison):
        return ""
    time_out = in_words("choice.time_out", rules.choice.time_out)
    return f"{listed(rules.choice.offers, 'or')}; {time_out}"


def _asked(rules: RuleSet) -> str:
    """Whether hands are asked together or in turn; ``""`` where each war is fought on its own."""
    if rules.choice is None or rules.individual_wars:
        return ""
    return in_words("choice.asked", rules.choice.asked)


def occasion(rules: RuleSet) -> str:
    """The hands that have a choice, as ``tie`` in "war on every tie"."""
    return "tie" if rules.choice is None else listed((OUTCOME[c] for c in rules.choice.on), "or")


def hand_to_decide(rules: RuleSet) -> str:
    """A hand with a choice: ``tie hand``, or ``hand`` where not only ties have one."""
    return f"{occasion(rules)} hand" if occasion(rules) == "tie" else "hand"


def disputes(rules: RuleSet) -> str:
    """Who rules, and how."""
    rulings = in_words("disputes.rulings", rules.disputes.rulings)
    return f"the {rules.disputes.ruled_by} rules {rulings}"


def cancelled(rules: RuleSet) -> str:
    """When an open round is cancelled."""
    days = rules.disputes.cancelled_after_days
    return "never for its age" if days is None else f"when open for more than {number(days, 'day')}"


def errors(rules: RuleSet) -> str:
    """What happens to cards drawn or shown by mistake."""
    excess = in_words("errors.excess", rules.errors.excess)
    disclosed = in_words("errors.disclosed", rules.errors.disclosed)
    return f"one too many {excess}; one shown by mistake {disclosed}"


class _Line(NamedTuple):
    """A line of the sign: its title, the fields it states, and a function if they need one."""

    title: str
    fields: tuple[str, ...]
    words: Callable[[RuleSet], str] | None = None


_LINES = (
    _Line("Shoe", ("shoe.decks", "shoe.backs"), decks),
    _Line("Ranks", ("shoe.ranks",)),
    _Line("Cut card", ("shoe.cut_by", "shoe.cut_card"), cut_card),
    _Line("First card", ("shoe.first_burn", "shoe.dealer_burn"), first_burn),
    _Line(
        "Seats",
        (
            *("seats.most", "seats.usual", "seats.holding"),
            *("seats.players_needed", "seats.backline"),
        ),
        seats,
    ),
    _Line("Bank", ("bank.held_by", "bank.rounds", "bank.house_players"), bank),
    _Line("Primary wager", ("limits.primary",), lambda rules: limit(rules.limits.primary)),
    _Line("Tie wager", ("bets.tie", "limits.tie"), tie_wager),
    _Line("Below the minimum", ("limits.below", "limits.honoured"), below),
    _Line("Above the maximum", ("limits.above",)),
    _Line("Authorised limit", ("limits.authorised",)),
    _Line("Wager unit", ("limits.unit", "limits.unit_binds"), unit),
    _Line("Most returned", ("limits.most_returned",), most_returned),
    _Line("Deal", ("deal.direction", "deal.original"), deal),
    _Line("Settled", ("settle.original",), lambda rules: passes(rules.settle.original)),
    _Line("Cards picked up", ("settle.collect",)),
    _Line("Tie hand", ("pays.equal.primary",), _settled_tie),
    _Line(
        "Tie hand",
        ("choice.on", "choice.offers", "choice.time_out"),
        lambda rules: _choice_on(rules, "equal"),
    ),
    _Line(
        "Higher card",
        ("choice.on", "choice.offers", "choice.time_out"),
        lambda rules: _choice_on(rules, "higher"),
    ),
    _Line(
        "Lower card",
        ("choice.on", "choice.offers", "choice.time_out"),
        lambda rules: _choice_on(rules, "lower"),
    ),
    _Line("Asked", ("choice.asked",), _asked),
    _Line("War deal", ("war.deal", "war.match"), war_deal),
    _Line(
        "War settled", ("war.settle",), lambda rules: passes(rules.war.settle if rules.war else ())
    ),
    _Line("War tie wager", ("war.tie_wager",)),
    _Line("Part of a cent", ("pays.odd_cent",)),
    _Line("Disputes", ("disputes.ruled_by", "disputes.rulings"), disputes),
    _Line("Cancelled", ("disputes.cancelled_after_days",), cancelled),
    _Line("Dealer's errors", ("errors.excess", "errors.disclosed"), errors),
)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule of a table in words."""

    title: str
    says: str
    fields: tuple[str, ...]
    """The fields of the rule file that it states."""


def _settles(pay: Pay) -> str:
    """What an outcome does to the primary wager: ``loses the primary wager``."""
    words = {LOSE: "loses the primary wager", PUSH: "returns the primary wager"}
    return words.get(pay, f"settles the primary wager: {format_pay(pay)}")


def remarks(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """What a player would not expect, each with the field that says so."""
    declared = rules.pays.pay("war_declared", "primary")
    if declared == LOSE:
        says = "Going to war costs the primary wager: it is collected before the war is dealt."
        yield says, "pays.war_declared.primary"
    elif rules.pays.pay("war_higher", "primary") == LOSE:
        says = "Going to war costs the primary wager: it is lost even if the war is won."
        yield says, "pays.war_higher.primary"
    tied = rules.pays.pay("equal", "primary")
    if tied is not None:
        yield f"A tie {_settles(tied)}.", "pays.equal.primary"
    if rules.chooses_on("higher"):
        yield "A win must be answered: the winner surrenders or goes to war.", "choice.on"


def sign_lines(rules: RuleSet) -> Iterator[RuleLine]:
    """All rules of a table in words, except the pays of each outcome."""
    for title, fields, words in _every_line():
        if words is not None and field_value(rules, TERMS[fields[0]].group) is not None:
            if says := words(rules):
                yield RuleLine(title, says, fields)
        elif words is None and (value := field_value(rules, fields[0])) is not None:
            yield RuleLine(title, in_words(fields[0], value), fields)


@cache
def _every_line() -> tuple[_Line, ...]:
    """The lines above, and one for each field that none of them states, beside its group's."""
    lines = list(_LINES)
    stated = {field for line in _LINES for field in line.fields}
    for term in TERMS.values():
        if term.field in stated or term.table.startswith("pays."):
            continue
        beside = (
            place
            for place, line in enumerate(lines, 1)
            if any(TERMS[field].group == term.group for field in line.fields)
        )
        title = term.name.replace("_", " ").capitalize()
        lines.insert(max(beside, default=len(lines)), _Line(title, (term.field,)))
    return tuple(lines)


def field_value(rules: RuleSet, path: str) -> object:
    """The value at a dotted path; `None` where the rules have no such table."""
    value: object = rules
    for name in path.split("."):
        value = None if value is None else getattr(value, name)
    return value
