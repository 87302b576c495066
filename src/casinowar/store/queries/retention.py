"""What the database need not keep for ever; the record and the ledger it does.

Answers of old requests, sessions that are over, and guests and walk-ins who never played: whom no
row of any other table refers to, and whose chips never left their hands.
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
"""The kinds of accounts of which nothing is lost with them, if they never played."""


class Guest(NamedTuple):
    """An account that may be forgotten."""

    account: int
    player: str


def forget_keys(connection: Connection, before: int, most: int) -> int:
    """Forget so many of the requests that were accepted before some time; how many there were.

    Each is named: in one statement, SQLite would go through all keys of whoever has an old one.
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
    """Forget so many of the sessions that were over before some time; how many there were."""
    old = select(sessions.c.token_sha256).where(sessions.c.until <= before).limit(most)
    found = delete(sessions).where(sessions.c.token_sha256.in_(old))
    return connection.execute(found).rowcount


def guests_after(connection: Connection, account: int, before: int, most: int) -> list[int]:
    """So many accounts of guests who came before some time, in order, after an account."""
    query = select(accounts.c.id).where(
        accounts.c.kind.in_(_FORGOTTEN), accounts.c.at < before, accounts.c.id > account
    )
    return list(connection.scalars(query.order_by(accounts.c.id).limit(most)))


def idle_guests(connection: Connection, among: list[int]) -> list[Guest]:
    """Those of these accounts that may be forgotten, not to be changed by others meanwhile.

    The newest account stays whoever has it: SQLite would give its number to the next who comes.
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
    """Those of these accounts that no other server works with; from now on they are this one's."""
    query = select(accounts.c.id).where(accounts.c.id.in_(among)).order_by(accounts.c.id)
    return list(connection.scalars(query.with_for_update(skip_locked=True)))


def forget_accounts(connection: Connection, among: list[int]) -> None:
    """Forget these accounts."""
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
    """Whether an account holds exactly what it was given, and nothing came to it from a table.

    What is put on a table comes back from there, or is missing.
    """
    name = literal("player:") + accounts.c.player
    got = and_(transfers.c.target == name, of_player("target"))
    given = select(func.coalesce(func.sum(transfers.c.amount), 0)).where(
        got, transfers.c.why != "play"
    )
    holds = select(func.coalesce(func.sum(balances.c.amount), 0)).where(balances.c.account == name)
    came = exists().where(got, transfers.c.why == "play")
    return and_(not_(came), given.scalar_subquery() == holds.scalar_subquery())
