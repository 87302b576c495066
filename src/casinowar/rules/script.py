"""The script of a deal, and the passes of a settlement, as a rule file writes them.

A deal is a list of steps, each done *once* or for *each* seat that takes part::

    each: player                          each: burn 3, player, burn 3, dealer
    once: dealer

A settlement is a list of passes, each along the table in one direction, over some wagers::

    right to left: tie
    left to right: primary
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from casinowar.errors import NotationError

Direction = Literal["left to right", "right to left"]
"""A direction along the seats as the dealer sees them, with seat 1 on the left (ALL-1)."""

Wager = Literal["primary", "tie", "war", "war_tie"]

_BURN = re.compile(r"burn ([1-9]\d?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Act:
    """Cards taken from the shoe: one for a player or the dealer, or one or more to burn."""

    what: Literal["burn", "player", "dealer"]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Step:
    """Acts done together: once, or for each seat that takes part in the deal."""

    times: Literal["once", "each"]
    acts: tuple[Act, ...]

    def __contains__(self, what: str) -> bool:
        return any(act.what == what for act in self.acts)


Script = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """The dealer works once along the table and settles these wagers at each seat."""

    direction: Direction
    wagers: tuple[Wager, ...]


Passes = tuple[Pass, ...]


def is_individual(script: Script) -> bool:
    """Whether each seat is dealt a dealer's card of its own."""
    return any(step.times == "each" and "dealer" in step for step in script)


@lru_cache(maxsize=1024)  # asked for at every shoe
def cards_used(script: Script, seats: int) -> int:
    """How many cards the script takes from the shoe if this many seats take part."""
    return sum(
        (seats if step.times == "each" else 1) * sum(act.count for act in step.acts)
        for step in script
    )


def along(seats: Iterable[int], direction: Direction) -> list[int]:
    """The seats in the order the dealer reaches them."""
    return sorted(seats, reverse=direction == "right to left")


def parse_step(text: str) -> Step:
    """Read a step, such as ``each: burn 3, player`` or ``once: dealer``."""
    times, colon, acts = text.partition(":")
    match times:
        case "once" | "each" if colon:
            return Step(times, tuple(_parse_act(act.strip(), text) for act in acts.split(",")))
        case _:
            pass
    raise NotationError(
        f"{text[:60]!r} is not a step of a deal: begin it with 'once:' or 'each:', "
        "as 'each: burn 3, player' or 'once: dealer'"
    )


def _parse_act(text: str, step: str) -> Act:
    match text:
        case "player" | "dealer":
            return Act(text)
        case _:
            burn = _BURN.fullmatch(text)
    if burn is None:
        raise NotationError(
            f"{text[:30]!r} in {step[:60]!r}: a step is made of 'burn N' (1 to 99), "
            "'player' and 'dealer'"
        )
    return Act("burn", int(burn[1]))


def format_step(step: Step) -> str:
    """Write a step as `parse_step` reads it."""
    acts = (f"burn {act.count}" if act.what == "burn" else act.what for act in step.acts)
    return f"{step.times}: {', '.join(acts)}"


def parse_pass(text: str) -> Pass:
    """Read a pass, such as ``left to right: primary, tie``."""
    direction, colon, names = text.partition(":")
    wagers = tuple(name.strip() for name in names.split(","))
    if (
        not colon
        or direction not in get_args(Direction)
        or any(wager not in get_args(Wager) for wager in wagers)
    ):
        raise NotationError(
            f"{text[:60]!r} is not a pass of a settlement: write a direction and wagers "
            f"(of {', '.join(get_args(Wager))}), as 'left to right: primary, tie'"
        )
    return Pass(direction, wagers)  # type: ignore[arg-type]


def format_pass(settlement: Pass) -> str:
    """Write a pass as `parse_pass` reads it."""
    return f"{settlement.direction}: {', '.join(settlement.wagers)}"
