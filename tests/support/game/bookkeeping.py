"""Every cent of a table, followed through its events: a plain second book-keeping for tests.

Accounts: each person, the felt, the stake in front of a banker, the house. They always sum to 0.
"""

from collections import Counter
from collections.abc import Iterable

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
from casinowar.game.table import Table

FELT, STAKE, HOUSE = "(felt)", "(stake)", "(house)"


class Accounts:
    """Balances that begin at 0."""

    def __init__(self, table: Table) -> None:
        self.player_banked = table.rules.player_banked
        self.balance: Counter[str] = Counter()

    def follow(self, events: Iterable[Event]) -> None:
        """Move what the events move."""
        for event in events:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        match event:
            case BetPlaced(player, _, _, amount):
                self.move(player, FELT, amount)
            case BetWithdrawn(player, _, _, amount) | WagerReturned(player, _, _, amount, _):
                self.move(FELT, player, amount)
            case WarDeclared(player, _, war, war_tie):
                self.move(player, FELT, war + war_tie)
            case WagerSettled(player, stake=stake, net=net):
                self.move(FELT, player, stake)
                self.move(self.bank, player, net)
            case WagerReversed(player, net=net, banker=banker):
                self.move(player, banker or self.bank, net)
            case WagerRuled(player, felt=felt, net=net):
                self.move(FELT, player, felt)
                self.move(self.bank, player, net)
            case StakePosted(player, amount):
                self.move(player, STAKE, amount)
            case StakeReturned(player, amount):
                self.move(STAKE, player, amount)
            case _:
                pass

    @property
    def bank(self) -> str:
        """Whose money pays: the posted stake, or the house."""
        return STAKE if self.player_banked else HOUSE

    def move(self, source: str, target: str, amount: int) -> None:
        assert type(amount) is int
        self.balance[source] -= amount
        self.balance[target] += amount

    def check(self, table: Table) -> None:
        """What is on the table is what the table says is on it, and nothing was made or lost."""
        assert sum(self.balance.values()) == 0
        if table.playing:
            assert table.round is not None
            open_wagers = sum(amount for _, _, amount in table.round.open_wagers())
            result = table.round.bank_result
        else:
            open_wagers = sum(bet.primary + bet.tie for bet in table.bets)
            result = 0
        assert self.balance[FELT] == open_wagers
        if self.player_banked:
            posted = table.bank.stake
            assert self.balance[STAKE] == (posted + result if posted else 0)
            assert self.balance[STAKE] >= 0
            assert self.balance[HOUSE] == 0
