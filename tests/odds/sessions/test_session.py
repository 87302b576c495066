"""Sessions of independent rounds against plain enumeration, and floats against their own bounds."""

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, product
from math import prod
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import CasinoWarError
from casinowar.odds import Sheet, fresh
from casinowar.odds.distribution import Distribution, PossibleResult
from casinowar.odds.sessions.convolution import exact_power, lattice
from casinowar.odds.sessions.session import (
    SessionResult,
    exact_session,
    fft_session,
    rounds_to_one_deviation,
    session,
    theoretical_win,
)
from casinowar.rules.file import load_rules


@cache
def sheet(rules: str = "washington") -> Sheet:
    return Sheet(load_rules(rules).rules(), fresh(6))


def tie_wager() -> Distribution:
    found = sheet().tie
    assert found is not None
    return found


def spread(*pairs: tuple[str, str]) -> Distribution:
    """From pairs of result and probability, such as ("-1/2", "3/4")."""
    return Distribution(tuple(PossibleResult(net, Fraction(p), Fraction(net)) for net, p in pairs))


COIN = spread(("1", "1/2"), ("-1", "1/2"))
HALVES = spread(("-2", "1/7"), ("-1/2", "3/7"), ("0", "1/7"), ("1", "1/7"), ("5/2", "1/7"))
NOTHING = spread(("0", "1"))
LOSS = spread(("-3/2", "1"))
PRIMARY = pytest.param(sheet().primary, id="primary")
SURRENDER = pytest.param(sheet().main(sheet().always("surrender")), id="surrender")
TIE = pytest.param(tie_wager(), id="tie")
SMALL = [
    pytest.param(COIN, id="coin"),
    pytest.param(HALVES, id="halves"),
    pytest.param(NOTHING, id="nothing"),
    pytest.param(LOSS, id="loss"),
]
ALL = [PRIMARY, SURRENDER, TIE, *SMALL]


@st.composite
def distributions(draw: st.DrawFn) -> Distribution:
    nets = draw(
        st.lists(
            st.fractions(min_value=-3, max_value=10, max_denominator=4),
            min_size=1,
            max_size=4,
            unique=True,
        )
    )
    weights = draw(st.lists(st.integers(1, 9), min_size=len(nets), max_size=len(nets)))
    pairs = zip(nets, weights, strict=True)
    return Distribution(
        tuple(PossibleResult(str(net), Fraction(w, sum(weights)), net) for net, w in pairs)
    )


def enumerated(one: Distribution, rounds: int) -> dict[Fraction, Fraction]:
    """The naive way: every sequence of outcomes, one after the other."""
    found: dict[Fraction, Fraction] = {}
    for sequence in product(one.chances, repeat=rounds):
        result = sum((chance.net for chance in sequence), Fraction(0))
        share = prod((chance.probability for chance in sequence), start=Fraction(1))
        found[result] = found.get(result, Fraction(0)) + share
    return dict(sorted(found.items()))


@pytest.mark.parametrize("rounds", [1, 2, 5])
@pytest.mark.parametrize("one", ALL)
def test_a_short_session_equals_every_sequence_of_outcomes(one: Distribution, rounds: int) -> None:
    found = exact_session(one, rounds)
    expected = enumerated(one, rounds)
    assert dict(found.results()) == expected
    assert found.ahead == sum(p for net, p in expected.items() if net > 0)
    assert found.even == expected.get(Fraction(0), 0)
    assert found.behind == sum(p for net, p in expected.items() if net < 0)
    for net in expected:
        assert found.at_most(net) == sum(p for other, p in expected.items() if other <= net)


@pytest.mark.parametrize("one", ALL)
def test_two_hundred_rounds_are_exact_to_the_last_fraction(one: Distribution) -> None:
    found = session(one, 200)
    assert (found.error, found.error_of_each) == (0, 0)
    assert all(type(p) is Fraction for p in found.probabilities)
    results = [(net, Fraction(p)) for net, p in found.results()]
    assert sum(p for _, p in results) == 1
    assert found.ahead + found.even + found.behind == 1
    assert found.mean == 200 * one.mean == sum(p * net for net, p in results)
    assert found.variance == sum(p * (net - found.mean) ** 2 for net, p in results)
    assert found.standard_deviation == pytest.approx(float(found.variance) ** 0.5, rel=1e-15)


