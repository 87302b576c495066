"""Chunks of watched shoes, and the errors of figures computed from them.

A chunk is a fixed number of whole shoes, dealt from its own random stream. Shoes are independent,
but the rounds of one shoe are not, so errors are computed between chunks. A figure is a ratio
R = Σy / Σk over n chunks; the denominator, such as the number of rounds, is random too. A chunk
moves the ratio by (y - Rk) / Σk. The square of its standard error is n / (n - 1) times the sum of
the squared moves. The moves of a difference of two ratios are the differences of their moves.
"""

from collections.abc import Generator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import repeat
from math import floor, log10, sqrt

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.chunks import WATCHED, Counts, Words, feed, stream
from casinowar.sim.game import Game
from casinowar.sim.kernels import compiled
from casinowar.sim.kernels.general import new_shoe, plan_of
from casinowar.sim.kernels.watching import Depths, Marks, no_ranks, unwatched

_CHUNK_CARDS = 1 << 18
LEAST_CHUNKS = 10
"""Fewer chunks say too little about their own error."""

Numbers = NDArray[np.float64]
Watched = Depths[Counts]
"""The sums recorded over some shoes."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure and its standard error."""

    value: float
    standard_error: float

    def percent(self) -> str:
        """Format as ``0.0254 % ± 0.0035 %``."""
        return self.hundredfold(" %")

    def hundredfold(self, unit: str = "") -> str:
        """Format a hundred times the figure, with digits to match its error, or three if none."""
        value, error = 100 * self.value, 100 * self.standard_error
        if not error:
            return f"{value:.3f}{unit}"
        digits = max(0, 1 - floor(log10(error)))
        return f"{value:.{digits}f}{unit} ± {error:.{digits}f}{unit}"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure computed from chunks."""

    value: float
    moves: Numbers
    """How far each chunk moves it."""

    def less(self, other: "Ratio") -> "Ratio":
        """Return the difference from a figure computed from the same chunks."""
        return Ratio(self.value - other.value, self.moves - other.moves)

    def figure(self) -> Figure:
        """Return the figure with its standard error."""
        chunks = len(self.moves)
        return Figure(self.value, sqrt(np.sum(self.moves**2) * chunks / (chunks - 1)))


def ratio(added: Numbers, counted: Numbers) -> Ratio:
    """Divide the sum of the chunks' numerators by the sum of their denominators."""
    total = counted.sum()
    value = float(added.sum() / total)
    return Ratio(value, (added - value * counted) / total)


def chunk_shoes(game: Game) -> int:
    """Return the shoes of a chunk: a few milliseconds of work."""
    return max(1, _CHUNK_CARDS // (game.most_rounds * game.deal_cards))


def no_marks(game: Game) -> Marks:
    """Return marks that mark no round."""
    places = game.cards + 1
    return Marks(np.ones(places, dtype=np.int64), np.zeros(places, dtype=np.int64))


def watch_chunk(game: Game, marks: Marks, seed: int, chunk: int) -> Watched:
    """Watch the shoes of a chunk; the marks must be arrays."""
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
    """Yield these chunks in the order of their numbers, no matter which thread played them.

    Closing the generator stops it: chunks that have not started are not played.
    """
    yield from executor.map(watch_chunk, repeat(game), repeat(marks), repeat(seed), chunks)


def tie_chances(pairs: Counts, quads: Counts) -> tuple[float, float]:
    """Return the summed chances of one tie and of two, from sums by number of unseen cards."""
    unseen = np.arange(len(pairs), dtype=np.float64)
    two = np.maximum(unseen * (unseen - 1), 1)
    four = np.maximum(two * (unseen - 2) * (unseen - 3), 1)
    return float(np.sum(pairs / two)), float(np.sum(quads / four))
