"""The money of a table, given what the rules would never let happen."""

from dataclasses import replace

import pytest

from casinowar.audit import Auditor
from casinowar.audit.money import MoneyCheck
from casinowar.errors import WrongEntry
from casinowar.game.events import BetPlaced, WagerReturned, WarDeclared
from casinowar.record import begin
from casinowar.record.ledger import HOUSE, Account
from tests.support.game.california import banked
from tests.support.game.table import Game, tie_hand


def test_money_outside_the_limits_is_found() -> None:
    game = Game("washington")
    money = MoneyCheck("t1")
    for event, error in (
        (BetPlaced("ann", 1, "primary", 100), "a primary wager of 1.00, below the minimum of 5.00"),
        (BetPlaced("ann", 1, "primary", 50_100), "a primary wager of 501.00, above the maximum"),
        (BetPlaced("ann", 1, "tie", 550), "a tie wager of 5.50, where wagers are multiples of"),
    ):
        with pytest.raises(WrongEntry) as found:
            money.hear(4, [event], game.table)
        assert str(found.value).startswith(f"entry 4: {error}")


def test_a_war_tie_wager_has_limits_only_where_it_is_free() -> None:
    war = WarDeclared("ann", 1, 500, 20_000_000)
    california = banked(5_000, "ann", "bob")
    california.bet("ann", primary=500)
    california.deal("9h 9c")
    with pytest.raises(WrongEntry, match=r"entry 4: a tie wager of 200,000.00, above the maximum"):
        MoneyCheck("t1").hear(4, [war], california.table)
    MoneyCheck("t1").hear(4, [replace(war, war_tie=0)], california.table)
    MoneyCheck("t1").hear(4, [war], tie_hand("online").table)


def test_money_that_is_left_over_is_found() -> None:
    game = Game("washington")
    bet = BetPlaced("ann", 1, "primary", 500)
    with pytest.raises(WrongEntry, match=r"entry 4: the table holds 5.00 between rounds, not 0"):
        MoneyCheck("t1").hear(4, [bet], game.table)
    with pytest.raises(WrongEntry, match="entry 4: more money left the table than was on it"):
        MoneyCheck("t1").hear(4, [WagerReturned("ann", 1, "primary", 5, "void")], game.table)
    playing = tie_hand("washington").table
    MoneyCheck("t1").hear(4, [bet], playing)


def test_what_was_heard_is_counted() -> None:
    money, playing = MoneyCheck("t1"), tie_hand("washington").table
    assert (money.transfers, money.wagers, money.settled) == (0, 0, 0)
    bet = BetPlaced("ann", 1, "primary", 500)
    money.hear(4, [bet], playing)
    assert (money.transfers, money.wagers, money.settled) == (1, 1, 0)
    money.hear(5, [bet, WagerReturned("ann", 1, "primary", 500, "void")], playing)
    assert (money.transfers, money.wagers, money.settled) == (3, 2, 1)


def test_money_that_was_made_is_found() -> None:
    money = MoneyCheck("t1")
    money.balances[Account("player", "eve")] = 1
    with pytest.raises(WrongEntry, match="entry 4: the accounts do not sum to 0"):
        money.hear(4, [BetPlaced("ann", 1, "primary", 500)], tie_hand("washington").table)


def test_the_house_has_no_part_where_a_player_banks() -> None:
    money = MoneyCheck("t1")
    money.balances.update({HOUSE: 1, Account("player", "eve"): -1})
    table = banked(5_000, "ann").table
    with pytest.raises(WrongEntry, match="entry 4: the house won or lost money in a game that"):
        money.hear(4, [BetPlaced("ann", 1, "primary", 500)], table)


def test_what_lies_on_the_table_where_an_audit_begins_is_known() -> None:
    table = banked(5_000, "ann").table
    begun = begin("t1", table.rules, table.options).record._replace(table=table)
    stake = {Account("stake", "t1"): 5_000, Account("player", table.bank.player): -5_000}
    assert Auditor(begun).money.balances == stake


def test_a_stake_that_is_not_posted_is_found() -> None:
    money = MoneyCheck("t1")
    table = banked(5_000, "ann").table
    money.begin(table)
    assert money.balances[Account("stake", "t1")] == 5_000
    other = replace(table, bank=table.bank._replace(stake=4_000))
    with pytest.raises(WrongEntry, match=r"entry 4: the table holds 5.00 between rounds, not"):
        money.hear(4, [BetPlaced("ann", 1, "primary", 500)], other)
    table_with_bet = banked(5_000, "ann")
    table_with_bet.bet("ann", primary=500)
    stake_short = replace(
        table_with_bet.table, bank=table_with_bet.table.bank._replace(stake=4_000)
    )
    again = MoneyCheck("t1")
    again.begin(table)
    with pytest.raises(WrongEntry, match=r"the table holds 50.00 between rounds, not 40.00"):
        again.hear(4, [BetPlaced("ann", 1, "primary", 500)], stake_short)
