"""A record that is begun again in the middle, where a shoe begins."""

from random import Random
from typing import Any

import pytest

from casinowar import record
from casinowar.errors import RecordError, WrongEntry
from casinowar.game.actions import NewShoe, Sit
from casinowar.record import Record
from casinowar.record.codec.canonical import canonical
from tests.support.record.every_entry import HOUSE, KINDS, RULES, resealed
from tests.support.record.recorded import Recorder
from tests.support.record.small_house import House

FIRST = KINDS["shoe"]
STEPS_OF_FIRST = [HOUSE.entries[place["seq"]] for place in FIRST.body["steps"]]


def resumed(first: str, steps: list[str] | None = None) -> Record:
    header = HOUSE.entries[0].text
    texts = [entry.text for entry in STEPS_OF_FIRST] if steps is None else steps
    return record.resume(RULES, header, first, texts)


def unresumed(first: str, steps: list[str] | None = None) -> tuple[int, str]:
    with pytest.raises(WrongEntry) as found:
        record.follow(resumed(first, steps), first)
    return found.value.seq, found.value.why


def test_it_can_be_resumed_where_a_shoe_begins() -> None:
    after = record.follow(resumed(FIRST.text), FIRST.text).record
    assert (after.seq, after.head, after.announced) == (FIRST.seq + 1, FIRST.hash, "t1/2")
    assert after.shoes == 2


@pytest.mark.parametrize(
    "change, error",
    [
        ({"kind": "action"}, "this is not the first entry of a shoe"),
        ({"shoe": "t2/2"}, "'t2/2' is not the id of a shoe of table t1"),
        ({"shoe": "t1/02"}, "'t1/02' is not the id of a shoe of table t1"),
        ({"shoe": "t1/0"}, "'t1/0' is not the id of a shoe of table t1"),
        ({"shoe": 2}, "2 is not the id of a shoe of table t1"),
        ({"state": {}}, "state.seats is missing"),
        ({"table": "0" * 64}, 'table is "00000'),
        ({"steps": []}, "steps is [], but [{"),
    ],
)
def test_a_shoes_first_entry_with_wrong_contents(change: dict[str, Any], error: str) -> None:
    seq, why = unresumed(resealed({**FIRST.body, **change}))
    assert seq == FIRST.seq
    assert error in why


def test_the_steps_are_of_the_shoe_that_the_first_entry_names() -> None:
    other = resealed({**FIRST.body, "shoe": "t1/3"})
    assert unresumed(other) == (STEPS_OF_FIRST[0].seq, "it is not a step of this shoe")


@pytest.mark.parametrize("digits, is_id", [(15, True), (16, False)])
def test_the_number_of_a_shoe_has_at_most_15_digits(digits: int, is_id: bool) -> None:
    other = resealed({**FIRST.body, "shoe": f"t1/{'9' * digits}"})
    assert ("is not the id of a shoe" in unresumed(other)[1]) is not is_id


def test_a_shoes_first_entry_that_was_changed() -> None:
    text = canonical({**FIRST.body, "shoe": "t1/3"}).decode()
    assert unresumed(text) == (FIRST.seq, "it was changed: its contents do not match its hash")


@pytest.mark.parametrize("seq", [-1, "5"])
def test_an_entry_without_a_number(seq: object) -> None:
    with pytest.raises(RecordError, match="is not the number of an entry"):
        resumed(resealed({**FIRST.body, "seq": seq}))
    step = resealed({**STEPS_OF_FIRST[0].body, "seq": seq})
    with pytest.raises(RecordError, match="is not the number of an entry"):
        resumed(FIRST.text, [step])


@pytest.mark.parametrize("seq", [0, 1])
def test_no_shoe_begins_before_anyone_has_a_seat(seq: int) -> None:
    """Else a state that was made up would stand where nothing is left unchecked before it."""
    early = resealed({**FIRST.body, "seq": seq})
    assert unresumed(early) == (seq, "no shoe can begin before anyone has a seat")


def test_the_earliest_shoe_begins_after_its_first_player_sat_down() -> None:
    table = Recorder(hand_dealt=True).do(Sit("ann", 1), NewShoe(1))
    header, _, first, brought = (entry.text for entry in table.entries)
    begun = record.resume(table.record.table.rules, header, first, [])
    assert record.replay(begun, [first, brought]) == table.record


def test_the_steps_are_followed_without_the_table() -> None:
    texts = [entry.text for entry in STEPS_OF_FIRST]
    assert unresumed(FIRST.text, texts[1:]) == (
        STEPS_OF_FIRST[1].seq,
        "the server has not committed to this shoe yet",
    )
    strange = resealed({**STEPS_OF_FIRST[0].body, "shoe": "t1/9"})
    assert unresumed(FIRST.text, [strange]) == (
        STEPS_OF_FIRST[0].seq,
        "it is not a step of this shoe",
    )
    assert unresumed(FIRST.text, texts[:1]) == (
        FIRST.seq,
        "the list of commitments to shoe t1/2 is not closed yet",
    )
    later = STEPS_OF_FIRST[0].seq + 2
    again = resealed({**STEPS_OF_FIRST[0].body, "seq": later})
    twice = unresumed(FIRST.text, [texts[0], again])
    assert twice == (later, "shoe t1/2 is in preparation already")
    other = resealed({**STEPS_OF_FIRST[1].body, "shoe": "t1/9"})
    assert unresumed(FIRST.text, [texts[0], other])[1] == "it is not a step of this shoe"
    cat = resealed({**STEPS_OF_FIRST[1].body, "kind": "cat"})
    assert unresumed(FIRST.text, [texts[0], cat])[1] == "there is no entry of this kind"
    changed = canonical({**STEPS_OF_FIRST[1].body, "seat": 9}).decode()
    assert unresumed(FIRST.text, [texts[0], changed]) == (
        STEPS_OF_FIRST[1].seq,
        "it was changed: its contents do not match its hash",
    )


