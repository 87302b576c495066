"""`casinowar compare`: rule sets side by side."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from casinowar.odds.comparison import Row

EXAMPLES = """\b
Examples:
  casinowar compare
  casinowar compare washington fun-casino
  casinowar compare washington my-table.toml
"""


@click.command("compare", epilog=EXAMPLES)
@click.argument("rules", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a row.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: tuple[str, ...], as_json: bool, no_color: bool) -> None:
    """Put rule sets and their readings side by side, with what differs marked.

    RULES are names of built-in rule sets or paths of rule files; without any, all built-in ones.
    What most rows do not have is marked with a star.
    """
    import json

    from casinowar.cli.sign import make_console, show
    from casinowar.odds.comparison import COLUMNS, compare
    from casinowar.rulefile import builtin_names, load_rules

    files = [load_rules(name) for name in rules or builtin_names()]
    rows = compare(file.rules(reading.name) for file in files for reading in file.readings)
    if as_json:
        for row in rows:
            facts = dict(zip(COLUMNS, row.facts, strict=True))
            click.echo(json.dumps({"rules": row.rules, "reading": row.reading, **facts}))
        return
    show(make_console(no_color=no_color), side_by_side(rows))


def side_by_side(rows: "list[Row]") -> "RenderableType":
    """The facts of every reading, then its price; what differs from most rows has a star."""
    from rich.console import Group
    from rich.text import Text

    from casinowar.odds.comparison import COLUMNS

    price = COLUMNS.index("edge")
    note = "* differs from most; edges and SD per primary, a fresh shoe, war on every tie"
    return Group(
        _block(rows, range(price)),
        Text(),
        _block(rows, range(price, len(COLUMNS))),
        Text(),
        Text(note, "dim"),
    )


def _block(rows: "list[Row]", places: range) -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    from casinowar.odds.comparison import COLUMNS, differing

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    for place in places:
        table.add_column(COLUMNS[place], overflow="fold")
    last = ""
    for row, marks in zip(rows, differing(rows), strict=True):
        if row.rules != last:
            table.add_row(Text(row.rules, "bold"))
            last = row.rules
        cells = (
            Text(
                f"{row.facts[place] or 'none'}{' *' if marks[place] else ''}",
                "bold yellow" if marks[place] else "",
            )
            for place in places
        )
        table.add_row(f"  {row.reading}", *cells)
    return table
