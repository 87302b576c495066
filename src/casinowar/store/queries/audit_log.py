"""SQL of the log of changes by staff, and of the list of people.

A change is a row that never changes again: who, when, to whom, why, and the state before and after.
"""

import json
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, func, insert, literal, select

from casinowar.store.queries.people import PEOPLE, Kind, Role
from casinowar.store.schema import accounts, balances, changes

Json = dict[str, Any]
"""The state before or after a change: each kind of change has its own fields."""

ChangeKind = Literal[
    "role", "sessions", "ban", "unban", "kick", "password",
    "open", "close", "replace", "pause", "resume", "pause-house", "resume-house",
    "rule", "finish", "rules",
]  # fmt: skip


class Changed(NamedTuple):
    """A change, with the permanent names of who made it and whom it is about."""

    id: int
    at: int
    what: ChangeKind
    by: str
    about: str | None
    table: str | None
    why: str
    before: Json
    after: Json


class Listed(NamedTuple):
    """A person with an account."""

    name_key: str
    player: str
    name: str
    kind: Kind
    role: Role
    balance: int
    since: int
    banned_until: int | None


_BY, _WHOM = accounts.alias("by_account"), accounts.alias("about_account")
_CHANGED = (
    select(changes, _BY.c.player.label("by_player"), _WHOM.c.player.label("about_player"))
    .join(_BY, _BY.c.id == changes.c.by)
    .outerjoin(_WHOM, _WHOM.c.id == changes.c.about)
)


def add(connection: Connection, *, before: Json, after: Json, **row: Any) -> None:
    """Add a change; it is kept for ever."""
    as_text = {"before": _text(before), "after": _text(after)}
    connection.execute(insert(changes).values(**row, **as_text))


def newest(
    connection: Connection, limit: int, before: int | None = None, about: str | None = None
) -> list[Changed]:
    """A page of changes, the newest first; of all, or about one player."""
    query = _CHANGED
    if before is not None:
        query = query.where(changes.c.id < before)
    if about is not None:
        query = query.where(_WHOM.c.player == about)
    found = connection.execute(query.order_by(changes.c.id.desc()).limit(limit))
    return [_read(row) for row in found]


def numbered(connection: Connection, numbers: Iterable[int]) -> dict[int, Changed]:
    """These changes, by their numbers."""
    found = connection.execute(_CHANGED.where(changes.c.id.in_(list(numbers))))
    return {row.id: _read(row) for row in found}


def people(
    connection: Connection,
    limit: int,
    after: str | None = None,
    *,
    name: str = "",
    role: Role | None = None,
) -> list[Listed]:
    """A page of people in the order of their names; `name` is a part of the name's key."""
    purse = literal("player:") + accounts.c.player
    query = (
        select(
            *(accounts.c.name_key, accounts.c.player, accounts.c.name),
            *(accounts.c.kind, accounts.c.role, func.coalesce(balances.c.amount, 0)),
            *(accounts.c.at, accounts.c.banned_until),
        )
        .outerjoin(balances, balances.c.account == purse)
        .where(accounts.c.kind.in_(PEOPLE))
    )
    if name:
        query = query.where(accounts.c.name_key.contains(name, autoescape=True))
    if role is not None:
        query = query.where(accounts.c.role == role)
    if after is not None:
        query = query.where(accounts.c.name_key > after)
    found = connection.execute(query.order_by(accounts.c.name_key).limit(limit))
    return [Listed(*row) for row in found]


def _text(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _read(row: Row[Any]) -> Changed:
    return Changed(
        row.id,
        row.at,
        row.what,
        row.by_player,
        row.about_player,
        row.table_id,
        row.why,
        json.loads(row.before),
        json.loads(row.after),
    )
