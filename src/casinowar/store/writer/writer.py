"""The one writer: jobs that wait share one durable commit, and are told of it afterwards.

While a commit goes to the disk, the next jobs gather; so the more is asked of it, the more each
commit carries. A job that is refused leaves no trace. Should the commit of several fail, each of
them is done again alone, so that none sinks another.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from casinowar.errors import CasinoWarError
from casinowar.store.backends.engine import DatabaseAway, refusal_to_write
from casinowar.store.writer.batch import Batch, Clock, Key, Memory, Published
from casinowar.store.writer.work import Work

MOST_TOGETHER = 256
"""The most jobs of one commit: what waits longer would be the answer of the first."""

MOST_LOST = 10
LOST_SECONDS = 0.1
"""How often a connection that is lost is made anew for the same jobs, and how much longer each
time is waited before: some five seconds in all, in which a database may be started again."""


class Outcome(NamedTuple):
    """What a job returned, or raised."""

    value: Any = None
    error: Exception | None = None


Tell = Callable[[Outcome], None]


class Job(NamedTuple):
    """Something to do in a transaction."""

    run: Callable[[Work], Any]
    key: Key | None = None
    alone: bool = False
    """Whether it reads and writes the connection by itself, in a transaction of its own."""
    table: str | None = None
    """The table it is about, which is then its own from the beginning."""


class Done(NamedTuple):
    """A commit: what is public now, and what its jobs are to be told."""

    published: Sequence[Published]
    told: Sequence[tuple[Tell, Outcome]]
    is_durable: bool = False
    """Whether something was written: jobs that only looked, or all failed, need no commit."""


def tell_all(done: Done) -> None:
    """Tell each job its outcome, here and now."""
    for tell, outcome in done.told:
        tell(outcome)


class Writer:
    """A thread that does jobs, one after the other, and commits as many as wait together."""

    def __init__(self, connect: Callable[[], Connection], memory: Memory, clock: Clock) -> None:
        self.memory = memory
        self.deliver: Callable[[Done], None] = tell_all
        """How a commit is made known; called in this thread."""
        self._connect = connect
        self._clock = clock
        self._waiting: SimpleQueue[tuple[Job, Tell] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="casinowar-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job, tell: Tell) -> None:
        """Have a job done; from any thread."""
        self._waiting.put((job, tell))

    @property
    def waiting(self) -> int:
        """How many jobs wait for the next commit."""
        return self._waiting.qsize()

    def do(self, run: Callable[[Work], Any], *, key: Key | None = None, alone: bool = False) -> Any:
        """Have a job done, and wait for it."""
        future: Future[Any] = Future()

        def tell(outcome: Outcome) -> None:
            if outcome.error is not None:
                future.set_exception(outcome.error)
            else:
                future.set_result(outcome.value)

        self.put(Job(run, key, alone), tell)
        return future.result()

    def close(self) -> None:
        """Do what waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        connection = self._connected()
        if connection is None:
            return
        with connection:
            while True:
                jobs, go_on = self._gather()
                for together in _groups(jobs):
                    self._commit(connection, together)
                if not go_on:
                    return

    def _connected(self) -> Connection | None:
        """A connection, as soon as there is one; none if the writer is closed before."""
        for tries in count(1):
            try:
                return self._connect()
            except CasinoWarError:
                time.sleep(min(tries, MOST_LOST) * LOST_SECONDS)
                if tries > MOST_LOST:
                    jobs, go_on = self._gather()
                    self.deliver(
                        Done((), [(tell, Outcome(error=DatabaseAway())) for _, tell in jobs])
                    )
                    if not go_on:
                        return None
        raise AssertionError("there is always another try")

    def _gather(self) -> tuple[list[tuple[Job, Tell]], bool]:
        """Everything that waits, at least one; and whether more may come."""
        jobs: list[tuple[Job, Tell]] = []
        waiting = self._waiting.get()
        while waiting is not None:
            jobs.append(waiting)
            if len(jobs) == MOST_TOGETHER:
                return jobs, True
            try:
                waiting = self._waiting.get_nowait()
            except Empty:
                return jobs, True
        return jobs, False

    def _commit(
        self,
        connection: Connection,
        jobs: Sequence[tuple[Job, Tell]],
        *,
        careful: bool = False,
        lost: int = 0,
    ) -> None:
        """Do jobs in one transaction; if it fails, carefully, and if need be one by one.

        A connection that is lost is made anew. Whether its commit was done nobody can know then:
        what a request was answered is looked up, and everything else goes on from the rows.
        """
        batch = Batch(self.memory, connection, self._clock)
        is_durable = False
        try:
            with connection.begin() as transaction:
                batch.callers = {job.key[0] for job, _ in jobs if job.key is not None}
                batch.hold(job.table for job, _ in jobs if job.table is not None)
                told = [(tell, _done(batch, job, careful)) for job, tell in jobs]
                if batch.is_empty:
                    transaction.rollback()
                else:
                    batch.flush()
        except Exception as error:  # noqa: BLE001 (the driver has errors of its own; it goes on)
            if connection.invalidated and lost < MOST_LOST:
                time.sleep(lost * LOST_SECONDS)
                self._commit(connection, jobs, careful=True, lost=lost + 1)
                return
            if not careful:
                self._commit(connection, jobs, careful=True)
                return
            if len(jobs) > 1 and not connection.invalidated:
                for job in jobs:
                    self._commit(connection, [job], careful=True)
                return
            why = DatabaseAway() if connection.invalidated else refusal_to_write(error) or error
            told = [(tell, Outcome(error=why)) for _, tell in jobs]
            batch.published.clear()
        else:
            batch.remember()
            is_durable = not batch.is_empty
        self.deliver(Done(batch.published, told, is_durable))


def _groups(jobs: Sequence[tuple[Job, Tell]]) -> list[list[tuple[Job, Tell]]]:
    """The jobs that share a commit, in order; those that want one alone have it."""
    groups: list[list[tuple[Job, Tell]]] = []
    open_group = False
    for job, tell in jobs:
        if job.alone or not open_group:
            groups.append([])
        groups[-1].append((job, tell))
        open_group = not job.alone
    return groups


def _done(batch: Batch, job: Job, careful: bool) -> Outcome:
    """Do a job. Whether it was accepted before is asked only where that can be.

    Almost no request comes twice. One that does would be refused by now, or be stopped by the
    database, which has its key: then its answer is looked up, and everything is done again.
    """
    if careful and job.key is not None:
        batch.look_up(job.key)
    work = Work(batch, job.key)
    work.wrote = job.alone
    try:
        value = job.run(work)
    except SQLAlchemyError:
        raise
    except Exception as error:  # noqa: BLE001 (told to whoever asked; the writer goes on)
        if not careful and job.key is not None and batch.look_up(job.key):
            return _done(batch, job, careful=True)
        return Outcome(error=error)
    batch.add(work)
    return Outcome(value)
