"""Figures as a report writes them."""

from fractions import Fraction

import pytest

from casinowar.report.layout import Cell, chance, count_noun, figure, net, share


@pytest.mark.parametrize(
    "value, text",
    [
        (Fraction(0), "0.00 %"),
        (Fraction(1, 10**9), "< 0.01 %"),
        (Fraction(1, 20_001), "< 0.01 %"),
        (Fraction(1, 20_000), "0.01 %"),
        (Fraction(1, 3), "33.33 %"),
        (1 - Fraction(1, 20_000), "> 99.99 %"),
        (1 - Fraction(1, 19_999), "99.99 %"),
        (1 - Fraction(1, 10**9), "> 99.99 %"),
        (Fraction(1), "100.00 %"),
    ],
)
def test_only_the_impossible_is_zero_and_only_the_certain_is_all(
    value: Fraction, text: str
) -> None:
    assert chance(value) == text


def test_a_share_carries_its_fraction() -> None:
    assert share(Fraction(-81489, 4965115)) == Cell("\N{MINUS SIGN}1.641 %", "-81489/4965115")


def test_a_figure_shown_in_full_needs_no_fraction() -> None:
    assert figure(Fraction(-1, 2), 5) == Cell("\N{MINUS SIGN}0.50000")
    assert figure(Fraction(1, 3), 2) == Cell("0.33", "1/3")
    assert figure(Fraction(1, 3), 2, exact=False) == Cell("0.33")


def test_a_result_has_its_sign() -> None:
    assert net(Fraction(10)) == "+10"
    assert net(Fraction(0)) == "0"
    assert net(Fraction(-1, 2)) == "\N{MINUS SIGN}0.50"


def test_one_is_no_plural() -> None:
    assert count_noun(1, "round") == "1 round"
    assert count_noun(0, "seat") == "0 seats"
    assert count_noun(10_000, "round") == "10,000 rounds"
