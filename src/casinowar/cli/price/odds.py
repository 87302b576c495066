"""`casinowar odds`: show the exact price of every wager at a table."""

from typing import Any

import click

from casinowar.cli.output_file import output_file

EXAMPLES = """\b
Examples:
  casinowar odds washington
  casinowar odds south-dakota --decks 8
  casinowar odds california --reading primary-collected --json
  casinowar odds fun-casino --gone "A A K 9x3"
  casinowar odds my-table.toml --decks infinite
  casinowar odds washington --rounds 200 --bankroll 50
  casinowar odds california --stake 30 --bets "20 20/5 20"
  casinowar odds washington --html washington.html --pdf washington.pdf
"""


@click.command("odds", epilog=EXAMPLES)
@click.argument("rules", required=False)
@click.option("--decks", metavar="N", help="Decks in the shoe: 1 to 12, or infinite.")
@click.option("--reading", metavar="NAME", help="Use this reading instead of the default one.")
@click.option("--gone", metavar="CARDS", help="Cards that have left the shoe, such as 9h K A 5x3.")
@click.option(
    "--policy",
    type=click.Choice(["war", "surrender", "war and tie"]),
    help="Also price this choice on every tie hand.",
)
@click.option("--seats", type=int, metavar="N", help="Seats with equal primary wagers, 1 to 8.")
@click.option(
    "--rounds",
    type=int,
    default=100,
    show_default=True,
    metavar="N",
    help="Rounds in a session.",
)
@click.option(
    "--bankroll",
    type=int,
    default=20,
    show_default=True,
    metavar="UNITS",
    help="Bankroll for a session, in primary wagers.",
)
@click.option("--distribution", is_flag=True, help="Add every result of a session to --json.")
@click.option(
    "--pace",
    type=int,
    default=120,
    show_default=True,
    metavar="N",
    help="Rounds an hour.",
)
@click.option("--stake", metavar="AMOUNT", help="The banker's stake, if a player banks.")
@click.option("--bets", metavar="BETS", help="Bets against --stake by seat, such as 20 20/5 10.")
@click.option("--json", "as_json", is_flag=True, help="Print every figure as one JSON object.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json; needs no RULES.")
@click.option(
    "--html",
    "as_html",
    metavar="FILE",
    callback=output_file,
    help="Write an HTML page with plots to this file.",
)
@click.option(
    "--pdf",
    "as_pdf",
    metavar="FILE",
    callback=output_file,
    help="Write a printable PAR sheet to this file.",
)
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(
    rules: str | None,
    reading: str | None,
    schema: bool,
    as_json: bool,
    as_html: str | None,
    as_pdf: str | None,
    no_color: bool,
    **asked: Any,
) -> None:
    """Show the exact price of every wager and every choice.

    RULES is the name of a built-in rule set or the path of a rule file. Prices are exact fractions
    for a fresh shoe, or for one that lacks some cards (--gone). They are computed with the
    same code that plays the game.
    """
    import json
    from importlib import resources

    from casinowar.api.price import price
    from casinowar.api.rules import load
    from casinowar.cli.price.price_table import price_table
    from casinowar.cli.sign import make_console, show

    if schema:
        click.echo(
            resources.files("casinowar.odds").joinpath("price.schema.json").read_text("utf-8")
        )
        return
    if rules is None:
        raise click.UsageError("RULES is missing: give a built-in name or the path of a rule file")
    decks, gone = asked.pop("decks"), asked.pop("gone")
    priced = price(load(rules, reading), _decks(decks), gone=gone)
    wants_report = as_html is not None or as_pdf is not None
    if wants_report:
        from casinowar.report.output import publish, ready

        ready(as_html, as_pdf)
    if (asked["stake"] is None) != (asked["bets"] is None):
        raise click.UsageError("use --stake and --bets together")
    found = priced.to_json(**asked)
    written = []
    if wants_report:
        from casinowar.odds.request import decision_of

        decision = decision_of(priced.sheet.rules, asked["policy"])
        written = publish(priced, found, decision, as_html, as_pdf)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    elif written:
        click.echo(f"written: {' '.join(written)}")
    else:
        show(make_console(no_color=no_color), price_table(priced.rules.file, priced.sheet, found))


def _decks(text: str | None) -> "int | str | None":
    """Return the --decks option, as a number if it is one."""
    from casinowar.odds.request import decks_of

    return None if text is None else decks_of(text)
