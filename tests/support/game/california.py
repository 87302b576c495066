"""Tables at which a player banks, for the tests of California's clauses."""

import pytest

from casinowar.game.events import WagerReturned
from tests.support.game.table import Game

each_reading = pytest.mark.parametrize("reading", ["three-units", "primary-collected"])


def seated(*players: str, reading: str = "three-units") -> Game:
    """These players at the seats 1, 2, 3 …, a shoe ready, the bank offered to the first."""
    game = Game("california", reading)
    game.sit(*players)
    game.prepare_shoe()
    return game


def banked(stake: int, *players: str, reading: str = "three-units") -> Game:
    """Dee banks from the last seat with this stake, and the others sit before her."""
    game = seated(*players, "dee", reading=reading)
    game.bank("dee", stake)
    return game


def returned(game: Game) -> list[tuple[str, int, str, int]]:
    """Player, seat, wager and amount of every wager that went back undecided, in order."""
    return [(e.player, e.seat, e.wager, e.amount) for e in game.told(WagerReturned)]
