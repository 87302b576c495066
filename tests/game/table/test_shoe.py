"""The shoe's whole record while it is prepared: nothing of the shoe before it may be left."""

from dataclasses import replace

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import (
    Burn,
    CorrectCard,
    CutDeck,
    DiscloseCard,
    DrawExcess,
    NewShoe,
    PlaceCutCard,
)
from casinowar.game.events import CardDisclosed, ExcessDrawn
from casinowar.game.needs import BurnNeeded, CutNeeded
from casinowar.game.table import Shoe
from tests.support.game.table import Game

FULL = 6 * 52


def test_shoe_after_each_step_of_its_preparation() -> None:
    game = Game("fun-casino", seats=3)
    game.sit("ann", "bob")
    game.do(NewShoe(1))
    assert game.table.shoe == Shoe(1, 1, "cut", FULL, asked=(1, 2))
    game.do(CutDeck("ann", 100))
    assert game.table.shoe == Shoe(1, 1, "cut card", FULL, cutter=1)
    game.do(PlaceCutCard(20))
    assert game.table.shoe == Shoe(1, 1, "first burn", FULL, 20, cutter=1)
    game.do(Burn(1))
    assert game.table.shoe == Shoe(1, 1, "ready", FULL - 1, 20, cutter=1)


def test_second_shoe_keeps_nothing_of_the_first_but_its_cutter() -> None:
    game = Game("fun-casino", seats=3)
    game.sit("ann", "bob")
    game.prepare_shoe(behind=20)
    game.run_down(22)
    game.bet("ann", primary=500)
    game.deal("9h Kc")
    assert game.table.shoe.stage == "spent"
    game.do(NewShoe(1))
    assert game.table.shoe == Shoe(2, 1, "cut", FULL, asked=(2, 1), cutter=1)


def test_cut_by_hand_needs_no_counted_place() -> None:
    game = Game("fun-casino", seats=1, hand_dealt=True)
    game.sit("ann")
    game.do(NewShoe(1))
    game.awaits(CutNeeded("ann", 1, 0, FULL - 1))
    game.do(CutDeck("ann", 0))
    assert game.table.shoe.stage == "cut card"


def test_cut_of_an_electronic_shoe_is_at_a_counted_place() -> None:
    game = Game("fun-casino", seats=1)
    game.sit("ann")
    game.do(NewShoe(1))
    game.awaits(CutNeeded("ann", 1, 1, FULL - 1))
    game.refused(CutDeck("ann", 0), "0 is not a place to cut at")


@pytest.mark.parametrize("count", [True, 1.0, "1", None, 0, -1, 2])
def test_first_burn_is_of_one_card(count: int) -> None:
    game = Game("fun-casino", seats=1)
    game.sit("ann")
    game.do(NewShoe(1), CutDeck("ann", 100), PlaceCutCard(20))
    game.awaits(BurnNeeded(1, "first card"))
    game.refused(Burn(count), "cards cannot be burned now")


def by_hand() -> Game:
    """A hand-dealt shoe whose first card is to be burned."""
    game = Game("fun-casino", seats=1, hand_dealt=True)
    game.sit("ann")
    game.do(NewShoe(1), CutDeck("ann", 100), PlaceCutCard(20))
    return game


def test_dealer_can_err_with_the_first_card_of_a_shoe() -> None:
    game = by_hand()
    four = parse_card("4d")
    assert game.do(DiscloseCard(four)) == [CardDisclosed(four)]
    assert game.do(DrawExcess()) == [ExcessDrawn("next card")]
    game.awaits(BurnNeeded(1, "first card"))
    assert game.table.shoe == Shoe(1, 1, "first burn", FULL - 2, 20, 1, "4d ", cutter=1)


def test_card_set_aside_can_be_shown_by_mistake_as_the_last_but_one() -> None:
    game = by_hand()
    game.do(Burn(1))
    game.table = replace(game.table, shoe=game.table.shoe._replace(left=1, behind=0, excess=1))
    game.do(DiscloseCard(parse_card("4d")))
    assert (game.table.shoe.left, game.table.shoe.excess) == (1, 0)


def test_new_shoe_forgets_the_card_shown_from_the_old_one() -> None:
    game = by_hand()
    game.run_down(21)
    game.do(DiscloseCard(parse_card("4d")))
    assert game.table.shoe.stage == "spent"
    game.do(NewShoe(1))
    assert game.table.shown is None
    game.refused(CorrectCard(parse_card("5d")), "no card can be corrected")
