"""SQL of the audit: the rows that it compares with the records.

The rows of a table are streamed in the order of its entries, so the audit of a long record needs no
more memory than that of a short one.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Table, func, select

from casinowar.store.queries.records import streamed
from casinowar.store.schema import (
    accounts,
    balances,
    entries,
    incidents,
    rounds,
    rule_files,
    seated,
    settlements,
    shoes,
    tables,
    transfers,
)

Row = tuple[Any, ...]


class Moved(NamedTuple):
    """A transfer of the ledger."""

    id: int
    why: str
    source: str
    target: str
    amount: int


class Beside:
    """The rows that go with a record's entries, read entry by entry."""

    def __init__(self, connection: Connection, of: Table, table_id: str, *columns: str) -> None:
        """`columns` are those to read; the last one is the number of the entry."""
        found: list[Column[Any]] = [of.c[name] for name in columns]
        chosen = select(*found).where(of.c.table_id == table_id).order_by(found[-1], *found[:-1])
        self._rows = streamed(connection, chosen)
        self._groups = groupby((tuple(row) for row in self._rows), key=itemgetter(-1))
        self._next = self._advance()

    def close(self) -> None:
        """Stop reading, so that the connection can be closed."""
        self._rows.close()

    def _advance(self) -> tuple[int, list[Row]] | None:
        found = next(self._groups, None)
        return None if found is None else (found[0], [row[:-1] for row in found[1]])

    def at(self, seq: int) -> list[Row]:
        """The rows of an entry, and any of entries before it that were not read yet."""
        found: list[Row] = []
        while self._next is not None and self._next[0] <= seq:
            found += self._next[1]
            self._next = self._advance()
        return found

    def left(self) -> int | None:
        """The number of the next row's entry; `None` if there is no row."""
        return None if self._next is None else self._next[0]


def shoes_beside(connection: Connection, table_id: str) -> Beside:
    """The number of each shoe, with its first entry."""
    return Beside(connection, shoes, table_id, "number", "first_seq")


def rounds_beside(connection: Connection, table_id: str) -> Beside:
    """Number, banker, stake and time of each round, with the entry that closed its bets."""
    return Beside(connection, rounds, table_id, "number", "banker", "stake", "at", "seq")


def settlements_beside(connection: Connection, table_id: str) -> Beside:
    """Each settled or reversed wager, with its entry."""
    columns = ("round", "player", "seat", "wager", "kind", "stake", "net", "seq")
    return Beside(connection, settlements, table_id, *columns)


def incidents_beside(connection: Connection, table_id: str) -> Beside:
    """Place, kind, round and time of each incident, with its entry."""
    return Beside(connection, incidents, table_id, "place", "kind", "round", "at", "seq")


def transfers_beside(connection: Connection, table_id: str) -> Beside:
    """Each transfer with its entry, in the order they were made."""
    return Beside(connection, transfers, table_id, "id", "source", "target", "amount", "seq")


def transfers_elsewhere(connection: Connection) -> Iterator[Moved]:
    """The transfers of the house by itself, outside all tables."""
    chosen = (
        select(*(transfers.c[name] for name in Moved._fields))
        .where(transfers.c.table_id.is_(None))
        .order_by(transfers.c.id)
    )
    for row in streamed(connection, chosen):
        yield Moved._make(row)


def sums(connection: Connection) -> Counter[str]:
    """What each account should hold: all transfers in, less all transfers out."""
    found: Counter[str] = Counter()
    for column, sign in ((transfers.c.target, 1), (transfers.c.source, -1)):
        query = select(column, func.sum(transfers.c.amount)).group_by(column)
        for account, amount in connection.execute(query):
            found[account] += sign * int(amount)
    return found


def held(connection: Connection) -> dict[str, int]:
    """What each account holds, by its row."""
    found = connection.execute(select(balances.c.account, balances.c.amount))
    return {row.account: row.amount for row in found}


def players(connection: Connection) -> set[str]:
    """Everyone who has an account."""
    return set(connection.scalars(select(accounts.c.player)))


def lapsed(connection: Connection) -> set[str]:
    """Everyone whose account was deleted, and whose chips went back to the mint."""
    gone = select(transfers.c.source).where(transfers.c.why == "lapse")
    return {source.partition(":")[2] for source in connection.scalars(gone)}


def seated_at(connection: Connection, table_id: str) -> set[str]:
    """Who sits at a table, by the rows."""
    return set(connection.scalars(select(seated.c.player).where(seated.c.table_id == table_id)))


def hashes(connection: Connection) -> list[str]:
    """The SHA-256 of every rule file, by the rows."""
    return list(connection.scalars(select(rule_files.c.sha256).order_by(rule_files.c.sha256)))


def count_entries(connection: Connection) -> int:
    """How many entries there are in all, by the rows of the tables."""
    return int(connection.scalar(select(func.sum(tables.c.seq))) or 0)


def records_of_nothing(connection: Connection) -> str | None:
    """The id of a table that has entries but no row, if there is one."""
    known = select(tables.c.id)
    return connection.scalar(
        select(entries.c.table_id).where(entries.c.table_id.not_in(known)).limit(1)
    )
