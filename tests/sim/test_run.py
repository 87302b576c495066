"""A run is its first chunks in order, whoever plays them, and can be left and gone on with."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from itertools import accumulate, count, islice
from typing import Any

import numpy as np
import pytest

from casinowar.rules.file import load_rules
from casinowar.sim import run as running
from casinowar.sim.chunks import blocks_of_words, count_chunk, stream
from casinowar.sim.game import game_of
from casinowar.sim.run import SimulationJob, Totals, no_totals, run

WASHINGTON = load_rules("washington").rules()
JOB = SimulationJob(game_of(WASHINGTON, seats=2), "general", 11)
CHUNK = 1_000


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_CHUNK_CARDS", {"general": 3 * CHUNK})
    monkeypatch.setattr(running, "_STEPS", 0)


class AtOnce(Executor):
    """Plays a chunk when it is submitted."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, **named))
        return future


class Backwards(Executor):
    """Plays nothing until it has so many chunks, then the last of them first."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.waiting: list[tuple[Future[Any], Callable[..., Any], Any]] = []
        self.most = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        assert not named
        self.waiting.append((future, function, args))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == self.size:
            while self.waiting:
                later, play, given = self.waiting.pop()
                later.set_result(play(*given))
        return future


def clock() -> Callable[[], float]:
    ticks = count()
    return lambda: float(next(ticks))


def dealt(
    rounds: int, executor: Executor | None = None, begun: Totals | None = None, ahead: int = 4
) -> list[Totals]:
    own = executor or AtOnce()
    return list(run(JOB, rounds, own, ahead=ahead, clock=clock(), begun=begun))


def figures(totals: Totals) -> tuple[int, tuple[int, ...], int, tuple[int, ...]]:
    return totals.chunks, totals.counts, totals.rounds, totals.tail


def test_totals_are_those_of_the_chunks_so_far() -> None:
    found = dealt(2_500)
    assert [totals.rounds for totals in found] == [1_000, 2_000, 2_500]
    assert [totals.chunks for totals in found] == [1, 2, 2]
    sums = np.zeros_like(found[0].counts)
    for chunk, totals in enumerate(found[:2]):
        sums += count_chunk(JOB.game, "general", JOB.seed, chunk, CHUNK)
        assert totals.counts == tuple(sums.tolist())
        assert totals.all_counts() == totals.counts
    tail = count_chunk(JOB.game, "general", JOB.seed, 2, 500)
    assert found[2].tail == tuple(tail.tolist())
    assert found[2].counts == found[1].counts
    assert sum(found[2].all_counts()) == 2_500


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_any_number_of_threads_gives_the_same_totals(threads: int) -> None:
    with ThreadPoolExecutor(threads) as pool:
        found = dealt(12_345, pool, ahead=2 * threads)
    assert [figures(totals) for totals in found] == [figures(totals) for totals in dealt(12_345)]


def test_chunks_are_added_in_their_order_whoever_is_first() -> None:
    backwards = Backwards(6)
    found = dealt(6_000, backwards, ahead=6)
    assert [figures(totals) for totals in found] == [figures(totals) for totals in dealt(6_000)]
    assert backwards.most == 6


def test_no_more_chunks_are_under_way_than_asked() -> None:
    class Counting(AtOnce):
        submitted = 0

        def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
            self.submitted += 1
            return super().submit(function, *args, **named)

    executor = Counting()
    for heard, _ in enumerate(run(JOB, 20_000, executor, ahead=3, clock=clock()), 1):
        assert executor.submitted <= heard + 2
    assert executor.submitted == 20


@pytest.mark.parametrize("first", [1, 400, 1_000, 2_500, 3_000])
@pytest.mark.parametrize("then", [3_000, 4_001, 7_000])
def test_a_run_that_is_gone_on_with_is_the_straight_one(first: int, then: int) -> None:
    begun = dealt(first)[-1]
    more = dealt(then, begun=begun)
    last = more[-1] if more else begun
    assert figures(last) == figures(dealt(then)[-1])
    assert last.seconds > begun.seconds - begun.tail_seconds or not more


def test_stopping_anywhere_leaves_a_run_to_go_on_with() -> None:
    with closing(run(JOB, 9_000, AtOnce(), ahead=4, clock=clock())) as stopped:
        begun = list(islice(stopped, 3))[-1]
    assert begun.rounds == 3_000
    assert figures(dealt(9_000, begun=begun)[-1]) == figures(dealt(9_000)[-1])


def test_whoever_stops_listening_stops_the_run() -> None:
    backwards = Backwards(4)
    with closing(run(JOB, 9_000, backwards, ahead=4, clock=clock())) as heard:
        assert len(list(islice(heard, 3))) == 3
        waiting = [future for future, _, _ in backwards.waiting]
    assert len(waiting) == 2
    assert all(future.cancelled() for future in waiting)


def test_chunks_grow_from_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_STEPS", 3)
    monkeypatch.setattr(running, "_CHUNKS_OF_A_STEP", 2)
    sizes = [125, 125, 250, 250, 500, 500, 1_000, 1_000]
    found = dealt(sum(sizes) + 1)
    assert [totals.rounds for totals in found] == [*accumulate(sizes), sum(sizes) + 1]
    assert found[-1].chunks == len(sizes)
    assert sum(found[-1].tail) == 1
    for rounds in range(1, sum(sizes) + 700, 7):
        assert JOB.chunks_of(rounds) == len(dealt(rounds))
    for first in (1, 125, 300, 2_000):
        on = dealt(3_000, begun=dealt(first)[-1])
        assert figures(on[-1]) == figures(dealt(3_000)[-1])


def test_no_chunk_is_much_more_than_there_is_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    full = SimulationJob(JOB.game, "vector", 1).chunk_rounds
    assert running.rounds_before(full, 16) < full / 8
    for chunk in range(8, 200):
        assert running.size_of(full, chunk) <= running.rounds_before(full, chunk) / 4


def test_the_time_of_a_tail_that_is_dealt_anew_is_forgotten() -> None:
    begun = dealt(2_500)[-1]
    assert (begun.seconds, begun.tail_seconds) == (3.0, 1.0)
    assert begun.without_tail(JOB).seconds == 2.0
    on = dealt(4_000, begun=begun)[-1]
    assert (on.seconds, on.tail_seconds) == (4.0, 0.0)


def test_nothing_is_dealt_beyond_what_there_is() -> None:
    assert no_totals(JOB).rounds == 0
    begun = dealt(3_000)[-1]
    assert dealt(3_000, begun=begun) == []
    assert dealt(1, begun=begun) == []


def test_every_chunk_and_every_seed_has_a_stream_of_its_own() -> None:
    keys = [(seed, chunk) for seed in range(12) for chunk in range(12)]
    beginnings = {next(blocks_of_words(stream(*key)))[:8].tobytes() for key in keys}
    assert len(beginnings) == len(keys)
    counts = {count_chunk(JOB.game, "general", seed, chunk, 500).tobytes() for seed, chunk in keys}
    assert len(counts) == len(keys)
