"""Every event has its sentence."""

from typing import get_args

import pytest

from casinowar.cards import parse_card
from casinowar.game import events
from casinowar.game.describe import describe
from casinowar.game.events import Event

NINE, TEN, KING = parse_card("9h"), parse_card("Ts"), parse_card("K")

SENTENCES: list[tuple[Event, str]] = [
    (events.Seated("ann", 2), "seat 2, ann: sits down"),
    (events.SeatLeft("ann", 2), "seat 2, ann: leaves"),
    (events.LeavePlanned("ann", 2), "seat 2, ann: leaves when the round is over"),
    (events.BetPlaced("ann", 2, "primary", 500), "seat 2, ann: bets 5.00, primary"),
    (events.BetWithdrawn("ann", 2, "tie", 500), "seat 2, ann: takes 5.00 back, tie"),
    (
        events.ExcessReturned("ann", 2, "tie", 500),
        "seat 2, ann: 5.00 above the tie maximum is returned",
    ),
    (
        events.LimitsReminded("ann", 2, "primary", 500, 50_000),
        "seat 2, ann: the primary minimum is 5.00 and the maximum 500.00; "
        "a wager below the minimum is honoured this once",
    ),
    (
        events.MinimumReminded("ann", 2, "primary", 500),
        "seat 2, ann: the primary minimum is 5.00; a wager below it is honoured this once",
    ),
    (events.BankOffered("ann", 2), "seat 2, ann: is offered the bank"),
    (events.BankDeclined("ann", "player"), "ann declines the bank"),
    (events.BankDeclined("ann", "house"), "ann declines the bank: time ran out"),
    (events.BankTaken("ann", 2), "seat 2, ann: has the bank"),
    (events.BankOffered("you", 2), "you are offered the bank"),
    (events.BankDeclined("you", "player"), "you decline the bank"),
    (events.BankTaken("you", 2), "you have the bank"),
    (events.BankGivenUp("you", 2, "most rounds"), "you must give up the bank after 2 rounds"),
    (events.StakePosted("you", 500), "you post 5.00 for the bank"),
    (events.CutPassed("you", "player"), "you do not cut"),
    (events.DeckCut("you", 2, 100), "you cut at 100"),
    (events.BankGivenUp("ann", 0, "given up"), "ann gives up the bank"),
    (events.BankGivenUp("ann", 1, "given up"), "ann gives up the bank after 1 round"),
    (events.BankGivenUp("ann", 2, "most rounds"), "ann must give up the bank after 2 rounds"),
    (events.BankGivenUp("ann", 1, "left"), "ann leaves the bank after 1 round"),
    (events.BankGivenUp("ann", 0, "time"), "ann ran out of time and gave up the bank"),
    (
        events.DisclosureCorrected(parse_card("9h"), parse_card("K")),
        "the card shown by mistake was K, not 9h",
    ),
    (events.StakePosted("ann", 123_400), "ann posts 1,234.00 for the bank"),
    (events.StakeReturned("ann", 0), "ann: 0.00 back from the bank"),
    (events.ShoeBrought(3, 1, "red", 6), "shoe 3: 6 decks, red backs, shuffled"),
    (events.ShoeBrought(1, 1, "blue", 1), "shoe 1: 1 deck, blue backs, shuffled"),
    (events.CutPassed("ann", "player"), "ann does not cut"),
    (events.DeckCut("ann", 2, 100), "seat 2, ann: cuts at 100"),
    (events.DeckCut("", 0, 100), "the dealer: cuts at 100"),
    (events.CutCardPlaced(30), "the cut card goes in, 30 cards behind it"),
    (
        events.CutCardReached(30),
        "the cut card is out, 30 cards left",
    ),
    (events.BetsClosed(7, 0), "no more bets: round 7 begins"),
    (events.CardsBurned(1, "first card"), "1 card burned, the first of the shoe"),
    (events.CardsBurned(3, "war"), "3 cards burned for the war"),
    (events.CardDealt("original", "player", 2, NINE), "seat 2: 9h"),
    (events.CardDealt("original", "dealer", 0, KING), "dealer: K"),
    (events.CardDealt("war", "player", 2, TEN), "seat 2 in the war: 10s"),
    (events.CardDealt("war", "dealer", 0, NINE), "dealer in the war: 9h"),
    (events.CardDealt("war", "dealer", 2, NINE), "dealer in the war of seat 2: 9h"),
    (events.CardCorrected("original", "player", 2, NINE, TEN), "seat 2: 10s, not 9h"),
    (events.ExcessDrawn("next card"), "a card too many was drawn: it is the next card"),
    (events.ExcessDrawn("discard"), "a card too many was drawn: to the discards"),
    (events.ExcessDiscarded(2), "2 cards drawn too early: to the discards"),
    (events.CardDisclosed(NINE), "9h was shown by mistake: to the discards"),
    (events.DealerChanged("cy"), "cy deals from now on"),
    (events.Surrendered("ann", 2, "player"), "seat 2, ann: surrenders"),
    (events.Surrendered("", 2, "house"), "seat 2: surrenders: time ran out"),
    (events.Forfeited("ann", 2), "seat 2, ann: forfeits: time ran out"),
    (events.BankMatched("ann", 2, 500), "seat 2, ann: the bank posts 5.00 for the war"),
    (events.WarDeclared("ann", 2, 500, 0), "seat 2, ann: goes to war for 5.00"),
    (
        events.WarDeclared("ann", 2, 500, 300),
        "seat 2, ann: goes to war for 5.00, with 3.00 on a tie",
    ),
    (events.CardsCollected(2, (NINE, TEN)), "seat 2: 9h 10s to the discards"),
    (events.CardsCollected(0, (KING,)), "the dealer: K to the discards"),
    (
        events.WagerSettled("ann", 2, "primary", "higher", 500, 500, 500),
        "seat 2, ann: primary 5.00 wins 5.00, 10.00 back",
    ),
    (
        events.WagerSettled("ann", 2, "primary", "lower", 500, -500, -500),
        "seat 2, ann: primary 5.00 loses 5.00",
    ),
    (
        events.WagerSettled("ann", 2, "primary", "surrender", 500, -250, -250),
        "seat 2, ann: primary 5.00 loses 2.50, 2.50 back",
    ),
    (
        events.WagerSettled("ann", 2, "primary", "war_higher", 500, 0, 0),
        "seat 2, ann: primary 5.00 pushes, 5.00 back",
    ),
    (
        events.WagerSettled("ann", 2, "war_tie", "war_equal", 500, 5000, 3000),
        "seat 2, ann: war tie 5.00 wins 30.00 of the 50.00 due, 35.00 back",
    ),
    (
        events.WagerSettled("ann", 2, "primary", "lower", 2000, -2000, -1000),
        "seat 2, ann: primary 20.00 loses 10.00 of the 20.00 due, 10.00 back",
    ),
    (
        events.WagerSettled("ann", 2, "war", "war_higher", 2000, 2000, -1000),
        "seat 2, ann: war 20.00 loses 10.00 to the most that a round returns, 10.00 back",
    ),
    (
        events.WagerReturned("ann", 2, "primary", 500, "uncovered"),
        "seat 2, ann: primary 5.00 goes back: the bank does not cover it",
    ),
    (events.WagerReversed("ann", 2, "tie", 500), "seat 2, ann: tie is reversed, 5.00 given back"),
    (events.WagerReversed("ann", 2, "tie", -500), "seat 2, ann: tie is reversed, 5.00 returned"),
    (
        events.RoundRuled(4, "void", "wrong shoe"),
        "ruling: round 4 is void (wrong shoe)",
    ),
    (events.RoundRuled(4, "stands", "all seen"), "ruling: round 4 stands (all seen)"),
    (
        events.WagerRuled("ann", 2, "war_tie", "pay as", "war_equal", 500, 0, 5000, "misread"),
        "ruling: seat 2, ann: war tie 5.00 is paid 50.00, as war equal (misread)",
    ),
    (
        events.WagerRuled("ann", 2, "tie", "return", "", 500, 0, 0, "late"),
        "ruling: seat 2, ann: tie 5.00 is returned (late)",
    ),
    (
        events.WagerRuled("ann", 2, "tie", "take", "", 500, 500, -500, "late"),
        "ruling: seat 2, ann: tie 5.00 is taken (late)",
    ),
    (
        events.RoundCancelled(4, 99),
        "round 4 is cancelled: it took too long",
    ),
    (events.RoundEnded(), "the round is over"),
]


@pytest.mark.parametrize("event, sentence", SENTENCES, ids=lambda value: str(value)[:60])
def test_event_in_words(event: Event, sentence: str) -> None:
    assert describe(event) == sentence


def test_every_event_has_a_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(get_args(Event))
