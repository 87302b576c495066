"""The turn at a hand-dealt table, so that a dealer's line counts only at the turn it was meant for.

A line such as `9` or `fix 8` does not say which hand it is for: it is the hand the dealer saw. With
two windows, or a slow network, a line can come late. A turn covers all that such a line depends on,
and no more: players who sit down, leave, bet or answer a tie in the meantime do not change what the
dealer means, and must not be able to get every key refused. The first bet is an exception: if one
comes in before it, the next card belongs to another seat.
"""

import json
from hashlib import sha256

from casinowar.desk.desk_view import correctable
from casinowar.game.table import Table, need
from casinowar.rules.script import along

_LETTERS = 12


def turn_of(table: Table) -> str:
    """The turn at a table, as ``"ROUND.REST"``.

    ROUND is the number of the round under way, or of the next one: all that a bet depends on.
    REST is a digest of what else a line may depend on; of open bets, the seat of the first card.
    """
    shoe = table.shoe
    cards = (shoe.number, shoe.stage, shoe.left, shoe.excess, shoe.asked[:1])
    entered = (table.held, table.shown, correctable(table))
    first = along({bet.seat for bet in table.bets}, table.rules.deal.direction)[:1]
    rest = (
        *(table.playing, table.betting, type(need(table)).__name__),
        *(table.dealer, table.burns_owed, table.bank.player, first),
        *cards,
        *(str(card or "") for card in entered),
    )
    return f"{_round(table)}.{sha256(json.dumps(rest).encode()).hexdigest()[:_LETTERS]}"


def is_over(turn: str, table: Table, *, bets: bool) -> bool:
    """Whether a turn has passed; for `bets` alone, whether its round has."""
    return turn.partition(".")[0] != str(_round(table)) if bets else turn != turn_of(table)


def _round(table: Table) -> int:
    return table.rounds if table.playing else table.rounds + 1
