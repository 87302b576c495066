"""The house: the one place where requests, time and chance meet the tables.

Every change is a job of the writer. The house answers it and publishes it after the commit.
Deadlines are rows of the database, so a house that was stopped continues where it was.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, NamedTuple, TypeVar, cast

import structlog
from sqlalchemy import Connection

from casinowar.house.channels import Channels, Listener
from casinowar.house.messages import Message, encode
from casinowar.house.peers import Peers
from casinowar.house.people.own_limits import ANY_PACE, Pace
from casinowar.house.people.presence import Presence
from casinowar.house.people.sessions import Entropy, letters
from casinowar.house.refusals import unknown_table
from casinowar.house.request_key import RequestKey
from casinowar.house.tables import floor
from casinowar.house.tables import jobs as table_jobs
from casinowar.house.tables.commands import Caller, Command
from casinowar.house.tables.floor import Means, Opening
from casinowar.house.timeouts import Seconds
from casinowar.house.timers import Alarms
from casinowar.store.backends.engine import (
    Unwritable,
    ask,
    clock_of,
    connect_writer,
    is_shared,
    prepare,
    reading,
)
from casinowar.store.migrations import migrate
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries.records import Unknown
from casinowar.store.writer.batch import MOST_TABLES, Memory
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work
from casinowar.store.writer.writer import Done, Job, Outcome, Tell, Writer

T = TypeVar("T")
M = TypeVar("M", bound=Message)

log = structlog.get_logger("casinowar.house")

_READERS = 4
_TRY_AGAIN_MS = 1000
"""When a table's deadline is tried again after the database failed."""


class Answered(NamedTuple, Generic[M]):
    """The answer to a request with a key."""

    data: bytes
    """JSON, the same for every repetition."""
    made: M | None
    """`None` if the request had been answered before."""


class Watch:
    """Gets how busy the house is, in its event loop; this one ignores it."""

    def waiting(self, jobs: int) -> None:
        """Gets how many jobs wait for the next commit."""

    def committed(self, jobs: int) -> None:
        """Gets how many jobs shared a commit."""


