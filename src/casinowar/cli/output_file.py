"""Check the name of a file that a command writes.

An option takes the next word as its value, even if that is another option: `--new --help` would
write a file called `--help`, which is hard to delete.
"""

import click


def output_file(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """Refuse a file or folder name that looks like an option; use it as an option's `callback`."""
    if value is not None and value.startswith("-"):
        raise click.BadParameter(
            f"{value!r} looks like an option; to write a file of that name, use ./{value}"
        )
    return value
