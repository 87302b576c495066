"""California's dealing, clause by clause: burns, the cutting card, the order of the cards."""

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import (
    Burn,
    ChangeDealer,
    CutDeck,
    Deal,
    NewShoe,
    PassCut,
    PlaceBet,
    PlaceCutCard,
    Surrender,
    TimeOut,
)
from casinowar.game.events import (
    CardDealt,
    CardsBurned,
    CutCardPlaced,
    CutCardReached,
    DealerChanged,
    DeckCut,
    RoundEnded,
)
from casinowar.game.needs import (
    BankerNeeded,
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    CutNeeded,
    ShoeNeeded,
)
from casinowar.game.table import Actor, legal, need
from tests.support.game.california import banked, each_reading
from tests.support.game.table import Game


@each_reading
@pytest.mark.clause("CA-DEAL-1")
def test_the_first_card_after_the_cut_is_burned_unseen(reading: str) -> None:
    game = Game("california", reading)
    game.sit("ann", "bob")
    game.do(NewShoe(1))
    game.refused(Burn(), "no burn is due", "a cut by ann at seat 1")
    game.do(CutDeck("ann", 100))
    assert game.do(PlaceCutCard(40)) == [CutCardPlaced(40)]
    assert need(game.table) == BurnNeeded(1, "first card")
    game.refused(Deal(parse_card("9h")), "no card is due", "1 card to burn, the first of the shoe")
    game.refused(Burn(2), "2 cards cannot be burned now")
    assert game.do(Burn()) == [CardsBurned(1, "first card")]
    assert (game.table.shoe.left, not game.table.shoe.seen) == (311, True)
    assert need(game.table) == BankerNeeded(("ann",))
    game.refused(Burn(), "no burn is due")


@pytest.mark.clause("CA-DEAL-1")
def test_every_shoe_begins_with_a_burn_but_not_every_round() -> None:
    game = banked(5000, "ann")
    assert [event.why for event in game.told(CardsBurned)] == ["first card"]
    game.bet("ann", primary=500)
    game.deal("2h 9d")
    game.bank("dee", 5000)
    game.run_down(left=41)
    game.bet("ann", primary=500)
    game.deal("2h 9d")
    assert len(game.told(CardsBurned)) == 1
    game.prepare_shoe()
    assert [event.why for event in game.told(CardsBurned)] == ["first card", "first card"]


@each_reading
@pytest.mark.clause("CA-DEAL-1")
def test_each_new_dealer_burns_one_before_dealing_any_card(reading: str) -> None:
    game = Game("california", reading, hand_dealt=True)
    game.sit("ann", "dee")
    game.bank("dee", 5000)
    game.bet("ann", primary=500)
    left = game.table.shoe.left
    assert game.do(ChangeDealer("kim")) == [DealerChanged("kim")]
    assert need(game.table) == BurnNeeded(1, "new dealer")
    game.refused(Deal(parse_card("9h")), "no card is due", "1 card to burn, for the new dealer")
    game.refused(Burn(2), "2 cards cannot be burned now")
    assert game.do(Burn()) == [CardsBurned(1, "new dealer")]
    assert game.table.shoe.left == left - 1
    assert need(game.table) == BetsNeeded()
    game.deal("2h")
    game.refused(ChangeDealer("lou"), "dealers change between rounds")
    game.deal("9d")
    game.refused(ChangeDealer("lou"), "dealers change between rounds", "the payments")


@pytest.mark.clause("CA-DEAL-1")
def test_a_new_dealer_who_comes_before_the_shoe_burns_after_its_first_card() -> None:
    game = Game("california", hand_dealt=True)
    game.sit("ann", "dee")
    game.do(ChangeDealer("kim"))
    assert need(game.table) == ShoeNeeded(1, "red")
    game.do(NewShoe(1), CutDeck("ann", 9), PlaceCutCard(40))
    assert need(game.table) == BurnNeeded(1, "first card")
    game.do(Burn())
    assert need(game.table) == BurnNeeded(1, "new dealer")
    game.do(Burn())
    assert need(game.table) == BankerNeeded(("ann",))
    assert game.table.shoe.left == 310


@pytest.mark.clause("CA-DEAL-1")
def test_dealers_change_only_where_people_deal() -> None:
    game = banked(5000, "ann")
    game.refused(ChangeDealer("kim"), "this is possible only at a hand-dealt table")


