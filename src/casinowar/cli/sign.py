"""The sign of a table: its rules, pays and clauses, ready for rich to print.

`casinowar rules` prints it, and a player can call it up at any time in a game.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.rules import describe
from casinowar.rules import sign as table_sign
from casinowar.rules.file import Notice, Reading, RuleFile, decisions
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options
from casinowar.rules.sign import PayRow, PrintedLine, SignLine


class _Console(Console):
    """A console that exits with 2 if its reader goes away; 1 would mean a failed check."""

    def on_broken_pipe(self) -> None:
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(2)


def make_console(*, no_color: bool = False) -> Console:
    """Create a command's console, with colours only if the terminal and the user want them."""
    return _Console(no_color=no_color or None, highlight=False, markup=False, emoji=False)


def show(console: Console, what: RenderableType, *, soft_wrap: bool = False) -> None:
    """Print to the console; files and pipes get no trailing spaces.

    With `soft_wrap` a long line stays in one piece, so that names in it can be copied and found.
    """
    if console.is_terminal:
        console.print(what, soft_wrap=soft_wrap)
        return
    with console.capture() as captured:
        console.print(what, soft_wrap=soft_wrap)
    for line in captured.get().splitlines():
        console.out(line.rstrip())


def sign(
    file: RuleFile, reading: str | None = None, options: Options | None = None
) -> RenderableType:
    """Show everything a rule file says under one reading, or with options about one table."""
    rules = file.rules(reading)
    shown = table_sign.sign(file, rules, options)
    own = set(file.cited(reading))
    applied = {clause: says for clause, says in decisions().items() if clause in own}
    parts = [
        ("Readings", _readings(file, reading)),
        ("Note", _notices(shown.remarks) if shown.remarks else None),
        ("What the document prints", _printed(shown.printed) if shown.printed else None),
        ("What each wager pays (net, on the wager named)", _pays(shown.pays)),
        ("At the table", _rule_rows(shown.lines)),
        ("Notices", _notices(shown.notices) if shown.notices else None),
        ("Clauses of the document", _clauses(file.clauses) if file.clauses else None),
        ("Decisions where the document is silent", _clauses(applied) if applied else None),
    ]
    return Group(*_head(file), Text(), *_titled(parts))


def short_sign(file: RuleFile, rules: RuleSet, options: Options) -> RenderableType:
    """Show what the document wants displayed at a table: pays, limits, reading, shoe, notices."""
    shown = table_sign.sign(file, rules, options)
    reading = file.reading(rules.reading)
    chosen = _table()
    chosen.add_row(Text(reading.name, style="bold"), Text(reading.says), _cites(reading.by))
    parts = [
        ("Reading", chosen),
        ("Note", _notices(shown.remarks) if shown.remarks else None),
        ("Pays, as the document prints them", _printed(shown.printed) if shown.printed else None),
        ("What each wager pays here (net)", _pays(shown.pays)),
        ("Limits, shoe and play", _rule_rows(shown.displayed)),
        ("Notices", _notices(shown.notices) if shown.notices else None),
    ]
    return Group(*_head(file), *_titled(parts))


def signs(files: list[RuleFile]) -> RenderableType:
    """List these rule sets with their readings."""
    table = _table()
    for file in files:
        table.add_row(Text(file.id, style="bold"), Text(f"{file.name}: {file.document}"))
        for reading in _ordered(file):
            mark = " (default)" if reading.name == file.default_reading else ""
            says = Text(f"{reading.name}{mark}: ", style="italic")
            table.add_row("", says.append(reading.says, style="not italic"))
    return table


def _head(file: RuleFile) -> Iterator[RenderableType]:
    yield Text.assemble((file.name, "bold"), f" ({file.id})")
    yield Text(file.document)
    yield Text(f"SHA-256 {file.sha256}", style="dim")


def _readings(file: RuleFile, reading: str | None) -> Table:
    shown = file.reading(reading)
    table = _table()
    for each in _ordered(file):
        here = "shown here" if each == shown else "another reading"
        default = ", the default" if each.name == file.default_reading else ""
        name = Text(each.name, style="bold" if each == shown else "")
        says = Text(f"{each.says} ({here}{default})")
        table.add_row(name, says, _cites(each.by))
    return table


def _ordered(file: RuleFile) -> list[Reading]:
    return sorted(file.readings, key=lambda reading: reading.name != file.default_reading)


def _rule_rows(lines: Iterable[SignLine]) -> Table:
    table = _table()
    for line in lines:
        table.add_row(line.title, Text(line.says), _cites(line.by))
    return table


def _pays(rows: Sequence[PayRow]) -> Table:
    shown = [wager for wager in describe.WAGER if any(row.cell(wager) for row in rows)]
    table = _table(header=True)
    for title in ("outcome", *(describe.WAGER[wager] for wager in shown), ""):
        table.add_column(title)
    for row in rows:
        table.add_row(row.says, *(row.cell(wager) for wager in shown), _cites(row.cited))
    return table


def _printed(lines: Iterable[PrintedLine]) -> Table:
    table = _table()
    for line in lines:
        table.add_row(Text(line.says), Text(line.applies), _cites(line.by))
    return table


def _notices(notices: Iterable[Notice]) -> Table:
    table = _table()
    for notice in notices:
        table.add_row(Text(notice.says), _cites(notice.by))
    return table


def _clauses(clauses: Mapping[str, str]) -> Table:
    table = _table()
    for clause, says in clauses.items():
        table.add_row(_cites([clause]), Text(says))
    return table


def _cites(clauses: Iterable[str]) -> Text:
    return Text(" ".join(clauses), style="cyan")


def _table(*, header: bool = False) -> Table:
    return Table(box=None, show_header=header, padding=(0, 2, 0, 0), pad_edge=False)


def _titled(parts: Iterable[tuple[str, Table | None]]) -> Iterator[RenderableType]:
    for title, body in parts:
        if body is not None:
            yield Text(title, style="bold underline")
            yield Padding(body, (0, 0, 1, 2))
