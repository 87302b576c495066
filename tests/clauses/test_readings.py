"""The readings of online, South Dakota and California that are not the default, in play."""

import pytest

from casinowar.errors import IllegalAction, RuleError
from casinowar.game.actions import GoToWar, Surrender, TimeOut
from casinowar.game.events import RoundEnded, Surrendered, WagerSettled, WarDeclared
from casinowar.game.needs import BurnNeeded, ChoiceNeeded, Hand
from casinowar.game.notation import read_round
from casinowar.record.ledger import Account, CheckedBalances, transfers
from casinowar.rules.file import load_rules
from casinowar.rules.pay import PUSH
from tests.support.game.table import Game, rules_of

WINNER = "winner-chooses"


def won(tie: int = 0) -> Game:
    """Ann and Bob; Ann has a king against a nine, Bob has not been looked at."""
    game = Game("south-dakota", WINNER, seats=2)
    game.sit("ann", "bob")
    game.bet("ann", primary=1000, tie=tie)
    game.bet("bob", primary=1000)
    game.deal("Kh 8d 9c")
    return game


@pytest.mark.clause("SG-17")
def test_by_the_table_a_first_round_tie_pushes_without_a_choice() -> None:
    rules = rules_of("online", "by-the-table")
    assert (rules.choice, rules.war) == (None, None)
    assert rules.reachable() == ("higher", "lower", "equal")
    assert rules.pays.equal.primary == PUSH
    state, events = read_round(rules, "1:10/5 2:10 3:10 | 9 K 2 9")
    assert state.over
    assert state.net_by_seat() == {1: 5000, 2: 1000, 3: -1000}
    assert events[-1] == RoundEnded()
    with pytest.raises(IllegalAction, match="'1:war' is not possible now"):
        read_round(rules, "1:10 | 9 9 1:war")


@pytest.mark.clause("SG-17")
@pytest.mark.clause("SG-11")
def test_printed_figures_name_the_reading_they_hold_for() -> None:
    printed = {one.says: one for one in load_rules("online").printed}
    dead = ("war, main bet, win", "war, main bet, tie", "return of the main bet with the best play")
    for says in dead:
        assert printed[says].readings == ("by-the-text",)
    assert printed["first round, main bet, tie"].readings == ("by-the-table",)
    assert printed["return of the tie bet"].holds_in("by-the-table")


@pytest.mark.clause("SD-4a")
def test_a_winner_must_choose_and_surrender_leaves_half_a_unit() -> None:
    game = won(tie=500)
    assert game.results() == [("ann", 1, "tie", -500)]
    game.awaits(ChoiceNeeded((Hand("ann", 1),), ("surrender", "war")))
    game.refused(GoToWar("bob", 2), "bob at seat 2 has no hand to decide")
    told = game.surrender("ann")
    assert told[0] == Surrendered("ann", 1, "player")
    assert WagerSettled("ann", 1, "primary", "surrender", 1000, 500, 500) in told
    assert game.results()[1:] == [("ann", 1, "primary", 500), ("bob", 2, "primary", -1000)]


@pytest.mark.clause("SD-4d")
@pytest.mark.parametrize("cards, net", [("Kh 4d", 2000), ("5h 5d", 3000), ("4h Kd", -1000)])
def test_a_winner_at_war_plays_for_what_was_won(cards: str, net: int) -> None:
    game = won()
    told = game.war("ann")
    assert told[0] == WarDeclared("ann", 1, 1000, 0)
    assert WagerSettled("ann", 1, "primary", "war_declared", 1000, 0, 0) in told
    game.awaits(BurnNeeded(3, "war"))
    game.deal(cards)
    assert sum(amount for player, *_, amount in game.results() if player == "ann") == net
    assert [wager for player, _, wager, _ in game.results() if player == "ann"] == [
        "primary",
        "war",
    ]


@pytest.mark.clause("SD-4b")
def test_word_for_word_a_tie_loses_the_primary_and_wins_the_tie_wager() -> None:
    game = Game("south-dakota", WINNER, seats=1)
    game.sit("ann")
    game.bet("ann", primary=1000, tie=500)
    game.deal("9h 9d")
    assert game.results() == [("ann", 1, "primary", -1000), ("ann", 1, "tie", 5000)]


@pytest.mark.clause("SD-4a")
def test_a_winner_who_runs_out_of_time_surrenders() -> None:
    assert won().do(TimeOut())[0] == Surrendered("ann", 1, "house")


@pytest.mark.clause("SD-4d")
def test_the_win_pays_for_the_match() -> None:
    assert rules_of("south-dakota", WINNER).war_needs_no_chips
    for name, reading in (("south-dakota", None), ("california", "primary-collected")):
        assert not rules_of(name, reading).war_needs_no_chips


def test_the_reading_literal_is_named_by_its_successors() -> None:
    with pytest.raises(RuleError, match="it has: intended, tie-loses, winner-chooses"):
        load_rules("south-dakota").rules("literal")


@pytest.mark.clause("CA-BET-1")
@pytest.mark.clause("CA-BET-4")
def test_a_tie_wager_before_the_cards_has_none_beside_the_war() -> None:
    rules = rules_of("california", "tie-before-cards")
    assert not rules.has_war_tie
    assert all(
        rules.pays.pay(outcome, "war_tie") is None
        for outcome in ("war_higher", "war_equal", "war_lower")
    )
    line = "bank:500 1:10/5 | 9 9 1:war{} x3 K x3 4"
    with pytest.raises(IllegalAction, match="no tie wager is offered on the war deal"):
        read_round(rules, line.format("/5"))
    state, _ = read_round(rules, line.format(""))
    assert state.net_by_seat() == {1: 5000 + 1000}
    read_round(rules_of("california"), line.format("/5"))


@pytest.mark.clause("CA-BET-1")
def test_before_the_cards_a_tie_hand_may_still_surrender() -> None:
    game = Game("california", "tie-before-cards")
    game.sit("ann", "dee")
    game.bank("dee", 50_000)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    game.do(Surrender("ann", 1))
    assert game.results() == [("ann", 1, "primary", -500)]


@pytest.mark.clause("SD-4d")
@pytest.mark.clause("ALL-6")
@pytest.mark.parametrize("cards, chips", [("Kh 4d", 3000), ("5h 5d", 4000), ("4h Kd", 0)])
def test_a_winner_with_no_chips_left_goes_to_war_for_what_was_won(cards: str, chips: int) -> None:
    game = Game("south-dakota", WINNER, seats=1)
    game.sit("ann")
    ann = Account("player", "ann")
    purse = CheckedBalances(lambda account: 1000 if account == ann else 0)
    game.bet("ann", primary=1000)
    game.deal("Kh 9c")
    purse.post(transfers("t", game.events, player_banked=False))
    assert purse[ann] == 0
    purse.post(transfers("t", game.war("ann"), player_banked=False))
    assert purse[ann] == 0
    start = len(game.events)
    game.deal(cards)
    purse.post(transfers("t", game.events[start:], player_banked=False))
    assert purse[ann] == chips
