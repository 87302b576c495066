"""Who has won and lost how much, summed over the events of a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casinowar.events import Event, WagerReversed, WagerSettled
from casinowar.money import format_money

HOUSE = ""
"""The account of the house, where it banks."""

LAST = 1_000
"""After every seat."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Net results by player; the bank's side is the banker's, or the house's."""

    nets: tuple[tuple[str, int], ...] = ()

    def after(self, events: Iterable[Event], banker: str) -> "Tally":
        """The tally with the money these events moved; `banker` is ``""`` for the house."""
        nets = dict(self.nets)
        for event in events:
            match event:
                case WagerSettled(player=player, net=net):
                    won = net
                case WagerReversed(player=player, net=net):
                    won = -net
                case _:
                    continue
            nets[player] = nets.get(player, 0) + won
            nets[banker] = nets.get(banker, 0) - won
        return Tally(tuple(nets.items()))

    def words(self, seats: Sequence[str]) -> list[str]:
        """``ann +20.00`` for each player, by seat, then the backline, then the house."""
        order = {name: place for place, name in reversed([*enumerate(seats)])} | {HOUSE: LAST + 1}
        ordered = sorted(self.nets, key=lambda net: order.get(net[0], LAST))
        return [f"{name or 'the house'} {signed(net)}" for name, net in ordered]


def signed(cents: int) -> str:
    """An amount with its sign, if it has one."""
    return f"+{format_money(cents)}" if cents > 0 else format_money(cents)
