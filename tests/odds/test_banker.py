"""The banker's exact result against a plain walk of `step` over all cards, and closed figures."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import pytest

from casinowar.cards import Card
from casinowar.errors import IllegalAction, RuleError
from casinowar.game.actions import Burn, Deal, GoToWar, RoundAction, Surrender
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.odds import ENDLESS, Composition, Sheet, fresh
from casinowar.odds.banker import banker
from casinowar.odds.pricing import Decision
from casinowar.rules.file import load_rules
from casinowar.rules.model import RuleSet
from tests.support.game.rulefiles import variant_rules

CALIFORNIA = load_rules("california").rules("three-units")
COLLECTED = load_rules("california").rules("primary-collected")
INDIVIDUAL = variant_rules(
    "california",
    {
        "war.deal": ["each: burn 3, player, burn 3, dealer"],
        "settle.original": ["right to left: tie", "left to right: primary"],
    },
)
PASSES = variant_rules(
    "california",
    {
        "bets.tie": "alone too",
        "settle.original": ["right to left: tie", "left to right: primary"],
        "war.settle": ["right to left: war_tie, primary", "left to right: war"],
        "pays.higher.primary": "6 to 5",
        "pays.odd_cent": "house",
    },
)
NO_CHOICE = variant_rules(
    "california",
    {"pays.equal.primary": "lose"},
    removes=[
        "choice",
        "war",
        "pays.surrender",
        "pays.war_higher",
        "pays.war_equal",
        "pays.war_lower",
    ],
)
RULES = [
    pytest.param(CALIFORNIA, id="three-units"),
    pytest.param(COLLECTED, id="primary-collected"),
    pytest.param(INDIVIDUAL, id="individual"),
    pytest.param(PASSES, id="passes"),
    pytest.param(NO_CHOICE, id="no-choice"),
]
ALL: tuple[Decision, ...] = ("surrender", "war", "war and tie")

FEW = Composition((5, 0, 0, 6, 0, 0, 0, 0, 9, 0, 0, 0, 20))
"""A shoe of four ranks, so that three seats can be walked at once."""
FEWER = Composition((12, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0, 0, 14))
"""A shoe of three ranks, for wars of two cards a seat."""


def walk(
    rules: RuleSet, cards: Composition, stake: int, bets: Iterable[Bet], decision: Decision | None
) -> dict[int, Fraction]:
    """The naive way: `step` over all cards, the banker's result with its probability."""
    found: dict[int, Fraction] = {}

    def go_on(state: Round, left: Composition, share: Fraction) -> None:
        if state.over:
            found[state.bank_result] = found.get(state.bank_result, Fraction(0)) + share
            return
        match need(state):
            case CardNeeded():
                for place, count in left.places():
                    dealt, _ = step(state, Deal(Card(rules.shoe.ranks[place])))
                    go_on(dealt, left.without(place), share * Fraction(count, left.total))
            case BurnNeeded(count):
                # nobody sees a burned card, so it is left among those that can still come
                go_on(step(state, Burn(count))[0], left, share)
            case ChoiceNeeded(hands):
                go_on(step(state, choice(state, hands[0].player, hands[0].seat))[0], left, share)
            case other:
                raise AssertionError(other)

    def choice(state: Round, player: str, seat: int) -> RoundAction:
        if decision == "surrender":
            return Surrender(player, seat)
        own = next(bet for bet in state.bets_at(seat) if bet.player == player)
        return GoToWar(player, seat, own.primary if decision == "war and tie" else 0)

    go_on(begin(rules, bets, stake=stake), cards, Fraction(1))
    return found


def check(
    rules: RuleSet, cards: Composition, stake: int, bets: list[Bet], decision: Decision | None
) -> None:
    chosen = decision if rules.choice is not None else None
    expected = walk(rules, cards, stake, bets, chosen)
    got = banker(rules, cards, stake, bets, chosen).by_net()
    assert got == {Fraction(result): expected[result] for result in sorted(expected)}


def table(*amounts: tuple[int, int]) -> list[Bet]:
    return [Bet(f"p{seat}", seat, *pair) for seat, pair in enumerate(amounts, 1)]


@pytest.mark.clause("CA-BANK-4")
@pytest.mark.parametrize("decision", ALL)
@pytest.mark.parametrize("stake", [0, 7, 30, 1000])
@pytest.mark.parametrize("rules", RULES)
def test_two_seats_equal_the_walk_over_all_cards(
    rules: RuleSet, stake: int, decision: Decision
) -> None:
    check(rules, FEW, stake, table((5, 3), (8, 0)), decision)


@pytest.mark.clause("CA-BANK-4")
@pytest.mark.parametrize("stake", [11, 40])
@pytest.mark.parametrize("rules", RULES)
def test_three_seats_equal_the_walk_over_all_cards(rules: RuleSet, stake: int) -> None:
    check(rules, FEWER, stake, table((5, 3), (8, 0), (3, 1)), "war and tie")


@pytest.mark.parametrize("stake", [9, 35])
@pytest.mark.parametrize("rules", RULES)
def test_backline_bets_equal_the_walk_over_all_cards(rules: RuleSet, stake: int) -> None:
    bets = [Bet("ann", 2, 4, 2), Bet("cy", 2, 7), Bet("bob", 5, 6), Bet("di", 5, 1, 1)]
    check(rules, FEWER, stake, bets, "war and tie")


@pytest.mark.parametrize("stake", [9, 35])
def test_a_tie_wager_alone_is_never_asked(stake: int) -> None:
    check(PASSES, FEWER, stake, table((0, 3), (5, 1), (0, 2)), "war")


