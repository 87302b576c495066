"""The options that say which house is meant, for all commands that work with one."""

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]


def house_options(command: Command) -> Command:
    """Add --data and --database; settings take the place of the one not given."""
    data = click.option("--data", metavar="DIR", help="The folder of the house's files.")
    database = click.option(
        "--database", metavar="URL", help="The database itself, by its URL or path."
    )
    return data(database(command))


def house_of(data: str | None, database: str | None) -> str:
    """The database that is meant, by its URL or path."""
    from casinowar.house.settings import load

    return load({"data": data, "database": database}).house
