"""A player's chips, summed over events."""

from collections.abc import Iterable

from casinowar.game.events import Event
from casinowar.game.money_moves import chips_moved


def chips_after(chips: int, player: str, events: Iterable[Event]) -> int:
    """What a player who had so many chips has after these events."""
    return chips + sum(chips_moved(event).get(player, 0) for event in events)
