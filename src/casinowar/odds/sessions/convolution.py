"""Sums of independent results: exact in whole numbers, or by FFT with a bound on its error.

Results lie on a lattice, `lowest + step * place`, and the results of n rounds on another one. The
probabilities of the sum are the coefficients of a polynomial's n-th power.

**Exact.** From ``q = p**n`` follows ``p q' = n p' q``, which gives each coefficient of q from the
few before it: ``k p[0] q[k] = sum over i >= 1 of (i (n + 1) - k) p[i] q[k - i]``. With the
probabilities written as whole numbers over one denominator, every division comes out even.

**FFT.** The sum's transform is the n-th power of the round's. The bound adds the possible error of
every step, where u = 2**-53 is the rounding of one operation:

- the round's transform at one of the M (a power of two) frequencies: angle 4 pi u, sine and cosine
  4 u each, probability and product 2 u, a sum of m terms m u: less than ``d = (m + 24) u``;
- its n-th power f**n by squaring, sqrt(5) u for each complex product: less than
  ``n (|f| + d)**(n - 1) (d + 3 u)``;
- the inverse transform: in the Euclidean norm less than 8 u for each of its log2(M) passes
  (Higham, *Accuracy and Stability of Numerical Algorithms*, chapter 24), here taken as 16 u.

The inverse transform is an isometry up to its scale, so it keeps the errors of the powers. An event
made of N results is off by at most sqrt(N) times the Euclidean norm of all errors, plus N u for
adding up its probability.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from types import ModuleType
from typing import TYPE_CHECKING

from casinowar.errors import CasinoWarError
from casinowar.odds.distribution import Distribution

if TYPE_CHECKING:
    from numpy import complex128
    from numpy.typing import NDArray

ROUNDING = 2.0**-53
"""The largest error of one float operation, as a share of its result."""

EXACT_ROUNDS = 200
"""Up to this many rounds, probabilities are fractions."""

MOST_ROUNDS = 100_000
"""The longest session that can be computed: about a thousand hours of play."""

MOST_RESULTS = 2**21
"""The most different results that a session may end in."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A distribution with evenly spaced results and whole-number weights."""

    lowest: Fraction
    step: Fraction
    weights: tuple[int, ...]
    """By place; zero if a place has no result. The first and the last are not zero."""
    total: int

    @property
    def span(self) -> int:
        """The place of the highest result."""
        return len(self.weights) - 1


def lattice(distribution: Distribution) -> Lattice:
    """Put a distribution on the widest lattice that holds all its results."""
    chances = {net: chance for net, chance in distribution.by_net().items() if chance}
    lowest = min(chances)
    step = common_step(net - lowest for net in chances)
    total = lcm(*(chance.denominator for chance in chances.values()))
    weights = [0] * (int((max(chances) - lowest) / step) + 1)
    for net, chance in chances.items():
        weights[int((net - lowest) / step)] = int(chance * total)
    return Lattice(lowest, step, tuple(weights), total)


def common_step(nets: Iterable[Fraction]) -> Fraction:
    """Return the largest number that divides all of these; 1 if all of them are 0."""
    listed = list(nets)
    scale = lcm(*(net.denominator for net in listed))
    return Fraction(gcd(*(int(net * scale) for net in listed)), scale) or Fraction(1)


def exact_power(weights: tuple[int, ...], power: int) -> list[int]:
    """Return the coefficients of a power of a polynomial whose first coefficient is not 0."""
    first = weights[0]
    terms = [(place, weight) for place, weight in enumerate(weights) if place and weight]
    found = [first**power]
    for k in range(1, (len(weights) - 1) * power + 1):
        value = sum(
            (place * (power + 1) - k) * weight * found[k - place]
            for place, weight in terms
            if place <= k
        )
        quotient, rest = divmod(value, k * first)
        assert not rest, "a coefficient is a whole number"
        found.append(quotient)
    return found


@dataclass(frozen=True, slots=True)
class Approximation:
    """Probabilities as floats, with bounds on their errors."""

    probabilities: tuple[float, ...]
    error: float
    """The bound for any event, that is for the sum over any set of results."""
    error_of_each: float
    """The bound for each single result."""


def fft_power(single: Lattice, power: int) -> Approximation:
    """Return the probabilities of a sum of independent results, by place on the sum's lattice."""
    np = numpy()
    results = single.span * power + 1
    if results > MOST_RESULTS:
        raise CasinoWarError(
            f"{power} rounds can end in {results} different results; "
            f"at most {MOST_RESULTS} can be computed"
        )
    passes = (results - 1).bit_length()
    size = 1 << passes
    transform = np.zeros(size // 2 + 1, dtype=np.complex128)
    frequencies = np.arange(size // 2 + 1)
    for place, weight in enumerate(single.weights):
        if weight:
            # whole turns of the angle are removed in integer arithmetic, which loses no digit
            turn = (frequencies * place % size) / size
            transform += weight / single.total * np.exp(-2j * np.pi * turn)
    terms = sum(1 for weight in single.weights if weight)
    transform_error = (terms + 24) * ROUNDING
    errors = (
        power
        * (np.abs(transform) + transform_error) ** (power - 1)
        * (transform_error + 3 * ROUNDING)
    )
    found = np.fft.irfft(_power(transform, power), size)[:results]
    # no true probability is negative, so this only brings values nearer to the true ones
    found = np.maximum(found, 0.0)
    inverse = 16 * ROUNDING * passes * float(np.linalg.norm(found))
    # only half of the frequencies are stored: each also stands for its mirror image
    mean = 2 * float(errors.sum()) / size
    norm = float(np.sqrt(2 * (errors**2).sum() / size))
    slack = 1.01  # errors of errors
    return Approximation(
        tuple(found.tolist()),
        error=slack * float(np.sqrt(results)) * (norm + inverse) + results * ROUNDING,
        error_of_each=slack * (mean + inverse),
    )


def _power(values: "NDArray[complex128]", power: int) -> "NDArray[complex128]":
    """Raise to a power by squaring, whose error is known; numpy's own power uses a logarithm."""
    found = values
    for digit in f"{power:b}"[1:]:
        found = found * found
        if digit == "1":
            found = found * values
    return found


def numpy() -> ModuleType:
    """Import numpy, which only long sessions need."""
    try:
        import numpy as found
    except ImportError as missing:
        raise CasinoWarError(
            "sessions this long need numpy: pip install 'casinowar[report]', "
            "or pip install '.[report]' in a checkout"
        ) from missing
    return found


def check_rounds(rounds: int) -> int:
    """Return the number of rounds; raise an error if no session can have so many."""
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise CasinoWarError(f"rounds: {rounds!r} is not possible; use 1 to {MOST_ROUNDS:,}")
    return rounds
