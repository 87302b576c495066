"""casinowar's own contenders: every turn deals other rounds, and whatever does not run is said."""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bench.race import ours
from bench.race.contender import Absent, Contender, Sample
from casinowar.rules.file import load_rules
from casinowar.sim.game import game_of
from casinowar.sim.run import SimulationJob

GAME = game_of(load_rules("fun-casino").rules("first-bet-lost"), cut_card=30)
JOB = SimulationJob(GAME, "general", 1)


def different(contender: Contender, rounds: int) -> bool:
    """Whether two turns are of so many rounds each, and not of the same ones."""
    turns: list[Sample] = [contender.play(rounds) for _ in range(2)]
    assert all(turn.counts.sum() == rounds and turn.seconds > 0 for turn in turns)
    return not np.array_equal(turns[0].counts, turns[1].counts)


def test_turns_of_a_kernel_are_different_rounds() -> None:
    contender = ours.kernel("general", GAME, "one seat")
    assert isinstance(contender, Contender)
    assert different(contender, 100_000)


def test_turns_that_are_shared_out_are_different_rounds() -> None:
    with ThreadPoolExecutor(2) as threads:
        contender = ours.shared_out("two threads", JOB, threads, 2)
        assert contender.grain == 2 * JOB.chunk_rounds
        assert different(contender, contender.grain)


def test_kernel_that_does_not_deal_a_table_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ours, "vector_lacks", lambda _: "too many cards")
    absent = ours.kernel("vector", GAME, "seven seats")
    assert absent == Absent("vector kernel", "seven seats", "too many cards")


def test_one_core_is_said() -> None:
    with ours.on_two_cores(GAME, 1) as entered:
        assert [(each.name, type(each)) for each in entered] == [
            ("one thread", Absent),
            ("two threads", Absent),
            ("dask, two workers", Absent),
        ]


def test_missing_dask_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with ours.local_cluster() as workers:
        assert isinstance(workers, str)
        assert "pip install 'casinowar[cluster]'" in workers
