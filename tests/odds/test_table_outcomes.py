"""Chances of whole tables: they sum to 1, and agree with one seat and two."""

from fractions import Fraction
from itertools import product

import pytest

from casinowar.odds import ENDLESS, Composition, fresh
from casinowar.odds.composition import COMPARISONS
from casinowar.odds.outcomes import one_seat
from casinowar.odds.table_outcomes import TableOutcome, chance, tally_of
from casinowar.rules.file import load_rules
from casinowar.rules.model import Comparison, RuleSet

SHARED = load_rules("online").rules()
INDIVIDUAL = load_rules("washington").rules()
SHOES = [
    pytest.param(fresh(6), id="six decks"),
    pytest.param(fresh(1), id="one deck"),
    pytest.param(ENDLESS, id="endless"),
    pytest.param(Composition((3, 0, 4, 1, 0, 0, 2, 0, 0, 0, 1, 0, 8)), id="few"),
]


def tallies(seats: int) -> list[TableOutcome]:
    """Everything a table of so many seats can come to, war on every tie."""
    found = []
    for higher, lower, won, lost in product(range(seats + 1), repeat=4):
        tied = seats - higher - lower - won - lost
        if tied >= 0:
            found.append(TableOutcome(higher, lower, seats - higher - lower, won, lost, tied))
    return found


@pytest.mark.parametrize("individual", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 5])
@pytest.mark.parametrize("cards", SHOES)
def test_the_chances_of_a_table_sum_to_one(
    cards: Composition, seats: int, individual: bool
) -> None:
    if not cards.endless and cards.total < 3 * seats + 1:
        seats = 3
    total = sum(
        (t.arrangements * chance(cards, t, individual=individual) for t in tallies(seats)),
        Fraction(0),
    )
    assert total == 1


@pytest.mark.parametrize("rules", [SHARED, INDIVIDUAL], ids=["shared", "individual"])
@pytest.mark.parametrize("cards", SHOES)
def test_one_seat_agrees(cards: Composition, rules: RuleSet) -> None:
    for hand, probability in one_seat(rules, cards, "war").items():
        tally = tally_of([hand])
        assert chance(cards, tally, individual=rules.individual_wars) == probability


def test_wars_that_are_not_fought_are_not_dealt() -> None:
    cards = fresh(1)
    assert chance(cards, TableOutcome(equal=2), individual=False) == Fraction(3 * 2, 51 * 50)
    assert chance(cards, TableOutcome(equal=4), individual=True) == 0


Wars = dict[tuple[Comparison, Comparison], Fraction]


def shared_war(left: Composition) -> Wars:
    """How two seats' war cards compare with one dealer's card, card by card."""
    found = {(a, b): Fraction(0) for a in COMPARISONS for b in COMPARISONS}
    for place, count in left.places():
        against = left.without(place).against(place)
        for (first, ways), (second, others) in product(against.items(), repeat=2):
            pairs = count * ways * (others - (first == second))
            found[first, second] += Fraction(pairs, left.orders(3))
    return found


def individual_wars(left: Composition) -> Wars:
    """How two seats' war cards compare, each with a dealer's card of its own, card by card."""
    found = {(a, b): Fraction(0) for a in COMPARISONS for b in COMPARISONS}
    for place, count in left.places():
        one_gone = left.without(place)
        for other, others in one_gone.places():
            compared: Comparison = "equal"
            if other != place:
                compared = "higher" if other < place else "lower"
            for second, ways in one_gone.without(other).comparisons().items():
                found[compared, second] += Fraction(count * others * ways, left.orders(4))
    return found


def test_a_war_of_all_after_a_tie_of_all() -> None:
    """Closed form: three cards of one rank, then three more of one, that rank or another."""
    for wars, individual in ((shared_war, False), (individual_wars, True)):
        after = wars(fresh(1).without(5, 3))
        tie = Fraction(3 * 2, 51 * 50)
        tally = TableOutcome(equal=2, war_equal=2)
        assert chance(fresh(1), tally, individual=individual) == tie * after["equal", "equal"]
