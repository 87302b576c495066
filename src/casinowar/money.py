"""Money: a whole number of cents, never a float. People read and write it as ``1,250.00``."""

import re

from casinowar.errors import NotationError

MOST = 10**13
"""The largest amount. It keeps the sums of any round far below 2**53, so they are exact in JSON."""

_AMOUNT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?", re.ASCII)


def parse_money(text: str) -> int:
    """Read an amount such as ``5``, ``5.00`` or ``1,250.50`` and return its cents."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r:.80} is not an amount: write a text such as 5 or 5.00")
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"{text!r} is not an amount: write it as 5 or 5.00 or 1,250.50")
    units, cents = match.groups()
    amount = int(units.replace(",", "")[:20]) * 100 + int(cents or 0)
    if amount > MOST:
        raise NotationError(f"{text.strip()[:30]!r} is too much: at most {format_money(MOST)}")
    return amount


def format_money(cents: int) -> str:
    """Write an amount as ``1,250.00``, with a minus sign in front if it is negative."""
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units:,}.{rest:02d}"


def short_money(cents: int) -> str:
    """Write an amount as the shortest text `parse_money` reads: ``5``, ``5.50``, ``1250``."""
    units, rest = divmod(cents, 100)
    return f"{units}.{rest:02d}" if rest else str(units)


def is_cents(value: object) -> bool:
    """Whether a value is an amount: an integer, not a boolean, from 0 to `MOST`."""
    return type(value) is int and 0 <= value <= MOST
