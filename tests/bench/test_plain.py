"""The contenders in plain Python and in NumPy deal the same game."""

import pytest

from bench.race import plain
from bench.race.contender import Contender
from bench.race.racing import judged
from casinowar.rules.file import load_rules
from casinowar.sim.game import game_of

GAME = game_of(load_rules("fun-casino").rules("first-bet-lost"), cut_card=30)


@pytest.mark.parametrize(
    "contender, rounds", [(plain.in_python(GAME), 200_000), (plain.in_numpy(GAME), 1_000_000)]
)
def test_counts_fit_the_exact_odds(contender: Contender, rounds: int) -> None:
    sample = contender.play(rounds)
    assert sample.counts.sum() >= rounds
    assert sample.seconds > 0
    result = judged(contender, [1.0], sample.counts)
    assert result.p_value is not None
    assert result.p_value > 1e-3


def test_whole_shoes_are_dealt_to_the_cut_card() -> None:
    """Their rounds and wars take the cards in front of it, and those of a round that goes on."""
    counts = plain.in_numpy(GAME).play(1).counts
    rounds, wars = counts.sum(), counts[[plain.WAR_WON, plain.WAR_LOST, plain.WAR_TIED]].sum()
    cards = plain.SHOES + 2 * rounds + 5 * wars
    assert 282 <= cards / plain.SHOES < 284
