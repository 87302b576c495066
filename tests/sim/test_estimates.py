"""Estimates are what a round-by-round calculation gives, and exact where the rounds are."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import isclose, lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.odds.composition import fresh
from casinowar.odds.pricing import Decision, PricedHand, decisions, worth
from casinowar.odds.sheet import Sheet
from casinowar.odds.table_outcomes import TableOutcome, chance
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import Comparison, RuleSet
from casinowar.rules.soundness import has_cards
from casinowar.sim import tallies
from casinowar.sim.chisquare import every_tally, fit_of
from casinowar.sim.estimates import Measure, Prices
from casinowar.sim.game import Game, game_of
from tests.support.game.random_rules import rule_sets

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
WASHINGTON = load_rules("washington").rules()


def policies(rules: RuleSet) -> tuple[Decision | None, ...]:
    return decisions(rules) or (None,)


def counts_of(game: Game, rounds: dict[TableOutcome, int]) -> list[int]:
    counts = [0] * tallies.size(game.seats)
    for tally, count in rounds.items():
        at = (tally.higher, tally.equal, tally.war_higher, tally.war_lower)
        counts[tallies.place(game.seats, *at)] = count
    return counts


def perfect_counts(game: Game) -> list[int]:
    """So many rounds that every way a round can come out is there as often as it is likely."""
    chances = {
        tally: tally.arrangements * chance(fresh(game.decks), tally, individual=game.individual)
        for tally in every_tally(game)
    }
    rounds = lcm(*(p.denominator for p in chances.values()))
    return counts_of(game, {tally: int(p * rounds) for tally, p in chances.items()})


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("name, reading", READINGS)
def test_perfect_rounds_give_the_exact_figures(name: str, reading: str, seats: int) -> None:
    rules = load_rules(name).rules(reading)
    for decision in policies(rules):
        game = game_of(rules, seats=seats, decision=decision)
        counts = perfect_counts(game)
        found = Prices(rules, game, decision).estimates(counts)
        for estimate in (*found.wagers.values(), *found.outcomes.values()):
            assert estimate.mean == estimate.exact
            assert estimate.z == 0
        fit = fit_of(game, counts)
        assert fit is not None
        assert fit.statistic == 0
        assert fit.p_value == 1


@pytest.mark.parametrize("seats", [1, 2, 5])
def test_error_is_that_of_rounds_not_of_seats(seats: int) -> None:
    """Perfect rounds have the bank's exact variance; seats thought independent have a smaller."""
    game = game_of(WASHINGTON, seats=seats)
    counts = perfect_counts(game)
    rounds = sum(counts)
    sheet = Sheet(WASHINGTON, fresh(game.decks))
    error = Prices(WASHINGTON, game, "war").primary(counts).standard_error
    assert error is not None
    exact = sheet.round_variance(seats) / seats**2 / (rounds - 1)
    assert isclose(error**2, exact, rel_tol=1e-12)
    if seats > 1:
        assert error**2 > sheet.primary.variance / seats / rounds


def test_wagers_are_those_of_the_table() -> None:
    def wagers(name: str, decision: Decision | None, reading: str | None = None) -> list[str]:
        rules = load_rules(name).rules(reading)
        return list(Prices(rules, game_of(rules, decision=decision), decision).wagers)

    assert wagers("washington", "war") == ["primary", "tie", "war"]
    assert wagers("washington", "surrender") == ["primary", "tie"]
    assert wagers("online", "war") == ["primary", "tie", "war", "war_tie"]
    assert wagers("online", "war and tie") == ["primary", "tie", "war", "war_tie"]
    assert wagers("south-dakota", None, "tie-loses") == ["primary", "tie"]


def test_outcomes_are_named_as_in_the_pay_table() -> None:
    wars = ("higher", "lower", "war_higher", "war_lower", "war_equal")
    assert Prices(WASHINGTON, game_of(WASHINGTON), "war").outcomes == wars
    surrendering = game_of(WASHINGTON, decision="surrender")
    assert Prices(WASHINGTON, surrendering, "surrender").outcomes[2] == "surrender"
    literal = load_rules("south-dakota").rules("tie-loses")
    assert Prices(literal, game_of(literal), None).outcomes[2] == "equal"


def test_a_war_tie_wager_is_part_of_its_policy_alone() -> None:
    rules = load_rules("online").rules()
    counts = [0] * tallies.size(1)
    counts[tallies.place(1, 0, 1)] = 2  # a tied war
    counts[tallies.place(1, 1, 0)] = 2
    with_tie, without = (
        Prices(rules, game_of(rules, decision=decision), decision).estimates(counts).wagers
        for decision in ("war and tie", "war")
    )
    assert with_tie["war_tie"] == without["war_tie"]
    assert with_tie["war"] == without["war"]
    more = with_tie["war_tie"].mean
    assert more is not None
    assert with_tie["primary"].mean is not None
    assert without["primary"].mean is not None
    assert with_tie["primary"].mean - without["primary"].mean == more / 2


