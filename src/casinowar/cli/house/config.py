"""`casinowar config`: show every setting of the server, its value and its origin."""

from typing import Any

import click

from casinowar.cli.house.location import house_options

EXAMPLES = """\b
Examples:
  casinowar config
  casinowar config --data /srv/casinowar
  CASINOWAR_BETTING_SECONDS=30 casinowar config --json
"""

_ENDLESS = 10_000


@click.command("config", epilog=EXAMPLES)
@house_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(as_json: bool, no_color: bool, **options: Any) -> None:
    """Show every setting of casinowar serve.

    Each line gives a setting's value and its origin: an option of this command, the environment,
    or the default. A password in the database URL is hidden.
    """
    import json

    from rich.table import Table
    from rich.text import Text

    from casinowar.cli.play.shoes import printable
    from casinowar.cli.sign import make_console, show
    from casinowar.house import settings

    found = settings.show(settings.load(options), options)
    if as_json:
        told = {one.name: {"value": one.value, "origin": one.origin} for one in found}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        for title in ("variable", "value", "origin", ""):
            table.add_column(title, no_wrap=title == "variable", overflow="fold")
        for one in found:
            value = " ".join(one.value) if isinstance(one.value, list) else str(one.value)
            style = "" if one.origin == "default" else "bold"
            cells = (one.variable, printable(value), one.origin, one.says)
            table.add_row(*(Text(cell, style=style) for cell in cells))
        console = make_console(no_color=no_color)
        if not console.is_terminal:  # keep each setting on one line, for grep and similar tools
            console.width = _ENDLESS
        show(console, table)
    for stranger in settings.unknown_variables():
        click.echo(f"Note: {printable(stranger)}", err=True)
