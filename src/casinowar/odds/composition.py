"""The cards that can still come, as whole-number counts by rank.

A finite composition loses each card that is drawn; the limit of infinitely many decks never does.
All odds are ratios of such counts, so they are exact.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from casinowar.cards import RANKS
from casinowar.errors import RuleError
from casinowar.rules import Comparison, RuleSet
from casinowar.soundness import MOST_DECKS

COMPARISONS: tuple[Comparison, ...] = ("higher", "equal", "lower")


@dataclass(frozen=True, slots=True)
class Composition:
    """How many cards of each rank are left, the highest rank first."""

    counts: tuple[int, ...]
    endless: bool = False
    """The limit of infinitely many decks: drawing changes nothing."""

    @property
    def total(self) -> int:
        """How many cards are left, or the weight of all ranks together."""
        return sum(self.counts)

    def without(self, place: int, cards: int = 1) -> "Composition":
        """What is left when cards of the rank at this place are gone."""
        if self.endless:
            return self
        counts = list(self.counts)
        counts[place] -= cards
        return Composition(tuple(counts))

    def orders(self, cards: int) -> int:
        """In how many orders so many cards can come."""
        product, left = 1, self.total
        for drawn in range(cards):
            product *= left if self.endless else max(0, left - drawn)
        return product

    def places(self) -> Iterator[tuple[int, int]]:
        """The places of ranks that can come, with their counts."""
        return ((place, count) for place, count in enumerate(self.counts) if count > 0)

    def against(self, place: int) -> dict[Comparison, int]:
        """How many cards are higher than, equal to and lower than the rank at a place."""
        return {
            "higher": sum(self.counts[:place]),
            "equal": self.counts[place],
            "lower": sum(self.counts[place + 1 :]),
        }

    def comparisons(self) -> dict[Comparison, int]:
        """In how many orders a player's and a dealer's card come, by how they compare."""
        found = dict.fromkeys(COMPARISONS, 0)
        for place, count in self.places():
            for comparison, ways in self.without(place).against(place).items():
                found[comparison] += count * ways
        return found


def fresh(decks: int) -> Composition:
    """A whole shoe of so many decks."""
    if type(decks) is not int or not 1 <= decks <= MOST_DECKS:
        raise RuleError(f"decks: {decks!r} cannot be priced; 1 to {MOST_DECKS} can, or infinite")
    return Composition((4 * decks,) * len(RANKS))


ENDLESS = Composition((1,) * len(RANKS), endless=True)
"""The limit of infinitely many decks."""


def left_of(rules: RuleSet, counts: Mapping[str, int], decks: int) -> Composition:
    """The composition with these counts by rank; ranks that are not named are all gone."""
    for rank, count in counts.items():
        if rank not in RANKS:
            raise RuleError(f"{rank!r} is not a rank: ranks are {' '.join(rules.shoe.ranks)}")
        if type(count) is not int or not 0 <= count <= 4 * decks:
            raise RuleError(
                f"{count!r} cards of rank {rank} cannot be left: "
                f"{decks} decks hold 0 to {4 * decks}"
            )
    return Composition(tuple(counts.get(rank, 0) for rank in rules.shoe.ranks))
