"""Tables of any rule set, with a shoe ready and, where a player banks, a banker."""

from tests.support.game.california import banked
from tests.support.game.table import Game


def with_bank(name: str, *players: str) -> Game:
    """These players at the seats 1, 2, 3 …, and where a player banks, Dee after them."""
    if name == "california":
        return banked(1_000_000, *players)
    game = Game(name)
    game.sit(*players)
    game.prepare_shoe()
    return game


def tied(name: str, *players: str, primary: int = 1000) -> Game:
    """A table at which all of these have a tie hand."""
    game = with_bank(name, *players)
    for player in players:
        game.bet(player, primary=primary)
    game.deal(" ".join(["9h", "9s", "9c"][: len(players)]) + " 9d")
    return game
