"""A whole simulation: chunks played side by side, added up one after the other.

Chunks are added in the order of their numbers, whoever played them, so what a run has at any time
is its first chunks and nothing else. It can be stopped there, saved, and gone on with; and a run
that stops when its error is small enough stops at the same chunk on any number of threads.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace

import numpy as np

from casinowar.sim import tallies
from casinowar.sim.chunks import Counts, Kernel, count_chunk
from casinowar.sim.game import Game

MOST_ROUNDS = 10**15
_CHUNK_CARDS: dict[Kernel, int] = {"general": 1 << 25, "vector": 1 << 28}


@dataclass(frozen=True, slots=True)
class Job:
    """What is simulated: everything the totals follow from, but how many rounds."""

    game: Game
    kernel: Kernel
    seed: int

    @property
    def chunk_rounds(self) -> int:
        """The rounds of a chunk: a fraction of a second's work."""
        return _CHUNK_CARDS[self.kernel] // (self.game.seats + 1)


@dataclass(frozen=True, slots=True)
class Totals:
    """What a run has so far: its whole chunks, and the part of one that ends it."""

    chunks: int
    counts: tuple[int, ...]
    """Of the whole chunks."""
    rounds: int
    """Of everything."""
    tail: tuple[int, ...]
    """The counts of the last, shorter chunk; nothing where there is none."""
    seconds: float
    """Spent dealing."""

    def all_counts(self) -> tuple[int, ...]:
        """How every round came out, as `casinowar.sim.tallies` reads it."""
        if not self.tail:
            return self.counts
        return tuple(a + b for a, b in zip(self.counts, self.tail, strict=True))

    def without_tail(self, job: Job) -> "Totals":
        """The whole chunks alone: what a longer run goes on from."""
        return replace(self, tail=(), rounds=self.chunks * job.chunk_rounds)


def nothing(job: Job) -> Totals:
    """What a run has before its first chunk."""
    return Totals(0, (0,) * tallies.size(job.game.seats), 0, (), 0.0)


def run(
    job: Job,
    rounds: int,
    executor: Executor,
    *,
    ahead: int,
    clock: Callable[[], float],
    begun: Totals | None = None,
) -> Generator[Totals, None, None]:
    """Go on to so many rounds in all, and say what there is after each chunk.

    `ahead` chunks are under way at a time. Whoever stops listening stops the run: chunks that were
    not heard of are no part of it.
    """
    totals = nothing(job) if begun is None else begun.without_tail(job)
    spent, started = totals.seconds, clock()
    waiting: deque[tuple[int, Future[Counts]]] = deque()
    sizes = _sizes(job, totals.chunks, rounds)
    try:
        while True:
            while len(waiting) < ahead and (following := next(sizes, None)) is not None:
                chunk, size = following
                task = (job.game, job.kernel, job.seed, chunk, size)
                waiting.append((size, executor.submit(count_chunk, *task)))
            if not waiting:
                return
            size, future = waiting[0]
            counts = future.result()
            waiting.popleft()
            totals = _add(job, totals, size, counts, spent + clock() - started)
            yield totals
    finally:
        for _, future in waiting:
            future.cancel()


def _sizes(job: Job, chunk: int, rounds: int) -> Iterator[tuple[int, int]]:
    """The number and the rounds of each chunk to come."""
    while (left := rounds - chunk * job.chunk_rounds) > 0:
        yield chunk, min(left, job.chunk_rounds)
        chunk += 1


def _add(job: Job, totals: Totals, size: int, counts: Counts, seconds: float) -> Totals:
    if size < job.chunk_rounds:
        tail = tuple(counts.tolist())
        return replace(totals, rounds=totals.rounds + size, tail=tail, seconds=seconds)
    added = np.array(totals.counts, dtype=np.int64) + counts
    return replace(
        totals,
        chunks=totals.chunks + 1,
        counts=tuple(added.tolist()),
        rounds=totals.rounds + size,
        seconds=seconds,
    )
