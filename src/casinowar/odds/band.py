"""How far the bank's result may stray from the price of what was wagered, and when that is too far.

What is expected of wagers that were made is exact, and so is how far results stray from it: seats
stand against one dealer's card, and the wagers of a seat against the same cards, so that they do
not stray independently. Sums of stakes and of their products are all that has to be known.

Two things are not chance. What a tie hand is answered is its player's choice, so there is a lowest
and a highest expectation, by the answers that would be worst and best for the bank. And a result is
no bell curve after a few rounds: one tie wager that wins is more than three deviations. So the
alarm is not a number of deviations but Freedman's bound, which holds for any number of rounds and
for any stakes: an honest table is beyond it at most once in 31,571 looks, on either side. For large
sums that is 4.55 deviations; for small ones it is wider by what a single round can bring.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from casinowar.odds.distribution import Distribution, covariance
from casinowar.odds.figures import usual_play
from casinowar.odds.finding import answers, sheet_for
from casinowar.odds.outcomes import two_seats
from casinowar.odds.pricing import worth
from casinowar.odds.rounding import root
from casinowar.odds.sheet import Sheet
from casinowar.rules import RuleSet

_RARE = Fraction(1036, 100)
"""The logarithm of how rare an alarm is, on one side: once in e**10.36, or 31,571."""

_NOTHING = Fraction(0)


class Staked(NamedTuple):
    """What was wagered in rounds that are decided, in cents and in square cents.

    A hand is what lies at one seat in one round, whoever put it there.
    """

    rounds: int = 0
    wagered: int = 0
    """Everything, wars included."""
    net: int = 0
    """What the players won, less what they lost."""
    primary: int = 0
    tie: int = 0
    war_tie: int = 0
    primary_squared: int = 0
    """Of each hand; so are the next four."""
    tie_squared: int = 0
    primary_tie: int = 0
    war_tie_squared: int = 0
    primary_war_tie: int = 0
    round_primary_squared: int = 0
    """Of all hands of a round together; so are the next two."""
    round_tie_squared: int = 0
    round_primary_tie: int = 0
    most_primary: int = 0
    """In one round; so are the next two."""
    most_tie: int = 0
    most_war_tie: int = 0

    def plus(self, other: "Staked") -> "Staked":
        """Both together."""
        first = len(self) - 3
        sums = (mine + theirs for mine, theirs in zip(self[:first], other[:first], strict=True))
        return Staked(*sums, *map(max, self[first:], other[first:]))


class Extent(NamedTuple):
    """What one wager can bring its player beyond what is expected of it, per unit."""

    won: Fraction
    lost: Fraction


@dataclass(frozen=True, slots=True)
class Price:
    """What the wagers of a table are worth to their players, per unit, and how they vary."""

    basis: str
    """What is assumed of tie hands."""
    primary: Fraction
    primary_least: Fraction
    """With the answers to tie hands that are worst for the player, silence among them."""
    primary_most: Fraction
    tie: Fraction
    war_tie: Fraction
    primary_variance: Fraction
    tie_variance: Fraction
    war_tie_variance: Fraction
    primary_tie: Fraction
    """Covariance of two wagers at a seat; so is the next."""
    primary_war_tie: Fraction
    primaries: Fraction
    """Covariance of wagers at two seats; so are the next two."""
    ties: Fraction
    primary_other_tie: Fraction
    extents: tuple[Extent, Extent, Extent]
    """Of the primary with its war, of the tie wager, and of that on the war."""


@dataclass(frozen=True, slots=True)
class Band:
    """What the bank was to expect of wagers, in cents, and how far from it chance may take it."""

    expected: Fraction
    deviation: Fraction
    lowest: Fraction
    """Below this, and above the next, chance and the players' choices are no explanation."""
    highest: Fraction

    def alarm(self, result: int) -> str:
        """Whether the bank's result is beyond the band: ``"low"`` or ``"high"``, else ``""``."""
        return "low" if result < self.lowest else "high" if result > self.highest else ""


