"""The probability of a whole table's outcome, from counts of cards, for any number of seats.

A `TableOutcome` says how many seats were higher, lower and equal, and how the wars of those with
a choice, usually the equal ones, ended. All seats play against one dealer's card, so they are not
independent. But given that card, only the numbers matter, not which seats they are. Cards that
nobody has seen can be revealed in any order, so the dealer's cards come first here.

Shared wars: the dealer's war card, of rank w, splits the cards left into higher, equal and lower.
The dealer's first card, of rank d, splits them too. The war cards of each comparison are drawn from
these parts in all possible ways; the rest of each part is for the seats that did not tie.

Individual wars are pairs of cards. A pair is won as often as it is lost, so each pattern of p
decided pairs has a chance of 1 in 2**p. "Decided" means "any pair" less "equal pair". So by
inclusion and exclusion only equal pairs have to be counted, rank by rank; the other pairs can be
any cards.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm, prod
from typing import NamedTuple

from casinowar.odds.composition import Composition
from casinowar.odds.pricing import PricedHand

Part = tuple[int, int, int]
"""The cards of a part of the shoe above, at and below the rank of the dealer's first card."""


class TableOutcome(NamedTuple):
    """The number of seats with each outcome."""

    higher: int = 0
    lower: int = 0
    equal: int = 0
    """The tie hands; as with the others, those that went to war included."""
    war_higher: int = 0
    war_lower: int = 0
    war_equal: int = 0

    @property
    def wars(self) -> int:
        """The hands that went to war."""
        return self.war_higher + self.war_lower + self.war_equal

    @property
    def arrangements(self) -> int:
        """The number of ways to assign these outcomes to the seats, if all with a choice fight."""
        ways = factorial(sum(self[:3])) * factorial(self.wars)
        return ways // prod(map(factorial, self))


def tally_of(hands: Iterable[PricedHand]) -> TableOutcome:
    """Return the outcome of a table whose seats have these hands."""
    found = dict.fromkeys(TableOutcome._fields, 0)
    for hand in hands:
        found[hand.first] += 1
        if hand.war is not None:
            found[f"war_{hand.war}"] += 1
    return TableOutcome(**found)


@lru_cache(maxsize=1 << 16)
def chance(cards: Composition, tally: TableOutcome, *, individual: bool) -> Fraction:
    """Return the probability of a tally for one given assignment of outcomes to seats.

    Only the wars of the tally are dealt. It does not matter which seats fight them.
    """
    dealt = 1 + tally.higher + tally.lower + tally.equal
    if not tally.wars:
        return Fraction(_first(cards, tally), cards.orders(dealt))
    if individual:
        orders = cards.orders(dealt + 2 * tally.wars) * 2 ** (tally.war_higher + tally.war_lower)
        return Fraction(_individual(cards, tally), orders)
    return Fraction(_shared(cards, tally), cards.orders(dealt + 1 + tally.wars))


def _draws(cards: int, count: int, endless: bool) -> int:
    """Count the orders in which so many of these cards can be drawn; 0 if there are too few."""
    if endless:
        return prod([cards] * count)
    return perm(cards, count) if cards >= 0 else 0


def _first(cards: Composition, tally: TableOutcome) -> int:
    """Count the ways of the original deal alone."""
    endless, found = cards.endless, 0
    for place, count in cards.places():
        left = cards.without(place).against(place)
        found += (
            count
            * _draws(left["equal"], tally.equal, endless)
            * _draws(left["higher"], tally.higher, endless)
            * _draws(left["lower"], tally.lower, endless)
        )
    return found


def _shared(cards: Composition, tally: TableOutcome) -> int:
    """Count the ways of both deals if all seats at war play against one dealer's card."""
    endless, found = cards.endless, 0
    for place, count in cards.places():
        ties = _draws(cards.without(place).counts[place], tally.equal, endless)
        if not ties:
            continue
        left = cards.without(place, 1 + tally.equal)
        found += count * ties * _war(left, place, tally)
    return found


