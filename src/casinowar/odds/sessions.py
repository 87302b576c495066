"""What many rounds come to: the result of a session, the theoretical win of an hour.

Rounds are taken as independent and alike, each with the same wagers: so it is where every round is
shuffled afresh. The rounds of one shoe are alike as well, so that what is expected of them is just
the same, but they depend on each other a little, and their spread differs by as little. Results are
in units of the wager that the `Distribution` of one round is about, positive for the player.

Up to `EXACT_ROUNDS` rounds every probability is a `Fraction`. Beyond, it is a float, and beside it
stands how far it can be from the true one: a bound, not an estimate.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import ceil, floor, fsum, sqrt
from typing import Generic, TypeVar

from casinowar.errors import CasinoWarError
from casinowar.odds.convolution import EXACT_ROUNDS, check_rounds, exact_power, fft_power, lattice
from casinowar.odds.distribution import Distribution

P = TypeVar("P", Fraction, float)


@dataclass(frozen=True)
class Session(Generic[P]):
    """The result of so many rounds, with the probability of each."""

    round: Distribution
    rounds: int
    lowest: Fraction
    step: Fraction
    """Results are ``lowest``, ``lowest + step``, …"""
    probabilities: tuple[P, ...]
    """By result, the lowest first."""
    error: float
    """How far the probability of any event can be from the true one; 0 where it is exact."""
    error_of_each: float
    """The same for each single result."""

    @property
    def mean(self) -> Fraction:
        """The expected result, exact."""
        return self.rounds * self.round.mean

    @property
    def variance(self) -> Fraction:
        """The square of the standard deviation, exact."""
        return self.rounds * self.round.variance

    @property
    def standard_deviation(self) -> float:
        """How far results usually are from the expected one."""
        return sqrt(self.variance)

    @cached_property
    def ahead(self) -> P:
        """The chance that the player has won."""
        return self._sum(self._first_above(Fraction(0)), len(self.probabilities))

    @cached_property
    def even(self) -> P:
        """The chance that the player has neither won nor lost."""
        return self._sum(self._first_at(Fraction(0)), self._first_above(Fraction(0)))

    @cached_property
    def behind(self) -> P:
        """The chance that the player has lost."""
        return self._sum(0, self._first_at(Fraction(0)))

    def at_most(self, result: Fraction) -> P:
        """The chance of this result or a lower one."""
        return self._sum(0, self._first_above(result))

    def quantile(self, share: Fraction) -> Fraction:
        """The lowest result that is not exceeded with at least this chance.

        With floats, a share within `error` of a jump may be given the result beside it.
        """
        if not 0 < share <= 1:
            raise CasinoWarError(
                f"{share} is not a share: a quantile is asked for above 0, up to 1"
            )
        place = min(bisect_left(self._cumulative, share), len(self.probabilities) - 1)
        return self.lowest + place * self.step

    def results(self) -> Iterator[tuple[Fraction, P]]:
        """Every possible result with its probability, the lowest first."""
        for place, probability in enumerate(self.probabilities):
            if probability:
                yield self.lowest + place * self.step, probability

    @cached_property
    def _cumulative(self) -> tuple[P, ...]:
        return tuple(accumulate(self.probabilities))

    def _first_at(self, result: Fraction) -> int:
        """The place of the first result that is not below this one."""
        return self._within(ceil((result - self.lowest) / self.step))

    def _first_above(self, result: Fraction) -> int:
        return self._within(floor((result - self.lowest) / self.step) + 1)

    def _within(self, place: int) -> int:
        return min(max(place, 0), len(self.probabilities))

    def _sum(self, start: int, end: int) -> P:
        part = self.probabilities[start:end]
        if isinstance(self.probabilities[0], float):
            return fsum(part)
        return sum(part, Fraction(0))


def session(distribution: Distribution, rounds: int) -> Session[Fraction] | Session[float]:
    """The result of so many rounds: exact up to `EXACT_ROUNDS`, beyond that by FFT."""
    if check_rounds(rounds) <= EXACT_ROUNDS:
        return exact_session(distribution, rounds)
    return fft_session(distribution, rounds)


def exact_session(distribution: Distribution, rounds: int) -> Session[Fraction]:
    """The result of so many rounds in fractions; their digits grow with the rounds."""
    check_rounds(rounds)
    one = lattice(distribution)
    total = one.total**rounds
    probabilities = (Fraction(weight, total) for weight in exact_power(one.weights, rounds))
    return Session(
        distribution, rounds, rounds * one.lowest, one.step, tuple(probabilities), 0.0, 0.0
    )


def fft_session(distribution: Distribution, rounds: int) -> Session[float]:
    """The result of so many rounds in floats, with the bound on their error."""
    check_rounds(rounds)
    one = lattice(distribution)
    found = fft_power(one, rounds)
    return Session(
        distribution,
        rounds,
        rounds * one.lowest,
        one.step,
        found.probabilities,
        found.error,
        found.error_of_each,
    )


def rounds_to_one_deviation(distribution: Distribution) -> int | None:
    """After how many rounds the expected result is at least one standard deviation from zero.

    Luck then still hides the edge about one time in six. The least n with ``n |mean|`` not below
    ``sqrt(n variance)``, exact; `None` where nothing is expected to be won or lost.
    """
    mean = distribution.mean
    return max(1, ceil(distribution.variance / mean**2)) if mean else None


def theoretical_win(
    distribution: Distribution, wager: int, pace: Fraction | int, seats: int = 1
) -> Fraction:
    """What the bank can expect to win in an hour, in the unit of the wager (cents).

    `pace` is the rounds dealt in an hour, in each of which each of the `seats` has this wager. The
    seats share the dealer's card; that changes how the hour spreads, not what is expected of it.
    """
    for name, value in (("wager", wager), ("pace", pace), ("seats", seats)):
        if value <= 0:
            raise CasinoWarError(f"{name}: {value} cannot be; it must be above 0")
    return -distribution.mean * wager * pace * seats
