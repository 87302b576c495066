"""What a game asks of the place it is shown in, and signals that never tear a round apart."""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from casinowar.events import Event
from casinowar.table import Table


class Screen(Protocol):
    """Where a game is shown and the player is asked."""

    def attend(self, status: Callable[[], str]) -> None:
        """Know how to tell the way the player stands."""

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        """Show what has happened; `chips` is what everyone has by then."""

    def say(self, text: str) -> None:
        """Tell the player something."""

    def ask(self, question: str, keys: str) -> str:
        """The player's answer; `EOFError` when there is none any more."""

    def rules(self) -> None:
        """Show the rules with their clauses."""

    def hurry(self) -> None:
        """From now on nothing waits: the player has left."""


class Unseen:
    """A `Screen` that nobody looks at any more: its terminal, or the end of its pipe, is gone."""

    def attend(self, status: Callable[[], str]) -> None:
        """Nobody asks."""

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        """Nobody sees it."""

    def say(self, text: str) -> None:
        """Nobody hears it."""

    def ask(self, question: str, keys: str) -> str:  # noqa: ARG002
        """Nobody answers."""
        raise EOFError

    def rules(self) -> None:
        """Nobody reads them."""

    def hurry(self) -> None:
        """Nothing waits."""


_ENDING = ("SIGTERM", "SIGHUP")
"""A request to end, and a terminal whose window is closed; not every system has both."""


class Interrupts:
    """Ctrl-C takes effect where the game waits: at a prompt or a pause, never in between.

    So does any other signal that asks a program to end, unless whoever started it said to ignore
    that, as nohup does.
    """

    def __init__(self) -> None:
        self._waiting = False
        self._pending = False
        self._ignored = False

    def ignore(self) -> None:
        """The game is ending already."""
        self._ignored = True

    @contextmanager
    def caught(self) -> Iterator[None]:
        """For as long as the game lasts."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
        usual = [n for n in numbers if signal.getsignal(n) == signal.SIG_DFL]
        before = {n: signal.signal(n, self._catch) for n in (signal.SIGINT, *usual)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """While the game waits."""
        self._waiting = True
        try:
            if self._pending:
                self._pending = False
                raise KeyboardInterrupt
            yield
        finally:
            self._waiting = False

    def _catch(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self._ignored:
            return
        if self._waiting:
            raise KeyboardInterrupt
        self._pending = True
