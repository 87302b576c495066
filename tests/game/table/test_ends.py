"""Rounds that end otherwise than by their cards, after an earlier round or a dealer's error."""

from dataclasses import replace

import pytest

from casinowar.cards import parse_card
from casinowar.errors import IllegalAction
from casinowar.game.actions import Action, CancelRound, CorrectCard, Deal, DrawExcess, Rule, TimeOut
from casinowar.game.events import (
    BetsClosed,
    RoundRuled,
    StakeReturned,
    Surrendered,
    WagerReturned,
    WagerReversed,
)
from casinowar.game.needs import CardNeeded
from casinowar.game.table import step
from tests.support.game.california import banked
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import NOON, Game, tie_hand


def test_wager_settled_in_mid_round_is_reversed_from_the_stake_not_from_the_banker() -> None:
    """Also in the banker's second round, when the table knows who banked the first."""
    game = banked(10_000, "ann", "bob")
    game.bet("ann", primary=500)
    game.deal("Kh 9d")
    game.bank("dee", 10_000)
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    game.deal("Kh 9s 9d")
    assert game.do(Rule("void", "a marked card"))[:2] == [
        RoundRuled(2, "void", "a marked card"),
        WagerReversed("ann", 1, "primary", 500, ""),
    ]


def test_round_void_before_its_first_card_has_had_its_number() -> None:
    game = Game("fun-casino", seats=1)
    game.sit("ann")
    for _ in range(2):
        game.bet("ann", primary=500)
        game.deal("9h Kd")
    game.bet("ann", primary=500)
    assert game.do(Rule("void", "a marked card"))[0] == RoundRuled(3, "void", "a marked card")
    assert game.table.betting is False
    game.bet("ann", primary=500)
    game.close(at=0)
    assert game.told(BetsClosed)[-1] == BetsClosed(4, 0)


def test_card_set_aside_is_counted_before_a_shoe_is_called_empty() -> None:
    game = Game("fun-casino", seats=1, hand_dealt=True)
    game.sit("ann")
    game.bet("ann", primary=500)
    game.deal("9h")
    game.table = replace(game.table, shoe=game.table.shoe._replace(left=1))
    game.do(DrawExcess())
    assert (game.table.shoe.left, game.table.shoe.excess) == (0, 1)
    game.awaits(CardNeeded("original", "dealer", 0))
    game.do(Deal(parse_card("Kd")))
    assert game.told(RoundRuled) == []


def test_cancelled_round_has_nothing_left_to_do() -> None:
    game = tie_hand("online")
    game.do(CancelRound(NOON + 31 * 86_400))
    round_ = game.table.round
    assert round_ is not None
    assert round_.agenda == ()
    assert (game.table.held, game.table.before_card) == (None, None)


def test_stake_of_a_cancelled_round_goes_back_with_what_was_decided() -> None:
    rules = variant_rules("california", {"disputes.cancelled_after_days": 30})
    game = Game(rules, seats=3)
    game.sit("ann", "bob", "dee")
    game.bank("dee", 10_000)
    game.bet("ann", primary=500)
    game.bet("bob", primary=700)
    game.close()
    game.deal("Kh 9s 9d")
    events = game.do(CancelRound(NOON + 31 * 86_400))
    assert WagerReturned("bob", 2, "primary", 700, "cancelled") in events
    assert StakeReturned("dee", 9500) in events


def test_card_is_not_corrected_after_the_house_has_decided_on_it() -> None:
    game = tie_hand("washington", hand_dealt=True, seats=1)
    assert game.do(TimeOut())[0] == Surrendered("ann", 1, "house")
    game.refused(CorrectCard(parse_card("Kd")), "no card can be corrected")
    assert game.table.before_card is None


@pytest.mark.parametrize("nonsense", [None, "deal", 5, BetsClosed(1, 0)])
def test_what_is_no_action_is_refused(nonsense: Action) -> None:
    with pytest.raises(IllegalAction, match="is not an action"):
        step(Game("washington").table, nonsense)
