"""Run a simulation: on threads or a cluster, saved on the way, stopped by Ctrl-C."""

import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Protocol

from casinowar.api.rules import Rules
from casinowar.api.simulation.result import Simulation, Stopped
from casinowar.errors import CasinoWarError
from casinowar.files import read_text, writable_path, write
from casinowar.sim.chunks import warm
from casinowar.sim.estimates import Estimate, Prices
from casinowar.sim.request import (
    MOST_SEED,
    USUAL_GOAL,
    Request,
    refuse_other_rules,
    refuse_others,
    subject_of_request,
)
from casinowar.sim.run import SimulationJob, Totals, no_totals, run
from casinowar.sim.saved import Goal, Subject, read, text_of

_KEEP_SECONDS = 10
_TELL_SECONDS = 0.2


class Tell(Protocol):
    """Shows the progress of a simulation."""

    def __call__(self, totals: Totals, estimate: Estimate, until: int) -> None:
        """`until` is the number of rounds after which the run will probably end."""


@dataclass(frozen=True, slots=True)
class RunRequest:
    """How far a simulation goes, where it runs, and which files it uses."""

    goal: Goal | None
    """`None` means the saved goal, or the usual one."""
    threads: int
    cluster: str | None
    save: str | None
    resume: str | None


def cores() -> int:
    """The cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Watch = Callable[[str], AbstractContextManager[Tell | None]]
"""Opens a display of a simulation's progress, given the id of its rules."""


def run_request(
    rules: Rules, request: Request, wanted: RunRequest, watch: Watch = lambda _: nullcontext()
) -> tuple[Simulation, CasinoWarError | None]:
    """Run the simulation; return the result, and the error if saving or the cluster failed.

    If the request names no reading, a resumed run keeps its own.
    """
    begun, goal = None, wanted.goal or USUAL_GOAL
    if wanted.resume is not None:
        saved, kept_goal, begun = read(wanted.resume, read_text(wanted.resume))
        goal = wanted.goal or kept_goal
        refuse_other_rules(wanted.resume, saved, rules.rules)
        request = request.filled(saved)
        rules = rules.under(request.reading or rules.reading)
    drawn = secrets.randbelow(MOST_SEED + 1)
    subject = subject_of_request(rules.rules, request, version("casinowar"), drawn)
    if begun is not None and wanted.resume is not None:
        refuse_others(wanted.resume, saved, subject, begun, goal.rounds)
    if wanted.save not in (None, wanted.resume) and writable_path(str(wanted.save)).exists():
        raise CasinoWarError(
            f"{wanted.save}: already exists; continue it with --resume, or choose another name"
        )
    job, keep = subject.job, _Keeping(subject, goal, wanted.save or wanted.resume)
    prices = Prices(rules.rules, job.game, subject.policy)
    with watch(rules.id) as tell:
        players = partial(_executor, job, wanted, goal)
        totals, ended = deal(job, prices, goal, players, begun=begun, keep=keep, tell=tell)
    stopped: Stopped = "cluster" if isinstance(ended, CasinoWarError) else ended
    threads = None if wanted.cluster else wanted.threads
    found = Simulation(rules, subject.policy, job, totals, threads, wanted.cluster, stopped, prices)
    if isinstance(ended, CasinoWarError):
        return found, CasinoWarError(f"{ended}; {keep.summary(totals)}")
    return found, keep.failed


class _Keeping:
    """Saves a simulation to its file, if it has one. A full disk does not stop the run."""

    def __init__(self, subject: Subject, goal: Goal, file: str | None) -> None:
        self._subject = subject
        self._goal = goal
        self._file = file
        self.failed: CasinoWarError | None = None
        if file is not None:
            writable_path(file)

    def __call__(self, totals: Totals) -> None:
        if self._file is None:
            return
        try:
            write(self._file, text_of(self._subject, self._goal, totals).encode())
            self.failed = None
        except CasinoWarError as error:
            self.failed = error

    def summary(self, totals: Totals) -> str:
        """Say where the rounds of an interrupted simulation are."""
        if self.failed is not None:
            return f"and the rounds so far could not be saved ({self.failed})"
        if self._file is None:
            return f"the result covers the first {totals.rounds:,} rounds"
        return f"{self._file} has the first {totals.rounds:,} rounds: continue with --resume"


def deal(
    job: SimulationJob,
    prices: Prices,
    goal: Goal,
    players: Callable[[], AbstractContextManager[tuple[Executor, int]]],
    *,
    begun: Totals | None,
    keep: Callable[[Totals], None],
    tell: Tell | None,
) -> tuple[Totals, Stopped | CasinoWarError]:
    """Deal until the goal is reached; return the totals and what ended the run.

    `keep` gets the totals from time to time and at the end, whatever ends the run.
    """
    totals = no_totals(job) if begun is None else begun
    ending = _Ending(prices, goal)
    if begun is not None and (stopped := ending.of(begun)) is not None:
        keep(begun)
        return begun, stopped
    with players() as (executor, ahead):
        kept, told = time.monotonic(), 0.0
        dealt = run(job, goal.rounds, executor, ahead=ahead, clock=time.perf_counter, begun=begun)
        try:
            with closing(dealt):
                for totals in dealt:
                    now = time.monotonic()
                    if now >= kept + _KEEP_SECONDS:
                        keep(totals)
                        kept = now
                    if tell is not None and now >= told + _TELL_SECONDS:
                        tell(totals, *ending.expected(totals))
                        told = now
                    if ending.of(totals) == "error":
                        return totals, "error"
        except KeyboardInterrupt:
            if not totals.rounds:
                raise
            return totals, "interrupted"
        except CasinoWarError as gone:  # the cluster failed; the rounds so far are still a result
            if not totals.rounds:
                raise
            return totals, gone
        finally:
            if totals.rounds:
                keep(totals)
    return totals, "rounds"


class _Ending:
    """When a simulation has gone far enough."""

    def __init__(self, prices: Prices, goal: Goal) -> None:
        self._prices = prices
        self._goal = goal

    def of(self, totals: Totals) -> Stopped | None:
        """What ends it here, if anything does."""
        if self._goal.error is not None:
            error = self._prices.primary(totals.all_counts()).standard_error
            if error is not None and error <= self._goal.error:
                return "error"
        return "rounds" if totals.rounds >= self._goal.rounds else None

    def expected(self, totals: Totals) -> tuple[Estimate, int]:
        """The estimate so far, and the rounds at which it will probably end."""
        estimate, until = self._prices.primary(totals.all_counts()), self._goal.rounds
        error, enough = estimate.standard_error, self._goal.error
        if error is not None and enough is not None:
            until = min(until, int(totals.rounds * (error / enough) ** 2) + 1)
        return estimate, until


@contextmanager
def _executor(job: SimulationJob, wanted: RunRequest, goal: Goal) -> Iterator[tuple[Executor, int]]:
    """The executor, ready to deal, and how many chunks are in progress at a time."""
    if wanted.cluster is None:
        warm(job.game, job.kernel)
        pool = ThreadPoolExecutor(wanted.threads)
        try:
            yield pool, 2 * wanted.threads
        finally:
            pool.shutdown(cancel_futures=True)
        return
    from casinowar.sim.cluster import cluster

    with cluster(wanted.cluster) as workers:
        workers.everywhere(warm, job.game, job.kernel)
        yield workers, workers.spread(job.chunks_of(goal.rounds))
