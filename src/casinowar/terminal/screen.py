"""The interface of a game's screen, and signal handling that never interrupts an action."""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from casinowar.game.events import Event
from casinowar.game.table import Table


class Screen(Protocol):
    """Shows a game and asks the player."""

    def attend(self, status: Callable[[], str]) -> None:
        """Set the function that describes the player's chips and result."""

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        """Show an event; `chips` is what everyone has after it."""

    def say(self, text: str) -> None:
        """Show the player a message."""

    def ask(self, question: str, keys: str) -> str:
        """Ask the player and return the answer; raise `EOFError` when the input has ended."""

    def rules(self) -> None:
        """Show the rules with their clauses."""

    def hurry(self) -> None:
        """Stop pausing: the player has left."""


class Unseen:
    """A `Screen` that shows nothing, because its terminal or its pipe was closed."""

    def attend(self, status: Callable[[], str]) -> None:
        """Do nothing."""

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:
        """Do nothing."""

    def say(self, text: str) -> None:
        """Do nothing."""

    def ask(self, question: str, keys: str) -> str:  # noqa: ARG002
        """Raise `EOFError`: nobody can answer."""
        raise EOFError

    def rules(self) -> None:
        """Do nothing."""

    def hurry(self) -> None:
        """Do nothing: this screen never pauses."""


_ENDING = ("SIGTERM", "SIGHUP")
"""The signals for a request to end and for a closed terminal; not every system has both."""


class Interrupts:
    """Delays Ctrl-C until the game waits, at a prompt or a pause.

    The other signals that ask a program to end are treated alike, unless the program was started
    to ignore them, for instance with nohup.
    """

    def __init__(self) -> None:
        self._waiting = False
        self._pending = False
        self._ignored = False

    def ignore(self) -> None:
        """Ignore further signals: the game is already ending."""
        self._ignored = True

    @contextmanager
    def caught(self) -> Iterator[None]:
        """Catch the signals for as long as the game lasts."""
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
        """Let a signal interrupt the game while it waits."""
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
