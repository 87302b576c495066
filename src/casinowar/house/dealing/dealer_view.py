"""A hand-dealt table as its dealer needs it, with the names of its people."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, cast

from msgspec import Meta
from sqlalchemy import Connection

from casinowar.desk import desk_view
from casinowar.desk.describe import describe_events, describe_need
from casinowar.desk.desk_view import DeskBank, DeskSeat, DeskShoe, TieHand, WagerRulings
from casinowar.game.actions import (
    Action,
    CancelRound,
    ChangeDealer,
    GoToWar,
    Pay,
    Rule,
    RuleWager,
    Surrender,
    TimeOut,
)
from casinowar.game.events import (
    CardsCollected,
    Event,
    RoundCancelled,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.needs import BetsNeeded
from casinowar.game.players import kind_of
from casinowar.game.round import Bet
from casinowar.game.table import cards_shown, need, round_to_rule_on
from casinowar.house.dealing.turn_token import turn_of
from casinowar.house.messages import CardText, Message, NeedText
from casinowar.house.people import rights
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.table_messages import players_at
from casinowar.house.tables.views import event_text, need_text
from casinowar.record.codec.events import from_json
from casinowar.rules.model import RoundRuling
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people
from casinowar.store.queries.records import entries_from
from casinowar.store.writer.running import Running

_ANSWERS = (Surrender, GoToWar, TimeOut, Rule, RuleWager, CancelRound, ChangeDealer)
"""The actions that create orders, or that are possible before the orders are carried out."""

_ORDERED = (
    *(CardsCollected, WagerSettled, WagerReturned, WagerReversed, WagerRuled),
    *(RoundRuled, RoundCancelled),
)
"""The events that the dealer carries out at the table, and those that say why."""

_BACK = 64
"""How many entries are searched for orders that still stand."""


class DeskName(Message, frozen=True):
    """The name of somebody at the table. A walk-in has no account."""

    name: str
    walk_in: bool


class DealerView(Message, frozen=True):
    """A hand-dealt table as its dealer needs it."""

    says: Annotated[str, Meta(description="What comes next.")]
    hint: Annotated[str, Meta(description="What to type for it.")]
    pay: Annotated[list[str], Meta(description="What to pay and take now, in order.")]
    corrects: Annotated[str | None, Meta(description="The card that may be corrected.")]
    aside: Annotated[int, Meta(description="Cards set aside, which are dealt first.")]
    gone: Annotated[list[str], Meta(description="Cards that cannot come; whole ranks by rank.")]
    words: Annotated[list[str], Meta(description="Words to type besides what comes next.")]
    choices: Annotated[list[TieHand], Meta(description="The tie hands that wait for a choice.")]
    round: int
    playing: bool
    shoe: DeskShoe | None
    bank: DeskBank
    dealt: Annotated[list[CardText], Meta(description="The cards of the round, as events.")]
    seats: list[DeskSeat]
    table: str
    seq: int
    turn: Annotated[str, Meta(description="Send it with a line: it is refused at another turn.")]
    closed: bool
    replaced_by: Annotated[str | None, Meta(description="The table that took its place.")]
    paused: Annotated[str, Meta(description="Why no new round begins; empty if one may.")]
    dealer: Annotated[str, Meta(description="The dealer; empty if nobody deals.")]
    deals: Annotated[
        bool, Meta(description="Whether the caller's lines count: as dealer, or as `stands_in`.")
    ]
    stands_in: Annotated[
        bool,
        Meta(description="Whether the caller may finish the round of a dealer who lost the role."),
    ]
    rulings: Annotated[list[RoundRuling], Meta(description="The rulings the caller may make now.")]
    rule_wagers: Annotated[
        list[WagerRulings], Meta(description="The wagers that the caller may rule on now.")
    ]
    rules_on: Annotated[int, Meta(description="The round that a ruling would apply to.")]
    need: NeedText
    orders: Annotated[
        list[str],
        Meta(description="What was settled or ruled since the dealer's last move, to carry out."),
    ]
    names: dict[str, DeskName]
    ready: list[str]


def dealer_view(
    connection: Connection, running: Running, caller: Caller, unwritten: Sequence[str] = ()
) -> DealerView:
    """The view of a caller who may deal; `unwritten` are entries that have no row yet."""
    caller = rights.check_at(connection, running, caller, "deal")
    check_by_hand(running)
    table, seq = running.record.table, running.record.seq
    written = entries_from(connection, running.id, max(1, seq - _BACK), seq - len(unwritten))
    ordered = _ordered([*written, *unwritten])
    moved = {str(getattr(each, name, "")) for each in ordered for name in ("player", "banker")}
    repeatable = last_bets(connection, running) if isinstance(need(table), BetsNeeded) else ()
    here = players_at(running) | {bet.player for bet in repeatable} | moved - {""}
    known = people.names_of(connection, here)
    names = {player: person.name for player, person in known.items()}
    says, hint = describe_need(table, need(table))
    corrected, dealer = desk_view.correctable(table), known.get(table.dealer)
    stands_in = table.playing and dealer is not None and rights.may_finish(running, caller, dealer)
    may_rule = rights.may_at(running, caller, "rule")
    return DealerView(
        says=with_names(says, names),
        hint=with_names(hint, names),
        pay=[with_names(order, names) for order in desk_view.payments_due(table)],
        corrects=None if corrected is None else str(corrected),
        aside=table.shoe.excess,
        gone=desk_view.cards_gone(table),
        words=[*desk_view.other_words(table), *(["again"] if repeatable else [])],
        choices=desk_view.tie_hands(table),
        round=table.rounds,
        playing=table.playing,
        shoe=desk_view.shoe_of(table),
        bank=desk_view.bank_of(table),
        dealt=[event_text(card) for card in cards_shown(table)] if table.playing else [],
        seats=desk_view.seats_of(table),
        table=running.id,
        seq=seq,
        turn=turn_of(table),
        closed=running.closed_at is not None,
        replaced_by=running.replaced_by,
        paused=running.why_paused,
        dealer=table.dealer,
        deals=table.dealer == caller.player or stands_in,
        stands_in=stands_in,
        rulings=desk_view.rulings(table) if may_rule else [],
        rule_wagers=desk_view.wager_rulings(table) if may_rule else [],
        rules_on=round_to_rule_on(table),
        need=need_text(need(table)),
        orders=[with_names(order, names) for _, order in describe_events(ordered)],
        names={
            player: DeskName(person.name, person.kind == "walk-in")
            for player, person in sorted(known.items())
        },
        ready=sorted(running.ready),
    )


def check_by_hand(running: Running) -> None:
    """Refuse a table that nobody deals by hand."""
    if not running.record.table.options.hand_dealt:
        raise Refused("not-by-hand", "nobody deals by hand at this table: its shoe is electronic")


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text with the names of players in place of their ids."""
    for player, name in names.items():
        text = text.replace(player, name)
    return text


