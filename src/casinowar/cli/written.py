"""The name of a file that a command writes.

An option takes whatever word comes next, another option as well: `--new --help` would leave a file
called `--help` behind, which is hard to get rid of.
"""

import click


def written(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Check the name of a file or folder to write to; for the `callback` of an option."""
    if value is not None and value.startswith("-"):
        raise click.BadParameter(
            f"{value!r} looks like an option; a file of that name is ./{value}"
        )
    return value
