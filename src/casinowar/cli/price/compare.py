"""`casinowar compare`: show rule sets side by side."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from casinowar.api.compare import ComparedRules, Comparison
    from casinowar.rules.file import RuleFile

_TITLE_WIDTH = 24
"""The width of a file's title, which leaves room for the facts beside it."""

EXAMPLES = """\b
Examples:
  casinowar compare
  casinowar compare washington fun-casino
  casinowar compare washington my-table.toml
"""


@click.command("compare", epilog=EXAMPLES)
@click.argument("rules", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each row.")
@click.option("--no-color", is_flag=True, help="Print without colours.")
def command(rules: tuple[str, ...], as_json: bool, no_color: bool) -> None:
    """Compare rule sets and their readings, with differences marked.

    RULES are names of built-in rule sets or paths of rule files; without RULES, all built-in rule
    sets are compared. A star marks a value that differs from most rows. Other fields of the rule
    files in which the tables differ follow, so no two different tables look alike. A rule set that
    you name twice appears once.
    """
    import json

    from casinowar.api.compare import compare
    from casinowar.api.rules import load, rule_sets
    from casinowar.cli.sign import make_console, show

    files = {name: load(name) for name in rules or rule_sets()}
    found = compare(*(each.under(name) for each in files.values() for name in each.readings))
    if as_json:
        for row in found:
            facts = {"rules": row.rules, "reading": row.reading, **row.facts}
            click.echo(json.dumps(facts))
        return
    titles = _titles({name: each.file for name, each in files.items()})
    show(make_console(no_color=no_color), side_by_side(found, titles))


def _titles(files: "dict[str, RuleFile]") -> dict[str, str]:
    """Map each file's hash to its title: its id, plus its file name if another has the same id."""
    from pathlib import Path
    from textwrap import fill

    named = {file.sha256: (file.id, Path(name).name) for name, file in reversed(files.items())}
    ids = [own for own, _ in named.values()]
    return {
        sha256: own if ids.count(own) == 1 else fill(f"{own} ({name})", _TITLE_WIDTH)
        for sha256, (own, name) in named.items()
    }


def side_by_side(rows: "Comparison", titles: "Mapping[str, str]") -> "RenderableType":
    """Show table, tie hands and price of every reading; a star marks what differs from most."""
    from rich.console import Group
    from rich.text import Text

    from casinowar.odds.comparison import BLOCKS, COLUMNS

    note = (
        "* differs from most; L-R: from the dealer's left to the right\n"
        "edges and SD per wager, a fresh shoe, war at every choice"
    )
    parts: list[RenderableType] = []
    for columns in BLOCKS:
        parts += [_block(rows, titles, columns), Text()]
    others = rows.columns[len(COLUMNS) :]
    if others:
        parts += [
            Text("Other fields that differ", "bold"),
            _other_fields(rows, titles, others),
            Text(),
        ]
    return Group(*parts, Text(note, "dim"))


def _other_fields(
    rows: "Comparison", titles: "Mapping[str, str]", fields: tuple[str, ...]
) -> "RenderableType":
    """One line for each field: its usual value, then each other value with the rules it is of."""
    from collections import Counter

    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for field in fields:
        usual, *others = Counter(row.facts[field] for row in rows if row.facts[field]).most_common()
        says = [usual[0]]
        for value, _ in others:
            own = [row for row in rows if row.facts[field] == value]
            says.append(f"{value} ({_names_of(own, rows, titles)})")
        table.add_row(f"  {field}", "; ".join(says))
    return table


def _names_of(
    some: "Sequence[ComparedRules]", rows: "Comparison", titles: "Mapping[str, str]"
) -> str:
    """Name rules: by title alone if all readings of a file are among them."""
    names = []
    for sha256 in dict.fromkeys(row.sha256 for row in some):
        title = " ".join(titles[sha256].split())
        own = [row.reading for row in some if row.sha256 == sha256]
        is_all = len(own) == sum(row.sha256 == sha256 for row in rows)
        names.append(title if is_all else f"{title} {' and '.join(own)}")
    return ", ".join(names)


def _block(
    rows: "Comparison", titles: "Mapping[str, str]", columns: tuple[str, ...]
) -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    for column in columns:
        table.add_column(column.replace(" ", "\n"), overflow="fold")
    last = ""
    for row in rows:
        if row.sha256 != last:
            table.add_row(Text(titles[row.sha256], "bold"))
            last = row.sha256
        # No space before the star: a line break there would separate it from its value.
        cells = (
            Text(
                f"{row.facts[column] or 'none'}{'*' if column in row.unusual else ''}",
                "bold yellow" if column in row.unusual else "",
            )
            for column in columns
        )
        table.add_row(f"  {row.reading}", *cells)
    return table
