"""Pays: exact fractions of a wager, and what becomes of half a cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import NotationError
from casinowar.rules.pay import LOSE, LOSE_HALF, PUSH, OddCent, format_pay, net, parse_pay

ODDS = st.integers(1, 9999)


@pytest.mark.parametrize(
    "text, pay",
    [
        ("push", Fraction(0)),
        ("lose", Fraction(-1)),
        ("lose half", Fraction(-1, 2)),
        ("1 to 1", Fraction(1)),
        ("1 to 2", Fraction(1, 2)),
        ("3 to 2", Fraction(3, 2)),
        ("10 to 1", Fraction(10)),
        ("9999 to 1", Fraction(9999)),
    ],
)
def test_pay_is_read_and_shown(text: str, pay: Fraction) -> None:
    assert parse_pay(text) == pay
    assert format_pay(pay) == text


def test_named_pays_are_what_they_say() -> None:
    assert [net(pay, 500, "house") for pay in (PUSH, LOSE, LOSE_HALF)] == [0, -500, -250]


@given(ODDS, ODDS)
def test_text_of_a_pay_is_read_back(win: int, stake: int) -> None:
    pay = parse_pay(f"{win} to {stake}")
    assert pay == Fraction(win, stake)
    assert parse_pay(format_pay(pay)) == pay


@pytest.mark.parametrize(
    "text",
    [
        *("", "Push", "lose  half", "half", "even money", "10:1", "10-1", "10 to1", "10  to 1"),
        *("0 to 1", "1 to 0", "-1 to 1", "01 to 1", "10000 to 1", "1 to 10000", "1.5 to 1"),
        "\uff11 to 1",
    ],
)
def test_what_is_no_pay_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a pay: write push, lose, lose half, or odds"):
        parse_pay(text)


@pytest.mark.parametrize(
    "pay, wager, to_player, to_house",
    [
        ("push", 501, 0, 0),
        ("lose", 501, -501, -501),
        ("1 to 1", 501, 501, 501),
        ("10 to 1", 501, 5010, 5010),
        ("lose half", 500, -250, -250),
        ("lose half", 501, -250, -251),
        ("lose half", 1, 0, -1),
        ("3 to 2", 500, 750, 750),
        ("3 to 2", 501, 752, 751),
        ("1 to 2", 1, 1, 0),
        ("6 to 5", 501, 602, 601),
        ("6 to 5", 505, 606, 606),
        ("1 to 3", 100, 34, 33),
        ("1 to 3", 101, 34, 33),
    ],
)
@pytest.mark.clause("ALL-4")
def test_part_of_a_cent_goes_to_whom_the_rules_say(
    pay: str, wager: int, to_player: int, to_house: int
) -> None:
    assert net(parse_pay(pay), wager, "player") == to_player
    assert net(parse_pay(pay), wager, "house") == to_house


@given(st.fractions(-1, 9999, max_denominator=9999), st.integers(0, 10**13))
def test_whole_cents_differ_from_the_exact_pay_by_less_than_one(pay: Fraction, wager: int) -> None:
    exact = pay * wager
    player, house = net(pay, wager, "player"), net(pay, wager, "house")
    assert house <= exact <= player
    assert player - house == (exact.denominator != 1)


@given(st.integers(0, 10**13))
def test_nobody_loses_more_than_the_wager(wager: int) -> None:
    policies: tuple[OddCent, ...] = ("player", "house")
    for policy in policies:
        assert -wager <= net(LOSE_HALF, wager, policy) <= 0
        assert net(LOSE, wager, policy) == -wager
