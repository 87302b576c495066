"""Counts of rounds: one whole number for each possible outcome of a round.

Four numbers describe a round: how many seats had the higher card, how many tied, and how many of
the seats at war won and lost. The other numbers follow. Counts are kept in one flat array; the four
numbers, read as digits, are a round's place in it. So a kernel only adds 1 at a place.
"""

from collections.abc import Iterator, Sequence

from casinowar.odds.table_outcomes import TableOutcome
from casinowar.sim.game import Game


def size(seats: int) -> int:
    """Return the length of the array of counts for so many seats."""
    return int((seats + 1) ** 4)


def place(seats: int, higher: int, equal: int, war_higher: int = 0, war_lower: int = 0) -> int:
    """Return the place at which rounds with this outcome are counted."""
    radix = seats + 1
    return ((higher * radix + equal) * radix + war_higher) * radix + war_lower


def tally_at(game: Game, at: int) -> TableOutcome:
    """Return the outcome that is counted at a place."""
    radix = game.seats + 1
    rest, war_lower = divmod(at, radix)
    rest, war_higher = divmod(rest, radix)
    higher, equal = divmod(rest, radix)
    lower = game.seats - higher - equal
    war_equal = game.fighters(higher, equal) - war_higher - war_lower
    return TableOutcome(higher, lower, equal, war_higher, war_lower, war_equal)


def read(game: Game, counts: Sequence[int]) -> Iterator[tuple[TableOutcome, int]]:
    """Yield every outcome that occurred, with its count."""
    for at, count in enumerate(counts):
        if count:
            yield tally_at(game, at), int(count)
