"""The messages about the pit: the overview, results, incidents, pauses and replacements."""

from typing import Annotated, Literal

from msgspec import Meta, field

from casinowar.desk.desk_view import WagerRulings
from casinowar.house.messages import Cents, Message, Milliseconds, NeedText
from casinowar.house.people.names import PlayerName
from casinowar.house.pit.audit_log import Why
from casinowar.house.tables.table_messages import TableOptions
from casinowar.house.upkeep.metrics import TableKind
from casinowar.rules.model import RoundRuling
from casinowar.rules.script import Wager

Result = Annotated[int, Meta(description="The house's wins less its losses, in cents.")]
Expected = Annotated[int, Meta(description="The exact expectation of these wagers, in cents.")]
Low = Annotated[int, Meta(description="Two standard deviations below the expectation.")]
High = Annotated[int, Meta(description="Two standard deviations above the expectation.")]
Lowest = Annotated[int, Meta(description="A result below this raises an alarm.")]
Highest = Annotated[int, Meta(description="A result above this raises an alarm.")]


class HouseResult(Message, frozen=True):
    """The house's result in finished rounds beside its exact price.

    Returns are shares of everything that was wagered.
    """

    result: Result
    expected: Expected
    low: Low
    high: High
    rounds: int
    wagered: Cents
    lowest: Lowest
    highest: Highest
    alarm: Annotated[Literal["", "low", "high"], Meta(description="Empty if there is none.")]
    returned: str | None = field(name="return")
    expected_return: str | None
    least_return: str | None
    most_return: str | None
    basis: Annotated[str, Meta(description="The play that the price assumes.")]


class ResultPoint(Message, frozen=True):
    """The house's result after a round."""

    round: int
    result: Result
    expected: Expected
    low: Low
    high: High
    lowest: Lowest
    highest: Highest


class ResultHistory(Message, frozen=True):
    """The house's result at a table, round by round; without points if players bank."""

    table: str
    banked_by: Literal["house", "player"]
    basis: str
    points: list[ResultPoint]


class PitWager(Message, frozen=True):
    """A wager that is not decided yet."""

    player: str
    seat: int
    wager: Wager
    amount: Cents


class PitTable(Message, frozen=True):
    """A table. The totals of a table for one player are those of all its games."""

    id: str
    seq: int
    rules: str
    reading: str
    kind: TableKind
    hand_dealt: bool
    seats: tuple[str, ...]
    leaving: tuple[int, ...]
    people: int
    bots: int
    need: NeedText
    since: Milliseconds
    due: Milliseconds | None
    paused: str
    playing: bool
    round: int
    rulings: Annotated[list[RoundRuling], Meta(description="The rulings that are possible now.")]
    rule_wagers: Annotated[
        list[WagerRulings], Meta(description="The wagers that can be ruled on now.")
    ]
    voids_any: Annotated[bool, Meta(description="Whether any earlier round can be ruled void.")]
    rules_on: Annotated[int | None, Meta(description="The round that a ruling would apply to.")]
    wagered: Annotated[int, Meta(description="All open wagers, in cents.")]
    open: list[PitWager]
    name: str
    rounds: int
    wagers: int
    handle: Cents
    hold: Cents | None
    against: HouseResult | None


class PitHouse(Message, frozen=True):
    """The whole house; `paused` is the reason for its pause, or empty."""

    paused: str
    tables: int
    left_out: Annotated[int, Meta(description="Tables that this answer does not list.")]
    people: int
    bots: int
    sessions: int
    rounds: int
    handle: Cents
    hold: Cents
    balance: Cents
    alarms: int


class PitOverview(Message, frozen=True):
    """The house, its open tables up to a limit, and the names of the players there."""

    now: Milliseconds
    house: PitHouse
    tables: list[PitTable]
    names: dict[str, PlayerName]


class IncidentRow(Message, frozen=True):
    """An incident in words, with its table and round if it has them."""

    at: Milliseconds
    kind: str
    table: str | None
    round: int | None
    replay: Annotated[bool, Meta(description="Whether the round can be replayed.")]
    name: Annotated[str | None, Meta(description="The name of the table.")]
    says: str


class IncidentPage(Message, frozen=True):
    """A page of incidents, the newest first; `next` is the cursor of the page after it."""

    incidents: list[IncidentRow]
    next: str | None


class HousePause(Message, frozen=True):
    """The reason for the pause of the house; empty if it is not paused."""

    paused: str


class ReplaceTable(TableOptions, frozen=True, kw_only=True):
    """Open another table in place of one; a value left out stays as it is."""

    why: Why


class TableReplaced(Message, frozen=True):
    """A table that was closed, and the one in its place."""

    table: str
    replaced_by: str
