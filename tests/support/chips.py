"""A player's chips, summed over events."""

from collections.abc import Iterable

from casinowar.events import Event
from casinowar.terminal.purse import moves


def chips_after(chips: int, player: str, events: Iterable[Event]) -> int:
    """What a player who had so many chips has after these events."""
    return chips + sum(amount for event in events for who, amount in moves(event) if who == player)
