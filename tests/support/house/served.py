"""A house that is served on a free port of this machine, for clients in tests."""

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import structlog
from argon2 import PasswordHasher

from casinowar.house.house import House
from casinowar.house.people.own_limits import Pace
from casinowar.house.people.passwords import Passwords
from casinowar.house.settings import Settings
from casinowar.house.timeouts import Seconds
from casinowar.house.upkeep.startup import open_floor
from casinowar.web.server import Server
from tests.support.house.template import begin

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SOON = 20.0
PATIENT = Seconds(3600, 3600, 3600, 3600, 3600, 3600)
"""Nobody is hurried: a test that is slow must not be another test."""

_KEYS = count(1)


def clock() -> int:
    return time.time_ns() // 1_000_000


class Client:
    """Someone who speaks to the house."""

    def __init__(self, url: str) -> None:
        self.http = httpx2.Client(base_url=url, timeout=SOON, verify=False)

    def get(self, path: str, **query: Any) -> httpx2.Response:
        return self.http.get(path, params=query)

    def post(
        self, path: str, body: object = None, key: str | None = None, **more: Any
    ) -> httpx2.Response:
        headers = {"Idempotency-Key": f"k{next(_KEYS)}" if key is None else key}
        if not headers["Idempotency-Key"]:
            headers = {}
        headers |= more.pop("headers", {})
        if body is not None:
            more["json"] = body
        return self.http.post(path, headers=headers, **more)

    def ask(self, path: str, body: object = None, key: str | None = None) -> dict[str, Any]:
        """The answer of a POST that is accepted."""
        return told(self.post(path, body, key))

    def look(self, path: str, **query: Any) -> dict[str, Any]:
        """The answer of a GET that is accepted."""
        return told(self.get(path, **query))

    def command(self, table: str, command: str, **body: Any) -> dict[str, Any]:
        """The answer of a command that is accepted."""
        return self.ask(f"/api/tables/{table}/{command}", body)

    def refused(self, table: str, command: str, **body: Any) -> dict[str, Any]:
        """The problem that a command meets."""
        return problem(self.post(f"/api/tables/{table}/{command}", body))


@contextmanager
def unwritable(served: "Served") -> Iterator[None]:
    """While this lasts, a house's database takes nothing that is written."""
    house = served.house
    driver = house.do_now(lambda work: work.connection.connection.driver_connection)
    assert driver is not None
    if house.is_shared:
        says = "SET SESSION CHARACTERISTICS AS TRANSACTION READ {}"
        refuse, take = says.format("ONLY"), says.format("WRITE")
    else:
        refuse, take = "PRAGMA query_only = ON", "PRAGMA query_only = OFF"
    driver.execute(refuse)
    driver.commit()
    try:
        yield
    finally:
        driver.execute(take)
        driver.commit()


def told(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def problem(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    found: dict[str, Any] = answer.json()
    assert found["status"] == answer.status_code
    found["kind"] = found["type"].removeprefix("urn:casinowar:problem:")
    return found


class Served:
    """A house that answers at `url`."""

    def __init__(self, folder: Path, seconds: Seconds = PATIENT, **settings: Any) -> None:
        self.folder = folder
        self.settings = Settings(data=folder, port=0, **{"requests_per_second": 0, **settings})
        begin(self.settings.house)
        self.house = House(
            self.settings.house,
            clock=clock,
            entropy=secrets.token_bytes,
            seconds=seconds,
            pace=Pace(self.settings.round_seconds, self.settings.quick_rebet),
            authorised=self.settings.authorised,
        )
        open_floor(self.house, authorised=self.settings.authorised)
        self.server = Server(self.house, self.settings, passwords=Passwords(CHEAP))
        self._clients: list[Client] = []
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        await self.server.serve()

    def start(self) -> None:
        self._thread.start()
        until = time.monotonic() + SOON
        while not self.server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < until, "the server takes too long to start"
            time.sleep(0.01)
        self.url = f"http://127.0.0.1:{self.server.port}"

    def stop_soon(self) -> None:
        """Begin to stop, and wait for nothing."""
        for client in self._clients:
            client.http.close()
        self.server.should_exit = True

    def stop(self) -> None:
        self.stop_soon()
        self._thread.join(SOON)
        assert not self._thread.is_alive(), "the server takes too long to stop"

    def stranger(self) -> Client:
        client = Client(self.url)
        self._clients.append(client)
        return client

    def guest(self) -> Client:
        client = self.stranger()
        client.ask("/api/guest")
        return client


@contextmanager
def served(folder: Path, seconds: Seconds = PATIENT, **settings: Any) -> Iterator[Served]:
    """A house with its floor, served; passwords are cheap to hash."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    house = Served(folder, seconds, **settings)
    house.start()
    try:
        yield house
    finally:
        house.stop()
