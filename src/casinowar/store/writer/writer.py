"""The one writer: waiting jobs share one durable commit, and get their results after it.

While one commit goes to the disk, the next jobs gather, so commits grow with the load. A refused
job leaves no trace. If a commit of several jobs fails, each runs again alone, so that one bad job
does not fail the others.
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
"""The most jobs of one commit; with more, the first would wait too long for its answer."""

MOST_LOST = 10
LOST_SECONDS = 0.1
"""How often a lost connection is retried for the same jobs, and how much longer each wait is: some
five seconds in all, enough for a database to restart."""


class Outcome(NamedTuple):
    """What a job returned, or raised."""

    value: Any = None
    error: Exception | None = None


Tell = Callable[[Outcome], None]


class Job(NamedTuple):
    """A function to run in a transaction."""

    run: Callable[[Work], Any]
    key: Key | None = None
    alone: bool = False
    """Whether it uses the connection directly, in a transaction of its own."""
    table: str | None = None
    """The table to lock before the job runs."""


class Done(NamedTuple):
    """A commit: what it made public, and the outcome of each job."""

    published: Sequence[Published]
    told: Sequence[tuple[Tell, Outcome]]
    is_durable: bool = False
    """Whether something was written; jobs that only read, or failed, need no commit."""


def tell_all(done: Done) -> None:
    """Give each job its outcome, in this thread."""
    for tell, outcome in done.told:
        tell(outcome)


class Writer:
    """A thread that runs jobs one after the other, and commits all that wait together."""

    def __init__(self, connect: Callable[[], Connection], memory: Memory, clock: Clock) -> None:
        self.memory = memory
        self.deliver: Callable[[Done], None] = tell_all
        """Announces a commit; called in the writer's thread."""
        self._connect = connect
        self._clock = clock
        self._waiting: SimpleQueue[tuple[Job, Tell] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="casinowar-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job, tell: Tell) -> None:
        """Queue a job; from any thread."""
        self._waiting.put((job, tell))

    @property
    def waiting(self) -> int:
        """How many jobs wait for the next commit."""
        return self._waiting.qsize()

    def do(self, run: Callable[[Work], Any], *, key: Key | None = None, alone: bool = False) -> Any:
        """Run a job, and wait for its result."""
        future: Future[Any] = Future()

        def tell(outcome: Outcome) -> None:
            if outcome.error is not None:
                future.set_exception(outcome.error)
            else:
                future.set_result(outcome.value)

        self.put(Job(run, key, alone), tell)
        return future.result()

    def close(self) -> None:
        """Finish the waiting jobs, and end the thread."""
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
        """Connect, however long it takes; `None` if the writer is closed first."""
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
        """All waiting jobs, at least one, and whether more may come."""
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
        """Run jobs in one transaction; if it fails, run them carefully, then one by one.

        A lost connection is made again. Nobody knows then whether its commit was done, so answers
        are looked up by their keys, and everything else continues from the rows.
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
    """The jobs that share each commit, in order; a job that wants to be alone is."""
    groups: list[list[tuple[Job, Tell]]] = []
    open_group = False
    for job, tell in jobs:
        if job.alone or not open_group:
            groups.append([])
        groups[-1].append((job, tell))
        open_group = not job.alone
    return groups


def _done(batch: Batch, job: Job, careful: bool) -> Outcome:
    """Run a job. Look for an earlier answer to its request only if there may be one.

    Requests are rarely repeated. A repeated one is refused by the table, or by the database because
    its key exists; only then is its first answer looked up, and the job run again.
    """
    if careful and job.key is not None:
        batch.look_up(job.key)
    work = Work(batch, job.key)
    work.wrote = job.alone
    try:
        value = job.run(work)
    except SQLAlchemyError:
        raise
    except Exception as error:  # noqa: BLE001 (the caller gets it; the writer goes on)
        if not careful and job.key is not None and batch.look_up(job.key):
            return _done(batch, job, careful=True)
        return Outcome(error=error)
    batch.add(work)
    return Outcome(value)
