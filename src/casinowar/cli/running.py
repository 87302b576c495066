"""A simulation while it is dealt: on threads or a cluster, saved on the way, ended by Ctrl-C."""

import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from casinowar import __version__
from casinowar.cli.progress import Tell, progress
from casinowar.errors import CasinoWarError
from casinowar.files import read_text, target, write
from casinowar.rulefile import RuleFile
from casinowar.sim.chunks import warm
from casinowar.sim.estimates import Estimate, Prices
from casinowar.sim.figures import figures
from casinowar.sim.request import (
    MOST_SEED,
    USUAL_GOAL,
    Request,
    kernel_reason,
    refuse_other_rules,
    refuse_others,
    subject_of_request,
)
from casinowar.sim.run import Job, Totals, nothing, run
from casinowar.sim.saved import Goal, Subject, read, text_of

Stopped = Literal["rounds", "error", "interrupted"]
"""What ended a simulation well: its number of rounds, an error small enough, or Ctrl-C."""

_ENDING = ("SIGTERM", "SIGHUP")
"""A request to end, and a terminal whose window is closed; not every system has both."""

_KEEP_SECONDS = 10
_TELL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Wanted:
    """How far a simulation goes, where it is dealt, and in which files it is kept."""

    goal: Goal | None
    """`None`: as it was saved, or the usual one."""
    threads: int
    cluster: str | None
    save: str | None
    resume: str | None


def cores() -> int:
    """The cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    file: RuleFile, request: Request, wanted: Wanted, *, no_color: bool
) -> tuple[dict[str, Any], CasinoWarError | None]:
    """Simulate what is asked: every figure of it, and what went wrong besides."""
    begun, goal = None, wanted.goal or USUAL_GOAL
    if wanted.resume is not None:
        saved, kept_goal, begun = read(wanted.resume, read_text(wanted.resume))
        goal = wanted.goal or kept_goal
        refuse_other_rules(wanted.resume, saved, file)
        request = request.filled(saved)
    drawn = secrets.randbelow(MOST_SEED + 1)
    rules, subject = subject_of_request(file, request, __version__, drawn)
    if begun is not None and wanted.resume is not None:
        refuse_others(wanted.resume, saved, subject, begun, goal.rounds)
    if wanted.save not in (None, wanted.resume) and target(str(wanted.save)).exists():
        raise CasinoWarError(
            f"{wanted.save}: is there already; go on with it by --resume, or name another file"
        )
    job, keep = subject.job, _Keeping(subject, goal, wanted.save or wanted.resume)
    prices = Prices(rules, job.game, subject.policy)
    with _ended_as_by_ctrl_c(), progress(rules.id, no_color=no_color) as tell:
        players = partial(_executor, job, wanted, goal)
        totals, stopped = deal(job, prices, goal, players, begun=begun, keep=keep, tell=tell)
    found = {
        "version": __version__,
        **figures(rules, subject.policy, job, totals, prices),
        "kernel_reason": kernel_reason(job),
        "threads": None if wanted.cluster else wanted.threads,
        "cluster": wanted.cluster,
        "stopped": "cluster" if isinstance(stopped, CasinoWarError) else stopped,
    }
    if isinstance(stopped, CasinoWarError):
        return found, CasinoWarError(f"{stopped}; {keep.told(totals)}")
    return found, keep.failed


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """Whatever asks a program to end is heard as Ctrl-C is: what was dealt is a result, and kept.

    Unless whoever started it said to ignore that, as nohup does.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    usual = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    for number in usual:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, signal.SIG_DFL)


class _Keeping:
    """Keeps a simulation in a file, if there is one. A full disk must not end what is dealt."""

    def __init__(self, subject: Subject, goal: Goal, file: str | None) -> None:
        self._subject = subject
        self._goal = goal
        self._file = file
        self.failed: CasinoWarError | None = None
        if file is not None:
            target(file)

    def __call__(self, totals: Totals) -> None:
        if self._file is None:
            return
        try:
            write(self._file, text_of(self._subject, self._goal, totals).encode())
            self.failed = None
        except CasinoWarError as error:
            self.failed = error

    def told(self, totals: Totals) -> str:
        """Where a simulation is that was cut short."""
        if self.failed is not None:
            return f"and what there is could not be kept ({self.failed})"
        if self._file is None:
            return f"the result is that of the first {totals.rounds:,} rounds"
        return f"{self._file} holds the first {totals.rounds:,} rounds: go on with --resume"


def deal(
    job: Job,
    prices: Prices,
    goal: Goal,
    players: Callable[[], AbstractContextManager[tuple[Executor, int]]],
    *,
    begun: Totals | None,
    keep: Callable[[Totals], None],
    tell: Tell | None,
) -> tuple[Totals, Stopped | CasinoWarError]:
    """Deal until it is enough; what there is then, and what ended it.

    `keep` is given what there is from time to time and in the end, whatever ends it.
    """
    totals = nothing(job) if begun is None else begun
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
        except CasinoWarError as gone:  # a cluster; what was dealt is a result all the same
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
def _executor(job: Job, wanted: Wanted, goal: Goal) -> Iterator[tuple[Executor, int]]:
    """Who plays the chunks, ready to deal, and how many chunks are under way at a time."""
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
