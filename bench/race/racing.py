"""The race itself: contenders take turns, so that what slows the machine for a while slows all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median

import numpy as np

from bench.race.contender import Contender, Counts
from casinowar.sim.chisquare import fit_of

_FIRST_ROUNDS = 64
_GROWTH = 4
LEAST_P = 1e-9
"""Of counts that fit the odds, one set in a thousand million is thought not to."""
_MOST_ERRORS = 6
_WINS_WITHIN = 0.02


@dataclass(frozen=True, slots=True)
class Result:
    """How a contender did."""

    contender: Contender
    rates: tuple[float, ...]
    """Rounds a second, pass by pass."""
    rounds: int
    p_value: float | None
    """How well its counts fit the exact odds; `None`: another game, or too few rounds."""
    plausible: bool

    @property
    def rate(self) -> float:
        """Rounds a second, the median of the passes."""
        return median(self.rates)

    def of(self, base: "Result") -> float:
        """How many times as fast as another: the median of the ratios pass by pass."""
        return median(a / b for a, b in zip(self.rates, base.rates, strict=True))


def race(
    contenders: Sequence[Contender],
    seconds: float,
    tell: Callable[[str], None],
    passes: int,
) -> list[Result]:
    """Let each contender play about so long, in so many turns."""
    turn = seconds / passes
    rounds = [rounds_for(contender, turn, tell) for contender in contenders]
    rates: list[list[float]] = [[] for _ in contenders]
    counts: list[Counts] = [np.zeros(1, dtype=np.int64) for _ in contenders]
    for number in range(1, passes + 1):
        for at, contender in enumerate(contenders):
            tell(f"pass {number} of {passes}: {contender.setting}, {contender.name}")
            sample = contender.play(rounds[at])
            rates[at].append(float(sample.counts.sum()) / sample.seconds)
            counts[at] = counts[at] + sample.counts
    return [judged(contender, rates[at], counts[at]) for at, contender in enumerate(contenders)]


def rounds_for(contender: Contender, turn: float, tell: Callable[[str], None]) -> int:
    """The rounds that fill a turn, more or less: a power of two of the contender's grain."""
    tell(f"warming up: {contender.setting}, {contender.name}")
    wanted = turn * contender.turns
    rounds = max(_FIRST_ROUNDS, contender.grain)
    while (sample := contender.play(rounds)).seconds < wanted / _GROWTH:
        rounds *= _GROWTH
    fitting = int(float(sample.counts.sum()) / sample.seconds * wanted) // contender.grain
    return contender.grain << max(0, fitting.bit_length() - 1)


def judged(contender: Contender, rates: Sequence[float], counts: Counts) -> Result:
    """What a contender's turns come to."""
    rounds = int(counts.sum())
    p_value, plausible = None, True
    if contender.game is not None:
        fit = fit_of(contender.game, counts.tolist())
        if fit is not None:
            p_value, plausible = fit.p_value, fit.p_value >= LEAST_P
    elif contender.wins is not None:
        error = sqrt(contender.wins * (1 - contender.wins) / rounds)
        off = abs(float(counts[0]) / rounds - contender.wins)
        plausible = off <= _WINS_WITHIN + _MOST_ERRORS * error
    return Result(contender, tuple(rates), rounds, p_value, plausible)
