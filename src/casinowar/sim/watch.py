"""Chunks of watched shoes, and the error of a figure that is made from them.

A chunk is a fixed number of whole shoes, from a stream that is its own. Shoes are independent, the
rounds of one are not; so errors are taken between chunks. A figure is a ratio R = Σy / Σk of what
n chunks add to it and of what it is counted by (rounds, say, whose number is random too). A chunk
moves it by (y - Rk) / Σk; the square of its standard error is n / (n - 1) times the sum of the
squares of all moves. The difference of two ratios is moved by the difference of their moves.
"""

from collections.abc import Generator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import repeat
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import compiled
from casinowar.sim.chunks import WATCHED, Counts, Words, feed, stream
from casinowar.sim.depth import Depths, Marks, no_ranks, unwatched
from casinowar.sim.game import Game
from casinowar.sim.kernel import new_shoe, plan_of

_CHUNK_CARDS = 1 << 18
LEAST_CHUNKS = 10
"""Fewer say too little about their own error."""

Numbers = NDArray[np.float64]
Watched = Depths[Counts]
"""What was watched of some shoes."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure."""

    value: float
    standard_error: float

    def percent(self) -> str:
        """``0.0254 % ± 0.0035 %``."""
        return self.hundredfold(" %")

    def hundredfold(self, unit: str = "") -> str:
        """A hundred times the figure, as exact as its error; three decimals if it has none."""
        value, error = 100 * self.value, 100 * self.standard_error
        if not error:
            return f"{value:.3f}{unit}"
        digits = max(0, 1 - floor(log10(error)))
        return f"{value:.{digits}f}{unit} ± {error:.{digits}f}{unit}"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure made from chunks."""

    value: float
    moves: Numbers
    """By how much each chunk moves it."""

    def less(self, other: "Ratio") -> "Ratio":
        """The difference from a figure made from the same chunks."""
        return Ratio(self.value - other.value, self.moves - other.moves)

    def figure(self) -> Figure:
        """The figure with its standard error."""
        chunks = len(self.moves)
        return Figure(self.value, float(np.sum(self.moves**2) * chunks / (chunks - 1)) ** 0.5)


def ratio(added: Numbers, counted: Numbers) -> Ratio:
    """What chunks add to a figure, divided by what it is counted by."""
    total = counted.sum()
    value = float(added.sum() / total)
    return Ratio(value, (added - value * counted) / total)


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

    feed(play, stream(seed, chunk, WATCHED), chunk_shoes(game))
    return depths


def watch(
    game: Game, marks: Marks, seed: int, chunks: range, executor: Executor
) -> Generator[Watched, None, None]:
    """These chunks, in the order of their numbers, whoever played them.

    Whoever stops listening closes it, and chunks that were not begun are not played.
    """
    yield from executor.map(watch_chunk, repeat(game), repeat(marks), repeat(seed), chunks)


def tie_chances(pairs: Counts, quads: Counts) -> tuple[float, float]:
    """Sums of the chances of a tie and of two, from sums by the number of unseen cards."""
    unseen = np.arange(len(pairs), dtype=np.float64)
    two = np.maximum(unseen * (unseen - 1), 1)
    four = np.maximum(two * (unseen - 2) * (unseen - 3), 1)
    return float(np.sum(pairs / two)), float(np.sum(quads / four))