@pytest.mark.parametrize("steps", [(0, 2, 1), (0, 1, 1)], ids=["swapped", "twice"])
def test_the_steps_are_in_the_order_of_the_chain(steps: tuple[int, ...]) -> None:
    *_, before, last = taken = [STEPS_OF_FIRST[place] for place in steps]
    wrong = (last.seq, f"it cannot come after entry {before.seq}")
    assert unresumed(FIRST.text, [entry.text for entry in taken]) == wrong


def test_no_step_comes_after_the_shoe_it_is_for() -> None:
    later = resealed({**STEPS_OF_FIRST[0].body, "seq": FIRST.seq + 1})
    wrong = (FIRST.seq, f"it cannot come after entry {FIRST.seq + 1}")
    assert unresumed(FIRST.text, [later]) == wrong


def test_a_step_that_is_next_names_the_hash_of_the_one_before() -> None:
    committed, first, second = STEPS_OF_FIRST[:3]
    assert second.seq == first.seq + 1
    other = resealed({**second.body, "prev": "0" * 64})
    wrong = (second.seq, "it does not follow the entry before it: prev is another hash")
    assert unresumed(FIRST.text, [committed.text, first.text, other]) == wrong


@pytest.mark.parametrize(
    "field, value, why",
    [
        ("prev", "x", "prev is not the hash of an entry"),
        ("who", "", "who acted is a text of 1 to 200 characters"),
        ("at", -1, "the time of an entry is a whole number from 0 up, below 2**53"),
    ],
)
def test_a_step_has_the_frame_of_an_entry(field: str, value: object, why: str) -> None:
    step = STEPS_OF_FIRST[0]
    assert unresumed(FIRST.text, [resealed({**step.body, field: value})]) == (step.seq, why)
    first = resealed({**FIRST.body, field: value})
    assert unresumed(first) == (FIRST.seq, why)


def test_without_steps_there_is_no_shoe() -> None:
    assert unresumed(FIRST.text, []) == (
        FIRST.seq,
        "the server has not committed to shoe t1/2",
    )


def test_a_list_names_only_who_committed() -> None:
    place = next(n for n, e in enumerate(STEPS_OF_FIRST) if e.kind == "list_closed")
    closed = STEPS_OF_FIRST[place].body
    texts = [entry.text for entry in STEPS_OF_FIRST]
    texts[place] = resealed({**closed, "seats": [*closed["seats"], 7]})
    seq, why = unresumed(FIRST.text, texts)
    assert (seq, why) == (closed["seq"], "the list has a seat that has not committed")


# Steps that were taken before, on the terms of the table as it stands where the shoe begins.


def shy() -> House:
    """A table whose second shoe nobody had a part in."""
    house = House(RULES, Random(2), players=2, seats=3)
    house.shy = True
    house.play(until=lambda: house.table.shoe.number == 2)
    return house


SHY = shy()
SHY_FIRST = next(e for e in reversed(SHY.entries) if e.kind == "shoe")
COMMITTED, CLOSED = (SHY.entries[place["seq"]].body for place in SHY_FIRST.body["steps"])


def shy_fault(*steps: dict[str, Any]) -> tuple[int, str]:
    header = SHY.entries[0].text
    with pytest.raises(WrongEntry) as found:
        record.resume(RULES, header, SHY_FIRST.text, list(map(resealed, steps)))
    return found.value.seq, found.value.why


@pytest.mark.parametrize("field, value", [("decks", 7), ("behind_min", 10), ("behind_max", 29)])
def test_the_server_committed_on_the_tables_terms(field: str, value: int) -> None:
    wrong = (COMMITTED["seq"], "it is not on the terms of this table")
    assert shy_fault({**COMMITTED, field: value}, CLOSED) == wrong


def test_the_seat_asked_first_follows_from_the_last_cutter() -> None:
    other = CLOSED["first_cutter"] % 3 + 1
    wrong = (CLOSED["seq"], f"seat {other} is not the one to be asked first to cut")
    assert shy_fault(COMMITTED, {**CLOSED, "first_cutter": other}) == wrong


def with_a_part(seat: int, player: str) -> tuple[dict[str, Any], ...]:
    """The steps of the shy shoe, but for one who committed and did not reveal."""
    seq = CLOSED["seq"]
    step = {"prev": "0" * 64, "shoe": "t1/2", "seat": seat}
    pledge = {**step, "seq": seq - 5, "kind": "player_commitment", "player": player}
    return (
        COMMITTED,
        {**pledge, "commitment": "0" * 64},
        {**CLOSED, "seq": seq - 3, "seats": [seat]},
        {**step, "seq": seq - 1, "kind": "withheld"},
    )


def test_who_committed_has_a_seat_that_is_there() -> None:
    texts = list(map(resealed, with_a_part(3, "zed")))
    assert record.resume(RULES, SHY.entries[0].text, SHY_FIRST.text, texts).coming is not None
    steps = with_a_part(4, "zed")
    wrong = (CLOSED["seq"] - 5, "there is no seat 4 at this table")
    assert shy_fault(*steps) == wrong
    after = {**steps[-1], "shoe": "t1/3"}
    assert shy_fault(*steps[:-1], after) == wrong, "the first that is wrong is named"


@pytest.mark.parametrize("name", ["", "zed zed", "z" * 33])
def test_who_committed_has_a_name(name: str) -> None:
    seq, why = shy_fault(*with_a_part(3, name))
    assert seq == CLOSED["seq"] - 5
    assert why.startswith(f"{name!r} is not a name")
