"""What several workers on PostgreSQL are worth, beside one on SQLite.

    python bench/floor.py [--seconds 4] [--passes 3] [--clients 64] [--json FILE]

A PostgreSQL is started for it, and flushes every commit. Its processes, the workers and the clients
share the cores of this machine, so the processor time that each of them takes is told too: that is
what limits. All ratios are of one run; everything that is answered is on the disk.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # `bench` is a package of this folder

from bench.house import bar, server
from bench.served.clients import BET, SURRENDER, Connection, load, post, rounds
from tests.support.house.postgres import Postgres, started, wait_until_it_answers

SQLITE, ONE, TWO = "SQLite", "PostgreSQL, one worker", "PostgreSQL, two workers"
BARS = ((f"{ONE}, of {SQLITE}", ONE, SQLITE, 0.5), ("two workers, of one", TWO, ONE, 1.4))
LATENCY_MS = 50
DURABLE = {"fsync": "on", "full_page_writes": "on", "shared_buffers": "256MB"}
_ROUND = rounds("table", fair=False)


async def shared_out(ports: list[int], people: list[Any], seconds: float, run: str) -> float:
    """Rounds a second of clients that are shared out among servers."""
    parts = [people[at :: len(ports)] for at in range(len(ports))]
    done = await asyncio.gather(
        *(load(port, part, _ROUND, seconds, run) for port, part in zip(ports, parts, strict=True))
    )
    return sum(a_second for a_second, _ in done)


def used(processes: dict[str, list[psutil.Process]]) -> dict[str, float]:
    """The processor time of each part so far, in seconds."""
    return {
        name: sum(sum(each.cpu_times()[:2]) for each in found) for name, found in processes.items()
    }


def measure(seconds: float, passes: int, clients: int) -> dict[str, Any]:
    """All figures of one run."""
    found: dict[str, list[float]] = {SQLITE: [], ONE: [], TWO: []}
    took: dict[str, list[dict[str, float]]] = {name: [] for name in found}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cwpg")))
        process = stack.enter_context(started(folder, **DURABLE))
        url = f"postgresql://casinowar@/postgres?host={folder}"
        wait_until_it_answers(url, process, folder)
        database = Postgres(url).new()
        files = stack.enter_context(tempfile.TemporaryDirectory())
        small = stack.enter_context(server("--data", files, "--clients", clients))
        first = stack.enter_context(server("--database", database, "--clients", clients))
        second = stack.enter_context(server("--database", database))
        houses = {SQLITE: [small], ONE: [first], TWO: [first, second]}
        for turn in range(passes):
            for number, (name, servers) in enumerate(houses.items()):
                parts = {
                    "database": _family(process.pid) if name != SQLITE else [],
                    "servers": [psutil.Process(each["pid"]) for each in servers],
                    "clients": [psutil.Process()],
                }
                before, began = used(parts), time.perf_counter()
                ports = [each["port"] for each in servers]
                people = servers[0]["clients"]
                run = f"{turn}-{number}"
                found[name].append(asyncio.run(shared_out(ports, people, seconds, run)))
                spent = time.perf_counter() - began
                after = used(parts)
                took[name].append({part: (after[part] - before[part]) / spent for part in parts})
        heard = asyncio.run(latencies(first, second))
    return {
        "rates": {name: statistics.median(each) for name, each in found.items()},
        "cores": {
            name: {part: statistics.median(each[part] for each in turns) for part in turns[0]}
            for name, turns in took.items()
        },
        "latency_ms": 1000 * statistics.median(heard),
    }


def _family(pid: int) -> list[psutil.Process]:
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


async def latencies(one: dict[str, Any], other: dict[str, Any], times: int = 40) -> list[float]:
    """How long after one server has answered a bet a stream of the other tells of it."""
    client, loop = one["clients"][0], asyncio.get_running_loop()
    path, cookie = f"/api/tables/{client['table']}", client["cookie"]
    reader, writer = await asyncio.open_connection("127.0.0.1", other["port"])
    head = f"GET {path}/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {cookie}\r\n\r\n"
    writer.write(head.encode())
    await reader.readuntil(b"event: state")
    transport, connection = await loop.create_connection(Connection, "127.0.0.1", one["port"])
    found = []
    for number in range(times):
        heard = loop.create_task(reader.readuntil(b'"bets_closed"'))
        _, answer = await connection.ask(post(f"{path}/bet", cookie, f"late{number}", BET))
        began = time.perf_counter()
        await heard
        found.append(time.perf_counter() - began)
        if b'"choice_needed"' in answer:
            await connection.ask(post(f"{path}/choose", cookie, f"late{number}c", SURRENDER))
    transport.close()
    writer.close()
    return found


def tell(found: dict[str, Any]) -> None:
    """The figures, and the bars."""
    click.echo(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}\n")
    click.echo(f"{'':28}{'rounds/s':>10}{'database':>10}{'servers':>10}{'clients':>10}")
    for name, rate in found["rates"].items():
        cores = "".join(f"{value:>10.2f}" for value in found["cores"][name].values())
        click.echo(f"  {name:26}{rate:>10,.0f}{cores}")
    click.echo("  (database, servers, clients: cores that each kept busy)")
    click.echo(f"\n{'bars':38}{'bar':>8}{'found':>9}")
    for name, one, other, least in BARS:
        bar(name, found["rates"][one] / found["rates"][other], least, at_least=True)
    bar("ms from a worker to another's stream", found["latency_ms"], LATENCY_MS)


@click.command(help=__doc__)
@click.option("--seconds", default=4.0, show_default=True, help="For each figure and pass.")
@click.option("--passes", default=3, show_default=True, help="The median of so many.")
@click.option("--clients", default=64, show_default=True, help="How many at once.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Write the figures here.")
def main(seconds: float, passes: int, clients: int, file: Path | None) -> None:
    """Measure, print, and write what is asked for."""
    found = measure(seconds, passes, clients)
    tell(found)
    if file is not None:
        file.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