def _war(cards: Composition, place: int, tally: TableOutcome) -> int:
    """Count the ways of a shared war and of the seats without a tie, given the dealer's rank."""
    endless, found = cards.endless, 0
    one = 0 if endless else 1
    for count, (above, below), parts in _war_parts(cards, place):
        ways = 0
        for above_1, below_1, ways_1 in _split(parts[0], tally.war_higher, endless):
            for above_2, below_2, ways_2 in _split(parts[1], tally.war_equal, endless):
                for above_3, below_3, ways_3 in _split(parts[2], tally.war_lower, endless):
                    higher = above - one * (above_1 + above_2 + above_3)
                    lower = below - one * (below_1 + below_2 + below_3)
                    others = _draws(higher, tally.higher, endless)
                    if others:
                        others *= _draws(lower, tally.lower, endless)
                        ways += ways_1 * ways_2 * ways_3 * others
        found += count * ways
    return found


@lru_cache(maxsize=1 << 10)
def _war_parts(
    cards: Composition, place: int
) -> tuple[tuple[int, tuple[int, int], tuple[Part, Part, Part]], ...]:
    """For each rank of the dealer's war card, return its count and the cards left after it.

    The cards left are given twice: those above and below the place of the dealer's first rank, and
    the parts that are higher than, equal to and lower than the war card.
    """
    found = []
    for war, count in cards.places():
        left = cards.without(war).counts
        higher = _part(left[:war], 0, place)
        equal = _part(left[war : war + 1], war, place)
        lower = _part(left[war + 1 :], war + 1, place)
        around = (sum(left[:place]), sum(left[place + 1 :]))
        found.append((count, around, (higher, equal, lower)))
    return tuple(found)


def _part(counts: tuple[int, ...], start: int, place: int) -> Part:
    """Count the cards above, at and below a place; `counts` begins at the place `start`."""
    at, after = max(0, place - start), max(0, place + 1 - start)
    return sum(counts[:at]), sum(counts[at:after]), sum(counts[after:])


@lru_cache(maxsize=1 << 14)
def _split(part: Part, cards: int, endless: bool) -> tuple[tuple[int, int, int], ...]:
    """Return the ways to draw so many cards from a part: how many from above, from below, ways."""
    found = []
    for first in range(cards + 1):
        for last in range(cards - first + 1):
            middle = cards - first - last
            ways = (
                comb(cards, first)
                * comb(cards - first, last)
                * _draws(part[0], first, endless)
                * _draws(part[1], middle, endless)
                * _draws(part[2], last, endless)
            )
            if ways:
                found.append((first, last, ways))
    return tuple(found)


def _individual(cards: Composition, tally: TableOutcome) -> int:
    """Count the ways of both deals if each war has its own dealer's card.

    A decided war is counted both as won and as lost.
    """
    decided = tally.war_higher + tally.war_lower
    seen = 1 + tally.higher + tally.lower + tally.equal
    found = 0
    for more in range(decided + 1):
        pairs = tally.war_equal + more
        left = cards.total if cards.endless else cards.total - seen - 2 * pairs
        others = _draws(left, 2 * (decided - more), cards.endless)
        if others:
            found += (-1) ** more * comb(decided, more) * others * _equal_pairs(cards, tally, pairs)
    return found


def _equal_pairs(cards: Composition, tally: TableOutcome, pairs: int) -> int:
    """Count the ways of the original deal and of so many pairs of equal cards."""
    endless, found = cards.endless, 0
    one = 0 if endless else 1
    for place, count in cards.places():
        ties = _draws(cards.without(place).counts[place], tally.equal, endless)
        if not ties:
            continue
        left = cards.without(place, 1 + tally.equal).counts
        above, below = left[:place], left[place + 1 :]
        ways = 0
        for first in range(pairs + 1):
            for last in range(pairs - first + 1):
                middle = pairs - first - last
                ways += (
                    comb(pairs, first)
                    * comb(pairs - first, last)
                    * _pairs(above, first, endless)
                    * _draws(left[place], 2 * middle, endless)
                    * _pairs(below, last, endless)
                    * _draws(sum(above) - 2 * one * first, tally.higher, endless)
                    * _draws(sum(below) - 2 * one * last, tally.lower, endless)
                )
        found += count * ties * ways
    return found


@lru_cache(maxsize=1 << 14)
def _pairs(counts: tuple[int, ...], pairs: int, endless: bool) -> int:
    """Count the orders in which so many pairs of equal cards can come from these ranks."""
    if not counts:
        return 1 if pairs == 0 else 0
    return sum(
        comb(pairs, of_first)
        * _draws(counts[0], 2 * of_first, endless)
        * _pairs(counts[1:], pairs - of_first, endless)
        for of_first in range(pairs + 1)
    )
