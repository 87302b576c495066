"""SQLite: a house in one file, with one connection that writes and several that read.

The write-ahead log is flushed at every commit, so everything that was answered is on the disk. The
one writing connection alone moves the log into the file, because SQLite before 3.51.3 may damage a
database if two connections write and move at once. A writing transaction takes the lock when it
begins, so it cannot fail half-way; a reading one sees the database as it was when it began.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from casinowar.errors import CasinoWarError

BUSY_MS = 10_000
"""How long a connection waits for the lock of another."""

LOG_PAGES = 10_000
"""After how many pages, some 40 MB, the log is moved into the file. Most of them are the same few,
written again with every commit: the rarer the move, the fewer pages it writes."""

READERS = 8
"""How many connections may read at once."""

_BOTH = {
    "busy_timeout": str(BUSY_MS),
    "foreign_keys": "ON",
    "trusted_schema": "OFF",
}
_WRITER = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "fullfsync": "ON",  # macOS flushes its disk only if asked to
    "checkpoint_fullfsync": "ON",
    "wal_autocheckpoint": str(LOG_PAGES),
    "journal_size_limit": "67108864",
    "cache_size": "-32768",
}
_READER = {
    "query_only": "ON",
    "wal_autocheckpoint": "0",
}


def file_of(database: str | Path) -> Path:
    """The file of a database, given by its URL (sqlite:///house.db) or its path."""
    text = str(database)
    if "://" not in text:
        return _usable(text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise CasinoWarError(
            f"{_shown(text)} is not the URL of a database: write {_EXAMPLE}"
        ) from None
    if url.get_backend_name() != "sqlite":
        raise CasinoWarError(
            f"a house keeps its database in SQLite or PostgreSQL, not in {url.get_backend_name()}: "
            f"write {_EXAMPLE} or postgresql://user@host/name"
        )
    if url.query or url.host or url.drivername != "sqlite":
        raise CasinoWarError(f"{_shown(text)}: only the path of a file is supported: {_EXAMPLE}")
    return _usable(url.database or "")


_EXAMPLE = "sqlite:////var/lib/casinowar/house.db"


def connect_writer(file: Path) -> Connection:
    """The one connection that writes. It makes the file if there is none."""
    with _understood(file):
        _make(file)
        return _engine(file, _WRITER, "BEGIN IMMEDIATE", NullPool).connect()


@contextmanager
def rebuilding(connection: Connection) -> Iterator[None]:
    """A block in which foreign keys are not checked, because a table is made anew.

    SQLite can change a table's constraints only by making the table anew. It obeys this setting
    only outside transactions, so the driver gets it directly, and no transaction may be open.
    """
    driver = connection.connection.driver_connection
    assert driver is not None, "this connection is open"
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def check_references(connection: Connection) -> None:
    """Refuse a database in which a row refers to a missing one."""
    stray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if stray is not None:
        raise CasinoWarError(f"a row of {stray[0]} refers to a missing row of {stray[2]}")


def is_unwritable(error: object) -> bool:
    """Whether an error means that the disk is full, fails or is read-only."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _UNWRITABLE


_UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)


def reading(file: Path) -> Engine:
    """An engine whose connections read an existing database, and cannot change it."""
    if not file.is_file():
        raise CasinoWarError(f"{file}: there is no such database")
    engine = _engine(file, _READER, "BEGIN", QueuePool)
    with _understood(file), engine.connect() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema")
    return engine


def _engine(
    file: Path, pragmas: dict[str, str], begin: str, pool: type[NullPool | QueuePool]
) -> Engine:
    sized = {"pool_size": READERS, "max_overflow": 0} if pool is QueuePool else {}
    engine = create_engine(
        URL.create("sqlite", database=str(file)),
        poolclass=pool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,  # parameters may be seeds, and an error would show them
        **sized,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the driver begins no transaction by itself
        for name, value in (_BOTH | pragmas).items():
            connection.execute(f"PRAGMA {name} = {value}").fetchall()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _make(file: Path) -> None:
    """Make an empty file that only its owner may read: it will contain seeds and passwords.

    A file that exists is never opened here. Closing it would drop SQLite's locks of other
    connections of this process. The next program to open the database would then believe that
    nobody uses it, and delete its log.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def _understood(file: Path) -> Iterator[None]:
    """Say in a sentence why a database cannot be opened."""
    try:
        yield
    except DBAPIError as error:
        raise CasinoWarError(f"{file}: cannot be opened as a database: {error.orig}") from error
    except OSError as error:
        raise CasinoWarError(f"{file}: cannot be opened: {error.strerror}") from error


def _usable(text: str) -> Path:
    if not text or text == ":memory:" or "\0" in text:
        raise CasinoWarError(f"a database is kept in a file: write {_EXAMPLE}")
    return Path(text)


def _shown(text: str) -> str:
    """The beginning of a URL for messages: the rest could contain a password."""
    return repr(text.partition("@")[0].partition("://")[0] + "://...")
