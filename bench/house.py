"""How fast a house deals durable rounds, beside a bare web app.

    python bench/house.py [--seconds 4] [--passes 3] [--clients 64] [--json FILE]

The yardstick is a bare Starlette app with one POST that msgspec decodes. It runs on the same server
program as the house, and the same clients send it the same bet. Everything takes turns, and a ratio
is the median of the ratios turn by turn. The clients are one process, PostgreSQL has its own, and
all of them share the processors of this machine. A round is answered when it is on the disk.

One house has a slower disk, on which every commit takes a millisecond more: disks without a cache
that survives a power cut take at least that. The command exits with 1 if a bar is missed.
"""

import asyncio
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # `bench` is a package of this folder

from bench.served import clients as scripts
from bench.served import streams as events
from bench.served.postgres import floor
from bench.served.sample import Job, Sample, Summary, ratio, summarise, take_sample
from bench.served.server import SERVE, YARDSTICK, house, seat_clients, served

SLOWER_MS = 1
BARE = "bare Starlette, one POST"
EMPTY = "refused POST, whole app"
WASHINGTON = "round at washington"
ONLINE = "online round, fair shoe"
ALL_SLOW = f"washington, {SLOWER_MS} ms commits"
ONE_SLOW = "the same, one client"
ONE_WORKER = "PostgreSQL, one worker"
TWO_WORKERS = "PostgreSQL, two workers"

TOO_BUSY = 0.15
"""Of all processors: with more for other programs, figures by the wall clock say little."""

Samples = Mapping[str, Sequence[Sample]]


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure beside the limit it must keep."""

    name: str
    found: float
    limit: float
    sign: Literal[">=", "<"] = ">="
    by_processor: float | None = None
    """The same ratio by the servers' processor time, which other programs disturb little."""

    @property
    def missed(self) -> bool:
        """Whether the figure is on the wrong side."""
        return (self.found < self.limit) == (self.sign == ">=")


@dataclass(frozen=True, slots=True)
class Rest:
    """What is measured beside the rates."""

    stream_kib: float
    heard_seconds: Sequence[float]
    """From one worker's answer to another's stream."""
    start_seconds: float


def measure(
    seconds: float, passes: int, clients: int, tables: int, streams: int
) -> tuple[Samples, Rest]:
    """All figures of one run."""
    with ExitStack() as stack:
        enter = stack.enter_context
        folder = Path(enter(tempfile.TemporaryDirectory()))
        players = seat_clients(clients, "--data", f"{folder}/one")
        shutil.copytree(folder / "one", folder / "other")
        bare = enter(served(YARDSTICK))
        ours = enter(house("--data", f"{folder}/one"))
        slower = enter(house("--data", f"{folder}/other", slower_ms=SLOWER_MS))
        pair = enter(floor(clients))
        workers = [pair.one, pair.other]
        jobs = {
            BARE: Job(scripts.bare, players, [bare]),
            EMPTY: Job(scripts.empty, players, [ours]),
            WASHINGTON: Job(scripts.washington, players, [ours]),
            ONLINE: Job(scripts.online, players, [ours]),
            ALL_SLOW: Job(scripts.washington, players, [slower]),
            ONE_SLOW: Job(scripts.washington, players[:1], [slower]),
            ONE_WORKER: Job(scripts.washington, pair.clients, workers[:1], pair.database),
            TWO_WORKERS: Job(scripts.washington, pair.clients, workers, pair.database),
        }
        samples = take_turns(jobs, seconds, passes)
        kib = asyncio.run(events.memory(ours, players[0], streams))
        heard = asyncio.run(events.latencies(pair.one, pair.other, pair.clients[0], times=40))
    return samples, Rest(kib, heard, start_with_many_tables(tables))


def take_turns(jobs: Mapping[str, Job], seconds: float, passes: int) -> Samples:
    """Sample every job in each pass, after a short turn that does not count."""
    found: dict[str, list[Sample]] = {name: [] for name in jobs}
    for turn in range(passes + 1):
        for number, (name, job) in enumerate(jobs.items()):
            sample = take_sample(job, seconds if turn else seconds / 4, f"{turn}.{number}")
            if turn:
                found[name].append(sample)
    if max(sample.rate for sample in found[ONE_SLOW]) > 1000 / SLOWER_MS:
        raise RuntimeError("commits are not slowed down: the house commits without SQLAlchemy")
    return found


