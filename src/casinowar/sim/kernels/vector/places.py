"""The places of the next two cards of each shoe, among its unseen cards.

Put a shoe's n unseen cards in a line, highest ranks first. A number j, uniform on 0 … n-1, points
at one of them. A number i, uniform on 0 … n-2, points at one of the others: at i if i < j, else at
i+1. Cards are drawn two at a time from the same line, so the line is read and changed only once.

**No bias.** A 16-bit word x gives x·n div 65536. It is dropped if x·n mod 65536 is less than
65536 mod n (`casinowar.sim.kernels.general` says why). If either word of a shoe must be dropped,
both are drawn again, so all pairs of words that are kept are equally likely.

**In bytes.** n can be 520, but from either end of the line only the outermost ranks have to be told
apart, 240 cards each way (`casinowar.sim.kernels.vector.shoes`). So a place is given twice: as j
from the top and as n-1-j from the bottom. Each is capped at 255 and reduced by 128, so that signed
bytes compare correctly.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    Lanes,
    all_words,
    any_lane,
    high_product,
    select,
    shortfall,
    squeeze,
)
from casinowar.sim.kernels.vector.streams import Generators, next_words

OFFSET = 128
Places = Any
"""The places of two cards, from the top or from the bottom: two vectors of bytes."""
Line = NDArray[np.int16]
"""For each number of cards n, in turn: n, the least x·n mod 65536 that is kept, and n-1-128."""

_COLUMNS = 3
_INDEX = 0xFFFF  # tells the compiler that an index is not negative


def line_of(cards: int) -> Line:
    """Return the table of constants for drawing from so many cards or fewer."""
    rows = [(left, (1 << 16) % left if left else 0, left - 1 - OFFSET) for left in range(cards + 1)]
    return np.array(rows, dtype=np.int16).ravel()


@inlined
def two_numbers(left: int, line: Line, generators: Generators) -> tuple[Lanes, Lanes, Generators]:
    """Draw a number below `left` and one below `left - 1` for each shoe."""
    row, other_row = (left * _COLUMNS) & _INDEX, (left * _COLUMNS - _COLUMNS) & _INDEX
    cards, others = all_words(line[row]), all_words(line[other_row])
    least, least_other = all_words(line[row + 1]), all_words(line[other_row + 1])
    word, generators = next_words(generators)
    other, generators = next_words(generators)
    while True:
        short = shortfall(word * cards, least) | shortfall(other * others, least_other)
        if not any_lane(short):
            return high_product(word, cards), high_product(other, others), generators
        dropped = short > all_words(0)
        fresh, generators = next_words(generators)
        word = select(dropped, fresh, word)
        fresh, generators = next_words(generators)
        other = select(dropped, fresh, other)


@inlined
def two_places(
    left: int, line: Line, generators: Generators
) -> tuple[Places, Places, Lanes, Generators]:
    """Draw two cards of each shoe: their places from the top and from the bottom, and their order.

    The third value tells whether the second card comes first in the line.
    """
    place, other, generators = two_numbers(left, line, generators)
    before = place > other
    other = other + before  # its place minus one
    from_top = squeeze(place - all_words(OFFSET)), squeeze(other - all_words(OFFSET - 1))
    row = (left * _COLUMNS) & _INDEX
    last, last_other = all_words(line[row + 2]), all_words(line[(row - _COLUMNS + 2) & _INDEX])
    return (
        from_top,
        (squeeze(last - place), squeeze(last_other - other)),
        squeeze(before),
        generators,
    )
