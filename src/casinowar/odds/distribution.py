"""The distribution of a random result, and its exact moments."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class PossibleResult:
    """One possible result, with its probability."""

    label: str
    probability: Fraction
    net: Fraction
    """The player's result, in units of the wager that the distribution describes."""

    @property
    def contribution(self) -> Fraction:
        """The part of the mean that comes from this result; all contributions add up to it."""
        return self.probability * self.net


@dataclass(frozen=True, slots=True)
class Distribution:
    """Every possible result; the probabilities add up to exactly 1."""

    chances: tuple[PossibleResult, ...]

    def __post_init__(self) -> None:
        assert sum(chance.probability for chance in self.chances) == 1

    @property
    def mean(self) -> Fraction:
        """The expected result."""
        return sum((chance.contribution for chance in self.chances), Fraction(0))

    def moment(self, order: int) -> Fraction:
        """Return the central moment of this order."""
        mean = self.mean
        return sum((c.probability * (c.net - mean) ** order for c in self.chances), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The square of the standard deviation."""
        return self.moment(2)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a net win."""
        return sum((c.probability for c in self.chances if c.net > 0), Fraction(0))

    def by_net(self) -> dict[Fraction, Fraction]:
        """Return the probability of each net result, largest loss first."""
        found: dict[Fraction, Fraction] = {}
        for chance in self.chances:
            found[chance.net] = found.get(chance.net, Fraction(0)) + chance.probability
        return dict(sorted(found.items()))


def gather(
    joint: Mapping[K, Fraction], net: Callable[[K], Fraction], label: Callable[[K], str]
) -> Distribution:
    """Return the distribution of a figure; classes with equal label and figure are merged."""
    found: dict[tuple[str, Fraction], Fraction] = {}
    for key, probability in joint.items():
        entry = (label(key), net(key))
        found[entry] = found.get(entry, Fraction(0)) + probability
    return Distribution(
        tuple(PossibleResult(name, p, value) for (name, value), p in found.items() if p)
    )


def covariance(pairs: Iterable[tuple[Fraction, Fraction, Fraction]]) -> Fraction:
    """Return the covariance of two figures, from triples (probability, first, second)."""
    listed = list(pairs)
    first = sum((p * x for p, x, _ in listed), Fraction(0))
    second = sum((p * y for p, _, y in listed), Fraction(0))
    return sum((p * x * y for p, x, y in listed), Fraction(0)) - first * second
