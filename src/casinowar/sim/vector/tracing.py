"""The vector kernel's rounds one by one: which cards each shoe gave, and what was counted.

The kernel logs the cards it draws and what it counts. Here they are put together: the cards of a
shoe follow one another as the general kernel would turn them up, the dealer's first, so that the
same rounds can be dealt again by that kernel or by the core.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.trace import Seen
from casinowar.sim.vector.batches import most_rounds
from casinowar.sim.vector.codes import NONE, new_log, place_of
from casinowar.sim.vector.lanes import LANES
from casinowar.sim.vector.playing import form_of
from casinowar.sim.vector.several import in_pairs
from casinowar.sim.vector.streams import seeded


def trace(game: Game, chance: np.random.SeedSequence) -> Iterator[Seen]:
    """The rounds that `play` plays with this chance, without end: shoe after shoe."""
    form = form_of(game)
    assert form is not None, "a game that does not fit is played by the general kernel"
    state = seeded(chance)
    counts = np.zeros(tallies.size(game.seats), dtype=np.int64)
    while True:
        log = new_log(game.cards // 2 + 1)
        form.play(game, state, most_rounds(game), counts, log)  # once 32 shoes
        rows = log.reshape(-1, 4, LANES)
        for lane in range(LANES):
            yield from _shoe(game, rows[:, :, lane])


def _shoe(game: Game, rows: NDArray[np.int8]) -> Iterator[Seen]:
    """The rounds of one shoe."""
    cards = _hands(game, rows[:, :2].ravel().tolist())
    over = rows[rows[:, 2] != NONE, 2:].view(np.uint8)
    for number, (first, war) in enumerate(over.tolist()):
        yield Seen(number == 0, next(cards), place_of(game, first, war))


def _hands(game: Game, cards: list[int]) -> Iterator[tuple[int, ...]]:
    """The cards of round after round."""
    at = 0
    while True:
        start, at = at, at + game.seats + 1
        dealt = cards[start:at]
        ties = dealt[1:].count(dealt[0]) if game.fights else 0
        if ties:
            at += at % 2 if game.individual else 0  # the card left over is not looked at
            start, at = at, at + (2 * ties if game.individual else 1 + ties)
            dealt += cards[start:at]
            at += at % 2 if in_pairs(game) else 0  # nor is this one
        yield tuple(dealt)
