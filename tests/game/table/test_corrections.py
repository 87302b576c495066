"""The card entered last at a hand-dealt table: held while it pays, corrected while it can be."""

from dataclasses import replace
from typing import Any

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import Burn, CorrectCard, Deal, DiscloseCard, Pay
from casinowar.game.events import (
    CardCorrected,
    CardsCollected,
    RoundEnded,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import CardNeeded, ChoiceNeeded, Hand, PaymentNeeded
from casinowar.game.table import payments
from tests.support.game.table import Game

NINE, KING, TWO = parse_card("9h"), parse_card("Kc"), parse_card("2s")
LAST = "no card can be corrected: the next card or payment came after it"


def by_hand(rules: str, cards: str, *, tie: int = 0, **options: Any) -> Game:
    """Ann at seat 1 and, where there is room, Bob at seat 2, and these cards dealt by hand."""
    game = Game(rules, hand_dealt=True, **options)
    solo = game.rules.seats.holding == "solo"
    players = ("ann",) if solo or game.table.options.seats == 1 else ("ann", "bob")
    game.sit(*players)
    for player in players:
        game.bet(player, primary=500, tie=tie)
    game.deal(cards)
    return game


def dealt(game: Game) -> list[str]:
    round_ = game.table.round
    assert round_ is not None
    return [str(card.card) for card in round_.cards]


def test_last_card_can_be_corrected_more_than_once() -> None:
    game = by_hand("washington", "9h")
    assert game.do(CorrectCard(TWO)) == [CardCorrected("original", "player", 1, NINE, TWO)]
    game.awaits(CardNeeded("original", "player", 2))
    assert game.do(CorrectCard(KING)) == [CardCorrected("original", "player", 1, TWO, KING)]
    assert (dealt(game), game.table.shoe.seen) == (["Kc"], "Kc ")
    assert game.table.shoe.left == 6 * 52 - 1


def test_only_the_last_card_is_corrected_even_if_the_one_before_was_the_same() -> None:
    game = by_hand("washington", "9h 9h")
    assert game.do(CorrectCard(TWO)) == [CardCorrected("original", "player", 2, NINE, TWO)]
    assert (dealt(game), game.table.shoe.seen) == (["9h", "2s"], "9h 2s ")


def test_held_card_is_corrected_before_it_is_paid() -> None:
    game = by_hand("washington", "9h Kc", seats=1)
    game.awaits(PaymentNeeded())
    assert game.told(WagerSettled) == []
    assert game.do(CorrectCard(TWO)) == [CardCorrected("original", "dealer", 0, KING, TWO)]
    game.awaits(PaymentNeeded())
    assert game.table.shoe.seen == "9h 2s "
    won = WagerSettled("ann", 1, "primary", "higher", 500, 500, 500)
    assert won in payments(game.table)
    due = payments(game.table)
    assert game.do(Pay()) == list(due)
    assert payments(game.table) == ()
    game.refused(CorrectCard(KING), LAST)
    game.refused(Pay(), "there is nothing to pay")


def test_held_card_that_was_a_tie_is_held_no_longer_and_back() -> None:
    game = by_hand("washington", "9h Kc", seats=1)
    nine = parse_card("9d")
    game.do(CorrectCard(nine))
    game.awaits(ChoiceNeeded((Hand("ann", 1),), ("surrender", "war")))
    assert dealt(game) == ["9h", "9d"]
    game.do(CorrectCard(KING))
    game.awaits(PaymentNeeded())
    assert game.table.held == KING
    assert dealt(game) == ["9h"]
    assert game.table.before_card is None


def test_card_shown_while_another_is_held_is_the_one_to_correct() -> None:
    game = by_hand("washington", "9h Kc", seats=1)
    game.do(DiscloseCard(parse_card("4d")), CorrectCard(TWO))
    assert game.table.shoe.seen == "9h Kc 2s "
    assert game.table.held == parse_card("Kc")


def test_war_declared_on_a_mistaken_card_is_undone() -> None:
    game = by_hand("washington", "9h 9d", seats=1)
    assert WarDeclared("ann", 1, 500, 0) in game.war("ann")
    assert game.do(CorrectCard(KING)) == [
        WagerReturned("ann", 1, "war", 500, "corrected"),
        CardCorrected("original", "dealer", 0, parse_card("9d"), KING),
    ]
    game.awaits(PaymentNeeded())
    game.do(Pay())
    assert game.results() == [("ann", 1, "primary", -500)]


def test_war_tie_wager_on_a_mistaken_card_is_undone_too() -> None:
    game = by_hand("online", "9h 9d", seats=1)
    game.war("ann", tie=500)
    assert game.do(CorrectCard(KING)) == [
        WagerReturned("ann", 1, "war", 500, "corrected"),
        WagerReturned("ann", 1, "war_tie", 500, "corrected"),
        CardCorrected("original", "dealer", 0, parse_card("9d"), KING),
    ]


def test_war_declared_before_the_mistaken_card_stays() -> None:
    game = by_hand("fun-casino", "9h 9s 9d")
    game.war("ann")
    game.war("bob")
    game.deal("4h")
    assert game.do(CorrectCard(TWO)) == [
        CardCorrected("war", "player", 1, parse_card("4h"), TWO),
    ]
    game.awaits(CardNeeded("war", "player", 2))


def test_hand_of_the_first_war_is_not_undone_by_a_mistake_in_the_second() -> None:
    game = by_hand("washington", "9h 9s 9d", seats=2)
    game.war("bob")
    game.deal("Kh 4c")
    game.do(Pay())
    game.war("ann")
    game.deal("5h")
    assert game.do(CorrectCard(TWO)) == [
        CardCorrected("war", "player", 1, parse_card("5h"), TWO),
    ]


def test_nothing_is_corrected_after_the_next_burn() -> None:
    game = by_hand("washington", "9h 9d", seats=1)
    game.war("ann")
    game.do(Burn(1))
    game.refused(CorrectCard(KING), LAST)


def test_nothing_is_corrected_after_a_surrender_was_paid() -> None:
    game = Game("online", hand_dealt=True)
    game.sit("ann")
    game.bet("ann", seat=1, primary=500)
    game.bet("ann", seat=2, primary=500)
    game.deal("9h 9s 9d")
    game.surrender("ann", 1)
    game.do(CorrectCard(parse_card("9c")))  # not paid yet: the second hand still has its choice
    game.surrender("ann", 1)
    game.surrender("ann", 2)
    game.refused(CorrectCard(KING), LAST)
    assert game.table.before_card is None


@pytest.mark.clause("FC-8")
def test_a_surrender_in_turn_is_paid_before_the_next_seat_is_asked() -> None:
    game = by_hand("fun-casino", "9h 9s 9d")
    game.surrender("ann")
    game.refused(CorrectCard(parse_card("9c")), LAST)  # paid: only Bob still has his choice
    game.surrender("bob")
    assert game.table.before_card is None


def test_a_card_dealt_is_not_corrected_after_one_shown_by_mistake() -> None:
    game = by_hand("washington", "9h")
    game.do(DiscloseCard(parse_card("4d")), CorrectCard(KING))
    assert game.table.round is not None
    assert [dealt.card for dealt in game.table.round.cards] == [NINE]


def test_corrected_card_is_back_in_the_shoe_and_the_new_one_must_be_there() -> None:
    game = by_hand("washington", "")
    shoe = game.table.shoe._replace(seen="9h " * 5 + "Kc " * 6)
    game.table = replace(game.table, shoe=shoe)
    game.do(Deal(NINE))
    game.refused(CorrectCard(KING), "every Kc of the 6 decks has left this shoe already")
    game.refused(Deal(NINE), "every 9h of the 6 decks")
    assert game.do(CorrectCard(NINE)) == [CardCorrected("original", "player", 1, NINE, NINE)]
    game.do(CorrectCard(TWO), Deal(NINE))


@pytest.mark.parametrize("card", ["9h", None, 9])
def test_what_is_no_card_corrects_nothing(card: object) -> None:
    by_hand("washington", "9h").refused(
        CorrectCard(card),  # type: ignore[arg-type]
        "is not a card",
    )


def test_table_with_an_electronic_shoe_remembers_no_card_to_correct() -> None:
    game = Game("washington", seats=2)
    game.sit("ann")
    game.bet("ann", primary=500)
    game.deal("9h")
    assert game.table.before_card is None
    game.refused(CorrectCard(KING), "this is possible only at a hand-dealt table")
    assert game.deal("Kc")[1:] == [
        CardsCollected(1, (NINE,)),
        WagerSettled("ann", 1, "primary", "lower", 500, -500, -500),
        CardsCollected(0, (KING,)),
        RoundEnded(),
    ]
    assert (game.table.before_card, game.table.held) == (None, None)
