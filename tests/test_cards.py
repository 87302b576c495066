"""Cards and their text form."""

import pytest

from casinowar.cards import (
    DECK,
    DECK_SIZE,
    RANKS,
    SUITS,
    Card,
    Suit,
    is_gone,
    parse_card,
    rank_name,
)
from casinowar.errors import NotationError


def test_deck_has_every_card_once() -> None:
    assert len(DECK) == DECK_SIZE == 52
    assert set(DECK) == {Card(rank, suit) for rank in RANKS for suit in SUITS}


def test_deck_is_in_the_order_of_the_fair_shuffle() -> None:
    assert [str(DECK[number]) for number in (0, 12, 13, 25, 26, 39, 51)] == [
        "2c",
        "Ac",
        "2d",
        "Ad",
        "2h",
        "2s",
        "As",
    ]


@pytest.mark.parametrize("card", [*DECK, *(Card(rank) for rank in RANKS)], ids=str)
def test_text_of_a_card_is_read_back(card: Card) -> None:
    assert parse_card(str(card)) == card


@pytest.mark.parametrize(
    "text, card",
    [
        ("9h", Card("9", Suit.HEARTS)),
        ("9H", Card("9", Suit.HEARTS)),
        (" 9h ", Card("9", Suit.HEARTS)),
        ("10s", Card("T", Suit.SPADES)),
        ("Ts", Card("T", Suit.SPADES)),
        ("tS", Card("T", Suit.SPADES)),
        ("10", Card("T")),
        ("t", Card("T")),
        ("ac", Card("A", Suit.CLUBS)),
        ("kd", Card("K", Suit.DIAMONDS)),
        ("2", Card("2", Suit.UNKNOWN)),
    ],
)
def test_card_is_read_in_any_of_its_forms(text: str, card: Card) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "\n", "1", "0", "11", "1h", "100", "23", "9x", "h", "hh", "9hh", "9 h", "10 h"),
        *("TJ", "T0", "1O", "Joker", "\u2665", "\uff19h"),
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card: write a rank") as error:
        parse_card(text)
    assert repr(text) in str(error.value)


def test_message_stays_short_whatever_was_written() -> None:
    with pytest.raises(NotationError) as error:
        parse_card("9" * 10_000)
    assert len(str(error.value)) < 200


def test_ten_is_shown_as_people_write_it() -> None:
    assert [rank_name(rank) for rank in "2TA"] == ["2", "10", "A"]
    assert str(Card("T", Suit.HEARTS)) == "Th"
    assert str(Card("9")) == "9"


@pytest.mark.parametrize("decks", [1, 6])
def test_card_is_gone_when_every_deck_has_given_its_own(decks: int) -> None:
    king, other = parse_card("Kh"), parse_card("Kd")
    assert not is_gone(king, "Kh " * (decks - 1), decks)
    assert is_gone(king, "Kh " * decks, decks)
    assert not is_gone(other, "Kh " * decks, decks)
    assert not is_gone(parse_card("K"), "Kh " * decks, decks)


@pytest.mark.parametrize("decks", [1, 6])
def test_card_is_gone_when_all_of_its_rank_are_even_those_of_unknown_suit(decks: int) -> None:
    all_but_one = "K " * (4 * decks - 1)
    for card in (parse_card("K"), parse_card("Kh")):
        assert not is_gone(card, all_but_one, decks)
        assert is_gone(card, all_but_one + "Kd ", decks)
    assert not is_gone(parse_card("Q"), all_but_one + "Kd ", decks)
