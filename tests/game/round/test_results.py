"""What can be asked of a round, halfway and at its end, and what a cent at stake comes to."""

import pytest

from casinowar.cards import Card
from casinowar.game.actions import Deal, RoundAction
from casinowar.game.round import Bet, Round, begin, step
from tests.support.game.table import rules_of


def dealt(state: Round, ranks: str) -> Round:
    for rank in ranks:
        action: RoundAction = Deal(Card(rank))
        state, _ = step(state, action)
    return state


def test_cards_compare_when_both_are_out() -> None:
    start = begin(rules_of("fun-casino"), [Bet("ann", 1, 500), Bet("bob", 2, 500)])
    assert start.comparison("original", 1) is None
    own_out = dealt(start, "9")
    assert own_out.comparison("original", 1) is None
    both_out = dealt(own_out, "K9")
    assert both_out.comparison("original", 1) == "equal"
    assert both_out.comparison("original", 2) == "higher"
    assert both_out.comparison("war", 1) is None


def test_nobody_owes_an_answer_whose_wager_went_back() -> None:
    """The stake reached as far as seat 1; the tie hands after it have nothing to decide."""
    bets = [Bet("ann", 1, 500), Bet("bob", 2, 500), Bet("cy", 3, 500)]
    start = begin(rules_of("california"), bets, stake=500)
    over = dealt(start, "K999")
    assert over.over
    assert over.unanswered((1, 2, 3)) == []


@pytest.mark.parametrize("own, net", [("K", 1), ("2", -1)])
def test_single_cent_changes_hands_under_a_banker(own: str, net: int) -> None:
    start = begin(rules_of("california"), [Bet("ann", 1, 1)], stake=500)
    over = dealt(start, f"{own}9")
    assert over.bank_result == -net
    assert over.coverage == 499
