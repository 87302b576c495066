"""The cards that are left, as whole-number counts by rank.

A finite composition loses each card that is drawn; infinitely many decks never do. All odds are
ratios of such counts, so they are exact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casinowar.cards import RANKS
from casinowar.errors import RuleError
from casinowar.rules.model import Comparison, RuleSet
from casinowar.rules.soundness import MOST_DECKS

COMPARISONS: tuple[Comparison, ...] = ("higher", "equal", "lower")


@dataclass(frozen=True, slots=True)
class Composition:
    """The number of cards left of each rank, highest rank first."""

    counts: tuple[int, ...]
    endless: bool = False
    """True for infinitely many decks, where drawing a card changes nothing."""

    @property
    def total(self) -> int:
        """The number of cards left, or the total weight of all ranks if the shoe is endless."""
        return sum(self.counts)

    def without(self, place: int, cards: int = 1) -> "Composition":
        """Return the composition without so many cards of the rank at this place."""
        if self.endless:
            return self
        counts = list(self.counts)
        counts[place] -= cards
        return Composition(tuple(counts))

    def orders(self, cards: int) -> int:
        """Count the orders in which so many cards can be drawn."""
        product, left = 1, self.total
        for drawn in range(cards):
            product *= left if self.endless else max(0, left - drawn)
        return product

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield the place and the count of each rank that has cards left."""
        return ((place, count) for place, count in enumerate(self.counts) if count > 0)

    def against(self, place: int) -> dict[Comparison, int]:
        """Count the cards higher than, equal to and lower than the rank at a place."""
        return {
            "higher": sum(self.counts[:place]),
            "equal": self.counts[place],
            "lower": sum(self.counts[place + 1 :]),
        }

    def comparisons(self) -> dict[Comparison, int]:
        """Count the ordered pairs of a player's and a dealer's card, by how they compare."""
        found = dict.fromkeys(COMPARISONS, 0)
        for place, count in self.places():
            for comparison, ways in self.without(place).against(place).items():
                found[comparison] += count * ways
        return found


def fresh(decks: int) -> Composition:
    """Return a whole shoe of so many decks."""
    if type(decks) is not int or not 1 <= decks <= MOST_DECKS:
        raise RuleError(f"decks: cannot price {decks!r}; use 1 to {MOST_DECKS}, or infinite")
    return Composition((4 * decks,) * len(RANKS))


ENDLESS = Composition((1,) * len(RANKS), endless=True)
"""The limit of infinitely many decks."""


def left_of(rules: RuleSet, counts: Mapping[str, int], decks: int) -> Composition:
    """Return the composition with these counts by rank; a rank not named has no cards left."""
    for rank, count in counts.items():
        if rank not in RANKS:
            raise RuleError(f"{rank!r} is not a rank; the ranks are {' '.join(rules.shoe.ranks)}")
        if type(count) is not int or not 0 <= count <= 4 * decks:
            raise RuleError(
                f"{count!r} cards of rank {rank} cannot be left; "
                f"{decks} decks leave 0 to {4 * decks}"
            )
    return Composition(tuple(counts.get(rank, 0) for rank in rules.shoe.ranks))
