"""What a player types, read: bets, stakes, places and the commands every prompt knows."""

import re
from dataclasses import dataclass

from casinowar.errors import NotationError
from casinowar.money import parse_money

ALL = -1
"""The seat of a wish that is meant for every hand."""

_HOW = "write an amount (20), an amount and a tie wager (20/5), or one for each hand (1:20/5 2:10)"


@dataclass(frozen=True, slots=True)
class Wish:
    """The wagers a player wants at a seat."""

    seat: int
    primary: int
    tie: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The player gets up."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """The player wants to see the rules."""


@dataclass(frozen=True, slots=True)
class Buy:
    """The player wants more chips; 0: as many as at the beginning."""

    amount: int


Command = Leave | ShowRules | Buy


def read_command(text: str) -> Command | None:
    """A command that every prompt knows, if it is one."""
    words = text.lower().split()
    match words:
        case ["q" | "quit" | "exit" | "leave"]:
            return Leave()
        case ["?" | "rules" | "h" | "help"]:
            return ShowRules()
        case ["buy"]:
            return Buy(0)
        case ["buy", amount]:
            cents = parse_money(amount)
            if not cents:
                raise NotationError("nothing to buy: write buy, or buy and an amount")
            return Buy(cents)
        case _:
            return None


def read_bets(text: str, seat: int) -> tuple[Wish, ...]:
    """The bets a player wants; none for ``0`` or ``skip``. `seat` is theirs if they name none."""
    words = text.lower().split()
    if words in (["0"], ["skip"]):
        return ()
    if not any(":" in word for word in words):
        return _without_nothing((_wish(seat, " ".join(words)),))
    wishes = []
    for word in words:
        place, colon, wagers = word.partition(":")
        if not colon or not re.fullmatch(r"all|\d{1,3}", place, re.ASCII):
            raise NotationError(f"{word[:30]!r} is not a bet on a hand: {_HOW}")
        wishes.append(_wish(ALL if place == "all" else int(place), wagers))
    seats = [wish.seat for wish in wishes]
    if len(seats) != len(set(seats)) or (ALL in seats and len(seats) > 1):
        raise NotationError("each hand has one bet: name it once")
    return _without_nothing(tuple(wishes))


def _without_nothing(wishes: tuple[Wish, ...]) -> tuple[Wish, ...]:
    return tuple(wish for wish in wishes if wish.primary or wish.tie)


def _wish(seat: int, text: str) -> Wish:
    amounts = re.split(r"\s*/\s*|\s+", text.strip())
    if len(amounts) > 2 or not any(amounts):
        raise NotationError(f"{text[:30]!r} is not a bet: {_HOW}")
    primary, tie = (*amounts, "")[:2]
    return Wish(seat, _amount(primary), _amount(tie))


def _amount(text: str) -> int:
    return parse_money(text) if text else 0


def read_number(text: str, what: str) -> int:
    """A whole number, such as a place to cut at."""
    if not re.fullmatch(r"\d{1,6}", text.strip(), re.ASCII):
        raise NotationError(f"{text.strip()[:30]!r} is not {what}: write a whole number")
    return int(text)
