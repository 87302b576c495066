"""`casinowar migrate`: move a house from SQLite to PostgreSQL."""

import click

from casinowar.cli.progress_bar import progress_bar

EXAMPLES = """\b
Examples:
  casinowar migrate house.db postgresql://casinowar@db/house
  casinowar migrate sqlite:////srv/casinowar/house.db postgresql://casinowar@/house
"""


@click.command("migrate", epilog=EXAMPLES)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--no-color", is_flag=True, help="Show progress without colours.")
def command(source: str, target: str, no_color: bool) -> None:
    """Move a house FROM an SQLite file TO a PostgreSQL database.

    Close the house first, and start with an empty database. The command audits the old file and
    the new database; if one of them is not sound, nothing is moved. The old file does not change.
    Do not open it again: it would deal the same cards a second time.
    """
    from casinowar.house.upkeep.audit import Wrong
    from casinowar.house.upkeep.move import move_house
    from casinowar.store.backends.engine import shown

    try:
        with progress_bar(no_color, "rows") as tell:
            rows = move_house(source, target, tell)
    except Wrong as wrong:
        click.echo(f"{wrong}; nothing was moved", err=True)
        raise click.exceptions.Exit(1) from None
    click.echo(f"{shown(source)}: {rows:,} rows moved to {shown(target)}; both are sound")
