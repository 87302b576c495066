"""`casinowar prove`: prove that play, price and simulation agree."""

from typing import TYPE_CHECKING, Any

import click

from casinowar.cli.output_file import output_file

if TYPE_CHECKING:
    from casinowar.api.rules import Rules
    from casinowar.api.simulation.prove import Proof

_ASKED = ("decks", "seats", "policy", "cut_card", "kernel", "seed")

EXAMPLES = """\b
Examples:
  casinowar prove washington
  casinowar prove fun-casino --reading first-bet-lost --seats 7 --rounds 1e10
  casinowar prove my-table.toml --seed 7 --json > certificate.json
  casinowar prove south-dakota --html south-dakota.html --pdf south-dakota.pdf
"""


@click.command("prove", epilog=EXAMPLES)
@click.argument("rules")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option("--decks", type=int, metavar="N", help="Decks in the shoe, 1 to 12.")
@click.option(
    "--seats", type=int, default=1, show_default=True, metavar="N", help="Seats that bet, 1 to 8."
)
@click.option(
    "--policy",
    type=click.Choice(["war", "surrender", "war and tie"]),
    help="Choice on every tie hand; if not set, war where offered.",
)
@click.option("--cut-card", type=int, metavar="N", help="Cards behind the cut card.")
@click.option(
    "--rounds",
    default="1e8",
    show_default=True,
    metavar="N",
    help="Rounds to simulate with fresh shoes, and again to the cut card.",
)
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Repeat the proof of this seed.")
@click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads; one per core if not set."
)
@click.option(
    "--kernel",
    type=click.Choice(["vector", "general"]),
    help="Code that deals the cards; the fastest if not set.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the certificate as one JSON object.")
@click.option(
    "--html",
    "as_html",
    metavar="FILE",
    callback=output_file,
    help="Write an HTML report with the certificate to this file.",
)
@click.option(
    "--pdf",
    "as_pdf",
    metavar="FILE",
    callback=output_file,
    help="Write a PAR sheet with the certificate to this file.",
)
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    rules: str, as_json: bool, as_html: str | None, as_pdf: str | None, no_color: bool, **asked: Any
) -> None:
    """Prove that a table plays at its exact price.

    RULES is the name of a built-in rule set or the path of a rule file. The certificate has
    three parts. The core and every kernel deal the same rounds from the same cards. Simulated
    rounds with fresh shoes agree with the exact odds, within bounds set in advance. The last part
    shows how much the cut card changes the results. The exit status is 0 if the proof holds, and 1
    if any part of it fails.
    """
    import json

    from casinowar.api.rules import load
    from casinowar.api.simulation.simulate import require_numbers
    from casinowar.cli.sign import make_console, show

    loaded = load(rules)
    require_numbers("a proof")
    if as_html is not None or as_pdf is not None:
        from casinowar.report.output import ready

        ready(as_html, as_pdf)
    from casinowar.cli.simulate.certificate_table import certificate_table

    if asked["reading"] is not None:
        loaded = loaded.under(asked["reading"])
    proof = _proved(loaded, asked, no_color=no_color)
    found = proof.to_json()
    written = _report(proof, found, as_html, as_pdf)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        show(make_console(no_color=no_color), certificate_table(found))
        if written:
            click.echo(f"written: {' '.join(written)}")
    if not found["proved"]:
        raise click.exceptions.Exit(1)


def _proved(rules: "Rules", asked: dict[str, Any], *, no_color: bool) -> "Proof":
    """Run the proof, and show its progress on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    from casinowar.api.simulation.prove import prove_request
    from casinowar.sim.request import Request, rounds_of

    request, rounds = Request(**{name: asked[name] for name in _ASKED}), rounds_of(asked["rounds"])
    console = Console(stderr=True, no_color=no_color or None)
    columns = (TextColumn("{task.description}"), BarColumn())
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task("compiling", total=1)

        def on_progress(what: str, share: float) -> None:
            bar.update(task, description=what, completed=share)

        return prove_request(rules, request, rounds, asked["threads"], on_progress)


def _report(
    proof: "Proof", found: dict[str, Any], as_html: str | None, as_pdf: str | None
) -> list[str]:
    """Write the report of the table with its certificate, and return the files written."""
    if as_html is None and as_pdf is None:
        return []
    from casinowar.api.price import price
    from casinowar.report.output import publish

    game = proof.table.game
    priced = price(proof.rules, game.decks)
    figures = priced.to_json(seats=game.seats)
    return publish(priced, figures, proof.table.decision, as_html, as_pdf, proof=found)
