"""Whose turn it is at a hand-dealt table, so that a dealer's line counts only for the one it meant.

A line such as `9` or `fix 8` says nothing of the hand it is for: that is the one the dealer saw.
Two windows, or a network that was away, bring lines that were meant for another. A turn is all that
such lines depend on, and no more: people who sit down, leave, bet or answer a tie meanwhile do not
change what the dealer means, and must not be able to have every key refused. Only a bet that comes
before the first one does: the card on its way is not that seat's.
"""

import json
from hashlib import sha256

from casinowar.desk.desk_view import correctable
from casinowar.game.table import Table, need
from casinowar.rules.script import along

_LETTERS = 12


def turn_of(table: Table) -> str:
    """The turn at a table, as ``"ROUND.REST"``.

    ROUND is the number of the round that is under way, or comes next: all that a bet depends on.
    REST stands for what else a line may depend on; of open bets, which seat the first card is for.
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
    """Whether a turn is the table's no longer; for `bets` alone, whether its round is."""
    return turn.partition(".")[0] != str(_round(table)) if bets else turn != turn_of(table)


def _round(table: Table) -> int:
    return table.rounds if table.playing else table.rounds + 1
