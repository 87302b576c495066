"""The risk of ruin against a plain walk of all holdings, and floats against their own bounds."""

import sys
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import CasinoWarError
from casinowar.odds import Sheet, fresh
from casinowar.odds.distribution import Distribution, PossibleResult
from casinowar.odds.sessions import ruin
from casinowar.odds.sessions.ruin import risk_of_ruin
from casinowar.rules.file import load_rules


@cache
def primary() -> Distribution:
    return Sheet(load_rules("washington").rules(), fresh(6)).primary


def spread(*pairs: tuple[str, str]) -> Distribution:
    return Distribution(tuple(PossibleResult(net, Fraction(p), Fraction(net)) for net, p in pairs))


COIN = spread(("1", "1/2"), ("-1", "1/2"))
HALVES = spread(("-2", "1/7"), ("-1/2", "3/7"), ("0", "1/7"), ("1", "1/7"), ("5/2", "1/7"))
WIDE = spread(("-3", "11/13"), ("10", "2/13"))
KINDS = [
    pytest.param(primary(), id="primary"),
    pytest.param(COIN, id="coin"),
    pytest.param(HALVES, id="halves"),
    pytest.param(WIDE, id="wide"),
    pytest.param(spread(("-3/2", "1")), id="loss"),
    pytest.param(spread(("0", "1/2"), ("1", "1/2")), id="no loss"),
    pytest.param(spread(("0", "1")), id="nothing"),
]
BANKROLLS = [Fraction(n, 4) for n in range(0, 60, 3)]


def walked(
    one: Distribution, bankroll: Fraction, rounds: int, needed: Fraction = Fraction(1)
) -> Fraction:
    """The naive way: forward, every holding a player can have, round after round."""
    if bankroll < needed:
        return Fraction(1)
    ruined, holdings = Fraction(0), {bankroll: Fraction(1)}
    for _ in range(rounds):
        after: dict[Fraction, Fraction] = {}
        for holding, share in holdings.items():
            for chance in one.chances:
                held, p = holding + chance.net, share * chance.probability
                if held < needed:
                    ruined += p
                else:
                    after[held] = after.get(held, Fraction(0)) + p
        holdings = after
    return ruined


@pytest.mark.parametrize("rounds", [1, 2, 7])
@pytest.mark.parametrize("needed", [Fraction(1), Fraction(2), Fraction(5, 3)])
@pytest.mark.parametrize("one", KINDS)
def test_short_runs_equal_the_walk_of_all_holdings(
    one: Distribution, needed: Fraction, rounds: int
) -> None:
    for risk in risk_of_ruin(one, BANKROLLS, rounds, needed):
        assert risk.probability == walked(one, risk.bankroll, rounds, needed)
        assert type(risk.probability) is Fraction
        assert risk.error == 0


@pytest.mark.parametrize("rounds", [1, 30, 200])
@pytest.mark.parametrize("one", KINDS)
def test_floats_keep_to_their_bound(
    one: Distribution, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bankrolls = [*BANKROLLS, Fraction(40), Fraction(90), Fraction(1000)]
    exact = risk_of_ruin(one, bankrolls, rounds)
    monkeypatch.setattr(ruin, "EXACT_ROUNDS", 0)
    for risk, true in zip(risk_of_ruin(one, bankrolls, rounds), exact, strict=True):
        assert risk.bankroll == true.bankroll
        assert abs(Fraction(risk.probability) - Fraction(true.probability)) <= Fraction(risk.error)
        assert risk.error < 1e-11


def test_a_thousand_rounds_of_a_coin_in_closed_form() -> None:
    """By reflection: ruin is to touch a level, twice as likely as to end beyond it."""
    rounds, bankroll = 1000, 41  # ruined at a loss of 41; an even number of rounds ends beyond it
    ways, beyond = 1, 0
    for wins in range((rounds - bankroll) // 2 + 1):
        beyond += ways
        ways = ways * (rounds - wins) // (wins + 1)
    true = Fraction(2 * beyond, 2**rounds)
    (risk,) = risk_of_ruin(COIN, [bankroll], rounds)
    assert abs(Fraction(risk.probability) - true) <= Fraction(risk.error)


def test_ten_thousand_rounds() -> None:
    few, many, most = risk_of_ruin(primary(), [10, 100, 1500], 10_000)
    assert few.probability > 0.99
    assert many.probability == pytest.approx(0.9485, abs=0.0001)
    assert (most.probability, most.error) == (0, ruin.NEGLIGIBLE)
    assert 0 < many.error < 1e-11


def test_bankrolls_between_two_holdings_fare_as_the_lower_one() -> None:
    lower, between, next_one = risk_of_ruin(primary(), [5, Fraction(11, 2), 6], 50)
    assert lower.probability == between.probability > next_one.probability


def test_a_player_who_keeps_the_war_wager_in_hand() -> None:
    kept = risk_of_ruin(primary(), [11], 100, needed=2)[0].probability
    assert kept == risk_of_ruin(primary(), [10], 100)[0].probability


@given(
    st.sampled_from([primary(), COIN, HALVES, WIDE]),
    st.integers(0, 30),
    st.integers(1, 40),
)
def test_risk_falls_with_the_bankroll_and_grows_with_the_rounds(
    one: Distribution, bankroll: int, rounds: int
) -> None:
    here, richer = risk_of_ruin(one, [bankroll, bankroll + 1], rounds)
    (longer,) = risk_of_ruin(one, [bankroll], rounds + 1)
    assert 0 <= richer.probability <= here.probability <= longer.probability <= 1


def test_no_bankrolls_have_no_risks() -> None:
    assert risk_of_ruin(COIN, [], 10) == ()
    assert risk_of_ruin(COIN, [], 1000) == ()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(CasinoWarError, match="a bankroll cannot be -1"):
        risk_of_ruin(COIN, [5, -1], 10)
    with pytest.raises(CasinoWarError, match="must be above 0"):
        risk_of_ruin(COIN, [5], 10, needed=0)
    with pytest.raises(CasinoWarError, match="use 1 to 100,000"):
        risk_of_ruin(COIN, [5], 0)
    with pytest.raises(CasinoWarError, match="different holdings"):
        risk_of_ruin(spread(("-1", "1/2"), ("9999/10000", "1/2")), [5], 10_000)


def test_without_numpy_long_runs_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(CasinoWarError, match=r"pip install 'casinowar\[report\]'"):
        risk_of_ruin(COIN, [5], 201)
