"""`casinowar restore`: a backup becomes a house again."""

import click

from casinowar.cli.where import house_options

EXAMPLES = """\b
Examples:
  casinowar restore house-copy.db
  casinowar restore --data /srv/casinowar --replace /mnt/backups/house.db
"""


@click.command("restore", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@house_options
@click.option("--replace", is_flag=True, help="Replace the house that is there.")
def command(file: str, data: str | None, database: str | None, replace: bool) -> None:
    """Make a house of the backup in FILE.

    The backup is checked first. A house that is there already is replaced only with --replace, and
    never while a server has it open. What happened since the backup was made is lost. Because
    others may have seen the cards that came since, the house gives its wagers back and abandons its
    open shoes when it is opened.
    """
    from casinowar.house.settings import load
    from casinowar.store.backup import restore

    settings = load({"data": data, "database": database})
    with settings.folder():
        path = restore(file, settings.house, replace=replace)
    click.echo(f"{path}: restored from {file}")
