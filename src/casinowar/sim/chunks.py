"""One chunk of a simulation: a number of rounds, dealt from the chunk's own random stream.

A stream depends only on the seed and the chunk's number. So it does not matter which thread or
machine plays a chunk, or when: the seed decides the totals of a run.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.kernels import compiled
from casinowar.sim.kernels.general import new_shoe, no_shoe, plan_of
from casinowar.sim.kernels.random_words import fill, seeded

Kernel = Literal["vector", "general"]
Counts = NDArray[np.int64]
Words = NDArray[np.uint16]

VECTOR, WATCHED, COMPARED = 1, 2, 3
"""Keys that separate the streams of one seed and chunk: of the vector kernel, of watched shoes, and
of rounds dealt by kernels and core for comparison. The general kernel's stream has no key."""
BLOCK = 1 << 16
"""Words drawn at a time: enough to make drawing fast, and few enough to stay in the cache."""


def stream(seed: int, *key: int) -> np.random.SeedSequence:
    """Return the random stream of a seed and a key, whose first item is the chunk's number."""
    return np.random.SeedSequence(seed, spawn_key=key)


def blocks_of_words(chance: np.random.SeedSequence) -> Iterator[Words]:
    """Yield 16-bit words without end, a block at a time."""
    source = seeded(chance)
    while True:
        numbers = np.empty(BLOCK // 4, dtype=np.uint64)
        fill(source, numbers)
        yield numbers.view(np.uint16)


def feed(
    play: Callable[[Words, int], tuple[int, int]], chance: np.random.SeedSequence, rounds: int
) -> None:
    """Give a kernel words until it has played so many rounds; drop the unused rest of a block."""
    for words in blocks_of_words(chance):
        done, _ = play(words, rounds)
        rounds -= done
        if not rounds:
            return


def count_chunk(game: Game, kernel: Kernel, seed: int, chunk: int, rounds: int) -> Counts:
    """Play a chunk and return its counts, in the form of `casinowar.sim.tallies`."""
    counts = np.zeros(tallies.size(game.seats), dtype=np.int64)
    if kernel == "vector":
        from casinowar.sim.kernels import vector

        rounds -= vector.play(game, stream(seed, chunk, VECTOR), rounds, counts)
    _count(game, stream(seed, chunk), rounds, counts)
    return counts


def _count(game: Game, chance: np.random.SeedSequence, rounds: int, counts: Counts) -> None:
    hands, plan = (0,) * game.seats, plan_of(game)
    shoe = np.array(new_shoe(game), dtype=np.uint32)  # faster to deal from than single bytes
    state = np.array(no_shoe(game), dtype=np.int64)

    def play(words: Words, left: int) -> tuple[int, int]:
        done, used = compiled.play_rounds(hands, plan, shoe, state, words, left, counts)
        return done, used

    if rounds:
        feed(play, chance, rounds)


def warm(game: Game, kernel: Kernel) -> None:
    """Compile the kernels for a game, so that its first chunk does not wait for them.

    The vector kernel takes a whole shoe in every lane; the general kernel deals the rest.
    """
    from casinowar.sim.kernels.vector.lanes import LANES

    count_chunk(game, kernel, 0, 0, LANES * game.most_rounds + 1)
