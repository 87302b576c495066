"""Connections to a house's database, by its name: the path of a file, or a URL.

A house is kept in one file by SQLite, where one server has it to itself, or in PostgreSQL, where
several share it. Callers see SQLAlchemy's connections, and ask at most whether it is shared.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from casinowar.errors import CasinoWarError
from casinowar.store import postgres, sqlite


def is_shared(database: str | Path) -> bool:
    """Whether several servers may have the house open at once."""
    return postgres.is_url(database)


def shown(database: str | Path) -> str:
    """A database's name as it may stand in a message: without a password."""
    if is_shared(database):
        return postgres.shown(postgres.url_of(database))
    return str(sqlite.file_of(database))


def connect_writer(database: str | Path) -> Connection:
    """A connection that writes; to SQLite there must be no other.

    Nothing is written before `begin`; the connection may be used by any one thread at a time. One
    that was lost is made anew by the next `begin`.
    """
    if is_shared(database):
        return postgres.connect_writer(postgres.url_of(database))
    return sqlite.connect_writer(sqlite.file_of(database))


def reading(database: str | Path) -> Engine:
    """An engine whose connections read a database that exists, and cannot change it."""
    if is_shared(database):
        return postgres.reading(postgres.url_of(database))
    return sqlite.reading(sqlite.file_of(database))


def clock_of(database: str | Path, clock: Callable[[], int]) -> Callable[[Connection], int]:
    """What time it is for a house: by a clock of this machine, or the one its servers share."""
    return postgres.now if is_shared(database) else lambda _connection: clock()


def sent_together(connection: Connection) -> AbstractContextManager[object]:
    """Within it statements that give nothing back need not wait for each other."""
    if connection.dialect.name == "postgresql":
        return postgres.pipelined(connection)
    return nullcontext()


@contextmanager
def open_reader(database: str | Path) -> Iterator[Connection]:
    """One connection that reads, in one transaction: everything is seen as it was at once."""
    engine = reading(database)
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except DBAPIError as error:
        raise CasinoWarError(f"{shown(database)}: cannot be read: {error.orig}") from error
    finally:
        engine.dispose()
