"""`casinowar compare`: rule sets side by side."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from casinowar.odds.comparison import Row
    from casinowar.rulefile import RuleFile

_TITLE_WIDTH = 24
"""Of a file's title, so that its name leaves room for the facts."""

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
    What most rows do not have is marked with a star. A rule set named twice is shown once.
    """
    import json

    from casinowar.cli.sign import make_console, show
    from casinowar.odds.comparison import COLUMNS, compare
    from casinowar.rulefile import builtin_names, load_rules

    files = {name: load_rules(name) for name in rules or builtin_names()}
    rows = compare(file.rules(reading.name) for file in files.values() for reading in file.readings)
    if as_json:
        for row in rows:
            facts = dict(zip(COLUMNS, row.facts, strict=True))
            click.echo(json.dumps({"rules": row.rules, "reading": row.reading, **facts}))
        return
    titles = _titles(files)
    show(make_console(no_color=no_color), side_by_side(rows, titles))


def _titles(files: "dict[str, RuleFile]") -> dict[str, str]:
    """What each file is called, by its hash: its id, with its name where another has that id."""
    from pathlib import Path
    from textwrap import fill

    named = {file.sha256: (file.id, Path(name).name) for name, file in reversed(files.items())}
    ids = [own for own, _ in named.values()]
    return {
        sha256: own if ids.count(own) == 1 else fill(f"{own} ({name})", _TITLE_WIDTH)
        for sha256, (own, name) in named.items()
    }


def side_by_side(rows: "list[Row]", titles: "Mapping[str, str]") -> "RenderableType":
    """The table, the tie hands and the price of every reading; a star is on what most have not."""
    from rich.console import Group
    from rich.text import Text

    from casinowar.odds.comparison import BLOCKS

    note = "* differs from most; edges and SD per primary, a fresh shoe, war on every tie"
    parts: list[RenderableType] = []
    for columns in BLOCKS:
        parts += [_block(rows, titles, columns), Text()]
    return Group(*parts, Text(note, "dim"))


def _block(
    rows: "list[Row]", titles: "Mapping[str, str]", columns: tuple[str, ...]
) -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    from casinowar.odds.comparison import COLUMNS, differing

    places = [COLUMNS.index(column) for column in columns]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    for column in columns:
        table.add_column(column.replace(" ", "\n"), overflow="fold")
    last = ""
    for row, marks in zip(rows, differing(rows), strict=True):
        if row.sha256 != last:
            table.add_row(Text(titles[row.sha256], "bold"))
            last = row.sha256
        # A star that stood apart from its value could be broken off into a line of its own.
        cells = (
            Text(
                f"{row.facts[place] or 'none'}{'*' if marks[place] else ''}",
                "bold yellow" if marks[place] else "",
            )
            for place in places
        )
        table.add_row(f"  {row.reading}", *cells)
    return table
