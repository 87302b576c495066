"""SQL of retention: delete old requests, ended sessions, and guests who never played.

A guest or walk-in never played if no row of another table refers to them, and their chips never
moved. The record and the ledger are kept for ever.
"""

from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    literal,
    not_,
    select,
)

from casinowar.store.schema import (
    accounts,
    balances,
    keys,
    metadata,
    of_player,
    seated,
    sessions,
    transfers,
)

_FORGOTTEN = ("guest", "walk-in")
"""The kinds of accounts that may be deleted if they never played."""


class Guest(NamedTuple):
    """An account that may be deleted."""

    account: int
    player: str


def forget_keys(connection: Connection, before: int, most: int) -> int:
    """Delete some of the requests that were accepted before some time; returns how many.

    They are deleted one by one: with a single statement, SQLite would read all keys of every
    account that has an old one.
    """
    query = select(keys.c.account.label("of"), keys.c.key.label("named")).where(keys.c.at < before)
    old = connection.execute(query.limit(most)).mappings().all()
    if old:
        connection.execute(_FORGET_KEY, [dict(row) for row in old])
    return len(old)


_FORGET_KEY = delete(keys).where(
    keys.c.account == bindparam("of"),
    keys.c.key == bindparam("named"),
)


def forget_sessions(connection: Connection, before: int, most: int) -> int:
    """Delete some of the sessions that ended before some time; returns how many."""
    old = select(sessions.c.token_sha256).where(sessions.c.until <= before).limit(most)
    found = delete(sessions).where(sessions.c.token_sha256.in_(old))
    return connection.execute(found).rowcount


def guests_after(connection: Connection, account: int, before: int, most: int) -> list[int]:
    """Some accounts of guests who came before some time, in order, after an account."""
    query = select(accounts.c.id).where(
        accounts.c.kind.in_(_FORGOTTEN), accounts.c.at < before, accounts.c.id > account
    )
    return list(connection.scalars(query.order_by(accounts.c.id).limit(most)))


def idle_guests(connection: Connection, among: list[int]) -> list[Guest]:
    """Those of these accounts that may be deleted.

    The newest account is never deleted: SQLite would give its number to the next new account.
    """
    newest = select(func.max(accounts.c.id)).scalar_subquery()
    query = (
        select(accounts.c.id, accounts.c.player)
        .where(
            accounts.c.id.in_(among),
            accounts.c.id < newest,
            accounts.c.kind.in_(_FORGOTTEN),
            accounts.c.role == "player",
            _is_never_named(),
            _never_played(),
        )
        .order_by(accounts.c.id)
    )
    return [Guest(row.id, row.player) for row in connection.execute(query)]


def lock_accounts(connection: Connection, among: list[int]) -> list[int]:
    """Lock these accounts, except those another server has locked; returns the locked ones."""
    query = select(accounts.c.id).where(accounts.c.id.in_(among)).order_by(accounts.c.id)
    return list(connection.scalars(query.with_for_update(skip_locked=True)))


def forget_accounts(connection: Connection, among: list[int]) -> None:
    """Delete these accounts."""
    connection.execute(delete(accounts).where(accounts.c.id.in_(among)))


def _is_never_named() -> ColumnElement[bool]:
    """Whether no row of any table refers to an account: a session, a key, a table of its own."""
    named = [
        exists().where(key.parent == accounts.c.id)
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is accounts.c.id
    ]
    sits = exists().where(seated.c.player == accounts.c.player)
    return and_(*(not_(found) for found in (*named, sits)))


def _never_played() -> ColumnElement[bool]:
    """Whether an account holds exactly what it was given, and got nothing from a table.

    Chips that were put on a table either came back from it, or are missing.
    """
    name = literal("player:") + accounts.c.player
    got = and_(transfers.c.target == name, of_player("target"))
    given = select(func.coalesce(func.sum(transfers.c.amount), 0)).where(
        got, transfers.c.why != "play"
    )
    holds = select(func.coalesce(func.sum(balances.c.amount), 0)).where(balances.c.account == name)
    came = exists().where(got, transfers.c.why == "play")
    return and_(not_(came), given.scalar_subquery() == holds.scalar_subquery())
