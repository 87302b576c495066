"""Estimates of each wager and each outcome from the rounds of a simulation, with exact figures.

**Prices.** The core prices one example of each outcome of a seat (`casinowar.odds.pricing`). If the
bank covers everything, seats are settled independently, so the result of a round is the sum over
its seats.

**Ratios.** Every figure here is a ratio. A round adds y to the numerator and k to the denominator.
For the tie wager, y is the winnings of the round's tie wagers and k their number. For the war, y is
the winnings of its tie hands and k their number, which may be 0. For an outcome, y is the number of
seats that had it and k the number of all seats. Over all rounds R = Σy / Σk.

**Errors.** The seats of a round share the dealer's card, so rounds are independent but seats are
not. With n rounds in which k is not 0, the square of the standard error of R is

    n / (n - 1) · Σ(y - Rk)² / (Σk)²

which for a constant k is the usual standard error of a mean. Rounds from one shoe are not quite
independent either: two tie wagers in one shoe of six decks have a correlation of 0.00002, which
makes the true error of a whole shoe's mean a thousandth larger.

Everything is computed in whole numbers and fractions. A figure is `None` if the rounds cannot give
it: the mean of no wagers, or the error of rounds that were all equal.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from casinowar.odds.composition import fresh
from casinowar.odds.outcomes import Policy
from casinowar.odds.pricing import Decision, PricedHand, worth
from casinowar.odds.rounding import root
from casinowar.odds.sheet import Sheet, label
from casinowar.rules.model import Comparison, RuleSet
from casinowar.sim import tallies
from casinowar.sim.game import Game

Fared = tuple[int, ...]
"""The number of seats in a round with each outcome, in the order of `Prices.outcomes`."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A simulated figure beside the exact one."""

    mean: Fraction | None
    standard_error: Fraction | None
    exact: Fraction

    @property
    def z(self) -> Fraction | None:
        """The distance from the exact figure, in standard errors."""
        if self.mean is None or self.standard_error is None:
            return None
        return (self.mean - self.exact) / self.standard_error


@dataclass(frozen=True, slots=True)
class Measure:
    """What each outcome of a seat adds to a figure's numerator and denominator."""

    adds: tuple[Fraction, ...]
    counted: tuple[int, ...]
    exact: Fraction

    def estimate(self, rounds: Iterable[tuple[Fared, int]]) -> Estimate:
        """Estimate the figure from the number of rounds of each kind."""
        n = counted = counted_squared = 0
        added = squared = product = Fraction(0)
        for seats_with, count in rounds:
            k = sum(map(int.__mul__, self.counted, seats_with))
            if not k:
                continue
            y = sum(
                (add * seats for add, seats in zip(self.adds, seats_with, strict=True)), Fraction(0)
            )
            n += count
            counted += count * k
            counted_squared += count * k * k
            added += count * y
            product += count * y * k
            squared += count * y * y
        if not counted:
            return Estimate(None, None, self.exact)
        ratio = added / counted
        spread = squared - 2 * ratio * product + ratio * ratio * counted_squared
        if not spread:
            return Estimate(ratio, None, self.exact)
        return Estimate(ratio, root(spread * n / (n - 1) / counted**2), self.exact)


class Estimates(NamedTuple):
    """All estimates that a simulation gives for a table."""

    wagers: dict[str, Estimate]
    """The player's result, per wager made."""
    outcomes: dict[str, Estimate]
    """The frequency of each outcome of a seat."""


class Prices:
    """The measured figures of a table, with their exact values; made once and used often."""

    def __init__(self, rules: RuleSet, game: Game, decision: Decision | None) -> None:
        """Price a game; `decision` is what tie hands do, or `None` if they have no choice."""
        assert game.fights == (decision not in (None, "surrender")), "the game is of this decision"
        self._game = game
        self._hands = tuple(_hands(game, decision))
        self.outcomes = tuple(map(label, self._hands))
        sheet = Sheet(rules, fresh(game.decks))
        self.wagers = dict(self._wagers(sheet, decision))
        self.frequencies = dict(self._frequencies(sheet, decision))

    def primary(self, counts: Sequence[int]) -> Estimate:
        """Estimate the primary wager, war included, from the counts of rounds."""
        return self.wagers["primary"].estimate(self._rounds(counts))

    def estimates(self, counts: Sequence[int]) -> Estimates:
        """Estimate every figure from the counts of rounds."""
        rounds = list(self._rounds(counts))
        return Estimates(
            {name: measure.estimate(rounds) for name, measure in self.wagers.items()},
            {name: measure.estimate(rounds) for name, measure in self.frequencies.items()},
        )

    def _rounds(self, counts: Sequence[int]) -> Iterator[tuple[Fared, int]]:
        fights = self._game.fights
        for tally, count in tallies.read(self._game, counts):
            yield (tally.higher, tally.lower, *(tally[3:] if fights else (tally.equal,))), count

    def _wagers(self, sheet: Sheet, decision: Decision | None) -> Iterator[tuple[str, Measure]]:
        rules, hands = sheet.rules, self._hands
        every, wars = (1,) * len(hands), tuple(int(hand.war is not None) for hand in hands)
        worths = [worth(rules, (hand,))[0] for hand in hands]
        primary = sheet.main(_policy(sheet, decision))
        yield "primary", Measure(tuple(w.main + w.war_tie for w in worths), every, primary.mean)
        if sheet.tie is not None:
            yield "tie", Measure(tuple(w.tie for w in worths), every, sheet.tie.mean)
        if not self._game.fights:
            return
        assert sheet.war is not None, "a game that fights has wars"
        at_war = tuple(w.main * war for w, war in zip(worths, wars, strict=True))
        yield "war", Measure(at_war, wars, sheet.war.mean)
        if sheet.war_tie is not None:
            # how the war ends decides a war tie wager, whether or not this table made one
            ties = tuple(_war_tie(rules, hand) for hand in hands)
            yield "war_tie", Measure(ties, wars, sheet.war_tie.mean)

    def _frequencies(
        self, sheet: Sheet, decision: Decision | None
    ) -> Iterator[tuple[str, Measure]]:
        chances = sheet.hands(_policy(sheet, decision))
        for hand, name in zip(self._hands, self.outcomes, strict=True):
            adds = tuple(Fraction(other == hand) for other in self._hands)
            yield name, Measure(adds, (1,) * len(adds), chances[hand])


def _hands(game: Game, decision: Decision | None) -> Iterator[PricedHand]:
    """Yield the possible outcomes of a seat, in the order of a tally's fields."""
    yield PricedHand("higher")
    yield PricedHand("lower")
    if not game.fights:
        yield PricedHand("equal", decision)
        return
    wars: tuple[Comparison, ...] = ("higher", "lower", "equal")
    for war in wars:
        yield PricedHand("equal", decision, war)


def _policy(sheet: Sheet, decision: Decision | None) -> Policy:
    return sheet.usual if decision is None else sheet.always(decision)


def _war_tie(rules: RuleSet, hand: PricedHand) -> Fraction:
    if hand.war is None:
        return Fraction(0)
    return worth(rules, (PricedHand("equal", "war and tie", hand.war),))[0].war_tie
