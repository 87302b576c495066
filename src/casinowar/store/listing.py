"""What is listed: the tables that someone may come to, and entries that they missed."""

from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from casinowar.store.reading import entries_from
from casinowar.store.schema import invited, tables


class Listed(NamedTuple):
    """A table of the lobby."""

    opened_at: int
    id: str
    name: str


def lobby(
    connection: Connection, account: int | None, limit: int, after: tuple[int, str] | None = None
) -> list[Listed]:
    """The public tables and those that an account owns or was invited to, oldest first.

    Someone's own game of a public table is none of them: it is found at that table.
    """
    came = select(invited.c.table_id).where(invited.c.account == account)
    mine = or_(tables.c.owner == account, tables.c.id.in_(came))
    query = select(tables.c.opened_at, tables.c.id, tables.c.name).where(
        tables.c.closed_at.is_(None),
        tables.c.game_of.is_(None),
        tables.c.owner.is_(None) if account is None else or_(tables.c.owner.is_(None), mine),
    )
    if after is not None:
        at, table_id = after
        same_time = and_(tables.c.opened_at == at, tables.c.id > table_id)
        query = query.where(or_(tables.c.opened_at > at, same_time))
    found = connection.execute(query.order_by(tables.c.opened_at, tables.c.id).limit(limit))
    return [Listed(row.opened_at, row.id, row.name) for row in found]


def title(connection: Connection, table_id: str) -> str | None:
    """The name of a table, unless it is someone's own game of a public one."""
    query = select(tables.c.name).where(tables.c.id == table_id, tables.c.game_of.is_(None))
    return connection.scalar(query)


def entries(connection: Connection, table_id: str, first: int, until: int) -> list[str]:
    """The texts of a few entries of a table, from a number on and before another."""
    return list(entries_from(connection, table_id, first, until))
