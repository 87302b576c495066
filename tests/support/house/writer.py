"""A writer on a new database, for tests of what its jobs do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine

from casinowar.store.backends.engine import connect_writer, is_shared, reading
from casinowar.store.migrations import migrate
from casinowar.store.writer.batch import Memory
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work
from casinowar.store.writer.writer import Writer

DAY_MS = 24 * 60 * 60 * 1000


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


class Entropy:
    """Bytes that never repeat, and are the same in every run."""

    def __init__(self) -> None:
        self.given = 0

    def __call__(self, count: int) -> bytes:
        self.given += 1
        return self.given.to_bytes(4, "big").rjust(count, b"\x07")[::-1][:count]


class Desk:
    """Jobs are done at once, each alone; queries see what is committed."""

    def __init__(self, writer: Writer, engine: Engine, clock: Clock) -> None:
        self.writer, self.engine, self.clock = writer, engine, clock
        self.entropy = Entropy()

    def do(self, job: Callable[..., Any], *args: Any) -> Any:
        return self.writer.do(lambda work: job(work, *args), alone=True)

    async def read(self, query: Callable[[Connection], Any]) -> Any:
        with self.engine.connect() as connection:
            return query(connection)


@contextmanager
def new_desk(database: str) -> Iterator[Desk]:
    """A desk on an empty database with no tables to play at."""
    with connect_writer(database) as connection:
        migrate(connection)
    clock = Clock()
    memory = Memory(_no_table, "this" if is_shared(database) else "")
    writer = Writer(lambda: connect_writer(database), memory, lambda _: clock())
    engine = reading(database)
    try:
        yield Desk(writer, engine, clock)
    finally:
        writer.close()
        engine.dispose()


def _no_table(_: Connection, table_id: str, _known: Running | None) -> Running:
    raise AssertionError(f"no table {table_id} is here")


def balance(work: Work, account: Any) -> int:
    return work.balance(account)