@each_reading
@pytest.mark.clause("CA-DEAL-2")
def test_the_round_in_which_the_cut_card_comes_is_finished_first(reading: str) -> None:
    game = banked(5000, "ann", reading=reading)
    game.run_down(left=41)
    game.bet("ann", primary=500)
    told = game.deal("9h")
    assert told[-2:] == [CardDealt("original", "player", 1, parse_card("9h")), CutCardReached(40)]
    game.refused(NewShoe(2), "no new shoe is due", "a card for the dealer")
    game.deal("9d")
    game.refused(NewShoe(2), "no new shoe is due")
    game.war("ann")
    game.deal("Kh 4d")
    assert game.told(RoundEnded) == [RoundEnded()]
    assert game.told(CutCardReached) == [CutCardReached(40)]
    assert need(game.table) == ShoeNeeded(2, "blue")
    game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open", "a new shoe, batch 2")


@pytest.mark.clause("CA-DEAL-2")
def test_a_shoe_with_a_card_left_before_the_cut_card_goes_on() -> None:
    game = banked(5000, "ann")
    game.run_down(left=43)
    game.bet("ann", primary=500)
    game.deal("2h 9d")
    assert game.told(CutCardReached) == []
    game.bank("dee", 5000)
    assert need(game.table) == BetsNeeded()
    game.bet("ann", primary=500)
    game.deal("2h 9d")
    assert need(game.table) == ShoeNeeded(2, "blue")


@each_reading
@pytest.mark.clause("CA-DEAL-3")
def test_cards_go_to_each_player_from_the_left_and_then_to_the_player_dealer(reading: str) -> None:
    game = Game("california", reading)
    game.sit("ann", "dee", "bob", "cy", "eve")
    game.bank("dee", 5000)
    for player in ("eve", "ann", "bob"):
        game.bet(player, primary=500)
    game.close()
    cards = ("2h", "3h", "4h", "9d")
    for seat, card in zip((1, 3, 5, 0), cards, strict=True):
        assert need(game.table) == CardNeeded("original", "player" if seat else "dealer", seat)
        assert game.deal(card)[0] == CardDealt(
            "original", "player" if seat else "dealer", seat, parse_card(card)
        )


@pytest.mark.clause("CA-DEAL-4")
def test_a_player_touches_the_cutting_card_and_no_other() -> None:
    """At every point of a shoe's life, what a player may do moves no card but by the cut."""
    game = Game("california")
    players = [Actor("player", name) for name in ("ann", "bob", "dee")]
    cuts = []

    def look() -> None:
        for actor in players:
            for offer in legal(game.table, actor):
                named = type(offer.action).__name__
                assert (
                    named
                    not in (
                        "Deal Burn NewShoe PlaceCutCard Pay CorrectCard DrawExcess DiscloseCard "
                        "ChangeDealer CloseBets TimeOut Rule CancelRound"
                    ).split()
                )
                if isinstance(offer.action, CutDeck):
                    cuts.append(actor.name)
                    assert isinstance(need(game.table), CutNeeded)

    look()
    game.sit("ann", "bob", "dee")
    look()
    game.do(NewShoe(1))
    look()
    assert cuts == ["ann"]
    game.prepare_shoe()
    look()
    game.bank("dee", 50_000)
    look()
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    look()
    for card in ("9h", "9s", "9d"):
        game.deal(card)
        look()
    game.do(Surrender("ann", 1))
    game.war("bob")
    look()
    for card in ("Kh", "4d"):
        game.deal(card)
        look()
    assert cuts == ["ann"]


@pytest.mark.clause("CA-DEAL-4")
def test_only_the_player_asked_cuts_and_anywhere_in_the_pack() -> None:
    for at in (1, 311):
        game = Game("california")
        game.sit("ann", "bob")
        game.do(NewShoe(1))
        assert need(game.table) == CutNeeded("ann", 1, 1, 311)
        for player in ("bob", "", "zoe"):
            game.refused(CutDeck(player, 100), "is awaited", "a cut by ann at seat 1")
        for wrong in (0, 312, -1, "9", True):
            game.refused(CutDeck("ann", wrong), "is not a place to cut at", "at 1 to 311")  # type: ignore[arg-type]
        assert game.do(CutDeck("ann", at)) == [DeckCut("ann", 1, at)]
        game.refused(CutDeck("ann", 5), "no cut by ann is awaited")
        game.refused(PassCut("ann"), "no cut by ann is awaited")


@pytest.mark.clause("CA-DEAL-4")
def test_a_cut_not_made_in_time_passes_on() -> None:
    game = Game("california")
    game.sit("ann", "bob")
    game.do(NewShoe(1), TimeOut())
    assert need(game.table) == CutNeeded("bob", 2, 1, 311)
