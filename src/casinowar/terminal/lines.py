"""A game as plain lines: for a pipe, a file, or a terminal too small to draw a felt on."""

import sys
from collections.abc import Callable, Mapping

from rich.console import Console, RenderableType

from casinowar.events import (
    CardsCollected,
    Event,
    RoundEnded,
    Seated,
    WarDeclared,
)
from casinowar.table import Table
from casinowar.terminal.screen import Interrupts
from casinowar.words import describe

_UNTOLD = (CardsCollected, RoundEnded, Seated)


class Lines:
    """A `Screen` that prints one line for each thing that happens."""

    def __init__(
        self,
        console: Console,
        interrupts: Interrupts,
        heading: list[str],
        sign: RenderableType,
    ) -> None:
        self._console = console
        self._interrupts = interrupts
        self._sign = sign
        self._explained: set[str] = set()
        for line in heading:
            self.say(line)

    def attend(self, status: Callable[[], str]) -> None:
        """Each round's result is told as a line: nothing more is shown of it."""

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:  # noqa: ARG002
        """One line in words."""
        if isinstance(event, WarDeclared):
            self.say("*** war ***")
        if not isinstance(event, _UNTOLD):
            self.say(describe(event))

    def say(self, text: str) -> None:
        """One line."""
        self._console.out(text, highlight=False)

    def ask(self, question: str, keys: str) -> str:
        """The next line of input; the keys are told when they are new."""
        told = "" if keys in self._explained else f" ({keys.replace(' · ', '; ')})"
        self._explained.add(keys)
        self.say(f"{question}{told}")
        self._console.file.write("> ")
        self._console.file.flush()
        if not sys.stdin:  # closed before the game began: its input has ended
            self.say("")
            raise EOFError
        with self._interrupts.allowed():
            line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self.say(line.rstrip("\n"))  # a transcript shows what was answered
        if not line:
            raise EOFError
        return line

    def rules(self) -> None:
        """The whole sign."""
        with self._console.capture() as captured:
            self._console.print(self._sign)
        for line in captured.get().splitlines():
            self.say(line.rstrip())

    def hurry(self) -> None:
        """Lines never wait; only Ctrl-C has no more to end."""
        self._interrupts.ignore()
