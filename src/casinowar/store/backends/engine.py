"""Connections to a house's database, by its name: the path of a file, or a URL.

A house is kept in one file by SQLite, where one server has it to itself, or in PostgreSQL, where
several share it. Callers see SQLAlchemy's connections, and ask at most whether it is shared.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from casinowar.errors import CasinoWarError
from casinowar.store.backends import postgres, sqlite

T = TypeVar("T")

_TRIES = 3
"""How often something is tried before it is given up."""


class DatabaseAway(CasinoWarError):
    """The database does not answer; it may be asked again."""

    def __init__(self, why: str = "the database does not answer; try again in a moment") -> None:
        super().__init__(why)


class Unwritable(DatabaseAway):
    """The database answers, and cannot be written: its disk is full, or fails."""

    def __init__(self, cause: str) -> None:
        super().__init__("the house cannot write anything down just now; try again in a moment")
        self.cause = cause


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


def prepare(database: str | Path, change: Callable[[Connection], object]) -> None:
    """Do to a database what may be done twice; over a new connection, if the first was lost."""
    for _ in range(_TRIES):
        try:
            with connect_writer(database) as connection:
                change(connection)
            return
        except DBAPIError as error:
            if not _is_lost(error):
                raise
    raise DatabaseAway


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


def lock_floor(connection: Connection, *, whole: bool) -> None:
    """Until the commit no server pauses the house; if it is the whole floor, none opens a table.

    It is taken before any row, so that no two servers wait for each other. In a database of one
    server there is nobody else.
    """
    if connection.dialect.name == "postgresql":
        postgres.lock_floor(connection, whole=whole)


def ask(engine: Engine, query: Callable[[Connection], T]) -> T:
    """What a query finds, in one reading transaction; a connection that is lost is made anew."""
    for _ in range(_TRIES):
        try:
            with engine.connect() as connection, connection.begin():
                return query(connection)
        except DBAPIError as error:
            if not _is_lost(error):
                raise
    raise DatabaseAway


def _is_lost(error: DBAPIError) -> bool:
    """Whether the connection was lost, or none could be had."""
    return error.connection_invalidated or (
        isinstance(error, OperationalError) and error.statement is None
    )


def refusal_to_write(error: Exception) -> Unwritable | None:
    """What to tell of an error if it means that nothing can be written, whatever it is."""
    if isinstance(error, DBAPIError):
        driver: Exception | None = error.orig
        if sqlite.is_unwritable(driver) or postgres.is_unwritable(driver):
            return Unwritable(str(driver))
    return None


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
