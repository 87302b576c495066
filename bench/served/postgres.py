"""A house on PostgreSQL with two workers."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.served.clients import Client
from bench.served.server import Server, house, seat_clients
from tests.support.house.postgres import Postgres, started, wait_until_it_answers

_DURABLE = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "256MB"}


@dataclass(frozen=True, slots=True)
class Floor:
    """Two servers of one house."""

    one: Server
    other: Server
    clients: list[Client]
    database: int
    """The process of PostgreSQL."""


@contextmanager
def floor(clients: int) -> Iterator[Floor]:
    """Start a PostgreSQL that writes every commit to the disk, and two servers on it."""
    with tempfile.TemporaryDirectory(prefix="cwpg") as name:
        folder = Path(name)
        with started(folder, **_DURABLE) as process:
            url = f"postgresql://casinowar@/postgres?host={folder}"
            wait_until_it_answers(url, process, folder)
            database = ("--database", Postgres(url).new())
            people = seat_clients(clients, *database)
            with house(*database) as one, house(*database) as other:
                yield Floor(one, other, people, process.pid)
