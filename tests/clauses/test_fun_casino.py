"""The clauses of fun-casino on play: wagers, the deal, settlement in two passes, shared wars."""

import pytest

from casinowar.cards import Card, Suit, parse_card
from casinowar.errors import IllegalAction, RuleError
from casinowar.game.actions import CloseBets, Deal, GoToWar, PlaceBet, Surrender, WithdrawBet
from casinowar.game.events import (
    BetsClosed,
    CardDealt,
    CardsBurned,
    CardsCollected,
    RoundEnded,
    Surrendered,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BetsNeeded, BurnNeeded, CardNeeded, ChoiceNeeded, Hand
from casinowar.game.notation import format_round, read_round
from casinowar.game.table import Actor, Offer, legal
from casinowar.rules.file import load_rules
from casinowar.rules.model import Limit
from casinowar.rules.options import resolve
from casinowar.rules.pay import format_pay
from tests.support.game.table import Game, rules_of, tie_hand

READINGS = ("as-printed", "first-bet-lost")


@pytest.mark.clause("FC-1")
@pytest.mark.parametrize("reading", READINGS)
def test_six_decks_are_used_and_no_other_number(reading: str) -> None:
    game = Game("fun-casino", reading)
    assert game.table.options.decks == 6
    game.sit("ann")
    game.prepare_shoe()
    assert game.table.shoe.left == 6 * 52 - 1  # the first one is away unseen
    for decks in (1, 5, 7, 8):
        with pytest.raises(RuleError, match=f"decks: {decks} is not allowed; use 6"):
            Game("fun-casino", decks=decks)


@pytest.mark.clause("FC-1")
def test_aces_are_high_and_suits_count_for_nothing() -> None:
    rules = rules_of("fun-casino")
    ranks = "AKQJT98765432"
    for place, rank in enumerate(ranks):
        for other_place, other in enumerate(ranks):
            for suit in Suit:
                against = Card(other, Suit.HEARTS)
                outcome = rules.compare(Card(rank, suit), against)
                assert outcome == (
                    "higher" if place < other_place else "lower" if place > other_place else "equal"
                )


@pytest.mark.clause("FC-2")
def test_war_alone_tie_alone_and_both_are_wagers() -> None:
    game = Game("fun-casino", seats=3)
    game.sit("ann", "bob", "cy")
    game.bet("ann", primary=500)
    game.bet("bob", tie=600)
    game.bet("cy", primary=700, tie=800)
    game.deal("Kh Kd Ks 9c")
    assert game.results() == [
        ("cy", 3, "tie", -800),
        ("bob", 2, "tie", -600),
        ("ann", 1, "primary", 500),
        ("cy", 3, "primary", 700),
    ]


@pytest.mark.clause("FC-2")
def test_tie_wager_alone_gets_a_card_and_never_leads_to_a_war() -> None:
    game = Game("fun-casino", seats=2)
    game.sit("ann", "bob")
    game.bet("bob", tie=600)
    game.close()
    game.awaits(CardNeeded("original", "player", 2))
    game.deal("9h")
    game.refused(GoToWar("bob", 2), "waiting for a card for the dealer")
    events = game.deal("9c")
    assert events[-1] == RoundEnded()
    assert game.results() == [("bob", 2, "tie", 6000)]
    game.refused(GoToWar("bob", 2), "no choice is due")


@pytest.mark.clause("FC-2")
def test_tie_wager_alone_has_no_part_in_a_neighbours_war() -> None:
    game = Game("fun-casino", seats=2)
    game.sit("ann", "bob")
    game.bet("ann", primary=500)
    game.bet("bob", tie=600)
    game.deal("9h 9d 9c")
    game.awaits(ChoiceNeeded((Hand("ann", 1),), ("surrender", "war")))
    game.refused(GoToWar("bob", 2), "bob at seat 2 has no tie hand to decide")
    game.war("ann")
    game.deal("5h 5d")  # a card for ann and one for the dealer, none for bob
    assert isinstance(game.events[-1], RoundEnded)
    assert [(e.deal, e.to, e.seat) for e in game.told(CardDealt)][-2:] == [
        ("war", "player", 1),
        ("war", "dealer", 0),
    ]


@pytest.mark.clause("FC-4")
def test_no_wager_is_placed_or_altered_once_the_first_card_is_dealt() -> None:
    game = Game("fun-casino", seats=2)
    game.sit("ann", "bob")
    game.bet("ann", primary=500, tie=500)
    game.bet("ann", primary=600)  # until then it may be altered
    (closed, dealt) = game.do(Deal(parse_card("Kh")))  # without a word the card closes the bets
    assert closed == BetsClosed(1, 0)
    assert dealt == CardDealt("original", "player", 1, parse_card("Kh"))
    for action in (
        PlaceBet("ann", 1, "primary", 700),
        PlaceBet("ann", 1, "tie", 700),
        PlaceBet("bob", 2, "primary", 500),
        WithdrawBet("ann", 1, "primary"),
        WithdrawBet("ann", 1, "tie"),
    ):
        game.refused(action, "bets are not open; waiting for a card for the dealer")
    game.deal("9c")
    assert game.results() == [("ann", 1, "tie", -500), ("ann", 1, "primary", 600)]


@pytest.mark.clause("FC-4")
def test_no_more_bets_closes_them_too() -> None:
    game = Game("fun-casino", seats=1)
    game.sit("ann")
    game.bet("ann", primary=500)
    game.do(CloseBets())
    game.refused(PlaceBet("ann", 1, "primary", 700), "bets are not open")
    game.refused(WithdrawBet("ann", 1, "primary"), "bets are not open")


@pytest.mark.clause("FC-5")
@pytest.mark.parametrize("reading", READINGS)
def test_deal_begins_furthest_to_the_dealers_left_and_ends_with_the_dealer(reading: str) -> None:
    game = Game("fun-casino", reading, seats=4)
    game.sit("ann", "bob", "cy", "dee")
    game.bet("dee", primary=500)
    game.bet("cy", tie=500)
    game.bet("ann", primary=500)
    game.deal("2h 3h 4h 5h")
    assert [(e.to, e.seat, str(e.card)) for e in game.told(CardDealt)] == [
        ("player", 1, "2h"),
        ("player", 3, "3h"),
        ("player", 4, "4h"),
        ("dealer", 0, "5h"),
    ]


@pytest.mark.clause("FC-6")
@pytest.mark.clause("FC-7")
@pytest.mark.parametrize("reading", READINGS)
def test_ties_are_settled_from_the_right_and_then_war_bets_from_the_left(reading: str) -> None:
    game = Game("fun-casino", reading, seats=4)
    game.sit("ann", "bob", "cy", "dee")
    game.bet("ann", primary=500, tie=600)
    game.bet("bob", primary=700, tie=800)
    game.bet("cy", primary=900, tie=1000)
    game.bet("dee", primary=1100, tie=1200)
    game.deal("Kh 2d 9s Qs 9c")
    assert game.told(WagerSettled) == [
        WagerSettled("dee", 4, "tie", "higher", 1200, -1200, -1200),
        WagerSettled("cy", 3, "tie", "equal", 1000, 10_000, 10_000),
        WagerSettled("bob", 2, "tie", "lower", 800, -800, -800),
        WagerSettled("ann", 1, "tie", "higher", 600, -600, -600),
        WagerSettled("ann", 1, "primary", "higher", 500, 500, 500),
        WagerSettled("bob", 2, "primary", "lower", 700, -700, -700),
    ]
    game.awaits(ChoiceNeeded((Hand("cy", 3),), ("surrender", "war")))
    game.war("cy")
    assert game.told(WagerSettled)[-1] == WagerSettled(
        "dee", 4, "primary", "higher", 1100, 1100, 1100
    )


@pytest.mark.clause("FC-8")
@pytest.mark.parametrize("reading", READINGS)
def test_surrender_costs_half_of_the_bet(reading: str) -> None:
    game = tie_hand("fun-casino", reading, primary=900, tie=500)
    events = game.surrender("ann")
    assert events[:2] == [
        Surrendered("ann", 1, "player"),
        WagerSettled("ann", 1, "primary", "surrender", 900, -450, -450),
    ]
    assert isinstance(events[-1], RoundEnded)


@pytest.mark.clause("FC-8")
@pytest.mark.parametrize("reading", READINGS)
def test_war_takes_a_second_bet_equal_to_the_first(reading: str) -> None:
    game = tie_hand("fun-casino", reading, primary=900)
    assert game.war("ann") == [WarDeclared("ann", 1, 900, 0)]


@pytest.mark.clause("FC-8")
def test_tied_players_are_asked_in_turn_and_a_surrender_is_taken_at_once() -> None:
    game = Game("fun-casino", seats=3)
    game.sit("ann", "bob", "cy")
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=500)
    game.deal("9h 9d 9s 9c")
    hands = (Hand("ann", 1), Hand("bob", 2), Hand("cy", 3))
    game.awaits(ChoiceNeeded(hands[:1], ("surrender", "war")))
    game.refused(GoToWar("cy", 3), "cy at seat 3 is asked after ann at seat 1")
    game.surrender("ann")
    assert game.results() == [("ann", 1, "primary", -250)]
    game.awaits(ChoiceNeeded(hands[1:2], ("surrender", "war")))
    game.war("bob")
    game.awaits(ChoiceNeeded(hands[2:], ("surrender", "war")))
    game.surrender("cy")
    assert game.results() == [("ann", 1, "primary", -250), ("cy", 3, "primary", -250)]
    game.awaits(BurnNeeded(3, "war"))


