"""The risk that a bankroll is ruined within a number of independent rounds.

One backward recursion covers all bankrolls at once: the risk with k + 1 rounds to go is the risk
with k rounds to go, averaged over the results of the next round. Up to `EXACT_ROUNDS` rounds it
runs in whole numbers. Beyond that it runs in floats, and the stated error is a bound:

- all terms are positive, so m moves add at most (m + 2) 2**-53 of the risk in each round;
- holdings that a bankroll reaches with a chance below `NEGLIGIBLE` count as safe. Their height
  follows from Freedman's inequality: in n rounds of variance v that differ by at most c from their
  mean, the sum of the differences ever passes t with a chance of at most
  ``exp(-t**2 / (2 (n v + c t / 3)))``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, log, sqrt

from casinowar.errors import CasinoWarError
from casinowar.odds.distribution import Distribution
from casinowar.odds.sessions.convolution import (
    EXACT_ROUNDS,
    MOST_RESULTS,
    ROUNDING,
    check_rounds,
    common_step,
    numpy,
)

NEGLIGIBLE = 1e-15
"""The chance that a risk may leave out; the stated error includes it."""


@dataclass(frozen=True, slots=True)
class Risk:
    """The probability that a bankroll is ruined."""

    bankroll: Fraction
    probability: Fraction | float
    error: float
    """A bound on the error of the probability; 0 if it is exact."""


def risk_of_ruin(
    distribution: Distribution,
    bankrolls: Iterable[Fraction | int],
    rounds: int,
    needed: Fraction | int = 1,
) -> tuple[Risk, ...]:
    """Return the risk that each of these bankrolls is ruined within so many rounds.

    A bankroll, in units of the wager, is ruined as soon as it holds less than the `needed` amount
    for the next round's wagers: by default one unit, the primary. This is checked before the first
    round and after each round. A round is always played to its end: a player whose last unit goes
    to war borrows the second one, and a lost war leaves a debt, which is ruin. Set `needed` to 2
    for a player who starts no round without the war wager in hand.
    """
    check_rounds(rounds)
    if needed <= 0:
        raise CasinoWarError(f"a round cannot need {needed}; the amount must be above 0")
    amounts = [Fraction(bankroll) for bankroll in bankrolls]
    for amount in amounts:
        if amount < 0:
            raise CasinoWarError(f"a bankroll cannot be {amount}; use 0 or more")
    chances = {net: chance for net, chance in distribution.by_net().items() if chance}
    step = common_step(chances)
    # the place of a holding is the number of steps it can lose and still place a wager; a holding
    # below 0 cannot place one
    places = [floor((amount - needed) / step) for amount in amounts]
    moves = {int(net / step): chance for net, chance in chances.items()}
    exactly = rounds <= EXACT_ROUNDS
    found = (_exact if exactly else _in_floats)(moves, set(places), rounds)
    return tuple(Risk(amount, *found[place]) for amount, place in zip(amounts, places, strict=True))


def _exact(
    moves: Mapping[int, Fraction], places: set[int], rounds: int
) -> dict[int, tuple[Fraction | float, float]]:
    """Run the recursion in whole numbers; their common denominator grows by one factor a round."""
    factor = lcm(*(chance.denominator for chance in moves.values()))
    weights = [(move, int(chance * factor)) for move, chance in moves.items()]
    highest, gain, loss = max(places, default=0), max(0, *moves), max(0, -min(moves))
    risks: list[int] = []
    ruined = 1
    for to_go in range(1, rounds + 1):
        # first bound: so few rounds ruin no higher holding; second: no bankroll gets any higher
        count = min(loss * to_go, highest + gain * (rounds - to_go) + 1)
        risks = [
            sum(
                weight * (ruined if place + move < 0 else risks[place + move])
                for move, weight in weights
                if place + move < len(risks)
            )
            for place in range(count)
        ]
        ruined *= factor

    def risk(place: int) -> Fraction:
        if place < 0:
            return Fraction(1)
        return Fraction(risks[place], ruined) if place < len(risks) else Fraction(0)

    return {place: (risk(place), 0.0) for place in places}


def _in_floats(
    moves: Mapping[int, Fraction], places: set[int], rounds: int
) -> dict[int, tuple[Fraction | float, float]]:
    """Run the recursion in floats, for holdings between the ruined and the safe ones."""
    np = numpy()
    fall, rise = _reach(moves, rounds)
    asked = [place for place in places if 0 <= place < fall]
    gain, loss = max(0, *moves), max(0, -min(moves))
    inner = max(asked, default=0) + rise + 1
    if inner > MOST_RESULTS:
        raise CasinoWarError(
            f"{rounds} rounds can leave {inner} different holdings; "
            f"at most {MOST_RESULTS} can be computed"
        )
    kernel = np.zeros(loss + gain + 1)
    for move, chance in moves.items():
        kernel[move + loss] = float(chance)
    risks = np.zeros(loss + inner + gain)
    risks[:loss] = 1.0
    for _ in range(rounds):
        risks[loss : loss + inner] = np.correlate(risks, kernel, "valid")
    rounding = 1.01 * rounds * (len(moves) + 2) * ROUNDING
    found: dict[int, tuple[Fraction | float, float]] = {}
    for place in places:
        if place < 0:
            found[place] = (1.0, 0.0)
        elif place >= fall:
            found[place] = (0.0, NEGLIGIBLE)
        else:
            value = float(risks[loss + place])
            found[place] = (value, rounding * value + NEGLIGIBLE)
    return found


def _reach(moves: Mapping[int, Fraction], rounds: int) -> tuple[int, int]:
    """Return how far, in steps, so many rounds fall and rise, except with a negligible chance."""
    mean = sum((move * chance for move, chance in moves.items()), Fraction(0))
    variance = sum((chance * (move - mean) ** 2 for move, chance in moves.items()), Fraction(0))
    furthest = max(abs(move - mean) for move in moves)
    digits = -log(NEGLIGIBLE)
    part = digits * float(furthest) / 3
    spread = part + sqrt(part**2 + 2 * digits * rounds * float(variance))
    drift = rounds * float(mean)
    return ceil(spread + max(0.0, -drift)) + 1, ceil(spread + max(0.0, drift)) + 1
