"""The game as plain lines: for a pipe, a file, or a terminal too small for the felt."""

import sys
from collections.abc import Callable, Mapping

from rich.console import Console, RenderableType

from casinowar.game.describe import describe
from casinowar.game.events import CardsCollected, Event, RoundEnded, Seated, WarDeclared
from casinowar.game.table import Table
from casinowar.terminal.screen import Interrupts

_NOT_SHOWN = (CardsCollected, RoundEnded, Seated)


class Lines:
    """A `Screen` that prints one line for each event."""

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
        """Do nothing: the line after each round already shows the status."""

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:  # noqa: ARG002
        """Print an event as one line."""
        if isinstance(event, WarDeclared):
            self.say("*** war ***")
        if not isinstance(event, _NOT_SHOWN):
            self.say(describe(event))

    def say(self, text: str) -> None:
        """Print one line."""
        self._console.out(text, highlight=False)

    def ask(self, question: str, keys: str) -> str:
        """Ask a question and return the next line of input; explain the keys only once."""
        hint = "" if keys in self._explained else f" ({keys.replace(' · ', '; ')})"
        self._explained.add(keys)
        self.say(f"{question}{hint}")
        self._console.file.write("> ")
        self._console.file.flush()
        if not sys.stdin:  # closed before the game began: there is no input
            self.say("")
            raise EOFError
        with self._interrupts.allowed():
            line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self.say(line.rstrip("\n"))  # so that a transcript shows the answers
        if not line:
            raise EOFError
        return line

    def rules(self) -> None:
        """Print all the rules."""
        with self._console.capture() as captured:
            self._console.print(self._sign)
        for line in captured.get().splitlines():
            self.say(line.rstrip())

    def hurry(self) -> None:
        """Ignore Ctrl-C; plain lines have no pauses to skip."""
        self._interrupts.ignore()