@pytest.mark.clause("FC-8")
def test_a_later_seat_is_not_settled_before_an_earlier_one_has_answered() -> None:
    game = Game("fun-casino", seats=2)
    game.sit("ann", "bob")
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    game.deal("9h Kd 9c")
    assert game.results() == []  # so Bob's win cannot pay for Ann's war
    game.surrender("ann")
    assert game.results() == [("ann", 1, "primary", -250), ("bob", 2, "primary", 500)]


@pytest.mark.clause("FC-8")
def test_answers_are_written_in_the_order_of_the_seats() -> None:
    rules = rules_of("fun-casino")
    state, _ = read_round(rules, "1:10 2:10 | 9 9 9 1:war 2:surrender x3 K 4")
    assert state.over
    assert format_round(state) == "1:10 2:10 | 9 9 9 1:war 2:surrender x3 K 4"
    with pytest.raises(IllegalAction, match="seat 2 is asked after the player at seat 1"):
        read_round(rules, "1:10 2:10 | 9 9 9 2:surrender 1:war")


@pytest.mark.clause("FC-9")
@pytest.mark.parametrize("reading", READINGS)
def test_war_burns_three_once_then_each_war_player_then_the_dealer(reading: str) -> None:
    game = Game("fun-casino", reading, seats=4)
    game.sit("ann", "bob", "cy", "dee")
    for player in ("ann", "bob", "cy", "dee"):
        game.bet(player, primary=500)
    game.deal("9h 9d 9s Kd 9c")
    game.war("ann")
    game.surrender("bob")
    start, left = len(game.events), game.table.shoe.left
    game.war("cy")
    game.deal("5h 6h 7h")
    drawn = [e for e in game.events[start:] if isinstance(e, CardsBurned | CardDealt)]
    assert drawn == [
        CardsBurned(3, "war"),
        CardDealt("war", "player", 1, parse_card("5h")),
        CardDealt("war", "player", 3, parse_card("6h")),
        CardDealt("war", "dealer", 0, parse_card("7h")),
    ]
    assert game.table.shoe.left == left - 6


