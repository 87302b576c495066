"""How far the bank's result may stray from the expected result, and when to raise an alarm.

The expected result of the wagers made is exact, and so is the variance around it. Seats play
against one dealer's card, and the wagers of one seat against the same cards, so their results are
not independent. The sums of stakes and of products of stakes are enough to compute both.

Two things need care. First, players choose how to answer a tie hand. So there is a lowest and a
highest expectation, for the answers that are worst and best for the bank. Second, results do not
follow a bell curve after a few rounds: one winning tie wager is more than three deviations. So the
alarm is not a number of deviations but Freedman's bound, which holds for any number of rounds and
any stakes: an honest table crosses it at most once in 31,571 looks, on either side. For large sums
the bound is 4.55 deviations; for small sums it is wider by what a single round can bring.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from casinowar.odds.checks.finding import answers, sheet_for
from casinowar.odds.distribution import Distribution, covariance
from casinowar.odds.outcomes import two_seats
from casinowar.odds.price_json import usual_play
from casinowar.odds.pricing import worth
from casinowar.odds.rounding import root
from casinowar.odds.sheet import Sheet
from casinowar.rules.model import RuleSet

_RARE = Fraction(1036, 100)
"""The logarithm of the rarity of a false alarm, on one side: once in e**10.36, or 31,571."""

_NOTHING = Fraction(0)


class Staked(NamedTuple):
    """Sums of the wagers of finished rounds, in cents and in square cents.

    A hand is everything wagered at one seat in one round, no matter by how many players.
    """

    rounds: int = 0
    wagered: int = 0
    """All wagers, wars included."""
    net: int = 0
    """The players' wins less their losses."""
    primary: int = 0
    tie: int = 0
    war_tie: int = 0
    primary_squared: int = 0
    """Summed over hands; so are the next four."""
    tie_squared: int = 0
    primary_tie: int = 0
    war_tie_squared: int = 0
    primary_war_tie: int = 0
    round_primary_squared: int = 0
    """Of the total of all hands in a round, summed over rounds; so are the next two."""
    round_tie_squared: int = 0
    round_primary_tie: int = 0
    most_primary: int = 0
    """The most in one round; so are the next two."""
    most_tie: int = 0
    most_war_tie: int = 0

    def plus(self, other: "Staked") -> "Staked":
        """Return the sums over the rounds of both."""
        first = len(self) - 3
        sums = (mine + theirs for mine, theirs in zip(self[:first], other[:first], strict=True))
        return Staked(*sums, *map(max, self[first:], other[first:]))


class Extent(NamedTuple):
    """The most a player can win or lose beyond the expected result of a wager, per unit."""

    won: Fraction
    lost: Fraction


@dataclass(frozen=True, slots=True)
class Price:
    """The expected results of a table's wagers for the players, per unit, and their variances."""

    basis: str
    """The play assumed at every choice."""
    primary: Fraction
    primary_least: Fraction
    """The mean with the worst answers to tie hands for the player; silence counts as an answer."""
    primary_most: Fraction
    tie: Fraction
    war_tie: Fraction
    primary_variance: Fraction
    tie_variance: Fraction
    war_tie_variance: Fraction
    primary_tie: Fraction
    """The covariance of two wagers at one seat; so is the next."""
    primary_war_tie: Fraction
    primaries: Fraction
    """The covariance of wagers at two seats; so are the next two."""
    ties: Fraction
    primary_other_tie: Fraction
    extents: tuple[Extent, Extent, Extent]
    """For the primary with its war, the tie wager, and the tie wager on the war."""


@dataclass(frozen=True, slots=True)
class Band:
    """The bank's expected result, in cents, and the results that chance can explain."""

    expected: Fraction
    deviation: Fraction
    lowest: Fraction
    """Below this, and above `highest`, chance and the players' choices explain nothing."""
    highest: Fraction

    def alarm(self, result: int) -> Literal["", "low", "high"]:
        """Return ``"low"`` or ``"high"`` if the result is outside the band, else ``""``."""
        return "low" if result < self.lowest else "high" if result > self.highest else ""


@lru_cache(maxsize=256)
def price_of(rules: RuleSet, decks: int) -> Price:
    """Return the price of a table's wagers with a fresh shoe."""
    sheet = sheet_for(rules, decks)
    means = [sheet.decided + sheet.choice_chance * answer for answer in answers(sheet).values()]
    means.append(sheet.primary.mean)
    answers_offered = [each for each in sheet.decisions if each != "war and tie"]
    variances = [sheet.main(sheet.always(each)).variance for each in answers_offered]
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
    """Return the covariance of a war's result and the tie wager on that war."""
    if sheet.war_tie is None:
        return _NOTHING
    hands = sheet.hands(sheet.always("war and tie"))
    at_war = [(hand, p / sheet.choice_chance) for hand, p in hands.items() if hand.war is not None]
    results = [(p, worth(sheet.rules, (hand,))[0]) for hand, p in at_war]
    return covariance((p, each.main, each.war_tie) for p, each in results)


def _between_seats(sheet: Sheet) -> tuple[Fraction, Fraction, Fraction]:
    """Return the covariances between two seats: primaries, tie wagers, and primary with tie."""
    if not sheet.serves(2):
        return _NOTHING, _NOTHING, _NOTHING
    joint = two_seats(sheet.rules, sheet.cards, sheet.usual_decision)
    pairs = [(p, worth(sheet.rules, hands)) for hands, p in joint.items()]
    return (
        covariance((p, one.main, other.main) for p, (one, other) in pairs),
        covariance((p, one.tie, other.tie) for p, (one, other) in pairs),
        covariance((p, one.main, other.tie) for p, (one, other) in pairs),
    )


def band(price: Price, staked: Staked) -> Band:
    """Return the bank's expected result of these wagers, and the bounds of the alarm."""
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
    """Return the variance of all rounds: of each hand, and between hands of the same round."""
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
    """Return how far a sum may stray before an alarm, from its variance and its largest step."""
    third = _RARE * step / 3
    return third + root(third * third + 2 * _RARE * variance)
