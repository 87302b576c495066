"""Chips from the mint: a refill for whoever is broke, a few times a day.

What lies on a table still counts: nobody is broke whose wager is undecided.
"""

from typing import NamedTuple

from sqlalchemy import Connection

from casinowar.game.table import Table
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.refusals import Refused
from casinowar.money import format_money
from casinowar.record.ledger import Account, grant
from casinowar.store.queries import money
from casinowar.store.writer.work import Work


class ChipRules(NamedTuple):
    """What the mint gives, and when."""

    arrival: int
    """To whoever comes in for the first time."""
    refill: int
    below: int
    """Who has less than this, on all tables too, is broke."""
    refills_a_day: int


def refill(work: Work, player: str, rules: ChipRules) -> int:
    """A broke player gets chips; the balance afterwards."""
    account = Account("player", player)
    has = work.balance(account) + sum(at_tables(work, player).values())
    if has >= rules.below:
        raise Refused(
            "not-broke",
            f"chips are for whoever has less than {format_money(rules.below)}, "
            f"and with what lies on the tables you have {format_money(has)}",
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
    """From when on a player may have a refill, if they are broke; `None` is never."""
    if not rules.refills_a_day:
        return None
    had = money.last_moved(connection, player, "refill", rules.refills_a_day)
    return 0 if had is None else had + DAY_MS


def at_tables(work: Work, player: str) -> dict[str, int]:
    """What a player has on each table that has money on it."""
    found = {
        table_id: staked(work.running(table_id).record.table, player)
        for table_id in money.tables_with_money(work.connection)
    }
    return {table_id: amount for table_id, amount in found.items() if amount}


def staked(table: Table, player: str) -> int:
    """What a player has on a table: undecided wagers, and a banker's stake as it stands."""
    stake = table.bank.stake if table.bank.player == player else 0
    if table.playing and table.round is not None:
        stake += table.round.bank_result if stake else 0
        wagers = table.round.open_wagers()
        return stake + sum(amount for bet, _, amount in wagers if bet.player == player)
    return stake + sum(bet.primary + bet.tie for bet in table.bets if bet.player == player)
