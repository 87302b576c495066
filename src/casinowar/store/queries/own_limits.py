"""SQL of players' own limits, and of how much they have played.

The ledger shows how much a player has played: it has every wager and every banker's stake at every
table, with its time.
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
"""A longer pause between two transfers does not count as play."""


class Limit(NamedTuple):
    """A limit: `most` until `coming_at`, and `coming` from then on; `None` means no limit."""

    most: int | None = None
    coming: int | None = None
    coming_at: int | None = None

    def at(self, now: int) -> int | None:
        """The limit that is in force."""
        return self.coming if self.is_over(now) else self.most

    def is_over(self, now: int) -> bool:
        """Whether the coming limit is in force."""
        return self.coming_at is not None and self.coming_at <= now


class OwnLimits(NamedTuple):
    """The limits that a player has set."""

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
"""The limits of players who have set none."""


class Playtime(NamedTuple):
    """What a player has played since some time, at all tables."""

    lost: int = 0
    """What was put up less what came back; undecided wagers count as lost."""
    ms: int = 0
    """For how long, without pauses."""
    last: int | None = None
    """When money moved last."""


def own_limits_of(
    connection: Connection, of: Collection[int] | None = None
) -> dict[int, OwnLimits]:
    """The limits of accounts that have set some; of all such accounts if none is named."""
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
    """Set a limit of an account, or remove it."""
    connection.execute(delete(limits).where(limits.c.account == account, limits.c.what == what))
    if limit != Limit():
        row = {"account": account, "what": what, **limit._asdict()}
        connection.execute(insert(limits).values(**row))


def playtime(connection: Connection, player: str, since: int) -> Playtime:
    """What a player has played after some time."""
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
    """The transfers since some time that took money out of a purse to play, or gave it back."""
    name = str(Account("player", player))
    late = (transfers.c.why == "play") & (transfers.c.at > since)
    paid, got = transfers.c.source == name, transfers.c.target == name
    return and_(late, paid, of_player("source")), and_(late, got, of_player("target"))


def last_wager(connection: Connection, player: str, since: int, but: str) -> int | None:
    """When a player last put money up, after some time and not at this table."""
    paid, _ = _moved(player, since)
    found: int | None = connection.scalar(
        select(func.max(transfers.c.at)).where(paid, transfers.c.table_id != but)
    )
    return found


def last_round(connection: Connection, table_id: str) -> int | None:
    """When the bets of a table's last round were closed."""
    at = select(rounds.c.at).where(rounds.c.table_id == table_id)
    return connection.scalar(at.order_by(rounds.c.number.desc()).limit(1))
