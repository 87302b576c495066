"""Random words for 32 shoes: eight SFC64 generators side by side, each serving four shoes.

SFC64 adds, shifts and rotates 64-bit numbers, which is as fast on vectors as on single numbers. The
generators are seeded as numpy seeds its own, each from its own stream, so no word is shared.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    LONGS,
    Lanes,
    all_longs,
    as_words,
    load_longs,
    shift_left,
    shift_right,
    store,
)

GENERATORS = LONGS.lanes
State = NDArray[np.int64]
"""Three numbers of each generator, and one counter for all of them."""
Generators = Any
"""The same inside compiled code: three vectors and a number."""


def seeded(chance: np.random.SeedSequence) -> State:
    """Return the generators of a stream, ready to draw from."""
    states = np.empty((4, GENERATORS), dtype=np.uint64)
    for lane in range(GENERATORS):
        own = np.random.SeedSequence(chance.entropy, spawn_key=(*chance.spawn_key, lane))
        states[:, lane] = np.random.SFC64(own).state["state"]["state"]
    numbers = np.append(states[:3].ravel(), states[3, 0])
    return numbers.view(np.int64)


@inlined
def resumed(state: State) -> Generators:
    """Load the generators as the last call left them."""
    return (
        load_longs(state, 0),
        load_longs(state, GENERATORS),
        load_longs(state, 2 * GENERATORS),
        state[3 * GENERATORS],
    )


@inlined
def left_off(state: State, generators: Generators) -> None:
    """Store the generators for the next call."""
    a, b, c, counter = generators
    store(state, 0, a)
    store(state, GENERATORS, b)
    store(state, 2 * GENERATORS, c)
    state[3 * GENERATORS] = counter


@inlined
def next_words(generators: Generators) -> tuple[Lanes, Generators]:
    """Draw a 16-bit word for each shoe."""
    a, b, c, counter = generators
    drawn = a + b + all_longs(counter)
    a = b ^ shift_right(b, 11)
    b = c + shift_left(c, 3)
    c = (shift_left(c, 24) | shift_right(c, 40)) + drawn
    return as_words(drawn), (a, b, c, counter + 1)
