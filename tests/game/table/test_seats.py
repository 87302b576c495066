"""Seats taken and left while other people, or the same people elsewhere, have wagers in play."""

import pytest

from casinowar.game.actions import CutDeck, Leave, NewShoe, PassCut, Sit
from casinowar.game.events import LeavePlanned, Seated, SeatLeft
from tests.support.game.california import banked
from tests.support.game.table import Game


def at_two_seats() -> Game:
    """Ann has seats 1 and 2 and a wager at seat 1."""
    game = Game("washington", seats=4)
    game.sit("ann", "ann")
    game.bet("ann", primary=500, seat=1)
    return game


def test_one_of_two_seats_is_left_at_once_if_no_wager_lies_there() -> None:
    game = at_two_seats()
    assert game.do(Leave("ann", 2)) == [SeatLeft("ann", 2)]
    assert game.table.seats == ("ann", "", "", "")


def test_one_of_two_seats_is_left_later_if_a_wager_lies_there() -> None:
    game = at_two_seats()
    assert game.do(Leave("ann", 1)) == [LeavePlanned("ann", 1)]
    assert game.table.seats == ("ann", "ann", "", "")
    game.deal("9h Kc")
    assert game.table.seats == ("", "ann", "", "")
    assert game.told(SeatLeft) == [SeatLeft("ann", 1)]


def test_one_who_waits_to_leave_does_not_keep_the_next_one_waiting() -> None:
    game = at_two_seats()
    game.do(Leave("ann", 1))
    assert game.do(Leave("ann", 2)) == [SeatLeft("ann", 2)]
    assert game.table.leaving == (1,)


def test_another_seat_can_be_taken_while_a_wager_lies_at_the_first() -> None:
    game = at_two_seats()
    assert game.do(Sit("ann", 4)) == [Seated("ann", 4)]
    game.deal("9h")
    assert game.do(Sit("ann", 3)) == [Seated("ann", 3)]
    assert game.table.seats == ("ann", "ann", "ann", "ann")


def test_stranger_sits_down_while_others_play() -> None:
    game = at_two_seats()
    assert game.do(Sit("bob", 3)) == [Seated("bob", 3)]
    game.deal("9h")
    assert game.do(Sit("cy", 4)) == [Seated("cy", 4)]


@pytest.mark.parametrize("dealt", [False, True])
def test_only_who_bets_behind_a_seat_cannot_sit_down_meanwhile(*, dealt: bool) -> None:
    game = banked(10_000, "ann")
    game.bet("ann", primary=500)
    game.bet("zoe", primary=500, seat=1)
    if dealt:
        game.deal("9h")
    game.refused(Sit("zoe", 5), "zoe has backline wagers in play")
    assert Seated("cy", 5) in game.do(Sit("cy", 5))
    if dealt:
        game.deal("Kc")
        assert Seated("zoe", 6) in game.do(Sit("zoe", 6))


def test_who_leaves_one_of_two_seats_is_asked_to_cut_at_the_other() -> None:
    game = Game("washington", seats=4)
    game.sit("ann", "bob", "ann")
    game.do(NewShoe(1))
    assert game.table.shoe.asked == (1, 2)
    game.do(Leave("ann", 1))
    assert game.table.shoe.asked == (3, 2)
    game.do(CutDeck("ann", 100))
    assert game.table.shoe.cutter == 3


def test_who_was_asked_to_cut_before_is_not_asked_again_at_another_seat() -> None:
    game = Game("washington", seats=4)
    game.sit("ann", "bob", "ann")
    game.do(NewShoe(1), PassCut("ann"), Leave("ann", 1))
    assert game.table.shoe.asked == (2,)
