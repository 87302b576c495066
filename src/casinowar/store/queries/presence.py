"""SQL of presence: when players were last seen at their seats."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, or_, select, update

from casinowar.store.backends import notifications
from casinowar.store.queries.people import PEOPLE
from casinowar.store.schema import accounts, seated, tables


class SeatSeen(NamedTuple):
    """A player at a table."""

    table_id: str
    player: str


_SEEN = (
    update(seated)
    .where(seated.c.table_id == bindparam("at_table"), seated.c.player == bindparam("who"))
    .values(seen=bindparam("now"))
)


def see(connection: Connection, places: Iterable[SeatSeen], now: int) -> None:
    """Note that these players are at their seats now, in the same order on all servers."""
    rows = [{"at_table": place.table_id, "who": place.player, "now": now} for place in places]
    if rows:
        connection.execute(_SEEN, sorted(rows, key=lambda row: (row["at_table"], row["who"])))


def deserted(connection: Connection, before: int) -> list[str]:
    """The tables for several players where someone with a seat was not seen since then."""
    query = (
        select(seated.c.table_id)
        .join(accounts, accounts.c.player == seated.c.player)
        .join(tables, tables.c.id == seated.c.table_id)
        .where(accounts.c.kind.in_(PEOPLE), tables.c.game_of.is_(None), _unseen(before))
    )
    return sorted(set(connection.scalars(query)))


def gone(connection: Connection, table_id: str, before: int) -> list[str]:
    """The players with a seat at a table who were not seen there since then."""
    query = (
        select(seated.c.player)
        .join(accounts, accounts.c.player == seated.c.player)
        .where(accounts.c.kind.in_(PEOPLE), seated.c.table_id == table_id, _unseen(before))
    )
    return sorted(connection.scalars(query))


def unmarked(connection: Connection, before: int) -> list[SeatSeen]:
    """The players not seen since then who are not marked as away."""
    query = (
        select(seated.c.table_id, seated.c.player, tables.c.away)
        .join(accounts, accounts.c.player == seated.c.player)
        .join(tables, tables.c.id == seated.c.table_id)
        .where(accounts.c.kind.in_(PEOPLE), tables.c.game_of.is_(None), _unseen(before))
        .where(tables.c.closed_at.is_(None))
    )
    return [
        SeatSeen(row.table_id, row.player)
        for row in connection.execute(query)
        if row.player not in row.away.split()
    ]


def is_seen(connection: Connection, place: SeatSeen, since: int) -> bool:
    """Whether a player was seen at a seat since then."""
    query = select(seated.c.seen).where(
        seated.c.table_id == place.table_id, seated.c.player == place.player
    )
    return (connection.scalar(query) or 0) >= since


def ask(connection: Connection, server: str, places: Iterable[SeatSeen]) -> None:
    """Ask the other servers to note those of these players who listen there."""
    notifications.ask(connection, server, [":".join(place) for place in places])


def parse_places(asked: Iterable[str]) -> list[SeatSeen]:
    """The players that another server asks for."""
    return [SeatSeen(*place.split(":")) for place in asked]


def _unseen(before: int) -> ColumnElement[bool]:
    return or_(seated.c.seen.is_(None), seated.c.seen < before)
