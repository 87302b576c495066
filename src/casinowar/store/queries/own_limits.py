"""What players allow themselves, and how much they have played: in SQL.

How much someone has played is read off the ledger, which has every wager and every banker's stake
at every table, and when each was put up.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
)

from casinowar.record.ledger import Account
from casinowar.store.schema import accounts, limits, of_player, rounds, transfers

What = Literal["stake", "loss", "time"]

PAUSE_MS = 5 * 60 * 1000
"""Who does nothing at a table for longer than this has not played meanwhile."""


class Limit(NamedTuple):
    """A limit: `most` until `coming_at`, and `coming` from then on; no limit where it is `None`."""

    most: int | None = None
    coming: int | None = None
    coming_at: int | None = None

    def at(self, now: int) -> int | None:
        """The limit that is in force."""
        return self.coming if self.is_over(now) else self.most

    def is_over(self, now: int) -> bool:
        """Whether what was coming has come."""
        return self.coming_at is not None and self.coming_at <= now


class OwnLimits(NamedTuple):
    """What someone has set for themselves."""

    stake: Limit = Limit()
    loss: Limit = Limit()
    time: Limit = Limit()
    excluded_until: int | None = None

    def of(self, what: What) -> Limit:
        """One of the limits."""
        limit: Limit = getattr(self, what)
        return limit

    def having(self, what: What, limit: Limit) -> "OwnLimits":
        """The same with another limit."""
        return OwnLimits(**{**self._asdict(), what: limit})


NOTHING = OwnLimits()
"""What those have set who have set nothing."""


class Playtime(NamedTuple):
    """What someone has done since some time, at all tables."""

    lost: int = 0
    """What was put up less what came back: a wager that is undecided may be lost."""
    ms: int = 0
    """For how long, pauses left out."""
    last: int | None = None
    """When money moved last."""


def own_limits_of(
    connection: Connection, of: Collection[int] | None = None
) -> dict[int, OwnLimits]:
    """What accounts have set for themselves, where they have; of all accounts if none is named."""
    found: dict[int, OwnLimits] = {}
    query = (
        select(accounts.c.id, accounts.c.excluded_until, *(limits.c[name] for name in _LIMIT))
        .outerjoin(limits, limits.c.account == accounts.c.id)
        .where(or_(accounts.c.excluded_until.is_not(None), limits.c.what.is_not(None)))
    )
    if of is not None:
        query = query.where(accounts.c.id.in_(of))
    for account, until, what, *limit in connection.execute(query):
        known = found.get(account, NOTHING)._replace(excluded_until=until)
        found[account] = known if what is None else known.having(what, Limit(*limit))
    return found


_LIMIT = ("what", *Limit._fields)


def set_limit(connection: Connection, account: int, what: What, limit: Limit) -> None:
    """An account has this limit from now on, or none."""
    connection.execute(delete(limits).where(limits.c.account == account, limits.c.what == what))
    if limit != Limit():
        row = {"account": account, "what": what, **limit._asdict()}
        connection.execute(insert(limits).values(**row))


def playtime(connection: Connection, player: str, since: int) -> Playtime:
    """What a player has done after some time."""
    paid, got = _moved(player, since)
    moves = union_all(
        select(transfers.c.at, transfers.c.amount.label("lost")).where(paid),
        select(transfers.c.at, (-transfers.c.amount).label("lost")).where(got),
    ).subquery()
    before = func.lag(moves.c.at).over(order_by=moves.c.at)
    steps = select(moves.c.at, moves.c.lost, (moves.c.at - before).label("gap")).subquery()
    counts = case((steps.c.gap <= PAUSE_MS, steps.c.gap), else_=0)
    asked = select(func.sum(steps.c.lost), func.sum(counts), func.max(steps.c.at))
    lost, ms, last = connection.execute(asked).one()
    return Playtime(int(lost or 0), int(ms or 0), last)


def _moved(player: str, since: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Which transfers of some time took money out of a purse to play, and which gave it back."""
    name = str(Account("player", player))
    late = (transfers.c.why == "play") & (transfers.c.at > since)
    paid, got = transfers.c.source == name, transfers.c.target == name
    return and_(late, paid, of_player("source")), and_(late, got, of_player("target"))


def last_wager(connection: Connection, player: str, since: int, but: str) -> int | None:
    """When a player put something up last, after some time and at other tables than one."""
    paid, _ = _moved(player, since)
    found: int | None = connection.scalar(
        select(func.max(transfers.c.at)).where(paid, transfers.c.table_id != but)
    )
    return found


def last_round(connection: Connection, table_id: str) -> int | None:
    """When the bets of a table's last round were closed."""
    at = select(rounds.c.at).where(rounds.c.table_id == table_id)
    return connection.scalar(at.order_by(rounds.c.number.desc()).limit(1))
