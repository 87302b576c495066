"""`casinowar migrate`: a house moved from SQLite to PostgreSQL."""

import click

from casinowar.cli.bar import counted

EXAMPLES = """\b
Examples:
  casinowar migrate house.db postgresql://casinowar@db/house
  casinowar migrate sqlite:////srv/casinowar/house.db postgresql://casinowar@/house
"""


@click.command("migrate", epilog=EXAMPLES)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--no-color", is_flag=True, help="Show the progress without colours.")
def command(source: str, target: str, no_color: bool) -> None:
    """Move a house FROM a file of SQLite TO a database of PostgreSQL.

    The house must be closed, and the new database empty. Everything is audited before and after:
    unless both are sound, nothing is moved. The old file stays as it is; keep it closed, for it
    would deal the same next cards again.
    """
    from casinowar.house.auditing import Wrong
    from casinowar.house.moving import move_house
    from casinowar.store.engine import shown

    try:
        with counted(no_color, "rows") as tell:
            rows = move_house(source, target, tell)
    except Wrong as wrong:
        click.echo(f"{wrong}; nothing was moved", err=True)
        raise click.exceptions.Exit(1) from None
    click.echo(f"{shown(source)}: {rows:,} rows moved to {shown(target)}; both are sound")
