"""`casinowar backup`: a house, open or not, in one file."""

import click

from casinowar.cli.where import house_options

EXAMPLES = """\b
Examples:
  casinowar backup house-copy.db
  casinowar backup --data /srv/casinowar /mnt/backups/house.db
"""


@click.command("backup", epilog=EXAMPLES)
@click.argument("file", metavar="FILE")
@house_options
def command(file: str, data: str | None, database: str | None) -> None:
    """Copy a whole house into FILE, while it is open or not.

    The copy is of one moment, and is checked before it takes its name; an older backup of that
    name is replaced. It holds everything, hidden seeds too: keep it where only you can read it.
    """
    from casinowar.cli.where import house_of
    from casinowar.store.backup import backup

    path = backup(house_of(data, database), file)
    click.echo(f"{file}: {path.stat().st_size:,} bytes, checked")
