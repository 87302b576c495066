"""A simulation while it is dealt: on threads or a cluster, saved on the way, ended by Ctrl-C."""

import os
import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from fractions import Fraction
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
    Request,
    kernel_reason,
    refuse_other_rules,
    refuse_others,
    subject_of_request,
)
from casinowar.sim.run import Job, Totals, nothing, run
from casinowar.sim.saved import Subject, read, text_of

Stopped = Literal["rounds", "error", "interrupted"]
"""What ended a simulation: its number of rounds, an error small enough, or Ctrl-C."""

_KEEP_SECONDS = 10
_TELL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Wanted:
    """How far a simulation goes, where it is dealt, and in which files it is kept."""

    rounds: int
    error: Fraction | None
    """Of the primary's mean: the simulation ends when it is reached."""
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
    """Simulate what is asked: every figure of it, and what kept it from being saved."""
    begun = None
    if wanted.resume is not None:
        saved, begun = read(wanted.resume, read_text(wanted.resume))
        refuse_other_rules(wanted.resume, saved, file)
        request = request.filled(saved)
    drawn = secrets.randbelow(MOST_SEED + 1)
    rules, subject = subject_of_request(file, request, __version__, drawn)
    if begun is not None and wanted.resume is not None:
        refuse_others(wanted.resume, saved, subject, begun, wanted.rounds)
    if wanted.save not in (None, wanted.resume) and target(str(wanted.save)).exists():
        raise CasinoWarError(
            f"{wanted.save}: is there already; go on with it by --resume, or name another file"
        )
    job, keep = subject.job, _Keeping(subject, wanted.save or wanted.resume)
    prices = Prices(rules, job.game, subject.policy)
    with progress(rules.id, no_color=no_color) as tell:
        totals, stopped = deal(job, prices, wanted, begun=begun, keep=keep, tell=tell)
    found = {
        "version": __version__,
        **figures(rules, subject.policy, job, totals, prices),
        "kernel_reason": kernel_reason(job),
        "threads": None if wanted.cluster else wanted.threads,
        "cluster": wanted.cluster,
        "stopped": stopped,
    }
    return found, keep.failed


class _Keeping:
    """Keeps a simulation in a file, if there is one. A full disk must not end what is dealt."""

    def __init__(self, subject: Subject, file: str | None) -> None:
        self._subject = subject
        self._file = file
        self.failed: CasinoWarError | None = None
        if file is not None:
            target(file)

    def __call__(self, totals: Totals) -> None:
        if self._file is None:
            return
        try:
            write(self._file, text_of(self._subject, totals).encode())
            self.failed = None
        except CasinoWarError as error:
            self.failed = error


def deal(
    job: Job,
    prices: Prices,
    wanted: Wanted,
    *,
    begun: Totals | None,
    keep: Callable[[Totals], None],
    tell: Tell | None,
) -> tuple[Totals, Stopped]:
    """Deal until it is enough; what there is then, and what ended it.

    `keep` is given what there is from time to time and in the end, whatever ends it.
    """
    totals = nothing(job) if begun is None else begun
    ending = _Ending(prices, wanted)
    if begun is not None and (stopped := ending.of(begun)) is not None:
        keep(begun)
        return begun, stopped
    with _executor(job, wanted) as (executor, ahead):
        kept, told = time.monotonic(), 0.0
        dealt = run(job, wanted.rounds, executor, ahead=ahead, clock=time.perf_counter, begun=begun)
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
        finally:
            if totals.rounds:
                keep(totals)
    return totals, "rounds"


class _Ending:
    """When a simulation has gone far enough."""

    def __init__(self, prices: Prices, wanted: Wanted) -> None:
        self._prices = prices
        self._wanted = wanted

    def of(self, totals: Totals) -> Stopped | None:
        """What ends it here, if anything does."""
        if self._wanted.error is not None:
            error = self._prices.primary(totals.all_counts()).standard_error
            if error is not None and error <= self._wanted.error:
                return "error"
        return "rounds" if totals.rounds >= self._wanted.rounds else None

    def expected(self, totals: Totals) -> tuple[Estimate, int]:
        """The estimate so far, and the rounds at which it will probably end."""
        estimate, until = self._prices.primary(totals.all_counts()), self._wanted.rounds
        error, enough = estimate.standard_error, self._wanted.error
        if error is not None and enough is not None:
            until = min(until, int(totals.rounds * (error / enough) ** 2) + 1)
        return estimate, until


@contextmanager
def _executor(job: Job, wanted: Wanted) -> Iterator[tuple[Executor, int]]:
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
        chunks = -(-wanted.rounds // job.chunk_rounds)
        yield workers, workers.spread(chunks)
