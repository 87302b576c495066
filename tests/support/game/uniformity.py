"""Is every order of a deck as likely as any other? Statistics that say no at 99 %.

Decks are the rows of an array of card numbers. Each check gives a statistic and the value that a
fair shuffle exceeds once in a hundred; where the statistic is larger, the shuffle is rejected.
"""

from collections.abc import Callable
from math import factorial, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Decks = NDArray[np.uint8]

_ONE_SIDED = 2.3263478740408408
_TWO_SIDED = 2.5758293035489004
"""The values that a standard normal number exceeds, or lies outside of, once in a hundred."""

_LEAST_EXPECTED = 5
"""Cells that expect fewer are joined: below, the chi-squared law does not hold."""


class Finding(NamedTuple):
    """What a check has found."""

    check: str
    statistic: float
    most: float

    @property
    def is_rejected(self) -> bool:
        """Whether a fair shuffle would be so far off less than once in a hundred times."""
        return self.statistic > self.most


def findings(decks: Decks) -> list[Finding]:
    """Every check of these decks."""
    cards = decks.shape[1]
    ends = ((0, 1), (cards // 2, cards // 2 + 1), (cards - 2, cards - 1), (0, cards - 1))
    return [
        positions(decks),
        *(pairs(decks, *places) for places in ends),
        runs(decks),
        *(serial_correlation(decks, lag) for lag in (1, 2, cards // 2)),
    ]


def positions(decks: Decks) -> Finding:
    """How often each card lies at each place.

    Every deck has each card and each place once, which makes the sum of squares larger than that
    of independent cells: by n / (n - 1) for n cards.
    """
    count, cards = decks.shape
    cells = decks.astype(np.intp) + np.arange(cards) * cards
    seen = np.bincount(cells.ravel(), minlength=cards * cards)
    statistic = _squares(seen, count / cards) * (cards - 1) / cards
    return Finding("positions", statistic, _chi_squared((cards - 1) ** 2))


def pairs(decks: Decks, first: int, second: int) -> Finding:
    """How often each ordered pair of cards lies at two places."""
    count, cards = decks.shape
    cells = decks[:, first].astype(np.intp) * cards + decks[:, second]
    seen = np.bincount(cells, minlength=cards * cards).reshape(cards, cards)
    assert not seen.diagonal().any(), "no card lies at two places"
    apart = seen[~np.eye(cards, dtype=bool)]
    statistic = _squares(apart, count / apart.size)
    return Finding(f"pairs at {first} and {second}", statistic, _chi_squared(apart.size - 1))


def runs(decks: Decks) -> Finding:
    """How many rising runs the decks fall into: Eulerian numbers say how often each count is."""
    count, cards = decks.shape
    falls = (decks[:, 1:] < decks[:, :-1]).sum(axis=1)
    seen = np.bincount(falls, minlength=cards).tolist()
    orders = factorial(cards)
    expected = [count * number / orders for number in _eulerian(cards)]
    cells = _joined(list(zip(seen, expected, strict=True)))
    statistic = sum((found - wanted) ** 2 / wanted for found, wanted in cells)
    return Finding("runs", statistic, _chi_squared(len(cells) - 1))


def serial_correlation(decks: Decks, lag: int) -> Finding:
    """Whether a card's number tells anything about the number so many cards on."""
    count, cards = decks.shape
    centred = decks.astype(np.float32) - np.float32((cards - 1) / 2)
    products = (centred[:, :-lag] * centred[:, lag:]).sum(axis=1, dtype=np.float64)
    variance = (cards**2 - 1) / 12
    expected = -(cards - lag) * variance / (cards - 1)
    off = abs(float(products.mean()) - expected) / (float(products.std()) / sqrt(count))
    return Finding(f"serial correlation at lag {lag}", off, _TWO_SIDED)


def _squares(seen: NDArray[Any], expected: float) -> float:
    assert expected >= _LEAST_EXPECTED, "too few decks for a chi-squared law"
    return float(((seen - expected) ** 2).sum() / expected)


def _chi_squared(freedom: int) -> float:
    """What a chi-squared number exceeds once in a hundred (Wilson and Hilferty's form)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + _ONE_SIDED * sqrt(part)) ** 3)


def _eulerian(cards: int) -> list[int]:
    """How many orders of so many cards have 0, 1, 2 … falls."""
    row = [1]
    for size in range(2, cards + 1):
        wider = [0, *row, 0]
        row = [
            (falls + 1) * wider[falls + 1] + (size - falls) * wider[falls] for falls in range(size)
        ]
    return row


def _joined(cells: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """The cells in order, small ones joined to their neighbours."""
    joined: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for found, wanted in cells:
        seen, expected = seen + found, expected + wanted
        if expected >= _LEAST_EXPECTED:
            joined.append((seen, expected))
            seen, expected = 0, 0.0
    last_seen, last_expected = joined.pop()
    return [*joined, (last_seen + seen, last_expected + expected)]


def made(shuffle: Callable[[], list[int]], count: int) -> Decks:
    """So many decks of a shuffle."""
    rows = b"".join(bytes(shuffle()) for _ in range(count))
    return np.frombuffer(rows, dtype=np.uint8).reshape(count, -1)
