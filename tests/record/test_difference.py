"""In what an entry differs from the one that is due, in words."""

from typing import Any

import pytest

from casinowar.record.difference import first_difference

SEATED = {"type": "seated", "player": "ann", "seat": 1}
LEFT = {"type": "seat_left", "player": "ann", "seat": 1}
DUE: dict[str, Any] = {
    "seq": 5,
    "hash": "aa",
    "events": [SEATED, LEFT],
    "state": {"seats": ["ann", ""], "rounds": 5},
}


@pytest.mark.parametrize(
    "change, told",
    [
        ({"seq": 6}, "seq is 6, but 5 is right"),
        ({"seq": 6, "hash": "bb"}, "seq is 6, but 5 is right"),
        ({"hash": "bb"}, 'hash is "bb", but "aa" is right'),
        ({"colour": "red"}, "it must not have colour"),
        ({"zebra": "red", "hash": "bb"}, "it must not have zebra"),
        ({"state": {"seats": ["ann", ""]}}, "state.rounds is missing"),
        ({"state": {"seats": ["ann", "bob"], "rounds": 5}}, 'state.seats 2 is "bob", but "" is'),
        ({"state": {"seats": ["ann"], "rounds": 5}}, 'state.seats is ["ann"], but ["ann",""] is'),
        ({"state": 7}, 'state is 7, but {"rounds":5,"seats":["ann",""]} is right'),
        ({"events": 5}, "events is not a list"),
        (
            {"events": [SEATED]},
            "event 2: the record has nothing more, but by the rules it must be “seat 1, ann: l",
        ),
        (
            {"events": [SEATED, LEFT, LEFT]},
            "event 3: the record has “seat 1, ann: leaves”, but by the",
        ),
        (
            {"events": [LEFT, LEFT]},
            "event 1: the record has “seat 1, ann: leaves”, but by the rules it must be “",
        ),
        (
            {"events": [SEATED, LEFT, None]},
            "event 3: the record has null, but by the rules it must be nothing more",
        ),
        ({"eventsful": 1, "events 1": 2, "hash": "bb"}, "it must not have events 1"),
        ({"eventsful": 1, "events": [SEATED]}, "event 2: the record has nothing more"),
        (
            {"events": [SEATED, {"type": "x"}]},
            'event 2: the record has {"type":"x"}, but by the ru',
        ),
        ({"events": [{"type": "pay"}, LEFT]}, 'event 1: the record has {"type":"pay"}, but by the'),
    ],
)
def test_the_first_difference_is_told(change: dict[str, Any], told: str) -> None:
    assert first_difference(DUE, DUE | change).startswith(told)


def test_a_missing_field_is_told() -> None:
    found = {name: value for name, value in DUE.items() if name != "seq"}
    assert first_difference(DUE, found) == "seq is missing"


def test_events_have_no_place_in_an_entry_that_tells_none() -> None:
    due = {name: value for name, value in DUE.items() if name != "events"}
    for events in ([], [SEATED], 5):
        assert first_difference(due, due | {"events": events}) == "it must not have events"


@pytest.mark.parametrize("length, shown", [(58, "x" * 58 + '"'), (59, "x" * 59 + "…")])
def test_long_values_are_cut(length: int, shown: str) -> None:
    told = first_difference(DUE, DUE | {"seq": "x" * length})
    assert told == f'seq is "{shown}, but 5 is right'
