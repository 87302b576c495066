"""One chunk of a simulation: so many rounds, from a stream of chance that is the chunk's own.

A stream follows from the seed and the chunk's number alone. So it does not matter which thread or
machine plays a chunk, or when: the totals of a run are those of its seed.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import compiled, tallies
from casinowar.sim.game import Game
from casinowar.sim.kernel import new_shoe, no_shoe, plan_of
from casinowar.sim.words import fill, seeded

Kernel = Literal["vector", "general"]
Counts = NDArray[np.int64]
Words = NDArray[np.uint16]

VECTOR, WATCHED, COMPARED = 1, 2, 3
"""Keys that keep streams of one seed and chunk apart: of the vector kernel, of shoes that are
watched, and of rounds that kernels and core deal alike. The general kernel's stream has none."""
BLOCK = 1 << 16
"""Words drawn at a time: enough that drawing them is quick, few enough to stay in the cache."""


def stream(seed: int, *key: int) -> np.random.SeedSequence:
    """The chance that belongs to a seed and a key, a chunk's number first."""
    return np.random.SeedSequence(seed, spawn_key=key)


def blocks_of_words(chance: np.random.SeedSequence) -> Iterator[Words]:
    """16-bit words without end, a block at a time."""
    source = seeded(chance)
    while True:
        numbers = np.empty(BLOCK // 4, dtype=np.uint64)
        fill(source, numbers)
        yield numbers.view(np.uint16)


def feed(
    play: Callable[[Words, int], tuple[int, int]], chance: np.random.SeedSequence, rounds: int
) -> None:
    """Give a kernel words until it has played so many rounds; what a block leaves is dropped."""
    for words in blocks_of_words(chance):
        done, _ = play(words, rounds)
        rounds -= done
        if not rounds:
            return


def count_chunk(game: Game, kernel: Kernel, seed: int, chunk: int, rounds: int) -> Counts:
    """How the rounds of a chunk came out, as `casinowar.sim.tallies` reads it."""
    counts = np.zeros(tallies.size(game.seats), dtype=np.int64)
    if kernel == "vector":
        from casinowar.sim import vector

        rounds -= vector.play(game, stream(seed, chunk, VECTOR), rounds, counts)
    _count(game, stream(seed, chunk), rounds, counts)
    return counts


def _count(game: Game, chance: np.random.SeedSequence, rounds: int, counts: Counts) -> None:
    hands, plan = (0,) * game.seats, plan_of(game)
    shoe = np.array(new_shoe(game), dtype=np.uint32)  # quicker to deal from than single bytes
    state = np.array(no_shoe(game), dtype=np.int64)

    def play(words: Words, left: int) -> tuple[int, int]:
        done, used = compiled.play_rounds(hands, plan, shoe, state, words, left, counts)
        return done, used

    if rounds:
        feed(play, chance, rounds)


def warm(game: Game, kernel: Kernel) -> None:
    """Compile what a game needs, so that its first chunk is dealt at once.

    The vector kernel begins with a whole shoe in every lane; the general kernel has what is left.
    """
    from casinowar.sim.vector.lanes import LANES

    count_chunk(game, kernel, 0, 0, LANES * game.most_rounds + 1)
