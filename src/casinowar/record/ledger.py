"""The ledger: a pure function from events to transfers of money between accounts.

A transfer moves an amount above 0 from one account to another, so all accounts together always add
up to 0. A table has two accounts: its felt holds the wagers, its stake the banker's posted wager;
both are empty when nothing is at stake. The mint issues chips, so its balance goes below 0.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from casinowar.errors import CasinoWarError, NotationError, RecordError
from casinowar.game.events import Event
from casinowar.game.money_moves import MoneyMove, money_moves
from casinowar.game.table import Table
from casinowar.money import is_cents

Kind = Literal["player", "felt", "stake", "house", "mint"]


class Account(NamedTuple):
    """An account; a player's has the player's name, a felt or stake has the table's id."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


HOUSE = Account("house")
MINT = Account("mint")
MAY_OWE = frozenset((HOUSE, MINT))
"""The accounts whose balance may go below 0."""


class Transfer(NamedTuple):
    """A transfer of an amount above 0 from one account to another."""

    source: Account
    target: Account
    amount: int


def grant(player: str, amount: int) -> Transfer:
    """The transfer by which the mint issues chips to a player."""
    if not is_cents(amount) or not amount:
        raise NotationError(f"{amount!r} is not an amount of chips: whole cents above 0")
    return Transfer(MINT, Account("player", player), amount)


def transfers(table_id: str, events: Iterable[Event], *, player_banked: bool) -> list[Transfer]:
    """The transfers for a table's events, in order; the bank is the house or a player's stake."""
    moves = [move for event in events for move in money_moves(event)]
    if not moves:  # most events move no money
        return []
    felt, stake = Account("felt", table_id), Account("stake", table_id)
    bank = stake if player_banked else HOUSE
    return [transfer for move in moves for transfer in _transfers(move, felt, stake, bank)]


def _transfers(move: MoneyMove, felt: Account, stake: Account, bank: Account) -> list[Transfer]:
    """The transfers of a move; a losing wager goes straight from the felt to the bank."""
    name, on_felt, staked, won, banker = move
    player = Account("player", name)
    if won is None:
        return _flow(player, stake, staked) if staked else _flow(player, felt, on_felt)
    payer = Account("player", banker) if banker else bank
    if on_felt and won < 0:
        return _flow(player, felt, on_felt - won) + _flow(felt, payer, -won)
    return _flow(player, felt, on_felt) + _flow(payer, player, won)


def _flow(source: Account, target: Account, amount: int) -> list[Transfer]:
    """One transfer, reversed if the amount is negative, or none if it is 0."""
    if amount > 0:
        return [Transfer(source, target, amount)]
    return [Transfer(target, source, -amount)] if amount else []


class Balances(dict[Account, int]):
    """The balance of every account; 0 for an account that was never used."""

    def __missing__(self, account: Account) -> int:
        return 0

    def post(self, moved: Sequence[Transfer]) -> None:
        """Post all these transfers or none; the sum of all balances does not change."""
        for source, target, amount in moved:
            if type(amount) is not int or amount < 1:
                raise RecordError(
                    f"{amount!r} from {source} to {target} is not a transfer: "
                    "the amount must be whole cents above 0"
                )
        for source, target, amount in moved:
            self[source] -= amount
            self[target] += amount


class CheckedBalances(Balances):
    """The accounts that some transfers changed, as a purse that refuses to go below 0.

    `before` gives the balance of an account that is not here yet. For the house and the mint it
    may give 0 instead: their balance is then the change.
    """

    def __init__(self, before: Callable[[Account], int]) -> None:
        super().__init__()
        self._before = before

    def __missing__(self, account: Account) -> int:
        return self._before(account)

    def change(self, account: Account) -> int:
        """How much more an account holds than before."""
        return self[account] - self._before(account)

    def post(
        self,
        moved: Sequence[Transfer],
        make_up: Callable[[Account, int], object] = lambda _account, _missing: None,
    ) -> None:
        """Post these transfers; raise if they leave an account below 0.

        `make_up` is called first with such an account and the missing amount, and may post what
        covers it. After an error these balances are of no use.
        """
        super().post(moved)
        for account, _, _ in moved:
            if self[account] < 0 and account not in MAY_OWE:
                make_up(account, -self[account])
                if self[account] < 0:
                    raise CasinoWarError(f"{account} would be {-self[account]} cents below zero")


def opening(table_id: str, table: Table) -> list[Transfer]:
    """The transfers behind the wagers and the stake on a table between two rounds."""
    felt, stake, bank = Account("felt", table_id), Account("stake", table_id), table.bank
    found = [
        Transfer(Account("player", bet.player), felt, bet.primary + bet.tie) for bet in table.bets
    ]
    if bank.stake:
        found.append(Transfer(Account("player", bank.player), stake, bank.stake))
    return found
