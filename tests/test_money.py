"""Money: whole cents, and their text form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import NotationError
from casinowar.money import MOST, format_money, is_cents, parse_money, short_money


@given(st.integers(0, MOST))
def test_text_of_an_amount_is_read_back(cents: int) -> None:
    assert parse_money(format_money(cents)) == cents
    assert parse_money(short_money(cents)) == cents
    assert parse_money(format_money(cents).replace(",", "")) == cents


@pytest.mark.parametrize(
    "text, cents",
    [
        ("0", 0),
        ("5", 500),
        ("5.00", 500),
        ("5.05", 505),
        (" 5.50 ", 550),
        ("1,250.50", 125_050),
        ("1250.50", 125_050),
        ("1,000,000", 100_000_000),
        ("007", 700),
        ("100,000,000,000.00", MOST),
    ],
)
def test_amount_is_read(text: str, cents: int) -> None:
    assert parse_money(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-5", "+5", "5.", ".50", "5.5", "5.005", "5,00", "1,25", "12,5000", "1,2345"),
        *(
            "1e3",
            "0x10",
            "5 00",
            "five",
            "nan",
            "inf",
            "½",
            "\uff15",
            "5.0O",
            "1_000",
            "£5",
            ",100",
        ),
    ],
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not an amount: write it as 5"):
        parse_money(text)


@pytest.mark.parametrize("text", ["100,000,000,000.01", "100000000001", "9" * 100, "9" * 5_000])
def test_more_than_the_most_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(NotationError, match=r"is too much: at most 100,000,000,000\.00") as error:
        parse_money(text)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize(
    "cents, shown, short",
    [
        (0, "0.00", "0"),
        (5, "0.05", "0.05"),
        (500, "5.00", "5"),
        (550, "5.50", "5.50"),
        (125_000, "1,250.00", "1250"),
        (123_456_789, "1,234,567.89", "1234567.89"),
    ],
)
def test_amount_is_shown(cents: int, shown: str, short: str) -> None:
    assert format_money(cents) == shown
    assert short_money(cents) == short


def test_negative_amount_has_its_sign_in_front() -> None:
    assert format_money(-5) == "-0.05"
    assert format_money(-125_050) == "-1,250.50"


@pytest.mark.parametrize("value", [0, 1, MOST])
def test_whole_numbers_from_nothing_to_the_most_are_cents(value: int) -> None:
    assert is_cents(value)


@pytest.mark.parametrize("value", [-1, MOST + 1, 10**18, True, False, 5.0, 0.5, "5", None, 1 + 0j])
def test_nothing_else_is_cents(value: object) -> None:
    assert not is_cents(value)
