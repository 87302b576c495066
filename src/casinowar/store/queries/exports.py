"""SQL of exports: all decided wagers and all transfers, streamed.

Both have the time of their commit, so exports of the same time span agree with each other.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, func, select

from casinowar.store.queries.records import Unknown, streamed
from casinowar.store.schema import accounts, rounds, settlements, tables, transfers


class Span(NamedTuple):
    """What to export: one table or all, from a time on and before another."""

    table_id: str | None = None
    since: int | None = None
    until: int | None = None


class Decided(NamedTuple):
    """A wager that was settled or returned, or its reversal by a ruling."""

    at: int | None
    table: str
    table_name: str
    rules_sha256: str
    round: int
    seat: int
    player: str
    name: str
    wager: str
    kind: str
    stake: int
    net: int
    entry: int
    banker: str | None
    """The player who was the bank of the round; `None` if it was the house."""
    banker_name: str | None


class Moved(NamedTuple):
    """A transfer."""

    at: int
    id: int
    table: str | None
    entry: int | None
    source: str
    target: str
    amount: int
    why: str


def decided(connection: Connection, span: Span) -> Iterator[Decided]:
    """The wagers of a span, by table and round."""
    keys = [settlements.c[key.name] for key in settlements.primary_key]
    for row in streamed(connection, _decided(span).order_by(*keys)):
        yield Decided._make(row)


def moved(connection: Connection, span: Span) -> Iterator[Moved]:
    """The transfers of a span, in the order they were made."""
    for row in streamed(connection, _moved(span).order_by(transfers.c.id)):
        yield Moved._make(row)


def count_decided(connection: Connection, span: Span) -> int:
    """How many wagers there are in a span."""
    return _count(connection, _decided(span))


def count_moved(connection: Connection, span: Span) -> int:
    """How many transfers there are in a span."""
    return _count(connection, _moved(span))


def check_table(connection: Connection, table_id: str) -> None:
    """Refuse a table that does not exist."""
    if connection.scalar(select(tables.c.id).where(tables.c.id == table_id)) is None:
        raise Unknown(f"there is no table {table_id[:64]} here")


def _decided(span: Span) -> Select[Any]:
    of_table, of_round = settlements.c.table_id, settlements.c.round
    moved_at = (
        select(func.min(transfers.c.at))
        .where(transfers.c.table_id == of_table, transfers.c.seq == settlements.c.seq)
        .scalar_subquery()
    )
    at = func.coalesce(moved_at, rounds.c.at)  # voiding a wager that won nothing moves nothing
    banks = accounts.alias("banks")
    query = (
        select(
            at,
            *(of_table, tables.c.name, tables.c.rules_sha256, of_round),
            *(settlements.c.seat, settlements.c.player),
            func.coalesce(accounts.c.name, settlements.c.player),
            *(settlements.c[name] for name in ("wager", "kind", "stake", "net", "seq")),
            *(rounds.c.banker, func.coalesce(banks.c.name, rounds.c.banker)),
        )
        .join(tables, tables.c.id == of_table)
        .outerjoin(accounts, accounts.c.player == settlements.c.player)
        .outerjoin(rounds, (rounds.c.table_id == of_table) & (rounds.c.number == of_round))
        .outerjoin(banks, banks.c.player == rounds.c.banker)
    )
    return _within(query, span, of_table, at)


def _moved(span: Span) -> Select[Any]:
    names = ("at", "id", "table_id", "seq", "source", "target", "amount", "why")
    query = select(*(transfers.c[name] for name in names))
    return _within(query, span, transfers.c.table_id, transfers.c.at)


def _within(
    query: Select[Any], span: Span, table_id: ColumnElement[Any], at: ColumnElement[Any]
) -> Select[Any]:
    if span.table_id is not None:
        query = query.where(table_id == span.table_id)
    if span.since is not None:
        query = query.where(at >= span.since)
    if span.until is not None:
        query = query.where(at < span.until)
    return query


def _count(connection: Connection, query: Select[Any]) -> int:
    return int(connection.scalar(select(func.count()).select_from(query.subquery())) or 0)
