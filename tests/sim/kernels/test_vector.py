"""The vector kernel deals what the general kernel and the core deal, card for card."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numba.core.registry import cpu_target

from casinowar.rules.file import builtin_names, load_rules
from casinowar.sim import tallies
from casinowar.sim.chisquare import fit_of
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels import compiled, general, vector
from casinowar.sim.kernels.trace import Seen, trace, words_for
from casinowar.sim.kernels.vector import fresh, several, single
from casinowar.sim.kernels.vector.codes import Counts
from casinowar.sim.kernels.vector.forms import form_of
from casinowar.sim.kernels.vector.lanes import LANES
from casinowar.sim.proof.replay import replay

CHANCE = np.random.SeedSequence(20, spawn_key=(0, 1))
FUN_CASINO = load_rules("fun-casino").rules("first-bet-lost")
READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]


def shoes_of(game: Game, count: int, chance: np.random.SeedSequence = CHANCE) -> list[Seen]:
    """The rounds of so many shoes."""
    found: list[Seen] = []
    for seen in vector.trace(game, chance):
        count -= seen.opens_shoe
        if count < 0:
            break
        found.append(seen)
    return found


def counts_of(game: Game, rounds: list[Seen]) -> Counts:
    counts = np.zeros(tallies.size(game.seats), dtype=np.int64)
    for seen in rounds:
        counts[seen.place] += 1
    return counts


def totals(game: Game, rounds: int, chance: np.random.SeedSequence = CHANCE) -> Counts:
    counts = counts_of(game, [])
    assert vector.play(game, chance, rounds, counts) == counts.sum()
    return counts


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Any game that fits, to the cut card or with so many rounds in a shoe."""
    individual = draw(st.booleans())
    game = Game(
        seats=draw(st.integers(1, 8)),
        decks=draw(st.integers(1, 10)),
        behind=0,
        rounds_per_shoe=draw(st.sampled_from([0, 0, 0, 1, 1, 2, 5, 20])),
        first_burn=draw(st.integers(0, 1)),
        deal_burn=draw(st.sampled_from([0, 0, 0, 1, 3, 9])),
        war_burn=0 if individual else draw(st.integers(0, 4)),
        war_burn_each=draw(st.sampled_from([0, 0, 1, 3, 6])),
        fights=draw(st.sampled_from([True, True, True, False])),
        individual=individual,
    )
    if not game.rounds_per_shoe:
        most = game.cards - game.first_burn - 1
        assume(game.most_cards <= most)
        game = replace(game, behind=draw(st.integers(game.most_cards, most)))
    assume(vector.fits(game))
    return game


@given(game=games(), seed=st.integers(0, 2**64))
@settings(max_examples=60)
def test_any_game_is_dealt_as_the_general_kernel_deals_it(game: Game, seed: int) -> None:
    chance = np.random.SeedSequence(seed)
    rounds = shoes_of(game, LANES, chance)
    assert (
        totals(game, LANES * game.most_rounds, chance).tolist() == counts_of(game, rounds).tolist()
    )
    first = shoes_of(game, 4, chance)
    assert first == rounds[: len(first)]
    words = np.array(words_for(game, first), dtype=np.uint16)
    assert list(trace(compiled.play_rounds, game, words, len(first), np.array)) == first


@pytest.mark.parametrize("seats", [1, 2, 7, 8])
@pytest.mark.parametrize("name, reading", READINGS)
def test_core_and_plain_kernel_deal_the_same(name: str, reading: str, seats: int) -> None:
    rules = load_rules(name).rules(reading)
    game = game_of(rules, seats=seats)
    rounds = shoes_of(game, 20 if game.rounds_per_shoe else 2)
    assert list(replay(rules, game, None, rounds)) == rounds
    assert list(trace(general.play_rounds, game, words_for(game, rounds), len(rounds))) == rounds


@pytest.mark.parametrize("decks", [6, 7, 8, 9, 10])
@pytest.mark.parametrize("seats", range(1, 9))
def test_house_banked_tables_fit(seats: int, decks: int) -> None:
    for rounds_per_shoe, cut_card in ((1, None), (2, None), (None, 30), (None, 78)):
        game = game_of(
            FUN_CASINO,
            decks=6,
            seats=seats,
            rounds_per_shoe=rounds_per_shoe,
            cut_card=cut_card,
        )
        assert vector.fits(replace(game, decks=decks))
    assert vector.fits(game_of(load_rules("washington").rules(), seats=seats))


def test_forms() -> None:
    one = game_of(FUN_CASINO, cut_card=30)
    assert form_of(one) is single
    assert form_of(replace(one, seats=2)) is several
    assert form_of(replace(one, behind=0, rounds_per_shoe=1)) is fresh
    assert form_of(replace(one, behind=0, rounds_per_shoe=2)) is single
    assert form_of(replace(one, behind=0, rounds_per_shoe=1, seats=8)) is several


def test_deals_begin_with_a_pair_where_a_war_burns_what_it_leaves() -> None:
    seven = game_of(FUN_CASINO, seats=7, cut_card=30)
    assert several.in_pairs(seven)
    assert not several.in_pairs(replace(seven, seats=6))
    assert not several.in_pairs(replace(seven, war_burn=0))
    assert several.in_pairs(replace(seven, war_burn=0, fights=False))
    assert several.in_pairs(replace(seven, war_burn=0, war_burn_each=1))
    assert not several.in_pairs(replace(seven, war_burn=0, war_burn_each=1, individual=True))


