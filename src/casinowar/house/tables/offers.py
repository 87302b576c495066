"""What someone may do at a table now: the commands that would be accepted, with their amounts.

The table itself says what is possible (`casinowar.game.table.legal`), the chips what can be paid,
and the player's own limits what they want to. What only these forbid is named with the reason:
nobody is to wonder where the war has gone (ALL-6).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Connection

from casinowar.game import actions
from casinowar.game.needs import BetsNeeded
from casinowar.game.table import Actor, Offer, Table, legal, need
from casinowar.game.table.state import cards_in
from casinowar.house.people import own_limits
from casinowar.house.people.own_limits import Pace, Room, war_is_sure
from casinowar.house.tables.commands import Caller
from casinowar.house.timeouts import uncommitted, waits_for_alone
from casinowar.money import format_money
from casinowar.record import Record
from casinowar.record.ledger import Account
from casinowar.store.queries import money
from casinowar.store.queries import own_limits as store_limits
from casinowar.store.queries.own_limits import NOTHING
from casinowar.store.writer.running import Running

Json = dict[str, Any]


class Purse(NamedTuple):
    """What someone can pay, and how much of it they may."""

    chips: int
    room: Room | None = None
    """For a new wager; `None` is any amount."""
    war: Room | None = None
    """In a round that is open."""


def purse_of(
    connection: Connection, now: int, running: Running, caller: Caller, pace: Pace
) -> Purse:
    """What someone can pay at a table now, and how much of it they may."""
    table, player = running.record.table, caller.player
    chips = money.balance(connection, Account("player", player))
    own = store_limits.own_limits_of(connection, (caller.account,)).get(caller.account, NOTHING)
    if own is NOTHING and not pace.seconds:
        return Purse(chips)
    at = own_limits.At(running.id, pace)
    found = own_limits.state(connection, own, table, player, now, at)
    return Purse(
        chips,
        own_limits.room(found, table, player, now, pace),
        own_limits.room_for_war(found, table, player, now),
    )


class Funds(NamedTuple):
    """What someone can put up at once."""

    chips: int
    room: Room | None

    @property
    def most(self) -> int:
        """What chips and limits allow."""
        return max(0, self.chips if self.room is None else min(self.chips, self.room.most))

    def bounds(self, most: int) -> Json:
        """What keeps someone from putting up as much as the table would take, if anything does."""
        if self.most >= most:
            return {}
        own = self.room is not None and self.room.most < self.chips
        return {"most_by": self.room.kind if own and self.room else "no-chips"}

    def more(self, placed: int, *, twice: bool = False) -> "Funds":
        """The same where so much lies there already; where each cent counts twice, half of it."""
        if self.room is None:
            return Funds(self.chips + placed, None)
        most = (self.room.most // 2 if twice else self.room.most) + placed
        return Funds(self.chips + placed, self.room._replace(most=most))

    def less(self, amount: int) -> "Funds":
        """The same after something else was paid."""
        return self.more(-amount)

    def refuses(self, takes: str, amount: int) -> Json:
        """Why something is not possible, and when it is if that is soon."""
        if self.chips >= amount and self.room is not None:
            soon = {} if self.room.at is None else {"at": self.room.at}
            why = self.room.why(f"{takes} {format_money(amount)}")
            return {"why": why, "kind": self.room.kind, **soon}
        chips = format_money(max(self.chips, 0))
        why = f"{takes} {format_money(amount)}, and there are {chips} in chips"
        return {"why": why, "kind": "no-chips"}


def offers(running: Running, player: str, purse: Purse) -> Json:
    """The commands a player may give now, and what chips or their own limits do not allow."""
    record = running.record
    if running.closed_at is not None:
        return {"offers": [], "withheld": []}
    waits = waits_for_alone(record, player)
    table = _with_shoe(record.table) if waits else record.table
    offered: list[Json] = []
    withheld: list[Json] = []
    for offer in legal(table, Actor("player", player)):
        for command in _command(table, offer, purse):
            (withheld if "why" in command else offered).append(command)
    offered += _ready(record.table, player, running)
    offered += _shuffle(record, player, waits=waits)
    if running.why_paused:
        offered, withheld = _paused(running.why_paused, offered, withheld)
    return {"offers": offered, "withheld": withheld}


_BEGINS = ("sit", "bet", "take-bank", "post-stake")
"""What is not done at a table that is paused."""


def _paused(why: str, offered: list[Json], withheld: list[Json]) -> tuple[list[Json], list[Json]]:
    """The same at a table that is paused: what would begin something is withheld, once a kind."""
    kept = [each for each in withheld if each["command"] not in _BEGINS]
    begins = dict.fromkeys(
        each["command"] for each in (*offered, *withheld) if each["command"] in _BEGINS
    )
    kept += [{"command": command, "why": f"paused: {why}"} for command in begins]
    return [each for each in offered if each["command"] not in _BEGINS], kept


def _with_shoe(table: Table) -> Table:
    """The table as it will be when the next shoe is on it: a lone player's bet brings it."""
    left = cards_in(table.options.decks) - table.options.first_burn
    fresh = table.shoe._replace(stage="ready", left=left, behind=0, seen="", asked=())
    return replace(table, shoe=fresh, burns_owed=0)


