"""No client sends without end, or keeps the house waiting: over real sockets."""

import inspect
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from casinowar.web import server
from casinowar.web.http.addresses import network_of
from casinowar.web.http.connections import BoundedProtocol, ConnectionBounds, Crowd
from tests.support.house.served import Served, served

QUICK = ConnectionBounds(head_seconds=0.4, body_seconds=0.4, unread_seconds=0.4, per_address=8)
PATIENCE = 20.0


@contextmanager
def hurried(folder: Path, bounds: ConnectionBounds) -> Iterator[Served]:
    """A house whose connections have other bounds."""
    with patch.object(server, "ConnectionBounds", lambda **_: bounds), served(folder) as house:
        yield house


@contextmanager
def connected(house: Served) -> Iterator[socket.socket]:
    host, _, port = house.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as client:
        yield client


def answer(client: socket.socket) -> bytes:
    """Everything until the house closes the connection."""
    received = b""
    try:
        while data := client.recv(65536):
            received += data
    except ConnectionResetError:
        pass
    return received


def flood(client: socket.socket, first: bytes, block: bytes, blocks: int) -> int:
    """Send blocks until the house hangs up; how many went out."""
    client.sendall(first)
    sent = 0
    try:
        for _ in range(blocks):
            client.sendall(block)
            sent += 1
    except OSError:
        pass
    return sent


@pytest.mark.parametrize(
    "first, status",
    [
        (b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: ", b"431"),
        (b"GET /", b"414"),
        (b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-A: a\r\nX-B: ", b"431"),
    ],
)
def test_endless_head_is_cut_off(tmp_path: Path, first: bytes, status: bytes) -> None:
    with served(tmp_path) as house, connected(house) as client:
        client.sendall(first + b"a" * 40_000)
        assert answer(client).startswith(b"HTTP/1.1 " + status)
        with connected(house) as other:
            assert flood(other, first, b"a" * 65536, 4000) < 4000
        assert house.stranger().get("/healthz").status_code == 200


def test_many_short_headers_are_too_many(tmp_path: Path) -> None:
    with served(tmp_path) as house, connected(house) as client:
        client.sendall(b"GET / HTTP/1.1\r\n" + b"X-A: bbbbbbbbbb\r\n" * 3000 + b"\r\n")
        assert answer(client).startswith(b"HTTP/1.1 431")


def test_head_within_the_limit_is_answered(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        answered = house.stranger().http.get("/healthz", headers={"X-A": "a" * 30_000})
        assert answered.status_code == 200
        with connected(house) as client:  # large bodies after small heads, in one piece
            body = b"x" * 60_000
            head = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"
            client.sendall(head + body + b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")
            assert answer(client).count(b"HTTP/1.1 ") == 2


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nHost:",
        b"POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1",
    ],
)
def test_slow_sender_is_ended(tmp_path: Path, half: bytes) -> None:
    with hurried(tmp_path, QUICK) as house, connected(house) as client:
        began = time.monotonic()
        client.sendall(half)
        received = answer(client)
        assert time.monotonic() - began < PATIENCE
        assert received.startswith(b"HTTP/1.1 408")


def test_without_a_time_limit_a_slow_sender_stays(tmp_path: Path) -> None:
    patient = QUICK._replace(head_seconds=3600)
    with hurried(tmp_path, patient) as house, connected(house) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost:")
        client.settimeout(2.5)
        with pytest.raises(TimeoutError):
            client.recv(1)


def test_open_stream_has_no_time_limit(tmp_path: Path) -> None:
    with hurried(tmp_path, QUICK) as house, connected(house) as client:
        client.sendall(b"GET /api/lobby/events HTTP/1.1\r\nHost: x\r\n\r\n")
        client.settimeout(2.5)
        assert client.recv(65536).startswith(b"HTTP/1.1 200")
        with pytest.raises(TimeoutError):
            answer(client)


def test_address_has_so_many_connections(tmp_path: Path) -> None:
    patient = QUICK._replace(head_seconds=3600)
    with hurried(tmp_path, patient) as house, ExitStack() as stack:
        for _ in range(QUICK.per_address):
            stack.enter_context(connected(house))
        deadline = time.monotonic() + PATIENCE
        refused = b""
        while not refused and time.monotonic() < deadline:
            with connected(house) as client:
                client.settimeout(1)
                try:
                    refused = answer(client)
                except TimeoutError:
                    continue
        assert refused.startswith(b"HTTP/1.1 503")
        assert b"retry-after" in refused


def test_few_connections_of_an_address_have_a_reserve() -> None:
    crowd = Crowd(ConnectionBounds(per_address=1000), files=200)
    for _ in range(136):
        assert not crowd.refuses("1.2.3.4")
        crowd.enter("1.2.3.4")
    assert crowd.refuses("1.2.3.4")
    assert not crowd.refuses("5.6.7.8")
    for number in range(32):
        crowd.enter(f"9.9.9.{number}")
    assert crowd.refuses("5.6.7.8")
    crowd.leave("1.2.3.4")
    assert not crowd.refuses("5.6.7.8")


def test_unread_answer_is_given_up(tmp_path: Path) -> None:
    ended: list[float] = []
    with hurried(tmp_path, QUICK) as house, connected(house) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        many = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 60
        client.sendall(many)
        deadline = time.monotonic() + PATIENCE
        while not ended and time.monotonic() < deadline:
            time.sleep(0.2)
            if not house.server.server_state.connections:
                ended.append(time.monotonic())
    assert ended


@pytest.mark.parametrize(
    "address, counted",
    [
        ("1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("2001:db8::1", "2001:db8::"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
    ],
)
def test_network_is_counted(address: str, counted: str) -> None:
    assert network_of(address) == counted


def test_uvicorn_still_has_the_callbacks_that_are_counted() -> None:
    """The protocol overrides internals of uvicorn; a new version may rename them."""
    overridden = [
        name
        for name, _ in inspect.getmembers(BoundedProtocol, inspect.isfunction)
        if name in vars(BoundedProtocol) and (name.startswith("on_") or name == "data_received")
    ]
    assert len(overridden) == 6
    for name in [*overridden, "connection_made", "connection_lost", "send_400_response"]:
        assert hasattr(HttpToolsProtocol, name)
    source = inspect.getsource(HttpToolsProtocol.data_received)
    assert "self.parser.feed_data(data)" in source
    assert "self.send_400_response(" in source
