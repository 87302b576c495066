"""The sign of a table: its rules, pays and clauses, ready for rich to print.

`casinowar rules` prints it, and a player can call it up at any time in a game.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar.rules import describe
from casinowar.rules.file import Printed, Reading, RuleFile, decisions
from casinowar.rules.model import Outcome, RuleSet
from casinowar.rules.pay import format_pay
from casinowar.rules.script import Wager


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


def sign(file: RuleFile, reading: str | None = None) -> RenderableType:
    """Show everything a rule file says under one reading."""
    rules = file.rules(reading)
    own = set(file.cited(reading))
    applied = {clause: says for clause, says in decisions().items() if clause in own}
    return Group(
        *_head(file, reading),
        _titled("At the table", _rule_rows(file, rules)),
        _titled("What each wager pays (net, on the wager named)", _pays(file, rules)),
        *([_titled("What the document prints", _printed(file))] if file.printed else ()),
        *([_titled("Clauses of the document", _clauses(file.clauses))] if file.clauses else ()),
        *(
            [_titled("Decisions where the document is silent", _clauses(applied))]
            if applied
            else ()
        ),
    )


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


def _head(file: RuleFile, reading: str | None) -> Iterator[RenderableType]:
    shown = file.reading(reading)
    yield Text.assemble((file.name, "bold"), f" ({file.id})")
    yield Text(file.document)
    yield Text(f"SHA-256 {file.sha256}", style="dim")
    yield Text()
    table = _table()
    for each in _ordered(file):
        here = "shown here" if each == shown else "another reading"
        default = ", the default" if each.name == file.default_reading else ""
        name = Text(each.name, style="bold" if each == shown else "")
        says = Text(f"{each.says} ({here}{default})")
        table.add_row(name, says, _cites(each.by))
    yield _titled("Readings", table)


def _ordered(file: RuleFile) -> list[Reading]:
    return sorted(file.readings, key=lambda reading: reading.name != file.default_reading)


def _rule_rows(file: RuleFile, rules: RuleSet) -> Table:
    table = _table()
    for line in describe.sign_lines(rules):
        by = dict.fromkeys(one for field in line.fields for one in file.cites(field, rules.reading))
        table.add_row(line.title, Text(line.says), _cites(by))
    return table


def _pays(file: RuleFile, rules: RuleSet) -> Table:
    shown = [
        wager
        for wager in describe.WAGER
        if any(file.cites(f"pays.{outcome}.{wager}", rules.reading) for outcome in describe.OUTCOME)
    ]
    table = _table(header=True)
    for title in ("outcome", *(describe.WAGER[wager] for wager in shown), ""):
        table.add_column(title)
    for outcome in rules.reachable():
        cells = [_pay(rules, outcome, wager) for wager in shown]
        by = file.cites(f"pays.{outcome}", rules.reading)
        table.add_row(describe.OUTCOME[outcome], *cells, _cites(by))
    return table


def _pay(rules: RuleSet, outcome: Outcome, wager: Wager) -> str:
    pay = rules.pays.pay(outcome, wager)
    if pay is not None:
        return format_pay(pay)
    if outcome == "equal" and wager == "primary" and rules.choice is not None:
        return describe.listed(rules.choice.offers, "or")
    return ""


def _printed(file: RuleFile) -> Table:
    table = _table()
    for printed in file.printed:
        table.add_row(Text(printed.says), Text(_figure(printed)), _cites(printed.by))
    return table


def _figure(printed: Printed) -> str:
    if printed.instead is not None:
        return f"{printed.instead} (misprinted as {printed.figure})"
    return printed.figure if printed.basis is None else f"{printed.figure} {printed.basis}"


def _clauses(clauses: Mapping[str, str]) -> Table:
    table = _table()
    for clause, says in clauses.items():
        table.add_row(_cites([clause]), Text(says))
    return table


def _cites(clauses: Iterable[str]) -> Text:
    return Text(" ".join(clauses), style="cyan")


def _table(*, header: bool = False) -> Table:
    return Table(box=None, show_header=header, padding=(0, 2, 0, 0), pad_edge=False)


def _titled(title: str, body: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold underline"), Padding(body, (0, 0, 1, 2)))
