"""What a game asks of the place it is shown in, and Ctrl-C that never tears a round apart."""

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


class Interrupts:
    """Ctrl-C takes effect where the game waits: at a prompt or a pause, never in between."""

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
        before = signal.signal(signal.SIGINT, self._catch)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

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
