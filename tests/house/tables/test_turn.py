"""The money that moves while a table does everything that follows from one request."""

from itertools import groupby

import pytest
from sqlalchemy import select, update

from casinowar.errors import CasinoWarError
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Bet, Caller, Rule, Sit, Wager, Withdraw
from casinowar.record.ledger import Account, Transfer
from casinowar.store import schema
from casinowar.store.writer.work import Work
from tests.house.tables.test_rounds import operator, played
from tests.support.house.dealer import Console
from tests.support.house.floor import CHIPS, Floor


def whys(house: Floor) -> list[str]:
    """Why money moved, in the order it was written; the same several times in a row once."""
    query = select(schema.transfers.c.why).order_by(schema.transfers.c.id)
    found = house.alone(lambda work: list(work.connection.scalars(query)))
    return [why for why, _ in groupby(found)]


def empty(house: Floor, player: str) -> None:
    """Someone has no chips any more."""
    giver, taker = Account("player", player), Account("player", house.guest(1).player)

    def run(work: Work) -> None:
        work.move([Transfer(giver, taker, work.balance(giver))], "grant")

    house.alone(run)


def test_a_loan_is_written_after_what_the_entries_moved(house: Floor) -> None:
    house.open("washington", bots=2)
    (ann,) = house.seat(1)
    house.wait(3)
    for player in house.table().record.table.players() - {ann.player}:
        empty(house, player)
    house.do(ann, Bet((Wager(1, "primary", 1000),), ready=True))
    assert whys(house)[-3:] == ["grant", "play", "bot"]


def test_what_the_house_covers_is_written_before_what_walk_ins_get(house: Floor) -> None:
    console, guest = Console.open(house, "washington"), house.guest()
    console.say("sit 1 bob")
    house.do(guest, Sit(2))
    console.ready()
    house.do(guest, Bet((Wager(2, "primary", 2000),), ready=True))
    console.say("1=20", "9 9 4", "")
    bob = house.table().record.table.seats[0]
    for player in (bob, guest.player):
        empty(house, player)
    house.do(operator(house), Rule("void", "a wrong card"))
    assert whys(house)[-3:] == ["play", "cover", "walk-in"]
    assert house.chips(guest) == house.chips(Caller(0, bob)) == 0


def test_the_first_card_ends_that_anyone_is_ready(house: Floor) -> None:
    """Where a dealer deals, no more bets need not be said."""
    console, guest = Console.open(house, "washington"), house.guest()
    house.do(guest, Sit(1))
    console.ready()
    house.do(guest, Bet((Wager(1, "primary", 2000),), ready=True))
    assert house.table().ready == {guest.player}
    console.say("9")
    assert house.table().ready == set()


def test_a_wager_beyond_ones_chips_is_refused_with_what_is_missing(house: Floor) -> None:
    house.open("washington")
    (ann,) = house.seat(1, chips=1500)
    house.wait(3)
    wagers = (Wager(1, "primary", 1000), Wager(1, "tie", 1000))
    refusal = house.refused(ann, Bet(wagers))
    assert isinstance(refusal, Refused)
    assert (refusal.kind, refusal.why) == (
        "no-chips",
        "this takes 5.00 more than there are chips for",
    )
    played(house, ann)


def test_a_table_that_lacks_money_is_not_played_on(house: Floor) -> None:
    """Nobody makes that up: something is wrong with the ledger."""
    house.open("washington")
    (ann,) = house.seat(1)
    house.wait(3)
    house.do(ann, Bet((Wager(1, "primary", 1000),)))
    felt = schema.balances.c.account == str(Account("felt", "t1"))
    wrong = update(schema.balances).where(felt).values(amount=900)
    house.alone(lambda work: work.connection.execute(wrong))
    house.restart()
    with pytest.raises(CasinoWarError, match="felt:t1 would be 100 cents below zero"):
        house.do(ann, Withdraw(1, "primary"))
    assert house.chips(ann) == CHIPS - 1000
