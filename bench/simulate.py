"""How fast casinowar simulates: its kernels beside a plain C loop, Python, NumPy, and its peers.

    python bench/simulate.py [--seconds 7] [--json FILE] [--plot FILE.svg] [--no-peers]

Everything takes turns in one run. The C loop is compiled here (bench/loop.c); the peers are
installed from the Python Package Index into an environment of their own, kept in the cache folder.
The counts of every contender are compared with the exact odds: a wrong loop is no yardstick.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # `bench` is a package of this folder

from bench.peers.environment import cache_folder
from bench.race import ours, plain, shown
from bench.race.contender import Absent, Contender, Entrant
from bench.race.loop import c_loop
from bench.race.others import peers
from bench.race.racing import race
from casinowar.errors import CasinoWarError
from casinowar.files import writable_path, write
from casinowar.rules.file import load_rules
from casinowar.sim.game import game_of
from casinowar.sim.proof.machine import machine

RULES = load_rules("fun-casino").rules("first-bet-lost")
ONE_SEAT = game_of(RULES, cut_card=30)
SEVEN_SEATS = game_of(RULES, seats=7, cut_card=30)
RESHUFFLED = game_of(RULES, rounds_per_shoe=1)


@contextmanager
def entrants(
    folder: Path, with_peers: bool, tell: Callable[[str], None]
) -> Iterator[list[Entrant]]:
    """Everyone in the race, in the order of their turns."""
    tell("compiling")
    listed: list[Entrant] = [
        c_loop(ONE_SEAT, "one seat", folder),
        ours.kernel("general", ONE_SEAT, "one seat"),
        ours.kernel("vector", ONE_SEAT, "one seat"),
        plain.in_numpy(ONE_SEAT),
        plain.in_python(ONE_SEAT),
        c_loop(SEVEN_SEATS, "seven seats", folder),
        ours.kernel("general", SEVEN_SEATS, "seven seats"),
        ours.kernel("vector", SEVEN_SEATS, "seven seats"),
        ours.kernel("general", RESHUFFLED, "reshuffled each round"),
        ours.kernel("vector", RESHUFFLED, "reshuffled each round"),
    ]
    if with_peers:
        listed += peers(ONE_SEAT, cache_folder(), tell)
    tell("starting a cluster")
    with ours.on_two_cores(ONE_SEAT, os.cpu_count() or 1) as shared_out:
        yield listed + shared_out


def load() -> float | None:
    """How many programs want to run, where the system tells."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def run(seconds: float, passes: int, with_peers: bool, tell: Callable[[str], None]) -> shown.Race:
    """The whole race."""
    busy = load()
    with (
        tempfile.TemporaryDirectory() as folder,
        entrants(Path(folder), with_peers, tell) as entered,
    ):
        contenders = [each for each in entered if isinstance(each, Contender)]
        absent = [each for each in entered if isinstance(each, Absent)]
        results = race(contenders, seconds, tell, passes)
    return shown.Race(results, absent, machine(), busy, seconds, passes)


@click.command(help=__doc__)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=7.0,
    show_default=True,
    help="About how long each contender plays, in all its turns.",
)
@click.option(
    "--passes",
    type=click.IntRange(min=1),
    default=7,
    show_default=True,
    help="In how many turns; the median of them counts.",
)
@click.option("--json", "json_file", metavar="FILE", help="Write everything measured as JSON.")
@click.option("--plot", "plot_file", metavar="FILE.svg", help="Write a plot.")
@click.option("--no-peers", is_flag=True, help="Leave out the other libraries.")
def main(
    seconds: float, passes: int, json_file: str | None, plot_file: str | None, no_peers: bool
) -> None:
    """Run the race, print it, and write what is asked for."""
    try:
        for file in filter(None, (json_file, plot_file)):
            writable_path(file)
        with Console(stderr=True).status("starting") as status:
            found = run(seconds, passes, not no_peers, status.update)
        click.echo(shown.text(found), nl=False)
        if json_file is not None:
            write(json_file, (json.dumps(shown.as_json(found), indent=2) + "\n").encode())
        if plot_file is not None:
            write(plot_file, shown.plot(found).encode())
    except CasinoWarError as error:
        raise click.UsageError(str(error)) from error
    if not found.is_well:
        sys.exit(1)


if __name__ == "__main__":
    main()
