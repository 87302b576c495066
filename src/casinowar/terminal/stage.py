"""A game on a real terminal: one screen, drawn anew after each thing that happens."""

import importlib
import sys
import textwrap
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from casinowar.events import (
    BankDeclined,
    BankTaken,
    BetPlaced,
    BetsClosed,
    CardDealt,
    CardsBurned,
    CardsCollected,
    CutCardReached,
    DeckCut,
    Event,
    RoundEnded,
    Seated,
    ShoeBrought,
    StakePosted,
    StakeReturned,
    Surrendered,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.table import Table
from casinowar.terminal.drawing import WIDTH, draw
from casinowar.terminal.felt import Felt
from casinowar.terminal.screen import Interrupts
from casinowar.words import describe

HEIGHT = 24
_AROUND = 19
"""The rows that are never for messages: heading, felt, answer, and one to breathe."""
_BELOW = 2
"""The rows of a question and its keys; a longer one takes the place of messages."""

_SEEN_ON_FELT = (BetPlaced, CardDealt, CardsBurned, CardsCollected, RoundEnded, Seated)


class Stage:
    """A `Screen` that draws cards and chips, and waits a moment where a moment counts."""

    def __init__(
        self,
        console: Console,
        interrupts: Interrupts,
        *,
        heading: str,
        limits: str,
        greeting: list[str],
        sign: RenderableType,
        table: Table,
        you: str,
        paused: bool,
    ) -> None:
        self._console = console
        self._interrupts = interrupts
        self._heading = heading
        self._limits = limits
        self._sign = sign
        self._table = table
        self._you = you
        self._paused = paused
        self._felt = Felt(table.options.seats)
        self._chips: Mapping[str, int] = {}
        self._messages: deque[str] = deque(greeting, maxlen=12)
        self._status: Callable[[], str] = str

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The terminal is the game's until it ends, and is given back as it was."""
        with _echo(on=False):
            self._console.set_alt_screen(enable=True)
            self._console.show_cursor(show=False)
            try:
                yield
            finally:
                self._console.show_cursor(show=True)
                self._console.set_alt_screen(enable=False)

    def attend(self, status: Callable[[], str]) -> None:
        """The way the player stands is in the felt's lower edge."""
        self._status = status

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        """Draw what has happened and let it be seen."""
        self._table, self._chips = table, chips
        self._felt.hear(event)
        mine = getattr(event, "player", self._you) == self._you
        if not isinstance(event, _SEEN_ON_FELT) and (mine or not isinstance(event, WagerSettled)):
            self._messages.append(describe(event))
        if isinstance(event, WarDeclared):
            self._sound_the_war()
        self._redraw()
        self._pause(_moment(event, mine=mine))

    def say(self, text: str) -> None:
        """A message under the felt."""
        self._messages.append(text)
        self._redraw()

    def ask(self, question: str, keys: str) -> str:
        """The player's line, typed under the question."""
        _forget_keys()
        below = [Text(line, style="bold yellow") for line in textwrap.wrap(question, WIDTH - 1)]
        below += [Text(line, style="dim") for line in textwrap.wrap(keys, WIDTH - 1)]
        self._redraw(*below)
        return self._input()

    def rules(self) -> None:
        """The rules, page by page."""
        with self._console.capture() as captured:
            self._console.print(self._sign)
        lines = captured.get().splitlines()
        page, first = self._console.height - 3, 0
        while first < len(lines):
            last = first + page >= len(lines)
            keys = "Enter: back to the game" if last else "Enter: more · q back to the game"
            self._write([*lines[first : first + page], "", keys])
            if self._input().strip().lower() in ("q", "quit"):
                return
            first += page

    def hurry(self) -> None:
        """The rest is played without a pause, and Ctrl-C has no more to end."""
        self._paused = False
        self._interrupts.ignore()

    def _sound_the_war(self) -> None:
        """A war is announced before it is fought: the banner opens across the felt."""
        banner = self._felt.banner
        for letters in range(1, 4):
            self._felt.banner = "W A R"[: 2 * letters - 1]
            self._redraw()
            self._pause(0.22)
        self._felt.banner = banner

    def _redraw(self, *below: Text) -> None:
        """The whole screen, in one write so that nothing flickers."""
        height = max(self._console.height, HEIGHT)
        count = max(min(height - _AROUND - max(len(below), _BELOW), 8), 1)
        wrapped = [line for text in self._messages for line in textwrap.wrap(text, WIDTH - 2)]
        messages = [Text(f" {line}") for line in wrapped[-count:]]
        rows = [
            Text.assemble((" Casino War ", "bold black on yellow"), f" {self._heading}"),
            Text(f" {self._limits}"),
            *draw(self._felt, self._table, self._chips, self._you, self._status()),
            *messages,
            *(Text(" ") for _ in range(count - len(messages))),
            *below,
        ]
        with self._console.capture() as captured:
            for row in rows:
                self._console.print(row, no_wrap=True, overflow="ellipsis", crop=True)
        self._write(captured.get().splitlines())

    def _write(self, lines: list[str]) -> None:
        """Each line over what stood there, and nothing left below."""
        body = "\x1b[K\r\n".join(lines)
        self._console.file.write(f"\x1b[H{body}\x1b[K\r\n\x1b[J")
        self._console.file.flush()

    def _input(self) -> str:
        with _echo(on=True), self._interrupts.allowed():
            self._console.show_cursor(show=True)
            try:
                return input("> ")
            finally:
                self._console.show_cursor(show=False)

    def _pause(self, seconds: float) -> None:
        with self._interrupts.allowed():
            if self._paused and seconds:
                time.sleep(seconds)


def _moment(event: Event, *, mine: bool) -> float:
    """How long something stays before the next thing happens."""
    match event:
        case CardDealt("original", "player"):
            return 0.25
        case CardDealt("original") | CardsBurned():
            return 0.5
        case CardDealt():
            return 1.0
        case WagerSettled() | WagerReturned():
            return 0.6 if mine else 0.15
        case WarDeclared() | BankTaken() | StakePosted() | StakeReturned() | CutCardReached():
            return 0.7
        case ShoeBrought() | DeckCut() | BetsClosed() | BankDeclined() | Surrendered():
            return 0.4
        case _:
            return 0.0


@contextmanager
def _echo(*, on: bool) -> Iterator[None]:
    """Whether keys are seen on the screen as they are pressed."""
    termios = _termios()
    if termios is None:
        yield
        return
    with _still_there(termios):
        before = termios.tcgetattr(sys.stdin)
        now = [*before]
        now[3] = now[3] | termios.ECHO if on else now[3] & ~termios.ECHO
        termios.tcsetattr(sys.stdin, termios.TCSANOW, now)
    try:
        yield
    finally:
        with _still_there(termios):
            termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def _forget_keys() -> None:
    """What was typed while nothing was asked is no answer to what is asked next."""
    termios = _termios()
    if termios is not None:
        with _still_there(termios):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


@contextmanager
def _still_there(termios: Any) -> Iterator[None]:
    """A terminal that is gone is told of as everything is that cannot be read or written."""
    try:
        yield
    except termios.error as error:
        raise OSError(*error.args) from error


def _termios() -> Any:
    """The keys' settings where a system has them; with them comes the editing of lines."""
    try:
        importlib.import_module("readline")
        return importlib.import_module("termios")
    except ImportError:
        return None


def fits(console: Console) -> bool:
    """Whether a felt can be drawn here: a terminal at both ends, large enough, with the signs."""
    return (
        console.is_terminal
        and not console.is_dumb_terminal
        and bool(sys.stdin)  # nothing where it was closed
        and sys.stdin.isatty()
        and console.width >= WIDTH
        and console.height >= HEIGHT
        and console.encoding.startswith("utf")
    )
