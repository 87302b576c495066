"""The messages about tables: to open, join, close and show them."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from casinowar.game.players import kind_of
from casinowar.house.messages import Message
from casinowar.house.people.names import PlayerName
from casinowar.house.people.rights import Here
from casinowar.house.tables.sign import (
    Edge,
    LimitView,
    TableSign,
    edges,
    players_have_edge,
    wager_limit,
    warning,
)
from casinowar.house.tables.views import TableView
from casinowar.rules import describe
from casinowar.rules.model import Limit
from casinowar.store.writer.running import Running

Amount = Annotated[int, Meta(ge=1, le=10**12, description="Whole cents.")]
Reason = Annotated[str, Meta(max_length=200, description="The reason, for the log.")]
Collect = Literal["pick and pay", "lay and pay", "by deal"]


class Bounds(Message, frozen=True):
    """The amounts a wager may have: a range, or a few fixed amounts."""

    least: Amount
    most: Amount
    amounts: Annotated[tuple[Amount, ...], Meta(max_length=20)] = ()

    def limit(self) -> Limit:
        """The limit of a table's wager."""
        return Limit(self.least, self.most, self.amounts)


class TableOptions(Message, frozen=True):
    """The options of a table within its rules. If you leave one out, it has its usual value."""

    reading: Annotated[str, Meta(max_length=64)] = ""
    decks: Annotated[int, Meta(ge=1, le=100)] | None = None
    seats: Annotated[int, Meta(ge=1, le=100)] | None = None
    primary: Bounds | None = None
    tie: Bounds | None = None
    authorised: (
        Annotated[Amount, Meta(description="The authorised limit, in whole cents; operators only.")]
        | None
    ) = None
    most_returned: Amount | None = None
    first_burn: bool | None = None
    collect: Collect | None = None
    players_may_have_edge: Annotated[
        bool, Meta(description="An explicit yes to a table that favours its players.")
    ] = False

    def options(self) -> dict[str, Any]:
        """The chosen options, by their names in the rules."""
        chosen = {
            "decks": self.decks,
            "seats": self.seats,
            "primary": None if self.primary is None else self.primary.limit(),
            "tie": None if self.tie is None else self.tie.limit(),
            "authorised": self.authorised,
            "most_returned": self.most_returned,
            "first_burn": self.first_burn,
            "collect": self.collect,
        }
        return {name: value for name, value in chosen.items() if value is not None}


class OpenTable(TableOptions, frozen=True, kw_only=True):
    """Open a table. If you leave an option out, it has its usual value."""

    rules: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="A built-in rule set by its id, or a rule file of this house by SHA-256.",
        ),
    ]
    name: Annotated[str, Meta(max_length=80)] = ""
    why: Reason = ""
    public: Annotated[
        bool,
        Meta(description="Whether it is open to everyone, without an invitation; operators only."),
    ] = False
    bots: Annotated[int, Meta(ge=0, le=7)] = 0
    hand_dealt: Annotated[
        bool, Meta(description="Whether a dealer deals real cards; such a table is public.")
    ] = False
    practice: Annotated[
        bool,
        Meta(
            description="Whether it is a practice table: no authorised limit has to be stated, "
            "and bots may bank. In a house that states no limit, a player's table under rules "
            "that ask for one is a practice table anyway."
        ),
    ] = False


class CloseTable(Message, frozen=True):
    """Close a table. The reason is kept if the table is not the caller's own."""

    why: Reason = ""


class JoinTable(Message, frozen=True):
    """Join a private table with the secret of its link."""

    invitation: Annotated[str, Meta(min_length=1, max_length=64)]


class BotSeat(Message, frozen=True):
    """The seat of a bot."""

    seat: int


class OpenedTable(Message, frozen=True):
    """A table that was opened. A private one has a secret that lets others join."""

    table: str
    invitation: str | None
    link: str | None


class Invitation(Message, frozen=True):
    """The secret that lets others join a private table; null if there is none."""

    invitation: str | None
    link: str | None


class TableId(Message, frozen=True):
    """The table that the request was about."""

    table: str


class SeatTaken(Message, frozen=True):
    """Who sits at a seat."""

    player: str
    bot: bool


class TableCard(Message, frozen=True):
    """A card on the table, a player's or the dealer's."""

    deal: Literal["original", "war"]
    to: Literal["player", "dealer"]
    seat: int
    card: str


class LobbyRow(Message, frozen=True):
    """A table of the lobby."""

    id: str
    name: str
    rules: str
    reading: str
    private: bool
    solo: bool
    hand_dealt: bool
    practice: Annotated[bool, Meta(description="Whether it is a practice table.")]
    banked_by: Literal["house", "player"]
    seats: int
    people: int
    bots: int
    places: list[SeatTaken | None]
    cards: list[TableCard]
    primary: LimitView
    players_have_edge: bool
    edge: Annotated[Edge, Meta(description="The bank's edge on the primary wager.")]
    remarks: Annotated[
        tuple[str, ...], Meta(description="What a player would not expect, in words.")
    ]
    warning: Annotated[
        str,
        Meta(description="Where the bank has no edge, in words; empty if it has one everywhere."),
    ]
    playing: bool
    paused: str
    rounds: int


class Lobby(Message, frozen=True):
    """A page of tables; `next` is the cursor of the page after it."""

    tables: list[LobbyRow]
    next: str | None


class TableAnswer(Message, frozen=True):
    """A table as it stands, its sign, and the names of its players."""

    name: str
    private: bool
    manages: Annotated[bool, Meta(description="Whether the caller may close it.")]
    may: Annotated[list[Here], Meta(description="What the caller may do here.")]
    view: TableView
    sign: TableSign
    names: dict[str, PlayerName]


def lobby_row(running: Running, name: str) -> LobbyRow:
    """A table as a row of the lobby."""
    table = running.record.table
    rules, options, seated = table.rules, table.options, table.players()
    bots = sum(kind_of(player) == "bot" for player in seated)
    dealt = table.round.cards if table.round is not None else ()
    return LobbyRow(
        id=running.id,
        name=name,
        rules=rules.id,
        reading=rules.reading,
        private=running.owner is not None,
        solo=rules.is_solo,
        hand_dealt=options.hand_dealt,
        practice=options.practice,
        banked_by=rules.bank.held_by,
        seats=options.seats,
        people=len(seated) - bots,
        bots=bots,
        places=[
            SeatTaken(player, kind_of(player) == "bot") if player else None
            for player in table.seats
        ],
        cards=[TableCard(card.deal, card.to, card.seat, str(card.card)) for card in dealt],
        primary=wager_limit(options.primary),
        players_have_edge=players_have_edge(rules, options.decks),
        edge=edges(rules, options.decks)[0],
        remarks=tuple(says for says, _field in describe.remarks(rules)),
        warning=warning(rules, options.decks),
        playing=table.playing,
        paused=running.why_paused,
        rounds=table.rounds,
    )


def players_at(running: Running) -> set[str]:
    """Everyone who sits or bets at a table, or bet in the round that it shows."""
    table = running.record.table
    betting = {bet.player for bet in (*table.bets, *(table.round.bets if table.round else ()))}
    return {*table.players(), *betting, table.bank.player, table.dealer} - {""}
