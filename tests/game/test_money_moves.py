"""Money is moved by exactly the events that say so."""

from typing import get_args

from casinowar.game import events
from casinowar.game.events import Event
from casinowar.game.money_moves import MONEY_EVENTS, MoneyMove, chips_moved, money_moves
from tests.support.game.chips import chips_after

MOVING: list[tuple[Event, dict[str, int]]] = [
    (events.BetPlaced("ann", 1, "primary", 500), {"ann": -500}),
    (events.BetWithdrawn("ann", 1, "primary", 500), {"ann": 500}),
    (events.StakePosted("ann", 500), {"ann": -500}),
    (events.StakeReturned("ann", 700), {"ann": 700}),
    (events.WarDeclared("ann", 1, 500, 300), {"ann": -800}),
    (events.WagerSettled("ann", 1, "tie", "equal", 500, 5000, 5000), {"ann": 5500}),
    (events.WagerSettled("ann", 1, "primary", "lower", 500, -500, -500), {"ann": 0}),
    (events.WagerReturned("ann", 1, "primary", 500, "void"), {"ann": 500}),
    (events.WagerReversed("ann", 1, "primary", 500), {"ann": -500}),
    (events.WagerRuled("ann", 1, "tie", "pay as", "equal", 5, 0, 50, "why"), {"ann": 50}),
    (events.WagerRuled("ann", 1, "tie", "pay as", "equal", 5, 5, 50, "why"), {"ann": 55}),
    (events.WagerRuled("ann", 1, "tie", "take", "", 5, 0, -5, "why"), {"ann": -5}),
    (events.WagerRuled("ann", 1, "tie", "take", "", 5, 5, -5, "why"), {"ann": 0}),
    (events.WagerReversed("ann", 1, "primary", 500, "bob"), {"ann": -500, "bob": 500}),
]


def test_chips_move_as_the_event_says() -> None:
    for event, expected in MOVING:
        assert chips_moved(event) == expected


def test_only_money_events_move_chips() -> None:
    """Exactly the events whose docstring begins with Money."""
    money = {kind for kind in get_args(Event) if (kind.__doc__ or "").startswith("Money: ")}
    assert {type(event) for event, _ in MOVING} == money == set(MONEY_EVENTS)
    assert money_moves(events.ExcessReturned("ann", 1, "primary", 500)) == ()
    assert chips_moved(events.RoundEnded()) == {}


def test_each_wager_of_a_war_is_a_move() -> None:
    moves = money_moves(events.WarDeclared("ann", 1, 500, 300))
    assert moves == (MoneyMove("ann", felt=500), MoneyMove("ann", felt=300))


def test_a_push_is_a_result_and_a_returned_wager_is_none() -> None:
    (push,) = money_moves(events.WagerSettled("ann", 1, "primary", "equal", 500, 0, 0))
    (returned,) = money_moves(events.WagerReturned("ann", 1, "primary", 500, "void"))
    assert (push.won, returned.won) == (0, None)
    assert push.chips == returned.chips == 500


def test_chips_are_summed_for_one_player() -> None:
    told = [event for event, _ in MOVING]
    assert chips_after(100, "bob", told) == 600
    assert chips_after(0, "cy", told) == 0