def by_hand(measure: Measure, rounds: Sequence[tuple[int, ...]]) -> tuple[Fraction, Fraction]:
    """Ratio and squared error, every round a term of its own."""
    pairs = [
        (
            sum((a * n for a, n in zip(measure.adds, fared, strict=True)), Fraction(0)),
            sum(c * n for c, n in zip(measure.counted, fared, strict=True)),
        )
        for fared in rounds
    ]
    pairs = [(y, k) for y, k in pairs if k]
    n, made = len(pairs), sum(k for _, k in pairs)
    ratio = sum((y for y, _ in pairs), Fraction(0)) / made
    residuals = sum(((y - ratio * k) ** 2 for y, k in pairs), Fraction(0))
    return ratio, residuals / made**2 * n / (n - 1)


def test_ratio_and_error_are_those_of_each_round_by_itself() -> None:
    game = game_of(WASHINGTON, seats=3)
    rounds = [(1, 2, 0, 0, 0)] * 5 + [(3, 0, 0, 0, 0), (0, 3, 0, 0, 0), (0, 2, 1, 0, 0)] * 2
    rounds += [(1, 0, 1, 1, 0), (0, 0, 0, 2, 1), (2, 0, 0, 0, 1)]
    tally = Counter(
        TableOutcome(h, lost, wh + wl + we, wh, wl, we) for h, lost, wh, wl, we in rounds
    )
    tallies_of_rounds = list(tally.elements())
    prices = Prices(WASHINGTON, game, "war")
    found = prices.estimates(counts_of(game, tally))
    for name, measure in {**prices.wagers, **prices.frequencies}.items():
        estimate = found.wagers.get(name) or found.outcomes[name]
        ratio, squared = by_hand(measure, tallies_of_rounds)
        assert estimate.mean == ratio
        assert estimate.standard_error is not None
        assert isclose(estimate.standard_error**2, squared, rel_tol=1e-12)


@pytest.mark.parametrize("seats", [1, 8])
def test_what_the_rounds_do_not_give_is_none(seats: int) -> None:
    game = game_of(WASHINGTON, seats=seats)
    prices = Prices(WASHINGTON, game, "war")
    nothing = prices.estimates([0] * tallies.size(seats))
    assert {e.mean for e in (*nothing.wagers.values(), *nothing.outcomes.values())} == {None}
    lost = prices.estimates(counts_of(game, {TableOutcome(lower=seats): 3}))
    assert lost.wagers["primary"].mean == -1
    assert lost.wagers["primary"].standard_error is None
    assert lost.wagers["primary"].z is None
    assert lost.wagers["war"].mean is None
    assert lost.wagers["war"].exact == Sheet(WASHINGTON, fresh(6)).war.mean  # type: ignore[union-attr]
    assert lost.outcomes["war_equal"].mean == 0
    assert lost.outcomes["war_equal"].z is None
    assert fit_of(game, counts_of(game, {TableOutcome(lower=seats): 3})) is None


def test_one_war_has_no_error() -> None:
    game = game_of(WASHINGTON)
    rounds = {
        TableOutcome(lower=1): 5,
        TableOutcome(higher=1): 4,
        TableOutcome(equal=1, war_lower=1): 1,
    }
    found = Prices(WASHINGTON, game, "war").estimates(counts_of(game, rounds))
    assert found.wagers["war"].mean == -2
    assert found.wagers["war"].standard_error is None
    assert found.wagers["primary"].standard_error is not None


def test_the_whole_table_is_worth_what_its_seats_are() -> None:
    for name, reading in READINGS:
        check_seats(load_rules(name).rules(reading), 4)


@given(rules=rule_sets())
def test_seats_are_settled_independently_under_any_rules(rules: RuleSet) -> None:
    check_seats(rules, min(3, rules.betting_seats(rules.seats.most)))


def spread(higher: int, lower: int, equal: int) -> list[Comparison]:
    found: list[Comparison] = []
    found += ["higher"] * higher
    found += ["lower"] * lower
    return found + ["equal"] * equal


def check_seats(rules: RuleSet, seats: int) -> None:
    for decision in policies(rules):
        fights = decision not in (None, "surrender")
        on = "equal" if rules.choice is None else " ".join(rules.choice.on)
        game = Game(seats, 12, 0, 1, 0, 0, 0, 0, fights, rules.individual_wars, on)
        for tally in every_tally(game):
            wars = iter(spread(*tally[3:]))
            hands = tuple(
                PricedHand(
                    first,
                    decision if rules.chooses_on(first) else None,
                    next(wars) if game.fights_on(first) else None,
                )
                for first in spread(*tally[:3])
            )
            alone = tuple(worth(rules, (hand,))[0] for hand in hands)
            assert worth(rules, hands) == alone


@given(rules=rule_sets(), data=st.data())
def test_perfect_rounds_under_any_rules(rules: RuleSet, data: st.DataObject) -> None:
    decision = data.draw(st.sampled_from(policies(rules)))
    decks = data.draw(st.sampled_from(rules.shoe.decks))
    if not has_cards(rules, decks, rules.seats.usual):
        return
    game = game_of(rules, decks=decks, decision=decision, rounds_per_shoe=1)
    found = Prices(rules, game, decision).estimates(perfect_counts(game))
    for estimate in (*found.wagers.values(), *found.outcomes.values()):
        assert estimate.mean == estimate.exact
