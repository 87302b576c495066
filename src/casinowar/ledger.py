"""Every cent, from one account to another: a pure function from events to transfers.

A transfer takes an amount above 0 from one account and gives it to another, so that all accounts
together are always worth 0. What lies on a table as wagers is on its felt, and a banker's posted
wager on its stake; both are empty when nothing is at stake. Chips are issued by the mint, which
alone may go below 0 without having had anything.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from casinowar.errors import NotationError, RecordError
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
from casinowar.money import is_cents
from casinowar.table import Table

Kind = Literal["player", "felt", "stake", "house", "mint"]


class Account(NamedTuple):
    """Whose money it is: a player's by name, a table's felt or stake by the table's id."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


MoneyMoves = (
    BetPlaced
    | WarDeclared
    | BetWithdrawn
    | WagerReturned
    | WagerSettled
    | WagerReversed
    | StakePosted
    | StakeReturned
)
MONEY_MOVES = get_args(MoneyMoves)
"""The events that move money, and no other does."""

HOUSE = Account("house")
MINT = Account("mint")


class Transfer(NamedTuple):
    """An amount above 0 that goes from one account to another."""

    source: Account
    target: Account
    amount: int


def grant(player: str, amount: int) -> Transfer:
    """Chips that the mint issues to a player."""
    if not is_cents(amount) or not amount:
        raise NotationError(f"{amount!r} is not an amount of chips: whole cents above 0")
    return Transfer(MINT, Account("player", player), amount)


def transfers(table_id: str, events: Iterable[Event], *, player_banked: bool) -> list[Transfer]:
    """What the events of a table move, in order; the bank is the house or a player's stake."""
    felt, stake = Account("felt", table_id), Account("stake", table_id)
    bank = stake if player_banked else HOUSE
    return [
        moved
        for event in events
        if isinstance(event, MONEY_MOVES)
        for moved in _moved(event, felt, stake, bank)
        if moved.amount
    ]


def _moved(event: MoneyMoves, felt: Account, stake: Account, bank: Account) -> tuple[Transfer, ...]:
    """What one event moves; an amount may be 0."""
    player = Account("player", event.player)
    match event:
        case BetPlaced(amount=amount):
            return (Transfer(player, felt, amount),)
        case WarDeclared(war=war, war_tie=war_tie):
            return Transfer(player, felt, war), Transfer(player, felt, war_tie)
        case BetWithdrawn(amount=amount) | WagerReturned(amount=amount):
            return (Transfer(felt, player, amount),)
        case WagerSettled(stake=wager, net=net) if net >= 0:
            return Transfer(felt, player, wager), Transfer(bank, player, net)
        case WagerSettled(stake=wager, net=net):
            return Transfer(felt, player, wager + net), Transfer(felt, bank, -net)
        case WagerReversed(net=net, banker=banker):
            payer = Account("player", banker) if banker else bank
            won, lost = Transfer(player, payer, net), Transfer(payer, player, -net)
            return (won if net > 0 else lost,)
        case StakePosted(amount=amount):
            return (Transfer(player, stake, amount),)
        case StakeReturned(amount=amount):
            return (Transfer(stake, player, amount),)


class Balances(Counter[Account]):
    """What every account holds; one that never had anything holds 0."""

    def post(self, moved: Iterable[Transfer]) -> None:
        """Move money, all of it or none; the sum of all accounts stays what it was."""
        posted = list(moved)
        for source, target, amount in posted:
            if type(amount) is not int or amount < 1:
                raise RecordError(
                    f"{amount!r} from {source} to {target} is no transfer: whole cents above 0 are"
                )
        for source, target, amount in posted:
            self[source] -= amount
            self[target] += amount


def opening(table_id: str, table: Table) -> list[Transfer]:
    """What its people have put on a table that is met between two rounds."""
    felt, stake, bank = Account("felt", table_id), Account("stake", table_id), table.bank
    found = [
        Transfer(Account("player", bet.player), felt, bet.primary + bet.tie) for bet in table.bets
    ]
    if bank.stake:
        found.append(Transfer(Account("player", bank.player), stake, bank.stake))
    return found
