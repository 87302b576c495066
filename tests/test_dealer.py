"""The electronic dealer: every card of the decks once, and the cut is a real one."""

from collections import Counter
from random import Random

import pytest

from casinowar.actions import Burn, CutDeck, Deal, NewShoe, PlaceCutCard
from casinowar.cards import DECK, Card
from casinowar.dealer import Dealer
from casinowar.events import DeckCut
from casinowar.needs import (
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    CutCardNeeded,
    CutNeeded,
    ShoeNeeded,
)

CARD = CardNeeded("original", "player", 1)


def dealt(dealer: Dealer, count: int) -> list[Card]:
    cards = []
    for _ in range(count):
        action = dealer.answer(CARD)
        assert isinstance(action, Deal)
        cards.append(action.card)
    return cards


def with_shoe(decks: int = 2, seed: int = 1) -> Dealer:
    dealer = Dealer(decks, Random(seed))
    assert dealer.answer(ShoeNeeded(2, "blue")) == NewShoe(2)
    return dealer


def test_shoe_holds_every_card_of_its_decks() -> None:
    cards = dealt(with_shoe(), 104)
    assert Counter(cards) == Counter(DECK * 2)
    assert cards != list(DECK * 2)


@pytest.mark.clause("FC-3b")
def test_cut_sends_the_cards_in_front_to_the_rear() -> None:
    before = dealt(with_shoe(), 104)
    dealer = with_shoe()
    dealer.hear(DeckCut("ann", 1, 30))
    assert dealt(dealer, 104) == before[30:] + before[:30]


def test_burned_cards_are_gone() -> None:
    before = dealt(with_shoe(), 104)
    dealer = with_shoe()
    assert dealer.answer(BurnNeeded(3, "war")) == Burn(3)
    assert dealt(dealer, 101) == before[3:]


def test_dealer_cuts_and_places_the_cut_card_within_what_is_asked() -> None:
    dealer = with_shoe()
    cuts = {dealer.answer(CutNeeded("", 0, 1, 3)) for _ in range(50)}
    assert cuts == {CutDeck("", at) for at in (1, 2, 3)}
    places = {dealer.answer(CutCardNeeded(7, 8)) for _ in range(50)}
    assert places == {PlaceCutCard(7), PlaceCutCard(8)}


def test_what_is_not_the_dealers_is_left_alone() -> None:
    dealer = with_shoe()
    assert dealer.answer(CutNeeded("ann", 1, 1, 3)) is None
    assert dealer.answer(BetsNeeded()) is None
