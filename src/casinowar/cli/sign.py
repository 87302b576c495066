"""The sign of a table: its rules, pays and clauses, as something rich can print.

`casinowar rules` prints it, and a game can show it at any time.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from casinowar import facts
from casinowar.pay import format_pay
from casinowar.rulefile import Printed, Reading, RuleFile, decisions
from casinowar.rules import Outcome, RuleSet
from casinowar.script import Wager

Words = Callable[[RuleSet], str]

_FACTS: tuple[tuple[str, Words, tuple[str, ...]], ...] = (
    ("Shoe", facts.decks, ("shoe.decks", "shoe.backs")),
    ("Ranks", facts.ranks, ("shoe.ranks",)),
    ("Cut card", facts.cut_card, ("shoe.cut_by", "shoe.cut_card")),
    ("First card", facts.first_burn, ("shoe.first_burn", "shoe.dealer_burn")),
    ("Seats", facts.seats, ("seats",)),
    ("Bank", facts.bank, ("bank",)),
    ("Primary wager", lambda rules: facts.limit(rules.limits.primary), ("limits.primary",)),
    ("Tie wager", facts.tie_wager, ("bets.tie", "limits.tie")),
    ("Below the minimum", facts.below, ("limits.below",)),
    ("Above the maximum", facts.above, ("limits.above",)),
    ("Authorised limit", facts.authorised, ("limits.authorised",)),
    ("Wager unit", facts.unit, ("limits.unit",)),
    ("Most returned", facts.most_returned, ("limits.most_returned",)),
    ("Deal", facts.deal, ("deal",)),
    ("Settled", lambda rules: facts.passes(rules.settle.original), ("settle.original",)),
    ("Cards picked up", facts.collect, ("settle.collect",)),
    ("Tie hand", facts.choice, ("choice", "pays.equal.primary")),
)
_WAR_FACTS: tuple[tuple[str, Words, tuple[str, ...]], ...] = (
    ("War deal", lambda rules: facts.script(rules.war.deal if rules.war else ()), ("war.deal",)),
    (
        "War settled",
        lambda rules: facts.passes(rules.war.settle if rules.war else ()),
        ("war.settle",),
    ),
    ("War tie wager", facts.war_tie_wager, ("war.tie_wager",)),
)
_LAST_FACTS: tuple[tuple[str, Words, tuple[str, ...]], ...] = (
    ("Part of a cent", facts.odd_cent, ("pays.odd_cent",)),
    ("Disputes", facts.disputes, ("disputes.ruled_by", "disputes.rulings")),
    ("Cancelled", facts.cancelled, ("disputes.cancelled_after_days",)),
    ("Dealer's errors", facts.errors, ("errors",)),
)


class _Console(Console):
    """A console whose reader may go away; where nothing is wrong, no command ends with 1."""

    def on_broken_pipe(self) -> None:
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(2)


def make_console(*, no_color: bool = False) -> Console:
    """The console of a command: colours only where they can be shown and are wanted."""
    return _Console(no_color=no_color or None, highlight=False, markup=False, emoji=False)


def show(console: Console, what: RenderableType, *, soft_wrap: bool = False) -> None:
    """Print to the console; a file or a pipe gets no blanks at the ends of lines.

    With `soft_wrap` a long line stays one: a name in it can be copied, and found.
    """
    if console.is_terminal:
        console.print(what, soft_wrap=soft_wrap)
        return
    with console.capture() as captured:
        console.print(what, soft_wrap=soft_wrap)
    for line in captured.get().splitlines():
        console.out(line.rstrip())


def sign(file: RuleFile, reading: str | None = None) -> RenderableType:
    """Everything a rule file says, under one reading."""
    rules = file.rules(reading)
    own = set(file.cited(reading))
    applied = {clause: says for clause, says in decisions().items() if clause in own}
    return Group(
        *_head(file, reading),
        _titled("At the table", _facts(file, rules)),
        _titled("What each wager pays (net, on the wager named)", _pays(file, rules)),
        *([_titled("What the document prints", _printed(file))] if file.printed else ()),
        *([_titled("Clauses of the document", _clauses(file.clauses))] if file.clauses else ()),
        *([_titled("Decisions where it is silent", _clauses(applied))] if applied else ()),
    )


def signs(files: list[RuleFile]) -> RenderableType:
    """The rule sets there are, with their readings."""
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


def _facts(file: RuleFile, rules: RuleSet) -> Table:
    table = _table()
    for title, in_words, fields in (*_FACTS, *(_WAR_FACTS if rules.war else ()), *_LAST_FACTS):
        by = dict.fromkeys(one for field in fields for one in file.cites(field, rules.reading))
        table.add_row(title, Text(in_words(rules)), _cites(by))
    return table


def _pays(file: RuleFile, rules: RuleSet) -> Table:
    shown = [
        wager
        for wager in facts.WAGER
        if any(file.cites(f"pays.{outcome}.{wager}", rules.reading) for outcome in facts.OUTCOME)
    ]
    table = _table(header=True)
    for title in ("outcome", *(facts.WAGER[wager] for wager in shown), ""):
        table.add_column(title)
    for outcome in rules.reachable():
        cells = [_pay(rules, outcome, wager) for wager in shown]
        by = file.cites(f"pays.{outcome}", rules.reading)
        table.add_row(facts.OUTCOME[outcome], *cells, _cites(by))
    return table


def _pay(rules: RuleSet, outcome: Outcome, wager: Wager) -> str:
    pay = rules.pays.pay(outcome, wager)
    if pay is not None:
        return format_pay(pay)
    if outcome == "equal" and wager == "primary" and rules.choice is not None:
        return facts.listed(rules.choice.offers, "or")
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
