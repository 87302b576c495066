"""Checks a table's money, entry by entry: none is created, lost, or left on the table."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from casinowar.errors import WrongEntry
from casinowar.game.events import (
    BetPlaced,
    Event,
    WagerReturned,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.money_moves import MONEY_EVENTS
from casinowar.game.table import Table
from casinowar.money import format_money
from casinowar.record.ledger import HOUSE, Account, Balances, opening, transfers
from casinowar.record.wager_limits import breach


@dataclass
class MoneyCheck:
    """The balances at one table since the audit began."""

    table_id: str
    balances: Balances = field(default_factory=Balances)
    transfers: int = 0
    wagers: int = 0
    """Wagers placed, all within the limits."""
    settled: int = 0
    """Wagers settled or returned."""

    def begin(self, table: Table) -> None:
        """Book the money that is already on the table as paid in by the people at it."""
        self.balances.post(opening(self.table_id, table))

    def hear(self, seq: int, events: Iterable[Event], table: Table) -> None:
        """Book the money that an entry moved, and check the table after it."""
        money_events = [event for event in events if isinstance(event, MONEY_EVENTS)]
        if money_events:
            for event in money_events:
                self._count(seq, event, table)
            moved = transfers(self.table_id, money_events, player_banked=table.rules.player_banked)
            self.transfers += len(moved)
            self.balances.post(moved)
            self._check(seq, table)

    def _count(self, seq: int, event: Event, table: Table) -> None:
        wrong, limits, options = "", table.rules.limits, table.options
        match event:
            case BetPlaced(wager="primary" | "tie" as wager, amount=amount):
                self.wagers += 1
                wrong = breach(limits, options, wager, amount)
            case WarDeclared(war_tie=war_tie):
                self.wagers += 1
                if war_tie and table.rules.has_free_war_tie:
                    wrong = breach(limits, options, "tie", war_tie)
            case WagerSettled() | WagerReturned():
                self.settled += 1
            case WagerRuled(felt=felt):
                self.settled += felt > 0
            case _:
                pass
        if wrong:
            raise WrongEntry(seq, wrong)

    def _check(self, seq: int, table: Table) -> None:
        """Refuse money that was created or lost, and money left on the table between rounds."""
        felt = self.balances[Account("felt", self.table_id)]
        stake = self.balances[Account("stake", self.table_id)]
        if sum(self.balances.values()):
            raise WrongEntry(seq, "the accounts do not sum to 0")
        if min(felt, stake) < 0:
            raise WrongEntry(seq, "more money left the table than was on it")
        if table.rules.player_banked and self.balances[HOUSE]:
            raise WrongEntry(seq, "the house won or lost money in a game that a player banks")
        if table.playing:
            return
        bets = sum(bet.primary + bet.tie for bet in table.bets)
        for account, due in ((felt, bets), (stake, table.bank.stake)):
            if account != due:
                left = format_money(account)
                raise WrongEntry(
                    seq, f"the table holds {left} between rounds, not {format_money(due)}"
                )
