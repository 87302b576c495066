"""SQL of the metrics: what was played in the house, and what it holds.

Rounds are only ever added, and at each table in order. So they are counted once, and from then on
only the new ones; if an earlier round is voided, its table is counted anew. So the cost does not
grow with the database, and each server can count for itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from casinowar.store.queries.incidents import voided_since
from casinowar.store.schema import (
    accounts,
    balances,
    rounds,
    seated,
    sessions,
    settlements,
    tables,
)

_AT_ONCE = 100
"""How many tables one statement asks for."""


class CountedTable(NamedTuple):
    """A table that is counted."""

    id: str
    rules_sha256: str
    owner: int | None
    game_of: str | None
    closed_at: int | None
    seq: int


class RoundsPlayed(NamedTuple):
    """What was played at a table, or at several."""

    rounds: int = 0
    """Rounds whose bets were closed."""
    wagers: int = 0
    """Wagers that were settled or returned."""
    staked: int = 0
    """Their stakes, in cents."""
    net: int = 0
    """The players' wins less their losses, in cents, including rulings."""

    def plus(self, other: "RoundsPlayed", sign: int = 1) -> "RoundsPlayed":
        """The sum of both, or the difference."""
        return RoundsPlayed(
            *(mine + sign * theirs for mine, theirs in zip(self, other, strict=True))
        )


class _Known(NamedTuple):
    """What is known of a table: the whole count, and the part that cannot change."""

    seq: int
    """The table's next entry when it was counted."""
    played: RoundsPlayed
    stays: RoundsPlayed
    """What was played in rounds before the last one: it changes only if one is voided."""
    last: int
    """The last round with a settled wager."""


class Count:
    """Counts what was played at every table, continuing from the last time."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def take(self, connection: Connection) -> list[tuple[CountedTable, RoundsPlayed]]:
        """All tables with their counts now, read in one transaction."""
        columns = (tables.c[name] for name in CountedTable._fields)
        found = [CountedTable(*row) for row in connection.execute(select(*columns))]
        if not self._known:
            self._begin(connection, found)
        moved = [row for row in found if self._of(row.id).seq != row.seq]
        for begin in range(0, len(moved), _AT_ONCE):
            self._go_on(connection, moved[begin : begin + _AT_ONCE])
        return [(row, self._of(row.id).played) for row in found]

    def _of(self, table_id: str) -> _Known:
        return self._known.get(table_id, _NOTHING)

    def _begin(self, connection: Connection, found: Sequence[CountedTable]) -> None:
        """Count everything, with the same few statements for any number of tables."""
        last = (
            select(settlements.c.table_id, func.max(settlements.c.round).label("round"))
            .group_by(settlements.c.table_id)
            .subquery()
        )
        came = _counted(connection, _SETTLED, _CLOSED)
        newest = _counted(
            connection,
            _SETTLED.join(
                last,
                and_(
                    settlements.c.table_id == last.c.table_id, settlements.c.round == last.c.round
                ),
            ),
            _CLOSED.join(
                last, and_(rounds.c.table_id == last.c.table_id, rounds.c.number >= last.c.round)
            ),
        )
        for row in found:
            played, at = came.get(row.id, (RoundsPlayed(), 0))
            # if no wager is settled yet, everything is counted again
            stays = played.plus(newest[row.id][0], -1) if at else RoundsPlayed()
            self._known[row.id] = _Known(row.seq, played, stays, at)

    def _go_on(self, connection: Connection, moved: Sequence[CountedTable]) -> None:
        """Count what is new. Wagers are only settled in the last round of their table.

        So counting starts at the last round, unless an earlier one was voided since.
        """
        known_far = {row.id: (self._of(row.id).seq, self._of(row.id).last) for row in moved}
        for table_id in voided_since(connection, known_far):
            self._known[table_id] = _NOTHING
        came = _rounds_played(connection, {row.id: self._of(row.id).last for row in moved})
        newest = _rounds_played(
            connection, {table_id: last for table_id, (_, last) in came.items()}
        )
        known = {}
        for row in moved:
            more, last = came[row.id]
            played = self._of(row.id).stays.plus(more)
            stays = played.plus(newest[row.id][0], -1)
            known[row.id] = _Known(row.seq, played, stays, last)
        self._known |= known


_NOTHING = _Known(-1, RoundsPlayed(), RoundsPlayed(), 0)


_SETTLED = select(
    settlements.c.table_id,
    func.count().filter(settlements.c.stake > 0),
    func.sum(settlements.c.stake),
    func.sum(settlements.c.net),
    func.max(settlements.c.round),
).group_by(settlements.c.table_id)
_CLOSED = select(rounds.c.table_id, func.count()).group_by(rounds.c.table_id)


def _rounds_played(
    connection: Connection, since: Mapping[str, int]
) -> dict[str, tuple[RoundsPlayed, int]]:
    """What was played at tables, at each from a round on, and the last settled round."""
    return _counted(
        connection,
        _SETTLED.where(_from(settlements.c.table_id, settlements.c.round, since)),
        _CLOSED.where(_from(rounds.c.table_id, rounds.c.number, since)),
        {table_id: (RoundsPlayed(), first) for table_id, first in since.items()},
    )


def _counted(
    connection: Connection,
    settled: Select[Any],
    closed: Select[Any],
    nothing: Mapping[str, tuple[RoundsPlayed, int]] | None = None,
) -> dict[str, tuple[RoundsPlayed, int]]:
    """The sums of these rows for each table, and its last settled round."""
    found = dict(nothing or {})
    for table_id, wagers, staked, net, last in connection.execute(settled):
        found[table_id] = RoundsPlayed(0, int(wagers), int(staked), int(net)), int(last)
    for table_id, number in connection.execute(closed):
        played, last = found.get(table_id, (RoundsPlayed(), 0))
        found[table_id] = played._replace(rounds=int(number)), last
    return found


def _from(
    table_id: ColumnElement[Any], number: ColumnElement[Any], since: Mapping[str, int]
) -> ColumnElement[bool]:
    return or_(*(and_(table_id == of, number >= first) for of, first in since.items()))


def seats_taken(connection: Connection) -> dict[str, int]:
    """How many players sit at each table, including bots."""
    query = select(seated.c.table_id, func.count()).group_by(seated.c.table_id)
    return {table_id: int(number) for table_id, number in connection.execute(query)}


def accounts_by_kind(connection: Connection) -> dict[str, int]:
    """How many guests, members and bots there are."""
    query = select(accounts.c.kind, func.count()).group_by(accounts.c.kind)
    return {kind: int(number) for kind, number in connection.execute(query)}


def balances_of(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """What these accounts of the ledger hold."""
    query = select(balances.c.account, balances.c.amount).where(balances.c.account.in_([*names]))
    return dict.fromkeys(names, 0) | {row.account: row.amount for row in connection.execute(query)}


def sessions_open(connection: Connection, now: int) -> int:
    """How many sessions there are that have not ended."""
    query = select(func.count()).select_from(sessions).where(sessions.c.until > now)
    return int(connection.scalar(query) or 0)


def longest_due(connection: Connection) -> int | None:
    """The earliest deadline of all tables."""
    found = connection.scalar(select(func.min(tables.c.due)))
    return None if found is None else int(found)
