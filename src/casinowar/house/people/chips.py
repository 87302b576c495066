"""Chips from the mint: a refill for players who are nearly broke, a few times a day.

Chips on tables count: a player with an undecided wager may still win.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection

from casinowar.game.table import Table
from casinowar.house.house import House
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Caller
from casinowar.money import format_money
from casinowar.record.ledger import Account, grant
from casinowar.store.queries import money
from casinowar.store.writer.work import Work


class ChipRules(NamedTuple):
    """How many chips the house gives, and when."""

    arrival: int
    """What a new guest gets."""
    refill: int
    below: int
    """A player with less than this, chips on tables included, gets a refill."""
    refills_a_day: int


def refill(work: Work, player: str, rules: ChipRules) -> int:
    """Give chips to a player who is nearly broke; return their balance afterwards."""
    account = Account("player", player)
    has = work.balance(account) + sum(at_tables(work, player).values())
    if has >= rules.below:
        raise Refused(
            "not-broke",
            f"you get chips when you have less than {format_money(rules.below)}, "
            f"counting chips on tables; you have {format_money(has)}",
        )
    at = next_refill(work.connection, player, rules)
    if at is None:
        raise Refused("no-refill", "this house gives no more chips")
    if at > work.now:
        minutes = -(-(at - work.now) // 60_000)
        raise Refused(
            "no-refill",
            f"there are {rules.refills_a_day} refills in 24 hours: "
            f"the next one in {minutes // 60} h {minutes % 60} min",
        )
    work.move([grant(player, rules.refill)], "refill")
    return work.balance(account)


def next_refill(connection: Connection, player: str, rules: ChipRules) -> int | None:
    """From when on a player may get a refill, if they are nearly broke; `None` means never."""
    if not rules.refills_a_day:
        return None
    had = money.last_moved(connection, player, "refill", rules.refills_a_day)
    return 0 if had is None else had + DAY_MS


def at_tables(work: Work, player: str) -> dict[str, int]:
    """A player's chips on each table that has money on it."""
    found = {
        table_id: staked(work.running(table_id).record.table, player)
        for table_id in money.tables_with_money(work.connection)
    }
    return {table_id: amount for table_id, amount in found.items() if amount}


async def staked_at(house: House, caller: Caller, table_ids: Iterable[str]) -> dict[str, int]:
    """The caller's chips on each of these tables, outside of a job."""
    found = {}
    for table_id in table_ids:
        try:
            running = await house.table(table_id, caller)
        except Refused:  # a private table that the caller may no longer come to
            continue
        if amount := staked(running.record.table, caller.player):
            found[table_id] = amount
    return found


def staked(table: Table, player: str) -> int:
    """A player's chips on a table: undecided wagers, and a banker's stake after wins and losses."""
    stake = table.bank.stake if table.bank.player == player else 0
    if table.playing and table.round is not None:
        stake += table.round.bank_result if stake else 0
        wagers = table.round.open_wagers()
        return stake + sum(amount for bet, _, amount in wagers if bet.player == player)
    return stake + sum(bet.primary + bet.tie for bet in table.bets if bet.player == player)
