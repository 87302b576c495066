"""Clients that cost as little as clients can: requests as bytes, over connections kept open."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

SEED = "6b" * 32
_BET = {"bets": [{"seat": 1, "wager": "primary", "amount": 1000}], "ready": True}
BET = json.dumps(_BET).encode()
SURRENDER = json.dumps({"seat": 1, "choice": "surrender"}).encode()


class Connection(asyncio.Protocol):
    """One connection: a request at a time, and the body of its answer."""

    def __init__(self) -> None:
        self._data = b""
        self._answer: asyncio.Future[bytes] | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        head = self._data.find(b"\r\n\r\n")
        if head < 0 or self._answer is None:
            return
        at = self._data.find(b"content-length: ")
        length = int(self._data[at + 16 : self._data.find(b"\r\n", at)])
        if len(self._data) < head + 4 + length:
            return
        answer, self._data = self._data, b""
        self._answer.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(exc or ConnectionError("the server closed the connection"))

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the answer."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        answer = await self._answer
        return int(answer[9:12]), answer[answer.find(b"\r\n\r\n") + 4 :]


@dataclass
class Counted:
    """What a client has done."""

    done: int = 0
    seconds: list[float] = field(default_factory=list)
    """How long each request took."""


def post(path: str, cookie: str, key: str, body: bytes) -> bytes:
    """A request as it goes over the wire."""
    return (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n"
        f"content-type: application/json\r\nidempotency-key: {key}\r\n"
        f"content-length: {len(body)}\r\n\r\n"
    ).encode() + body


async def empty(connection: Connection, client: dict[str, str], counted: Counted, key: str) -> None:
    """A request that does nothing."""
    await _asked(connection, post("/empty", client["cookie"], key, b"{}"), counted)
    counted.done += 1


def rounds(where: str, *, fair: bool) -> Callable[..., Awaitable[None]]:
    """Rounds of one player: one POST bets and deals, a second one answers a tie."""
    body = json.dumps({**_BET, "fair": {"seed": SEED, "cut": 77}}).encode() if fair else BET

    async def play(
        connection: Connection, client: dict[str, str], counted: Counted, key: str
    ) -> None:
        path, cookie = f"/api/tables/{client[where]}", client["cookie"]
        answer = await _asked(connection, post(f"{path}/bet", cookie, key, body), counted)
        if b'"choice_needed"' in answer:
            await _asked(connection, post(f"{path}/choose", cookie, f"{key}c", SURRENDER), counted)
        counted.done += 1

    return play


async def _asked(connection: Connection, request: bytes, counted: Counted) -> bytes:
    began = time.perf_counter()
    status, answer = await connection.ask(request)
    counted.seconds.append(time.perf_counter() - began)
    if status != 200:
        raise RuntimeError(f"{status}: {answer.decode()[:400]}")
    return answer


async def load(
    port: int,
    clients: list[dict[str, str]],
    act: Callable[..., Awaitable[None]],
    seconds: float,
    run: str,
) -> tuple[float, list[float]]:
    """Have clients act for a while, all at once; acts a second, and how long requests took."""
    loop = asyncio.get_running_loop()
    until = time.perf_counter() + seconds

    async def one(client: dict[str, str]) -> Counted:
        transport, connection = await loop.create_connection(Connection, "127.0.0.1", port)
        counted, number = Counted(), 0
        while time.perf_counter() < until:
            number += 1
            await act(connection, client, counted, f"{run}.{number}")
        transport.close()
        return counted

    began = time.perf_counter()
    done = await asyncio.gather(*map(one, clients))
    took = time.perf_counter() - began
    return sum(each.done for each in done) / took, [t for each in done for t in each.seconds]
