"""Chips in hand, counted from the events that move money and from nothing else."""

from casinowar.events import (
    BetPlaced,
    BetWithdrawn,
    Event,
    StakePosted,
    StakeReturned,
    WagerReturned,
    WagerReversed,
    WagerSettled,
    WarDeclared,
)


def moves(event: Event) -> tuple[tuple[str, int], ...]:
    """Whose chips an event changes, and by how much."""
    match event:
        case BetPlaced(player=player, amount=amount) | StakePosted(player, amount):
            return ((player, -amount),)
        case WarDeclared(player=player, war=war, war_tie=war_tie):
            return ((player, -war - war_tie),)
        case WagerSettled(player=player, stake=stake, net=net):
            return ((player, stake + net),)
        case WagerReversed(player=player, net=net, banker=banker):
            return ((player, -net), (banker, net)) if banker else ((player, -net),)
        case (
            BetWithdrawn(player=player, amount=amount)
            | WagerReturned(player=player, amount=amount)
            | StakeReturned(player, amount)
        ):
            return ((player, amount),)
        case _:
            return ()
