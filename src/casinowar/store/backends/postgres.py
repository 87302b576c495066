"""PostgreSQL, through psycopg: a house that several servers share.

A writing transaction sees at each statement what is committed, and locks the rows it builds on. A
reading one sees the database as it was when it began. A commit is on the disk, whatever the
server's default is. The clock is the database's, which all servers share.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    NullPool,
    QueuePool,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError

from casinowar.errors import CasinoWarError
from casinowar.optional_libraries import require_library
from casinowar.store.backends.url import mask

READERS = 8
"""How many connections of one server may read at once."""

_DIALECTS = ("postgresql", "postgres", "postgresql+psycopg")
CONNECT_SECONDS = 5
_OPTIONS = "-c synchronous_commit=on -c lock_timeout=10s -c statement_timeout=0 -c timezone=UTC"
_LOCK = 0x63617369
"""The advisory lock for changing the database's schema: one server at a time."""
_FLOOR = 0x666C6F72
"""The advisory lock that is shared to open a table, and exclusive to pause the house."""

_NOW = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")


def is_url(database: str | Path) -> bool:
    """Whether a name is the URL of a PostgreSQL database."""
    return str(database).partition("://")[0] in _DIALECTS


def url_of(database: str | Path) -> URL:
    """The URL of a database, such as postgresql://user:password@host:5432/name."""
    _, _, rest = str(database).partition("://")
    try:
        return make_url(f"postgresql+psycopg://{rest}")
    except (ArgumentError, ValueError):
        raise CasinoWarError(
            "this is not the URL of a database: write postgresql://user@host/name"
        ) from None


def shown(url: URL) -> str:
    """A URL for messages, without its passwords."""
    return mask(url.set(drivername="postgresql").render_as_string(hide_password=True))


def connect_writer(url: URL) -> Connection:
    """A connection that writes."""
    engine = _engine(url, poolclass=NullPool, isolation_level="READ COMMITTED")
    with _understood(url):
        return engine.connect()


def reading(url: URL) -> Engine:
    """An engine whose connections read and cannot change anything."""
    engine = _engine(
        url,
        poolclass=QueuePool,
        pool_size=READERS,
        max_overflow=0,
        pool_pre_ping=True,
        isolation_level="REPEATABLE READ",
    ).execution_options(postgresql_readonly=True)
    with _understood(url), engine.connect():
        return engine


def now(connection: Connection) -> int:
    """The database's clock, in milliseconds since 1970."""
    return int(connection.scalar(_NOW) or 0)


def is_unwritable(error: object) -> bool:
    """Whether an error means that the disk is full, or that the database is read-only."""
    return getattr(error, "sqlstate", None) in _UNWRITABLE


_UNWRITABLE = ("53100", "25006")


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """A block in which statements are sent without waiting; its end raises the first error."""
    driver: Any = connection.connection.driver_connection
    psycopg = require_library("psycopg", "PostgreSQL", "postgres")
    try:
        with driver.pipeline():
            yield
    except psycopg.Error as error:
        if driver.closed:
            connection.invalidate()
        base: type[Exception] = psycopg.Error
        found = DBAPIError.instance(None, None, error, base, hide_parameters=True)
        raise found from error


def lock_schema(connection: Connection) -> None:
    """Lock the schema until the transaction ends; wait while another server changes it."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))


def lock_floor(connection: Connection, *, whole: bool) -> None:
    """Lock the floor until the transaction ends: shared, or the whole of it alone."""
    kind = "" if whole else "_shared"
    connection.execute(text(f"SELECT pg_advisory_xact_lock{kind}({_FLOOR})"))


def _engine(url: URL, **more: Any) -> Engine:
    psycopg = require_library("psycopg", "PostgreSQL", "postgres")
    engine = create_engine(
        url,
        hide_parameters=True,  # parameters may be seeds, and an error would show them
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "casinowar",
            "options": _OPTIONS,
        },
        **more,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # as text, every quote in a list would be escaped, and entries are full of them
        connection.adapters.register_dumper(list, psycopg.types.array.ListBinaryDumper)

    return engine


@contextmanager
def _understood(url: URL) -> Iterator[None]:
    """Say in a sentence why a database cannot be opened."""
    try:
        yield
    except DBAPIError as error:
        why = " ".join(str(error.orig).split())
        raise CasinoWarError(f"{shown(url)}: cannot be opened: {why}") from error
