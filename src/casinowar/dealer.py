"""The electronic dealer: keeps the order of the shoe, and gives the table its cards.

The table never knows this order; it is told each card when it is dealt. Everything random about
the cards happens here, with the source of chance the dealer is given.
"""

from collections.abc import MutableSequence
from typing import Any, Protocol

from casinowar.actions import Action, Burn, CutDeck, Deal, NewShoe, PlaceCutCard
from casinowar.cards import DECK, Card
from casinowar.events import DeckCut, Event
from casinowar.needs import (
    BurnNeeded,
    CardNeeded,
    CutCardNeeded,
    CutNeeded,
    Need,
    ShoeNeeded,
)


class Shuffler(Protocol):
    """A source of chance that shuffles; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, not including, `stop`."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put the items into an order of chance."""


class Dealer:
    """Shuffles, deals and burns so many decks at one table."""

    def __init__(self, decks: int, chance: Shuffler) -> None:
        self._decks = decks
        self._chance = chance
        self._cards: list[Card] = []

    def answer(self, need: Need) -> Action | None:
        """What the dealer does about a need; `None` where it is not the dealer's."""
        match need:
            case ShoeNeeded(batch):
                self._cards = list(DECK * self._decks)
                self._chance.shuffle(self._cards)
                return NewShoe(batch)
            case CutNeeded("", _, least, most):
                return CutDeck("", self._within(least, most))
            case CutCardNeeded(least, most):
                return PlaceCutCard(self._within(least, most))
            case BurnNeeded(count):
                del self._cards[:count]
                return Burn(count)
            case CardNeeded():
                return Deal(self._cards.pop(0))
            case _:
                return None

    def hear(self, event: Event) -> None:
        """A cut, whoever made it: the cards in front of the place go to the rear."""
        if isinstance(event, DeckCut):
            self._cards = self._cards[event.at :] + self._cards[: event.at]

    def _within(self, least: int, most: int) -> int:
        return least + self._chance.randrange(most - least + 1)
