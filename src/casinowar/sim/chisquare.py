"""How well the rounds of a simulation fit the exact odds, all outcomes of whole tables at once.

**The statistic.** With o rounds counted and e expected of each way a round can come out, Pearson's
Σ (o - e)² / e. Ways with few expected rounds are counted together, the rarest first, until every
bin expects ten: then the statistic is distributed as chi-square, its degrees of freedom one less
than there are bins.

**The p-value** is the chance of at least so large a statistic x where the odds are right. For n
degrees of freedom it is Q(n/2, x/2), the regularised upper incomplete gamma function, which needs
no table: Q(1, t) = exp(-t), Q(1/2, t) = erfc(√t), and

    Q(a + 1, t) = Q(a, t) + tᵃ exp(-t) / Γ(a + 1)

so that it is a sum of positive terms, each right to some 12 digits.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import erfc, exp, fsum, lgamma, log, sqrt
from typing import NamedTuple

from casinowar.odds.composition import fresh
from casinowar.odds.tally import Tally, chance
from casinowar.sim import tallies
from casinowar.sim.game import Game

LEAST_EXPECTED = 10
"""The rounds that every bin expects."""


class Fit(NamedTuple):
    """A chi-square statistic and what it says."""

    statistic: float
    degrees: int
    p_value: float


def fit_of(game: Game, counts: Sequence[int]) -> Fit | None:
    """How rounds that came out so fit the odds of a fresh shoe; `None` if they are too few."""
    cards, rounds = fresh(game.decks), sum(counts)
    observed = dict(tallies.read(game, counts))
    return fit(
        (
            observed.get(tally, 0),
            rounds * tally.arrangements * chance(cards, tally, individual=game.individual),
        )
        for tally in every_tally(game)
    )


def every_tally(game: Game) -> Iterator[Tally]:
    """All ways a round of a game can come out."""
    for higher in range(game.seats + 1):
        for equal in range(game.seats - higher + 1):
            lower = game.seats - higher - equal
            if not game.fights or not equal:
                yield Tally(higher, lower, equal)
                continue
            for won in range(equal + 1):
                for lost in range(equal - won + 1):
                    yield Tally(higher, lower, equal, won, lost, equal - won - lost)


def fit(pairs: Iterable[tuple[int, Fraction]]) -> Fit | None:
    """The fit of observed to expected counts; `None` where they fill fewer than two bins."""
    bins = _bins(pairs)
    if len(bins) < 2:
        return None
    statistic = fsum(float((observed - expected) ** 2 / expected) for observed, expected in bins)
    return Fit(statistic, len(bins) - 1, p_value(statistic, len(bins) - 1))


def _bins(pairs: Iterable[tuple[int, Fraction]]) -> list[tuple[int, Fraction]]:
    """Counts brought together until each expects enough, the rarest first."""
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
    """The chance that chi-square with so many degrees of freedom is at least so large."""
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
