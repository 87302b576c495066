"""Cards: thirteen ranks, four suits, and the text form ``9h``.

Suits never decide anything, so a dealer at a real table may enter a card by its rank alone. Such a
card has an unknown suit and is written ``9``.
"""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from casinowar.errors import NotationError


class Suit(StrEnum):
    """A suit, by its letter in the text form; `UNKNOWN` if only the rank was entered."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"
    UNKNOWN = ""


RANKS = "23456789TJQKA"
"""The thirteen ranks by their character in the text form; ten is ``T``."""

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
"""The four real suits."""

DECK_SIZE = len(RANKS) * len(SUITS)


class Card(NamedTuple):
    """A card: its rank, and its suit if known."""

    rank: str
    suit: Suit = Suit.UNKNOWN

    def __str__(self) -> str:
        return self.rank + self.suit


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The fifty-two cards of a standard deck, in the order of their numbers in the fair shuffle."""


@lru_cache(maxsize=256)
def parse_card(text: str) -> Card:
    """Read a card written ``9h``, ``Th`` or ``10h``, or by its rank alone: ``9``, ``10``, ``T``."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r:.80} is not a card: write a text such as 9h or 9")
    rank, suit = text.strip(), Suit.UNKNOWN
    if rank[-1:].lower() in ("c", "d", "h", "s"):
        rank, suit = rank[:-1], Suit(rank[-1].lower())
    rank = "T" if rank == "10" else rank.upper()
    if len(rank) != 1 or rank not in RANKS:
        raise NotationError(
            f"{text[:20]!r} is not a card: write a rank (2 to 10, J, Q, K, A) "
            "and, if known, a suit (c, d, h, s), such as 9h or 9"
        )
    return Card(rank, suit)


def rank_name(rank: str) -> str:
    """Return the rank as people write it: ``10`` for ten."""
    return "10" if rank == "T" else rank


def is_gone(card: Card, seen: str, decks: int) -> bool:
    """Whether the seen cards, such as ``"9h Kd 4 "``, include every copy of `card` in the decks."""
    of_rank = seen.count(card.rank)
    if of_rank < decks:
        return False
    every_suit = of_rank >= len(SUITS) * decks
    return every_suit or (card.suit is not Suit.UNKNOWN and seen.count(str(card)) >= decks)
