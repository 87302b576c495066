"""A house that answers in this thread, without a network, while its clock stands still."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from casinowar.house.house import House
from casinowar.house.people.passwords import Passwords
from casinowar.house.people.sessions import COOKIE
from casinowar.house.settings import Settings
from casinowar.house.tables import jobs
from casinowar.house.upkeep.startup import open_floor
from casinowar.web.app import make_app
from tests.support.house.served import CHEAP


class Reply(NamedTuple):
    """What the house answered."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def told(self) -> Any:
        """The JSON of an accepted request."""
        assert self.status == 200, self.content.decode()
        return json.loads(self.content)


class InProcess:
    """The app of one database, asked request by request."""

    def __init__(self, folder: Path, now: int, *, seed: int = 0, opens_floor: bool = True) -> None:
        """`now` is in milliseconds since 1970; `folder` holds house.db, or will.

        Without `opens_floor` the tables stay as they are, though the built-in rules are newer.
        """
        self.now = now
        unlimited: dict[str, Any] = {"requests_per_second": 0}
        settings = Settings(data=folder, port=0, **unlimited)
        self.house = House(
            settings.house, clock=lambda: self.now, entropy=random.Random(seed).randbytes
        )
        if opens_floor:
            open_floor(self.house)
        self.app = make_app(self.house, settings, Passwords(CHEAP))
        self.runner = asyncio.Runner()

    @contextmanager
    def running(self) -> Iterator["InProcess"]:
        """Start the house, and stop it at the end."""
        with self.runner:
            lifespan = self.app.router.lifespan_context(self.app)
            self.runner.run(lifespan.__aenter__())
            try:
                yield self
            finally:
                self.runner.run(lifespan.__aexit__(None, None, None))

    def get(self, path: str, token: str = "") -> Reply:
        return self.ask("GET", path, token)

    def post(self, path: str, body: bytes = b"", token: str = "", key: str = "") -> Reply:
        return self.ask("POST", path, token, body, key)

    def ask(
        self, method: str, path: str, token: str = "", body: bytes = b"", key: str = ""
    ) -> Reply:
        """Send one request, and wait for its whole answer."""
        return self.runner.run(self._answer(_scope(method, path, token, key), body))

    def begun(self, path: str, parts: int, token: str = "", last: str = "") -> str:
        """The first parts of a stream, which is left then."""
        scope = _scope("GET", path, token, last=last)
        return self.runner.run(self._answer(scope, b"", parts)).content.decode()

    async def _answer(self, scope: dict[str, Any], body: bytes, parts: int = 0) -> Reply:
        """The answer of the app; so many parts of it, where it never ends."""
        sent: list[Any] = []
        asked, left = asyncio.Event(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            if asked.is_set():
                await left.wait()
                return {"type": "http.disconnect"}
            asked.set()
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)
            if len(sent) == parts + 1:
                left.set()

        await self.app(scope, receive, send)
        headers: dict[str, str] = {}
        for name, value in sent[0]["headers"]:
            before = f"{headers[name.decode()]}\n" if name.decode() in headers else ""
            headers[name.decode()] = before + value.decode()
        content = b"".join(
            message.get("body", b"") for message in sent[1 : parts + 1 if parts else None]
        )
        return Reply(sent[0]["status"], headers, content)

    def time_is_up(self, table: str) -> bool:
        """Move the clock to a table's deadline, and let the house act on it."""
        running = self.runner.run(self.house.committed(table))
        if running.due is None:
            return False
        self.now = max(self.now, running.due)
        self.runner.run(self.house.do(lambda work: jobs.time_is_up(work, self.house.means, table)))
        return True


def _scope(method: str, path: str, token: str, key: str = "", last: str = "") -> dict[str, Any]:
    """A request as ASGI has it."""
    named = {
        "host": "localhost",
        "content-type": "application/json",
        "idempotency-key": key,
        "last-event-id": last,
        "cookie": f"{COOKIE}={token}" if token else "",
    }
    bare, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": bare,
        "raw_path": quote(bare).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in named.items() if value],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
    }
