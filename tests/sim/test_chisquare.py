"""Chi-square: p-values of the tables, bins that expect enough, ways that are all there."""

from fractions import Fraction
from math import comb, isclose

import pytest

from casinowar.odds.composition import fresh
from casinowar.odds.table_outcomes import chance
from casinowar.rules.file import load_rules
from casinowar.sim.chisquare import LEAST_EXPECTED, every_tally, fit, p_value
from casinowar.sim.game import game_of


@pytest.mark.parametrize(
    "degrees, five_percent, one_in_a_thousand",
    [
        (1, 3.841458820694124, 10.827566170662733),
        (2, 5.991464547107979, 13.815510557964274),
        (3, 7.814727903251179, 16.26623619623813),
        (4, 9.487729036781154, 18.46682695290317),
        (10, 18.307038053275146, 29.58829844507442),
        (100, 124.34211340400407, 149.4492527790387),
    ],
)
def test_p_values_are_those_of_the_tables(
    degrees: int, five_percent: float, one_in_a_thousand: float
) -> None:
    assert isclose(p_value(five_percent, degrees), 0.05, rel_tol=1e-9)
    assert isclose(p_value(one_in_a_thousand, degrees), 0.001, rel_tol=1e-9)


@pytest.mark.parametrize("degrees", [1, 2, 5, 191, 494])
def test_p_values_of_extremes(degrees: int) -> None:
    assert p_value(0.0, degrees) == 1
    assert p_value(1e-9, degrees) > 0.999
    assert 0 <= p_value(1e5, degrees) < 1e-300
    falling = [round(p_value(x / 2, degrees), 12) for x in range(1, 2000)]
    assert falling == sorted(falling, reverse=True)
    assert 0.3 < p_value(float(degrees), degrees) < 0.51


def test_a_fit_of_a_fair_die_by_hand() -> None:
    found = fit((observed, Fraction(100)) for observed in (90, 110, 105, 95, 100, 100))
    assert found is not None
    assert found.statistic == 2.5
    assert found.degrees == 5


def test_rare_outcomes_are_counted_together() -> None:
    pairs = [(3, Fraction(2)), (40, Fraction(50)), (1, Fraction(4)), (5, Fraction(5))]
    pairs += [(60, Fraction(50))]
    found = fit(pairs)
    assert found is not None
    assert found.degrees == 2
    rare = Fraction((9 - 11) ** 2, 11)
    assert isclose(found.statistic, rare + 2 + 2)


def test_what_is_left_over_goes_to_the_last_bin() -> None:
    found = fit([(8, Fraction(6))] * 2 + [(7, Fraction(8))] * 3)
    assert found is not None
    assert found.degrees == 1
    assert isclose(found.statistic, 4**2 / 12 + 3**2 / 24)


def test_too_few_rounds_have_no_fit() -> None:
    assert fit([(3, Fraction(3))] * 3) is None
    assert fit([(3, Fraction(LEAST_EXPECTED))]) is None
    assert fit([]) is None


@pytest.mark.parametrize("name", ["washington", "fun-casino", "california"])
@pytest.mark.parametrize("seats", [1, 3, 8])
def test_every_way_is_there_once(name: str, seats: int) -> None:
    rules = load_rules(name).rules()
    game = game_of(rules, seats=seats, rounds_per_shoe=1)
    ways = list(every_tally(game))
    assert len(set(ways)) == len(ways) == comb(seats + 4, 4)
    if seats < 8:
        total = sum(
            tally.arrangements * chance(fresh(6), tally, individual=game.individual)
            for tally in ways
        )
        assert total == 1
