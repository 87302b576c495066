"""How fast a table is priced: the whole command, and the figures alone, on one core.

    python bench/odds.py [--times 3] [--json]

The bars: all figures of any built-in rule set in under a second, its whole command in under two,
`compare` of all of them in under five. The start of an empty Python in the same run is given
beside them.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from casinowar.game.round.agenda import opening
from casinowar.odds import Sheet, fresh
from casinowar.odds.price_json import price_json
from casinowar.odds.pricing import worth
from casinowar.odds.sessions.outlook import session_figures
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet

CASINOWAR = str(Path(sys.executable).with_name("casinowar"))


def all_figures(rules: RuleSet) -> None:
    """Everything `casinowar odds` tells, from nothing."""
    worth.cache_clear()
    opening.cache_clear()
    decks = rules.shoe.decks[0]
    sheet = Sheet(rules, fresh(decks))
    price_json(sheet, decks)
    session_figures(sheet, 100, 20)


def run(*words: str) -> None:
    """A whole command, its output thrown away."""
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def seconds(job: Callable[[], None], times: int) -> float:
    """The best of a few runs."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        found.append(time.perf_counter() - start)
    return min(found)


def jobs() -> list[tuple[str, float | None, Callable[[], None]]]:
    """What is measured, with the seconds it may take."""
    listed: list[tuple[str, float | None, Callable[[], None]]] = [
        ("an empty Python", None, lambda: run(sys.executable, "-c", "pass"))
    ]
    for name in builtin_names():
        rules = load_rules(name).rules()
        listed.append((f"figures of {name}", 1.0, lambda rules=rules: all_figures(rules)))  # type: ignore[misc]
        listed.append((f"casinowar odds {name}", 2.0, lambda n=name: run(CASINOWAR, "odds", n)))  # type: ignore[misc]
    listed.append(("casinowar compare", 5.0, lambda: run(CASINOWAR, "compare")))
    return listed


@click.command(help=__doc__)
@click.option("--times", default=3, show_default=True, help="Runs of each, the best counts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(times: int, as_json: bool) -> None:
    """Measure and print."""
    rows = [(name, bar, seconds(job, times)) for name, bar, job in jobs()]
    if as_json:
        click.echo(json.dumps([{"job": n, "seconds": s, "bar": b} for n, b, s in rows]))
        return
    start = rows[0][2]
    click.echo(f"{'job':<34}{'seconds':>9}{'of its bar':>12}{'empty Pythons':>15}")
    for name, bar, spent in rows:
        share = "" if bar is None else f"{spent / bar:.2f}"
        click.echo(f"{name:<34}{spent:>9.3f}{share:>12}{spent / start:>15.1f}")
    if any(bar is not None and spent > bar for _, bar, spent in rows):
        click.echo("beyond a bar")
        sys.exit(1)


if __name__ == "__main__":
    main()
