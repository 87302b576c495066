"""The money that each event moves, defined in this one place.

The ledger, the terminal's chips and the desk's tally all come from `money_moves`. The page has a
copy in JavaScript; a test compares the two.
"""

from typing import NamedTuple, cast, get_args

from casinowar.game.events import (
    BetPlaced,
    BetWithdrawn,
    Event,
    StakePosted,
    StakeReturned,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)

MoneyEvent = (
    BetPlaced
    | WarDeclared
    | BetWithdrawn
    | WagerReturned
    | WagerSettled
    | WagerReversed
    | WagerRuled
    | StakePosted
    | StakeReturned
)
MONEY_EVENTS = get_args(MoneyEvent)
"""The only events that move money."""

_MONEY_EVENTS = frozenset(MONEY_EVENTS)


class MoneyMove(NamedTuple):
    """Money that moves between a player, the felt, the banker's stake and the bank.

    A negative amount moves the other way; an amount may be 0.
    """

    player: str
    felt: int = 0
    """From the player to the felt."""
    stake: int = 0
    """From the player to the banker's stake."""
    won: int | None = None
    """From the bank to the player; `None` unless a result is paid or reversed."""
    banker: str = ""
    """The player whose own money replaces the bank's; ``""`` if the bank pays."""

    @property
    def chips(self) -> int:
        """The change in the player's chips."""
        return (self.won or 0) - self.felt - self.stake


def money_moves(event: Event) -> tuple[MoneyMove, ...]:
    """The money an event moves: one move for each wager or stake."""
    return _moves(cast(MoneyEvent, event)) if type(event) in _MONEY_EVENTS else ()


def _moves(event: MoneyEvent) -> tuple[MoneyMove, ...]:
    match event:
        case BetPlaced():
            return (MoneyMove(event.player, event.amount),)
        case WagerSettled():
            return (MoneyMove(event.player, -event.stake, won=event.net),)
        case WarDeclared():
            return MoneyMove(event.player, event.war), MoneyMove(event.player, event.war_tie)
        case BetWithdrawn() | WagerReturned():
            return (MoneyMove(event.player, -event.amount),)
        case WagerReversed():
            return (MoneyMove(event.player, won=-event.net, banker=event.banker),)
        case WagerRuled():
            return (MoneyMove(event.player, -event.felt, won=event.net),)
        case StakePosted():
            return (MoneyMove(event.player, stake=event.amount),)
        case StakeReturned():
            return (MoneyMove(event.player, stake=-event.amount),)


def chips_moved(event: Event) -> dict[str, int]:
    """The change in each player's chips that an event causes."""
    changes: dict[str, int] = {}
    for move in money_moves(event):
        changes[move.player] = changes.get(move.player, 0) + move.chips
        if move.banker:
            changes[move.banker] = changes.get(move.banker, 0) - (move.won or 0)
    return changes
