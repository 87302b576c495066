"""How many durable rounds a second a house deals, beside a request that does nothing.

    python bench/house.py [--seconds 4] [--passes 3] [--clients 64] [--json FILE]

The server is one process with the whole app; the clients are another, as lean as they can be. All
ratios are of one run. Everything that is answered has been written to the disk.

What sharing a commit is worth depends on what a commit costs, so it is measured twice: on this disk
as it is, and with a millisecond more for every commit, which is what disks without a cache that
survives a power cut take at least.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # `bench` is a package of this folder

from bench.served import streams
from bench.served.clients import empty, load, rounds

FLUSH_MS = 1
"""What a commit takes more on the slower disk."""

_WASHINGTON = rounds("table", fair=False)
RUNS = {
    "empty POST": (empty, True),
    "washington, a continuing shoe": (_WASHINGTON, True),
    "washington, one client": (_WASHINGTON, False),
    "online, a fresh fair shoe each": (rounds("game", fair=True), True),
}
_MANY_SLOWER = f"washington, {FLUSH_MS} ms commits"
_ONE_SLOWER = f"one client, {FLUSH_MS} ms commits"
SLOWER = {_MANY_SLOWER: (_WASHINGTON, True), _ONE_SLOWER: (_WASHINGTON, False)}
BARS = (
    ("washington, of an empty POST", "washington, a continuing shoe", "empty POST", 0.2),
    ("online, of an empty POST", "online, a fresh fair shoe each", "empty POST", 0.1),
    (
        "64 clients, of one, on this disk",
        "washington, a continuing shoe",
        "washington, one client",
        3,
    ),
    ("the same, with slower commits", _MANY_SLOWER, _ONE_SLOWER, 3),
)


@contextmanager
def server(*options: object) -> Iterator[dict[str, Any]]:
    """A house that serves, and what it says of itself."""
    command = [sys.executable, "-m", "bench.served.server", *map(str, options)]
    root = Path(__file__).resolve().parents[1]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield {**json.loads(line), "pid": process.pid}
    finally:
        process.terminate()
        process.wait(30)


def measure(seconds: float, passes: int, clients: int) -> dict[str, Any]:
    """All figures of one run."""
    found: dict[str, list[float]] = {name: [] for name in (*RUNS, *SLOWER)}
    took: dict[str, list[float]] = {name: [] for name in found}
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as other,
        server("--data", folder, "--clients", clients) as house,
        server("--data", other, "--clients", clients, "--flush-ms", FLUSH_MS) as slower,
    ):
        entered = [(house, *run) for run in RUNS.items()]
        entered += [(slower, *run) for run in SLOWER.items()]
        for turn in range(passes):
            for where, name, (act, together) in entered:
                people = where["clients"] if together else where["clients"][:1]
                run = f"{turn}{name}".replace(" ", "_").replace(",", "")
                a_second, each = asyncio.run(load(where["port"], people, act, seconds, run))
                found[name].append(a_second)
                took[name] += each
        memory = asyncio.run(streams.memory(house["port"], house["clients"][0], house["pid"]))
    return {
        "rates": {name: statistics.median(each) for name, each in found.items()},
        "median_ms": {name: 1000 * statistics.median(each) for name, each in took.items()},
        "p99_ms": {
            name: 1000 * statistics.quantiles(each, n=100)[98] for name, each in took.items()
        },
        "stream_kib": memory,
        "start_seconds": start_with_many_tables(),
    }


def start_with_many_tables(tables: int = 1000) -> float:
    """How long `casinowar serve` takes to answer with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        streams.fill(Path(folder), tables)
        began = time.perf_counter()
        port = streams.free_port()
        command = [sys.executable, "-m", "casinowar", "serve", "--data", folder]
        process = subprocess.Popen(
            [*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            streams.wait_until_answers(port)
            return time.perf_counter() - began
        finally:
            process.terminate()
            process.wait(30)


def tell(found: dict[str, Any]) -> None:
    """The figures, and the bars."""
    click.echo(
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}; clients and server share them"
    )
    click.echo(f"\n{'':34}{'a second':>10}{'median ms':>11}{'99 % ms':>9}")
    for name, rate in found["rates"].items():
        median, most = found["median_ms"][name], found["p99_ms"][name]
        click.echo(f"  {name:32}{rate:>10,.0f}{median:>11.2f}{most:>9.2f}")
    click.echo(f"\n{'bars':38}{'bar':>8}{'found':>9}")
    rates = found["rates"]
    for name, one, other, least in BARS:
        bar(name, rates[one] / rates[other], least, at_least=True)
    name = "washington, a continuing shoe"
    bar("99th percentile, of the median", found["p99_ms"][name] / found["median_ms"][name], 5)
    bar("KiB of memory for each stream", found["stream_kib"], 64)
    bar("seconds to start, 1,000 tables", found["start_seconds"], 10)


def bar(name: str, value: float, limit: float, *, at_least: bool = False) -> None:
    """One figure, and whether it is as it should be."""
    met = value >= limit if at_least else value < limit
    sign = ">=" if at_least else "<"
    click.echo(f"  {name:36}{sign + f' {limit:g}':>8}{value:>9.2f}  {'met' if met else 'missed'}")


@click.command(help=__doc__)
@click.option("--seconds", default=4.0, show_default=True, help="For each figure and pass.")
@click.option("--passes", default=3, show_default=True, help="The median of so many.")
@click.option("--clients", default=64, show_default=True, help="How many at once.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Write the figures here.")
def main(seconds: float, passes: int, clients: int, file: Path | None) -> None:
    found = measure(seconds, passes, clients)
    tell(found)
    if file is not None:
        file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
