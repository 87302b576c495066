"""Random words without end: SFC64, several generators side by side, compiled.

A generator's next number has to wait for its last one; numbers of different generators do not
wait for each other, so a compiler deals with several at once. Each generator is seeded as numpy's
own is: three words of the chance it is given, a counter that begins at 1, and its first twelve
numbers dropped. Their numbers are taken in turn.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.compiled import compiled

Numbers = NDArray[np.uint64]

LANES = 32
_DROPPED = 12
_ONE, _THREE, _ELEVEN = np.uint64(1), np.uint64(3), np.uint64(11)
_LEFT, _RIGHT = np.uint64(24), np.uint64(40)


class Source(NamedTuple):
    """The generators: their state, one number of each kind for every one of them."""

    a: Numbers
    b: Numbers
    c: Numbers
    counter: Numbers


def seeded(chance: np.random.SeedSequence) -> Source:
    """Generators that belong to this chance alone."""
    a, b, c = chance.generate_state(3 * LANES, np.uint64).astype(np.uint64).reshape(3, LANES)
    source = Source(a, b, c, np.ones(LANES, dtype=np.uint64))
    fill(source, np.empty(_DROPPED * LANES, dtype=np.uint64))
    return source


def plain_fill(source: Source, numbers: Numbers) -> None:
    """Write the next numbers, as many as there is room for: a whole number of turns."""
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
