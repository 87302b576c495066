"""Draws the felt: the shoe, the dealer, and a column for each seat."""

from collections.abc import Callable, Mapping

from rich.text import Text

from casinowar.cards import DECK_SIZE
from casinowar.game.table import Table
from casinowar.money import format_money, short_money
from casinowar.terminal.amounts import LEAST_ROOM, fitted
from casinowar.terminal.faces import CARD_WIDTH, back, chip, face, overlapped, place
from casinowar.terminal.felt import Felt, FeltPlace

FELT = "#ffffff on #005f00"
WIDTH = 80
"""The width of the felt, on any terminal: a wider one is harder to read."""

_BAR = 16
_MOOD = {
    "war": "bold #ffffff on #af0000",
    "war_higher": "bold #000000 on #afff5f",
    "war_equal": "bold #000000 on #ffff5f",
    "war_lower": "bold #ffffff on #870000",
}
_TIE = "#87ffff"
_SHOWN_BACKS = 6
_MOST_COLUMN = 14


def draw(felt: Felt, table: Table, chips: Mapping[str, int], you: str, status: str) -> list[Text]:
    """Draw the felt and return its rows, edges included."""
    inside = WIDTH - 2
    column = min(inside // len(felt.places), _MOST_COLUMN)
    seats = [_seat(felt, table, chips, you, seat, column) for seat in felt.places]
    rows = [
        Text(_dealer_title(felt), style="bold"),
        *_dealer_cards(felt),
        _banner(felt),
        *(Text().join(cells) for cells in zip(*seats, strict=True)),
    ]
    return [
        _edge("╭", "╮", _shoe_words(felt, table), inside),
        *(_inside(row, inside) for row in rows),
        _edge("╰", "╯", status, inside),
    ]


def _shoe_words(felt: Felt, table: Table) -> str:
    """Describe the round and the shoe: how much is left, and where the cut card is."""
    parts = [f"round {felt.round}"] if felt.round else []
    if felt.shoe:
        whole = table.options.decks * DECK_SIZE
        left, behind = table.shoe.left, table.shoe.behind
        cells = [("█" if index * whole < left * _BAR else "░") for index in range(_BAR)]
        words = f"{left} of {whole}"
        if behind:
            cells[min(_BAR - 1, behind * _BAR // whole)] = "┃"
            words += ", cut card out" if felt.cut_card_out else f", cut card at ┃{behind}"
        parts.append(f"shoe {felt.shoe}, {felt.backs} backs {''.join(cells)} {words}")
    return " · ".join(parts)


def _edge(left: str, right: str, words: str, inside: int) -> Text:
    text = f" {words} " if words else ""
    return Text(f"{left}{text:─^{inside}}{right}", style=FELT)


def _inside(row: Text, inside: int) -> Text:
    row = row.copy()
    row.align("center", inside)
    line = Text("│", style=FELT)
    return line.append_text(row).append("│")


def _dealer_title(felt: Felt) -> str:
    if not felt.banker:
        return "DEALER"
    covers = ""
    if felt.coverage is not None:
        covers = f", {format_money(felt.coverage)} left to cover bets"
    return f"DEALER for {felt.banker}'s bank{covers}"


def _dealer_cards(felt: Felt) -> list[Text]:
    cards = [face(card, f"{seat}" if seat else "") for seat, card in felt.dealer] or [place()]
    rows = overlapped(cards, CARD_WIDTH)
    if felt.burned:
        pile = overlapped([back(felt.backs)] * min(felt.burned, _SHOWN_BACKS), 1)
        words = ("", f" {felt.burned} burned", "")
        for row, backs, word in zip(rows, pile, words, strict=True):
            row.append("   ").append_text(backs).append(f"{word:<11}")
    return rows


def _banner(felt: Felt) -> Text:
    if not felt.banner:
        return Text("")
    return Text(f"  {felt.banner}  ".center(WIDTH - 12, "═"), style=_MOOD[felt.mood])


def _seat(
    felt: Felt, table: Table, chips: Mapping[str, int], you: str, seat: int, column: int
) -> list[Text]:
    """Draw one seat from its cards down, each row as wide as the column."""
    own = felt.places[seat]
    banks = own.holder != "" and own.holder == felt.banker
    rows = [
        *_cards(own, banks=banks, column=column),
        _name(seat, own, you),
        _who(own, chips, you, banks=banks, column=column),
        _bets(own, column),
        _war(own, _word(felt, table, own), column),
        _result(own, column),
    ]
    for row in rows:
        row.truncate(column, overflow="ellipsis")
        row.align("center", column)
    return rows


def _cards(own: FeltPlace, *, banks: bool, column: int) -> list[Text]:
    if banks:
        return [Text(""), Text("BANK", style="bold"), Text("")]
    if not own.cards:
        return place() if own.holder else [Text(""), Text("·", style="dim"), Text("")]
    shown = min(CARD_WIDTH, column - CARD_WIDTH)
    return overlapped([face(card) for card in own.cards], shown)


def _name(seat: int, own: FeltPlace, you: str) -> Text:
    if not own.holder:
        return Text(f"{seat}", style="dim")
    mine = own.holder == you
    return Text(f"{seat} {own.holder}", style="bold reverse" if mine else "bold")


def _who(own: FeltPlace, chips: Mapping[str, int], you: str, *, banks: bool, column: int) -> Text:
    if not own.holder:
        return Text("empty", style="dim")
    if own.holder == you:
        return Text("▲ bank" if banks else "▲ YOU", style="bold #ffff5f")
    title = "bot " if column - len("bot ") > LEAST_ROOM else ""
    room = column - len(title or " ")  # a space keeps the amounts of neighbours apart
    return Text(f"{title}{fitted(chips[own.holder], room)}")


def _bets(own: FeltPlace, column: int) -> Text:
    primary, tie = own.wagers.get("primary", 0), own.wagers.get("tie", 0)
    if not primary:
        return _tie(tie, column) if tie else Text("")
    return _beside(lambda room: chip(primary, fitted(primary, room - 1)), tie, column)


def _war(own: FeltPlace, word: str, column: int) -> Text:
    if word or "war" not in own.wagers:
        return Text(word, style="bold #ffff5f")
    war, tie = own.wagers["war"], own.wagers.get("war_tie", 0)
    return _beside(
        lambda room: Text(f"W{fitted(war, room - 1)}", style="bold #ff8787"), tie, column
    )


def _beside(wager: Callable[[int], Text], tie: int, column: int) -> Text:
    """Draw a wager with its tie wager; if both do not fit, show it as ``+T``."""
    if not tie:
        return wager(column)
    least = LEAST_ROOM + 1
    for room in range(column, least - 1, -1):
        row = wager(room)
        left = column - row.cell_len - 1
        if left >= min(least, len(f"T{short_money(tie)}")):
            return row.append(" ").append_text(_tie(tie, left))
    return wager(column - 2).append("+T", style=_TIE)


def _tie(amount: int, room: int) -> Text:
    return Text(f"T{fitted(amount, max(room - 1, LEAST_ROOM))}", style=_TIE)


def _word(felt: Felt, table: Table, own: FeltPlace) -> str:
    """Return the word shown with a hand, such as ``TIE``, or ``""``."""
    if own.word or len(own.cards) != 1 or not felt.dealer or "war" in own.wagers:
        return own.word
    tied = table.rules.compare(own.cards[0], felt.dealer[0][1]) == "equal"
    return "TIE" if tied else ""


def _result(own: FeltPlace, column: int) -> Text:
    """Show what a hand won or lost and, if that was cut, what it should have been."""
    if own.net is None:
        return Text("")
    if not own.net:
        return Text(_nothing(own))
    sign, style = ("+", "bold #afff5f") if own.net > 0 else ("-", "bold #ff8787")
    amount = short_money(abs(own.net))
    texts = []
    if own.cut:
        if abs(own.due) > abs(own.net) and (own.due > 0) == (own.net > 0):
            texts.append(f"{sign}{amount} of {short_money(abs(own.due))}")
        texts.append(f"{own.cut} {sign}{amount}")
        if column > len(own.cut) + 1 + LEAST_ROOM:
            texts.append(f"{own.cut} {sign}{fitted(abs(own.net), column - len(own.cut) - 2)}")
    texts.append(f"{sign}{fitted(abs(own.net), column - 1)}")
    return Text(next(text for text in texts if len(text) <= column), style=style)


def _nothing(own: FeltPlace) -> str:
    """Say why a hand neither won nor lost."""
    if own.cut:
        return "no cover" if own.cut == "part" and not own.moved else f"{own.cut} 0"
    if own.word == "returned":
        return ""
    return "even" if own.moved else "push"
