"""casinowar's own kernels: on one core, on two threads, and on dask with two workers."""

import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import count

import numpy as np

from bench.race.contender import Absent, Contender, Entrant, Sample, Setting
from casinowar.errors import CasinoWarError
from casinowar.optional_libraries import require_library
from casinowar.sim.chunks import Kernel, count_chunk, warm
from casinowar.sim.cluster import Cluster, cluster
from casinowar.sim.game import Game
from casinowar.sim.request import vector_lacks
from casinowar.sim.run import GROWING, SimulationJob, no_totals, rounds_before, run

NAMES: dict[Kernel, str] = {"general": "general kernel", "vector": "vector kernel"}
_GRAINS: dict[Kernel, int] = {"general": 1 << 20, "vector": 1 << 24}
"""A few milliseconds: what a chunk costs besides its rounds is next to nothing in them."""
ONE_THREAD, TWO_THREADS, DASK = "one thread", "two threads", "dask, two workers"
_SEED = 1
_TASKS = 8
"""In how many tasks a turn is shared out: half of them for each worker."""
_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
}
"""Workers that look at themselves less often: here they have no core to spare for it."""


def kernel(which: Kernel, game: Game, setting: Setting) -> Entrant:
    """One of the kernels on one core."""
    if which == "vector" and (lacks := vector_lacks(game)) is not None:
        return Absent(NAMES[which], setting, lacks)
    chunks = count()

    def play(rounds: int) -> Sample:
        began = time.thread_time()
        counts = count_chunk(game, which, _SEED, next(chunks), rounds)
        return Sample(time.thread_time() - began, counts)

    warm(game, which)
    return Contender(NAMES[which], setting, play, game, grain=_GRAINS[which])


@contextmanager
def on_two_cores(game: Game, cores: int) -> Iterator[list[Entrant]]:
    """One thread, two threads, and dask with two workers, by the clock on the wall."""
    which: Kernel = "general" if vector_lacks(game) else "vector"
    if cores < 2:
        reason = "this machine has one core"
        yield [Absent(name, "two cores", reason) for name in (ONE_THREAD, TWO_THREADS, DASK)]
        return
    job = SimulationJob(game, which, _SEED)
    warm(game, which)
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two, local_cluster() as workers:
        found: list[Entrant] = [
            shared_out(ONE_THREAD, job, one, _TASKS // 2),
            shared_out(TWO_THREADS, job, two, _TASKS),
        ]
        if isinstance(workers, Cluster):
            workers.everywhere(warm, game, which)
            found.append(shared_out(DASK, job, workers, _TASKS))
        else:
            found.append(Absent(DASK, "two cores", workers))
        yield found


def shared_out(name: str, job: SimulationJob, executor: Executor, tasks: int) -> Contender:
    """The full chunks of a job, as `casinowar simulate` shares them out; each turn has its seed."""
    seeds = count(1)
    small = rounds_before(job.chunk_rounds, GROWING)
    begun = replace(no_totals(job), chunks=GROWING, rounds=small)

    def play(rounds: int) -> Sample:
        chunks, turn = -(-rounds // job.chunk_rounds), replace(job, seed=next(seeds))
        ahead = executor.spread(chunks) if isinstance(executor, Cluster) else tasks // 2
        dealt = run(
            turn, small + rounds, executor, ahead=ahead, clock=time.perf_counter, begun=begun
        )
        *_, totals = dealt
        return Sample(totals.seconds, np.array(totals.all_counts(), dtype=np.int64))

    return Contender(
        name,
        "two cores",
        play,
        job.game,
        grain=tasks * job.chunk_rounds,
        turns=6,
        note=f"{NAMES[job.kernel]}, by the wall clock",
    )


@contextmanager
def local_cluster() -> Iterator[Cluster | str]:
    """A cluster of two workers on loopback, set up as docs/simulate.md has it; or why not."""
    try:
        distributed = require_library("distributed", "a cluster", "cluster")
        dask = require_library("dask", "a cluster", "cluster")
    except CasinoWarError as missing:
        yield str(missing)
        return
    with (
        dask.config.set(_QUIET),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # the usual port may be taken
            silence_logs=50,
        ) as made,
        cluster(made.scheduler_address) as workers,
    ):
        yield workers
