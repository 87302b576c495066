"""How many shoes are played at a time: as many times 32 as are sure not to be too many rounds."""

from collections.abc import Callable

from casinowar.sim.game import Game
from casinowar.sim.vector.lanes import LANES


def most_rounds(game: Game) -> int:
    """The most rounds that 32 shoes can have."""
    return LANES * game.most_rounds


def in_batches(game: Game, rounds: int, play: Callable[[int], int]) -> int:
    """Play 32 shoes so many times, as often as they fit into the rounds; how many they were.

    Shoes have fewer rounds than they could have, so that there is room for more after the first.
    """
    most, done = most_rounds(game), 0
    while batches := (rounds - done) // most:
        done += play(batches)
    return done
