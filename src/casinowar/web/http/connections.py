"""Connections with bounds: no client can send without end, or keep the house waiting.

Uvicorn limits neither the head of a request nor the time a client takes to send one. This protocol
adds both, a limit of connections for each address, and an end for clients that stop reading. It
counts in uvicorn's callbacks: a test fails if these change.
"""

import resource
from collections import Counter
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from casinowar.web.http.addresses import network_of

log = structlog.get_logger("casinowar.web")

_HEADERS_TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE


class ConnectionBounds(NamedTuple):
    """What a connection may take."""

    head_bytes: int = 32 * 1024
    """The most bytes of a request line with its headers."""
    head_seconds: float = 10
    """From the connection, or from a request's first byte, until its headers are complete."""
    body_seconds: float = 30
    """From then until its body is complete."""
    unread_seconds: float = 30
    """How long a client may leave an answer unread once all buffers are full."""
    per_address: int = 200
    """The most connections from one address; 0 for any number."""


class Crowd:
    """The open connections, counted by address."""

    RESERVE = 64
    """File descriptors that are kept for the database, and for addresses with few connections."""
    FEW = 4

    def __init__(self, bounds: ConnectionBounds, files: int | None = None) -> None:
        """`files` is how many file descriptors the process may have."""
        self.bounds = bounds
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._files = max(soft if files is None else files, 2 * self.RESERVE)
        self._open: Counter[str] = Counter()

    def refuses(self, address: str) -> bool:
        """Whether an address has too many connections, given how many others there are."""
        own, most = self._open[address], self.bounds.per_address
        if most and own >= most:
            return True
        free = self._files - self._open.total()
        return free <= self.RESERVE and (own >= self.FEW or free <= self.RESERVE // 2)

    def enter(self, address: str) -> None:
        """Count a connection."""
        self._open[address] += 1

    def leave(self, address: str) -> None:
        """Count a connection no longer."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class BoundedProtocol(HttpToolsProtocol):
    """A connection that is ended if it exceeds the bounds."""

    def __init__(self, *given: Any, crowd: Crowd, **named: Any) -> None:
        super().__init__(*given, **named)
        self._crowd = crowd
        self._address = ""
        self._is_in = False
        self._head = 0
        """The bytes received of a head that is not complete."""
        self._parsed = 0
        """The bytes of request line and headers that the parser has understood."""
        self._status = HTTPStatus.BAD_REQUEST
        """Of the answer to what cannot be parsed."""
        self.deadline: float | None = None
        """When the client must have sent what is missing; `None` if nothing is."""
        self.unread_since: float | None = None
        """When an answer was first found unread."""

    def connection_made(self, transport: Any) -> None:
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        self._address = network_of(self.client[0] if self.client else "")
        if self._crowd.refuses(self._address):
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        self._is_in = True
        self._crowd.enter(self._address)
        self._await(self._crowd.bounds.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        if self._is_in:
            self._crowd.leave(self._address)
            self._is_in = False
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what arrived, unless a head without an end arrives."""
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if self._head > self._crowd.bounds.head_bytes:
            self._refuse(_HEADERS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._parsed = 0
        if self.deadline is None:
            self._await(self._crowd.bounds.head_seconds)

    def on_url(self, url: bytes) -> None:
        """A part of the address arrived."""
        self._count(len(url), HTTPStatus.REQUEST_URI_TOO_LONG)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer, is complete."""
        self._count(len(name) + len(value), _HEADERS_TOO_LARGE)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is complete; a body may follow."""
        self._await(self._crowd.bounds.body_seconds)
        super().on_headers_complete()
        self._head = -(2**62)  # what comes now is no head

    def on_message_complete(self) -> None:
        """The request is complete."""
        super().on_message_complete()
        self._head, self.deadline = 0, None

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 (uvicorn's words are not sent)
        """Refuse what cannot be parsed, or is too large."""
        self._refuse(self._status)

    def end_if_due(self, now: float) -> None:
        """End the connection if its client is too slow."""
        if self.transport.is_closing():
            return
        if self.deadline is not None and now > self.deadline:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif not self.flow.write_paused:
            self.unread_since = None
        elif self.unread_since is None:
            self.unread_since = now
        elif now - self.unread_since > self._crowd.bounds.unread_seconds:
            log.info("connection ended", address=self._address, why="its answer is not read")
            self.transport.abort()

    def _count(self, size: int, status: HTTPStatus) -> None:
        self._parsed += size
        if self._parsed > self._crowd.bounds.head_bytes:
            self._status = status
            raise ValueError("the head of this request is too large")  # uvicorn refuses it

    def _await(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds

    def _has_begun_to_answer(self) -> bool:
        """Whether half an answer is sent; there is no cycle before the first request."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and cycle.response_started and not cycle.response_complete

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer with fixed bytes, and close."""
        if self.transport.is_closing():
            return
        log.info("connection ended", address=self._address, why=status.phrase)
        if not self._has_begun_to_answer():
            self.transport.write(_ANSWERS[status])
        self.transport.close()


def end_slow(connections: Iterable[object], now: float) -> None:
    """End the connections whose clients are too slow."""
    for connection in list(connections):
        if isinstance(connection, BoundedProtocol):
            connection.end_if_due(now)


def _answer(status: HTTPStatus) -> bytes:
    wait = b"retry-after: 5\r\n" if status is HTTPStatus.SERVICE_UNAVAILABLE else b""
    line = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode()
    return line + wait + b"content-length: 0\r\nconnection: close\r\n\r\n"


_ANSWERS = {
    status: _answer(status)
    for status in (
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.REQUEST_URI_TOO_LONG,
        _HEADERS_TOO_LARGE,
        HTTPStatus.SERVICE_UNAVAILABLE,
    )
}
