"""The most that one round can return, and the most the bank can lose in it, at the table's limits.

No payout is written here. The core's own `step` plays an example of every class of outcomes, with
wagers at the ends of their limits. Then it plays the whole extreme round once more, with every cap
in force. A larger wager returns more, so no wager between the limits can return more; nor can the
bank lose more there, unless a cap on returns already cuts the round.

All seats make the same wagers and the same decision. If there are enough cards for all seats to
have the same outcome, no mixture costs the bank more. A probability is the chance of the extreme
once the seats have wagered and decided this way.

Some rules have no largest return: a player's bank is bounded only by its stake, bets behind a seat
only by their number, and wagers that are accepted whole by nothing.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import NamedTuple

from casinowar.errors import RuleError
from casinowar.game.events import RoundEvent, WagerSettled
from casinowar.game.round import Bet
from casinowar.money import MOST
from casinowar.odds.composition import Composition, fresh
from casinowar.odds.pricing import Decision, PricedHand, decisions, play, possible_hands
from casinowar.odds.table_outcomes import chance, tally_of
from casinowar.rules.model import RuleSet


@dataclass(frozen=True, slots=True)
class Largest:
    """The extremes of one round, and their probabilities if the seats wager to reach them."""

    returned: int
    """The most a round can return, in cents, stakes included."""
    probability: Fraction
    """The chance that a round returns this much."""
    lost: int
    """The most the bank can lose in a round, in cents."""
    lost_probability: Fraction
    """The chance that the bank loses this much."""


class ExposurePlan(NamedTuple):
    """The wagers of every seat, and its decision when it has a choice."""

    primary: int
    tie: int
    decision: Decision | None
    war_tie: int


class Money(NamedTuple):
    """The total staked and the total returned, in cents."""

    staked: int = 0
    returned: int = 0


class Extreme(NamedTuple):
    """The largest figure so far, its probability, and the plan and hands that lead to it."""

    figure: int
    probability: Fraction
    plan: ExposurePlan
    hands: tuple[PricedHand, ...]


def largest_return(rules: RuleSet, seats: int, cards: Composition | None = None) -> Largest | None:
    """Return the extremes of a round with so many betting seats; `None` if nothing bounds them.

    The shoe is fresh, with the usual number of decks, unless `cards` gives a composition.
    """
    most = rules.betting_seats(rules.seats.most)
    if rules.player_banked or rules.has_backline or rules.limits.has_no_maximum:
        return None
    if type(seats) is not int or not 1 <= seats <= most:
        raise RuleError(f"seats: {seats!r} cannot bet at this table; use 1 to {most}")
    shoe = fresh(rules.shoe.decks[0]) if cards is None else cards
    needed = rules.cards_needed(seats)
    if not shoe.endless and shoe.total < needed:
        raise RuleError(
            f"too few cards: {shoe.total} are left, and a round of {seats} seats can need {needed}"
        )
    returned = _extreme(rules, shoe, seats, lambda money: money.returned)
    lost = _extreme(rules, shoe, seats, lambda money: money.returned - money.staked)
    return Largest(returned.figure, returned.probability, lost.figure, lost.probability)


def _extreme(
    rules: RuleSet, shoe: Composition, seats: int, figure: Callable[[Money], int]
) -> Extreme:
    """Return the largest value of a figure over all plans; among equal values, the likeliest."""
    found = [_best(rules, shoe, seats, plan, figure) for plan in _plans(rules)]
    extreme = max(found, key=lambda one: (one.figure, one.probability))
    whole = _money(_example(rules, extreme.plan, extreme.hands, most_returned=None))
    assert figure(whole) == extreme.figure, "seats at one table are paid as they are alone"
    return extreme


def _plans(rules: RuleSet) -> Iterator[ExposurePlan]:
    """Yield every plan with wagers at the ends of their limits, for every decision."""
    limits = rules.limits
    least = limits.primary.least if limits.below == "refuse" else limits.unit
    primaries = [limits.primary.most, least]
    ties = [limits.tie.most, 0] if rules.has_tie else [0]
    if rules.bets.tie == "alone too":
        primaries.append(0)
    for primary, tie in product(primaries, ties):
        for decision in decisions(rules) or (None,):
            war_tie = limits.tie.most if rules.has_free_war_tie else primary
            if primary or tie:
                yield ExposurePlan(primary, tie, decision, war_tie)


def _best(
    rules: RuleSet,
    shoe: Composition,
    seats: int,
    plan: ExposurePlan,
    figure: Callable[[Money], int],
) -> Extreme:
    """Return the largest value of a figure that a plan can reach with these cards."""
    # a tie wager alone gets no decision
    hands = possible_hands(rules, plan.decision if plan.primary else None)
    alone = [_money(_example(rules, plan, (hand,))) for hand in hands]
    cap = rules.limits.most_returned
    tables: dict[int, list[tuple[int, ...]]] = {}
    for counts in _compositions(seats, len(hands)):
        staked = sum(n * money.staked for n, money in zip(counts, alone, strict=True))
        returned = sum(n * money.returned for n, money in zip(counts, alone, strict=True))
        capped = returned if cap is None else min(returned, cap)
        tables.setdefault(figure(Money(staked, capped)), []).append(counts)
    for value in sorted(tables, reverse=True):
        possible = {counts: _probability(rules, shoe, hands, counts) for counts in tables[value]}
        total = sum(possible.values(), Fraction(0))
        if total:
            counts = max(possible, key=lambda counts: possible[counts])
            return Extreme(value, total, plan, _seats(hands, counts))
    raise AssertionError("some round is always possible")


def _seats(hands: tuple[PricedHand, ...], counts: tuple[int, ...]) -> tuple[PricedHand, ...]:
    """Return the hand of each seat, if so many seats have each of these hands."""
    return tuple(hand for hand, n in zip(hands, counts, strict=True) for _ in range(n))


def _example(
    rules: RuleSet,
    plan: ExposurePlan,
    hands: tuple[PricedHand, ...],
    most_returned: int | None = MOST,
) -> tuple[RoundEvent, ...]:
    bets = [Bet(f"p{seat}", seat, plan.primary, plan.tie) for seat, _ in enumerate(hands, 1)]
    return play(rules, bets, hands, war_tie=plan.war_tie, most_returned=most_returned)


def _money(events: tuple[RoundEvent, ...]) -> Money:
    settled = [event for event in events if isinstance(event, WagerSettled)]
    staked = sum(event.stake for event in settled)
    return Money(staked, staked + sum(event.net for event in settled))


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a number as an ordered sum of so many parts."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _probability(
    rules: RuleSet, shoe: Composition, hands: tuple[PricedHand, ...], counts: tuple[int, ...]
) -> Fraction:
    arrangements = factorial(sum(counts)) // prod(map(factorial, counts))
    tally = tally_of(_seats(hands, counts))
    return arrangements * chance(shoe, tally, individual=rules.individual_wars)
