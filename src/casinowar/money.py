"""Money is a whole number of cents, never a float; people read and write it as ``1,250.00``."""

import re

from casinowar.errors import NotationError

MOST = 10**13
"""No single amount is larger: the sums of any round then stay far below 2**53 (exact in JSON)."""

_AMOUNT = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?", re.ASCII)


def parse_money(text: str) -> int:
    """The cents of an amount such as ``5``, ``5.00`` or ``1,250.50``."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            f"{text!r} is not an amount: write whole units or units and two digits of cents, "
            "as 5 or 5.00 or 1,250.50"
        )
    units, cents = match.groups()
    amount = int(units.replace(",", "")[:20]) * 100 + int(cents or 0)
    if amount > MOST:
        raise NotationError(f"{text.strip()[:30]!r} is too much: at most {format_money(MOST)}")
    return amount


def format_money(cents: int) -> str:
    """``1,250.00``; a negative amount has its sign in front."""
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units:,}.{rest:02d}"


def short_money(cents: int) -> str:
    """The shortest text that `parse_money` reads back: ``5``, ``5.50``, ``1250``."""
    units, rest = divmod(cents, 100)
    return f"{units}.{rest:02d}" if rest else str(units)


def is_cents(value: object) -> bool:
    """Whether a value can be an amount: a whole number (``True`` is none) from 0 to `MOST`."""
    return type(value) is int and 0 <= value <= MOST
