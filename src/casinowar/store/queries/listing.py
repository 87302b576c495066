"""SQL of lists: the tables of the lobby, their rounds, and missed entries."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from casinowar.rules.file import RuleFile
from casinowar.store.queries.records import entries_from, rule_file
from casinowar.store.schema import invited, rounds, rule_files, tables


class Listed(NamedTuple):
    """A table of the lobby."""

    opened_at: int
    id: str
    name: str


def lobby(
    connection: Connection, account: int | None, limit: int, after: tuple[int, str] | None = None
) -> list[Listed]:
    """The public tables and those that an account owns or was invited to, oldest first.

    Players' own games of a public table are not listed; they are found at that table.
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


def titles(connection: Connection, table_ids: Iterable[str]) -> dict[str, str]:
    """The names of these tables."""
    query = select(tables.c.id, tables.c.name).where(tables.c.id.in_(list(table_ids)))
    return {row.id: row.name for row in connection.execute(query)}


def rules(connection: Connection) -> list[RuleFile]:
    """Every rule file that any table was opened under, the oldest first."""
    kept = connection.scalars(select(rule_files.c.sha256).order_by(rule_files.c.at))
    return [rule_file(connection, sha256) for sha256 in kept.all()]


class Bets(NamedTuple):
    """When the bets of a round were closed."""

    round: int
    at: int


def rounds_at(
    connection: Connection, table_id: str, limit: int, before: int | None = None
) -> list[Bets]:
    """A page of a table's rounds, the newest first."""
    query = select(rounds.c.number, rounds.c.at).where(rounds.c.table_id == table_id)
    if before is not None:
        query = query.where(rounds.c.number < before)
    found = connection.execute(query.order_by(rounds.c.number.desc()).limit(limit))
    return [Bets(row.number, row.at) for row in found]


def title(connection: Connection, table_id: str) -> str | None:
    """The name of a table, unless it is a player's own game of a public one."""
    query = select(tables.c.name).where(tables.c.id == table_id, tables.c.game_of.is_(None))
    return connection.scalar(query)


def entries(connection: Connection, table_id: str, first: int, until: int) -> list[str]:
    """The texts of a few entries of a table, from a number on and before another."""
    return list(entries_from(connection, table_id, first, until))
