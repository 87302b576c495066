"""SQL of a player's rounds, the newest first, page by page.

A player may have hundreds of thousands of rounds at a few tables. The rounds of one table are in
order already, so each table is read backwards, a few rounds at a time, and merged by time. The cost
of a page does not grow with the number of older rounds.
"""

from bisect import bisect_left
from collections.abc import Iterator
from heapq import merge
from itertools import islice
from typing import NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, func, select

from casinowar.record.ledger import Account
from casinowar.store.queries.money import tables_with_money
from casinowar.store.schema import of_player, rounds, seated, settlements, transfers

AT_ONCE = 20
"""How many rounds of one table are read at a time."""


class Cursor(NamedTuple):
    """A place among a player's rounds; the rounds after it are older."""

    at: int
    table: str
    round: int


class PlayerRound(NamedTuple):
    """A round of a player, and its result."""

    table: str
    round: int
    at: int
    staked: int
    net: int
    banked: bool = False
    """Whether they were the bank; then the stake is the bank's."""

    @property
    def cursor(self) -> Cursor:
        """The cursor of the next page, if this is the last round of a page."""
        return Cursor(self.at, self.table, self.round)


def player_rounds(
    connection: Connection, player: str, limit: int, before: Cursor | None = None
) -> list[PlayerRound]:
    """A page of the rounds in which a player had a settled wager, or was the bank; newest first.

    A banker makes no wager, so no round is both.
    """
    found = [
        rounds_at(connection, player, table_id, _end(connection, table_id, before))
        for tables_of, rounds_at in ((_tables_of, _rounds_at), (_tables_banked, _banked_at))
        for table_id in tables_of(connection, player)
    ]
    newest_first = merge(*found, key=lambda one: one.cursor, reverse=True)
    return list(islice(newest_first, limit))


def tables_with_wagers(connection: Connection, player: str, since: int) -> list[str]:
    """The ids of the tables with money on them where a player may have wagers, in order.

    These are where they sit, where they had a settled wager, or put one up since some time.
    """
    name = str(Account("player", player))
    late = (transfers.c.source == name) & (transfers.c.why == "play") & (transfers.c.at > since)
    bets = select(transfers.c.table_id).where(late, of_player("source"))
    lately = connection.scalars(bets.distinct())
    sits = connection.scalars(select(seated.c.table_id).where(seated.c.player == player))
    known = {*lately, *sits, *_tables_of(connection, player)}
    return [table_id for table_id in tables_with_money(connection) if table_id in known]


def _tables_of(connection: Connection, player: str) -> Iterator[str]:
    """The tables where a player's wagers were settled."""
    return _each_once(connection, settlements.c.table_id, settlements.c.player == player)


def _tables_banked(connection: Connection, player: str) -> Iterator[str]:
    """The tables where a player was the bank."""
    return _each_once(connection, rounds.c.table_id, rounds.c.banker == player)


def _each_once(
    connection: Connection, column: Column[str], chosen: ColumnElement[bool]
) -> Iterator[str]:
    """The different values of a column, with one step of the index for each."""
    first = select(func.min(column)).where(chosen)
    found = connection.scalar(first)
    while found is not None:
        yield found
        found = connection.scalar(first.where(column > found))


def _rounds_at(
    connection: Connection, player: str, table_id: str, end: int | None
) -> Iterator[PlayerRound]:
    """A player's rounds at a table before a number, from the last one back."""
    chosen = (
        select(
            settlements.c.round,
            func.sum(settlements.c.stake).label("staked"),
            func.sum(settlements.c.net).label("net"),
        )
        .where(settlements.c.player == player, settlements.c.table_id == table_id)
        .group_by(settlements.c.round)
        .order_by(settlements.c.round.desc())
        .limit(AT_ONCE)
    )
    while True:
        earlier = chosen if end is None else chosen.where(settlements.c.round < end)
        page = connection.execute(earlier).all()
        if not page:
            return
        times = _times(connection, table_id, [row.round for row in page])
        for row in page:
            if row.round in times:  # a round voided before its first card has no time
                at = times[row.round]
                yield PlayerRound(table_id, row.round, at, int(row.staked), int(row.net))
        end = page[-1].round


def _banked_at(
    connection: Connection, player: str, table_id: str, end: int | None
) -> Iterator[PlayerRound]:
    """The rounds at a table before a number with this player as bank, from the last one back."""
    chosen = (
        select(rounds.c.number, rounds.c.at, rounds.c.stake)
        .where(rounds.c.banker == player, rounds.c.table_id == table_id)
        .order_by(rounds.c.number.desc())
        .limit(AT_ONCE)
    )
    while True:
        earlier = chosen if end is None else chosen.where(rounds.c.number < end)
        page = connection.execute(earlier).all()
        if not page:
            return
        won = _won(connection, table_id, [row.number for row in page])
        for row in page:
            if row.number in won:  # a round that has just begun has no decided wager
                net = -won[row.number]
                yield PlayerRound(table_id, row.number, row.at, row.stake, net, banked=True)
        end = page[-1].number


def _won(connection: Connection, table_id: str, numbers: list[int]) -> dict[int, int]:
    """The sum of all wagers' wins in each of these rounds with a decided wager."""
    chosen = (
        select(settlements.c.round, func.sum(settlements.c.net).label("net"))
        .where(settlements.c.table_id == table_id, settlements.c.round.in_(numbers))
        .group_by(settlements.c.round)
    )
    return {row.round: int(row.net) for row in connection.execute(chosen)}


def _times(connection: Connection, table_id: str, numbers: list[int]) -> dict[int, int]:
    """When the bets of these rounds were closed."""
    chosen = select(rounds.c.number, rounds.c.at).where(
        rounds.c.table_id == table_id, rounds.c.number.in_(numbers)
    )
    return {row.number: row.at for row in connection.execute(chosen)}


def _end(connection: Connection, table_id: str, before: Cursor | None) -> int | None:
    """The number of a table's first round that is not before a cursor, by binary search."""
    if before is None or before.table == table_id:
        return None if before is None else before.round
    of_table = select(rounds.c.at).where(rounds.c.table_id == table_id)
    newest_first = of_table.order_by(rounds.c.number.desc()).limit(1)

    def is_told(number: int) -> bool:
        """Whether a round, or the last one before it, is not before the cursor."""
        at = connection.scalar(newest_first.where(rounds.c.number <= number))
        return at is not None and Cursor(at, table_id, number) >= before

    last = connection.scalar(select(func.max(rounds.c.number)).where(rounds.c.table_id == table_id))
    numbers = range(1, (last or 0) + 1)
    return 1 + bisect_left(numbers, True, key=is_told)  # noqa: FBT003
