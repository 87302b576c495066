"""The band around an exact result: it is exact itself, and never too narrow."""

from fractions import Fraction
from math import comb
from random import Random

import pytest

from casinowar.odds.composition import fresh
from casinowar.odds.deviation import Staked, band, price_of
from casinowar.odds.sessions.session import exact_session
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import builtin_names
from tests.support.game.table import rules_of

RARE = Fraction(1, 31_571)
"""The most often that an honest table may be beyond one side of its band."""

BANKED = [name for name in builtin_names() if not rules_of(name).player_banked]


def staked(*rounds: list[tuple[int, int]], net: int = 0) -> Staked:
    """Rounds of hands, each a primary and a tie wager."""
    total = Staked()
    for hands in rounds:
        p, t = sum(hand[0] for hand in hands), sum(hand[1] for hand in hands)
        total = total.plus(
            Staked(
                rounds=1,
                wagered=p + t,
                primary=p,
                tie=t,
                primary_squared=sum(hand[0] ** 2 for hand in hands),
                tie_squared=sum(hand[1] ** 2 for hand in hands),
                primary_tie=sum(hand[0] * hand[1] for hand in hands),
                round_primary_squared=p * p,
                round_tie_squared=t * t,
                round_primary_tie=p * t,
                most_primary=p,
                most_tie=t,
            )
        )
    return total._replace(net=net)


@pytest.mark.parametrize("name", BANKED)
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_round_of_equal_primaries_has_its_exact_mean_and_variance(name: str, seats: int) -> None:
    rules = rules_of(name)
    decks = rules.shoe.decks[0]
    sheet, unit = Sheet(rules, fresh(decks)), 100
    found = band(price_of(rules, decks), staked([(unit, 0)] * seats))
    assert found.expected == -seats * unit * sheet.primary.mean
    exact = unit * unit * sheet.round_variance(seats)
    assert abs(found.deviation**2 - exact) < Fraction(1, 10**6)


def test_wagers_of_a_round_stray_together() -> None:
    """Two seats with both wagers, by simulation of the cards alone: nothing else is known here."""
    rules, random = rules_of("washington"), Random(8)
    shoe = [place for place in range(13) for _ in range(24)]
    hands, results = [(300, 20), (300, 40)], []
    for _ in range(40_000):
        dealer, *cards = random.sample(shoe, 7)
        won = 0
        for seat, (primary, tie) in enumerate(hands):
            own, war, against = cards[seat], cards[2 + 2 * seat], cards[3 + 2 * seat]
            if own != dealer:
                won += (primary if own > dealer else -primary) - tie
            else:
                pays = 2 if war == against else 1 if war > against else -2
                won += 10 * tie + pays * primary
        results.append(-won)
    mean = sum(results) / len(results)
    variance = sum((each - mean) ** 2 for each in results) / len(results)
    found = band(price_of(rules, 6), staked(hands))
    assert abs(float(found.deviation) ** 2 / variance - 1) < 0.05
    apart = band(price_of(rules, 6), staked([hands[0]], [hands[1]]))
    assert float(apart.deviation) ** 2 < 0.96 * variance  # as if each had a dealer of their own


@pytest.mark.parametrize("rounds", [1, 2, 3, 5, 10, 30, 100, 1000])
def test_tie_wagers_alone_are_beyond_the_band_no_more_often_than_is_said(rounds: int) -> None:
    """One that wins is worth thirteen that lose: by the exact binomial distribution."""
    rules = rules_of("washington")
    price = price_of(rules, 6)
    chance = Sheet(rules, fresh(6)).tie_chance
    found = band(price, staked(*[[(0, 100)]] * rounds))
    low = high = Fraction(0)
    for ties in range(rounds + 1):
        result = 100 * (rounds - ties) - 1000 * ties
        if found.alarm(result):
            p = comb(rounds, ties) * chance**ties * (1 - chance) ** (rounds - ties)
            low, high = (low + p, high) if result < found.lowest else (low, high + p)
    assert low <= RARE
    assert high <= RARE


@pytest.mark.parametrize("name", ["washington", "fun-casino"])
@pytest.mark.parametrize("rounds", [1, 20, 200])
def test_primaries_are_beyond_the_band_no_more_often_than_is_said(name: str, rounds: int) -> None:
    rules = rules_of(name)
    decks = rules.shoe.decks[0]
    found = band(price_of(rules, decks), staked(*[[(100, 0)]] * rounds))
    played = exact_session(Sheet(rules, fresh(decks)).primary, rounds)
    low = sum(p for net, p in played.results() if -100 * net < found.lowest)
    high = sum(p for net, p in played.results() if -100 * net > found.highest)
    assert low <= RARE
    assert high <= RARE


def test_the_band_is_that_of_the_bell_curve_after_many_rounds() -> None:
    found = band(price_of(rules_of("washington"), 6), staked(*[[(100, 0)]] * 50_000))
    reach = (found.expected - found.lowest) / found.deviation
    assert Fraction(455, 100) < reach < Fraction(460, 100)


def test_surrendering_every_tie_is_no_alarm() -> None:
    """It costs the player more than war does, which is no fault of the table's."""
    rules = rules_of("washington")
    sheet = Sheet(rules, fresh(6))
    rounds = 1_000_000
    total = staked([(100, 0)])
    many = {name: each * rounds for name, each in total._asdict().items() if "most" not in name}
    total = total._replace(**many)
    surrendered = round(-100 * rounds * sheet.main(sheet.always("surrender")).mean)
    found = band(price_of(rules, 6), total)
    assert surrendered > found.expected + 10 * found.deviation
    assert not found.alarm(surrendered)
    assert found.alarm(surrendered + 6 * round(found.deviation)) == "high"


def test_nothing_played_is_no_alarm() -> None:
    found = band(price_of(rules_of("washington"), 6), Staked())
    assert found.expected == found.deviation == 0
    assert found.alarm(0) == ""
