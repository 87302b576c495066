"""Bets under rules that no built-in rule set has, or at tables that nobody else opens."""

from typing import Any

import pytest

from casinowar.game.actions import GoToWar, PlaceBet, WithdrawBet
from casinowar.game.events import BankMatched, BetWithdrawn, WarDeclared
from casinowar.game.round import Bet
from casinowar.rules.model import Limit
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game

NO_TIE: dict[str, Any] = {
    "fields": {"bets.tie": "none", "settle.original": ["left to right: primary"]},
    "removes": ("pays.higher.tie", "pays.lower.tie", "pays.equal"),
}


def test_table_without_tie_wagers_refuses_them() -> None:
    game = Game(variant_rules("online", **NO_TIE))
    game.sit("ann")
    game.bet("ann", primary=500)
    game.refused(PlaceBet("ann", 1, "tie", 500), "no tie wager is offered here")


def test_tie_wager_that_may_stand_alone_stays_when_its_primary_is_withdrawn() -> None:
    game = Game("fun-casino")
    game.sit("ann")
    game.bet("ann", primary=500, tie=600)
    assert game.do(WithdrawBet("ann", 1, "primary")) == [BetWithdrawn("ann", 1, "primary", 500)]
    assert game.table.bets == (Bet("ann", 1, 0, 600),)


@pytest.mark.parametrize("tie, accepted", [(500, True), (2000, True), (600, False)])
def test_war_tie_wager_has_one_of_the_amounts_fixed_for_ties(tie: int, *, accepted: bool) -> None:
    game = Game("california", tie=Limit(500, 2000, (500, 2000)))
    game.sit("ann", "dee")
    game.bank("dee", 100_000)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    if accepted:
        assert game.war("ann", tie=tie) == [
            WarDeclared("ann", 1, 1000, tie),
            BankMatched("ann", 1, 1000),
        ]
    else:
        game.refused(GoToWar("ann", 1, tie), "a war tie wager here is 5.00 or 20.00")
