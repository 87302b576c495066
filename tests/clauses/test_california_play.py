"""California's round of play, clause by clause, under both readings."""

from dataclasses import fields

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import Burn, Deal, GoToWar, Rule, Surrender
from casinowar.game.events import (
    BankMatched,
    BankTaken,
    CardDealt,
    CardsBurned,
    CardsCollected,
    RoundEnded,
    StakePosted,
    StakeReturned,
    Surrendered,
    WagerReversed,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Hand
from casinowar.game.table import need
from casinowar.rules.file import load_rules
from casinowar.rules.model import Outcome
from tests.support.game.california import banked, each_reading
from tests.support.game.table import Game, rules_of


def at_war(reading: str, *, stake: int = 100_000, tie: int = 0) -> Game:
    """Ann at war against the banker Dee, for 10.00."""
    game = banked(stake, "ann", reading=reading)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    game.war("ann", tie=tie)
    return game


def collected(seat: int, cards: str) -> CardsCollected:
    return CardsCollected(seat, tuple(map(parse_card, cards.split())))


@each_reading
@pytest.mark.clause("CA-ROUND-1")
def test_hands_are_settled_clockwise_from_the_left(reading: str) -> None:
    game = banked(100_000, "ann", "bob", "cy", reading=reading)
    for player in ("cy", "ann", "bob"):
        game.bet(player, primary=1000, tie=700)
    game.deal("Kh 9h 2h 9d")
    assert game.results() == [
        ("ann", 1, "primary", 1000),
        ("ann", 1, "tie", -700),
        ("bob", 2, "tie", 7000),
        ("cy", 3, "primary", -1000),
        ("cy", 3, "tie", -700),
    ]


@each_reading
@pytest.mark.clause("CA-ROUND-1")
def test_only_a_tie_hand_has_a_choice(reading: str) -> None:
    game = banked(100_000, "ann", "bob", "cy", reading=reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("Kh 9h 2h 9d")
    assert need(game.table) == ChoiceNeeded((Hand("bob", 2),), ("surrender", "war"))
    for player, seat in (("ann", 1), ("cy", 3), ("dee", 4), ("ann", 2)):
        game.refused(GoToWar(player, seat), "has no tie hand to decide", "bob at seat 2")
        game.refused(Surrender(player, seat), "has no tie hand to decide", "bob at seat 2")


@each_reading
@pytest.mark.clause("CA-ROUND-2")
def test_losers_pay_the_banker_and_the_banker_pays_winners(reading: str) -> None:
    game = banked(10_000, "ann", "bob", "cy", reading=reading)
    for player, amount in (("ann", 1000), ("bob", 2500), ("cy", 700)):
        game.bet(player, primary=amount)
    told = game.deal("Kh 2h Ah 9d")
    assert told[-1] == StakeReturned("dee", 10_000 - 1000 + 2500 - 700)


@each_reading
@pytest.mark.clause("CA-ROUND-2")
def test_transfers_name_the_banker_and_never_the_house(reading: str) -> None:
    game = banked(10_000, "ann", reading=reading)
    game.bet("ann", primary=1000)
    game.deal("Kh 9d")
    assert game.told(BankTaken) == [BankTaken("dee", 2)]
    assert game.told(StakePosted) == [StakePosted("dee", 10_000)]
    assert game.told(StakeReturned) == [StakeReturned("dee", 9000)]
    for event in game.events:
        for named in fields(event):
            assert getattr(event, named.name) != "house", event


@pytest.mark.clause("CA-ROUND-2")
def test_what_is_undone_after_the_round_is_the_bankers_own_money() -> None:
    game = banked(10_000, "ann")
    game.bet("ann", primary=1000, tie=500)
    game.deal("Kh 9d")
    assert game.do(Rule("void", "a marked card"))[1:] == [
        WagerReversed("ann", 1, "tie", -500, "dee"),
        WagerReversed("ann", 1, "primary", 1000, "dee"),
    ]


@each_reading
@pytest.mark.clause("CA-ROUND-3")
def test_a_surrender_gives_half_and_ends_the_hand(reading: str) -> None:
    game = banked(10_000, "ann", reading=reading)
    game.bet("ann", primary=1500)
    game.deal("9h 9d")
    assert game.surrender("ann") == [
        Surrendered("ann", 1, "player"),
        WagerSettled("ann", 1, "primary", "surrender", 1500, -750, -750),
        collected(1, "9h"),
        collected(0, "9d"),
        RoundEnded(),
        StakeReturned("dee", 10_750),
    ]


@each_reading
@pytest.mark.clause("CA-ROUND-3")
def test_surrenders_are_taken_clockwise_however_they_were_answered(reading: str) -> None:
    game = banked(10_000, "ann", "bob", "cy", reading=reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("9h 9s 9c 9d")
    game.surrender("cy")
    game.surrender("ann")
    assert game.results() == []
    game.surrender("bob")
    assert [seat for _, seat, _, _ in game.results()] == [1, 2, 3]


@each_reading
@pytest.mark.clause("CA-ROUND-3")
def test_the_war_wager_equals_the_primary(reading: str) -> None:
    game = banked(10_000, "ann", reading=reading)
    game.bet("ann", primary=1700)
    game.deal("9h 9d")
    assert game.war("ann")[0] == WarDeclared("ann", 1, 1700, 0)


@each_reading
@pytest.mark.clause("CA-ROUND-3")
def test_the_bankers_match_comes_out_of_the_posted_wager(reading: str) -> None:
    game = banked(1500, "ann", reading=reading)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    told = game.war("ann")
    assert not [event for event in told if isinstance(event, StakePosted)]
    game.deal("Kh 4d")
    assert len(game.told(StakePosted)) == 1
    won = {"three-units": 1000, "primary-collected": 500}[reading]
    assert game.results()[-1] == ("ann", 1, "war", won)
    assert (
        game.told(StakeReturned)[-1].amount
        == {"three-units": 500, "primary-collected": 2000}[reading]
    )


@each_reading
@pytest.mark.clause("CA-ROUND-4")
def test_cards_of_the_first_deal_are_collected_hand_by_hand_after_its_settlement(
    reading: str,
) -> None:
    game = banked(100_000, "ann", "bob", "cy", "eve", reading=reading)
    for player in ("ann", "bob", "cy", "eve"):
        game.bet(player, primary=1000)
    game.deal("9h Kh 9s 2h 9d")
    assert game.told(CardsCollected) == []
    game.war("ann")
    told = game.surrender("cy")
    assert told[-4:] == [
        WagerSettled("cy", 3, "primary", "surrender", 1000, -500, -500),
        collected(2, "Kh"),
        collected(3, "9s"),
        collected(4, "2h"),
    ]
    assert need(game.table) == BurnNeeded(3, "war")


@each_reading
@pytest.mark.clause("CA-ROUND-4")
def test_every_hand_of_the_first_deal_can_be_laid_out_again_from_the_events(reading: str) -> None:
    game = banked(100_000, "ann", "bob", reading=reading)
    game.bet("ann", primary=1000)
    game.bet("bob", primary=1000)
    told = game.deal("Kh 2h 9d")
    dealt = {event.seat: event.card for event in told if isinstance(event, CardDealt)}
    hands = {event.seat: event.cards for event in told if isinstance(event, CardsCollected)}
    assert hands == {seat: (card,) for seat, card in dealt.items()}
    assert [event.seat for event in told if isinstance(event, CardsCollected)] == [1, 2, 0]


@each_reading
@pytest.mark.clause("CA-ROUND-5")
def test_the_war_wager_is_confirmed_before_a_war_card(reading: str) -> None:
    game = banked(100_000, "ann", "bob", reading=reading)
    game.bet("ann", primary=1000)
    game.bet("bob", primary=600)
    game.deal("9h 9s 9d")
    assert game.war("bob", tie=500) == [
        WarDeclared("bob", 2, 600, 500),
        BankMatched("bob", 2, 600),
    ]
    game.refused(Burn(3), "no burn is due", "surrender or war from ann at seat 1")
    game.refused(Deal(parse_card("Kh")), "no card is due", "surrender or war from ann at seat 1")
    assert game.war("ann")[0] == WarDeclared("ann", 1, 1000, 0)
    assert need(game.table) == BurnNeeded(3, "war")


@each_reading
@pytest.mark.clause("CA-ROUND-5")
def test_the_tied_cards_stay_exposed_during_the_war(reading: str) -> None:
    game = at_war(reading)
    for card in ("", "Kh"):
        game.deal(card)
        round_ = game.table.round
        assert round_ is not None
        assert round_.card("original", "player", 1) == parse_card("9h")
        assert round_.card("original", "dealer", 1) == parse_card("9d")
        assert game.told(CardsCollected) == []
        assert round_.collected == ()
    told = game.deal("4d")
    assert [event for event in told if isinstance(event, CardsCollected)] == [
        collected(1, "9h Kh"),
        collected(0, "9d 4d"),
    ]


@pytest.mark.clause("CA-ROUND-5")
def test_by_the_letter_the_primary_is_collected_when_war_is_declared() -> None:
    game = banked(100_000, "ann", reading="primary-collected")
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    assert game.war("ann") == [
        WarDeclared("ann", 1, 1000, 0),
        BankMatched("ann", 1, 1000),
        WagerSettled("ann", 1, "primary", "war_declared", 1000, -1000, -1000),
    ]
    game.deal("Kh 4d")
    assert game.results() == [("ann", 1, "primary", -1000), ("ann", 1, "war", 1000)]


@pytest.mark.clause("CA-ROUND-5")
def test_by_three_units_the_primary_stays_until_the_war_is_over() -> None:
    game = banked(100_000, "ann")
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    assert game.war("ann") == [
        WarDeclared("ann", 1, 1000, 0),
        BankMatched("ann", 1, 1000),
    ]
    assert game.results() == []


@each_reading
@pytest.mark.clause("CA-ROUND-6")
def test_three_are_burned_before_each_war_card_and_before_the_one_of_the_banker(
    reading: str,
) -> None:
    game = banked(100_000, "ann", "bob", "cy", reading=reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("9h 9s 9c 9d")
    game.war("cy")
    game.surrender("bob")
    game.war("ann")
    told = game.deal("Kh 3h 4d")
    assert [event for event in told if isinstance(event, CardsBurned | CardDealt)] == [
        CardsBurned(3, "war"),
        CardDealt("war", "player", 1, parse_card("Kh")),
        CardsBurned(3, "war"),
        CardDealt("war", "player", 3, parse_card("3h")),
        CardsBurned(3, "war"),
        CardDealt("war", "dealer", 0, parse_card("4d")),
    ]


@each_reading
@pytest.mark.clause("CA-ROUND-6")
def test_no_war_card_comes_before_its_three_burns(reading: str) -> None:
    game = at_war(reading)
    game.refused(Deal(parse_card("Kh")), "no card is due", "3 cards to burn, for the war")
    game.refused(Burn(4), "3 cards to burn, for the war")
    game.do(Burn(2))
    assert need(game.table) == BurnNeeded(1, "war")
    game.refused(Deal(parse_card("Kh")), "no card is due")
    game.do(Burn(1))
    assert need(game.table) == CardNeeded("war", "player", 1)
    game.refused(Burn(1), "no burn is due")


@pytest.mark.parametrize("seats, cards", [(8, 40), (5, 25), (2, 10)])
@each_reading
@pytest.mark.clause("CA-ROUND-6")
def test_the_cards_a_round_can_need(reading: str, seats: int, cards: int) -> None:
    assert rules_of("california", reading).cards_needed(seats) == cards


WARS = [
    pytest.param(reading, cards, primary, war, id=f"{reading}-{name}")
    for reading, name, cards, primary, war in (
        ("three-units", "lost", "3h 4d", -1000, -1000),
        ("three-units", "won", "Kh 4d", 0, 1000),
        ("three-units", "tied", "4h 4d", 0, 2000),
        ("primary-collected", "lost", "3h 4d", -1000, -1000),
        ("primary-collected", "won", "Kh 4d", -1000, 1000),
        ("primary-collected", "tied", "4h 4d", -1000, 2000),
    )
]


@pytest.mark.parametrize("reading, cards, primary, war", WARS)
@pytest.mark.clause("CA-ROUND-7a", "CA-ROUND-7b", "CA-ROUND-7c", "CA-ODDS")
def test_what_a_war_pays(reading: str, cards: str, primary: int, war: int) -> None:
    game = at_war(reading)
    game.deal(cards)
    assert game.results() == [("ann", 1, "primary", primary), ("ann", 1, "war", war)]
    assert game.told(StakeReturned)[-1].amount == 100_000 - primary - war


@pytest.mark.clause("CA-ROUND-7a")
def test_a_lost_war_loses_both_wagers() -> None:
    game = at_war("three-units")
    told = game.deal("3h 4d")
    assert [event for event in told if isinstance(event, WagerSettled)] == [
        WagerSettled("ann", 1, "primary", "war_lower", 1000, -1000, -1000),
        WagerSettled("ann", 1, "war", "war_lower", 1000, -1000, -1000),
    ]


@pytest.mark.clause("CA-ROUND-7b")
def test_a_won_war_wins_the_three_units() -> None:
    game = at_war("three-units")
    told = game.deal("Kh 4d")
    settled = [event for event in told if isinstance(event, WagerSettled)]
    assert settled == [
        WagerSettled("ann", 1, "primary", "war_higher", 1000, 0, 0),
        WagerSettled("ann", 1, "war", "war_higher", 1000, 1000, 1000),
    ]
    assert sum(event.stake + event.net for event in settled) == 3 * 1000


@pytest.mark.clause("CA-ROUND-7c")
def test_a_tied_war_wins_the_three_units_and_one_more() -> None:
    game = at_war("three-units")
    told = game.deal("4h 4d")
    settled = [event for event in told if isinstance(event, WagerSettled)]
    assert [event.outcome for event in settled] == ["war_equal", "war_equal"]
    assert sum(event.stake + event.net for event in settled) == 4 * 1000


@each_reading
@pytest.mark.clause("CA-ROUND-8")
def test_wars_are_settled_clockwise_and_then_every_hand_is_collected_whole(reading: str) -> None:
    game = banked(100_000, "ann", "bob", "cy", reading=reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("9h 2h 9c 9d")
    game.war("cy")
    game.war("ann")
    told = game.deal("Kh 3h 4d")
    settled = [event for event in told if isinstance(event, WagerSettled)]
    assert [(event.seat, event.wager) for event in settled if event.wager == "war"] == [
        (1, "war"),
        (3, "war"),
    ]
    assert told[-5:] == [
        collected(1, "9h Kh"),
        collected(3, "9c 3h"),
        collected(0, "9d 4d"),
        RoundEnded(),
        StakeReturned("dee", game.told(StakeReturned)[-1].amount),
    ]
    assert told[-6] is settled[-1]
    assert game.told(CardsCollected)[0] == collected(2, "2h")


@each_reading
@pytest.mark.clause("CA-ODDS")
def test_the_printed_odds_are_those_that_are_paid(reading: str) -> None:
    rules = rules_of("california", reading)
    paid = [
        rules.pays.pay("higher", "primary"),
        rules.pays.pay("equal", "tie"),
        rules.pays.pay("war_higher", "war"),
        rules.pays.pay("war_equal", "war"),
        rules.pays.pay("war_equal", "war_tie"),
    ]
    assert paid == [1, 10, 1, 2, 10]
    figures = [line.figure for line in load_rules("california").printed]
    assert figures == ["1 to 1", "10 to 1", "1 to 1", "2 to 1"]


@pytest.mark.clause("CA-ODDS")
def test_the_readings_differ_in_the_primary_at_war_alone() -> None:
    three, letter = rules_of("california"), rules_of("california", "primary-collected")
    assert three.reading == "three-units"
    decided: tuple[Outcome, ...] = ("higher", "lower", "equal", "surrender")
    for outcome in decided:
        assert three.pays.row(outcome) == letter.pays.row(outcome)
    fought: tuple[Outcome, ...] = ("war_higher", "war_equal", "war_lower")
    for outcome in fought:
        assert three.pays.pay(outcome, "war") == letter.pays.pay(outcome, "war")
        assert three.pays.pay(outcome, "war_tie") == letter.pays.pay(outcome, "war_tie")
        assert letter.pays.pay(outcome, "primary") is None
    assert three.pays.pay("war_declared", "primary") is None
    assert letter.pays.pay("war_declared", "primary") == -1
