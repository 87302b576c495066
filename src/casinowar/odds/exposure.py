"""The most that one round can return, and the most the bank can lose in it, at the table's limits.

No payout is written here: an example of every class of outcomes is played by the core's own `step`,
with wagers at the ends of their limits, and the extreme round is played once more, whole, with
everything that caps it. What a wager returns grows with it, so nothing between the limits can
return more; nor can the bank lose more there, unless a cap on returns already cuts the round.

All seats wager alike and decide alike; with cards enough for all of them to fare alike, no mixture
costs the bank more. A probability is that of the extreme once the seats wager and decide so.
A player's bank is bounded by its stake alone, bets behind a seat by their number, and wagers that
are accepted whole by nothing: such rules have no largest return.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from casinowar.errors import RuleError
from casinowar.events import RoundEvent, WagerSettled
from casinowar.money import MOST
from casinowar.odds.composition import COMPARISONS, Composition, fresh
from casinowar.odds.pricing import Decision, Hand, decisions, play
from casinowar.odds.tally import Tally, chance
from casinowar.round import Bet
from casinowar.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Largest:
    """The extremes of one round; their probabilities are those of a round wagered to reach them."""

    returned: int
    """The most a round returns, in cents, stakes included."""
    probability: Fraction
    """That a round returns so much."""
    lost: int
    """The most the bank loses in a round, in cents."""
    lost_probability: Fraction
    """That the bank loses so much."""


class Plan(NamedTuple):
    """What every seat wagers, and what it does with a tie hand."""

    primary: int
    tie: int
    decision: Decision | None
    war_tie: int


class Money(NamedTuple):
    """What wagers had at stake, and what came back."""

    staked: int = 0
    returned: int = 0


class Extreme(NamedTuple):
    """The largest figure so far, how likely it is, and how it comes about."""

    figure: int
    probability: Fraction
    plan: Plan
    hands: tuple[Hand, ...]


def largest_return(rules: RuleSet, seats: int, cards: Composition | None = None) -> Largest | None:
    """The extremes of a round with so many seats betting; `None` where nothing bounds them.

    The shoe is a fresh one of the rules' usual decks unless a composition is given.
    """
    most = rules.betting_seats(rules.seats.most)
    if rules.player_banked or rules.seats.backline == "yes" or rules.limits.above == "accept whole":
        return None
    if type(seats) is not int or not 1 <= seats <= most:
        raise RuleError(f"seats: {seats!r} cannot bet here; 1 to {most} can")
    shoe = fresh(rules.shoe.decks[0]) if cards is None else cards
    needed = rules.cards_needed(seats)
    if not shoe.endless and shoe.total < needed:
        raise RuleError(f"{shoe.total} cards are too few: a round of {seats} can need {needed}")
    returned = _extreme(rules, shoe, seats, lambda money: money.returned)
    lost = _extreme(rules, shoe, seats, lambda money: money.returned - money.staked)
    return Largest(returned.figure, returned.probability, lost.figure, lost.probability)


def _extreme(
    rules: RuleSet, shoe: Composition, seats: int, figure: Callable[[Money], int]
) -> Extreme:
    """The largest value of a figure over all plans; of equal ones the likeliest."""
    found = [_best(rules, shoe, seats, plan, figure) for plan in _plans(rules)]
    extreme = max(found, key=lambda one: (one.figure, one.probability))
    whole = _money(_example(rules, extreme.plan, extreme.hands, most_returned=None))
    assert figure(whole) == extreme.figure, "seats at one table are paid as they are alone"
    return extreme


def _plans(rules: RuleSet) -> Iterator[Plan]:
    """Wagers at the ends of their limits, and every decision."""
    limits = rules.limits
    least = limits.primary.least if limits.below == "refuse" else limits.unit
    primaries = [limits.primary.most, least]
    ties = [0] if rules.bets.tie == "none" else [limits.tie.most, 0]
    if rules.bets.tie == "alone too":
        primaries.append(0)
    for primary, tie in product(primaries, ties):
        for decision in decisions(rules) or (None,):
            free = rules.war is not None and rules.war.tie_wager == "free"
            if primary or tie:
                yield Plan(primary, tie, decision, limits.tie.most if free else primary)


def _best(
    rules: RuleSet, shoe: Composition, seats: int, plan: Plan, figure: Callable[[Money], int]
) -> Extreme:
    """The largest value of a figure that a plan can come to with these cards."""
    hands = _hands(plan)
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
            example = tuple(hand for hand, n in zip(hands, counts, strict=True) for _ in range(n))
            return Extreme(value, total, plan, example)
    raise AssertionError("some round is always possible")


def _hands(plan: Plan) -> tuple[Hand, ...]:
    """What can become of a seat; a tie wager alone is never asked."""
    first = (Hand("higher"), Hand("lower"))
    if plan.decision is None or not plan.primary:
        return (*first, Hand("equal"))
    if plan.decision == "surrender":
        return (*first, Hand("equal", "surrender"))
    return (*first, *(Hand("equal", plan.decision, war) for war in COMPARISONS))


def _example(
    rules: RuleSet, plan: Plan, hands: tuple[Hand, ...], most_returned: int | None = MOST
) -> tuple[RoundEvent, ...]:
    bets = [Bet(f"p{seat}", seat, plan.primary, plan.tie) for seat, _ in enumerate(hands, 1)]
    return play(rules, bets, hands, war_tie=plan.war_tie, most_returned=most_returned)


def _money(events: tuple[RoundEvent, ...]) -> Money:
    settled = [event for event in events if isinstance(event, WagerSettled)]
    staked = sum(event.stake for event in settled)
    return Money(staked, staked + sum(event.net for event in settled))


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a number as a sum of so many, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def _probability(
    rules: RuleSet, shoe: Composition, hands: tuple[Hand, ...], counts: tuple[int, ...]
) -> Fraction:
    found = dict.fromkeys(Tally._fields, 0)
    for hand, count in zip(hands, counts, strict=True):
        found[hand.first] += count
        if hand.war is not None:
            found[f"war_{hand.war}"] += count
    tally = Tally(**found)
    return tally.arrangements * chance(shoe, tally, individual=rules.individual_wars)
