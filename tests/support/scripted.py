"""A screen for tests: answers come from a script, and everything shown is kept."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from casinowar.game.events import Event
from casinowar.game.table import Table


class Scripted:
    """A `Screen` whose player answers as the script says, then leaves."""

    def __init__(self, answers: Iterable[str]) -> None:
        self._answers: Iterator[str] = iter(answers)
        self.events: list[Event] = []
        self.said: list[str] = []
        self.asked: list[tuple[str, str]] = []
        self.signs = 0
        self.hurried = False
        self.status: Callable[[], str] = str

    def attend(self, status: Callable[[], str]) -> None:
        self.status = status

    def show(self, event: Event, table: Table, chips: Mapping[str, int]) -> None:  # noqa: ARG002
        assert min(chips.values()) >= 0
        self.events.append(event)

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str, keys: str) -> str:
        self.asked.append((question, keys))
        for answer in self._answers:
            return answer
        raise EOFError

    def rules(self) -> None:
        self.signs += 1

    def hurry(self) -> None:
        self.hurried = True