@pytest.mark.parametrize("rules", RULES)
def test_infinitely_many_decks_equal_the_walk(rules: RuleSet) -> None:
    limit = Composition((2, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0), endless=True)
    check(rules, limit, 20, table((5, 1), (5, 1)), "war and tie")


@pytest.mark.parametrize("decision", ALL)
@pytest.mark.parametrize(
    "seats, stake", [(1, 8), (2, 13), pytest.param(2, 60, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("rules", [CALIFORNIA, COLLECTED], ids=["three-units", "collected"])
def test_a_whole_batch_equals_the_walk_over_all_cards(
    rules: RuleSet, seats: int, stake: int, decision: Decision
) -> None:
    check(rules, fresh(6), stake, table((6, 1), (5, 1))[:seats], decision)


@pytest.mark.parametrize("rules", RULES[:4])
@pytest.mark.parametrize("decision", ALL)
@pytest.mark.parametrize("seats", [1, 4, 7])
def test_a_stake_that_covers_everything_wins_the_sum_of_the_edges(
    rules: RuleSet, seats: int, decision: Decision
) -> None:
    sheet = Sheet(rules, fresh(6))
    got = banker(rules, fresh(6), 10**9, table(*[(1000, 500)] * seats), decision)
    main = sheet.main(sheet.always(decision)).mean
    assert sheet.tie is not None
    assert got.mean == -seats * (1000 * main + 500 * sheet.tie.mean)


@pytest.mark.parametrize("rules", RULES[:4])
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_a_stake_that_covers_everything_has_the_variance_of_the_round(
    rules: RuleSet, seats: int
) -> None:
    for cards in (fresh(6), ENDLESS) if seats < 7 else (fresh(6),):
        sheet = Sheet(rules, cards)
        got = banker(rules, cards, 10**9, table(*[(10, 0)] * seats), "war")
        assert got.variance == 100 * sheet.round_variance(seats)


@pytest.mark.clause("CA-BANK-4")
def test_a_banker_neither_wins_nor_loses_more_than_the_stake() -> None:
    for stake in (0, 1, 500, 3_000, 20_000):
        results = banker(
            CALIFORNIA, fresh(6), stake, table(*[(1000, 500)] * 7), "war and tie"
        ).by_net()
        assert -stake <= min(results) <= max(results) <= stake
    assert banker(CALIFORNIA, fresh(6), 0, table((1000, 500))).by_net() == {Fraction(0): 1}


def test_a_banker_whose_stake_covers_one_cent_wins_it_a_little_more_often_than_not() -> None:
    """Only the first seat's first decided wager counts: a tie wager wins once in thirteen."""
    got = banker(CALIFORNIA, fresh(6), 1, table((1000, 500))).by_net()
    tied = Fraction(23, 311)
    assert got == {Fraction(-1): tied + (1 - tied) / 2, Fraction(1): (1 - tied) / 2}


@pytest.mark.parametrize("rules", [CALIFORNIA, COLLECTED], ids=["three-units", "collected"])
def test_a_larger_stake_is_a_wider_gamble(rules: RuleSet) -> None:
    stakes = (0, 500, 1_500, 4_000, 10_000, 40_000, 200_000)
    found = [banker(rules, fresh(6), stake, table(*[(1000, 0)] * 3)) for stake in stakes]
    assert all(a.variance <= b.variance for a, b in pairwise(found))
    assert all(max(a.by_net()) <= max(b.by_net()) for a, b in pairwise(found))
    assert all(min(a.by_net()) >= min(b.by_net()) for a, b in pairwise(found))


@pytest.mark.clause("CA-BANK-4")
def test_the_order_of_settlement_matters_when_the_stake_is_short() -> None:
    """Reversed bets differ in a round that is short, and not in one that is covered."""
    bets, reverse = table((1000, 0), (300, 200)), table((300, 200), (1000, 0))
    short = [banker(CALIFORNIA, fresh(6), 900, each).by_net() for each in (bets, reverse)]
    assert short[0] != short[1]
    covered = [banker(CALIFORNIA, fresh(6), 10**6, each).by_net() for each in (bets, reverse)]
    assert covered[0] == covered[1]


def test_seats_are_told_apart_by_their_order_alone() -> None:
    near = banker(CALIFORNIA, fresh(6), 900, table((500, 100), (700, 0)))
    far = banker(CALIFORNIA, fresh(6), 900, [Bet("bob", 7, 700), Bet("ann", 3, 500, 100)])
    assert near == far


@pytest.mark.parametrize(
    "stake, seats, cards, decision, message",
    [
        (100, 8, fresh(6), "war", "cannot price 8 betting seats; use 1 to 7"),
        (100, 7, FEW.without(12, 1), "war", "39 are left, .* 7 betting seats can need 40"),
        (100, 1, fresh(6), "flee", "does not offer 'flee'"),
        (100, 1, fresh(6), None, "decide what a tie hand does: surrender or war"),
    ],
)
def test_what_cannot_be_priced_is_refused(
    stake: int, seats: int, cards: Composition, decision: Decision, message: str
) -> None:
    with pytest.raises(RuleError, match=message):
        banker(CALIFORNIA, cards, stake, table(*[(10, 0)] * seats), decision)


def test_a_house_bank_has_no_stake_to_price() -> None:
    with pytest.raises(RuleError, match="the house banks here"):
        banker(load_rules("washington").rules(), fresh(6), 100, table((10, 0)))


@pytest.mark.parametrize("stake, bets", [(-1, table((10, 0))), (10, []), (10, table((0, 5)))])
def test_bets_and_stakes_are_those_a_round_takes(stake: int, bets: list[Bet]) -> None:
    with pytest.raises(IllegalAction):
        banker(CALIFORNIA, fresh(6), stake, bets)
