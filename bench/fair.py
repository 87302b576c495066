"""How fast a fair shoe is built, on one core.

    python bench/fair.py [--seconds 1] [--json]

The bar: a six-deck shoe in under two milliseconds, with every seat of a full table having a part
in it. Times are given beside that of Python's own shuffle of as many cards in the same run, so that
machines and noisy hours can be compared; a fair shoe hashes some fifty times on top of it.
"""

import hmac
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from casinowar.fair import (
    Ceremony,
    Part,
    Reveal,
    Terms,
    build,
    player_commitment,
    server_commitment,
)

SEED = bytes(range(32))
MILLISECOND = 1_000


@dataclass(frozen=True, slots=True)
class Job:
    """Something to measure, and the microseconds it may take."""

    name: str
    bar: int | None
    run: Callable[[], object]


def terms(decks: int) -> Terms:
    """The terms of a shoe at a table of seven."""
    return Terms("t1/1", decks, 19, 30)


def parts(decks: int, seats: int) -> tuple[Part, ...]:
    """The parts of so many seats, all revealed."""
    own, server = terms(decks), server_commitment(terms(decks), SEED)
    secrets = {seat: Reveal(bytes([seat] * 32), 10 * seat) for seat in range(1, seats + 1)}
    return tuple(
        Part(seat, player_commitment(own, server, seat, secret), secret)
        for seat, secret in secrets.items()
    )


def shoe(decks: int, seats: int) -> Callable[[], object]:
    """Build a shoe from seeds that are there."""
    own, taken = terms(decks), parts(decks, seats)
    return lambda: build(own, SEED, 1, taken)


def ceremony(decks: int, seats: int) -> Callable[[], object]:
    """A whole ceremony, step by step, and the shoe."""
    own, taken = terms(decks), parts(decks, seats)

    def run() -> object:
        steps = Ceremony(own, server_commitment(own, SEED))
        for part in taken:
            steps = steps.commit(part.seat, part.commitment)
        steps = steps.close(1)
        for part in taken:
            assert part.reveal is not None, "every seat reveals here"
            steps = steps.reveal(part.seat, part.reveal)
        return steps.shoe(SEED)

    return run


def plain_shuffle() -> object:
    """What Python itself needs for as many cards."""
    cards = list(range(312))
    random.Random(1).shuffle(cards)
    return cards


JOBS = (
    Job("Python's own shuffle, the yardstick", None, plain_shuffle),
    Job("one HMAC-SHA256", None, lambda: hmac.digest(SEED, b"12345678", "sha256")),
    Job("six decks, nobody has a part", 2 * MILLISECOND, shoe(6, 0)),
    Job("six decks, seven seats", 2 * MILLISECOND, shoe(6, 7)),
    Job("six decks, the whole ceremony", 2 * MILLISECOND, ceremony(6, 7)),
    Job("twelve decks, seven seats", None, shoe(12, 7)),
)


def measure(jobs: tuple[Job, ...], seconds: float) -> dict[str, float]:
    """Microseconds of each job, the jobs taking turns so that noise meets all of them."""
    done = dict.fromkeys((job.name for job in jobs), 0)
    spent = dict.fromkeys((job.name for job in jobs), 0.0)
    while min(spent.values()) < seconds:
        for job in jobs:
            start = time.process_time()
            while time.process_time() - start < seconds / 5:
                job.run()
                done[job.name] += 1
            spent[job.name] += time.process_time() - start
    return {job.name: 1e6 * spent[job.name] / done[job.name] for job in jobs}


@click.command(help=__doc__)
@click.option("--seconds", default=1.0, show_default=True, help="Processor time for each job.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    times = measure(JOBS, seconds)
    base = times[JOBS[0].name]
    rows = [
        {
            "job": job.name,
            "microseconds": round(times[job.name], 1),
            "of_yardstick": round(times[job.name] / base, 3),
            "of_bar": None if job.bar is None else round(times[job.name] / job.bar, 3),
        }
        for job in JOBS
    ]
    if as_json:
        click.echo(json.dumps(rows))
    else:
        show(rows)
    if any(row["of_bar"] is not None and row["of_bar"] > 1 for row in rows):  # type: ignore[operator]
        click.echo("above a bar", err=True)
        sys.exit(1)


def show(rows: list[dict[str, Any]]) -> None:
    """Print the times as a table."""
    click.echo(f"{'job':<38}{'microseconds':>14}{'of yardstick':>14}{'of its bar':>12}")
    for row in rows:
        bar = "" if row["of_bar"] is None else f"{row['of_bar']:.3f}"
        click.echo(f"{row['job']:<38}{row['microseconds']:>14}{row['of_yardstick']:>14}{bar:>12}")


if __name__ == "__main__":
    main()
