"""The servers that are measured, each in a process of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.served.clients import Client, prepare

ROOT = Path(__file__).resolve().parents[2]
SERVE = ("casinowar", "serve", "--port", "0")
YARDSTICK = ("bench.served.yardstick",)

_QUIET = {"CASINOWAR_LOG_LEVEL": "warning"}
_SETTINGS = {
    "CASINOWAR_GRANT": str(10**11),
    "CASINOWAR_IDLE_MINUTES": "0",
    "CASINOWAR_CONNECTIONS_PER_ADDRESS": "0",
}
_NO_LIMITS = {**_SETTINGS, "CASINOWAR_REQUESTS_PER_SECOND": "0"}
_HIGH_LIMITS = {**_SETTINGS, "CASINOWAR_REQUESTS_PER_SECOND": "100000"}
"""Requests are counted, and none is refused."""

_PORT = re.compile(r"(?:open at http://127\.0\.0\.1:|^)(\d+)$")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that listens."""

    port: int
    pid: int


@contextmanager
def served(module: Sequence[str], settings: dict[str, str] | None = None) -> Iterator[Server]:
    """Run a module that prints its port in its first line, until the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", *module],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**_environment(), **_QUIET, **(settings or {})},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        found = _PORT.search(line)
        if found is None:
            raise RuntimeError(f"{' '.join(module)} did not start: {line!r}")
        yield Server(int(found[1]), process.pid)
    finally:
        process.terminate()
        process.communicate(timeout=30)


def _environment() -> dict[str, str]:
    """The environment without settings of a house: the benchmark makes its own."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CASINOWAR_")}


def seat_clients(count: int, *options: str) -> list[Client]:
    """Start a house once without limits, and seat clients there.

    With limits it would let only a few guests in at once: all come from the same address.
    """
    with served([*SERVE, *options], _NO_LIMITS) as server:
        return prepare(server.port, count)


@contextmanager
def house(*options: str, slower_ms: float = 0) -> Iterator[Server]:
    """A house as `casinowar serve` runs it; every commit can take some milliseconds more."""
    slow = ("bench.served.slow_disk", str(slower_ms)) if slower_ms else SERVE[:1]
    with served([*slow, *SERVE[1:], *options], _HIGH_LIMITS) as server:
        yield server