@lru_cache(maxsize=256)
def price_of(rules: RuleSet, decks: int) -> Price:
    """What the wagers of a table are worth, from a fresh shoe."""
    sheet = sheet_for(rules, decks)
    decided = sum(
        (each.contribution for each in sheet.primary.chances if each.label in ("higher", "lower")),
        _NOTHING,
    )
    means = [decided + sheet.tie_chance * answer for answer in answers(sheet).values()]
    means.append(sheet.primary.mean)
    told = [each for each in sheet.decisions if each != "war and tie"]
    variances = [sheet.main(sheet.always(each)).variance for each in told]
    primaries, ties, crossed = _between_seats(sheet)
    return Price(
        basis=usual_play(sheet),
        primary=sheet.primary.mean,
        primary_least=min(means),
        primary_most=max(means),
        tie=_mean(sheet.tie),
        war_tie=_mean(sheet.war_tie),
        primary_variance=max([sheet.primary.variance, *variances]),
        tie_variance=_variance(sheet.tie),
        war_tie_variance=_variance(sheet.war_tie),
        primary_tie=sheet.primary_tie or _NOTHING,
        primary_war_tie=_at_war(sheet),
        primaries=primaries,
        ties=ties,
        primary_other_tie=crossed,
        extents=(_extent(sheet.primary), _extent(sheet.tie), _extent(sheet.war_tie)),
    )


def _mean(results: Distribution | None) -> Fraction:
    return _NOTHING if results is None else results.mean


def _variance(results: Distribution | None) -> Fraction:
    return _NOTHING if results is None else results.variance


def _extent(results: Distribution | None) -> Extent:
    if results is None:
        return Extent(_NOTHING, _NOTHING)
    nets, mean = [each.net for each in results.chances], results.mean
    return Extent(max(nets) - mean, mean - min(nets))


def _at_war(sheet: Sheet) -> Fraction:
    """The covariance of what a war brings with the tie wager on it."""
    if sheet.war_tie is None:
        return _NOTHING
    hands = sheet.hands(sheet.always("war and tie"))
    at_war = [(hand, p / sheet.tie_chance) for hand, p in hands.items() if hand.war is not None]
    results = [(p, worth(sheet.rules, (hand,))[0]) for hand, p in at_war]
    return covariance((p, each.main, each.war_tie) for p, each in results)


def _between_seats(sheet: Sheet) -> tuple[Fraction, Fraction, Fraction]:
    """The covariances of two primaries, of two tie wagers, and of one with the other."""
    if not sheet.serves(2):
        return _NOTHING, _NOTHING, _NOTHING
    joint = two_seats(sheet.rules, sheet.cards, sheet.usual)
    pairs = [(p, worth(sheet.rules, hands)) for hands, p in joint.items()]
    return (
        covariance((p, one.main, other.main) for p, (one, other) in pairs),
        covariance((p, one.tie, other.tie) for p, (one, other) in pairs),
        covariance((p, one.main, other.tie) for p, (one, other) in pairs),
    )


def band(price: Price, staked: Staked) -> Band:
    """What the bank was to expect of what was wagered, and how far from it is too far."""
    others = -(staked.tie * price.tie + staked.war_tie * price.war_tie)
    variance = max(_NOTHING, _variance_of(price, staked))
    mosts = (staked.most_primary, staked.most_tie, staked.most_war_tie)
    won = sum((most * each.won for most, each in zip(mosts, price.extents, strict=True)), _NOTHING)
    lost = sum(
        (most * each.lost for most, each in zip(mosts, price.extents, strict=True)), _NOTHING
    )
    return Band(
        expected=others - staked.primary * price.primary,
        deviation=root(variance),
        lowest=others - staked.primary * price.primary_most - _reach(variance, won),
        highest=others - staked.primary * price.primary_least + _reach(variance, lost),
    )


def _variance_of(price: Price, staked: Staked) -> Fraction:
    """The variance of all rounds: of each hand, and of hands that share a dealer's card."""
    hands = (
        staked.primary_squared * price.primary_variance
        + staked.tie_squared * price.tie_variance
        + 2 * staked.primary_tie * price.primary_tie
        + staked.war_tie_squared * price.war_tie_variance
        + 2 * staked.primary_war_tie * price.primary_war_tie
    )
    between = (
        (staked.round_primary_squared - staked.primary_squared) * price.primaries
        + (staked.round_tie_squared - staked.tie_squared) * price.ties
        + 2 * (staked.round_primary_tie - staked.primary_tie) * price.primary_other_tie
    )
    return hands + between


def _reach(variance: Fraction, step: Fraction) -> Fraction:
    """How far sums of this variance, no step of which is larger, stray as rarely as alarms are."""
    third = _RARE * step / 3
    return third + root(third * third + 2 * _RARE * variance)
