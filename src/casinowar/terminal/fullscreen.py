"""The game on a full screen, redrawn after each event."""

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

from casinowar.game.describe import describe
from casinowar.game.events import (
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
from casinowar.game.table import Table
from casinowar.terminal.canvas import WIDTH, draw
from casinowar.terminal.felt import Felt
from casinowar.terminal.screen import Interrupts

HEIGHT = 24
_AROUND = 19
"""The rows that never hold messages: heading, felt, answer, and an empty one."""
_BELOW = 2
"""The rows of a question and its keys; longer questions take rows from the messages."""

_SEEN_ON_FELT = (BetPlaced, CardDealt, CardsBurned, CardsCollected, RoundEnded, Seated)


class Stage:
    """A `Screen` that draws cards and chips, with pauses so that the player can follow."""

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
        """Take over the terminal, and restore it at the end."""
        with _echo(on=False):
            self._console.set_alt_screen(enable=True)
            self._console.show_cursor(show=False)
            try:
                yield
            finally:
                self._console.show_cursor(show=True)
                self._console.set_alt_screen(enable=False)

    def attend(self, status: Callable[[], str]) -> None:
        """Set the function that gives the status line in the felt's lower edge."""
        self._status = status

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        """Draw an event, then pause."""
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
        """Show a message under the felt."""
        self._messages.append(text)
        self._redraw()

    def ask(self, question: str, keys: str) -> str:
        """Ask a question and return the line that the player types."""
        _forget_keys()
        below = [Text(line, style="bold yellow") for line in textwrap.wrap(question, WIDTH - 1)]
        below += [Text(line, style="dim") for line in textwrap.wrap(keys, WIDTH - 1)]
        self._redraw(*below)
        return self._input()

    def rules(self) -> None:
        """Show the rules page by page."""
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
        """Play the rest without pauses, and ignore Ctrl-C."""
        self._paused = False
        self._interrupts.ignore()

    def _sound_the_war(self) -> None:
        """Announce a war: open its banner letter by letter."""
        banner = self._felt.banner
        for letters in range(1, 4):
            self._felt.banner = "W A R"[: 2 * letters - 1]
            self._redraw()
            self._pause(0.22)
        self._felt.banner = banner

    def _redraw(self, *below: Text) -> None:
        """Redraw the whole screen in one write, so that nothing flickers."""
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
        """Write lines over the old ones, and clear the rest of the screen."""
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
    """Return how long to pause after an event, in seconds."""
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
    """Turn the terminal's echo of typed keys on or off for a while."""
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
    """Drop keys typed before the question, so that they do not answer it."""
    termios = _termios()
    if termios is not None:
        with _still_there(termios):
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


@contextmanager
def _still_there(termios: Any) -> Iterator[None]:
    """Turn the error of a closed terminal into an `OSError`."""
    try:
        yield
    except termios.error as error:
        raise OSError(*error.args) from error


def _termios() -> Any:
    """Return the `termios` module, if there is one, and turn on line editing."""
    try:
        importlib.import_module("readline")
        return importlib.import_module("termios")
    except ImportError:
        return None


def fits(console: Console) -> bool:
    """Whether the felt can be drawn: input and output are a terminal, large enough, with UTF-8."""
    return (
        console.is_terminal
        and not console.is_dumb_terminal
        and bool(sys.stdin)  # None if it was closed
        and sys.stdin.isatty()
        and console.width >= WIDTH
        and console.height >= HEIGHT
        and console.encoding.startswith("utf")
    )
