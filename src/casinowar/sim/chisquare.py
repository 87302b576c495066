"""A chi-square test of a simulation's rounds against the exact odds of whole tables.

**The statistic** is Pearson's Σ (o - e)² / e, where o is the number of rounds counted for an
outcome and e the number expected. Outcomes with few expected rounds are merged, rarest first, until
every bin expects ten. Then the statistic follows a chi-square distribution, with one degree of
freedom fewer than there are bins.

**The p-value** is the chance of a statistic at least as large as x if the odds are right. For n
degrees of freedom it is Q(n/2, x/2), the regularised upper incomplete gamma function, which needs
no table: Q(1, t) = exp(-t), Q(1/2, t) = erfc(√t), and

    Q(a + 1, t) = Q(a, t) + tᵃ exp(-t) / Γ(a + 1)

so it is a sum of positive terms, each correct to about 12 digits.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import erfc, exp, fsum, lgamma, log, sqrt
from typing import NamedTuple

from casinowar.odds.composition import fresh
from casinowar.odds.table_outcomes import TableOutcome, chance
from casinowar.sim import tallies
from casinowar.sim.game import Game

LEAST_EXPECTED = 10
"""The least number of expected rounds in a bin."""


class Fit(NamedTuple):
    """A chi-square statistic with its degrees of freedom and its p-value."""

    statistic: float
    degrees: int
    p_value: float


def fit_of(game: Game, counts: Sequence[int]) -> Fit | None:
    """Test the counts of rounds against the odds of a fresh shoe; `None` if they are too few."""
    cards, rounds = fresh(game.decks), sum(counts)
    observed = dict(tallies.read(game, counts))
    return fit(
        (
            observed.get(tally, 0),
            rounds * tally.arrangements * chance(cards, tally, individual=game.individual),
        )
        for tally in every_tally(game)
    )


def every_tally(game: Game) -> Iterator[TableOutcome]:
    """Yield every possible outcome of a round."""
    for higher in range(game.seats + 1):
        for equal in range(game.seats - higher + 1):
            lower = game.seats - higher - equal
            fighters = game.fighters(higher, equal)
            for won in range(fighters + 1):
                for lost in range(fighters - won + 1):
                    yield TableOutcome(higher, lower, equal, won, lost, fighters - won - lost)


def fit(pairs: Iterable[tuple[int, Fraction]]) -> Fit | None:
    """Test observed against expected counts; `None` if they fill fewer than two bins."""
    bins = _bins(pairs)
    if len(bins) < 2:
        return None
    statistic = fsum(float((observed - expected) ** 2 / expected) for observed, expected in bins)
    return Fit(statistic, len(bins) - 1, p_value(statistic, len(bins) - 1))


def _bins(pairs: Iterable[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    """Merge counts into bins, rarest first, until each bin expects enough rounds."""
    found: list[tuple[int, Fraction]] = []
    observed, expected = 0, Fraction(0)
    for more, chances in sorted(pairs, key=lambda pair: pair[1]):
        observed, expected = observed + more, expected + chances
        if expected >= LEAST_EXPECTED:
            found.append((observed, expected))
            observed, expected = 0, Fraction(0)
    if expected and found:
        last_observed, last_expected = found.pop()
        found.append((last_observed + observed, last_expected + expected))
    return found


def p_value(statistic: float, degrees: int) -> float:
    """Return the chance of a statistic at least this large with so many degrees of freedom."""
    if statistic <= 0:
        return 1.0
    half = statistic / 2
    odd = degrees % 2
    terms = [erfc(sqrt(half)) if odd else exp(-half)]
    a = 0.5 if odd else 1.0
    while a < degrees / 2:
        terms.append(exp(a * log(half) - half - lgamma(a + 1)))
        a += 1
    return min(1.0, fsum(terms))
