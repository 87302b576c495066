"""The slip of a round: its cards, who was paid what in which order and by which clause, and sums.

For people (`show_slip`) and for programs (`slip_json`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from casinowar.cli.sign import show
from casinowar.events import RoundEvent, WagerReturned, WagerSettled
from casinowar.facts import OUTCOME, WAGER
from casinowar.jsonform import to_json
from casinowar.money import format_money
from casinowar.needs import Nothing
from casinowar.notation import format_round
from casinowar.round import Bet, Round, need
from casinowar.round.agenda import DEALER
from casinowar.rulefile import RuleFile
from casinowar.words import card_name

_INDENT = 2
_GAP = 2
"""Blanks before a table, and between its columns."""


@dataclass(frozen=True, slots=True)
class Total:
    """What one person, or one seat where nobody is named, put in and got back."""

    who: str
    wagered: int
    returned: int
    open: int
    """What is not decided yet."""

    @property
    def net(self) -> int:
        """The result of what is decided."""
        return self.returned - (self.wagered - self.open)


def totals(state: Round) -> list[Total]:
    """By player, or by hand where a bet has no name, in the order of the seats."""
    found = []
    for who in dict.fromkeys(_whose(state, bet) for bet in state.bets):
        bets = [bet for bet in state.bets if _whose(state, bet) == who]
        hands = [(bet.player, bet.seat) for bet in bets]
        left = sum(amount for bet, _, amount in state.open_wagers() if bet in bets)
        wagered, returned = left, 0
        for result in state.results:
            if (result.player, result.seat) not in hands:
                continue
            match result:
                case WagerSettled(stake=stake, net=net):
                    wagered, returned = wagered + stake, returned + stake + net
                case WagerReturned(amount=amount):
                    wagered, returned = wagered + amount, returned + amount
        found.append(Total(who, wagered, returned, left))
    return found


def show_slip(console: Console, file: RuleFile, state: Round) -> None:
    """Print everything about a round, for people."""
    title = f" ({file.id}), reading {state.rules.reading}"
    show(console, Text.assemble((file.name, "bold"), title))
    console.out(format_round(state), highlight=False)  # never broken: it can be given back
    show(console, Group(Text(), *_parts(file, state, console.width - _INDENT)))


def _parts(file: RuleFile, state: Round, width: int) -> Iterator[RenderableType]:
    if state.cards:
        yield _titled("Cards", _cards(state))
    if state.results:
        yield _titled("Settled, in this order", _settled(file, state, width))
    if not state.over:
        yield _titled("Not decided yet", _open(state))
    yield _titled("In all", _totals(state))


def slip_json(state: Round, events: Sequence[RoundEvent]) -> dict[str, Any]:
    """Everything about a round, for programs; amounts in whole cents."""
    awaited = need(state)
    bank = {"net": state.bank_result}
    if state.stake is not None and state.coverage is not None:
        bank |= {"stake": state.stake, "coverage_left": state.coverage}
    return {
        "rules": state.rules.id,
        "reading": state.rules.reading,
        "sha256": state.rules.sha256,
        "line": format_round(state),
        "awaited": "" if isinstance(awaited, Nothing) else str(awaited),
        "events": [to_json(event) for event in events],
        "totals": [
            {
                "who": total.who,
                "wagered": total.wagered,
                "returned": total.returned,
                "open": total.open,
                "net": total.net,
            }
            for total in totals(state)
        ],
        "bank": bank,
    }


def _hand(state: Round, player: str, seat: int) -> str:
    """``seat 1``, ``seat 1, ann``, ``seat 1, bob behind``."""
    behind = " behind" if state.bets_at(seat)[0].player != player else ""
    return f"seat {seat}{f', {player}' if player else ''}{behind}"


def _whose(state: Round, bet: Bet) -> str:
    return bet.player or _hand(state, bet.player, bet.seat)


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


def _settled(file: RuleFile, state: Round, width: int) -> Table:
    table = _table("", "wager", ">amount", "outcome", ">net", ">back", "")
    for result in state.results:
        match result:
            case WagerSettled(stake=stake, outcome=outcome, due=due, net=net):
                said, note = OUTCOME[outcome], f"of {_signed(due)} due" if net != due else ""
                fields = [f"pays.{outcome}.{result.wager}"]
            case WagerReturned(amount=stake):
                said, note, net = OUTCOME["equal"], "not covered", 0
                fields = []
        if note:
            fields += _limits_of_pay(state)
        by = dict.fromkeys(one for name in fields for one in file.cites(name, state.rules.reading))
        table.add_row(
            _hand(state, result.player, result.seat),
            WAGER[result.wager],
            format_money(stake),
            said,
            _coloured(net),
            format_money(stake + net),
            Text(f"{note}  " if note else "").append(" ".join(by), style="cyan"),
        )
    return _folding_last(table, width)


def _limits_of_pay(state: Round) -> list[str]:
    """The fields behind a settlement that differs from the pay table."""
    covered = ["bank.held_by"] if state.stake is not None else []
    return [*covered, *(["limits.most_returned"] if state.allowance is not None else [])]


def _open(state: Round) -> Table:
    table = _table("", "", ">")
    for bet, wager, amount in state.open_wagers():
        table.add_row(_hand(state, bet.player, bet.seat), WAGER[wager], format_money(amount))
    return table


def _totals(state: Round) -> Table:
    table = _table("", ">net", "")
    for total in totals(state):
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
    """Columns under these titles; one that begins with ``>`` is of figures."""
    table = Table(
        box=None,
        show_header=any(title.strip(">") for title in titles),
        padding=(0, _GAP, 0, 0),
        pad_edge=False,
    )
    for title in titles:
        is_figure = title.startswith(">")
        # Folded where the screen is narrow: a figure that is cut short would be another figure.
        table.add_column(
            title.strip(">"), justify="right" if is_figure else "left", overflow="fold"
        )
    return table


def _folding_last(table: Table, width: int) -> Table:
    """Fold only the last column on a narrow screen, as long as that leaves its words whole."""
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
