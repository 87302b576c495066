"""`casinowar backup`: copy a house, open or closed, into one file."""

import click

from casinowar.cli.house.location import house_options

EXAMPLES = """\b
Examples:
  casinowar backup house-copy.db
  casinowar backup --data /srv/casinowar /mnt/backups/house.db
"""


@click.command("backup", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@house_options
def command(file: str, data: str | None, database: str | None) -> None:
    """Copy a whole house, open or closed, into FILE.

    The backup is a consistent snapshot. It is checked before it replaces an older file of that
    name. It contains everything, even secret seeds: keep it where only you can read it.
    """
    from casinowar.cli.house.location import house_of
    from casinowar.store.backup import backup

    path = backup(house_of(data, database), file)
    click.echo(f"{file}: {path.stat().st_size:,} bytes, checked")
