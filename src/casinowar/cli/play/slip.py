"""The slip of a round: its cards, and who was paid what, in order and with the clauses."""

from collections.abc import Callable, Iterator

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from casinowar.api.settle import RoundResult, hand_name, person_totals
from casinowar.cli.sign import show
from casinowar.game.describe import card_name
from casinowar.game.round import Round
from casinowar.game.round.agenda import DEALER
from casinowar.money import format_money
from casinowar.rules.describe import OUTCOME, WAGER

_INDENT = 2
_GAP = 2
"""Spaces before a table, and between its columns."""


def show_slip(console: Console, result: RoundResult) -> None:
    """Print the whole slip of a round, for people."""
    rules = result.rules
    show(console, Text.assemble((rules.title, "bold"), f" ({rules.id}), reading {rules.reading}"))
    console.out(result.line, highlight=False)  # on one line, so that you can reuse it
    show(console, Group(Text(), *_parts(result, console.width - _INDENT)))


def _parts(result: RoundResult, width: int) -> Iterator[RenderableType]:
    state = result.round
    if state.cards:
        yield _titled("Cards", _cards(state))
    if state.results:
        yield _titled("Settled, in this order", _settled(result, width))
    if not state.over:
        yield _titled("Not decided yet", _open(state))
    yield _titled("In all", _totals(result))


def _cards(state: Round) -> Table:
    table = _table("", "", "")
    for seat in sorted({bet.seat for bet in state.bets}):
        first, second = state.card("original", "player", seat), state.card("war", "player", seat)
        against = state.card("war", "dealer", seat) if state.rules.individual_wars else None
        war = "" if second is None else f"war: {card_name(second)}"
        if against is not None:
            war += f" against {card_name(against)}"
        if first is not None:
            table.add_row(f"seat {seat}", card_name(first), war)
    first = state.card("original", "dealer", DEALER)
    second = None if state.rules.individual_wars else state.card("war", "dealer", DEALER)
    if first is not None:
        war = "" if second is None else f"war: {card_name(second)}"
        table.add_row("dealer", card_name(first), war)
    return table


def _settled(result: RoundResult, width: int) -> Table:
    table = _table("", "wager", ">amount", "outcome", ">net", ">back", "")
    for each in result.settlements:
        if each.outcome == "taken":
            said, note = "taken", ""
        elif each.outcome == "returned":
            covered = result.round.coverage is None
            said, note = ("returned", "") if covered else (OUTCOME["equal"], "not covered")
        else:
            said = OUTCOME[each.outcome]
            note = f"of {_signed(each.due)} due" if each.net != each.due else ""
        by = " ".join(clause.id for clause in each.clauses)
        table.add_row(
            hand_name(result.round, each.player, each.seat),
            WAGER[each.wager],
            format_money(each.stake),
            said,
            _coloured(each.net),
            format_money(each.stake + each.net),
            Text(f"{note}  " if note else "").append(by, style="cyan"),
        )
    return _folding_last(table, width)


def _open(state: Round) -> Table:
    table = _table("", "", ">")
    for bet, wager, amount in state.open_wagers():
        table.add_row(hand_name(state, bet.player, bet.seat), WAGER[wager], format_money(amount))
    return table


def _totals(result: RoundResult) -> Table:
    state, table = result.round, _table("", ">net", "")
    for total in person_totals(result):
        back = f"{format_money(total.wagered)} wagered, {format_money(total.returned)} back"
        left = f", {format_money(total.open)} not decided" if total.open else ""
        table.add_row(total.who, _coloured(total.net), back + left)
    if state.stake is None:
        table.add_row("the house", _coloured(state.bank_result), "")
    else:
        used = state.stake - (state.coverage or 0)
        cover = f"{format_money(state.stake)} posted, {format_money(used)} of it changed hands"
        table.add_row("the banker", _coloured(state.bank_result), cover)
    return table


def _signed(cents: int) -> str:
    return f"+{format_money(cents)}" if cents > 0 else format_money(cents)


def _coloured(cents: int) -> Text:
    return Text(_signed(cents), style="green" if cents > 0 else "red" if cents < 0 else "")


def _table(*titles: str) -> Table:
    """Create a table with these columns; ``>`` before a title marks a column of numbers."""
    table = Table(
        box=None,
        show_header=any(title.strip(">") for title in titles),
        padding=(0, _GAP, 0, 0),
        pad_edge=False,
    )
    for title in titles:
        is_figure = title.startswith(">")
        # On a narrow screen, fold numbers: a number cut short would be a different number.
        table.add_column(
            title.strip(">"), justify="right" if is_figure else "left", overflow="fold"
        )
    return table


def _folding_last(table: Table, width: int) -> Table:
    """On a narrow screen, fold only the last column, unless that would break its words."""
    *others, last = table.columns
    fixed = sum(_widest(column, cell_len) + _GAP for column in others)
    longest = _widest(last, lambda text: max(map(cell_len, text.split()), default=0))
    if fixed + longest <= width:
        for column in others:
            column.no_wrap = True
    return table


def _widest(column: Column, measure: Callable[[str], int]) -> int:
    return max(measure(str(text)) for text in (column.header, *column.cells))


def _titled(title: str, body: RenderableType) -> RenderableType:
    return Group(Text(title, style="bold underline"), Padding(body, (0, 0, 1, _INDENT)))
