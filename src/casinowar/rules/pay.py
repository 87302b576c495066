"""What a wager pays, as an exact net fraction of the wager, and the one place that applies it.

A rule file writes a pay as ``push``, ``lose``, ``lose half`` or odds such as ``3 to 2``; here they
are the fractions 0, -1, -1/2 and 3/2.
"""

import re
from fractions import Fraction
from typing import Literal

from casinowar.errors import NotationError

Pay = Fraction
OddCent = Literal["player", "house"]
"""Who gets the benefit when a result is not in whole cents (ALL-4: the player)."""

PUSH = Pay(0)
LOSE = Pay(-1)
LOSE_HALF = Pay(-1, 2)

_WORDS = {"push": PUSH, "lose": LOSE, "lose half": LOSE_HALF}
_ODDS = re.compile(r"([1-9]\d{0,3}) to ([1-9]\d{0,3})", re.ASCII)


def parse_pay(text: str) -> Pay:
    """Read a pay: ``push``, ``lose``, ``lose half`` or ``N to M``."""
    if text in _WORDS:
        return _WORDS[text]
    match = _ODDS.fullmatch(text)
    if match is None:
        raise NotationError(
            f"{text[:40]!r} is not a pay: write push, lose, lose half, or odds such as 10 to 1"
        )
    return Pay(int(match[1]), int(match[2]))


def format_pay(pay: Pay) -> str:
    """Write a pay as `parse_pay` reads it."""
    for word, value in _WORDS.items():
        if pay == value:
            return word
    return f"{pay.numerator} to {pay.denominator}"


def net(pay: Pay, wager: int, odd_cent: OddCent) -> int:
    """The player's net result, in whole cents, of a wager settled at this pay."""
    result, left_over = divmod(pay.numerator * wager, pay.denominator)
    return result + 1 if left_over and odd_cent == "player" else result
