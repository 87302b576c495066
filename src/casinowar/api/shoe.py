"""A plain shuffled shoe for programs; tables with players have the fair shuffle instead."""

from random import Random

from casinowar.api.arguments import whole, whole_or_none
from casinowar.cards import DECK, Card
from casinowar.rules.soundness import MOST_DECKS

__all__ = ["shuffled"]

_MOST_SEED = 2**64 - 1


def shuffled(*, decks: int, seed: int | None = None) -> tuple[Card, ...]:
    """A shuffled shoe of so many decks; the same seed always gives the same cards.

    Without a seed the cards are different every time.

    >>> import casinowar as cw
    >>> cards = cw.shuffled(decks=6, seed=1)
    >>> len(cards)
    312
    >>> " ".join(map(str, cards[:5]))
    '2d 2s Qd Td Qs'
    """
    whole("decks", decks, 1, MOST_DECKS)
    chance = Random(whole_or_none("seed", seed, 0, _MOST_SEED))
    # sorted by random(): Python promises that method's numbers for a seed, and not shuffle()'s
    return tuple(sorted(DECK * decks, key=lambda _: chance.random()))
