"""Exact figures as decimals, without floats; the last digit is rounded half away from zero."""

from fractions import Fraction
from math import isqrt

_DIGITS = 40
"""The decimals to which an irrational figure is computed before it is shown."""


def fixed(value: Fraction, digits: int) -> str:
    """Format a figure as ``-0.0233``; one that rounds to zero has no sign."""
    scaled = abs(value) * 10**digits
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    units, rest = divmod(whole, 10**digits)
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{units}.{rest:0{digits}d}" if digits else f"{sign}{units}"


def percent(value: Fraction, digits: int = 3) -> str:
    """Format a share as ``2.330 %``."""
    return f"{fixed(value * 100, digits)} %"


def root(value: Fraction) -> Fraction:
    """Return the square root, cut off after 40 decimals."""
    scale = 10**_DIGITS
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)
