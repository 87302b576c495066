"""Chunks of watched shoes, and the error of a figure that is made from them.

A chunk is a fixed number of whole shoes, from a stream that is its own. Shoes are independent,
the rounds of one are not; so the error of a figure is taken between chunks: leave each out in
turn, and see how much the figure moves (the jackknife). That holds for ratios of sums too, and
their denominators may be random, as the number of rounds is.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import compiled
from casinowar.sim.chunks import Counts, Words, feed, stream
from casinowar.sim.depth import Depths, Marks, no_ranks, unwatched
from casinowar.sim.game import Game
from casinowar.sim.kernel import new_shoe, plan_of

_CHUNK_CARDS = 1 << 18
_KEY = 2
"""Keeps these streams apart from those of a simulation with the same seed."""

Numbers = NDArray[np.float64]
Watched = Depths[Counts]
"""What was watched of some shoes."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure."""

    value: float
    standard_error: float


def chunk_shoes(game: Game) -> int:
    """The shoes of a chunk: a few thousandths of a second's work."""
    return max(1, _CHUNK_CARDS // (game.most_rounds * game.deal_cards))


def no_marks(game: Game) -> Marks:
    """No round is marked."""
    places = game.cards + 1
    return Marks(np.ones(places, dtype=np.int64), np.zeros(places, dtype=np.int64))


def watch_chunk(game: Game, marks: Marks, seed: int, chunk: int) -> Watched:
    """What a chunk's shoes were like; the marks are arrays."""
    depths = Depths(*(np.zeros(game.cards + 1, dtype=np.int64) for _ in Depths._fields))
    plan = plan_of(game)
    shoe = np.array(new_shoe(game), dtype=np.uint8)
    ranks = np.array(no_ranks(), dtype=np.int64)
    state = np.array(unwatched(game), dtype=np.int64)

    def play(words: Words, shoes: int) -> tuple[int, int]:
        done, used = compiled.watch_shoes(
            game.seats, plan, marks, shoe, ranks, state, words, shoes, depths
        )
        return done, used

    feed(play, stream(seed, chunk, _KEY), chunk_shoes(game))
    return depths


def watch(
    game: Game, marks: Marks, seed: int, chunks: range, executor: Executor
) -> Iterator[Watched]:
    """These chunks, in the order of their numbers, whoever played them."""
    return executor.map(watch_chunk, repeat(game), repeat(marks), repeat(seed), chunks)


def tie_chances(pairs: Counts, quads: Counts) -> tuple[float, float]:
    """Sums of the chances of a tie and of two, from sums by the number of unseen cards."""
    unseen = np.arange(len(pairs), dtype=np.float64)
    two = np.maximum(unseen * (unseen - 1), 1)
    four = np.maximum(two * (unseen - 2) * (unseen - 3), 1)
    return float(np.sum(pairs / two)), float(np.sum(quads / four))


def jackknife(figure: Callable[[Numbers], float], chunks: Numbers) -> Figure:
    """A figure made from the sums over all chunks (a row each), with its error between chunks."""
    number = len(chunks)
    every = chunks.sum(axis=0)
    without = np.array([figure(every - chunk) for chunk in chunks])
    spread = float(np.sum((without - without.mean()) ** 2))
    return Figure(figure(every), (spread * (number - 1) / number) ** 0.5)
