"""The money of a table, from entry to entry: nothing is made, lost, or left over."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from casinowar.errors import WrongEntry
from casinowar.events import BetPlaced, Event, WagerReturned, WagerSettled, WarDeclared
from casinowar.ledger import HOUSE, MONEY_MOVES, Account, Balances, opening, transfers
from casinowar.money import format_money
from casinowar.record.limits import breach
from casinowar.table import Table


@dataclass
class MoneyCheck:
    """The balances at one table since the audit began; everyone begins with what they bring."""

    table_id: str
    balances: Balances = field(default_factory=Balances)
    transfers: int = 0
    wagers: int = 0
    """Wagers that were placed, within the limits."""
    settled: int = 0
    """Wagers that were settled or went back."""

    def begin(self, table: Table) -> None:
        """What already lies on the table came from the people at it."""
        self.balances.post(opening(self.table_id, table))

    def hear(self, seq: int, events: Iterable[Event], table: Table) -> None:
        """What an entry moved, and how the table stands after it."""
        told = [event for event in events if isinstance(event, MONEY_MOVES)]
        if told:
            for event in told:
                self._count(seq, event, table)
            moved = transfers(self.table_id, told, player_banked=table.rules.player_banked)
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
                free = table.rules.war is not None and table.rules.war.tie_wager == "free"
                wrong = breach(limits, options, "tie", war_tie) if war_tie and free else ""
            case WagerSettled() | WagerReturned():
                self.settled += 1
            case _:
                pass
        if wrong:
            raise WrongEntry(seq, wrong)

    def _check(self, seq: int, table: Table) -> None:
        """Refuse money that was made or lost, and any left on a table at rest."""
        felt = self.balances[Account("felt", self.table_id)]
        stake = self.balances[Account("stake", self.table_id)]
        if sum(self.balances.values()):
            raise WrongEntry(seq, "the accounts do not sum to 0")
        if min(felt, stake) < 0:
            raise WrongEntry(seq, "more money left the table than lay on it")
        if table.rules.player_banked and self.balances[HOUSE]:
            raise WrongEntry(seq, "the house takes part in a game that a player banks")
        if table.playing:
            return
        lies = sum(bet.primary + bet.tie for bet in table.bets)
        for account, due in ((felt, lies), (stake, table.bank.stake)):
            if account != due:
                left = format_money(account)
                raise WrongEntry(
                    seq, f"{left} is left on the table between rounds, not {format_money(due)}"
                )
