"""Notifications between the servers of one house, in PostgreSQL.

A commit that moved tables sends their ids on a channel. That is only a hint: the truth is in their
rows, where a server that missed a hint finds it a little later. On another channel a server asks
who else hears from a player.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from casinowar.optional_libraries import require_library
from casinowar.store.backends.postgres import CONNECT_SECONDS, url_of

CHANNEL = "casinowar_moved"
ASKING = "casinowar_asking"
_QUIET_SECONDS = 1.0
"""Seconds of silence after which the listener asks for a look at everything."""
_MOST_NAMED = 100
"""The most names in one message, which may have 8,000 bytes."""
_TELL = text("SELECT pg_notify(:channel, :names)")


def notify(connection: Connection, server: str, tables: list[str]) -> None:
    """Tell all other servers which tables have moved, once this is committed."""
    _send(connection, CHANNEL, server, tables)


def ask(connection: Connection, server: str, players: list[str]) -> None:
    """Ask all other servers for players, once this is committed."""
    _send(connection, ASKING, server, players)


def _send(connection: Connection, channel: str, server: str, names: list[str]) -> None:
    for first in range(0, len(names), _MOST_NAMED):
        said = " ".join([server, *names[first : first + _MOST_NAMED]])
        connection.execute(_TELL, {"channel": channel, "names": said})


class NotificationListener:
    """A thread that reports which tables other servers have moved, and for whom they ask.

    After a silence, or if it may have missed something, it reports an empty list of tables.
    """

    def __init__(
        self,
        database: str | Path,
        server: str,
        moved: Callable[[list[str]], None],
        asked: Callable[[list[str]], None],
    ) -> None:
        self._server = server
        self._url = (
            url_of(database).set(drivername="postgresql").render_as_string(hide_password=False)
        )
        self._moved = moved
        self._asked = asked
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="casinowar-ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._over.set()
        self._thread.join()

    def _listen(self) -> None:
        psycopg = require_library("psycopg", "PostgreSQL", "postgres")
        while not self._over.is_set():
            try:
                with psycopg.connect(
                    self._url, autocommit=True, connect_timeout=CONNECT_SECONDS
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    connection.execute(f"LISTEN {ASKING}")
                    self._moved([])  # something may have been sent while nobody listened
                    self._hear(connection)
            except psycopg.OperationalError:
                self._over.wait(_QUIET_SECONDS)

    def _hear(self, connection: Any) -> None:
        quiet_since = time.monotonic()
        while not self._over.is_set():
            for notice in connection.notifies(timeout=_QUIET_SECONDS, stop_after=1):
                server, *names = notice.payload.split()
                if server != self._server:
                    (self._asked if notice.channel == ASKING else self._moved)(names)
            if time.monotonic() - quiet_since >= _QUIET_SECONDS:
                quiet_since = time.monotonic()
                self._moved([])
