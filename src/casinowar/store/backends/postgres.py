"""A house that several servers share: PostgreSQL, through psycopg.

A transaction that writes sees what is committed at each statement, and locks the rows it goes on
from. One that reads sees the database as it was when it began. What is committed is on the disk,
whatever the server's default. The clock is the database's own, the one that all servers share.
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
"""How many connections of one server read at once; others wait for their turn."""

_DIALECTS = ("postgresql", "postgres", "postgresql+psycopg")
CONNECT_SECONDS = 5
_OPTIONS = "-c synchronous_commit=on -c lock_timeout=10s -c statement_timeout=0 -c timezone=UTC"
_LOCK = 0x63617369
"""The advisory lock under which one server at a time changes the tables of the database."""
_FLOOR = 0x666C6F72
"""The advisory lock that whoever opens a table shares, and whoever pauses the house has alone."""

_NOW = text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")


def is_url(database: str | Path) -> bool:
    """Whether a name is that of a database of PostgreSQL."""
    return str(database).partition("://")[0] in _DIALECTS


def url_of(database: str | Path) -> URL:
    """The URL of a database, such as postgresql://user:password@host:5432/name."""
    _, _, rest = str(database).partition("://")
    try:
        return make_url(f"postgresql+psycopg://{rest}")
    except (ArgumentError, ValueError):
        raise CasinoWarError(
            "this is no URL of a database: write postgresql://user@host/name"
        ) from None


def shown(url: URL) -> str:
    """A URL as it may stand in a message: without its passwords."""
    return mask(url.set(drivername="postgresql").render_as_string(hide_password=True))


def connect_writer(url: URL) -> Connection:
    """A connection that writes."""
    engine = _engine(url, poolclass=NullPool, isolation_level="READ COMMITTED")
    with _understood(url):
        return engine.connect()


def reading(url: URL) -> Engine:
    """An engine whose connections read, and cannot change anything."""
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
    """Whether an error of the driver says that its disk is full, or that it takes no writing."""
    return getattr(error, "sqlstate", None) in _UNWRITABLE


_UNWRITABLE = ("53100", "25006")


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """Within it statements are sent without waiting; the first that fails is raised at its end."""
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
    """Wait until no other server changes the tables of the database; until the transaction ends."""
    connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))


def lock_floor(connection: Connection, *, whole: bool) -> None:
    """Wait until nobody holds the whole floor, or to do so until nobody holds any of it."""
    kind = "" if whole else "_shared"
    connection.execute(text(f"SELECT pg_advisory_xact_lock{kind}({_FLOOR})"))


def _engine(url: URL, **more: Any) -> Engine:
    psycopg = require_library("psycopg", "PostgreSQL", "postgres")
    engine = create_engine(
        url,
        hide_parameters=True,  # they may be seeds, and an error would tell them
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