@pytest.mark.clause("FC-9")
def test_tie_position_is_not_used_in_the_war() -> None:
    game = tie_hand("fun-casino", primary=500, tie=500)
    game.refused(GoToWar("ann", 1, 500), "no tie wager is offered on the war deal")
    game.war("ann")
    game.refused(PlaceBet("ann", 1, "tie", 500), "bets are not open")
    game.deal("Kh Kd")
    assert [wager for _, _, wager, _ in game.results()] == ["tie", "primary", "war"]


@pytest.mark.clause("FC-9")
def test_nothing_is_burned_when_nobody_goes_to_war() -> None:
    game = tie_hand("fun-casino")
    start = len(game.events)
    game.surrender("ann")
    assert not [e for e in game.events[start:] if isinstance(e, CardsBurned)]
    game.awaits(BetsNeeded())


WAR_PAYS = {
    "as-printed": {"lower": (-1, -1), "higher": (0, 2), "equal": (0, 3)},
    "first-bet-lost": {"lower": (-1, -1), "higher": (-1, 2), "equal": (-1, 3)},
}


@pytest.mark.clause("FC-10")
@pytest.mark.parametrize("reading", READINGS)
def test_wars_are_settled_from_the_left_by_their_own_pays(reading: str) -> None:
    bets = {"ann": 500, "bob": 700, "cy": 1100}
    game = Game("fun-casino", reading, seats=3)
    game.sit(*bets)
    for player, bet in bets.items():
        game.bet(player, primary=bet)
    game.deal("9h 9d 9s 9c")
    for player in ("ann", "bob", "cy"):
        game.war(player)
    game.deal("4h Kd 8s 8d")
    expected = [
        (player, seat, wager, units * bets[player])
        for seat, (player, outcome) in enumerate(
            (("ann", "lower"), ("bob", "higher"), ("cy", "equal")), 1
        )
        for wager, units in zip(("primary", "war"), WAR_PAYS[reading][outcome], strict=True)
    ]
    assert game.results() == expected
    assert [event.outcome for event in game.told(WagerSettled)][::2] == [
        "war_lower",
        "war_higher",
        "war_equal",
    ]


