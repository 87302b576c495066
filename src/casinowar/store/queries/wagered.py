"""SQL of the wagers in a table's decided rounds, to compare its result with its price.

Voided and cancelled rounds are left out. So is the round under way: if some of its wagers are
settled while others wait for an answer, the settled ones are not a fair sample.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Select,
    and_,
    case,
    cast,
    func,
    or_,
    select,
    tuple_,
)

from casinowar.odds.deviation import Staked
from casinowar.store.queries.incidents import UNDECIDED, voided_since
from casinowar.store.schema import incidents, settlements

_AT_ONCE = 100
"""How many tables one statement asks for."""


class Progress(NamedTuple):
    """How far a table has come."""

    seq: int
    """Its next entry."""
    rounds: int | None = None
    """The last round that is over; `None` for all rounds."""


class _Known(NamedTuple):
    seq: int
    all: Staked
    stays: Staked
    """The part before the last round, which changes only if an earlier round is voided."""
    last: int
    """The last round of that part."""


_NEW = _Known(-1, Staked(), Staked(), 0)


class WageredTotals:
    """Counts what was wagered at tables, continuing from the last time."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def take(self, connection: Connection, tables: Mapping[str, Progress]) -> dict[str, Staked]:
        """What was wagered in the decided rounds of these tables."""
        moved = [of for of, far in tables.items() if self._of(of).seq != far.seq]
        for begin in range(0, len(moved), _AT_ONCE):
            some = moved[begin : begin + _AT_ONCE]
            self._go_on(connection, {of: tables[of] for of in some})
        return {of: self._of(of).all for of in tables}

    def _of(self, table_id: str) -> _Known:
        return self._known.get(table_id, _NEW)

    def _go_on(self, connection: Connection, tables: Mapping[str, Progress]) -> None:
        known_far = {of: (self._of(of).seq, self._of(of).last) for of in tables}
        for of in voided_since(connection, known_far):
            self._known[of] = _NEW
        newest = _newest(connection, [of for of, far in tables.items() if far.rounds is None])
        until = {of: far.rounds or newest.get(of, 0) for of, far in tables.items()}
        spans = [(of, self._of(of).last + 1, number - 1) for of, number in until.items()]
        came = _staked(connection, spans)
        last = _staked(connection, [(of, number, number) for of, number in until.items()])
        for of, number in until.items():
            stays = self._of(of).stays.plus(came.get(of, Staked()))
            known = max(self._of(of).last, number - 1)
            every = stays.plus(last.get(of, Staked()))
            self._known[of] = _Known(tables[of].seq, every, stays, known)


def _newest(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The last round of each table with a settled wager."""
    query = (
        select(settlements.c.table_id, func.max(settlements.c.round))
        .where(settlements.c.table_id.in_(table_ids))
        .group_by(settlements.c.table_id)
    )
    return {of: int(number) for of, number in connection.execute(query)} if table_ids else {}


def wagered_by_round(
    connection: Connection, table_id: str, rounds: int, points: int
) -> list[tuple[int, Staked]]:
    """The totals of one table at no more than `points` rounds: each round, and all before it."""
    size = max(1, -(-rounds // points))
    hands = _by_round([(table_id, 1, rounds)]).subquery("of_rounds")
    step = ((hands.c.round - 1) // size).label("step")
    query = select(step, func.max(hands.c.round), *_sums(hands.c)).group_by(step).order_by(step)
    found, total = [], Staked()
    for _, last, *sums in connection.execute(query):
        total = total.plus(_read(sums))
        found.append((int(last), total))
    return found


Span = tuple[str, int, int]
"""A table, and its rounds from one to another."""


def _staked(connection: Connection, spans: Sequence[Span]) -> dict[str, Staked]:
    hands = _by_round([span for span in spans if span[1] <= span[2]] or [("", 1, 0)])
    of_rounds = hands.subquery("of_rounds")
    query = select(of_rounds.c.table_id, *_sums(of_rounds.c)).group_by(of_rounds.c.table_id)
    return {table_id: _read(sums) for table_id, *sums in connection.execute(query)}


def _by_round(spans: Sequence[Span]) -> Select[Any]:
    """The stakes of each decided round, and the sums of their squares and products by hand."""
    of = settlements.c
    undecided = select(incidents.c.table_id, incidents.c.round).where(
        incidents.c.table_id.in_({table_id for table_id, _, _ in spans}),
        incidents.c.kind.in_(UNDECIDED),
    )
    inside = or_(
        *(
            and_(of.table_id == table_id, of.round >= first, of.round <= last)
            for table_id, first, last in spans
        )
    )
    hand = (
        select(
            *(of.table_id, of.round, of.seat),
            *(_of_wager(name) for name in ("primary", "tie", "war_tie")),
            func.sum(of.stake).label("wagered"),
            func.sum(of.net).label("net"),
        )
        .where(inside, tuple_(of.table_id, of.round).not_in(undecided))
        .group_by(of.table_id, of.round, of.seat)
        .subquery("hand")
    ).c
    names = ("wagered", "net", "primary", "tie", "war_tie")
    return select(
        hand.table_id,
        hand.round,
        *(func.sum(hand[name]).label(name) for name in names),
        *(
            func.sum(_product(hand[one], hand[other])).label(name)
            for name, one, other in (
                ("primary_squared", "primary", "primary"),
                ("tie_squared", "tie", "tie"),
                ("primary_tie", "primary", "tie"),
                ("war_tie_squared", "war_tie", "war_tie"),
                ("primary_war_tie", "primary", "war_tie"),
            )
        ),
    ).group_by(hand.table_id, hand.round)


def _of_wager(name: str) -> ColumnElement[Any]:
    stake = case((settlements.c.wager == name, settlements.c.stake), else_=0)
    return func.sum(stake).label(name)


def _product(one: ColumnElement[Any], other: ColumnElement[Any]) -> ColumnElement[Any]:
    """A product as a float: squared cents may exceed the database's integers."""
    return cast(one, Float) * cast(other, Float)


def _sums(of: Any) -> list[ColumnElement[Any]]:
    """The fields of `Staked`, in order."""
    names = ("wagered", "net", "primary", "tie", "war_tie")
    squares = ("primary_squared", "tie_squared", "primary_tie")
    at_war = ("war_tie_squared", "primary_war_tie")
    rounds = (("primary", "primary"), ("tie", "tie"), ("primary", "tie"))
    return [
        func.count(),
        *(func.sum(of[name]) for name in (*names, *squares, *at_war)),
        *(func.sum(_product(of[one], of[other])) for one, other in rounds),
        *(func.max(of[name]) for name in ("primary", "tie", "war_tie")),
    ]


def _read(sums: Sequence[Any]) -> Staked:
    return Staked(*(int(value) for value in sums))
