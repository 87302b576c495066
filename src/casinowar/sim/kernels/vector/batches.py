"""Batches of 32 shoes: as many as surely fit into the rounds asked for."""

from collections.abc import Callable

from casinowar.sim.game import Game
from casinowar.sim.kernels.vector.lanes import LANES


def most_rounds(game: Game) -> int:
    """Return the most rounds that 32 shoes can have."""
    return LANES * game.most_rounds


def in_batches(game: Game, rounds: int, play: Callable[[int], int]) -> int:
    """Play batches of 32 shoes as long as they fit into the rounds; return the rounds played.

    Most shoes have fewer rounds than the maximum, so there is room for more after the first call.
    """
    most, done = most_rounds(game), 0
    while batches := (rounds - done) // most:
        done += play(batches)
    return done
