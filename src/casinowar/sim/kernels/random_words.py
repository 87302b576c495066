"""An endless supply of random words: several compiled SFC64 generators side by side.

A generator's next number depends on its last one. Numbers of different generators do not depend on
each other, so the compiler can compute several at once. Each generator is seeded as numpy seeds its
own: with three words from the seed sequence, a counter that starts at 1, and its first twelve
numbers dropped. The generators take turns.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.kernels.compiled import compiled

Numbers = NDArray[np.uint64]

LANES = 32
_DROPPED = 12
_ONE, _THREE, _ELEVEN = np.uint64(1), np.uint64(3), np.uint64(11)
_LEFT, _RIGHT = np.uint64(24), np.uint64(40)


class Source(NamedTuple):
    """The state of the generators: one number of each kind for every generator."""

    a: Numbers
    b: Numbers
    c: Numbers
    counter: Numbers


def seeded(chance: np.random.SeedSequence) -> Source:
    """Return generators seeded from this sequence."""
    a, b, c = chance.generate_state(3 * LANES, np.uint64).astype(np.uint64).reshape(3, LANES)
    source = Source(a, b, c, np.ones(LANES, dtype=np.uint64))
    fill(source, np.empty(_DROPPED * LANES, dtype=np.uint64))
    return source


def plain_fill(source: Source, numbers: Numbers) -> None:
    """Fill the array with the next numbers; its length is a whole number of turns."""
    a, b, c, counter = source
    for first in range(0, len(numbers), len(a)):
        for lane in range(len(a)):
            number = a[lane] + b[lane] + counter[lane]
            counter[lane] += _ONE
            a[lane] = b[lane] ^ (b[lane] >> _ELEVEN)
            b[lane] = c[lane] + (c[lane] << _THREE)
            c[lane] = ((c[lane] << _LEFT) | (c[lane] >> _RIGHT)) + number
            numbers[first + lane] = number


fill = compiled(plain_fill)
