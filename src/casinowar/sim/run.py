"""A whole simulation: chunks played side by side, added up one after the other.

Chunks are added in the order of their numbers, whoever played them, so what a run has at any time
is its first chunks and nothing else. It can be stopped there, saved, and gone on with; and a run
that stops when its error is small enough stops at the same chunk on any number of threads.

The first chunks are small and grow, a step after every eight, to a tenth of a second each: so a
run that is stopped at once has something to show, and one that stops at an error has dealt little
more than an eighth too much.
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
_STEPS = 8
"""In so many steps chunks grow to twice their size each, from the first ones to full ones."""
_CHUNKS_OF_A_STEP = 8
GROWING = _STEPS * _CHUNKS_OF_A_STEP
"""How many chunks are smaller than the others."""


def size_of(full: int, chunk: int) -> int:
    """The rounds of a chunk, where most have so many."""
    return max(1, full >> max(0, _STEPS - chunk // _CHUNKS_OF_A_STEP))


def rounds_before(full: int, chunk: int) -> int:
    """The rounds of all chunks before one."""
    growing = min(chunk, GROWING)
    return sum(size_of(full, each) for each in range(growing)) + (chunk - growing) * full


@dataclass(frozen=True, slots=True)
class Job:
    """What is simulated: everything the totals follow from, but how many rounds."""

    game: Game
    kernel: Kernel
    seed: int

    @property
    def chunk_rounds(self) -> int:
        """The rounds of all chunks but the first ones: a tenth of a second's work."""
        return _CHUNK_CARDS[self.kernel] // (self.game.seats + 1)

    def chunks_of(self, rounds: int) -> int:
        """In how many chunks so many rounds are dealt."""
        full = self.chunk_rounds
        if rounds > (small := rounds_before(full, GROWING)):
            return GROWING - (small - rounds) // full
        return next(chunk for chunk in range(GROWING + 1) if rounds_before(full, chunk) >= rounds)


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
    tail_seconds: float = 0.0
    """Of these, with the tail."""

    def all_counts(self) -> tuple[int, ...]:
        """How every round came out, as `casinowar.sim.tallies` reads it."""
        if not self.tail:
            return self.counts
        return tuple(a + b for a, b in zip(self.counts, self.tail, strict=True))

    def without_tail(self, job: Job) -> "Totals":
        """The whole chunks alone: what a longer run goes on from."""
        return replace(
            self,
            tail=(),
            rounds=rounds_before(job.chunk_rounds, self.chunks),
            seconds=self.seconds - self.tail_seconds,
            tail_seconds=0.0,
        )


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
    left = rounds - rounds_before(job.chunk_rounds, chunk)
    while left > 0:
        size = min(left, size_of(job.chunk_rounds, chunk))
        yield chunk, size
        chunk, left = chunk + 1, left - size


def _add(job: Job, totals: Totals, size: int, counts: Counts, seconds: float) -> Totals:
    rounds = totals.rounds + size
    if size < size_of(job.chunk_rounds, totals.chunks):
        tail, spent = tuple(counts.tolist()), seconds - totals.seconds
        return replace(totals, rounds=rounds, tail=tail, seconds=seconds, tail_seconds=spent)
    added = np.array(totals.counts, dtype=np.int64) + counts
    return replace(
        totals,
        chunks=totals.chunks + 1,
        counts=tuple(added.tolist()),
        rounds=rounds,
        seconds=seconds,
    )
