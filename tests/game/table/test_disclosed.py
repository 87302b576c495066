"""A card disclosed in error can be corrected like any card, until the next card or payment."""

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import Burn, CorrectCard, Deal, DiscloseCard, Pay
from casinowar.game.events import CardDisclosed, DisclosureCorrected
from tests.support.game.table import Game

NINE, KING = parse_card("9h"), parse_card("Kd")


def table(*, seats: int = 1) -> Game:
    game = Game("fun-casino", seats=seats, hand_dealt=True)
    game.sit("ann")
    game.bet("ann", primary=500)
    return game


@pytest.mark.clause("FC-17")
def test_a_mis_keyed_disclosed_card_is_corrected() -> None:
    game = table()
    assert game.do(DiscloseCard(NINE)) == [CardDisclosed(NINE)]
    assert game.do(CorrectCard(KING)) == [DisclosureCorrected(NINE, KING)]
    assert game.do(CorrectCard(NINE)) == [DisclosureCorrected(KING, NINE)]
    assert game.table.shoe.seen.split() == ["9h"]


@pytest.mark.clause("FC-17")
def test_until_the_next_card() -> None:
    game = table()
    game.do(DiscloseCard(NINE), Deal(KING))
    (corrected,) = game.do(CorrectCard(parse_card("2c")))
    assert not isinstance(corrected, DisclosureCorrected)
    assert game.table.shoe.seen.split() == ["9h", "2c"]


@pytest.mark.clause("FC-17")
def test_until_the_payment() -> None:
    game = table()
    game.deal("Kd 9s")
    game.do(DiscloseCard(NINE), Pay())
    game.refused(CorrectCard(KING), "no card can be corrected")


@pytest.mark.clause("FC-17")
def test_until_the_next_burn() -> None:
    game = table()
    game.deal("9d 9s")
    game.war("ann")
    game.do(DiscloseCard(NINE), Burn(3))
    game.refused(CorrectCard(KING), "no card can be corrected")


@pytest.mark.clause("FC-17")
def test_a_correction_to_a_card_that_is_gone_changes_nothing() -> None:
    game = table()
    game.do(*(DiscloseCard(KING) for _ in range(6)), DiscloseCard(NINE))
    game.refused(CorrectCard(KING), "has left this shoe already")
    assert game.do(CorrectCard(NINE)) == [DisclosureCorrected(NINE, NINE)]
