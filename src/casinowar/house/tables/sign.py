"""The sign of a table: its rules and reading, limits, pays, and what each wager costs.

An edge is an exact fraction that names what it is a share of. If the players have the edge, or
nobody has, the sign warns of it in words: a minus alone is too easy to miss.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from casinowar.house.messages import Cents, Message
from casinowar.house.people.own_limits import Pace
from casinowar.odds.composition import fresh
from casinowar.odds.distribution import Distribution
from casinowar.odds.price_json import EACH_WAGER, EVERYTHING, FIRST_WAGER, usual_play
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rules import describe
from casinowar.rules import sign as table_sign
from casinowar.rules.file import Notice, RuleFile
from casinowar.rules.model import Collect, Limit, RuleSet
from casinowar.rules.options import Options
from casinowar.rules.script import Wager
from casinowar.rules.sign import PayRow, PrintedLine, SignLine, StatedBy

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
    unit_binds: Annotated[
        Literal["all", "within"],
        Meta(description="Whether every wager is a multiple of the unit, or one in the limits."),
    ]
    authorised: Annotated[
        int | None, Meta(description="The highest primary that is authorised, in whole cents.")
    ]
    authorised_by: Annotated[
        StatedBy | None,
        Meta(
            description="Who stated the authorised limit: the rules, the operator, or, at some old "
            "private tables, their owner. At a practice table it can be nobody: then it is the "
            "table's maximum."
        ),
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
    practice: Annotated[bool, Meta(description="Whether it is a practice table.")]
    banked_by: Literal["house", "player"]
    backline: Annotated[bool, Meta(description="Whether players may bet on each other's seats.")]
    solo: Annotated[bool, Meta(description="Whether the table is for one player.")]
    limits: TableLimits
    remarks: Annotated[
        tuple[Notice, ...], Meta(description="What a player would not expect, in words.")
    ]
    printed: Annotated[
        tuple[PrintedLine, ...], Meta(description="What the document prints, line by line.")
    ]
    pays: Annotated[
        tuple[PayRow, ...], Meta(description="What each wager pays, outcome by outcome.")
    ]
    lines: Annotated[tuple[SignLine, ...], Meta(description="The rules that stand on a sign.")]
    notices: Annotated[
        tuple[Notice, ...],
        Meta(description="What the document wants the players to be told."),
    ]
    edges: tuple[Edge, ...]
    players_have_edge: bool
    warning: Annotated[
        str,
        Meta(description="Where the bank has no edge, in words; empty if it has one everywhere."),
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
    authorised: Annotated[
        bool, Meta(description="Whether there is an authorised limit; only operators state it.")
    ]
    must_authorise: Annotated[
        bool,
        Meta(description="Whether the operator must state it, except at a practice table."),
    ]
    most_returned: Annotated[bool, Meta(description="Whether what a round returns has a limit.")]
    first_burn: Annotated[
        bool, Meta(description="Whether burning the first card of a shoe is optional.")
    ]
    collect: Annotated[
        tuple[Collect, ...], Meta(description="The ways to pay and collect to choose from.")
    ]


def sign(
    file: RuleFile, rules: RuleSet, options: Options, pace: Pace, *, by_owner: bool = False
) -> TableSign:
    """The sign of a table opened under these rules with these options."""
    reading = file.reading(rules.reading)
    warns = warning(rules, options.decks)
    shown = table_sign.sign(file, rules, options, by_owner=by_owner)
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
        practice=options.practice,
        banked_by=rules.bank.held_by,
        backline=rules.has_backline,
        solo=rules.is_solo,
        limits=TableLimits(
            primary=wager_limit(options.primary),
            tie=wager_limit(options.tie) if rules.has_tie else None,
            unit=rules.limits.unit,
            unit_binds=rules.limits.unit_binds,
            authorised=options.authorised,
            authorised_by=table_sign.authorised_by(rules, options, by_owner=by_owner),
            most_returned=options.most_returned,
            above_by=file.cites("limits.above", rules.reading),
            below_by=file.cites("limits.below", rules.reading),
        ),
        remarks=shown.remarks,
        printed=shown.printed,
        pays=shown.pays,
        lines=shown.displayed,
        notices=shown.notices,
        edges=edges(rules, options.decks),
        players_have_edge=players_have_edge(rules, options.decks),
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
        must_authorise=rules.limits.authorised == "stated",
        most_returned=rules.limits.most_returned is not None,
        first_burn=rules.shoe.first_burn == "option",
        collect=rules.settle.collect,
    )


def players_have_edge(rules: RuleSet, decks: int) -> bool:
    """Whether a player with the best strategy gains on some wager."""
    return any(mean > 0 for mean in _best_means(rules, decks).values())


@lru_cache(maxsize=512)
def _best_means(rules: RuleSet, decks: int) -> dict[Wager, Fraction]:
    """A player's expected result of each wager, with the best strategy."""
    sheet = Sheet(rules, fresh(decks))
    ties: dict[Wager, Distribution | None] = {"tie": sheet.tie, "war_tie": sheet.war_tie}
    offered = {wager: results.mean for wager, results in ties.items() if results is not None}
    return {"primary": sheet.main(sheet.best).mean, **offered}


def warning(rules: RuleSet, decks: int) -> str:
    """Where the players have the edge, or nobody on the primary; ``""`` if the bank has it."""
    means = _best_means(rules, decks)
    bases = {"primary": FIRST_WAGER, "tie": EACH_WAGER, "war_tie": EACH_WAGER}
    gains = [
        f"{percent(mean)} {bases[wager]} ({wager.replace('_', ' ')})"
        for wager, mean in means.items()
        if mean > 0
    ]
    if gains:
        return f"The players have the edge at this table: {describe.listed(gains)}."
    nobody = "Nobody has the edge at this table: on average the primary wager costs nothing."
    return nobody if means["primary"] == 0 else ""


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
