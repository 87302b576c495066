"""What someone may do at a table now: the commands that would be accepted, with their amounts.

The table itself says what is possible (`casinowar.table.legal`), and the chips what can be paid.
What only the chips forbid is named with the reason: nobody is to wonder where the war has gone
(ALL-6).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from casinowar import actions
from casinowar.house.timing import uncommitted, waits_for_alone
from casinowar.money import format_money
from casinowar.needs import BetsNeeded
from casinowar.record import Record
from casinowar.store.running import Running
from casinowar.table import Actor, Offer, Table, legal, need
from casinowar.table.state import cards_in

Json = dict[str, Any]


def offers(running: Running, player: str, chips: int) -> Json:
    """The commands a player may give now, and what is not offered for want of chips."""
    record = running.record
    if running.closed_at is not None:
        return {"offers": [], "withheld": []}
    waits = waits_for_alone(record, player)
    table = _with_shoe(record.table) if waits else record.table
    offered: list[Json] = []
    withheld: list[Json] = []
    for offer in legal(table, Actor("player", player)):
        for command in _command(table, offer, chips):
            (withheld if "why" in command else offered).append(command)
    offered += _ready(record.table, player, running)
    offered += _shuffle(record, player, waits=waits)
    return {"offers": offered, "withheld": withheld}


def _with_shoe(table: Table) -> Table:
    """The table as it will be when the next shoe is on it: a lone player's bet brings it."""
    left = cards_in(table.options.decks) - table.options.first_burn
    fresh = table.shoe._replace(stage="ready", left=left, behind=0, seen="", asked=())
    return replace(table, shoe=fresh, burns_owed=0)


def _command(table: Table, offer: Offer, chips: int) -> Iterator[Json]:
    match offer.action:
        case actions.Sit(_, seat):
            yield {"command": "sit", "seat": seat}
        case actions.Leave(_, seat):
            yield {"command": "leave", "seat": seat}
        case actions.PlaceBet(player, seat, wager):
            own = table.bet(player, seat)
            placed = 0 if own is None else own.primary if wager == "primary" else own.tie
            yield _paid(
                {"command": "bet", "seat": seat, "wager": wager}, offer, chips + placed, "amount"
            )
        case actions.WithdrawBet(_, seat, wager):
            yield {"command": "withdraw", "seat": seat, "wager": wager}
        case actions.TakeBank():
            yield {"command": "take-bank"}
        case actions.PostStake():
            yield _paid({"command": "post-stake"}, offer, chips, "amount")
        case actions.DeclineBank():
            yield {"command": "decline"}
        case actions.GiveUpBank():
            yield {"command": "give-up-bank"}
        case actions.Surrender(_, seat):
            yield {"command": "choose", "choice": "surrender", "seat": seat}
        case actions.GoToWar(player, seat, tie):
            yield _war(table, player, seat, offer, chips, with_tie=bool(tie))
        case _:  # the dealer makes the cuts that were committed to
            pass


def _war(table: Table, player: str, seat: int, offer: Offer, chips: int, *, with_tie: bool) -> Json:
    assert table.round is not None, "war is offered in a round"
    primary = sum(bet.primary for bet in table.round.bets_at(seat) if bet.player == player)
    command = {"command": "choose", "choice": "war", "seat": seat, "costs": primary}
    if not with_tie:
        if chips < primary:
            command["why"] = _short("war takes", primary, chips)
        return command
    return _paid(command, offer, chips - primary, "tie")


def _paid(command: Json, offer: Offer, chips: int, field: str) -> Json:
    """A command with an amount: within what is allowed, and what can be paid."""
    amounts = [amount for amount in offer.amounts if amount <= chips]
    bounds = {"field": field, "least": offer.least, "most": min(offer.most, max(chips, 0))}
    command |= {**bounds, "amounts": amounts} if offer.amounts else bounds
    if offer.least > chips:
        command["why"] = _short("this takes at least", offer.least, max(chips, 0))
        command["most"] = offer.most
    return command


def _short(takes: str, amount: int, chips: int) -> str:
    return f"{takes} {format_money(amount)}, and there are {format_money(chips)} in chips"


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
