"""`casinowar odds`: what a table is worth, exactly."""

from typing import TYPE_CHECKING, Any

import click

from casinowar import __version__
from casinowar.cli.written import written

if TYPE_CHECKING:
    from casinowar.odds.sheet import Sheet

USUAL: dict[str, Any] = {
    "gone": None,
    "policy": None,
    "seats": None,
    "rounds": 100,
    "bankroll": 20,
    "distribution": False,
    "pace": 120,
    "stake": None,
    "bets": None,
}
"""What is priced where nothing else is asked."""

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
@click.option("--decks", metavar="N", help="Decks in the shoe being dealt, 1 to 12 or infinite.")
@click.option("--reading", metavar="NAME", help="Price this reading instead of the default one.")
@click.option("--gone", metavar="CARDS", help="Cards that have left the shoe: 9h K A 5x3.")
@click.option(
    "--policy",
    type=click.Choice(["war", "surrender", "war and tie"]),
    help="Add the price of this decision on every tie hand.",
)
@click.option("--seats", type=int, metavar="N", help="Equal primaries against the bank, 1 to 8.")
@click.option(
    "--rounds",
    type=int,
    default=USUAL["rounds"],
    show_default=True,
    metavar="N",
    help="A session's rounds.",
)
@click.option(
    "--bankroll",
    type=int,
    default=USUAL["bankroll"],
    show_default=True,
    metavar="UNITS",
    help="A session's bankroll, in primaries.",
)
@click.option("--distribution", is_flag=True, help="Add every result of the session to --json.")
@click.option(
    "--pace",
    type=int,
    default=USUAL["pace"],
    show_default=True,
    metavar="N",
    help="Rounds an hour.",
)
@click.option("--stake", metavar="AMOUNT", help="A banker's stake, where a player banks.")
@click.option("--bets", metavar="BETS", help="The bets against it, seat by seat: 20 20/5 10.")
@click.option("--json", "as_json", is_flag=True, help="Print every figure as one JSON object.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json, without RULES.")
@click.option(
    "--html",
    "as_html",
    metavar="FILE",
    callback=written,
    help="Write a page with plots to this file.",
)
@click.option(
    "--pdf",
    "as_pdf",
    metavar="FILE",
    callback=written,
    help="Write a PAR sheet to print to this file.",
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
    """Price a table: every wager and every decision, as exact fractions.

    RULES is the name of a built-in rule set or the path of a rule file. The price is that of a
    fresh shoe, or of one from which cards are gone, worked out from the code that plays.
    """
    import json
    from importlib import resources

    from casinowar.cli.price import price
    from casinowar.cli.sign import make_console, show
    from casinowar.odds.request import decision_of, sheet_of
    from casinowar.rulefile import load_rules

    if schema:
        click.echo(resources.files("casinowar").joinpath("schemas/odds.json").read_text("utf-8"))
        return
    if rules is None:
        raise click.UsageError("RULES is missing: a built-in name or the path of a rule file")
    file = load_rules(rules)
    sheet, decks = sheet_of(file.rules(reading), asked["decks"], asked["gone"])
    wants_report = as_html is not None or as_pdf is not None
    if wants_report:
        from casinowar.report.publishing import publish, ready

        ready(as_html, as_pdf)
    found = price_figures(sheet, decks, asked)
    written = []
    if wants_report:
        decision = decision_of(sheet.rules, asked["policy"])
        written = publish(file, sheet, found, decision, as_html, as_pdf)
    if as_json:
        click.echo(json.dumps(found, indent=2))
    elif written:
        click.echo(f"written: {' '.join(written)}")
    else:
        show(make_console(no_color=no_color), price(file, sheet, found))


def price_figures(sheet: "Sheet", decks: int | str, asked: dict[str, Any]) -> dict[str, Any]:
    """Every figure of what was asked."""
    from casinowar.odds.figures import figures
    from casinowar.odds.outlook import banker_figures, session_figures, win_figures
    from casinowar.odds.request import decision_of, seats_of

    if (asked["stake"] is None) != (asked["bets"] is None):
        raise click.UsageError("--stake and --bets go together")
    decision, seats = decision_of(sheet.rules, asked["policy"]), seats_of(asked["seats"])
    session = session_figures(
        sheet, asked["rounds"], asked["bankroll"], decision, distribution=asked["distribution"]
    )
    banker = None
    if asked["stake"] is not None:
        banker = banker_figures(sheet, asked["stake"], asked["bets"], decision)
    return {
        "version": __version__,
        **figures(sheet, decks, decision, seats),
        "gone": asked["gone"] or "",
        "session": session,
        "theoretical_win": win_figures(sheet, asked["pace"], seats),
        "banker": banker,
    }
