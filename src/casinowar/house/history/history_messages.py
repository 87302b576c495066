"""The messages about rounds and shoes that were played."""

from typing import Annotated, Literal

from msgspec import Meta

from casinowar.house.messages import Cents, EntryText, EventText, Message
from casinowar.house.people.names import PlayerName
from casinowar.house.tables.table_messages import TableCard
from casinowar.rules.script import Wager

TableName = Annotated[str, Meta(description="The name of the table.")]
Notes = Annotated[
    list[str], Meta(description="Rulings on the round, or its cancellation, in words.")
]
BetsClosed = Annotated[int, Meta(description="When bets closed, in milliseconds since 1970.")]
Next = Annotated[str | None, Meta(description="The cursor of the next page; null on the last.")]


class OwnWager(Message, frozen=True):
    """A wager of yours that was settled or returned."""

    seat: int
    wager: Wager
    stake: Cents
    net: Cents


class TimedOutHand(Message, frozen=True):
    """A tie hand that the house answered, because its player's time ran out."""

    player: str
    seat: int
    forfeited: Annotated[
        bool, Meta(description="Whether the whole wager was lost; else the hand was surrendered.")
    ]


class OwnRound(Message, frozen=True):
    """A round of yours, with your cards and the dealer's; with all cards if you were the bank."""

    table: str
    round: int
    at: BetsClosed
    staked: Cents
    net: Cents
    banked: Annotated[bool, Meta(description="Whether you were the bank.")]
    name: TableName
    wagers: list[OwnWager]
    cards: list[TableCard]
    timed_out: list[TimedOutHand]
    notes: Notes


class OwnRounds(Message, frozen=True):
    """A page of your rounds, newest first."""

    rounds: list[OwnRound]
    next: Next


class SettledWager(Message, frozen=True):
    """A wager that was settled or returned."""

    player: str
    seat: int
    wager: Wager
    stake: Cents
    net: Cents


class OpenWager(Message, frozen=True):
    """A wager of a running round that is not decided yet."""

    player: str
    seat: int
    wager: Wager
    stake: Cents


class BankResult(Message, frozen=True):
    """The player who was the bank, their stake, and what the bank has won so far."""

    player: str
    stake: Cents
    net: Cents


BankIfPlayer = Annotated[BankResult | None, Meta(description="Null if the house is the bank.")]


class TableRound(Message, frozen=True):
    """A round of a table, so far."""

    round: int
    at: BetsClosed
    bank: BankIfPlayer
    wagers: list[SettledWager]
    cards: list[TableCard]
    timed_out: list[TimedOutHand]
    notes: Notes


class TableRounds(Message, frozen=True):
    """A page of a table's rounds, newest first."""

    table: str
    name: TableName
    names: dict[str, PlayerName]
    rounds: list[TableRound]
    next: Next


class RulesPlayed(Message, frozen=True):
    """The rules of a round."""

    id: str
    name: str
    reading: str


class RoundLine(Message, frozen=True):
    """An event of a round, with the fields of the rule file and the clauses that decided it."""

    entry: Annotated[int, Meta(description="The number of its entry in the record.")]
    event: EventText
    says: Annotated[str, Meta(description="The event in words.")]
    grounds: Annotated[tuple[str, ...], Meta(description="The fields of the rule file.")]
    clauses: Annotated[list[str], Meta(description="The ids of the clauses.")]


class RoundDetails(Message, frozen=True):
    """A round: its wagers, its events in words with their clauses, and its recorded entries."""

    table: str
    name: TableName
    round: int
    at: BetsClosed
    shoe: Annotated[int, Meta(description="The number of the shoe that it was dealt from.")]
    rules: RulesPlayed
    names: dict[str, PlayerName]
    bank: BankIfPlayer
    settlements: list[SettledWager]
    open: list[OpenWager]
    told: list[RoundLine]
    clauses: Annotated[dict[str, str], Meta(description="The clauses that decided, by id.")]
    entries: Annotated[list[EntryText], Meta(description="The entries, as they were recorded.")]


class RecordedShoe(Message, frozen=True):
    """The file of a shoe, as `casinowar verify` reads it."""

    format: Literal["casinowar/shoe/1"]
    shoe: Annotated[str, Meta(description="The id of the shoe.")]
    table: Annotated[EntryText, Meta(description="The header of the table's record.")]
    rules: Annotated[str, Meta(description="The text of the rule file.")]
    steps: Annotated[
        list[EntryText], Meta(description="Earlier entries with steps of its fair shuffle.")
    ]
    entries: Annotated[list[EntryText], Meta(description="The entries of the shoe.")]
