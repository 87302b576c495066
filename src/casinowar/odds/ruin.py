"""How likely a bankroll is ruined within a number of independent rounds.

One backward recursion answers for all bankrolls at once: the risk with k + 1 rounds to go is the
risk with k rounds to go, averaged over what the first of them brings. Up to `EXACT_ROUNDS` rounds
it is done in whole numbers. Beyond, in floats, and the stated error is a bound:

- all terms are positive, so m moves add at most (m + 2) 2**-53 of the risk in each round;
- holdings that a bankroll reaches with a chance below `NEGLIGIBLE` count as safe. How high they
  are follows from Freedman's inequality: in n rounds of variance v that differ by at most c from
  their mean, the sum of the differences ever passes t with a chance of at most
  ``exp(-t**2 / (2 (n v + c t / 3)))``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, lcm, log, sqrt

from casinowar.errors import CasinoWarError
from casinowar.odds.convolution import (
    EXACT_ROUNDS,
    MOST_RESULTS,
    ROUNDING,
    check_rounds,
    common_step,
    numpy,
)
from casinowar.odds.distribution import Distribution

NEGLIGIBLE = 1e-15
"""The chance that may be left out of a risk; the stated error holds it."""


@dataclass(frozen=True, slots=True)
class Risk:
    """How likely a bankroll is ruined."""

    bankroll: Fraction
    probability: Fraction | float
    error: float
    """How far the probability can be from the true one; 0 where it is exact."""


def risk_of_ruin(
    distribution: Distribution,
    bankrolls: Iterable[Fraction | int],
    rounds: int,
    needed: Fraction | int = 1,
) -> tuple[Risk, ...]:
    """The risk that each of these bankrolls is ruined within so many rounds.

    A bankroll, in units of the wager, is ruined as soon as it holds less than what is `needed` to
    place the next round's wagers: by default one unit, the primary. It is looked at before the
    first round and after each. A round once begun is played to its end: a player whose last unit
    goes to war borrows the second one, and a lost war leaves a debt, which is ruin. For a player
    who begins no round without the war wager in hand, `needed` is 2.
    """
    check_rounds(rounds)
    if needed <= 0:
        raise CasinoWarError(f"{needed} cannot be what a round needs: it must be above 0")
    amounts = [Fraction(bankroll) for bankroll in bankrolls]
    for amount in amounts:
        if amount < 0:
            raise CasinoWarError(f"a bankroll of {amount} cannot be: it is 0 or more")
    chances = {net: chance for net, chance in distribution.by_net().items() if chance}
    step = common_step(chances)
    # a holding's place counts the steps it can lose and still place a wager; below 0 it cannot
    places = [floor((amount - needed) / step) for amount in amounts]
    moves = {int(net / step): chance for net, chance in chances.items()}
    exactly = rounds <= EXACT_ROUNDS
    found = (_exact if exactly else _in_floats)(moves, set(places), rounds)
    return tuple(Risk(amount, *found[place]) for amount, place in zip(amounts, places, strict=True))


def _exact(
    moves: Mapping[int, Fraction], places: set[int], rounds: int
) -> dict[int, tuple[Fraction | float, float]]:
    """The recursion in whole numbers, whose common denominator grows by one factor a round."""
    factor = lcm(*(chance.denominator for chance in moves.values()))
    weights = [(move, int(chance * factor)) for move, chance in moves.items()]
    highest, gain, loss = max(places, default=0), max(0, *moves), max(0, -min(moves))
    risks: list[int] = []
    ruined = 1
    for to_go in range(1, rounds + 1):
        # from higher up so few rounds cannot ruin; still higher none of the bankrolls can get
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
    """The recursion in floats, between the ruined and the safe holdings."""
    np = numpy()
    fall, rise = _reach(moves, rounds)
    asked = [place for place in places if 0 <= place < fall]
    gain, loss = max(0, *moves), max(0, -min(moves))
    inner = max(asked, default=0) + rise + 1
    if inner > MOST_RESULTS:
        raise CasinoWarError(
            f"{rounds} rounds can leave {inner} different holdings: "
            f"at most {MOST_RESULTS} are computed"
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
    """How far, in steps, so many rounds can fall and rise, but for a negligible chance."""
    mean = sum((move * chance for move, chance in moves.items()), Fraction(0))
    variance = sum((chance * (move - mean) ** 2 for move, chance in moves.items()), Fraction(0))
    furthest = max(abs(move - mean) for move in moves)
    digits = -log(NEGLIGIBLE)
    part = digits * float(furthest) / 3
    spread = part + sqrt(part**2 + 2 * digits * rounds * float(variance))
    drift = rounds * float(mean)
    return ceil(spread + max(0.0, -drift)) + 1, ceil(spread + max(0.0, drift)) + 1
