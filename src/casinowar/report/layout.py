"""The parts of a report: texts in cells, cells in grids, grids and plots in sections.

Every figure is already a text here, so the page and the printed sheet cannot differ in a digit.
"""

from dataclasses import dataclass
from fractions import Fraction

from casinowar.odds.rounding import fixed, percent


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as shown and, if there is one, the exact fraction behind it."""

    text: str
    exact: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the first column names its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """The place of a picture, its caption, and its text alternative."""

    name: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a report: a title, sentences, grids and plots."""

    name: str
    title: str
    says: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """A key figure for the top of the report, and what it is a share of."""

    label: str
    figure: Cell
    basis: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the page and the printed sheet show."""

    title: str
    subtitle: str
    warnings: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    headlines: tuple[Headline, ...]
    sections: tuple[Section, ...]


def count_noun(number: int, noun: str) -> str:
    """Format as ``1 round`` or ``1,000 rounds``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def minus(text: str) -> str:
    """Replace hyphens in a figure by minus signs, which are as wide as a digit."""
    return text.replace("-", "\N{MINUS SIGN}")


def share(value: Fraction, digits: int = 3, exact: bool = True) -> Cell:
    """Format a share as ``2.330 %``, with its fraction."""
    return Cell(minus(percent(value, digits)), str(value) if exact else "")


def figure(value: Fraction, digits: int, exact: bool = True) -> Cell:
    """Format a figure with so many decimals, and with its fraction if they do not show it all."""
    shown = fixed(value, digits)
    is_whole_truth = Fraction(shown) == value
    return Cell(minus(shown), str(value) if exact and not is_whole_truth else "")


def net(value: Fraction) -> str:
    """Format a result in units, with its sign."""
    shown = minus(fixed(value, 0 if value.denominator == 1 else 2))
    return f"+{shown}" if value > 0 else shown


def chance(value: Fraction, digits: int = 2) -> str:
    """Format a probability in percent; only an exact 0 or 1 is shown as 0 or 100."""
    least = Fraction(1, 10 ** (digits + 2))
    if 0 < value < least / 2:
        return f"< {percent(least, digits)}"
    if 1 - least / 2 <= value < 1:
        return f"> {percent(1 - least, digits)}"
    return percent(value, digits)
