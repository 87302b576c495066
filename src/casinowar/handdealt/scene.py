"""What typed words are about: the table they are typed at, and who or what a word means there."""

from collections.abc import Callable
from dataclasses import dataclass, field

from casinowar.actions import Action
from casinowar.errors import IllegalAction, NotationError
from casinowar.handdealt.grammar import WORDS, Unit, is_card
from casinowar.money import parse_money
from casinowar.needs import Need
from casinowar.table import Table


@dataclass(frozen=True, slots=True)
class Scene:
    """What the typed words are about: the table, what it waits for, the time, earlier stakes."""

    table: Table
    need: Need
    now: int
    stakes: dict[str, int] = field(default_factory=dict)

    def seat(self, word: str) -> int:
        """The seat meant by its number, or by the name of one who has no other."""
        seat, size = whole(word), len(self.table.seats)
        if seat is not None:
            if not 1 <= seat <= size:
                raise IllegalAction(f"there is no seat {seat}: they are 1 to {size}")
            return seat
        seats = self.table.seats_of(word)
        if not seats:
            raise IllegalAction(f"nobody called {word[:32]!r} sits here")
        if len(seats) > 1:
            raise IllegalAction(f"{word} has seats {', '.join(map(str, seats))}: say which")
        return seats[0]

    def holder(self, seat: int) -> str:
        """Who sits there."""
        player = self.table.seats[seat - 1]
        if not player:
            raise IllegalAction(f"nobody sits at seat {seat}")
        return player


Reader = Callable[[Scene, Unit], list[Action]]
"""What a typed unit does, all of it or nothing."""


def usage(form: str) -> NotationError:
    """The error that says how something is written."""
    return NotationError(f"write {form}")


def whole(word: str) -> int | None:
    """A word as a whole number of at most nine digits, if it is one."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def number(word: str, form: str) -> int:
    """A word that must be a whole number."""
    found = whole(word)
    if found is None:
        raise usage(form)
    return found


def only(unit: Unit, form: str) -> str:
    """The one word that must come with a verb."""
    if len(unit.words) != 1:
        raise usage(form)
    return unit.words[0]


def alone(unit: Unit) -> None:
    """Refuse words after a verb that takes none."""
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
    """A name for someone at the table, unless it would be read as something else."""
    if word.lower() in WORDS or is_card(word) or is_amount(word) or word.isdigit():
        raise IllegalAction(f"{word[:32]!r} means something else here: use another name")
    return word