def test_what_does_not_fit() -> None:
    game = game_of(FUN_CASINO, seats=7, cut_card=30)
    assert not vector.fits(replace(game, decks=11))
    assert not vector.fits(replace(game, seats=9))
    assert not vector.fits(replace(game, behind=game.most_cards - 1))
    assert not vector.fits(replace(game, war_burn_each=18))
    assert not vector.fits(replace(game, decks=10, deal_burn=8))
    assert not vector.fits(replace(game, war_burn=0, individual=True))
    assert vector.fits(replace(game, war_burn=0, war_burn_each=1, individual=True))
    assert not vector.fits(replace(game, behind=0, rounds_per_shoe=18))
    assert not vector.fits(replace(game, behind=290, rounds_per_shoe=3))


def test_why_a_game_does_not_fit() -> None:
    game = game_of(FUN_CASINO, seats=7, cut_card=30)
    assert vector.lacks(game) is None
    assert vector.lacks(replace(game, decks=11)) == "deals at most 10 decks"
    dry = replace(game, behind=game.most_cards - 1)
    assert vector.lacks(dry) == "needs more cards behind the last round"
    burned = replace(game, decks=10, deal_burn=8)
    assert vector.lacks(burned) == "cannot burn so many cards of a shoe"


def test_a_chunk_is_never_too_long_and_almost_full() -> None:
    for game in (
        game_of(FUN_CASINO, cut_card=30),
        game_of(FUN_CASINO, seats=7, cut_card=30),
        game_of(FUN_CASINO, rounds_per_shoe=1),
    ):
        most = LANES * game.most_rounds
        for rounds in (0, most - 1, most, 10 * most + 5, 100_000):
            done = totals(game, rounds).sum()
            assert rounds - most < done <= rounds


def test_counts_are_added_and_depend_on_the_chance_alone() -> None:
    game = game_of(FUN_CASINO, seats=3, cut_card=30)
    counts = totals(game, 200_000)
    assert counts.tolist() == totals(game, 200_000).tolist()
    other = totals(game, 200_000, np.random.SeedSequence(20, spawn_key=(1, 1)))
    assert counts.tolist() != other.tolist()
    vector.play(game, np.random.SeedSequence(20, spawn_key=(1, 1)), 200_000, both := counts.copy())
    assert both.tolist() == (counts + other).tolist()


@pytest.mark.parametrize("seats", [1, 7])
def test_every_shoe_has_cards_of_its_own(seats: int) -> None:
    game = game_of(FUN_CASINO, seats=seats, cut_card=30)
    shoes: list[list[tuple[int, ...]]] = []
    for seen in shoes_of(game, 3 * LANES):
        if seen.opens_shoe:
            shoes.append([])
        shoes[-1].append(seen.cards)
    assert len({tuple(rounds[:4]) for rounds in shoes}) == 3 * LANES


FITTED = {
    "fresh": game_of(FUN_CASINO, rounds_per_shoe=1),
    "one seat, two rounds": game_of(FUN_CASINO, rounds_per_shoe=2),
    "one seat": game_of(FUN_CASINO, cut_card=30),
    "one seat surrenders": game_of(FUN_CASINO, cut_card=30, decision="surrender"),
    "seven seats": game_of(FUN_CASINO, seats=7, cut_card=30),
    "seven seats, one round": game_of(FUN_CASINO, seats=7, rounds_per_shoe=1),
    "individual wars": game_of(load_rules("washington").rules(), seats=4),
}


@pytest.mark.parametrize("game", FITTED.values(), ids=FITTED)
def test_rounds_fit_the_exact_odds_and_no_others(game: Game) -> None:
    """To the cut card too: what it changes is far below the errors of so many rounds."""
    counts = totals(game, 20_000_000).tolist()
    right, wrong = fit_of(game, counts), fit_of(replace(game, decks=5), counts)
    assert right is not None
    assert wrong is not None
    assert right.p_value > 1e-3
    assert wrong.p_value < 1e-9


SCRIPT = """
from tests.sim.kernels.test_vector import FITTED, machine, totals
print(*machine())
for game in FITTED.values():
    print(*totals(game, 100_000))
"""


def machine() -> tuple[str, str, str]:
    """What is compiled for: a kind of processor, its name, and what it has."""
    kind, name, features = cpu_target.target_context.codegen().magic_tuple()
    return kind, name, features or "nothing"


def test_lanes_are_not_compared_by_way_of_masks() -> None:
    """Unless the user says what to compile for: see the next test."""
    assert "+avx512" not in machine()[2]


def test_results_are_the_same_without_wide_vectors() -> None:
    """As any processor of this kind has them: on x86, none of AVX2, AVX or SSE4."""
    environment = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    here = [[*map(str, totals(game, 100_000).tolist())] for game in FITTED.values()]
    there = [line.split() for line in done.stdout.splitlines()]
    assert there[0] == [machine()[0], "generic", "nothing"]
    assert there[1:] == here
