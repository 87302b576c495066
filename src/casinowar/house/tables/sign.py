"""The sign of a table: its rules and reading, limits, pays, and what each wager costs.

An edge is an exact fraction that names what it is a share of. If the players have the edge, the
sign warns of it in words: a minus alone is too easy to miss.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from casinowar.house.messages import Cents, Message
from casinowar.house.people.own_limits import Pace
from casinowar.odds.composition import fresh
from casinowar.odds.price_json import EACH_WAGER, EVERYTHING, FIRST_WAGER, usual_play
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rules import describe
from casinowar.rules.file import RuleFile
from casinowar.rules.model import Collect, Limit, Outcome, RuleSet
from casinowar.rules.options import Options
from casinowar.rules.pay import format_pay
from casinowar.rules.script import Wager

ExactNumber = Annotated[
    str,
    Meta(
        pattern="^-?[0-9]+(/[0-9]+)?$",
        description="An exact number: a whole number or a fraction, such as `23138/993023`.",
    ),
]


class ReadingSummary(Message, frozen=True):
    """A reading: one way to understand the document where it contradicts itself."""

    name: str
    says: Annotated[str, Meta(description="What it assumes, in a sentence.")]


class LimitView(Message, frozen=True):
    """The amounts a wager may have: a range or, if `amounts` is not empty, fixed amounts."""

    least: Cents
    most: Cents
    amounts: tuple[Cents, ...]


class TableLimits(Message, frozen=True):
    """The amounts that wagers may have at a table."""

    primary: LimitView
    tie: Annotated[LimitView | None, Meta(description="Null if the rules have no tie wager.")]
    unit: Annotated[int, Meta(description="Every wager is a multiple of it, in whole cents.")]
    authorised: Annotated[
        int | None, Meta(description="The highest primary that is authorised, in whole cents.")
    ]
    most_returned: Annotated[
        int | None, Meta(description="The most that one round returns to a player, in whole cents.")
    ]
    above_by: Annotated[
        tuple[str, ...], Meta(description="The clauses about wagers above the limit.")
    ]
    below_by: Annotated[
        tuple[str, ...], Meta(description="The clauses about wagers below the limit.")
    ]


class PayRow(Message, frozen=True):
    """A row of the pay table. A wager that the outcome does not decide is left out."""

    outcome: Outcome
    says: Annotated[str, Meta(description="The outcome in words.")]
    pays: Annotated[
        dict[Wager, str], Meta(description="The pay by wager, such as `1 to 1` or `lose half`.")
    ]
    by: Annotated[
        dict[Wager, tuple[str, ...]], Meta(description="The clauses behind each pay, by wager.")
    ]


class Edge(Message, frozen=True):
    """The bank's edge on a wager, exactly. A negative edge is the player's."""

    wager: Wager
    edge: ExactNumber
    percent: Annotated[str, Meta(description="The same as a rounded percentage.")]
    basis: Annotated[str, Meta(description="What it is a share of.")]
    assumes: Annotated[str, Meta(description="The assumed play on ties, if that matters.")]


class TableSign(Message, frozen=True):
    """The sign of a table: its rules, limits and pays, and what each wager costs."""

    rules: Annotated[str, Meta(description="The id of the rule set.")]
    rules_name: str
    document: Annotated[str, Meta(description="The document that the rules come from.")]
    sha256: Annotated[str, Meta(description="The SHA-256 of the rule file.")]
    reading: ReadingSummary
    decks: int
    seats: int
    first_burn: Annotated[bool, Meta(description="Whether the first card of a shoe is burned.")]
    collect: Annotated[Collect, Meta(description="How the dealer pays and collects.")]
    hand_dealt: Annotated[bool, Meta(description="Whether a dealer deals real cards.")]
    banked_by: Literal["house", "player"]
    backline: Annotated[bool, Meta(description="Whether players may bet on each other's seats.")]
    solo: Annotated[bool, Meta(description="Whether the table is for one player.")]
    limits: TableLimits
    pays: list[PayRow]
    edges: tuple[Edge, ...]
    players_have_edge: bool
    warning: Annotated[
        str, Meta(description="Where the players have the edge, in words; empty if nowhere.")
    ]
    pace: Pace


class SeatRange(Message, frozen=True):
    """How many seats a table may have."""

    least: int
    most: int


class LeftOpen(Message, frozen=True):
    """What a reading lets you choose when you open a table. Everything else is fixed."""

    decks: Annotated[tuple[int, ...], Meta(description="The numbers of decks to choose from.")]
    seats: SeatRange
    amounts: Annotated[
        bool, Meta(description="Whether bets have fixed amounts instead of a range.")
    ]
    tie: Annotated[bool, Meta(description="Whether there is a tie wager, with limits of its own.")]
    authorised: Annotated[bool, Meta(description="Whether a highest primary is authorised.")]
    most_returned: Annotated[bool, Meta(description="Whether what a round returns has a limit.")]
    first_burn: Annotated[
        bool, Meta(description="Whether burning the first card of a shoe is optional.")
    ]
    collect: Annotated[
        tuple[Collect, ...], Meta(description="The ways to pay and collect to choose from.")
    ]


def sign(file: RuleFile, rules: RuleSet, options: Options, pace: Pace) -> TableSign:
    """The sign of a table opened under these rules with these options."""
    reading = file.reading(rules.reading)
    warns = warning(rules, options.decks)
    return TableSign(
        rules=file.id,
        rules_name=file.name,
        document=file.document,
        sha256=file.sha256,
        reading=ReadingSummary(reading.name, reading.says),
        decks=options.decks,
        seats=options.seats,
        first_burn=options.first_burn,
        collect=options.collect,
        hand_dealt=options.hand_dealt,
        banked_by=rules.bank.held_by,
        backline=rules.has_backline,
        solo=rules.is_solo,
        limits=TableLimits(
            primary=wager_limit(options.primary),
            tie=wager_limit(options.tie) if rules.has_tie else None,
            unit=rules.limits.unit,
            authorised=options.authorised,
            most_returned=options.most_returned,
            above_by=file.cites("limits.above", rules.reading),
            below_by=file.cites("limits.below", rules.reading),
        ),
        pays=pays(file, rules),
        edges=edges(rules, options.decks),
        players_have_edge=bool(warns),
        warning=warns,
        pace=pace,
    )


def wager_limit(limit: Limit) -> LimitView:
    """The amounts that a wager may have."""
    return LimitView(limit.least, limit.most, limit.amounts)


def left_open(rules: RuleSet) -> LeftOpen:
    """What the rules let you choose when you open a table."""
    return LeftOpen(
        decks=rules.shoe.decks,
        seats=SeatRange(rules.seats.players_needed, rules.seats.most),
        amounts=bool(rules.limits.primary.amounts),
        tie=rules.has_tie,
        authorised=rules.limits.authorised != "none",
        most_returned=rules.limits.most_returned is not None,
        first_burn=rules.shoe.first_burn == "option",
        collect=rules.settle.collect,
    )


def players_have_edge(rules: RuleSet, decks: int) -> bool:
    """Whether a player with the best strategy gains on some wager."""
    return bool(warning(rules, decks))


@lru_cache(maxsize=512)
def warning(rules: RuleSet, decks: int) -> str:
    """Where the players have the edge, in words; ``""`` if nowhere."""
    sheet = Sheet(rules, fresh(decks))
    means = {
        "primary": sheet.main(sheet.best).mean,
        "tie": sheet.tie.mean if sheet.tie is not None else Fraction(0),
        "war_tie": sheet.war_tie.mean if sheet.war_tie is not None else Fraction(0),
    }
    bases = {"primary": FIRST_WAGER, "tie": EACH_WAGER, "war_tie": EACH_WAGER}
    gains = [
        f"{percent(mean)} {bases[wager]} ({wager.replace('_', ' ')})"
        for wager, mean in means.items()
        if mean > 0
    ]
    return f"The players have the edge at this table: {describe.listed(gains)}." if gains else ""


@lru_cache(maxsize=512)
def edges(rules: RuleSet, decks: int) -> tuple[Edge, ...]:
    """The bank's edge on each wager, from a fresh shoe with this number of decks."""
    sheet = Sheet(rules, fresh(decks))
    assumes = usual_play(sheet)
    found = [
        _edge("primary", -sheet.primary.mean, FIRST_WAGER, assumes),
        _edge("primary", sheet.element_of_risk, EVERYTHING, assumes),
    ]
    if sheet.tie is not None:
        found.append(_edge("tie", -sheet.tie.mean, EACH_WAGER))
    if sheet.war_tie is not None:
        found.append(_edge("war_tie", -sheet.war_tie.mean, EACH_WAGER))
    return tuple(found)


def _edge(wager: Wager, edge: Fraction, basis: str, assumes: str = "") -> Edge:
    return Edge(wager, str(edge), percent(edge), basis, assumes)


def pays(file: RuleFile, rules: RuleSet) -> list[PayRow]:
    """The pay table, outcome by outcome, with the clauses behind each pay."""
    rows = []
    for outcome in rules.reachable():
        decided = {
            wager: format_pay(pay)
            for wager in describe.WAGER
            if (pay := rules.pays.pay(outcome, wager)) is not None
        }
        by = {wager: file.cites(f"pays.{outcome}.{wager}", rules.reading) for wager in decided}
        rows.append(PayRow(outcome, describe.OUTCOME[outcome], decided, by))
    return rows
