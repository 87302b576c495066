"""A whole simulation: chunks are played in parallel and added up in order.

Chunks are added in the order of their numbers, no matter which thread played them. So at any time a
run consists of its first chunks and nothing else. It can be stopped, saved and continued there. A
run that stops when its error is small enough stops at the same chunk on any number of threads.

The first chunks are small. They grow after every eight, until each takes a tenth of a second. So a
run that is stopped at once has something to show, and one that stops at an error has dealt at most
about an eighth too much.
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
"""The number of steps in which chunks double in size, from the first ones to full ones."""
_CHUNKS_OF_A_STEP = 8
GROWING = _STEPS * _CHUNKS_OF_A_STEP
"""The number of chunks that are smaller than full size."""


def size_of(full: int, chunk: int) -> int:
    """Return the rounds of a chunk, given the rounds of a full one."""
    return max(1, full >> max(0, _STEPS - chunk // _CHUNKS_OF_A_STEP))


def rounds_before(full: int, chunk: int) -> int:
    """Return the rounds of all chunks before this one."""
    growing = min(chunk, GROWING)
    return sum(size_of(full, each) for each in range(growing)) + (chunk - growing) * full


@dataclass(frozen=True, slots=True)
class SimulationJob:
    """What is simulated: everything that decides the totals, except the number of rounds."""

    game: Game
    kernel: Kernel
    seed: int

    @property
    def chunk_rounds(self) -> int:
        """The rounds of a full chunk: a tenth of a second of work."""
        return _CHUNK_CARDS[self.kernel] // (self.game.seats + 1)

    def chunks_of(self, rounds: int) -> int:
        """Return the number of chunks that so many rounds take."""
        full = self.chunk_rounds
        if rounds > (small := rounds_before(full, GROWING)):
            return GROWING - (small - rounds) // full
        return next(chunk for chunk in range(GROWING + 1) if rounds_before(full, chunk) >= rounds)


@dataclass(frozen=True, slots=True)
class Totals:
    """The results of a run so far: its whole chunks, and a shorter chunk that may end it."""

    chunks: int
    counts: tuple[int, ...]
    """The counts of the whole chunks."""
    rounds: int
    """All rounds, the tail included."""
    tail: tuple[int, ...]
    """The counts of the last, shorter chunk; empty if there is none."""
    seconds: float
    """The seconds spent dealing."""
    tail_seconds: float = 0.0
    """The part of these spent on the tail."""

    def all_counts(self) -> tuple[int, ...]:
        """Return the counts of all rounds, in the form of `casinowar.sim.tallies`."""
        if not self.tail:
            return self.counts
        return tuple(a + b for a, b in zip(self.counts, self.tail, strict=True))

    def without_tail(self, job: SimulationJob) -> "Totals":
        """Return the whole chunks only, from which a longer run continues."""
        return replace(
            self,
            tail=(),
            rounds=rounds_before(job.chunk_rounds, self.chunks),
            seconds=self.seconds - self.tail_seconds,
            tail_seconds=0.0,
        )


def no_totals(job: SimulationJob) -> Totals:
    """Return the totals before the first chunk."""
    return Totals(0, (0,) * tallies.size(job.game.seats), 0, (), 0.0)


def run(
    job: SimulationJob,
    rounds: int,
    executor: Executor,
    *,
    ahead: int,
    clock: Callable[[], float],
    begun: Totals | None = None,
) -> Generator[Totals, None, None]:
    """Continue to so many rounds in total, and yield the totals after each chunk.

    `ahead` chunks are in progress at a time. Closing the generator stops the run; chunks whose
    totals were not yielded are not part of it.
    """
    totals = no_totals(job) if begun is None else begun.without_tail(job)
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


def _sizes(job: SimulationJob, chunk: int, rounds: int) -> Iterator[tuple[int, int]]:
    """Yield the number and the rounds of each remaining chunk."""
    left = rounds - rounds_before(job.chunk_rounds, chunk)
    while left > 0:
        size = min(left, size_of(job.chunk_rounds, chunk))
        yield chunk, size
        chunk, left = chunk + 1, left - size


def _add(job: SimulationJob, totals: Totals, size: int, counts: Counts, seconds: float) -> Totals:
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