@pytest.mark.parametrize("one", ALL)
def test_floats_keep_to_their_bound_at_two_hundred_rounds(one: Distribution) -> None:
    within_bound(one, 200)


@pytest.mark.parametrize("one", [PRIMARY, TIE])
def test_floats_keep_to_their_bound_at_a_thousand_rounds(one: Distribution) -> None:
    within_bound(one, 1000)


@given(distributions(), st.integers(1, 60))
def test_floats_of_any_distribution_keep_to_their_bound(one: Distribution, rounds: int) -> None:
    within_bound(one, rounds)


def within_bound(one: Distribution, rounds: int) -> None:
    """Whole numbers against floats: each result, and the worst of all events."""
    weights = exact_power(lattice(one).weights, rounds)
    total = lattice(one).total ** rounds
    found = fft_session(one, rounds)
    assert len(found.probabilities) == len(weights)
    # exact differences, cut to whole multiples of 2**-200
    scale = 2**200
    off = [
        int(Fraction(p) * scale) - w * scale // total
        for p, w in zip(found.probabilities, weights, strict=True)
    ]
    assert max(map(abs, off)) <= found.error_of_each * scale + len(off)
    assert sum(difference for difference in off if difference > 0) <= found.error * scale
    assert -sum(difference for difference in off if difference < 0) <= found.error * scale
    assert abs(found.ahead + found.even + found.behind - 1) <= found.error
    assert found.error < 1e-10


def test_ten_thousand_rounds() -> None:
    found = session(sheet().primary, 10_000)
    assert all(type(p) is float for p in found.probabilities)
    assert 0 < found.error_of_each < 1e-12
    assert found.error < 1e-9
    results = [(float(net), float(p)) for net, p in found.results()]
    assert sum(p for _, p in results) == pytest.approx(1, abs=found.error)
    mean = sum(p * net for net, p in results)
    assert mean == pytest.approx(float(found.mean), abs=1e-6)
    variance = sum(p * (net - mean) ** 2 for net, p in results)
    assert variance == pytest.approx(float(found.variance), rel=1e-6)
    # a second derivation: the normal curve, from half a unit above even
    normal = NormalDist(float(found.mean), found.standard_deviation)
    assert found.ahead == pytest.approx(1 - normal.cdf(0.5), abs=1e-4)


def test_sessions_change_from_fractions_to_floats_after_two_hundred_rounds() -> None:
    at, beyond = session(COIN, 200), session(COIN, 201)
    assert type(at.ahead) is Fraction
    assert type(beyond.ahead) is float
    assert beyond.ahead == pytest.approx(0.5, abs=beyond.error)
    assert beyond.even == 0


def test_a_coin_in_closed_form() -> None:
    found = exact_session(COIN, 4)
    assert found.probabilities == tuple(Fraction(ways, 16) for ways in (1, 4, 6, 4, 1))
    assert (found.lowest, found.step) == (Fraction(-4), Fraction(2))
    assert (found.ahead, found.even, found.behind) == tuple(Fraction(n, 16) for n in (5, 6, 5))


@pytest.mark.parametrize("make", [exact_session, fft_session])
def test_a_quantile_is_the_lowest_result_that_reaches_the_share(
    make: Callable[[Distribution, int], SessionResult[Fraction] | SessionResult[float]],
) -> None:
    found = make(COIN, 4)
    shares = {"1/1000": -4, "1/17": -4, "1/15": -2, "1/4": -2, "1/2": 0, "3/4": 2, "16/17": 4}
    for share, result in shares.items():
        assert found.quantile(Fraction(share)) == result
    assert exact_session(COIN, 4).quantile(Fraction(1, 16)) == -4
    assert exact_session(COIN, 4).quantile(Fraction(1)) == 4


