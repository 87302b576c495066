"""Where the next two cards of each shoe lie, among those nobody has seen.

Think of a shoe's n unseen cards in a line, highest ranks first. A number j, uniform on 0 … n-1,
points at one of them, and i, uniform on 0 … n-2, at one of the others: at i itself if i < j, else
at i+1. Two at a time, cards are drawn from the same line, which is read and changed only once.

**Without bias.** A 16-bit word x gives x·n div 65536, and is dropped where x·n mod 65536 is less
than 65536 mod n (`casinowar.sim.kernel` says why). Where either word of a shoe is to be dropped,
both are drawn anew: of the pairs of words that are kept, all are as likely.

**In bytes.** n can be 520, but only the outermost ranks have to be told apart from either end of
the line, 240 cards each way (`casinowar.sim.vector.shoes`). So a place is told twice: as j from the
top and as n-1-j from the bottom, each stopping at 255, and less 128, so that bytes with a sign
compare rightly.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.vector.inlining import inlined
from casinowar.sim.vector.lanes import (
    Lanes,
    all_words,
    any_lane,
    high_product,
    select,
    shortfall,
    squeeze,
)
from casinowar.sim.vector.streams import Generators, next_words

OFFSET = 128
Places = Any
"""Where two cards lie, from the top or from the bottom: two vectors of bytes."""
Line = NDArray[np.int16]
"""For each number of cards n, in turn: n, the least x·n mod 65536 that is kept, and n-1-128."""

_COLUMNS = 3
_INDEX = 0xFFFF  # tells the compiler that an index is not negative


def line_of(cards: int) -> Line:
    """What must be known to draw from so many cards or fewer, where a kernel finds it at once."""
    rows = [(left, (1 << 16) % left if left else 0, left - 1 - OFFSET) for left in range(cards + 1)]
    return np.array(rows, dtype=np.int16).ravel()


@inlined
def two_numbers(left: int, line: Line, generators: Generators) -> tuple[Lanes, Lanes, Generators]:
    """A number below `left` and one below `left - 1` for each shoe."""
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
    """Two cards of each shoe: from the top, from the bottom, and whether the second comes first."""
    place, other, generators = two_numbers(left, line, generators)
    before = place > other
    other = other + before  # one less than its place
    from_top = squeeze(place - all_words(OFFSET)), squeeze(other - all_words(OFFSET - 1))
    row = (left * _COLUMNS) & _INDEX
    last, last_other = all_words(line[row + 2]), all_words(line[(row - _COLUMNS + 2) & _INDEX])
    return (
        from_top,
        (squeeze(last - place), squeeze(last_other - other)),
        squeeze(before),
        generators,
    )