class House:
    """All tables of one database."""

    def __init__(
        self,
        database: str,
        *,
        clock: Callable[[], int],
        entropy: Entropy,
        seconds: Seconds | None = None,
        pace: Pace | None = None,
        authorised: int | None = None,
    ) -> None:
        """`clock` gives milliseconds since 1970, `entropy` random bytes.

        `authorised` is the limit of players' tables whose rules ask the operator to state one.
        """
        self.means = Means(entropy, seconds or Seconds(), pace or ANY_PACE, authorised)
        self.clock = clock
        self.channels = Channels()
        self.presence = Presence()
        self.watch = Watch()
        prepare(database, migrate)
        self._database = database
        self._memory = Memory(self._load, letters(entropy, 12) if is_shared(database) else "")
        self._time = clock_of(database, clock)
        self._writer = Writer(lambda: connect_writer(database), self._memory, self._time)
        self._engine = reading(database)
        self._read: dict[str, Running] = {}
        """Tables as they were read last, if other servers move them too."""
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="casinowar-reader")
        self._alarms: Alarms | None = None
        self._others: Peers | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other servers may move the same tables."""
        return self._memory.is_shared

    async def start(self) -> None:
        """Start to answer and to keep deadlines, in this event loop."""
        self._loop = asyncio.get_running_loop()
        self._alarms = Alarms(self.clock, self._ring)
        self._writer.deliver = self._deliver
        for table_id, due in (await self.read(store_floor.deadlines)).items():
            self._alarms.set(table_id, due)
        if self.is_shared:
            self._others = Peers(self, self._database, self._memory.server)

    async def stop(self) -> None:
        """End all streams, and finish the jobs that were put."""
        self.channels.close()
        if self._alarms is not None:
            self._alarms.close()
        if self._others is not None:
            await self._others.close()
        await asyncio.to_thread(self._writer.close)
        self.close_readers()

    def close(self) -> None:
        """Close a house that was never started."""
        self._writer.close()
        self.close_readers()

    def close_readers(self) -> None:
        """Stop reading."""
        self._readers.shutdown()
        self._engine.dispose()

    async def do(
        self,
        run: Callable[[Work], T],
        *,
        key: tuple[int, str] | None = None,
        alone: bool = False,
        table: str | None = None,
    ) -> T:
        """Run a job of the writer, and return its result after the commit."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def tell(outcome: Outcome) -> None:
            if future.cancelled():
                return
            if outcome.error is not None:
                future.set_exception(outcome.error)
            else:
                future.set_result(cast(T, outcome.value))

        self._put(Job(run, key, alone, table), tell)
        return await future

    async def once(self, request: RequestKey, run: Callable[[Work], M]) -> "Answered[M]":
        """Run a request once for its key, in a transaction of its own."""
        made: list[M] = []

        def job(work: Work) -> bytes:
            made.clear()  # the writer may run a job again
            kept = table_jobs.repeated(work, request.sha256)
            if kept is not None:
                return kept
            made.append(run(work))
            answer = encode(made[-1])
            work.keep(request.sha256, answer)
            return answer

        data = await self.do(job, key=request[:2], alone=True)
        return Answered(data, made[-1] if made else None)

    def do_now(self, run: Callable[[Work], T]) -> T:
        """Run a job alone and block until it is done, to prepare a house before it starts."""
        return cast(T, self._writer.do(run, alone=True))

    async def read(self, query: Callable[[Connection], T]) -> T:
        """The result of a query, in one reading transaction."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self.read_now, query)

    async def read_with_time(self, query: Callable[[Connection, int], T]) -> T:
        """The same for a query that needs the house's time."""
        return await self.read(lambda connection: query(connection, self._time(connection)))

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """The same, but block until it is done."""
        return ask(self._engine, query)

    async def table(self, table_id: str, caller: Caller | None = None) -> Running:
        """A table as it was committed last; a private one only if the caller may come to it."""
        running = await self.committed(table_id)
        if running.owner is not None and (caller is None or not floor.may_come(running, caller)):
            raise unknown_table(table_id)
        return running

    async def committed(self, table_id: str) -> Running:
        """A table as it was committed last; read from its rows if other servers may move it."""
        known = self._memory.running.get(table_id)
        if self.is_shared:
            return await self._read_on(table_id, known)
        if known is None:
            known = await self.do(lambda work: floor.found(work, table_id))
        return known

    async def _read_on(self, table_id: str, moved: Running | None) -> Running:
        """Read a table from its rows, starting with what this server knows of it."""
        known = max(
            (moved, self._read.get(table_id)),
            key=lambda each: -1 if each is None else each.record.seq,
        )
        try:
            found = await self.read(lambda connection: self._load(connection, table_id, known))
        except Unknown:
            raise unknown_table(table_id) from None
        self._read.pop(table_id, None)  # the table read last goes to the end
        self._read[table_id] = found
        if len(self._read) > MOST_TABLES:
            del self._read[next(iter(self._read))]
        return found

    def _load(self, connection: Connection, table_id: str, known: Running | None) -> Running:
        return store_floor.load(connection, table_id, self.means.entropy, known)

    async def act(
        self, caller: Caller, table_id: str, command: Command, request: RequestKey
    ) -> bytes:
        """Carry a command out at a table; a repeated request gets the same answer again."""
        return await self.do(
            lambda work: table_jobs.act(
                work, self.means, caller, table_id, command, request.sha256
            ),
            key=request[:2],
            alone=table_jobs.is_alone(command),
            table=table_id,
        )

    def listen(self, table_id: str) -> Listener:
        """Listen to what is committed at a table from now on."""
        return self.channels.listen(table_id)

    def open_now(self, opening: Opening, table_id: str) -> Running:
        """Open a public table before the house is started."""
        return self.do_now(lambda work: floor.open_table(work, self.means, opening, table_id))

    def _deliver(self, done: Done) -> None:
        """Announce a commit in the event loop: first to all listeners, then to its requests."""
        assert self._loop is not None, "a house that has no loop delivers at once"
        self._loop.call_soon_threadsafe(self._tell, done)

    def _tell(self, done: Done) -> None:
        assert self._alarms is not None, "a house that was started has alarms"
        for published in done.published:
            self._alarms.set(published.running.id, published.running.due)
        self.watch.waiting(self._writer.waiting)
        if done.is_durable:
            self.watch.committed(len(done.told))
        self.channels.publish(done.published)
        for tell, outcome in done.told:
            if isinstance(outcome.error, Unwritable):
                log.error("the database cannot be written", error=outcome.error.cause)
            tell(outcome)

    def _ring(self, table_id: str) -> None:
        """Act at a table that is due."""

        def tell(outcome: Outcome) -> None:
            assert self._alarms is not None, "only a house that was started has alarms that ring"
            if outcome.error is not None:
                log.error(
                    "a deadline failed and will be tried again",
                    table=table_id,
                    exc_info=outcome.error,
                )
                self._alarms.set(table_id, self.clock() + _TRY_AGAIN_MS)
            elif not outcome.value:  # it has moved on, or the clock was set back
                self._alarms.set(table_id, self._memory.running[table_id].due)

        job = Job(lambda work: table_jobs.time_is_up(work, self.means, table_id), table=table_id)
        self._put(job, tell)

    def _put(self, job: Job, tell: Tell) -> None:
        self._writer.put(job, tell)
        self.watch.waiting(self._writer.waiting)
