"""How likely each class of outcomes is: counts of cards, never a sample.

Burned cards are cards nobody has seen, so they change no probability, and neither does the order
in which cards are revealed. One seat is decided by its own card and the dealer's, and in a war by
two more; two seats share the dealer's first card, and in a shared war also the second.
"""

from collections.abc import Callable
from fractions import Fraction

from casinowar.odds.composition import COMPARISONS, Composition
from casinowar.odds.pricing import Decision, Hand
from casinowar.rules import Comparison, RuleSet

Policy = Callable[[int], Decision]
"""What to do with a tie hand of the rank at a place of the composition."""


def one_seat(rules: RuleSet, cards: Composition, policy: Policy) -> dict[Hand, Fraction]:
    """The probability of everything that can become of one seat."""
    first, orders = cards.comparisons(), cards.orders(2)
    found: dict[Hand, Fraction] = {
        Hand("higher"): Fraction(first["higher"], orders),
        Hand("lower"): Fraction(first["lower"], orders),
    }
    for place, count in cards.places():
        tied = Fraction(count * cards.without(place).counts[place], orders)
        for hand, probability in tie_hand(rules, cards.without(place, 2), place, policy).items():
            found[hand] = found.get(hand, Fraction(0)) + tied * probability
    return {hand: probability for hand, probability in found.items() if probability}


def tie_hand(rules: RuleSet, left: Composition, place: int, policy: Policy) -> dict[Hand, Fraction]:
    """What can become of a tie hand of a rank, given what is left after its two cards."""
    if rules.choice is None:
        return {Hand("equal"): Fraction(1)}
    decision = policy(place)
    if decision == "surrender":
        return {Hand("equal", decision): Fraction(1)}
    orders = left.orders(2)
    if not orders:
        return {}
    return {
        Hand("equal", decision, comparison): Fraction(ways, orders)
        for comparison, ways in left.comparisons().items()
    }


def two_seats(
    rules: RuleSet, cards: Composition, policy: Policy
) -> dict[tuple[Hand, Hand], Fraction]:
    """The joint probability of what becomes of two seats against one dealer's card."""
    found: dict[tuple[Hand, Hand], Fraction] = {}

    def add(first: Hand, second: Hand, probability: Fraction) -> None:
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
                    add(Hand(one), Hand(second), share * ways)
            if one == "equal":
                both = share * after.counts[place]
                pairs = tie_hands(rules, after.without(place), place, policy)
                for (hand, partner), probability in pairs.items():
                    add(hand, partner, both * probability)
            else:
                tied = share * after.counts[place]
                war = tie_hand(rules, after.without(place), place, policy)
                for hand, probability in war.items():
                    add(Hand(one), hand, tied * probability)
                    add(hand, Hand(one), tied * probability)
    return found


def tie_hands(
    rules: RuleSet, left: Composition, place: int, policy: Policy
) -> dict[tuple[Hand, Hand], Fraction]:
    """What can become of two tie hands of one rank, given what is left after their three cards."""
    single = tie_hand(rules, left, place, policy)
    if all(hand.war is None for hand in single):
        return {(hand, hand): probability for hand, probability in single.items()}
    decision = policy(place)
    wars = individual_wars(left) if rules.individual_wars else shared_war(left)
    return {
        (Hand("equal", decision, first), Hand("equal", decision, second)): probability
        for (first, second), probability in wars.items()
    }


def shared_war(left: Composition) -> dict[tuple[Comparison, Comparison], Fraction]:
    """Two seats' war cards against one dealer's card."""
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
    """Two seats' war cards, each against a dealer's card of its own."""
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
    """How the rank at a place compares with the dealer's; the highest rank comes first."""
    return "higher" if place < dealer else "lower" if place > dealer else "equal"