def start_with_many_tables(tables: int) -> float:
    """Seconds until a house with so many tables listens; a client has two."""
    with tempfile.TemporaryDirectory() as folder:
        seat_clients(tables // 2, "--data", folder)
        began = time.perf_counter()
        with served([*SERVE, "--data", folder]):
            return time.perf_counter() - began


def bars(samples: Samples, rest: Rest) -> list[Bar]:
    """Every figure that has a limit."""
    washington = summarise(WASHINGTON, samples[WASHINGTON])
    of_one_worker = _by_processor(samples, TWO_WORKERS, ONE_WORKER)
    heard = 1000 * statistics.median(rest.heard_seconds)
    return [
        _of_bare("refused POST, of the bare one", samples, EMPTY, 0.5),
        _of_bare("washington, of the bare POST", samples, WASHINGTON, 0.1),
        _of_bare("online, of the bare POST", samples, ONLINE, 0.05),
        Bar("99th percentile, of the median", washington.p99_ms / washington.median_ms, 3, "<"),
        Bar("all clients, of one, 1 ms commits", ratio(samples[ALL_SLOW], samples[ONE_SLOW]), 4),
        Bar("two workers, of one, by processor time", of_one_worker, 0.9),
        Bar("PostgreSQL, of SQLite", ratio(samples[ONE_WORKER], samples[WASHINGTON]), 0.5),
        Bar("ms to another worker's stream", heard, 50, "<"),
        Bar("KiB of memory for each stream", rest.stream_kib, 64, "<"),
        Bar("seconds to start, with many tables", rest.start_seconds, 10, "<"),
    ]


def _of_bare(says: str, samples: Samples, name: str, limit: float) -> Bar:
    """A bar for the ratio of a job to the yardstick."""
    found = ratio(samples[name], samples[BARE])
    return Bar(says, found, limit, by_processor=_by_processor(samples, name, BARE))


def _by_processor(samples: Samples, name: str, base: str) -> float:
    return ratio(samples[name], samples[base], lambda each: each.efficiency)


def show(rows: Sequence[Summary], others: float, found: Sequence[Bar]) -> None:
    """Print the figures, and the bars."""
    click.echo(f"{os.cpu_count()} processors; other programs took {others:.0%} of them")
    if others > TOO_BUSY:
        click.echo("the machine is busy with other things: figures by the wall clock say little")
    click.echo(f"\n{'':27}{'a second':>9}{'median ms':>11}{'99 % ms':>9}{'server':>9}", nl=False)
    click.echo(f"{'database':>10}{'clients':>9}")
    for row in rows:
        click.echo(f"{row.name:27}{row.a_second:>9,.0f}{row.median_ms:>11.2f}", nl=False)
        click.echo(f"{row.p99_ms:>9.2f}{row.server_us:>9,.0f}{row.database_us:>10,.0f}", nl=False)
        click.echo(f"{row.client_us:>9,.0f}")
    click.echo("server, database, clients: microseconds of processor time for each act")
    click.echo(f"\n{'':40}{'bar':>8}{'found':>9}  {'':8}by processor time")
    for bar in found:
        limit = f"{bar.sign} {bar.limit:g}"
        verdict = "missed" if bar.missed else "met"
        also = "" if bar.by_processor is None else f"{bar.by_processor:.3g}"
        click.echo(f"{bar.name:40}{limit:>8}{bar.found:>9.3g}  {verdict:8}{also}".rstrip())


@click.command(help=__doc__)
@click.option("--seconds", default=4.0, show_default=True, help="For each figure and pass.")
@click.option("--passes", default=3, show_default=True, help="The median of so many.")
@click.option("--clients", default=64, show_default=True, help="How many at once.")
@click.option("--tables", default=1000, show_default=True, help="Of the house that is started.")
@click.option("--streams", default=400, show_default=True, help="How many are opened at once.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Write the figures here.")
def main(
    seconds: float, passes: int, clients: int, tables: int, streams: int, file: Path | None
) -> None:
    """Measure, print, and write what is asked for."""
    samples, rest = measure(seconds, passes, clients, tables, streams)
    rows = [summarise(name, row) for name, row in samples.items()]
    others = statistics.median(sample.others for row in samples.values() for sample in row)
    found = bars(samples, rest)
    show(rows, others, found)
    if file is not None:
        told = {
            "others": others,
            "rows": [asdict(row) for row in rows],
            "bars": [{**asdict(bar), "missed": bar.missed} for bar in found],
        }
        file.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    if any(bar.missed for bar in found):
        sys.exit(1)


if __name__ == "__main__":
    main()
