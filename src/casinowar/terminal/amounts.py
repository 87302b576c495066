"""Shortens amounts to fit the width of a seat, without ever showing a different number."""

from casinowar.money import short_money

LEAST_ROOM = 3
"""The fewest columns that every amount fits in."""

_SCALES = ((1_000, "k"), (1_000_000, "M"), (1_000_000_000, "B"), (1_000_000_000_000, "T"))
_DECIMALS = 2


def fitted(cents: int, room: int) -> str:
    """Write an amount in at most `room` columns: exact, else without cents, else in thousands.

    ``12.50``, ``~12``, ``123k``, ``12.34M``: an inexact amount is marked as such, and rounded down
    so that it never shows more than there is.
    """
    assert cents >= 0, "the sign of an amount is shown beside it"
    assert room >= LEAST_ROOM, f"{room} columns are too few for an amount"
    exact = short_money(cents)
    if len(exact) <= room:
        return exact
    whole = f"~{cents // 100}"
    if cents % 100 and len(whole) <= room:
        return whole
    units = cents // 100
    usual = max(sum(units >= scale for scale, _ in _SCALES) - 1, 0)
    scaled = (_scaled(units, *scale, room) for scale in _SCALES[usual:])
    return next(filter(None, scaled), "…")


def _scaled(units: int, scale: int, letter: str, room: int) -> str:
    """Write units in thousands or more; return ``""`` if they do not fit or no digit is left."""
    for decimals in range(_DECIMALS, -1, -1):
        number, rest = divmod(units * 10**decimals // scale, 10**decimals)
        fraction = f"{rest:0{decimals}}".rstrip("0") if decimals else ""
        text = f"{number or ''}{'.' if fraction else ''}{fraction}{letter}"
        if len(text) <= room and text != letter:
            return text
    return ""
