"""How the page does in a real browser: frames while cards fly, bytes and time of a first visit.

    python bench/page.py [--rounds 3] [--visits 7] [--json]

The bars: at a table of seven a frame takes at most 17 ms in the median while eight cards fly, which
is 60 a second; a first visit, lobby and table, transfers less than 150 KB; the lobby can be used
within a second of the navigation, and a round be dealt within a second of the click that sits down.
The house is one of its own, as `casinowar serve` runs it, on the same machine; the browser draws
without a graphics card. Beside the frames stand those of one dot on an empty page in the same run:
where they are late, the machine is too busy to say anything. It exits with 1 if a bar is missed.
"""

import json
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # `bench` is a package of this folder

from bench.browsed.frames import Flight, dot, flown
from bench.browsed.house import chromium, served
from bench.browsed.visits import Visit, visit

FRAME_MS = 17
BYTES = 150_000
PLAYABLE_MS = 1000


@dataclass(frozen=True, slots=True)
class Run:
    """What was seen in one run."""

    dots: list[Flight]
    flights: list[Flight]
    visits: list[Visit]


class Figure(NamedTuple):
    """Something that was measured, and the most it may be."""

    name: str
    unit: str
    found: float
    bar: float | None = None

    @property
    def missed(self) -> bool:
        """Whether it is more than it may be."""
        return self.bar is not None and self.found > self.bar


def measure(rounds: int, visits: int) -> Run:
    """Rounds at a table of seven between two looks at the yardstick, and first visits."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as url,
        chromium() as browser,
    ):
        visit(browser, url)  # warms the house and the browser up
        before = dot(browser)
        flights = flown(browser, url, rounds)
        dots = [before, dot(browser)]
        return Run(dots, flights, [visit(browser, url) for _ in range(visits)])


def figures(run: Run) -> list[Figure]:
    """What a run says."""
    frames = [frame for flight in run.flights for frame in flight.frames]
    crowded = [frame for flight in run.flights for frame in flight.crowded]
    dots = [frame for flight in run.dots for frame in flight.frames]
    late = sum(frame > 1.5 * FRAME_MS for frame in frames) / len(frames)
    lobby = statistics.median(each.lobby for each in run.visits)
    table = statistics.median(each.table for each in run.visits)
    sent = max(each.transferred for each in run.visits)
    return [
        Figure("median frame, one dot, the yardstick", "ms", statistics.median(dots)),
        Figure("median frame while eight cards fly", "ms", statistics.median(crowded), FRAME_MS),
        Figure("median frame while any card flies", "ms", statistics.median(frames), FRAME_MS),
        Figure("frames that came late", "%", 100 * late),
        Figure("first visit, transferred", "bytes", sent, BYTES),
        Figure("lobby playable after", "ms", lobby, PLAYABLE_MS),
        Figure("table playable after the click", "ms", table, PLAYABLE_MS),
    ]


def show(found: list[Figure]) -> None:
    """Print the figures beside their bars."""
    click.echo(f"{'':<38}{'found':>14}{'at most':>10}")
    for each in found:
        amount = f"{each.found:,.1f}".removesuffix(".0") + f" {each.unit}"
        bar = "" if each.bar is None else f"{each.bar:>10,}  {'missed' if each.missed else 'met'}"
        click.echo(f"{each.name:<38}{amount:>14}{bar}")
    if found[0].found > FRAME_MS:
        click.echo("The machine is too busy: one dot on an empty page is late as well.")


@click.command(help=__doc__)
@click.option("--rounds", default=3, show_default=True, help="With eight cards each.")
@click.option("--visits", default=7, show_default=True, help="The median of so many.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(rounds: int, visits: int, *, as_json: bool) -> None:
    """Measure and print."""
    found = figures(measure(rounds, visits))
    if as_json:
        click.echo(json.dumps([{**each._asdict(), "missed": each.missed} for each in found]))
    else:
        show(found)
    if any(each.missed for each in found):
        click.echo("above a bar", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
