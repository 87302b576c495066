"""A state that no table can be in is refused; one that is read can be played from."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import CasinoWarError, RecordError
from casinowar.game import actions
from casinowar.game.table import Table, open_table, step
from casinowar.record.codec.canonical import canonical, read_object
from casinowar.record.state import read_table, write_table
from casinowar.rules.model import RuleSet
from tests.support.examples import percent
from tests.support.game.california import banked
from tests.support.game.playthrough import built_in
from tests.support.game.table import Game, rules_of, tie_hand
from tests.support.game.walk import Walk
from tests.support.record.small_house import House

seeds = st.integers(0, 2**32)


def again(table: Table) -> Table:
    """A table written, hashed as text, and read back."""
    text = canonical(write_table(table))
    return read_table(table.rules, table.options, read_object(text))


Change = Callable[[dict[str, Any]], object]


def at_rest(name: str = "fun-casino", **options: Any) -> Game:
    """Three people, a shoe, one round over."""
    game = Game(name, **options)
    game.sit("ann", "bob", "cy")
    if name == "california":
        game.bank("cy", 5_000)
    game.bet("ann", primary=1_000)
    game.deal("9h Kd")
    if options.get("hand_dealt"):
        game.do(actions.Pay())
    return game


def refusal(table: Table, change: Change) -> str:
    state = read_object(canonical(write_table(table)))
    change(state)
    with pytest.raises(RecordError) as refused:
        read_table(table.rules, table.options, state)
    return str(refused.value)


def put(path: str, value: object) -> Change:
    """Sets a field of a state, by its dotted path; numbers count into lists."""

    def change(state: Any) -> None:
        *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        for parent in parents:
            state = state[parent]
        state[last] = value

    return change


@pytest.mark.parametrize(
    "path, value, error",
    [
        ("seats", ["ann"], "state: this table has 7 seats"),
        ("seats.0", "a b", "state: someone has no name"),
        ("honoured", ["?"], "state: someone has no name"),
        ("dealer", "?", "state: the dealer has no name"),
        ("dealer", "dee", "state: this table is not hand-dealt"),
        ("leaving", [4], "state: nobody can leave a seat that is empty"),
        ("leaving", [8], "state: nobody can leave a seat that is empty"),
        ("leaving", [0], "state: nobody can leave a seat that is empty"),
        ("leaving", [1, 1], "state: nobody can leave a seat that is empty, or leave it twice"),
        (
            "shoe.seen",
            "9h Kd",
            "state: shoe.seen is not written as cards, each with a space after it",
        ),
        ("shoe.seen", "9h  Kd ", "state.shoe.seen: '' is not a card"),
        ("shoe.seen", "9x ", "state.shoe.seen: '9x' is not a card"),
        ("shoe.number", -1, "state: the shoe has no number"),
        ("shoe.number", 0, "state: the shoe's batch does not exist"),
        ("shoe.batch", 2, "state: the shoe's batch does not exist"),
        ("shoe.batch", 0, "state: the shoe's batch does not exist"),
        ("shoe.left", -1, "state: the numbers of cards do not add up"),
        ("shoe.left", 311, "state: the numbers of cards do not add up"),
        ("shoe.excess", -1, "state: the numbers of cards do not add up"),
        ("shoe.excess", 1, "state: no excess card can be drawn here"),
        ("shoe.behind", 31, "state: the cut card is out of its place"),
        ("shoe.behind", 0, "state: the cut card is out of its place"),
        ("shoe.stage", "cut card", "state: the cut card is out of its place"),
        ("shoe.asked", [1], "state: the shoe is cut already"),
        ("shoe.asked", [5], "state: nobody can be asked to cut at an empty seat"),
        ("shoe.cutter", 8, "state: the last cutter has no seat"),
        ("shoe.cutter", -1, "state: the last cutter has no seat"),
        ("burns_owed", 1, "state: no dealer owes this many burns"),
        ("burns_owed", -1, "state: no dealer owes this many burns"),
        ("bank.rounds", 1, "state: no player banks here"),
        ("banked_before.rounds", 1, "state: no player banks here"),
        ("bets", [{"player": "ann", "seat": 1, "primary": 500, "tie": 0}], "before the first bet"),
        ("betting", 1, "state: bets are placed while a round is on the table"),
        ("rounds", 0, "state: there is a round, so rounds must be above 0"),
        ("began_at", -1, "state: began_at must not be below 0"),
        ("round.bets.0.player", "?", "state: someone has no name"),
        ("round.bets.0.seat", 8, "state: a wager is at a seat that does not exist"),
        (
            "round.bets.0.primary",
            0,
            "state: no table can be in this state: ann at seat 1 needs a primary",
        ),
        ("round.stake", 5, "state: no table can be in this state: the house banks here"),
        (
            "round.history",
            [{"type": "pay"}],
            "state.round.history holds an action that is not part of a round",
        ),
        ("round.history", [{"type": "burn", "count": 1}], "state: no table can be in this state: "),
        ("round.history", [{"type": "x"}], "state: no table can be in this state: type: 'x'"),
        ("round.history", [5], "state.round.history: 5 is not an object"),
        ("before_card", 0, "state: this table is not hand-dealt"),
        ("before_card", 2, "state.before_card must be less than the number of actions"),
        ("held", "9h", "state: this table is not hand-dealt"),
        ("shown", "9h", "state: this table is not hand-dealt"),
        ("ruled", 2, "state.ruled: 2 is not 0 or 1"),
        ("shoe.stage", "empty", "state.shoe.stage: 'empty' is not one of 'spent'"),
    ],
)
def test_a_state_that_no_table_can_be_in_is_refused(path: str, value: object, error: str) -> None:
    assert error in refusal(at_rest().table, put(path, value))


@pytest.mark.parametrize(
    "seen, is_right",
    [("9h " * 6, True), ("9h " * 7, False), ("9 " * 24, True), ("9 " * 25, False)],
)
def test_no_card_is_seen_more_often_than_it_is_in_the_shoe(seen: str, is_right: bool) -> None:
    table = at_rest().table
    shoe = table.shoe._replace(left=100, seen=seen)
    if is_right:
        assert again(replace(table, shoe=shoe)).shoe == shoe
    else:
        wrong = "state: a card was seen more often than it is in the shoe"
        assert refusal(replace(table, shoe=shoe), put("ruled", 0)) == wrong


def drop_round(state: dict[str, Any]) -> None:
    del state["round"]
    state["before_card"] = 1


def test_no_card_is_corrected_without_a_round() -> None:
    wrong = "state.before_card needs a round, but there is none"
    assert refusal(at_rest().table, drop_round) == wrong


@pytest.mark.parametrize(
    "path, value, error",
    [
        ("seats.3", "ann", "state: someone has two seats: one seat a player here"),
        ("bank.seat", 9, "state: the bank's seat does not exist"),
        ("bank.seat", -1, "state: the bank's seat does not exist"),
        ("bank.seat", 1, "state: the banker does not sit where the bank is"),
        ("bank.stake", -1, "state: the banker's stake is not an amount"),
        ("bank.stake", 10**14, "state: the banker's stake is not an amount"),
        ("bank.stake", 100, "state: the stake is too low"),
        ("bank.player", "", "state: a stake is posted, but nobody banks"),
        ("bank.offers", ["eve"], "state: the bank is offered to people without a seat"),
        ("bank.offers", ["ann"], "state: the bank is offered while someone has it"),
        ("bank.went_round", 1, "state: the bank is offered or held, so went_round must be 0"),
        ("bank.rounds", 3, "state: a player banks at most 2 rounds in a row"),
        ("bank.rounds", -1, "state: a player banks at most 2 rounds in a row"),
        (
            "bank.rounds",
            0,
            "state: banked rounds need a banker, and a last banker needs banked rounds",
        ),
        ("bank.last", "?", "state: the last banker has no name"),
        ("banked_before.rounds", 3, "state: a player banks at most 2 rounds in a row"),
        (
            "banked_before.rounds",
            1,
            "state: banked rounds need a banker, and a last banker needs banked rounds",
        ),
        (
            "banked_before.last",
            "ann",
            "state: banked rounds need a banker, and a last banker needs banked rounds",
        ),
        ("burns_owed", 1, "state: this table has no dealer to relieve"),
        ("burns_owed", 2, "state: no dealer owes this many burns"),
    ],
)
def test_a_bank_that_cannot_be_is_refused(path: str, value: object, error: str) -> None:
    game = at_rest("california")
    game.do(actions.PostStake("cy", 4_000))
    assert error in refusal(game.table, put(path, value))


def test_nobody_is_offered_the_bank_twice() -> None:
    game = Game("california")
    game.sit("ann", "bob", "cy")
    game.prepare_shoe()
    twice = put("bank.offers", ["ann", "bob", "ann"])
    assert refusal(game.table, twice) == "state: the bank is offered to someone twice"
    both = put("bank.went_round", 1)
    assert (
        refusal(game.table, both) == "state: the bank is offered or held, so went_round must be 0"
    )


def betting(name: str = "fun-casino") -> Game:
    """Two bets on the felt: ann's own, and eve's behind her where that is allowed."""
    game = Game(name)
    game.sit("ann", "bob", "cy")
    if name == "california":
        game.bank("cy", 5_000)
    game.bet("ann", primary=1_000, tie=500)
    game.bet("bob", primary=1_000)
    if name == "california":
        game.bet("eve", seat=1, primary=1_000)
    return game


@pytest.mark.parametrize(
    "path, value, error",
    [
        ("bets.0.seat", 2, "state: ann cannot bet at seat 2"),
        ("bets.0.seat", 0, "state: a bet is at a seat that does not exist"),
        ("bets.0.seat", 8, "state: a bet is at a seat that does not exist"),
        ("bets.0.seat", 4, "state: ann cannot bet at seat 4"),
        ("bets.0.player", "eve", "state: eve cannot bet at seat 1"),
        ("bets.0.player", "?", "state: someone has no name"),
        (
            "bets.0.primary",
            650,
            "state: a primary wager of 6.50, where wagers are multiples of 1.00",
        ),
        ("bets.0.primary", 60_000, "state: a primary wager of 600.00, above the maximum of 500.00"),
        ("bets.0.tie", 60_000, "state: a tie wager of 600.00, above the maximum of 500.00"),
        ("bets.0.primary", -100, "state: a primary wager of -100 cents"),
        ("bets.0.tie", -100, "state: a tie wager of -100 cents"),
        ("bets", [{"player": "ann", "seat": 1, "primary": 0, "tie": 0}], "has no primary wager"),
        ("betting", 0, "state: there are bets before the first bet"),
    ],
)
def test_a_bet_that_cannot_be_is_refused(path: str, value: object, error: str) -> None:
    assert error in refusal(betting().table, put(path, value))


def test_one_hand_has_one_bet() -> None:
    def twice(state: Any) -> None:
        state["bets"].append(state["bets"][0])

    assert refusal(betting().table, twice) == "state: someone has two bets on one card"


@pytest.mark.parametrize(
    "change, error",
    [
        (put("bets.2.seat", 3), "state: eve cannot bet at seat 3"),
        (put("bets.2.player", "bob"), "state: bob cannot bet at seat 1"),
        (put("bets.1", {"player": "cy", "seat": 3, "primary": 500, "tie": 0}), "the banker cannot"),
        (put("bets.0.primary", 0), "state: a bet has no primary wager"),
        (put("bank.stake", 0), "state: no stake is posted to cover the bets"),
    ],
)
def test_a_bet_against_a_player_that_cannot_be_is_refused(change: Change, error: str) -> None:
    assert error in refusal(betting("california").table, change)


def test_a_bet_behind_a_seat_needs_a_primary_there() -> None:
    def removed(state: Any) -> None:
        del state["bets"][0]

    assert refusal(betting("california").table, removed) == "state: eve cannot bet at seat 1"


def test_no_tie_wager_where_none_is_offered() -> None:
    table = betting().table
    none = replace(table.rules, bets=replace(table.rules.bets, tie="none"))
    assert "no tie wager is offered here" in refusal(replace(table, rules=none), put("ruled", 0))


def test_a_tie_wager_alone_where_that_is_not_offered() -> None:
    table = betting().table
    beside = replace(table.rules, bets=replace(table.rules.bets, tie="beside primary"))
    assert again(replace(table, rules=beside)).bets == table.bets
    alone = put("bets.0.primary", 0)
    assert read_table(table.rules, table.options, _changed(table, alone)).bets[0].primary == 0
    assert "has no primary wager" in refusal(replace(table, rules=beside), alone)


def _changed(table: Table, change: Change) -> dict[str, Any]:
    state = read_object(canonical(write_table(table)))
    change(state)
    return state


def test_one_player_has_all_seats_of_a_solo_game() -> None:
    game = Game("online")
    game.sit("ann")
    wrong = "state: one player must have all the seats here"
    assert refusal(game.table, put("seats.1", "bob")) == wrong
    assert refusal(game.table, put("seats.1", "")) == wrong


@pytest.mark.parametrize(
    "path, value, error",
    [
        ("held", "9c", "state: a card is held that is not due"),
        ("shown", "9c", "state: the last card entered is not the last one seen"),
        ("before_card", 1, "state: before_card is set, but no round is in progress"),
    ],
)
def test_a_hand_dealt_table_between_rounds(path: str, value: object, error: str) -> None:
    game = at_rest("fun-casino", hand_dealt=True)
    assert refusal(game.table, put(path, value)) == error


def test_a_held_card_was_seen_last() -> None:
    game = Game("fun-casino", hand_dealt=True)
    game.sit("ann")
    game.bet("ann", primary=1_000)
    game.deal("9h Kd")
    assert game.table.held is not None
    assert again(game.table) == game.table
    assert (
        refusal(game.table, put("held", "Kh"))
        == "state: the last card entered is not the last one seen"
    )


def test_no_round_is_played_from_a_shoe_that_is_not_ready() -> None:
    table = tie_hand("fun-casino").table
    wrong = "state: a round is played from a shoe that is not ready"
    assert refusal(table, put("shoe.stage", "first burn")) == wrong


def test_the_stake_of_a_round_is_the_bankers() -> None:
    game = banked(5_000, "ann", "bob")
    game.bet("ann", primary=1_000)
    game.deal("9h 9c")
    wrong = "state: the banker's stake differs from the round's"
    assert refusal(game.table, put("bank.stake", 6_000)) == wrong
    assert refusal(game.table, put("round.stake", 4_000)) == wrong


def test_cards_stay_in_a_shoe_until_it_is_cut() -> None:
    game = Game("fun-casino")
    game.sit("ann")
    game.do(actions.NewShoe(1))
    wrong = "state: cards have left a shoe that is not cut"
    assert again(game.table) == game.table
    assert refusal(game.table, put("shoe.left", 311)) == wrong


def test_a_cut_card_is_placed_after_the_cut_and_stays_there() -> None:
    game = Game("fun-casino")
    game.sit("ann")
    game.do(actions.NewShoe(1))
    wrong = "state: the cut card is out of its place"
    assert refusal(game.table, put("shoe.behind", 1)) == wrong
    spent = House(rules_of("fun-casino"), Random(2), players=2).play(1).table
    assert spent.shoe.stage == "spent"
    assert again(spent) == spent
    assert refusal(spent, put("shoe.behind", 0)) == wrong


def test_a_table_that_was_just_opened_has_no_shoe() -> None:
    table = open_table(*_of("washington"))
    assert again(table) == table
    assert refusal(table, put("shoe.left", 5)) == "state: the shoe's batch does not exist"


def _of(name: str) -> tuple[RuleSet, Any]:
    game = Game(name)
    return game.rules, game.table.options


@percent(100)
@given(st.data())
def test_a_state_that_is_read_can_be_stepped(data: st.DataObject) -> None:
    """Whatever was put into a state, it is refused or it can be played from."""
    rules = data.draw(st.sampled_from([rules for _, rules in built_in()]))
    walk = Walk(rules, Random(data.draw(seeds)), hand_dealt=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(0, 60))):
        walk.take(walk.choose())
    state = read_object(canonical(write_table(walk.table)))
    for _ in range(data.draw(st.integers(1, 3))):
        garble(state, data)
    try:
        walk.table = read_table(rules, walk.table.options, state)
    except CasinoWarError:
        return
    for _ in range(30):
        walk.table, _events = step(walk.table, walk.choose())


def garble(value: Any, data: st.DataObject) -> None:
    """Put another number or text somewhere into a tree."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if not isinstance(value[key], dict | list) or data.draw(st.integers(0, 9)) == 0:
            break
        value = value[key]
    texts = st.sampled_from(("", "ann", "bob", "zed", "9h ", "9h", "ready", "cut", "spent", "?"))
    numbers = st.sampled_from((-1, 0, 1, 2, 3, 5, 7, 52, 300, 312, 500, 1_000, 10**15))
    value[key] = data.draw(texts if isinstance(value[key], str) else numbers | st.just([]))
