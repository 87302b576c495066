"""How rounds came out, counted: one whole number for each way a round can come out.

A round is told by four numbers: how many seats had the higher card, how many tied, and how many of
those at war won and lost it. The others follow. Counts lie in one flat array, a round's place in
it being the four numbers read as digits; so a kernel adds 1 and knows nothing of what it means.
"""

from collections.abc import Iterator, Sequence

from casinowar.odds.tally import Tally
from casinowar.sim.game import Game


def size(seats: int) -> int:
    """How many places the counts of so many seats take."""
    return int((seats + 1) ** 4)


def place(seats: int, higher: int, equal: int, war_higher: int = 0, war_lower: int = 0) -> int:
    """Where rounds that came out so are counted."""
    radix = seats + 1
    return ((higher * radix + equal) * radix + war_higher) * radix + war_lower


def tally_at(game: Game, at: int) -> Tally:
    """What the count at a place is the count of."""
    radix = game.seats + 1
    rest, war_lower = divmod(at, radix)
    rest, war_higher = divmod(rest, radix)
    higher, equal = divmod(rest, radix)
    lower = game.seats - higher - equal
    if not game.fights or not equal:
        return Tally(higher, lower, equal)
    return Tally(higher, lower, equal, war_higher, war_lower, equal - war_higher - war_lower)


def read(game: Game, counts: Sequence[int]) -> Iterator[tuple[Tally, int]]:
    """Every tally that came up, with how often it did."""
    for at, count in enumerate(counts):
        if count:
            yield tally_at(game, at), int(count)
