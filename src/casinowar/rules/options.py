"""The options of a table: the operator's choices within the rules.

A rule set leaves ranges (six to eight decks, limits, seats) and options (a first burn, how cards
are collected) to the operator. A table has one choice for each, and keeps it as long as it is open.

A practice table is one where nobody has to state an authorised limit (WA-LIM), and where the
house's own players may bank (CA-BANK-1). It says so wherever it is shown.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from casinowar.errors import RuleError
from casinowar.money import format_money, is_cents
from casinowar.rules.model import Collect, Limit, RuleSet
from casinowar.rules.soundness import has_cards, most_staked


@dataclass(frozen=True, slots=True)
class Options:
    """The operator's choices, all of them within the rules."""

    practice: ClassVar[bool] = False
    """Whether this is a practice table; not a field, since records of old tables have none."""

    decks: int
    seats: int
    primary: Limit
    tie: Limit
    authorised: int | None
    most_returned: int | None
    behind_least: int
    """The fewest cards behind the cut card: enough for the longest round."""
    behind_most: int
    """The most cards behind the cut card; 0 if every round has a fresh shoe."""
    first_burn: bool
    collect: Collect
    hand_dealt: bool


@dataclass(frozen=True, slots=True)
class PracticeOptions(Options):
    """The options of a practice table."""

    practice: ClassVar[bool] = True


def resolve(
    rules: RuleSet,
    *,
    decks: int | None = None,
    seats: int | None = None,
    primary: Limit | None = None,
    tie: Limit | None = None,
    authorised: int | None = None,
    most_returned: int | None = None,
    first_burn: bool | None = None,
    collect: Collect | None = None,
    hand_dealt: bool = False,
    practice: bool = False,
) -> Options:
    """The options of a table, with the rule set's defaults for choices that are not given.

    Raises `RuleError` if the rules do not allow a choice.
    """
    stated = {"decks": decks, "seats": seats, "authorised": authorised}
    for name, value in (stated | {"most_returned": most_returned}).items():
        _require(value is None or type(value) is int, f"{name}: {value!r} is not a whole number")
    decks = rules.shoe.decks[0] if decks is None else decks
    _require(
        decks in rules.shoe.decks,
        f"decks: {decks} is not allowed; use {_any_of(rules.shoe.decks)}",
    )
    seats = rules.seats.usual if seats is None else seats
    least_seats = rules.seats.players_needed
    _require(
        least_seats <= seats <= rules.seats.most,
        f"seats: {seats} is not allowed; use {least_seats} to {rules.seats.most}",
    )
    primary = rules.limits.primary if primary is None else primary
    tie = _tie_limit(rules, primary) if tie is None else tie
    for name, limit in (("primary", primary), ("tie", tie)):
        _check_limit(rules, name, limit)
    authorised = _authorised(rules, authorised, primary, tie, practice=practice)
    behind_least, behind_most = _cut_card(rules, decks, seats)
    return (PracticeOptions if practice else Options)(
        decks=decks,
        seats=seats,
        primary=primary,
        tie=tie,
        authorised=authorised,
        most_returned=_most_returned(rules, seats, primary, tie, most_returned),
        behind_least=behind_least,
        behind_most=behind_most,
        first_burn=_first_burn(rules, first_burn),
        collect=_collect(rules, collect),
        hand_dealt=hand_dealt,
    )


def as_opened(rules: RuleSet, options: Options) -> RuleSet:
    """The rules with every choice that they leave open made as the operator made it."""
    shoe, seats, limits = rules.shoe, rules.seats, rules.limits
    return replace(
        rules,
        shoe=replace(
            shoe,
            decks=(options.decks,),
            cut_card=None if shoe.cut_card is None else options.behind_most,
            first_burn="yes" if options.first_burn else "no",
        ),
        seats=replace(seats, most=options.seats, usual=options.seats),
        limits=replace(
            limits,
            primary=options.primary,
            tie=options.tie,
            authorised="none" if options.authorised is None else options.authorised,
            most_returned=options.most_returned,
        ),
        settle=replace(rules.settle, collect=(options.collect,)),
    )


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise RuleError(f"this table cannot be opened: {message}")


def _any_of(values: tuple[object, ...]) -> str:
    return " or ".join(str(value) for value in values)


def _tie_limit(rules: RuleSet, primary: Limit) -> Limit:
    """The rule set's own tie limits; if they equal its primary ones, the table's (ALL-14).

    Amounts that the operator fixes are the primary's alone (SD-2).
    """
    own = rules.limits.tie
    if own != rules.limits.primary:
        return own
    return primary if primary in (own, Limit(primary.least, primary.most)) else _range(own)


