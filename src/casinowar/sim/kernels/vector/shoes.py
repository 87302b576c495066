"""32 shoes, stored as the counts of the ranks left in each; cards are taken two at a time.

Put a shoe's unseen cards in a line, highest ranks first. Then a card's place gives its rank: it is
of rank r or higher if its place is below the number of such cards. The card is then removed from
every count that includes it. So a shuffled shoe is revealed card by card, and no order is stored.

Twelve counts tell thirteen ranks apart. Six count the highest rank, the two highest, and so on to
the six highest, for places from the top of the line. Six count the lowest ranks in the same way,
for places from the bottom. A card of the middle rank is in no count. No count is above 240, so they
all fit in bytes, reduced by 128 like the places.
"""

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.kernels.vector.frames import bytes_beyond_frame
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    LANES,
    Lanes,
    all_bytes,
    difference_in_turn,
    load_bytes,
    store,
)
from casinowar.sim.kernels.vector.places import OFFSET, Places

MIDDLE = 6
"""The rank without a count: six ranks are higher and six lower; rank 0 is the highest."""
MOST_DECKS = 255 // (4 * MIDDLE)
BOTTOM = MIDDLE * LANES
"""The start of the counts from the bottom."""
Shoes = NDArray[np.int8]
BEYOND_FRAME = 128
"""Their distance from the end of a kernel's frame; the indices of rounds follow them."""


def new_shoes() -> Shoes:
    """Return room for the counts, aligned so that a vector is read in one go."""
    return bytes_beyond_frame(BEYOND_FRAME, 2 * BOTTOM)


@inlined
def fill(shoes: Shoes, decks: int) -> None:
    """Set the counts of full shoes."""
    for rank in range(MIDDLE):
        cards = all_bytes(4 * decks * (rank + 1) - OFFSET)
        store(shoes, rank * LANES, cards)
        store(shoes, BOTTOM + rank * LANES, cards)


@inlined
def ranks(shoes: Shoes, from_top: Lanes, from_bottom: Lanes) -> Lanes:
    """Return the ranks of the cards at these places."""
    rank = all_bytes(MIDDLE)
    for at in range(0, BOTTOM, LANES):
        rank = rank + (load_bytes(shoes, at) > from_top)
        rank = rank - (load_bytes(shoes, BOTTOM + at) > from_bottom)
    return rank


@inlined
def take_unlike(shoes: Shoes, from_top: Places, from_bottom: Places) -> Lanes:
    """Take two cards of each shoe, and tell whether their ranks differ.

    Two cards of the same rank are in the same counts. Otherwise some count has just one of them.
    """
    zero = all_bytes(0)
    in_counts = _take_unlike(shoes, BOTTOM, from_bottom, _take_unlike(shoes, 0, from_top, zero))
    return in_counts == all_bytes(-1)


@inlined
def _take_unlike(shoes: Shoes, side: int, places: Places, in_counts: Lanes) -> Lanes:
    """For one side, return -1 if any count had just one card, else -2 if any had both, else 0."""
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
    """Take two cards of each shoe and return their ranks.

    `middle` is `MIDDLE`. The compiler must not know its value: otherwise it sees that no sum can
    overflow, and regroups the sums (`difference_in_turn`).
    """
    none = ~all_bytes(middle)
    one, two = _take_ranks(shoes, 0, from_top, none, none)
    one, two = _take_ranks(shoes, BOTTOM, from_bottom, ~one, ~two)
    return one, two


@inlined
def _take_ranks(
    shoes: Shoes, side: int, places: Places, one: Lanes, two: Lanes
) -> tuple[Lanes, Lanes]:
    """For one side, add to each card's number of counts that include it."""
    for at in range(side, side + BOTTOM, LANES):
        count = load_bytes(shoes, at)
        has, has_other = count > places[0], count > places[1]
        store(shoes, at, count + has + has_other)
        one, two = difference_in_turn(one, has), difference_in_turn(two, has_other)
    return one, two
