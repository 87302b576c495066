"""Connections to a house's database, by its name: the path of a file, or a URL.

SQLite keeps a house in one file for one server; in PostgreSQL several servers share it. Callers
use SQLAlchemy's connections, and need to know at most whether the house is shared.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from traceback import clear_frames
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from casinowar.errors import CasinoWarError
from casinowar.store.backends import postgres, sqlite

T = TypeVar("T")

_TRIES = 3
"""How often something is tried."""


class DatabaseAway(CasinoWarError):
    """The database does not answer; the caller may try again."""

    def __init__(self, why: str = "the database does not answer; try again in a moment") -> None:
        super().__init__(why)


class Unwritable(DatabaseAway):
    """The database answers, but cannot be written: its disk is full, or fails."""

    def __init__(self, cause: str) -> None:
        super().__init__("the house cannot write to its database; try again in a moment")
        self.cause = cause


def is_shared(database: str | Path) -> bool:
    """Whether several servers may have the house open at once."""
    return postgres.is_url(database)


def shown(database: str | Path) -> str:
    """A database's name for messages, without a password."""
    if is_shared(database):
        return postgres.shown(postgres.url_of(database))
    return str(sqlite.file_of(database))


def connect_writer(database: str | Path) -> Connection:
    """A connection that writes; for SQLite there must be only one.

    Nothing is written before `begin`. Any thread may use the connection, one at a time. If it was
    lost, the next `begin` makes it anew.
    """
    if is_shared(database):
        return postgres.connect_writer(postgres.url_of(database))
    return sqlite.connect_writer(sqlite.file_of(database))


def prepare(database: str | Path, change: Callable[[Connection], object]) -> None:
    """Prepare a database; done again over a new connection if the first was lost."""
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
    """An engine whose connections read an existing database, and cannot change it."""
    if is_shared(database):
        return postgres.reading(postgres.url_of(database))
    return sqlite.reading(sqlite.file_of(database))


def clock_of(database: str | Path, clock: Callable[[], int]) -> Callable[[Connection], int]:
    """The clock of a house: this machine's, or the database's if several servers share it."""
    return postgres.now if is_shared(database) else lambda _connection: clock()


def sent_together(connection: Connection) -> AbstractContextManager[object]:
    """A block in which statements without a result need not wait for each other."""
    if connection.dialect.name == "postgresql":
        return postgres.pipelined(connection)
    return nullcontext()


def lock_floor(connection: Connection, *, whole: bool) -> None:
    """Until the commit no other server pauses the house; with `whole`, none opens a table.

    Take it before any row, so that no two servers wait for each other. For SQLite it does nothing.
    """
    if connection.dialect.name == "postgresql":
        postgres.lock_floor(connection, whole=whole)


def ask(engine: Engine, query: Callable[[Connection], T]) -> T:
    """The result of a query, in one reading transaction; a lost connection is made anew."""
    for _ in range(_TRIES):
        try:
            with engine.connect() as connection, connection.begin():
                return query(connection)
        except DBAPIError as error:
            if not _is_lost(error):
                raise
    raise DatabaseAway


def _is_lost(error: DBAPIError) -> bool:
    """Whether the connection was lost, or could not be made."""
    return error.connection_invalidated or (
        isinstance(error, OperationalError) and error.statement is None
    )


def refusal_to_write(error: Exception) -> Unwritable | None:
    """The text of an error if it means that nothing can be written, else none."""
    if isinstance(error, DBAPIError):
        driver: Exception | None = error.orig
        if sqlite.is_unwritable(driver) or postgres.is_unwritable(driver):
            return Unwritable(str(driver))
    return None


@contextmanager
def open_reader(database: str | Path) -> Iterator[Connection]:
    """A connection that reads in one transaction, so everything is of the same moment."""
    engine = reading(database)
    try:
        with engine.connect() as connection, connection.begin():
            try:
                yield connection
            except BaseException as error:
                # Its frames hold rows that are still read: they must end before the connection.
                clear_frames(error.__traceback__)
                raise
    except DBAPIError as error:
        raise CasinoWarError(f"{shown(database)}: cannot be read: {error.orig}") from error
    finally:
        engine.dispose()
