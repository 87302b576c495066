"""The events of bets before the deal."""

from dataclasses import dataclass

from casinowar.rules.script import Wager


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """Money: the wager goes from the player to the felt."""

    player: str
    seat: int
    wager: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class BetWithdrawn:
    """Money: the wager goes back from the felt to the player."""

    player: str
    seat: int
    wager: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class ExcessReturned:
    """The part of a bet above the maximum was returned; the bet is the maximum."""

    player: str
    seat: int
    wager: Wager
    amount: int


@dataclass(frozen=True, slots=True)
class MinimumReminded:
    """A wager below the minimum is honoured this once."""

    player: str
    seat: int
    wager: Wager
    minimum: int


@dataclass(frozen=True, slots=True)
class LimitsReminded:
    """A wager below the minimum is honoured, once; the reminder names both limits."""

    player: str
    seat: int
    wager: Wager
    minimum: int
    maximum: int