@pytest.mark.clause("FC-11")
@pytest.mark.parametrize("drawn", ["Kh 2d 9c", "9h 2d 9c"])
def test_cards_go_to_the_discards_when_all_is_settled_and_bets_open_again(drawn: str) -> None:
    game = Game("fun-casino", seats=2)
    game.sit("ann", "bob")
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    game.deal(drawn)
    hands = drawn.split()
    own: tuple[Card, ...] = (parse_card(hands[0]),)
    dealers: tuple[Card, ...] = (parse_card("9c"),)
    if hands[0] == "9h":
        assert not game.told(CardsCollected)
        game.war("ann")
        assert not game.told(CardsCollected)  # the first cards lie there during the war
        game.deal("5h 6d")
        own, dealers = (*own, parse_card("5h")), (*dealers, parse_card("6d"))
    assert game.events[-4:] == [
        CardsCollected(1, own),
        CardsCollected(2, (parse_card("2d"),)),
        CardsCollected(0, dealers),
        RoundEnded(),
    ]
    game.awaits(BetsNeeded())
    game.bet("bob", primary=500)
    assert game.table.bets[0].primary == 500


@pytest.mark.clause("FC-13")
def test_limits_of_the_table_are_told_to_who_may_bet() -> None:
    primary, tie = Limit(1000, 20_000), Limit(200, 5_000)
    game = Game("fun-casino", seats=1, primary=primary, tie=tie)
    assert (game.table.options.primary, game.table.options.tie) == (primary, tie)
    game.sit("ann")
    game.bet("ann", primary=900)  # her one honoured bet: the minimum binds every other one
    offers = {
        offer.action.wager: offer
        for offer in legal(game.table, Actor("player", "ann"))
        if isinstance(offer.action, PlaceBet)
    }
    assert offers["primary"].least == 1
    assert offers["tie"].least == 200
    assert Offer(WithdrawBet("ann", 1, "primary")) in legal(game.table, Actor("player", "ann"))


@pytest.mark.clause("FC-13")
def test_limits_follow_the_rule_file_unless_the_table_says_otherwise() -> None:
    rules = rules_of("fun-casino")
    assert resolve(rules).primary == resolve(rules).tie == Limit(500, 50_000)
    mine = Limit(1000, 2000)
    assert resolve(rules, primary=mine).tie == mine  # tie limits follow (ALL-14)
    assert resolve(rules, tie=mine).primary == Limit(500, 50_000)


@pytest.mark.clause("FC-ODDS")
def test_printed_odds_are_those_of_the_pay_table() -> None:
    file = load_rules("fun-casino")
    pays = file.rules().pays
    paid = {
        "a first-round tie wager won": pays.pay("equal", "tie"),
        "the first round won": pays.pay("higher", "primary"),
        "surrender": pays.pay("surrender", "primary"),
        "a war won": pays.pay("war_higher", "war"),
        "a war tied": pays.pay("war_equal", "war"),
    }
    words = {"even money": "1 to 1", "half wager": "lose half"}
    printed = {p.says: words.get(p.figure, p.figure.replace(":", " to ")) for p in file.printed}
    assert printed == {says: format_pay(pay) for says, pay in paid.items() if pay is not None}
    assert {p.figure for p in file.printed} == {"10:1", "even money", "half wager", "2:1", "3:1"}


@pytest.mark.clause("FC-ODDS")
def test_both_readings_have_the_printed_odds_and_differ_in_the_first_bet_alone() -> None:
    bets = {}
    for reading in READINGS:
        for drawn in ("K 2", "K K", "2 K"):
            game = tie_hand("fun-casino", reading, primary=500)
            game.war("ann")
            game.deal(drawn)
            bets[reading, drawn] = [net for *_, net in game.results()]
    assert bets == {
        ("as-printed", "K 2"): [0, 1000],
        ("as-printed", "K K"): [0, 1500],
        ("as-printed", "2 K"): [-500, -500],
        ("first-bet-lost", "K 2"): [-500, 1000],
        ("first-bet-lost", "K K"): [-500, 1500],
        ("first-bet-lost", "2 K"): [-500, -500],
    }
    surrendered = tie_hand("fun-casino", "first-bet-lost")
    surrendered.do(Surrender("ann", 1))
    assert surrendered.results() == [("ann", 1, "primary", -250)]
