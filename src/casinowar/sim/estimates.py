"""Estimates of each wager and each outcome from the rounds of a simulation, with exact figures.

**Prices.** The core prices one example of each outcome of a seat (`casinowar.odds.pricing`). If the
bank covers everything, seats are settled independently, so the result of a round is the sum over
its seats.

**Ratios.** Every figure here is a ratio. A round adds y to the numerator and k to the denominator.
For the tie wager, y is the winnings of the round's tie wagers and k their number. For the war, y is
the winnings of its hands at war and k their number, which may be 0. For an outcome, y is the number
of seats that had it and k the number of all seats. Over all rounds R = Σy / Σk.

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
"""The number of seats in a round with each comparison, first cards and then wars: a tally."""


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
    """The measured figures of a table, with their exact values; made once and used often.

    What a seat's first card adds to a figure and what its war adds are kept apart: the pays of a
    war do not depend on the cards before it.
    """

    def __init__(self, rules: RuleSet, game: Game, decision: Decision | None) -> None:
        """Price a game; `decision` is what hands with a choice do, `None` if there is no choice."""
        assert game.fights == (decision not in (None, "surrender")), "the game is of this decision"
        self._game = game
        self._firsts = [_first(rules, game, decision, first) for first in _COMPARISONS]
        self._wars = [_at_war(rules, decision, war) for war in _COMPARISONS] if game.fights else []
        labels = (
            "" if game.fights_on(first) else label(hand)
            for first, hand in zip(_COMPARISONS, self._firsts, strict=True)
        )
        self._labels = (*labels, *map(label, self._wars))
        self.outcomes = tuple(dict.fromkeys(name for name in self._labels if name))
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
        return tallies.read(self._game, counts)

    def _wagers(self, sheet: Sheet, decision: Decision | None) -> Iterator[tuple[str, Measure]]:
        rules = sheet.rules
        firsts = [worth(rules, (hand,))[0] for hand in self._firsts]
        wars = [worth(rules, (hand,))[0] for hand in self._wars]
        decided = [
            _NOTHING if self._game.fights_on(first) else each.main
            for first, each in zip(_COMPARISONS, firsts, strict=True)
        ]
        primary = sheet.main(_policy(sheet, decision))
        fought = [each.main + each.war_tie for each in wars]
        yield "primary", Measure(_six(decided, fought), _EVERY_SEAT, primary.mean)
        if sheet.tie is not None:
            ties = [each.tie for each in firsts]
            yield "tie", Measure(_six(ties), _EVERY_SEAT, sheet.tie.mean)
        if not self._game.fights:
            return
        assert sheet.war is not None, "a game that fights has wars"
        mains = [each.main for each in wars]
        yield "war", Measure(_six(wars=mains), _EVERY_WAR, sheet.war.mean)
        if sheet.war_tie is not None:
            # how the war ends decides a war tie wager, whether or not this table made one
            war_ties = [
                worth(rules, (_at_war(rules, "war and tie", war),))[0].war_tie
                for war in _COMPARISONS
            ]
            yield "war_tie", Measure(_six(wars=war_ties), _EVERY_WAR, sheet.war_tie.mean)

    def _frequencies(
        self, sheet: Sheet, decision: Decision | None
    ) -> Iterator[tuple[str, Measure]]:
        chances = sheet.hands(_policy(sheet, decision))
        for name in self.outcomes:
            adds = [Fraction(each == name) for each in self._labels]
            exact = sum((p for hand, p in chances.items() if label(hand) == name), _NOTHING)
            yield name, Measure(_six(adds[:3], adds[3:]), _EVERY_SEAT, exact)


_COMPARISONS: tuple[Comparison, ...] = ("higher", "lower", "equal")
"""In the order of a tally's fields."""
_EVERY_SEAT, _EVERY_WAR = (1, 1, 1, 0, 0, 0), (0, 0, 0, 1, 1, 1)
_NOTHING = Fraction(0)


def _first(rules: RuleSet, game: Game, decision: Decision | None, first: Comparison) -> PricedHand:
    """Return an example of a hand with this comparison of the first cards."""
    if not rules.chooses_on(first):
        return PricedHand(first)
    return PricedHand(first, decision, "higher" if game.fights else None)


def _at_war(rules: RuleSet, decision: Decision | None, war: Comparison) -> PricedHand:
    """Return an example of a hand whose war ends like this."""
    assert rules.choice is not None, "only rules with a choice have a war"
    return PricedHand(rules.choice.on[0], decision, war)


def _six(firsts: Iterable[Fraction] = (), wars: Iterable[Fraction] = ()) -> tuple[Fraction, ...]:
    """Return what each field of a tally adds; nothing for those that are not given."""
    none = [_NOTHING] * 3
    return (*(list(firsts) or none), *(list(wars) or none))


def _policy(sheet: Sheet, decision: Decision | None) -> Policy:
    return sheet.usual if decision is None else sheet.always(decision)
