"""Offers: the commands that a table would accept from a player now, with their amounts.

The table says what is possible (`casinowar.game.table.legal`), the player's chips what they can
pay, and their own limits what they want to pay. A command that only chips or limits forbid is
withheld with the reason, so that nobody wonders why war is missing (ALL-6).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET, Meta, UnsetType, structs
from sqlalchemy import Connection

from casinowar.game import actions
from casinowar.game.needs import BetsNeeded
from casinowar.game.table import Actor, Offer, Table, legal, need
from casinowar.game.table.state import cards_in
from casinowar.house.messages import Cents, Message, Milliseconds, NeedText
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
from casinowar.store.writer.work import Work

Shortage = Literal["no-chips", "own-limit", "excluded", "too-soon"]
"""Why a player cannot put up an amount that the table would accept."""

Least = Annotated[
    int, Meta(description="The least that `field` may be, in whole cents; of `cut` in cards.")
]
Most = Annotated[
    int, Meta(description="The most that `field` may be, in whole cents; of `cut` in cards.")
]


class Purse(NamedTuple):
    """What a player can pay, and how much of it they may."""

    chips: int
    room: Room | None = None
    """For a new wager; `None` means any amount."""
    war: Room | None = None
    """For a war in the round under way."""


def purse_of(
    connection: Connection, now: int, running: Running, caller: Caller, pace: Pace
) -> Purse:
    """What a player can pay at a table now, and how much of it they may."""
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


def purse_in(work: Work, running: Running, caller: Caller, pace: Pace) -> Purse:
    """The same within a job, including what the job itself has moved."""
    table, player = running.record.table, caller.player
    chips = work.balance(Account("player", player))
    if own_limits.is_free(work.own(caller.account), pace):
        return Purse(chips)
    at = own_limits.At(running.id, pace)
    found = own_limits.state_of(work, table, caller.account, player, at)
    return Purse(
        chips,
        own_limits.room(found, table, player, work.now, pace),
        own_limits.room_for_war(found, table, player, work.now),
    )


class Funds(NamedTuple):
    """What a player can put up at once."""

    chips: int
    room: Room | None

    @property
    def most(self) -> int:
        """The most that chips and limits allow."""
        return max(0, self.chips if self.room is None else min(self.chips, self.room.most))

    def short_of(self, most: int) -> "Shortage | UnsetType":
        """Why a player cannot put up as much as the table would accept, if they cannot."""
        if self.most >= most:
            return UNSET
        if self.room is not None and self.room.most < self.chips:
            return self.room.kind
        return "no-chips"

    def more(self, placed: int, *, twice: bool = False) -> "Funds":
        """The same if so much is placed already; half of it if each cent counts twice."""
        if self.room is None:
            return Funds(self.chips + placed, None)
        most = (self.room.most // 2 if twice else self.room.most) + placed
        return Funds(self.chips + placed, self.room._replace(most=most))

    def less(self, amount: int) -> "Funds":
        """The same after paying something else."""
        return self.more(-amount)

    def withhold(self, command: "OfferedCommand", takes: str, amount: int) -> "WithheldCommand":
        """The command with the reason why it is not possible, and when it will be if soon."""
        if self.chips >= amount and self.room is not None:
            why = self.room.why(f"{takes} {format_money(amount)}")
            return _withheld(command, why, self.room.kind, self.room.at)
        chips = format_money(max(self.chips, 0))
        why = f"{takes} {format_money(amount)}, and there are {chips} in chips"
        return _withheld(command, why, "no-chips")


class OfferedCommand(Message, frozen=True, omit_defaults=True):
    """A command that would be accepted, with the fields of its body.

    `field` is the field to choose: from `least` to `most`, or one of `amounts`. If the table would
    accept more, `most_by` says what limits it.
    """

    command: str
    choice: Literal["surrender", "war"] | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    wager: Literal["primary", "tie"] | UnsetType = UNSET
    costs: Cents | UnsetType = UNSET
    field: Literal["amount", "tie"] | UnsetType = UNSET
    least: Least | UnsetType = UNSET
    most: Most | UnsetType = UNSET
    amounts: list[Cents] | UnsetType = UNSET
    most_by: Shortage | UnsetType = UNSET
    shoe: str | UnsetType = UNSET


class WithheldCommand(OfferedCommand, frozen=True, omit_defaults=True, kw_only=True):
    """A command that only chips, the player's own limits or a pause forbid, with the reason."""

    why: str
    kind: Shortage | UnsetType = UNSET
    at: Milliseconds | UnsetType = UNSET


class Choices(NamedTuple):
    """What a player may do now, and what they could do with more chips or other limits."""

    offers: list[OfferedCommand]
    withheld: list[WithheldCommand]


class Offers(Message, frozen=True):
    """The same, with what the table waits for."""

    offers: list[OfferedCommand]
    withheld: list[WithheldCommand]
    need: NeedText


def offers(running: Running, player: str, purse: Purse) -> Choices:
    """The commands a player may give now, and those that chips or own limits forbid."""
    record = running.record
    if running.closed_at is not None:
        return Choices([], [])
    waits = waits_for_alone(record, player, running.away)
    table = _with_shoe(record.table) if waits else record.table
    offered: list[OfferedCommand] = []
    withheld: list[WithheldCommand] = []
    funds = Funds(purse.chips, purse.room)
    for offer in legal(table, Actor("player", player)):
        command = _command(table, offer, purse, funds)
        if isinstance(command, WithheldCommand):
            withheld.append(command)
        elif command is not None:
            offered.append(command)
    offered += _ready(record.table, player, running)
    offered += _shuffle(record, player, waits=waits)
    if running.why_paused:
        return _paused(running.why_paused, offered, withheld)
    return Choices(offered, withheld)


