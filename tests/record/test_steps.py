"""The steps of the fair shuffle in a record: which may come when, and which are refused."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from casinowar import record
from casinowar.cards import DECK
from casinowar.game.actions import Burn, CutDeck, Deal, Leave, NewShoe, PlaceBet, PlaceCutCard, Sit
from casinowar.game.needs import CutNeeded, ShoeNeeded
from casinowar.game.table import need
from casinowar.record import (
    ListClosed,
    PlayerCommitment,
    PlayerReveal,
    ServerReveal,
    Step,
    Withheld,
)
from tests.support.record.recorded import (
    OTHER,
    REVEAL,
    RULES,
    SECRET,
    SEED,
    Recorder,
    announceable,
    brought,
    prepared,
)
from tests.support.record.small_house import House


def test_a_shoe_comes_only_when_all_is_ready() -> None:
    table = Recorder(seats=3).do(Sit("ann", 1), Sit("bob", 2))
    table.refused(NewShoe(1), "the server has not committed to shoe t1/1")
    table = prepared()
    table.refused(NewShoe(1), "the list of commitments to shoe t1/1 is not closed yet")
    table.do(ListClosed("t1/1", 1, (1,)))
    table.refused(NewShoe(1), "shoe t1/1 waits for the reveals of these seats: 1")
    table.do(Withheld("t1/1", 1), NewShoe(1))
    assert table.record.table.shoe.number == 1


def test_the_next_shoe_is_committed_to_before_the_first_card() -> None:
    table = announceable().do(NewShoe(1), CutDeck("ann", 100), PlaceCutCard(30))
    table.refused(Burn(1), "the server must commit to shoe t1/2 before the first card of this one")
    table.do(table.commitment(OTHER), Burn(1), PlaceBet("ann", 1, "primary", 500))
    table.do(ServerReveal("t1/2", OTHER.hex(), "abandoned"))
    table.refused(Deal(DECK[0]), "the server must commit to shoe t1/3 before the first card")


def test_one_shoe_is_prepared_at_a_time() -> None:
    table = prepared()
    table.refused(table.commitment(), "shoe t1/1 is in preparation: only one can be at a time")


@pytest.mark.parametrize(
    "field, value",
    [("shoe", "t1/2"), ("shoe", "t2/1"), ("decks", 5), ("behind_min", 12), ("behind_max", 29)],
)
def test_the_server_commits_on_the_tables_terms(field: str, value: Any) -> None:
    table = Recorder(seats=3)
    wrong = replace(table.commitment(), **{field: value})
    table.refused(wrong, "the server must commit to shoe t1/1, on this table's terms")


@pytest.mark.parametrize(
    "step, error",
    [
        (PlayerCommitment("t1/2", 1, "ann", "0" * 64), "shoe 't1/2' is not in preparation"),
        (PlayerCommitment("t1/1", 1, "bob", "0" * 64), "bob does not sit at seat 1"),
        (PlayerCommitment("t1/1", 3, "cy", "0" * 64), "cy does not sit at seat 3"),
        (PlayerCommitment("t1/1", 3, "", "0" * 64), "'' is not a name"),
        (PlayerCommitment("t1/1", 0, "ann", "0" * 64), "ann does not sit at seat 0"),
        (PlayerCommitment("t1/1", 2, "bob", "0" * 63), "is not 64 digits"),
        (PlayerCommitment("t1/1", 2, "bob", "G" * 64), "is not 64 digits"),
        (ListClosed("t1/1", 2, (1,)), "seat 2 is not the one to be asked first to cut"),
        (
            ListClosed("t1/1", 1, ()),
            "the list must be the seats that committed and are still occupied",
        ),
        (ListClosed("t1/1", 1, (1, 2)), "the list must be the seats that committed and are"),
        (REVEAL, "seats reveal only after the list of commitments is closed"),
        (Withheld("t1/1", 1), "seats reveal only after the list of commitments is closed"),
    ],
)
def test_steps_before_the_list_is_closed(step: Step, error: str) -> None:
    prepared().refused(step, error)


@pytest.mark.parametrize(
    "step, error",
    [
        (PlayerReveal("t1/1", 1, OTHER.hex(), 100), "the reveal of seat 1 does not match"),
        (PlayerReveal("t1/1", 1, SECRET.seed.hex(), 101), "the reveal of seat 1 does not match"),
        (PlayerReveal("t1/1", 1, "x", 101), "the seed: 'x' is not 64 digits"),
        (PlayerReveal("t1/1", 1, SECRET.seed.hex(), 0), "a cut must be at 1 to 311"),
        (PlayerReveal("t1/1", 2, SECRET.seed.hex(), 100), "seat 2 has not committed"),
        (Withheld("t1/1", 2), "seat 2 has not committed to this shoe"),
        (ListClosed("t1/1", 1, (1,)), "the list of commitments is closed"),
        (PlayerCommitment("t1/1", 2, "bob", "0" * 64), "the list of commitments is closed"),
    ],
)
def test_steps_after_the_list_is_closed(step: Step, error: str) -> None:
    prepared().do(ListClosed("t1/1", 1, (1,))).refused(step, error)


def test_a_list_is_closed_when_it_is_known_who_cut_last() -> None:
    table = prepared().do(ListClosed("t1/1", 1, (1,)), REVEAL, NewShoe(1))
    table.do(table.commitment())
    early = "the list is closed when the shoe on the table has been cut"
    table.refused(ListClosed("t1/2", 1, ()), early)
    table.do(CutDeck("ann", 100))
    table.refused(ListClosed("t1/2", 1, ()), "seat 1 is not the one to be asked first to cut")
    table.do(ListClosed("t1/2", 2, ()))


@pytest.mark.parametrize("answer", [REVEAL, Withheld("t1/1", 1)])
def test_a_seat_answers_once(answer: Step) -> None:
    table = prepared().do(ListClosed("t1/1", 1, (1,)), answer)
    for again in (REVEAL, Withheld("t1/1", 1)):
        table.refused(again, "seat 1 has already revealed or withheld")


def test_who_left_before_the_list_was_closed_has_no_part() -> None:
    table = prepared()
    table.do(table.pledge(2, "bob", SECRET), Leave("ann", 1), Sit("cy", 1))
    assert table.record.coming is not None
    assert record.listed(table.record.coming, table.record.table) == (2,)
    table.refused(ListClosed("t1/1", 1, (1, 2)), "the list must be the seats that committed")
    assert table.record.coming.player_at(1) == "ann"
    after = record.take(table.record, ListClosed("t1/1", 1, (2,))).record.coming
    assert after is not None
    assert (after.player_at(1), after.player_at(2)) == ("", "bob")
    assert [place.seq for place in after.steps] == [1, 5, 8]


def test_the_servers_seed_is_the_one_committed_to() -> None:
    table = brought()
    wrong = ServerReveal("t1/1", OTHER.hex(), "abandoned")
    table.refused(wrong, "the server's seed is not the one it committed to")
    table.refused(ServerReveal("t1/1", "x", "abandoned"), "the seed: 'x' is not 64 digits")
    table.refused(ServerReveal("t1/1", SEED.hex(), "dealt"), "shoe t1/1 is not dealt to its end")
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    assert table.record.shoe is not None
    assert table.record.shoe.end == "abandoned"
    again = ServerReveal("t1/1", SEED.hex(), "abandoned")
    table.refused(again, "the seed of shoe t1/1 is revealed already")


def test_no_card_leaves_a_shoe_whose_seed_is_shown() -> None:
    table = brought().do(CutDeck("ann", 100), PlaceCutCard(30))
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    table.refused(Burn(1), "nothing can be done with a shoe whose seed is revealed")


def test_a_table_awaits_a_new_shoe_after_one_that_was_abandoned() -> None:
    table = brought()
    table.do(CutDeck("ann", 100), PlaceCutCard(30))
    left = table.record.table.shoe.left
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    assert isinstance(need(table.record.table), ShoeNeeded)
    assert table.record.table.shoe.left == left


def test_a_shoe_that_is_not_cut_yet_stays_where_it_is() -> None:
    table = brought().do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    assert isinstance(need(table.record.table), CutNeeded)
    table.refused(CutDeck("ann", 100), "nothing can be done with a shoe whose seed is revealed")
    table = brought().do(CutDeck("ann", 100), ServerReveal("t1/1", SEED.hex(), "abandoned"))
    table.refused(PlaceCutCard(30), "nothing can be done with a shoe whose seed is revealed")


def test_a_shoe_that_is_dealt_to_its_end_is_not_abandoned() -> None:
    house = House(RULES, Random(2), players=2, seats=2).play(1)
    table = Recorder(seats=2)
    table.record = house.record
    seed = house.seeds["t1/1"].hex()
    table.refused(ServerReveal("t1/1", seed, "abandoned"), "shoe t1/1 is dealt to its end")
    ready = house.record.table
    assert ready.shoe.stage == "spent"
    table.refused(NewShoe(1), "the server's seed of shoe t1/1 is not revealed yet")
    table.do(ServerReveal("t1/1", seed, "dealt"))
    assert table.record.shoe is not None
    assert table.record.shoe.end == "dealt"


def test_a_shoe_in_preparation_can_be_abandoned() -> None:
    table = prepared()
    table.refused(ServerReveal("t1/1", OTHER.hex(), "abandoned"), "not the one it committed to")
    table.refused(
        ServerReveal("t1/1", SEED.hex(), "dealt"), "was never brought, so its end is 'abandoned'"
    )
    table.refused(ServerReveal("t1/2", SEED.hex(), "abandoned"), "'t1/2' is not in preparation")
    table.do(ServerReveal("t1/1", SEED.hex(), "abandoned"))
    assert record.next_shoe(table.record) == "t1/2"
    assert table.record.coming is None
    coming = record.take(table.record, table.commitment(OTHER)).record.coming
    assert coming is not None
    assert coming.shoe == "t1/2"
