"""The options that choose a house, for every command that works on one."""

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]


def house_options(command: Command) -> Command:
    """Add --data and --database; an option that is missing comes from the settings."""
    data = click.option("--data", metavar="DIR", help="Folder with the house's files.")
    database = click.option("--database", metavar="URL", help="URL or path of the database.")
    return data(database(command))


def house_of(data: str | None, database: str | None) -> str:
    """Return the URL or path of the chosen database."""
    from casinowar.house.settings import load

    return load({"data": data, "database": database}).house