def _range(limit: Limit) -> Limit:
    return Limit(limit.least, limit.most)


def _check_limit(rules: RuleSet, name: str, limit: Limit) -> None:
    unit = rules.limits.unit
    amounts = (limit.least, limit.most, *limit.amounts)
    _require(
        all(is_cents(amount) and amount > 0 and amount % unit == 0 for amount in amounts),
        f"{name} limits: every amount must be above 0, and a multiple of the unit "
        f"{format_money(unit)}",
    )
    _require(
        limit.least <= limit.most,
        f"{name} limits: the least, {format_money(limit.least)}, "
        f"must not be above the most, {format_money(limit.most)}",
    )
    _check_amounts(rules, name, limit)


def _check_amounts(rules: RuleSet, name: str, limit: Limit) -> None:
    """Check fixed amounts, which the rules may require (SD-2) or the operator may list."""
    if not limit.amounts:
        _require(
            name != "primary" or not rules.limits.primary.amounts,
            "primary limits: these rules require one or more fixed amounts, not a range",
        )
        return
    _require(
        (limit.least, limit.most) == (min(limit.amounts), max(limit.amounts)),
        f"{name} limits: least and most must be the lowest and the highest fixed amount",
    )
    _require(
        (rules.limits.below, rules.limits.above) == ("refuse", "refuse"),
        f"{name} limits: these rules do not refuse every wager outside a limit, "
        "so fixed amounts are not possible; use a range",
    )


def _authorised(
    rules: RuleSet, stated: int | None, primary: Limit, tie: Limit, *, practice: bool
) -> int | None:
    """The authorised limit, which applies to each wager on its own (WA-LIM, SG-12)."""
    allowed = rules.limits.authorised
    if allowed == "none":
        limit = stated
    elif allowed == "stated" and practice:
        limit = max(primary.most, tie.most)
        _require(
            stated is None or stated == limit,
            "authorised: at a practice table it is the table's maximum; leave it out",
        )
    elif allowed == "stated":
        _require(
            stated is not None,
            "authorised: these rules ask the operator to state the authorised limit; "
            "without one, open a practice table",
        )
        limit = stated
    else:
        _require(
            stated is None or stated <= allowed,
            f"authorised: the rules allow no more than {format_money(allowed)}",
        )
        limit = allowed if stated is None else stated
    for name, wager in (("primary", primary), ("tie", tie)):
        _require(
            limit is None or wager.most <= limit,
            f"{name} limits: {format_money(wager.most)} is above the authorised limit of "
            f"{format_money(limit or 0)}",
        )
    return limit


def _most_returned(
    rules: RuleSet, seats: int, primary: Limit, tie: Limit, stated: int | None
) -> int | None:
    """The most a round returns: the rules' limit, or a lower one from the operator (SG-16)."""
    ruled = rules.limits.most_returned
    if stated is None:
        return ruled
    _require(ruled is not None, "most_returned: these rules set no limit on what a round returns")
    _require(
        stated <= (ruled or 0),
        f"most_returned: at most {format_money(ruled or 0)}, not {format_money(stated)}",
    )
    staked = most_staked(rules, seats, primary.most, tie.most)
    _require(
        stated >= staked,
        f"most_returned: {format_money(stated)} is less than the {format_money(staked)} "
        "a round can stake; it must be at least that",
    )
    return stated


def _cut_card(rules: RuleSet, decks: int, seats: int) -> tuple[int, int]:
    """The range of cards behind the cut card: always enough for a round (FC-3c, ALL-11)."""
    needed, fits = rules.cards_needed(seats), has_cards(rules, decks, seats)
    if rules.shoe.cut_card is None:
        _require(
            fits, f"seats: {seats} seats can need {needed} cards, more than a fresh shoe holds"
        )
        return 0, 0
    most = rules.behind_most(decks)
    _require(
        fits,
        f"seats: with {seats} seats a round can need {needed} cards, "
        f"but at most {most} may lie behind the cut card; open fewer seats or more decks",
    )
    return needed, most


def _first_burn(rules: RuleSet, stated: bool | None) -> bool:
    match rules.shoe.first_burn:
        case "option":
            return bool(stated)
        case ruled:
            _require(
                stated is None or stated == (ruled == "yes"),
                f"first_burn: these rules say {ruled}",
            )
            return ruled == "yes"


def _collect(rules: RuleSet, stated: Collect | None) -> Collect:
    allowed = rules.settle.collect
    _require(
        stated is None or stated in allowed,
        f"collect: {stated} is not allowed; use {_any_of(allowed)}",
    )
    return allowed[0] if stated is None else stated
