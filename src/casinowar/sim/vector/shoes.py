"""32 shoes as the counts of the ranks left in each, from which cards are taken two at a time.

With a shoe's unseen cards in a line, highest ranks first, a card's rank follows from its place: it
is of rank r or higher if its place is below the number of such cards. The card is then taken from
every count that has it. So a shuffled shoe is revealed card by card; no order is ever kept.

Twelve counts tell thirteen ranks apart. Six are of the highest rank, the two highest, and so on to
the six highest, for places from the top of the line; six are of the lowest ranks in the same way,
for places from the bottom. A card of the middle rank is in none. No count is above 240, so that all
of them are bytes, less 128 as the places are.
"""

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.vector.frames import bytes_beyond_frame
from casinowar.sim.vector.inlining import inlined
from casinowar.sim.vector.lanes import (
    LANES,
    Lanes,
    all_bytes,
    difference_in_turn,
    load_bytes,
    store,
)
from casinowar.sim.vector.places import OFFSET, Places

MIDDLE = 6
"""The rank that has no count: six are higher and six lower, rank 0 the highest."""
MOST_DECKS = 255 // (4 * MIDDLE)
BOTTOM = MIDDLE * LANES
"""Where the counts from the bottom begin."""
Shoes = NDArray[np.int8]
BEYOND_FRAME = 128
"""So far behind a kernel's frame they lie, and so far the indices of rounds behind them."""


def new_shoes() -> Shoes:
    """Room for the counts, at a place from which vectors are read in one go."""
    return bytes_beyond_frame(BEYOND_FRAME, 2 * BOTTOM)


@inlined
def fill(shoes: Shoes, decks: int) -> None:
    """The counts before the first card."""
    for rank in range(MIDDLE):
        cards = all_bytes(4 * decks * (rank + 1) - OFFSET)
        store(shoes, rank * LANES, cards)
        store(shoes, BOTTOM + rank * LANES, cards)


@inlined
def ranks(shoes: Shoes, from_top: Lanes, from_bottom: Lanes) -> Lanes:
    """The ranks of cards at these places."""
    rank = all_bytes(MIDDLE)
    for at in range(0, BOTTOM, LANES):
        rank = rank + (load_bytes(shoes, at) > from_top)
        rank = rank - (load_bytes(shoes, BOTTOM + at) > from_bottom)
    return rank


@inlined
def take_unlike(shoes: Shoes, from_top: Places, from_bottom: Places) -> Lanes:
    """Take two cards of each shoe, and say whether their ranks differ.

    Two cards of one rank are in the same counts; of others, some count has just one of them.
    """
    zero = all_bytes(0)
    in_counts = _take_unlike(shoes, BOTTOM, from_bottom, _take_unlike(shoes, 0, from_top, zero))
    return in_counts == all_bytes(-1)


@inlined
def _take_unlike(shoes: Shoes, side: int, places: Places, in_counts: Lanes) -> Lanes:
    """Of one side: -1 where any count had just one, else -2 where any had both, else 0."""
    for at in range(side, side + BOTTOM, LANES):
        count = load_bytes(shoes, at)
        has = (count > places[0]) + (count > places[1])
        store(shoes, at, count + has)
        in_counts = in_counts | has
    return in_counts


@inlined
def take_ranks(
    shoes: Shoes, middle: int, from_top: Places, from_bottom: Places
) -> tuple[Lanes, Lanes]:
    """Take two cards of each shoe: their ranks.

    `middle` is `MIDDLE`. The compiler must not know it, or it sees that no sum can overflow, and
    regroups them (`difference_in_turn`).
    """
    none = ~all_bytes(middle)
    one, two = _take_ranks(shoes, 0, from_top, none, none)
    one, two = _take_ranks(shoes, BOTTOM, from_bottom, ~one, ~two)
    return one, two


@inlined
def _take_ranks(
    shoes: Shoes, side: int, places: Places, one: Lanes, two: Lanes
) -> tuple[Lanes, Lanes]:
    """Of one side: each card's number of counts that had it is counted on."""
    for at in range(side, side + BOTTOM, LANES):
        count = load_bytes(shoes, at)
        has, has_other = count > places[0], count > places[1]
        store(shoes, at, count + has + has_other)
        one, two = difference_in_turn(one, has), difference_in_turn(two, has_other)
    return one, two