@given(distributions(), st.integers(1, 5))
def test_quantiles_undo_the_cumulative_chance(one: Distribution, rounds: int) -> None:
    found = exact_session(one, rounds)
    for (net, p), below in zip(found.results(), cumulative(found.results()), strict=True):
        assert found.at_most(net) == below
        assert found.quantile(below) == net
        assert found.quantile(below - p / 2) == net


def cumulative(results: Iterator[tuple[Fraction, Fraction]]) -> Iterator[Fraction]:
    return accumulate(p for _, p in results)


@given(distributions(), st.integers(1, 4), st.integers(1, 4))
def test_two_sessions_are_one_longer_session(one: Distribution, first: int, second: int) -> None:
    found: dict[Fraction, Fraction] = {}
    for (a, p), (b, q) in product(
        exact_session(one, first).results(), exact_session(one, second).results()
    ):
        found[a + b] = found.get(a + b, Fraction(0)) + p * q
    assert dict(exact_session(one, first + second).results()) == dict(sorted(found.items()))


@pytest.mark.parametrize("one", [PRIMARY, SURRENDER, TIE])
def test_more_rounds_make_a_losing_player_less_likely_ahead(one: Distribution) -> None:
    chances = [float(session(one, rounds).ahead) for rounds in (50, 100, 200, 1000, 10_000)]
    assert chances == sorted(chances, reverse=True)


def test_rounds_until_expectation_is_one_standard_deviation() -> None:
    primary = sheet().primary
    rounds = rounds_to_one_deviation(primary)
    assert rounds == 2061
    assert (rounds * primary.mean) ** 2 >= rounds * primary.variance
    assert ((rounds - 1) * primary.mean) ** 2 < (rounds - 1) * primary.variance
    assert rounds_to_one_deviation(COIN) is None
    assert rounds_to_one_deviation(LOSS) == 1
    assert rounds_to_one_deviation(spread(("1", "5/8"), ("-1", "3/8"))) == 15  # (1 - 1/16) 16
    assert rounds_to_one_deviation(spread(("-3", "1/2"), ("1", "1/2"))) == 4  # met exactly


def test_theoretical_win_of_an_hour() -> None:
    primary = sheet().primary
    cents = theoretical_win(primary, wager=10_00, pace=60, seats=5)
    assert cents == Fraction(23138, 993023) * 10_00 * 60 * 5
    assert theoretical_win(sheet("fun-casino").primary, 10_00, 60) < 0
    assert theoretical_win(primary, 2, Fraction(1, 2)) == Fraction(23138, 993023)


@pytest.mark.parametrize("wager, pace, seats", [(0, 60, 1), (100, 0, 1), (100, 60, 0), (-1, 1, 1)])
def test_a_win_of_nothing_is_refused(wager: int, pace: int, seats: int) -> None:
    with pytest.raises(CasinoWarError, match="use a number above 0"):
        theoretical_win(sheet().primary, wager, pace, seats)


@pytest.mark.parametrize("rounds", [0, -1, 100_001, True, 6.5])
def test_a_number_of_rounds_that_cannot_be_is_refused(rounds: int) -> None:
    for make in (session, exact_session, fft_session):
        with pytest.raises(CasinoWarError, match=r"rounds: .* is not possible; use 1 to 100,000"):
            make(COIN, rounds)


@pytest.mark.parametrize("share", ["0", "-1/2", "3/2"])
def test_a_quantile_of_no_share_is_refused(share: str) -> None:
    with pytest.raises(CasinoWarError, match="a quantile needs a share above 0"):
        session(COIN, 3).quantile(Fraction(share))


def test_more_results_than_can_be_held_are_refused() -> None:
    fine = spread(("-1", "1/2"), ("0", "1/4"), ("999/1000", "1/4"))
    with pytest.raises(CasinoWarError, match="at most 2097152 can be computed"):
        session(fine, 2000)


def test_without_numpy_long_sessions_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert session(COIN, 200).ahead < Fraction(1, 2)
    with pytest.raises(CasinoWarError, match=r"pip install 'casinowar\[report\]'"):
        session(COIN, 201)
