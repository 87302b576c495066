"""The public view of a table. It shows nothing that the table's record does not say.

It has the dealt cards. Of the shoe on the table and of the next one it has only what was
published: the server's commitments, who committed, and how many cards are left.
"""

from functools import lru_cache
from typing import Annotated, get_args

import msgspec
from msgspec import Meta, Raw

from casinowar.game.events import Event
from casinowar.game.needs import Need
from casinowar.game.round import Bet, Round
from casinowar.game.table import Table, cards_shown, need
from casinowar.house.messages import (
    CardText,
    Cents,
    Message,
    Milliseconds,
    NeedText,
    ResultText,
    TieAnswerText,
)
from casinowar.record.ceremonies import Preparation
from casinowar.record.codec.events import format_json
from casinowar.record.codec.names import type_name
from casinowar.record.codec.values import to_plain
from casinowar.store.writer.running import Running

NEEDS: dict[type, str] = {kind: type_name(kind) for kind in get_args(Need)}
"""The name of each need in JSON."""


class StateView(Message, frozen=True):
    """What a table waits for, and until when."""

    need: NeedText
    since: Milliseconds
    due: Milliseconds | None
    ready: list[str]
    away: list[str]
    paused: Annotated[str, Meta(description="Why no new round begins; empty if one may.")]
    replaced_by: Annotated[str | None, Meta(description="The table that took its place.")]


class BetView(Message, frozen=True):
    """A player's wagers on a seat's hand."""

    player: str
    seat: int
    primary: Cents
    tie: Cents


class BankView(Message, frozen=True):
    """The bank, at a table where players hold it."""

    player: str
    seat: int
    stake: Cents
    offers: list[str]
    went_round: Annotated[int, Meta(description="1 if everyone declined, else 0.")]
    last: str
    rounds: int


class ShoeView(Message, frozen=True):
    """The shoe on the table."""

    id: str
    number: int
    batch: int
    backs: str
    stage: str
    left: int
    behind: int
    excess: int
    seen: list[str]
    end: str | None
    commitment: str | None
    parts: list[int]


class CommittedSeat(Message, frozen=True):
    """A player who committed to the next shoe."""

    seat: int
    player: str


class ComingShoe(Message, frozen=True):
    """The next shoe, while it is prepared."""

    id: str
    commitment: str
    decks: int
    behind_least: int
    behind_most: int
    committed: list[CommittedSeat]
    closed: bool
    awaited: list[int]


class RoundView(Message, frozen=True):
    """The round on the table."""

    number: int
    began_at: int
    playing: bool
    banker: str
    bets: list[BetView]
    cards: list[CardText]
    answers: list[TieAnswerText]
    results: list[ResultText]


class TableView(Message, frozen=True):
    """The table as everyone may see it."""

    id: str
    seq: int
    closed: bool
    seats: Annotated[
        tuple[str, ...],
        Meta(description="The player at each seat, seat 1 first; empty if nobody sits there."),
    ]
    leaving: tuple[int, ...]
    bets: Annotated[
        list[BetView], Meta(description="The wagers for the next round, while bets are open.")
    ]
    bank: Annotated[BankView | None, Meta(description="Null if the house is the bank.")]
    dealer: str
    shoe: Annotated[ShoeView | None, Meta(description="The shoe on the table, if there is one.")]
    coming: Annotated[ComingShoe | None, Meta(description="The next shoe, while it is prepared.")]
    round: Annotated[
        RoundView | None,
        Meta(description="The round under way, or the last one until the next is bet on."),
    ]
    need: NeedText
    since: Milliseconds
    due: Milliseconds | None
    ready: list[str]
    away: list[str]
    paused: str
    replaced_by: str | None


def view(running: Running) -> TableView:
    """The table as it stands."""
    record, table, waits = running.record, running.record.table, state(running)
    return TableView(
        id=running.id,
        seq=record.seq,
        closed=running.closed_at is not None,
        seats=table.seats,
        leaving=table.leaving,
        bets=[bet_view(bet) for bet in table.bets],
        bank=_bank(table),
        dealer=table.dealer,
        shoe=_shoe(running),
        coming=None if record.coming is None else _coming(record.coming),
        round=None if table.round is None else _round(table, table.round),
        need=waits.need,
        since=waits.since,
        due=waits.due,
        ready=waits.ready,
        away=waits.away,
        paused=waits.paused,
        replaced_by=waits.replaced_by,
    )


def state(running: Running) -> StateView:
    """What a table waits for, and until when."""
    return StateView(
        need=need_text(need(running.record.table)),
        since=running.since,
        due=running.due,
        ready=sorted(running.ready),
        away=sorted(running.away),
        paused=running.why_paused,
        replaced_by=running.replaced_by,
    )


@lru_cache(maxsize=1024)
def need_text(awaited: Need, says: str = "") -> Raw:
    """A need as JSON, with a sentence for people; `says` replaces the usual sentence."""
    plain = {"type": NEEDS[type(awaited)], **to_plain(awaited), "says": says or str(awaited)}
    return Raw(msgspec.json.encode(plain))


@lru_cache(maxsize=4096)
def event_text(event: Event) -> Raw:
    """An event as JSON."""
    return Raw(format_json(event).encode())


def bet_view(bet: Bet) -> BetView:
    """A bet, as everyone may see it."""
    return BetView(bet.player, bet.seat, bet.primary, bet.tie)


def _bank(table: Table) -> BankView | None:
    if not table.rules.player_banked:
        return None
    bank = table.bank
    return BankView(
        player=bank.player,
        seat=bank.seat,
        stake=bank.stake,
        offers=[*bank.offers],
        went_round=int(bank.went_round),
        last=bank.last,
        rounds=bank.rounds,
    )


def _shoe(running: Running) -> ShoeView | None:
    brought, shoe = running.record.shoe, running.record.table.shoe
    if brought is None:
        return None
    prepared = brought.prepared
    return ShoeView(
        id=brought.shoe,
        number=shoe.number,
        batch=shoe.batch,
        backs=running.record.table.backs,
        stage=shoe.stage,
        left=shoe.left,
        behind=shoe.behind,
        excess=shoe.excess,
        seen=shoe.seen.split(),
        end=brought.end,
        commitment=None if prepared is None else prepared.ceremony.server.hex(),
        parts=[] if prepared is None else [part.seat for part in prepared.ceremony.parts],
    )


def _coming(coming: Preparation) -> ComingShoe:
    ceremony = coming.ceremony
    return ComingShoe(
        id=coming.shoe,
        commitment=ceremony.server.hex(),
        decks=ceremony.terms.decks,
        behind_least=ceremony.terms.behind_least,
        behind_most=ceremony.terms.behind_most,
        committed=[CommittedSeat(seat, player) for seat, player, _ in coming.committed],
        closed=ceremony.is_closed,
        awaited=[*ceremony.awaited],
    )


def _round(table: Table, round_: Round) -> RoundView:
    return RoundView(
        number=table.rounds,
        began_at=table.began_at,
        playing=table.playing,
        banker=table.bank.player if table.playing else table.bank.last,
        bets=[bet_view(bet) for bet in round_.bets],
        cards=[event_text(card) for card in cards_shown(table)],
        answers=[event_text(answer) for answer in round_.answers],
        results=[event_text(result) for result in round_.results],
    )