_BEGINS = ("sit", "bet", "take-bank", "post-stake")
"""The commands that are refused at a paused table."""


def _paused(why: str, offered: list[OfferedCommand], withheld: list[WithheldCommand]) -> Choices:
    """The same at a paused table: such commands are withheld, each once."""
    kept = [each for each in withheld if each.command not in _BEGINS]
    begins = dict.fromkeys(
        each.command for each in (*offered, *withheld) if each.command in _BEGINS
    )
    kept += [WithheldCommand(command, why=f"paused: {why}") for command in begins]
    return Choices([each for each in offered if each.command not in _BEGINS], kept)


def _with_shoe(table: Table) -> Table:
    """The table with the next shoe on it, which a lone player's bet will bring."""
    left = cards_in(table.options.decks) - table.options.first_burn
    fresh = table.shoe._replace(stage="ready", left=left, behind=0, seen="", asked=())
    return replace(table, shoe=fresh, burns_owed=0)


def _command(table: Table, offer: Offer, purse: Purse, funds: Funds) -> OfferedCommand | None:
    match offer.action:
        case actions.Sit(seat=seat):
            return _sit(seat, purse.room)
        case actions.Leave(seat=seat):
            return OfferedCommand("leave", seat=seat)
        case actions.PlaceBet(player, seat, wager):
            own = table.bet(player, seat)
            placed = 0 if own is None else own.primary if wager == "primary" else own.tie
            twice = wager == "primary" and war_is_sure(table.rules)
            if placed or twice:
                funds = funds.more(placed, twice=twice)
            return _paid(OfferedCommand("bet", seat=seat, wager=wager), offer, funds, "amount")
        case actions.WithdrawBet(_, seat, wager):
            return OfferedCommand("withdraw", seat=seat, wager=wager)
        case actions.TakeBank():
            return OfferedCommand("take-bank")
        case actions.PostStake():
            return _paid(OfferedCommand("post-stake"), offer, funds, "amount")
        case actions.DeclineBank():
            return OfferedCommand("decline")
        case actions.GiveUpBank():
            return OfferedCommand("give-up-bank")
        case actions.Surrender(_, seat):
            return OfferedCommand("choose", choice="surrender", seat=seat)
        case actions.GoToWar(player, seat, tie):
            for_war = Funds(purse.chips, purse.war)
            return _war(table, player, seat, offer, for_war, with_tie=bool(tie))
        case _:  # the electronic dealer makes the cuts that players committed to
            return None


def _withheld(
    command: OfferedCommand, why: str, kind: Shortage, at: int | None = None
) -> WithheldCommand:
    soon = UNSET if at is None else at
    return WithheldCommand(**structs.asdict(command), why=why, kind=kind, at=soon)


def _sit(seat: int, room: Room | None) -> OfferedCommand:
    """A seat to take; withheld from players who excluded themselves."""
    sit = OfferedCommand("sit", seat=seat)
    if room is None or room.kind != "excluded":
        return sit
    return _withheld(sit, room.says, room.kind)


def _war(
    table: Table, player: str, seat: int, offer: Offer, funds: Funds, *, with_tie: bool
) -> OfferedCommand:
    assert table.round is not None, "war is offered in a round"
    primary = sum(bet.primary for bet in table.round.bets_at(seat) if bet.player == player)
    costs = 0 if table.rules.war_needs_no_chips else primary
    command = OfferedCommand("choose", choice="war", seat=seat, costs=costs)
    if not with_tie:
        if funds.most < costs:
            return funds.withhold(command, "war takes", costs)
        return command
    return _paid(command, offer, funds.less(costs), "tie", beside=costs)


def _paid(
    command: OfferedCommand,
    offer: Offer,
    funds: Funds,
    field: Literal["amount", "tie"],
    beside: int = 0,
) -> OfferedCommand:
    """A command with an amount, within what the table allows and the player can pay.

    `beside` is what the command costs in any case; the funds are without it already.
    """
    amounts = [amount for amount in offer.amounts if amount <= funds.most]
    is_enough = offer.least <= funds.most
    bounded = structs.replace(
        command,
        field=field,
        least=offer.least,
        most=min(offer.most, funds.most) if is_enough else offer.most,
        amounts=amounts if offer.amounts else UNSET,
        most_by=funds.short_of(offer.most),
    )
    if is_enough:
        return bounded
    return funds.more(beside).withhold(bounded, "this takes at least", beside + offer.least)


def _ready(table: Table, player: str, running: Running) -> Iterator[OfferedCommand]:
    seated = player in table.seats and player != table.bank.player
    betting = any(bet.player == player for bet in table.bets)
    if isinstance(need(table), BetsNeeded) and (seated or betting) and player not in running.ready:
        yield OfferedCommand("ready")


def _shuffle(record: Record, player: str, *, waits: bool) -> Iterator[OfferedCommand]:
    coming = record.coming
    if coming is None:
        return
    if player in uncommitted(record):
        for seat in record.table.seats_of(player):
            yield OfferedCommand("commit", seat=seat, shoe=coming.shoe)
    for seat in coming.ceremony.awaited if coming.ceremony.is_closed else ():
        if coming.player_at(seat) == player:
            yield OfferedCommand("reveal", seat=seat, shoe=coming.shoe)
    if waits:
        most = coming.ceremony.terms.cards - 1
        yield OfferedCommand("cut", least=1, most=most, shoe=coming.shoe)
