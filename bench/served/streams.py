"""What a house costs at rest: memory of open streams, and the start with many tables."""

import asyncio
import secrets
import socket
import time
import urllib.request
from pathlib import Path
from urllib.error import URLError

from casinowar.house.house import House
from casinowar.house.tables.floor import Opening
from casinowar.rules.file import load_rules

STREAMS = 400
_SECONDS = 60


async def memory(port: int, client: dict[str, str], pid: int) -> float:
    """KiB of the server's memory for each open stream of events."""
    path = f"/api/tables/{client['table']}/events"
    request = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {client['cookie']}\r\n\r\n"

    async def opened() -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request.encode())
        await reader.readuntil(b"event: snapshot")
        return writer

    first = [await opened() for _ in range(20)]
    before = _resident(pid)
    writers = [await opened() for _ in range(STREAMS)]
    after = _resident(pid)
    for writer in [*first, *writers]:
        writer.close()
    return (after - before) / STREAMS


def _resident(pid: int) -> float:
    """KiB that a process has in memory."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise RuntimeError("this system does not say how much memory a process has")


def fill(folder: Path, tables: int) -> None:
    """A house with many tables."""
    house = House(
        str(folder / "house.db"),
        clock=lambda: time.time_ns() // 1_000_000,
        entropy=secrets.token_bytes,
    )
    opening = Opening(load_rules("washington"))
    for number in range(tables):
        house.open_now(opening, f"w{number}")
    house.close()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as opened:
        port: int = opened.getsockname()[1]
        return port


def wait_until_answers(port: int) -> None:
    """Ask until the house answers."""
    until = time.monotonic() + _SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.02)
    raise RuntimeError("the house does not answer")
