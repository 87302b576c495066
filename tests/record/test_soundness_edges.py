"""States at the edge of what a table can be in: the last that is read, and the next that is not."""

from dataclasses import replace
from typing import Any

import pytest

from casinowar.cards import DECK_SIZE
from casinowar.errors import RecordError
from casinowar.game import actions
from casinowar.game.table import Table
from casinowar.record.state import read_table, write_table
from casinowar.rules.model import Limit
from tests.support.game.california import banked
from tests.support.game.table import NOON, Game


def read(table: Table, **parts: dict[str, Any]) -> Table:
    """A table written and read back, with some fields of its parts changed in between."""
    state = write_table(table)
    for name, fields in parts.items():
        state[name] |= fields
    return read_table(table.rules, table.options, state)


def test_one_player_may_have_the_one_seat_of_a_solo_game() -> None:
    game = Game("online", seats=1)
    game.sit("ann")
    assert read(game.table) == game.table


def test_a_card_drawn_in_excess_has_left_the_shoe_unseen() -> None:
    game = Game("fun-casino", hand_dealt=True)
    game.sit("ann")
    game.bet("ann", primary=1_000)
    game.deal("9h Kd")
    size, seen = game.table.options.decks * DECK_SIZE, len(game.table.shoe.seen.split())
    enough = {"left": size - seen - 1, "excess": 1}
    assert read(game.table, shoe=enough).shoe.excess == 1
    with pytest.raises(RecordError, match="state: the numbers of cards do not add up"):
        read(game.table, shoe=enough | {"left": size - seen})


def test_cards_stay_in_a_shoe_until_its_cut_card_is_placed() -> None:
    game = Game("fun-casino")
    game.sit("ann")
    game.do(actions.NewShoe(1), actions.CutDeck("ann", 100))
    assert game.table.shoe.stage == "cut card"
    assert read(game.table) == game.table
    with pytest.raises(RecordError, match="state: cards have left a shoe that is not cut"):
        read(game.table, shoe={"left": game.table.shoe.left - 1})


def test_the_lowest_stake_is_the_lowest_wager() -> None:
    table = banked(5_000, "ann").table
    least = table.options.primary.least
    assert read(table, bank={"stake": least}).bank.stake == least
    with pytest.raises(RecordError, match="state: the stake is too low"):
        read(table, bank={"stake": least - 1})


def test_a_bet_behind_a_tie_wager_alone_is_not_read() -> None:
    """Where a tie wager may stand alone, a bet behind the seat still needs a primary there."""
    game = banked(9_000, "ann")
    game.bet("ann", primary=1_000, tie=500)
    game.bet("eve", seat=1, primary=1_000)
    alone = replace(game.rules, bets=replace(game.rules.bets, tie="alone too"))
    table = replace(game.table, rules=alone)
    assert read(table) == table
    without = (replace(table.bets[0], primary=0), *table.bets[1:])
    with pytest.raises(RecordError, match="state: eve cannot bet at seat 1"):
        read(replace(table, bets=without))


def test_a_round_that_a_player_banks_has_a_stake() -> None:
    game = banked(5_000, "ann")
    game.bet("ann", primary=1_000)
    game.deal("9h Kd")
    assert not game.table.playing
    state = write_table(game.table)
    del state["round"]["stake"]
    with pytest.raises(RecordError, match="a round needs the banker's stake"):
        read_table(game.rules, game.table.options, state)


def test_no_round_is_played_against_a_stake_of_nothing() -> None:
    game = banked(5_000, "ann")
    game.bet("ann", primary=1_000)
    game.deal("9h 9c")
    assert read(game.table) == game.table
    with pytest.raises(RecordError, match="the banker's stake differs from the round's"):
        read(game.table, bank={"stake": 0}, round={"stake": 0, "history": []})


def in_cents(table: Table) -> Table:
    """The same table where every wager of a cent or more is accepted."""
    limits = replace(table.rules.limits, unit=1)
    options = replace(table.options, primary=Limit(1, 50_000), tie=Limit(1, 50_000))
    return replace(table, rules=replace(table.rules, limits=limits), options=options)


def test_a_stake_of_one_cent_covers_a_bet_and_its_round() -> None:
    game = banked(5_000, "ann")
    game.bet("ann", primary=1_000)
    table = in_cents(game.table)
    assert read(table, bank={"stake": 1}).bank.stake == 1
    game.do(actions.CloseBets(NOON))
    table = in_cents(game.table)
    assert read(table, bank={"stake": 1}, round={"stake": 1}).playing


def test_a_tie_wager_of_one_cent_may_stand_alone() -> None:
    game = Game("fun-casino")
    game.sit("ann")
    game.bet("ann", tie=500)
    table = in_cents(game.table)
    cent = replace(table, bets=(replace(table.bets[0], tie=1),))
    assert read(cent) == cent
