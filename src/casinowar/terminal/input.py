"""Reads what a player types: bets, numbers, and the commands that work at every prompt."""

import re
from dataclasses import dataclass

from casinowar.errors import NotationError
from casinowar.money import parse_money

ALL = -1
"""The seat of a bet that is meant for every hand."""

_HOW = "type an amount (20), an amount and a tie wager (20/5), or one for each hand (1:20/5 2:10)"


@dataclass(frozen=True, slots=True)
class WantedBet:
    """The wagers a player wants at a seat."""

    seat: int
    primary: int
    tie: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The player leaves the table."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """The player wants to see the rules."""


@dataclass(frozen=True, slots=True)
class Buy:
    """The player wants more chips; 0 means as many as they started with."""

    amount: int


Command = Leave | ShowRules | Buy


def read_command(text: str) -> Command | None:
    """Read a command that works at every prompt; return `None` if the text is none."""
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
                raise NotationError("0 buys nothing: type buy, or buy and an amount (buy 500)")
            return Buy(cents)
        case _:
            return None


def read_bets(text: str, seat: int) -> tuple[WantedBet, ...]:
    """Read the bets a player wants: none for ``0`` or ``skip``, at `seat` if they name no seat."""
    words = text.lower().split()
    if words in (["0"], ["skip"]):
        return ()
    if not any(":" in word for word in words):
        return _nonzero((_wanted_bet(seat, " ".join(words)),))
    wishes = []
    for word in words:
        place, colon, wagers = word.partition(":")
        if not colon or not re.fullmatch(r"all|\d{1,3}", place, re.ASCII):
            raise NotationError(f"{word[:30]!r} is not a bet on a hand: {_HOW}")
        wishes.append(_wanted_bet(ALL if place == "all" else int(place), wagers))
    seats = [wish.seat for wish in wishes]
    if len(seats) != len(set(seats)) or (ALL in seats and len(seats) > 1):
        raise NotationError("each hand has one bet: name each hand only once")
    return _nonzero(tuple(wishes))


def _nonzero(wishes: tuple[WantedBet, ...]) -> tuple[WantedBet, ...]:
    return tuple(wish for wish in wishes if wish.primary or wish.tie)


def _wanted_bet(seat: int, text: str) -> WantedBet:
    amounts = re.split(r"\s*/\s*|\s+", text.strip())
    if len(amounts) > 2 or not any(amounts):
        raise NotationError(f"{text[:30]!r} is not a bet: {_HOW}")
    primary, tie = (*amounts, "")[:2]
    return WantedBet(seat, _amount(primary), _amount(tie))


def _amount(text: str) -> int:
    return parse_money(text) if text else 0


def read_number(text: str, what: str) -> int:
    """Read a whole number, such as a place to cut; `what` names it in the error."""
    if not re.fullmatch(r"\d{1,6}", text.strip(), re.ASCII):
        raise NotationError(f"{text.strip()[:30]!r} is not {what}: type a whole number")
    return int(text)
