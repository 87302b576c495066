"""What a report is made of: texts in cells, cells in grids, grids and plots in sections.

Every figure is a text by the time it stands here, so that the page and the printed sheet cannot
differ in a digit.
"""

from dataclasses import dataclass
from fractions import Fraction

from casinowar.odds.rounding import fixed, percent


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure as it is read and, where it is one, the exact fraction behind it."""

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
    """The place of a picture, what it shows, and what it says to those who cannot see it."""

    name: str
    caption: str
    alt: str


@dataclass(frozen=True, slots=True)
class Section:
    """One matter of a report."""

    name: str
    title: str
    says: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True, slots=True)
class Headline:
    """A figure for those who read no further, and what it is a share of."""

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


def counted(number: int, noun: str) -> str:
    """``1 round``, ``1,000 rounds``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def minus(text: str) -> str:
    """A figure with a minus sign that is as wide as a digit."""
    return text.replace("-", "\N{MINUS SIGN}")


def share(value: Fraction, digits: int = 3, exact: bool = True) -> Cell:
    """``2.330 %`` and the fraction."""
    return Cell(minus(percent(value, digits)), str(value) if exact else "")


def figure(value: Fraction, digits: int, exact: bool = True) -> Cell:
    """A figure with so many decimals; one that has no more than them is shown alone."""
    shown = fixed(value, digits)
    is_whole_truth = Fraction(shown) == value
    return Cell(minus(shown), str(value) if exact and not is_whole_truth else "")


def net(value: Fraction) -> str:
    """A result in units, with its sign."""
    shown = minus(fixed(value, 0 if value.denominator == 1 else 2))
    return f"+{shown}" if value > 0 else shown


def chance(value: Fraction, digits: int = 2) -> str:
    """A probability in percent; only what is certain is shown as 0 or 100."""
    least = Fraction(1, 10 ** (digits + 2))
    if 0 < value < least / 2:
        return f"< {percent(least, digits)}"
    if 1 - least / 2 <= value < 1:
        return f"> {percent(1 - least, digits)}"
    return percent(value, digits)
