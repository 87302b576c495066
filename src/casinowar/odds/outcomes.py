"""The probability of each class of outcomes, from counts of cards and never from a sample.

Nobody has seen the burned cards, so they change no probability. Neither does the order in which
cards are revealed. One seat depends on its own card and the dealer's, and in a war on two more. Two
seats share the dealer's first card, and in a shared war also the second.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product

from casinowar.odds.composition import Composition
from casinowar.odds.pricing import Decision, PricedHand, possible_hands
from casinowar.odds.table_outcomes import chance, tally_of
from casinowar.rules.model import Comparison, RuleSet

Policy = Decision | Callable[[int, int], Decision]
"""One decision for every hand with a choice; or a function from the places of the player's and the
dealer's rank in the composition."""


def one_seat(rules: RuleSet, cards: Composition, policy: Policy) -> dict[PricedHand, Fraction]:
    """Return the probability of every outcome of one seat."""
    on = () if rules.choice is None else rules.choice.on
    found = _one_seat if callable(policy) else _one_seat_always
    return dict(found(on, cards, policy))


def _one_seat(
    on: tuple[Comparison, ...], cards: Composition, policy: Policy
) -> dict[PricedHand, Fraction]:
    orders = cards.orders(2)
    found: dict[PricedHand, Fraction] = {
        PricedHand(first): Fraction(ways, orders)
        for first, ways in sorted(cards.comparisons().items(), key=_ties_last)
        if first not in on
    }
    for dealer, count in cards.places():
        for own, others in cards.without(dealer).places():
            first = compare(own, dealer)
            if first not in on:
                continue
            decision = policy(own, dealer) if callable(policy) else policy
            dealt = Fraction(count * others, orders)
            left = cards.without(dealer).without(own)
            for hand, probability in after_choice(left, first, decision).items():
                found[hand] = found.get(hand, Fraction(0)) + dealt * probability
    return {hand: probability for hand, probability in found.items() if probability}


def _ties_last(compared: tuple[Comparison, int]) -> bool:
    """The order of the outcomes in prices: ties come after what most hands are."""
    return compared[0] == "equal"


# A choice has the same outcomes whatever they pay, so trials of other pays find them here.
_one_seat_always = lru_cache(maxsize=256)(_one_seat)


def after_choice(
    left: Composition, first: Comparison, decision: Decision
) -> dict[PricedHand, Fraction]:
    """Return the outcomes of a hand with a choice, given the cards left after its two cards."""
    if decision == "surrender":
        return {PricedHand(first, decision): Fraction(1)}
    return {
        PricedHand(first, decision, war): probability for war, probability in _war(left).items()
    }


@lru_cache(maxsize=1024)
def _war(left: Composition) -> dict[Comparison, Fraction]:
    """Return how the two cards of a war compare; nothing if there are too few cards."""
    orders = left.orders(2)
    ways = left.comparisons() if orders else {}
    return {war: Fraction(number, orders) for war, number in ways.items()}


def two_seats(
    rules: RuleSet, cards: Composition, decision: Decision | None
) -> dict[tuple[PricedHand, ...], Fraction]:
    """Return the joint probability of the outcomes of two seats against one dealer's card."""
    joint = {
        hands: chance(cards, tally_of(hands), individual=rules.individual_wars)
        for hands in product(possible_hands(rules, decision), repeat=2)
    }
    return {hands: probability for hands, probability in joint.items() if probability}


def compare(place: int, dealer: int) -> Comparison:
    """Compare the rank at a place with the dealer's rank; place 0 is the highest rank."""
    return "higher" if place < dealer else "lower" if place > dealer else "equal"
