"""The probability of each class of outcomes, from counts of cards and never from a sample.

Nobody has seen the burned cards, so they change no probability. Neither does the order in which
cards are revealed. One seat depends on its own card and the dealer's, and in a war on two more. Two
seats share the dealer's first card, and in a shared war also the second.
"""

from collections.abc import Callable
from fractions import Fraction

from casinowar.odds.composition import COMPARISONS, Composition
from casinowar.odds.pricing import Decision, PricedHand
from casinowar.rules.model import Comparison, RuleSet

Policy = Callable[[int], Decision]
"""Maps the place of a rank in the composition to the decision on a tie hand of that rank."""


def one_seat(rules: RuleSet, cards: Composition, policy: Policy) -> dict[PricedHand, Fraction]:
    """Return the probability of every outcome of one seat."""
    first, orders = cards.comparisons(), cards.orders(2)
    found: dict[PricedHand, Fraction] = {
        PricedHand("higher"): Fraction(first["higher"], orders),
        PricedHand("lower"): Fraction(first["lower"], orders),
    }
    for place, count in cards.places():
        tied = Fraction(count * cards.without(place).counts[place], orders)
        for hand, probability in tie_hand(rules, cards.without(place, 2), place, policy).items():
            found[hand] = found.get(hand, Fraction(0)) + tied * probability
    return {hand: probability for hand, probability in found.items() if probability}


def tie_hand(
    rules: RuleSet, left: Composition, place: int, policy: Policy
) -> dict[PricedHand, Fraction]:
    """Return the outcomes of a tie hand of one rank, given the cards left after its two cards."""
    if rules.choice is None:
        return {PricedHand("equal"): Fraction(1)}
    decision = policy(place)
    if decision == "surrender":
        return {PricedHand("equal", decision): Fraction(1)}
    orders = left.orders(2)
    if not orders:
        return {}
    return {
        PricedHand("equal", decision, comparison): Fraction(ways, orders)
        for comparison, ways in left.comparisons().items()
    }


def two_seats(
    rules: RuleSet, cards: Composition, policy: Policy
) -> dict[tuple[PricedHand, PricedHand], Fraction]:
    """Return the joint probability of the outcomes of two seats against one dealer's card."""
    found: dict[tuple[PricedHand, PricedHand], Fraction] = {}

    def add(first: PricedHand, second: PricedHand, probability: Fraction) -> None:
        if probability:
            found[first, second] = found.get((first, second), Fraction(0)) + probability

    orders = cards.orders(3)
    for place, count in cards.places():
        left = cards.without(place)
        for other, others in left.places():
            one = _compare(other, place)
            after = left.without(other)
            share = Fraction(count * others, orders)
            for second, ways in after.against(place).items():
                if one != "equal" and second != "equal":
                    add(PricedHand(one), PricedHand(second), share * ways)
            if one == "equal":
                both = share * after.counts[place]
                pairs = tie_hands(rules, after.without(place), place, policy)
                for (hand, partner), probability in pairs.items():
                    add(hand, partner, both * probability)
            else:
                tied = share * after.counts[place]
                war = tie_hand(rules, after.without(place), place, policy)
                for hand, probability in war.items():
                    add(PricedHand(one), hand, tied * probability)
                    add(hand, PricedHand(one), tied * probability)
    return found


def tie_hands(
    rules: RuleSet, left: Composition, place: int, policy: Policy
) -> dict[tuple[PricedHand, PricedHand], Fraction]:
    """Return the outcomes of two tie hands of one rank, given the cards left after their three."""
    single = tie_hand(rules, left, place, policy)
    if all(hand.war is None for hand in single):
        return {(hand, hand): probability for hand, probability in single.items()}
    decision = policy(place)
    wars = individual_wars(left) if rules.individual_wars else shared_war(left)
    return {
        (PricedHand("equal", decision, first), PricedHand("equal", decision, second)): probability
        for (first, second), probability in wars.items()
    }


def shared_war(left: Composition) -> dict[tuple[Comparison, Comparison], Fraction]:
    """Return how two seats' war cards compare with one dealer's card, with probabilities."""
    found = {(a, b): Fraction(0) for a in COMPARISONS for b in COMPARISONS}
    orders = left.orders(3)
    for place, count in left.places():
        against = left.without(place).against(place)
        for first, ways in against.items():
            for second, others in against.items():
                same = first == second and not left.endless
                found[first, second] += Fraction(count * ways * (others - same), orders)
    return found


def individual_wars(left: Composition) -> dict[tuple[Comparison, Comparison], Fraction]:
    """Return how two seats' war cards compare, each with a dealer's card of its own."""
    found = {(a, b): Fraction(0) for a in COMPARISONS for b in COMPARISONS}
    orders = left.orders(4)
    for place, count in left.places():
        one_gone = left.without(place)
        for other, others in one_gone.places():
            first = _compare(other, place)
            for second, ways in one_gone.without(other).comparisons().items():
                found[first, second] += Fraction(count * others * ways, orders)
    return found


def _compare(place: int, dealer: int) -> Comparison:
    """Compare the rank at a place with the dealer's rank; place 0 is the highest rank."""
    return "higher" if place < dealer else "lower" if place > dealer else "equal"
