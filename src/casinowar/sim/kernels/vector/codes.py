"""Outcomes of rounds as two bytes: one for the original deal, one for its war.

Each byte holds 16 times the number of higher seats plus the number of equal ones. Together they
make an index by which rounds are counted (`casinowar.sim.tallies` needs fewer places). Rounds are
counted one by one, a few at a time between the vector operations, so that the machine does both at
once: this is a tenth faster at seven seats.

If a log is kept, the same bytes go into it: each row holds two cards of each shoe and what was
counted after them. A kernel compiled without a log contains no code for it.
"""

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import tallies
from casinowar.sim.game import MOST_SEATS, Game
from casinowar.sim.kernels.vector.frames import PAGE, bytes_beyond_frame
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import LANES, Lanes, all_words, as_numbers, store

HIGHER = 16
EQUAL = HIGHER - 1
"""The bits of a byte that count the equal seats."""
NONE = EQUAL
"""The first byte if no round has ended: more equal hands than there can be."""

_AT_A_TIME = 8
_INDICES_BEYOND, _HEAP_BEYOND = 640, 1152
"""Distances from the end of a kernel's frame, behind the shoes; the counts of the heap begin a
little earlier in each page."""
_COUNT = 8  # bytes of one
_RADIX = PAGE // _COUNT - 1
"""Larger than any first byte, which is at most 136. It is so large that rounds with the same first
byte are counted about a page apart, and all counts lie in a third of every page (`frames`)."""
_INDICES = _RADIX * (MOST_SEATS * HIGHER + 1)
Counts = NDArray[np.int64]
Heap = NDArray[np.int64]
"""Counts by index."""
Indices = NDArray[np.uint16]
"""The indices of 32 rounds, to be counted."""
Log = NDArray[np.int8] | None


def new_heap() -> Heap:
    """Return counts of zero."""
    return bytes_beyond_frame(_HEAP_BEYOND, _INDICES * _COUNT).view(np.int64)


def new_indices() -> Indices:
    """Return room for the indices of 32 rounds."""
    return bytes_beyond_frame(_INDICES_BEYOND, 2 * LANES).view(np.uint16)


def new_log(rows: int) -> NDArray[np.int8]:
    """Return an empty log with so many rows."""
    return np.full(rows * 4 * LANES, NONE, dtype=np.int8)


def place_of(game: Game, first: int, war: int) -> int:
    """Return the place at which `casinowar.sim.tallies` counts a round with these two bytes."""
    higher, equal = divmod(first, HIGHER)
    fighters = game.fighters(higher, equal)
    if not fighters:
        return tallies.place(game.seats, higher, equal)
    war_higher, war_equal = divmod(war, HIGHER)
    return tallies.place(game.seats, higher, equal, war_higher, fighters - war_higher - war_equal)


def none_counted(heap: Heap) -> int:
    """Return how often a shoe had no round to count."""
    return int(heap[NONE])


def add_up(game: Game, heap: Heap, counts: Counts) -> None:
    """Add the counts by index to the counts by place."""
    for index in np.flatnonzero(heap):
        war, first = divmod(int(index), _RADIX)
        if first != NONE:
            counts[place_of(game, first, war)] += heap[index]


@inlined
def write_rounds(first: Lanes, war: Lanes, indices: Indices) -> None:
    """Write the index of each shoe's finished round, or of none, for counting."""
    store(indices, 0, as_numbers(first) + as_numbers(war) * all_words(_RADIX))


@inlined
def count_rounds(indices: Indices, counted: int, until: int, heap: Heap) -> int:
    """Count more of the written rounds, eight at a time; return how many are counted."""
    while counted < min(until, LANES):
        start = counted & 0xFFFF  # tells the compiler that an index is not negative
        for lane in range(_AT_A_TIME):
            heap[np.int64(indices[start + lane])] += 1
        counted += _AT_A_TIME
    return counted


@inlined
def log_cards(log: Log, row: int, card: Lanes, other: Lanes) -> None:
    """Begin a row of the log."""
    if log is not None:
        store(log, row * 4 * LANES, card)
        store(log, row * 4 * LANES + LANES, other)


@inlined
def log_rounds(log: Log, row: int, first: Lanes, war: Lanes) -> None:
    """Complete a row of the log."""
    if log is not None:
        store(log, row * 4 * LANES + 2 * LANES, first)
        store(log, row * 4 * LANES + 3 * LANES, war)
