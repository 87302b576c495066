"""Clients that cost as little as possible: requests as bytes, over connections that stay open.

A client is a script, a generator that yields requests and gets the answers. Its connection sends
the next request as soon as the answer is complete, in the same callback of the event loop. No task
or future is made for a request: the clients share the processors with the server they measure.
"""

import asyncio
import json
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast

import uvloop

OK, UNAUTHORIZED, UNPROCESSABLE = 200, 401, 422
SEED = "6b" * 32
_BET = {"bets": [{"seat": 1, "wager": "primary", "amount": 1000}], "ready": True}
BET = json.dumps(_BET).encode()
FAIR_BET = json.dumps({**_BET, "fair": {"seed": SEED, "cut": 77}}).encode()
SURRENDER = json.dumps({"seat": 1, "choice": "surrender"}).encode()
SIT = json.dumps({"seat": 1}).encode()
OPEN = json.dumps({"rules": "washington"}).encode()
MALFORMED = b"{}"
_PATIENCE = 60
"""Seconds after which a server is taken for dead."""

Answer = tuple[int, bytes]
"""Status, and the head and body as they arrived."""

Requests = Generator[bytes, Answer, None]


@dataclass(frozen=True, slots=True)
class Client:
    """A player with a session, seated at a washington table and at an online game."""

    cookie: str = ""
    table: str = ""
    game: str = ""


@dataclass(slots=True)
class Tally:
    """What a client has done."""

    until: float
    acts: int = 0
    seconds: list[float] = field(default_factory=list)
    """How long each request took."""

    def goes_on(self) -> bool:
        """Whether there is time for another act."""
        return time.perf_counter() < self.until


Script = Callable[[Client, Tally, str], Requests]
"""What a client does, given its tally and a prefix for its keys."""


class Refused(RuntimeError):
    """The server gave another answer than it should."""


class Connection(asyncio.Protocol):
    """A connection that runs a script, one request at a time."""

    def __init__(self, requests: Requests, seconds: list[float]) -> None:
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._requests = requests
        self._seconds = seconds
        self._data = b""
        self._sent = 0.0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is of no such class
        self._go_on(None)

    def data_received(self, data: bytes) -> None:
        self._data = self._data + data if self._data else data
        head = self._data.find(b"\r\n\r\n")
        if head < 0:
            return
        at = self._data.find(b"content-length: ")
        length = int(self._data[at + 16 : self._data.find(b"\r\n", at)])
        if len(self._data) < head + 4 + length:
            return
        self._seconds.append(time.perf_counter() - self._sent)
        answer, self._data = self._data, b""
        self._go_on((int(answer[9:12]), answer))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_exception(exc or ConnectionError("the server closed the connection"))

    def _go_on(self, answer: Answer | None) -> None:
        """Send the next request of the script, if there is one."""
        assert self._transport is not None
        try:
            request = next(self._requests) if answer is None else self._requests.send(answer)
        except StopIteration:
            self.ended.set_result(None)
            self._transport.close()
        except Refused as error:
            self.ended.set_exception(error)
            self._transport.close()
        else:
            self._sent = time.perf_counter()
            self._transport.write(request)


def post(path: str, cookie: str, key: str, body: bytes) -> bytes:
    """A request as it goes over the wire."""
    return (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n"
        f"content-type: application/json\r\nidempotency-key: {key}\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    ).encode() + body


def expect(status: int, answer: Answer) -> bytes:
    """The answer, if it has this status."""
    if answer[0] != status:
        raise Refused(answer[1].decode(errors="replace")[:2000])
    return answer[1]


def bare(client: Client, tally: Tally, key: str) -> Requests:
    """The bet of a round, sent to the yardstick."""
    while tally.goes_on():
        tally.acts += 1
        expect(OK, (yield post("/bet", client.cookie, f"{key}.{tally.acts}", BET)))


def empty(client: Client, tally: Tally, key: str) -> Requests:
    """The cheapest POST of the app: a command that lacks its fields.

    It passes everything that a bet passes before the house gets it: guard, limits, router, session,
    key, and the decoding of its body, which refuses it. The database is not asked. The first one
    has no session, and must be refused for that: so the session is looked at before the body.
    """
    path = f"/api/tables/{client.table}/bet"
    expect(UNAUTHORIZED, (yield post(path, "", key, MALFORMED)))
    while tally.goes_on():
        tally.acts += 1
        request = post(path, client.cookie, f"{key}.{tally.acts}", MALFORMED)
        expect(UNPROCESSABLE, (yield request))


def washington(client: Client, tally: Tally, key: str) -> Requests:
    """Rounds of one player with a continuing shoe."""
    return _rounds(client, client.table, BET, tally, key)


def online(client: Client, tally: Tally, key: str) -> Requests:
    """Rounds of one player, each with a fair shoe of its own."""
    return _rounds(client, client.game, FAIR_BET, tally, key)


def _rounds(client: Client, table: str, body: bytes, tally: Tally, key: str) -> Requests:
    """One POST bets and deals; a second one answers a tie."""
    path, cookie = f"/api/tables/{table}", client.cookie
    while tally.goes_on():
        tally.acts += 1
        act = f"{key}.{tally.acts}"
        answer = expect(OK, (yield post(f"{path}/bet", cookie, act, body)))
        if b'"choice_needed"' in answer:
            expect(OK, (yield post(f"{path}/choose", cookie, f"{act}c", SURRENDER)))


def arrive(arrived: list[Client]) -> Requests:
    """A new guest opens a washington table and an online game, and sits down at both."""
    answer = expect(OK, (yield post("/api/guest", "", "guest", b"")))
    cookie = answer.partition(b"set-cookie: ")[2].partition(b";")[0].decode()
    tables = []
    for path, body in (("/api/tables", OPEN), ("/api/tables/online/game", b"")):
        answer = expect(OK, (yield post(path, cookie, path, body)))
        tables.append(str(json.loads(answer.partition(b"\r\n\r\n")[2])["table"]))
    for table in tables:
        path = f"/api/tables/{table}/sit"
        expect(OK, (yield post(path, cookie, path, SIT)))
    arrived.append(Client(cookie, *tables))


def prepare(port: int, count: int) -> list[Client]:
    """Clients of a house that has no limits."""
    arrived: list[Client] = []
    _run({port: [(arrive(arrived), []) for _ in range(count)]}, _PATIENCE)
    return arrived


def load(
    ports: Sequence[int], clients: Sequence[Client], script: Script, seconds: float, key: str
) -> list[Tally]:
    """Run a script with all clients at once, shared out among servers; what each has done."""
    tallies = [Tally(time.perf_counter() + seconds) for _ in clients]
    scripts: dict[int, list[tuple[Requests, list[float]]]] = {port: [] for port in ports}
    for number, (client, tally) in enumerate(zip(clients, tallies, strict=True)):
        port = ports[number % len(ports)]
        scripts[port].append((script(client, tally, key), tally.seconds))
    _run(scripts, seconds + _PATIENCE)
    return tallies


def _run(scripts: dict[int, list[tuple[Requests, list[float]]]], patience: float) -> None:
    """Run scripts to their end, each over a connection of its own to its port."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        made = [
            await loop.create_connection(partial(Connection, *each), "127.0.0.1", port)
            for port, parts in scripts.items()
            for each in parts
        ]
        async with asyncio.timeout(patience):
            await asyncio.gather(*(connection.ended for _, connection in made))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())
