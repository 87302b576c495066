"""Adds up how much each player has won or lost, from the events of a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casinowar.game.events import Event
from casinowar.game.money_moves import money_moves
from casinowar.money import format_money

HOUSE = ""
"""The name of the house in a tally."""

LAST = 1_000
"""A place in the order after every seat."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The net result of each player, and of the banker or the house."""

    nets: tuple[tuple[str, int], ...] = ()

    def after(self, events: Iterable[Event], banker: str) -> "Tally":
        """The tally after these events; `banker` is ``""`` for the house."""
        nets = dict(self.nets)
        for move in (move for event in events for move in money_moves(event)):
            if move.won is not None:
                nets[move.player] = nets.get(move.player, 0) + move.won
                nets[banker] = nets.get(banker, 0) - move.won
        return Tally(tuple(nets.items()))

    def summary(self, seats: Sequence[str]) -> list[str]:
        """``ann +20.00`` for each player, by seat, then the backline, then the house."""
        order = {name: place for place, name in reversed([*enumerate(seats)])} | {HOUSE: LAST + 1}
        ordered = sorted(self.nets, key=lambda net: order.get(net[0], LAST))
        return [f"{name or 'the house'} {signed(net)}" for name, net in ordered]


def signed(cents: int) -> str:
    """An amount with its sign, unless it is 0."""
    return f"+{format_money(cents)}" if cents > 0 else format_money(cents)
