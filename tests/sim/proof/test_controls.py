"""The simulation agrees with the exact odds, and one that is wrong does not: the bounds are tight.

Every seed is fixed, so each of these tests comes out the same for ever.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum

import numpy as np
import pytest

from casinowar.odds.pricing import Decision
from casinowar.rules.file import builtin_names, load_rules
from casinowar.sim import tallies
from casinowar.sim.chisquare import fit_of, p_value
from casinowar.sim.chunks import blocks_of_words, count_chunk, stream
from casinowar.sim.estimates import Estimates, Measure, Prices
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels import general
from casinowar.sim.kernels.general import Cells, draw, new_shoe, no_shoe, plan_of
from casinowar.sim.kernels.trace import trace
from casinowar.sim.proof.replay import replay
from tests.support.game.rulefiles import variant_rules

MOST_Z = 4.5
LEAST_P = 1e-5
"""A right simulation leaves these bounds about once in a hundred thousand figures."""

FUN = load_rules("fun-casino").rules("first-bet-lost")
SCRIPT = ["once: burn 1", "each: player", "once: dealer"]
READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
Draw = Callable[[Cells, int, Sequence[int], int], tuple[int, int, int]]


def largest_z(found: Estimates) -> float:
    estimates = (*found.wagers.values(), *found.outcomes.values())
    return max(abs(float(estimate.z)) for estimate in estimates if estimate.z is not None)


def is_right(found: Estimates, game: Game, counts: Sequence[int]) -> bool:
    fit = fit_of(game, counts)
    assert fit is not None
    return largest_z(found) < MOST_Z and fit.p_value > LEAST_P


@pytest.mark.parametrize("seats", [1, 7])
@pytest.mark.parametrize("name, reading", READINGS)
def test_shoes_come_out_as_priced(name: str, reading: str, seats: int) -> None:
    rules = load_rules(name).rules(reading)
    decision: Decision | None = "war" if rules.war is not None else None
    for rounds_per_shoe in (1, 3):
        game = game_of(rules, seats=seats, decision=decision, rounds_per_shoe=rounds_per_shoe)
        counts = count_chunk(game, "general", 2, 0, 3_000_000 // seats).tolist()
        assert is_right(Prices(rules, game, decision).estimates(counts), game, counts)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_shoes_to_the_cut_card_come_out_as_priced(decks: int) -> None:
    """The cut-card effect is far smaller than the error of so few rounds."""
    game = game_of(FUN, decks=decks, decision="war", cut_card=19)
    counts = count_chunk(game, "general", 3, 0, 2_000_000).tolist()
    assert is_right(Prices(FUN, game, "war").estimates(counts), game, counts)


def with_replacement(
    shoe: Cells, left: int, words: Sequence[int], used: int
) -> tuple[int, int, int]:
    """A card that is drawn goes back."""
    card, _, used = draw(shoe, left, words, used)
    return card, left, used


def fond_of_aces(shoe: Cells, left: int, words: Sequence[int], used: int) -> tuple[int, int, int]:
    """What is no ace is drawn again, once."""
    card, last, used = draw(shoe, left, words, used)
    return draw(shoe, left, words, used) if card else (card, last, used)


def lazy(shoe: Cells, left: int, words: Sequence[int], used: int) -> tuple[int, int, int]:
    """Of the cards left, those of the second half are never drawn; the shoe is not shuffled."""
    pick, last = words[used] * (left // 2) >> 16, left - 1
    return shoe[pick], last, used + 1


@pytest.mark.parametrize(
    "drawn, right",
    [(draw, True), (with_replacement, False), (fond_of_aces, False), (lazy, False)],
    ids=lambda each: getattr(each, "__name__", str(each)),
)
def test_a_biased_draw_is_found(drawn: Draw, right: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(general, "draw", drawn)
    game = game_of(FUN, decks=1, decision="war", rounds_per_shoe=1)
    counts = [0] * tallies.size(1)
    shoe, state, left = new_shoe(game), no_shoe(game), 60_000
    for words in map(np.ndarray.tolist, blocks_of_words(stream(5, 0))):
        done, _ = general.play_rounds((0,), plan_of(game), shoe, state, words, left, counts)
        left -= done
        if not left:
            break
    assert is_right(Prices(FUN, game, "war").estimates(counts), game, counts) is right


@pytest.mark.parametrize(
    "field, wager",
    [("pays.equal.tie", "tie"), ("pays.war_equal.war", "primary"), ("pays.war_higher.war", "war")],
)
def test_a_payout_off_by_one_is_found(field: str, wager: str) -> None:
    """Rounds priced by rules that pay one unit more do not come out as the right rules say."""
    game = game_of(FUN, decision="war", rounds_per_shoe=1)
    counts = count_chunk(game, "general", 4, 0, 1_000_000).tolist()
    right = Prices(FUN, game, "war").wagers[wager]
    _, outcome, paid = field.split(".")
    pay = FUN.pays.pay(outcome, paid)  # type: ignore[arg-type]
    assert pay is not None
    row = replace(FUN.pays.row(outcome), **{paid: pay + 1})  # type: ignore[arg-type,type-var]
    pays = replace(FUN.pays, **{outcome: row})  # type: ignore[arg-type]
    wrong_rules = replace(FUN, sha256="wrong", pays=pays)
    wrong = Prices(wrong_rules, game, "war").wagers[wager]
    rounds = list(Prices(FUN, game, "war")._rounds(counts))
    assert_z(right, rounds, within=True)
    assert_z(Measure(wrong.adds, wrong.counted, right.exact), rounds, within=False)


def assert_z(measure: Measure, rounds: list[tuple[tuple[int, ...], int]], *, within: bool) -> None:
    z = measure.estimate(rounds).z
    assert z is not None
    assert (abs(z) < MOST_Z) is within


def between_chunks(streams: Sequence[int]) -> float:
    """The p-value of chunks varying as little, or as much, as independent ones do."""
    game = game_of(FUN, decision="war", rounds_per_shoe=1)
    prices = Prices(FUN, game, "war")
    found = []
    for chunk in streams:
        z = prices.primary(count_chunk(game, "general", 6, chunk, 5_000).tolist()).z
        assert z is not None
        found.append(float(z))
    mean = fsum(found) / len(found)
    p = p_value(fsum((z - mean) ** 2 for z in found), len(found) - 1)
    return 2 * min(p, 1 - p)


def test_a_reused_stream_is_found() -> None:
    """Chunks of one stream do not vary; of a few streams dealt again, too little."""
    assert between_chunks(range(64)) > 0.001
    assert between_chunks([0] * 64) < LEAST_P
    assert between_chunks([0, 1] * 32) < LEAST_P


def test_a_reused_stream_makes_an_error_too_small() -> None:
    """The same rounds counted a hundred times look ten times as sure as they are."""
    game = game_of(FUN, decision="war", rounds_per_shoe=1)
    once = count_chunk(game, "general", 6, 0, 20_000)
    prices = Prices(FUN, game, "war")
    assert is_right(prices.estimates(once.tolist()), game, once.tolist())
    often = (100 * once).tolist()
    assert not is_right(prices.estimates(often), game, often)


@pytest.mark.parametrize("field", ["first_burn", "war_burn", "deal_burn"])
def test_a_missing_burn_is_found(field: str) -> None:
    """It changes no chance, but the table's shoe ends sooner than the kernel's."""
    rules = variant_rules("fun-casino", {"deal.original": SCRIPT})
    game = game_of(rules, decision="war")
    words = next(blocks_of_words(stream(7, 0))).tolist()
    seen = list(trace(general.play_rounds, game, words, 500))
    assert list(replay(rules, game, "war", seen)) == seen
    without = replace(game, **{field: getattr(game, field) - 1})
    seen = list(trace(general.play_rounds, without, words, 500))
    assert list(replay(rules, game, "war", seen)) != seen
