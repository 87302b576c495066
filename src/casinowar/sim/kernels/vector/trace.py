"""The vector kernel's rounds one by one: the cards of each shoe, and what was counted.

The kernel logs the cards it draws and what it counts. This module puts them together: it orders the
cards of a shoe as the general kernel would turn them up, the dealer's first. So that kernel or the
core can deal the same rounds again.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.kernels.trace import Seen
from casinowar.sim.kernels.vector.batches import most_rounds
from casinowar.sim.kernels.vector.codes import NONE, new_log, place_of
from casinowar.sim.kernels.vector.forms import form_of
from casinowar.sim.kernels.vector.lanes import LANES
from casinowar.sim.kernels.vector.several import in_pairs
from casinowar.sim.kernels.vector.streams import seeded


def trace(game: Game, chance: np.random.SeedSequence) -> Iterator[Seen]:
    """Yield the rounds that `play` plays with this random stream, shoe after shoe, without end."""
    form = form_of(game)
    assert form is not None, "the general kernel plays games that do not fit"
    state = seeded(chance)
    counts = np.zeros(tallies.size(game.seats), dtype=np.int64)
    while True:
        log = new_log(game.cards // 2 + 1)
        form.play(game, state, most_rounds(game), counts, log)  # one batch of 32 shoes
        rows = log.reshape(-1, 4, LANES)
        for lane in range(LANES):
            yield from _shoe(game, rows[:, :, lane])


def _shoe(game: Game, rows: NDArray[np.int8]) -> Iterator[Seen]:
    """Yield the rounds of one shoe."""
    cards = _hands(game, rows[:, :2].ravel().tolist())
    over = rows[rows[:, 2] != NONE, 2:].view(np.uint8)
    for number, (first, war) in enumerate(over.tolist()):
        yield Seen(number == 0, next(cards), place_of(game, first, war))


def _hands(game: Game, cards: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the cards of each round."""
    at = 0
    while True:
        start, at = at, at + game.seats + 1
        dealt = cards[start:at]
        higher = sum(card < dealt[0] for card in dealt[1:])
        fighters = game.fighters(higher, dealt[1:].count(dealt[0]))
        if fighters:
            at += at % 2 if game.individual else 0  # skip the left-over card
            start, at = at, at + (2 * fighters if game.individual else 1 + fighters)
            dealt += cards[start:at]
            at += at % 2 if in_pairs(game) else 0  # and this one
        yield tuple(dealt)
