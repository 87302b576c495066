"""The cut-card effect: against all shoes of one deck, and none where there can be none."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction
from math import perm
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import CasinoWarError
from casinowar.odds.composition import Composition, fresh
from casinowar.odds.pricing import Decision, decisions
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.sim.counting.cut_card import Effect, cut_card_effect, over_places, over_rounds, worth
from casinowar.sim.counting.watch import LEAST_CHUNKS, Numbers, Ratio, no_marks, ratio, watch
from casinowar.sim.estimates import Prices
from casinowar.sim.game import Game, game_of
from tests.support.game.random_rules import rule_sets
from tests.support.game.walked_shoes import Averages, averages

FUN = load_rules("fun-casino").rules("first-bet-lost")
WASHINGTON = load_rules("washington").rules()
CALIFORNIA = load_rules("california").rules()

ONE_DECK: list[tuple[RuleSet, dict[str, Any]]] = [
    (FUN, {"cut_card": 7}),
    (FUN, {"cut_card": 20, "seats": 2}),
    (WASHINGTON, {"cut_card": 19, "seats": 2}),
    (CALIFORNIA, {"cut_card": 11, "decision": "war and tie"}),
]


def told(part: RuleSet | dict[str, Any]) -> str:
    return part.id if isinstance(part, RuleSet) else str(part)


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def chances_of(decks: int) -> Numbers:
    """One round of a fresh shoe: its number, its chance of a tie, and of two."""
    sheet = Sheet(FUN, fresh(decks))
    two = sum(p for hand, p in sheet.hands(sheet.usual).items() if hand.war == "equal")
    return np.array([[1, float(sheet.tie_chance), float(two)]])


def averages_of(
    game: Game, seed: int, chunks: int, executor: Executor
) -> tuple[tuple[Ratio, Ratio], tuple[Ratio, Ratio]]:
    """The chances of a tie and of two, over rounds and over places."""
    watched = [*watch(game, no_marks(game), seed, range(chunks), executor)]
    rounds, places = (np.array([*map(over, watched)]).T for over in (over_rounds, over_places))
    return (
        (ratio(rounds[1], rounds[0]), ratio(rounds[2], rounds[0])),
        (ratio(places[1], places[0]), ratio(places[2], places[0])),
    )


def exact_effects(rules: RuleSet, game: Game, decision: Decision) -> dict[str, float]:
    found: Averages = averages(game)
    wagers = Prices(rules, game, decision).wagers
    rounds = np.array([[1, *found.rounds]])
    return {
        name: worth(measure, game, rounds).value - float(measure.exact)
        for name, measure in wagers.items()
    }


def test_effect_is_the_same_to_the_last_digit_on_every_machine(executor: Executor) -> None:
    game = game_of(WASHINGTON)
    found = cut_card_effect(WASHINGTON, game, "war", seed=4, executor=executor, chunks=10)
    assert found == {
        "primary": Effect(5.375939268019436e-07, 9.844627538140184e-08),
        "tie": Effect(-4.4437525661689126e-05, 8.130018437828775e-06),
        "war": Effect(-9.941961390425025e-06, 1.8192897457437356e-06),
    }


@pytest.mark.parametrize("rules, asked", ONE_DECK, ids=told)
def test_effect_of_one_deck_is_that_of_all_its_shoes(
    rules: RuleSet, asked: dict[str, Any], executor: Executor
) -> None:
    game = game_of(rules, decks=1, **asked)
    decision: Decision = asked.get("decision", "war")
    exact = exact_effects(rules, game, decision)
    found = cut_card_effect(rules, game, decision, seed=1, chunks=150, executor=executor)
    assert found.keys() == exact.keys()
    for name, effect in found.items():
        assert abs(effect.value - exact[name]) < 4 * effect.standard_error
        assert abs(effect.value) > 10 * effect.standard_error, "an effect that is clearly there"


@pytest.mark.parametrize("rules, asked", ONE_DECK[:3], ids=told)
def test_over_places_the_average_is_a_fresh_shoes(rules: RuleSet, asked: dict[str, Any]) -> None:
    game = game_of(rules, decks=1, **asked)
    _, tie, two = chances_of(1)[0]
    found = averages(game)
    assert found.places == pytest.approx((tie, two), abs=1e-13)
    assert found.rounds != pytest.approx((tie, two), abs=1e-6)


def test_errors_are_neither_too_small_nor_too_large(executor: Executor) -> None:
    game = game_of(FUN, decks=1, cut_card=7)
    exact = exact_effects(FUN, game, "war")
    scores = []
    for seed in range(40):
        found = cut_card_effect(FUN, game, "war", seed=seed, chunks=12, executor=executor)
        effect = found["tie"]
        scores.append((effect.value - exact["tie"]) / effect.standard_error)
    assert 0.6 < fmean(score * score for score in scores) < 2
    assert abs(fmean(scores)) < 0.5


@pytest.mark.parametrize("rounds", [2, 6])
def test_fixed_number_of_rounds_has_no_effect(rounds: int, executor: Executor) -> None:
    game = game_of(FUN, decks=1, rounds_per_shoe=rounds)
    _, tie, two = chances_of(1)[0]
    ties, twos = (found.figure() for found in averages_of(game, 3, 100, executor)[0])
    assert abs(ties.value - tie) < 4 * ties.standard_error
    assert abs(twos.value - two) < 4 * twos.standard_error
    assert ties.standard_error < 1e-5
    effects = cut_card_effect(FUN, game, "war", seed=3, executor=executor)
    assert effects == dict.fromkeys(["primary", "tie", "war"], Effect(0.0, 0.0))


def test_six_decks_have_an_effect_of_millionths(executor: Executor) -> None:
    game = game_of(FUN)
    (by_round, _), (by_place, _) = averages_of(game, 1, 100, executor)
    both, rounds = by_round.less(by_place).figure(), by_round.figure()
    places = by_place.figure()
    _, tie, two = chances_of(6)[0]
    first_order = 5 * (two - tie * tie) / (2 + 5 * tie)
    assert both.value == pytest.approx(-first_order, abs=4 * both.standard_error)
    assert both.value < -5 * both.standard_error
    assert abs(places.value - tie) < 4 * places.standard_error
    assert rounds.standard_error > 5 * both.standard_error, "what the comparison is for"


def test_effect_follows_from_the_seed_alone() -> None:
    game = game_of(FUN)
    found = []
    for threads, seed in ((1, 5), (3, 5), (3, 6)):
        with ThreadPoolExecutor(threads) as pool:
            found.append(
                cut_card_effect(FUN, game, "war", seed=seed, chunks=LEAST_CHUNKS, executor=pool)
            )
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_progress_is_heard(executor: Executor) -> None:
    heard: list[float] = []
    game = game_of(FUN)
    cut_card_effect(
        FUN, game, "war", seed=1, chunks=10, executor=executor, on_progress=heard.append
    )
    assert heard == [part / 10 for part in range(1, 11)]


def test_too_few_chunks_are_refused(executor: Executor) -> None:
    with pytest.raises(CasinoWarError, match="chunks: 9 is too few; use 10 or more"):
        cut_card_effect(FUN, game_of(FUN), "war", seed=1, chunks=9, executor=executor)


@pytest.mark.parametrize("name", builtin_names())
def test_wagers_are_worth_what_the_sheet_says(name: str) -> None:
    for reading in load_rules(name).readings:
        rules = load_rules(name).rules(reading.name)
        for decision in decisions(rules):
            game = game_of(rules, decision=decision)
            for measure in Prices(rules, game, decision).wagers.values():
                found = worth(measure, game, 1000 * chances_of(6)).value
                assert found == pytest.approx(float(measure.exact), abs=1e-12)


@given(
    rules=rule_sets(), counts=st.lists(st.integers(0, 9), min_size=13, max_size=13), data=st.data()
)
def test_worth_is_linear_in_two_chances(
    rules: RuleSet, counts: list[int], data: st.DataObject
) -> None:
    """Of any unseen cards: what the exact odds say of them, a tie and two ties say too."""
    cards = Composition(tuple(counts))
    if cards.total < rules.cards_needed(2):
        return
    sheet = Sheet(rules, cards)
    decision = data.draw(st.sampled_from(sheet.decisions or (None,)))
    game = game_of(rules, decks=12, decision=decision)
    pairs = sum(perm(count, 2) for count in counts)
    two = sum(perm(c, 2) * (pairs - perm(c, 2)) + perm(c, 4) for c in counts)
    chances = np.array([[1, pairs / perm(cards.total, 2), two / perm(cards.total, 4)]])
    wagers = Prices(rules, game, decision).wagers
    policy = sheet.usual if decision is None else sheet.always(decision)
    exact: dict[str, Fraction] = {"primary": sheet.main(policy).mean}
    if sheet.tie is not None:
        exact["tie"] = sheet.tie.mean
    if sheet.war_tie is not None and "war_tie" in wagers:
        exact["war_tie"] = sheet.war_tie.mean
    for name, mean in exact.items():
        assert worth(wagers[name], game, chances).value == pytest.approx(float(mean), abs=1e-9)
