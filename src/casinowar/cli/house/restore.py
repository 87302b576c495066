"""`casinowar restore`: restore a house from a backup."""

import click

from casinowar.cli.house.location import house_options

EXAMPLES = """\b
Examples:
  casinowar restore house-copy.db
  casinowar restore --data /srv/casinowar --replace /mnt/backups/house.db
"""


@click.command("restore", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@house_options
@click.option("--replace", is_flag=True, help="Replace an existing house.")
def command(file: str, data: str | None, database: str | None, replace: bool) -> None:
    """Restore a house from the backup in FILE.

    The backup is checked first. An existing house is replaced only with --replace, and never while
    a server has it open. Everything that happened after the backup is lost. Players may have seen
    the cards dealt since then, so the restored house returns all open wagers and abandons its open
    shoes when it starts.
    """
    from casinowar.house.settings import load
    from casinowar.store.backup import restore

    settings = load({"data": data, "database": database})
    with settings.folder():
        path = restore(file, settings.house, replace=replace)
    click.echo(f"{path}: restored from {file}")
