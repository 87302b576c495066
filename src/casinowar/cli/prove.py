"""`casinowar prove`: play, price and simulation agree."""

from typing import TYPE_CHECKING, Any

import click

from casinowar import __version__
from casinowar.cli.written import written

if TYPE_CHECKING:
    from casinowar.rulefile import RuleFile
    from casinowar.sim.certificate import Certificate, Table

_ASKED = ("reading", "decks", "seats", "policy", "cut_card", "kernel", "seed")
_COMPARED = 2_000
"""Rounds that core and kernels deal alike: a second's work or two of the core."""

EXAMPLES = """\b
Examples:
  casinowar prove washington
  casinowar prove fun-casino --reading first-bet-lost --seats 7 --rounds 1e10
  casinowar prove my-table.toml --seed 7 --json > certificate.json
  casinowar prove south-dakota --html south-dakota.html --pdf south-dakota.pdf
"""


@click.command("prove", epilog=EXAMPLES)
@click.argument("rules")
@click.option("--reading", metavar="NAME", help="Prove this reading instead of the default one.")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 12.")
@click.option(
    "--seats", type=int, default=1, show_default=True, metavar="N", help="Seats that bet, 1 to 8."
)
@click.option(
    "--policy",
    type=click.Choice(["war", "surrender", "war and tie"]),
    help="What every tie hand does; war where it is offered.",
)
@click.option("--cut-card", type=int, metavar="N", help="Cards behind the cut card.")
@click.option(
    "--rounds",
    default="1e8",
    show_default=True,
    metavar="N",
    help="Rounds to simulate, with fresh shoes and again to the cut card.",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="The same proof again.")
@click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="As many as there are cores."
)
@click.option(
    "--kernel", type=click.Choice(["vector", "general"]), help="The fastest that fits the table."
)
@click.option("--json", "as_json", is_flag=True, help="Print the certificate as one JSON object.")
@click.option(
    "--html",
    "as_html",
    metavar="FILE",
    callback=written,
    help="Write a report with the certificate.",
)
@click.option(
    "--pdf",
    "as_pdf",
    metavar="FILE",
    callback=written,
    help="Write a PAR sheet with the certificate.",
)
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    rules: str, as_json: bool, as_html: str | None, as_pdf: str | None, no_color: bool, **asked: Any
) -> None:
    """Prove that a table plays what it was priced at: the certificate.

    RULES is the name of a built-in rule set or the path of a rule file. The core and every kernel
    deal the same rounds from the same cards; rounds with fresh shoes come out as the exact odds
    say, within bounds that are set before; and what the cut card changes is measured. Exit status:
    0 if all of it holds, 1 if something does not.
    """
    import json

    from casinowar.cli.sign import make_console, show
    from casinowar.extras import needed
    from casinowar.rulefile import load_rules

    file = load_rules(rules)
    for library in ("numba", "numpy"):
        needed(library, "a proof", "sim")
    if as_html is not None or as_pdf is not None:
        from casinowar.report.publishing import ready

        ready(as_html, as_pdf)
    from casinowar.cli.certificate import certificate
    from casinowar.sim.proof import proof

    table = _table(file, asked)
    found = proof(table, _proved(table, asked["threads"], no_color=no_color), __version__)
    written = _report(file, table, found, as_html, as_pdf)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        show(make_console(no_color=no_color), certificate(found))
        if written:
            click.echo(f"written: {' '.join(written)}")
    if not found["proved"]:
        raise click.exceptions.Exit(1)


def _table(file: "RuleFile", asked: dict[str, Any]) -> "Table":
    """The table that is asked for, and how much of it is played."""
    from secrets import randbelow

    from casinowar.sim.certificate import Table
    from casinowar.sim.request import MOST_SEED, Request, rounds_of, subject_of_request

    request = Request(**{name: asked[name] for name in _ASKED})
    rules, subject = subject_of_request(file, request, __version__, randbelow(MOST_SEED))
    return Table(
        rules=rules,
        game=subject.job.game,
        decision=subject.policy,
        kernel=subject.job.kernel,
        seed=subject.job.seed,
        rounds=rounds_of(asked["rounds"]),
        compared=_COMPARED,
    )


def _proved(table: "Table", threads: int | None, *, no_color: bool) -> "Certificate":
    """The proof, on as many threads, with a line on a terminal that says how far it is."""
    import time
    from concurrent.futures import ThreadPoolExecutor

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from casinowar.cli.running import cores
    from casinowar.sim.certificate import prove

    workers = cores() if threads is None else threads
    console = Console(stderr=True, no_color=no_color or None)
    columns = (TextColumn("{task.description}"), BarColumn())
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task("compiling", total=1)
        with ThreadPoolExecutor(workers) as executor:
            return prove(
                table,
                executor,
                ahead=2 * workers,
                clock=time.perf_counter,
                heard=lambda what, share: bar.update(task, description=what, completed=share),
            )


def _report(
    file: "RuleFile",
    table: "Table",
    found: dict[str, Any],
    as_html: str | None,
    as_pdf: str | None,
) -> list[str]:
    """Write the report of the table with its certificate; the files that were written."""
    if as_html is None and as_pdf is None:
        return []
    from casinowar.cli.odds import USUAL, price_figures
    from casinowar.odds.composition import fresh
    from casinowar.odds.sheet import Sheet
    from casinowar.report.publishing import publish

    decks = table.game.decks
    sheet = Sheet(table.rules, fresh(decks))
    priced = price_figures(sheet, decks, {**USUAL, "seats": table.game.seats})
    return publish(file, sheet, priced, table.decision, as_html, as_pdf, proof=found)