def _command(table: Table, offer: Offer, purse: Purse) -> Iterator[Json]:
    funds = Funds(purse.chips, purse.room)
    match offer.action:
        case actions.Sit(_, seat):
            yield {"command": "sit", "seat": seat, **_if_excluded(purse)}
        case actions.Leave(_, seat):
            yield {"command": "leave", "seat": seat}
        case actions.PlaceBet(player, seat, wager):
            own = table.bet(player, seat)
            placed = 0 if own is None else own.primary if wager == "primary" else own.tie
            twice = wager == "primary" and war_is_sure(table.rules)
            bet = {"command": "bet", "seat": seat, "wager": wager}
            yield _paid(bet, offer, funds.more(placed, twice=twice), "amount")
        case actions.WithdrawBet(_, seat, wager):
            yield {"command": "withdraw", "seat": seat, "wager": wager}
        case actions.TakeBank():
            yield {"command": "take-bank"}
        case actions.PostStake():
            yield _paid({"command": "post-stake"}, offer, funds, "amount")
        case actions.DeclineBank():
            yield {"command": "decline"}
        case actions.GiveUpBank():
            yield {"command": "give-up-bank"}
        case actions.Surrender(_, seat):
            yield {"command": "choose", "choice": "surrender", "seat": seat}
        case actions.GoToWar(player, seat, tie):
            for_war = Funds(purse.chips, purse.war)
            yield _war(table, player, seat, offer, for_war, with_tie=bool(tie))
        case _:  # the dealer makes the cuts that were committed to
            pass


def _if_excluded(purse: Purse) -> Json:
    """Why someone may not even sit down."""
    room = purse.room
    if room is None or room.kind != "excluded":
        return {}
    return {"why": room.says, "kind": room.kind}


def _war(
    table: Table, player: str, seat: int, offer: Offer, funds: Funds, *, with_tie: bool
) -> Json:
    assert table.round is not None, "war is offered in a round"
    primary = sum(bet.primary for bet in table.round.bets_at(seat) if bet.player == player)
    command = {"command": "choose", "choice": "war", "seat": seat, "costs": primary}
    if not with_tie:
        if funds.most < primary:
            command |= funds.refuses("war takes", primary)
        return command
    command = _paid(command, offer, funds.less(primary), "tie")
    if "why" in command:
        command |= funds.refuses("this takes at least", primary + offer.least)
    return command


def _paid(command: Json, offer: Offer, funds: Funds, field: str) -> Json:
    """A command with an amount: within what is allowed, and what can be paid."""
    amounts = [amount for amount in offer.amounts if amount <= funds.most]
    bounds = {"field": field, "least": offer.least, "most": min(offer.most, funds.most)}
    command |= {**bounds, "amounts": amounts} if offer.amounts else bounds
    command |= funds.bounds(offer.most)
    if offer.least > funds.most:
        command |= funds.refuses("this takes at least", offer.least)
        command["most"] = offer.most
    return command


def _ready(table: Table, player: str, running: Running) -> Iterator[Json]:
    seated = player in table.seats and player != table.bank.player
    betting = any(bet.player == player for bet in table.bets)
    if isinstance(need(table), BetsNeeded) and (seated or betting) and player not in running.ready:
        yield {"command": "ready"}


def _shuffle(record: Record, player: str, *, waits: bool) -> Iterator[Json]:
    coming = record.coming
    if coming is None:
        return
    most = coming.ceremony.terms.cards - 1
    if player in uncommitted(record):
        for seat in record.table.seats_of(player):
            yield {"command": "commit", "seat": seat, "shoe": coming.shoe}
    for seat in coming.ceremony.awaited if coming.ceremony.is_closed else ():
        if coming.player_at(seat) == player:
            yield {"command": "reveal", "seat": seat, "shoe": coming.shoe}
    if waits:
        yield {"command": "cut", "least": 1, "most": most, "shoe": coming.shoe}