def last_bets(connection: Connection, running: Running) -> tuple[Bet, ...]:
    """The bets of walk-ins in the last round; the last banker's are from the round before it."""
    placed: dict[tuple[str, int], Bet] = {}

    def add(player: str, seat: int, wager: str, amount: int) -> None:
        bet = placed.get((player, seat), Bet(player, seat))
        primary, tie = (amount, bet.tie) if wager == "primary" else (bet.primary, amount)
        placed[player, seat] = Bet(player, seat, primary, tie)

    table = running.record.table
    if table.round is None:
        for row in store_floor.last_bets(connection, running.id):
            add(*row)
    else:  # the table keeps its last round until the next bet; that round may have no rows yet
        placed = {(bet.player, bet.seat): bet for bet in table.round.bets}
    banker = table.bank.last
    if banker:
        for seat, wager, amount in store_floor.last_wagers(connection, running.id, banker):
            add(banker, seat, wager, amount)
    return tuple(bet for bet in placed.values() if kind_of(bet.player) == "walk-in")


def _ordered(texts: Sequence[str]) -> list[Event]:
    """The events since the dealer's last move that the dealer has to carry out.

    A dealer who goes on with the game has carried out the orders before.
    """
    events: list[Event] = []
    for text in reversed(texts):
        entry = json.loads(text)
        if "action" not in entry:
            continue
        action = cast(Action, from_json(entry["action"]))
        if isinstance(action, Pay):
            break
        events[:0] = (cast(Event, from_json(event)) for event in entry["events"])
        if _goes_on(action):
            break
    return [event for event in events if isinstance(event, _ORDERED)]


def _goes_on(action: Action) -> bool:
    """Whether the dealer entered this action, also for a walk-in, and it answers no tie."""
    player = str(getattr(action, "player", ""))
    return not isinstance(action, _ANSWERS) and (not player or kind_of(player) == "walk-in")
