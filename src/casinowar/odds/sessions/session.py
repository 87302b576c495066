"""The results of many rounds: a session's result, and the theoretical win of an hour.

Rounds are taken as independent and identically distributed, with the same wagers: as if the cards
were shuffled before every round. The rounds of one shoe have the same expected result. But they
depend on each other a little, so their spread differs a little. Results are in units of the wager
that the `Distribution` of one round describes, and positive for the player.

Up to `EXACT_ROUNDS` rounds every probability is a `Fraction`. Beyond that it is a float with a
bound on its error: a bound, not an estimate.
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
from casinowar.odds.distribution import Distribution
from casinowar.odds.sessions.convolution import (
    EXACT_ROUNDS,
    check_rounds,
    exact_power,
    fft_power,
    lattice,
)

P = TypeVar("P", Fraction, float)


@dataclass(frozen=True)
class SessionResult(Generic[P]):
    """The possible results of so many rounds, with their probabilities."""

    round: Distribution
    rounds: int
    lowest: Fraction
    step: Fraction
    """Results are ``lowest``, ``lowest + step``, …"""
    probabilities: tuple[P, ...]
    """By result, lowest first."""
    error: float
    """A bound on the error of any event's probability; 0 if it is exact."""
    error_of_each: float
    """The same bound for each single result."""

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
        """The standard deviation of the result."""
        return sqrt(self.variance)

    @cached_property
    def ahead(self) -> P:
        """The chance that the player is ahead."""
        return self._sum(self._first_above(Fraction(0)), len(self.probabilities))

    @cached_property
    def even(self) -> P:
        """The chance that the player is exactly even."""
        return self._sum(self._first_at(Fraction(0)), self._first_above(Fraction(0)))

    @cached_property
    def behind(self) -> P:
        """The chance that the player is behind."""
        return self._sum(0, self._first_at(Fraction(0)))

    def at_most(self, result: Fraction) -> P:
        """Return the chance of this result or a lower one."""
        return self._sum(0, self._first_above(result))

    def quantile(self, share: Fraction) -> Fraction:
        """Return the lowest result r such that the chance of r or less is at least this share.

        With floats, a share within `error` of a jump may return the neighbouring result.
        """
        if not 0 < share <= 1:
            raise CasinoWarError(f"a quantile needs a share above 0 and up to 1, not {share}")
        place = min(bisect_left(self._cumulative, share), len(self.probabilities) - 1)
        return self.lowest + place * self.step

    def results(self) -> Iterator[tuple[Fraction, P]]:
        """Yield every possible result with its probability, lowest first."""
        for place, probability in enumerate(self.probabilities):
            if probability:
                yield self.lowest + place * self.step, probability

    @cached_property
    def _cumulative(self) -> tuple[P, ...]:
        return tuple(accumulate(self.probabilities))

    def _first_at(self, result: Fraction) -> int:
        """Return the place of the first result that is not below this one."""
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


def session(
    distribution: Distribution, rounds: int
) -> SessionResult[Fraction] | SessionResult[float]:
    """Return the session of so many rounds: exact up to `EXACT_ROUNDS`, beyond that by FFT."""
    if check_rounds(rounds) <= EXACT_ROUNDS:
        return exact_session(distribution, rounds)
    return fft_session(distribution, rounds)


def exact_session(distribution: Distribution, rounds: int) -> SessionResult[Fraction]:
    """Return the session of so many rounds in fractions; their digits grow with the rounds."""
    check_rounds(rounds)
    one = lattice(distribution)
    total = one.total**rounds
    probabilities = (Fraction(weight, total) for weight in exact_power(one.weights, rounds))
    return SessionResult(
        distribution, rounds, rounds * one.lowest, one.step, tuple(probabilities), 0.0, 0.0
    )


def fft_session(distribution: Distribution, rounds: int) -> SessionResult[float]:
    """Return the session of so many rounds in floats, with bounds on their errors."""
    check_rounds(rounds)
    one = lattice(distribution)
    found = fft_power(one, rounds)
    return SessionResult(
        distribution,
        rounds,
        rounds * one.lowest,
        one.step,
        found.probabilities,
        found.error,
        found.error_of_each,
    )


def rounds_to_one_deviation(distribution: Distribution) -> int | None:
    """Return the rounds until the expected result is one standard deviation from zero.

    Even then luck hides the edge about one time in six. The answer is exact: the least n with
    ``n |mean|`` not below ``sqrt(n variance)``; `None` if the expected result is zero.
    """
    mean = distribution.mean
    return max(1, ceil(distribution.variance / mean**2)) if mean else None


def theoretical_win(
    distribution: Distribution, wager: int, pace: Fraction | int, seats: int = 1
) -> Fraction:
    """Return the bank's expected win in an hour, in the unit of the wager (cents).

    `pace` is the number of rounds in an hour; in each round every one of the `seats` makes this
    wager. The seats share the dealer's card, which changes the spread but not the expected win.
    """
    for name, value in (("wager", wager), ("pace", pace), ("seats", seats)):
        if value <= 0:
            raise CasinoWarError(f"{name}: {value} is not possible; use a number above 0")
    return -distribution.mean * wager * pace * seats
