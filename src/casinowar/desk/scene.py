"""The context of typed words: the table, and which seat or person a word means there."""

from collections.abc import Callable
from dataclasses import dataclass, field

from casinowar.desk.grammar import WORDS, Unit, is_card
from casinowar.errors import IllegalAction, NotationError
from casinowar.game.actions import Action
from casinowar.game.needs import Need
from casinowar.game.table import Table
from casinowar.money import parse_money


@dataclass(frozen=True, slots=True)
class Scene:
    """The table, what it waits for, the time, and each banker's last stake."""

    table: Table
    need: Need
    now: int
    stakes: dict[str, int] = field(default_factory=dict)

    def seat(self, word: str) -> int:
        """The seat that a word names: by its number, or by a player who has only that seat."""
        seat, size = whole(word), len(self.table.seats)
        if seat is not None:
            if not 1 <= seat <= size:
                raise IllegalAction(f"there is no seat {seat}: seats are 1 to {size}")
            return seat
        seats = self.table.seats_of(word)
        if not seats:
            raise IllegalAction(f"nobody called {word[:32]!r} sits here")
        if len(seats) > 1:
            raise IllegalAction(f"{word} has seats {', '.join(map(str, seats))}: say which")
        return seats[0]

    def holder(self, seat: int) -> str:
        """The player at a seat; raises `IllegalAction` if it is empty."""
        player = self.table.seats[seat - 1]
        if not player:
            raise IllegalAction(f"nobody sits at seat {seat}")
        return player


Reader = Callable[[Scene, Unit], list[Action]]
"""Turns a typed unit into actions, which are taken together or not at all."""


def usage(form: str) -> NotationError:
    """An error that says how to write a command."""
    return NotationError(f"write {form}")


def whole(word: str) -> int | None:
    """A word as a whole number of at most nine digits; `None` if it is not one."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def number(word: str, form: str) -> int:
    """A word as a whole number; raises an error with the right form if it is not one."""
    found = whole(word)
    if found is None:
        raise usage(form)
    return found


def only(unit: Unit, form: str) -> str:
    """The one word after a verb; raises an error unless there is exactly one."""
    if len(unit.words) != 1:
        raise usage(form)
    return unit.words[0]


def alone(unit: Unit) -> None:
    """Refuse any words after a verb that takes none."""
    if unit.words:
        raise usage(f"{unit.verb} alone, without {' '.join(unit.words)[:40]!r}")


def is_amount(word: str) -> bool:
    """Whether a word can be read as an amount."""
    try:
        parse_money(word)
    except NotationError:
        return False
    return True


def new_name(word: str) -> str:
    """Refuse a name that would be read as something else."""
    if word.lower() in WORDS or is_card(word) or is_amount(word) or word.isdigit():
        raise IllegalAction(f"{word[:32]!r} means something else here: use another name")
    return word
