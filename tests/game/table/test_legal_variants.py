"""Offers under rules that no built-in rule set has: `legal` must know the whole vocabulary."""

from typing import Any

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import Burn, ChangeDealer, GoToWar, PlaceBet
from casinowar.game.events import BetsClosed, CardsBurned, RoundEnded, WagerSettled
from casinowar.game.table import Actor, Offer, legal, step
from casinowar.money import MOST
from casinowar.rules.model import Limit
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game

ANN, DEALER = Actor("player", "ann"), Actor("dealer")


OLD_LIMITS = {"limits.honoured": "when placed", "limits.unit_binds": "all"}
"""A wager below the minimum is used up when it is placed, and every wager is in steps."""


def betting(fields: dict[str, object], **options: Any) -> Game:
    """Ann about to bet at a fun-casino table with other limits."""
    game = Game(variant_rules("fun-casino", fields), **options)
    game.sit("ann")
    game.prepare_shoe()
    return game


def primary_offer(game: Game) -> Offer:
    (offer,) = (
        offer
        for offer in legal(game.table, ANN)
        if isinstance(offer.action, PlaceBet) and offer.action.wager == "primary"
    )
    for amount in (offer.least, offer.most):
        step(game.table, PlaceBet("ann", 1, "primary", amount))
    return offer


def test_any_amount_is_offered_where_less_than_the_minimum_is_accepted() -> None:
    game = betting({"limits.below": "accept whole", **OLD_LIMITS}, seats=1)
    offer = primary_offer(game)
    assert (offer.action, offer.least) == (PlaceBet("ann", 1, "primary", 100), 100)


def test_most_that_is_offered_is_a_multiple_of_the_unit() -> None:
    limits = {"limits.unit": "0.07", "limits.primary": "0.70 to 7.00", "limits.tie": "0.70 to 7.00"}
    most = MOST - MOST % 7
    assert most != MOST
    assert primary_offer(betting({**limits, **OLD_LIMITS}, seats=1)).most == most


@pytest.mark.parametrize(
    "above, authorised, most",
    [
        ("accept whole", 60_000, 60_000),
        ("accept whole", None, MOST),
        ("cut", 60_000, MOST),
        ("refuse", 60_000, 50_000),
    ],
)
def test_authorised_limit_ends_the_range_where_nothing_else_does(
    above: str, authorised: int | None, most: int
) -> None:
    game = betting({"limits.above": above}, seats=1, authorised=authorised)
    assert primary_offer(game).most == most


def test_war_tie_wager_is_offered_with_the_amounts_fixed_for_ties() -> None:
    game = Game("california", seats=2, tie=Limit(500, 2000, (500, 2000)))
    game.sit("ann", "dee")
    game.bank("dee", 100_000)
    game.bet("ann", primary=600)
    game.deal("9h 9d")
    assert Offer(GoToWar("ann", 1, 500), 500, 2000, (500, 2000)) in legal(game.table, ANN)


def test_equal_war_tie_wager_is_offered_once_to_each_on_the_same_card() -> None:
    game = Game(variant_rules("california", {"war.tie_wager": "equal"}), seats=2)
    game.sit("ann", "dee")
    game.bank("dee", 100_000)
    game.bet("ann", primary=600)
    game.bet("zoe", primary=600, seat=1)
    game.deal("9h 9d")
    for name in ("ann", "zoe"):
        wars = [
            offer
            for offer in legal(game.table, Actor("player", name))
            if isinstance(offer.action, GoToWar)
        ]
        assert wars == [Offer(GoToWar(name, 1)), Offer(GoToWar(name, 1, 600), 600, 600, (600,))]


def test_burn_that_opens_the_deal_is_offered_while_bets_are_open() -> None:
    deal = ["once: burn 2", "each: player", "once: dealer"]
    game = betting({"deal.original": deal}, seats=1)
    assert not [o for o in legal(game.table, DEALER) if isinstance(o.action, Burn)]
    game.bet("ann", primary=500)
    (offer,) = (o for o in legal(game.table, DEALER) if isinstance(o.action, Burn))
    assert offer == Offer(Burn(2), 1, 2)
    assert game.do(Burn(2)) == [BetsClosed(1, 0), CardsBurned(2, "original")]


def test_burn_that_ends_the_deal_settles_it() -> None:
    deal = ["each: player", "once: dealer, burn 1"]
    game = betting({"deal.original": deal}, seats=1)
    game.bet("ann", primary=500, tie=500)
    game.deal("Kh 9c")
    events = game.do(Burn(1))
    assert events[0] == CardsBurned(1, "original")
    settled = [event for event in events if isinstance(event, WagerSettled)]
    assert [(event.wager, event.net) for event in settled] == [("tie", -500), ("primary", 500)]
    assert events[-1] == RoundEnded()


def test_dealer_at_a_hand_dealt_table_may_be_relieved() -> None:
    game = betting({}, seats=1, hand_dealt=True)
    assert Offer(ChangeDealer("dealer")) in legal(game.table, DEALER)
    game.bet("ann", primary=500)
    game.do(ChangeDealer("kim"))
    assert game.table.dealer == "kim"
    game.deal(str(parse_card("9h")))
    assert Offer(ChangeDealer("dealer")) not in legal(game.table, DEALER)
