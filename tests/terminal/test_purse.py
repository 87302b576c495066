"""Chips are moved by exactly the events that say so."""

from typing import get_args

from casinowar import events
from casinowar.events import Event
from casinowar.terminal.purse import moves
from tests.support.chips import chips_after

MOVING: list[tuple[Event, tuple[tuple[str, int], ...]]] = [
    (events.BetPlaced("ann", 1, "primary", 500), (("ann", -500),)),
    (events.BetWithdrawn("ann", 1, "primary", 500), (("ann", 500),)),
    (events.StakePosted("ann", 500), (("ann", -500),)),
    (events.StakeReturned("ann", 700), (("ann", 700),)),
    (events.WarDeclared("ann", 1, 500, 300), (("ann", -800),)),
    (events.WagerSettled("ann", 1, "tie", "equal", 500, 5000, 5000), (("ann", 5500),)),
    (events.WagerSettled("ann", 1, "primary", "lower", 500, -500, -500), (("ann", 0),)),
    (events.WagerReturned("ann", 1, "primary", 500, "void"), (("ann", 500),)),
    (events.WagerReversed("ann", 1, "primary", 500), (("ann", -500),)),
    (events.WagerReversed("ann", 1, "primary", 500, "bob"), (("ann", -500), ("bob", 500))),
]


def test_chips_move_as_the_event_says() -> None:
    for event, expected in MOVING:
        assert moves(event) == expected


def test_only_money_events_move_chips() -> None:
    """Exactly the events whose docstring begins with Money."""
    money = {kind for kind in get_args(Event) if (kind.__doc__ or "").startswith("Money")}
    assert {type(event) for event, _ in MOVING} == money


def test_chips_are_summed_for_one_player() -> None:
    told = [event for event, _ in MOVING]
    assert chips_after(100, "bob", told) == 600
    assert chips_after(0, "cy", told) == 0
