"""The readings that are not the default, priced by counting cards here, without the program."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from casinowar.odds import Sheet, fresh
from casinowar.rules.file import load_rules

RANKS = range(13)


def orders(decks: int) -> Iterator[tuple[int, int, Fraction, list[int]]]:
    """Every player's and dealer's rank, their chance, and the cards left of each rank."""
    cards = 52 * decks
    for own, dealer in product(RANKS, repeat=2):
        left = [4 * decks] * 13
        left[own] -= 1
        ways = 4 * decks * left[dealer]
        left[dealer] -= 1
        yield own, dealer, Fraction(ways, cards * (cards - 1)), left


def war(left: list[int], won: int, tied: int, lost: int) -> Fraction:
    """The mean of a war with these cards left, for what it brings if won, tied and lost."""
    total, cards = 0, sum(left)
    for own, dealer in product(RANKS, repeat=2):
        ways = left[own] * (left[dealer] - (own == dealer))
        total += ways * (won if own > dealer else tied if own == dealer else lost)
    return Fraction(total, cards * (cards - 1))


def winner_chooses(decks: int, *, surrenders: bool = False) -> Fraction:
    """4a and 4b to the letter: what the house keeps of the primary wager."""
    mean = Fraction(0)
    for own, dealer, chance, left in orders(decks):
        if own <= dealer:
            mean -= chance
        else:
            mean += chance * (Fraction(1, 2) if surrenders else war(left, 2, 3, -1))
    return -mean


@pytest.mark.clause("SD-4a")
@pytest.mark.clause("SD-4b")
@pytest.mark.parametrize("decks", [6, 7, 8])
def test_what_it_costs_if_the_winner_must_choose(decks: int) -> None:
    sheet = Sheet(load_rules("south-dakota").rules("winner-chooses"), fresh(decks))
    assert -sheet.primary.mean == winner_chooses(decks)
    surrender = sheet.main(sheet.always("surrender"))
    assert -surrender.mean == winner_chooses(decks, surrenders=True)
    assert sheet.main(sheet.best).mean == sheet.primary.mean
    assert sheet.choice_chance == (1 - sheet.tie_chance) / 2
    if decks == 6:
        assert -sheet.primary.mean == Fraction(218327, 993023)


@pytest.mark.clause("SD-4b")
@pytest.mark.parametrize("decks, edge", [(6, "23/311"), (7, "9/121"), (8, "31/415")])
def test_what_it_costs_if_a_tie_loses(decks: int, edge: str) -> None:
    sheet = Sheet(load_rules("south-dakota").rules("tie-loses"), fresh(decks))
    assert -sheet.primary.mean == Fraction(edge)


@pytest.mark.clause("SG-17")
def test_by_the_table_nobody_has_the_edge() -> None:
    sheet = Sheet(load_rules("online").rules("by-the-table"), fresh(6))
    assert sheet.primary.mean == 0
    assert sheet.war is None
    assert sheet.tie is not None
    assert sheet.tie.mean == -Fraction(58, 311)


@pytest.mark.clause("CA-BET-1")
def test_a_tie_wager_before_the_cards_changes_no_other_price() -> None:
    file = load_rules("california")
    sheet, usual = Sheet(file.rules("tie-before-cards"), fresh(6)), Sheet(file.rules(), fresh(6))
    assert -sheet.primary.mean == Fraction(23138, 993023)
    assert sheet.primary == usual.primary
    assert usual.war_tie is not None
    assert sheet.war_tie is None
