"""SQL of incidents: the unusual events that the pit wants to know of.

Each is an event of an entry, found by its place there, or the entry itself if a shoe was taken off
the table before its end. The list also has what staff did to people.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, String, and_, cast, literal, or_, select, union_all

from casinowar.game.events import (
    CardCorrected,
    CardDisclosed,
    DisclosureCorrected,
    Event,
    ExcessDrawn,
    RoundCancelled,
    RoundRuled,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.table import round_of
from casinowar.record import Recorded
from casinowar.store.schema import changes, incidents, rounds

Kind = Literal[
    "ruling",
    "void",
    "wager-ruling",
    "cancelled",
    "card-corrected",
    "card-disclosed",
    "card-in-excess",
    "pay-cut",
    "shoe-abandoned",
]

UNDECIDED: tuple[Kind, ...] = ("void", "wager-ruling", "cancelled")
"""The incidents of rounds in which the cards did not decide every wager."""

RULINGS: tuple[Kind, ...] = ("ruling", "void", "wager-ruling")
"""The incidents that are rulings."""

ABOUT_PEOPLE = ("kick", "ban")
"""The changes that are listed among incidents."""


class Incident(NamedTuple):
    """An incident by its place in a record; of a change by staff only its number."""

    at: int
    table: str
    """``""`` if it is a change."""
    seq: int
    """The number of the entry, or of the change."""
    place: int
    kind: str
    round: int | None


Place = tuple[int, str, int, int]
"""An incident's time, table, entry and place there: the order of the list."""


def incidents_in(made: Recorded, at: int) -> Iterator[dict[str, Any]]:
    """The rows of the incidents in the entries of an action or a step."""
    table = made.record.table
    found: list[tuple[int, Kind]] = []
    for place, event in enumerate(made.events):
        kind = _kind(event) if type(event) in _NOTED else None
        # a player's bank that runs short is not unusual
        if kind is not None and not (kind == "pay-cut" and table.rules.player_banked):
            found.append((place, kind))
    entry, brought = made.entries[-1], made.record.shoe
    if (
        entry.kind == "server_reveal"
        and brought is not None
        and brought.end == "abandoned"
        and entry.body["shoe"] == brought.shoe  # else it is of one that was never brought
    ):
        found.append((0, "shoe-abandoned"))
    for place, kind in found:
        number = round_of(made.events, table)
        row = {"table_id": made.record.id, "seq": entry.seq, "place": place}
        yield {**row, "kind": kind, "round": number, "at": at}


_NOTED = {
    *(CardCorrected, CardDisclosed, DisclosureCorrected, ExcessDrawn),
    *(RoundCancelled, RoundRuled, WagerRuled, WagerSettled),
}


def _kind(event: Event) -> Kind | None:
    match event:
        case RoundRuled(ruling="void"):
            return "void"
        case RoundRuled():
            return "ruling"
        case WagerRuled():
            return "wager-ruling"
        case RoundCancelled():
            return "cancelled"
        case CardCorrected() | DisclosureCorrected():
            return "card-corrected"
        case CardDisclosed():
            return "card-disclosed"
        case ExcessDrawn():
            return "card-in-excess"
        case WagerSettled(due=due, net=net) if due != net:
            return "pay-cut"
        case _:
            return None


def newest(
    connection: Connection, limit: int, before: Place | None = None, table: str | None = None
) -> list[Incident]:
    """A page of incidents, the newest first: of all tables and people, or of one table."""
    of_tables = select(
        *(incidents.c.at, incidents.c.table_id, incidents.c.seq, incidents.c.place),
        *(incidents.c.kind, incidents.c.round),
    )
    of_people = select(
        changes.c.at,
        literal("").label("table_id"),
        changes.c.id.label("seq"),
        literal(0).label("place"),
        cast(changes.c.what, String).label("kind"),
        literal(0).label("round"),
    ).where(changes.c.what.in_(ABOUT_PEOPLE))
    if table is not None:
        of_tables = of_tables.where(incidents.c.table_id == table)
        of_people = of_people.where(changes.c.table_id == table)
    if before is not None:
        of_tables = of_tables.where(incidents.c.at <= before[0])
        of_people = of_people.where(changes.c.at <= before[0])
    every = union_all(of_tables, of_people).subquery("every")
    order = [every.c.at, every.c.table_id, every.c.seq, every.c.place]
    query = select(every)
    if before is not None:
        query = query.where(
            or_(
                *(
                    and_(
                        *(
                            column == value
                            for column, value in zip(order, before[:end], strict=False)
                        ),
                        order[end] < before[end],
                    )
                    for end in range(len(order))
                )
            )
        )
    found = connection.execute(query.order_by(*(column.desc() for column in order)).limit(limit))
    return [
        Incident(row.at, row.table_id, row.seq, row.place, row.kind, row.round or None)
        for row in found
    ]


def has_ruling(connection: Connection, table_id: str, number: int) -> bool:
    """Whether a round, or a wager of it, has its final ruling."""
    return bool(rulings_on(connection, table_id, number))


def rulings_on(connection: Connection, table_id: str, number: int) -> list[int]:
    """The numbers of the entries that ruled on a round or its wagers, in order."""
    asked = select(incidents.c.seq).where(
        incidents.c.table_id == table_id,
        incidents.c.round == number,
        incidents.c.kind.in_(RULINGS),
    )
    return list(connection.scalars(asked.distinct().order_by(incidents.c.seq)))


def rulings_on_others(connection: Connection, table_id: str, number: int, since: int) -> set[int]:
    """The numbers of the entries, from one on, that ruled on other rounds than this one."""
    asked = select(incidents.c.seq).where(
        incidents.c.table_id == table_id,
        incidents.c.seq >= since,
        incidents.c.round != number,
        incidents.c.kind.in_(RULINGS),
    )
    return set(connection.scalars(asked))


def voided_since(connection: Connection, known: Mapping[str, tuple[int, int]]) -> set[str]:
    """The tables of which a known round was voided since.

    `known` has the next entry and the last round of each table when it was counted.
    """
    later = [
        and_(incidents.c.table_id == of, incidents.c.seq >= seq, incidents.c.round <= last)
        for of, (seq, last) in known.items()
        if last
    ]
    if not later:
        return set()
    asked = select(incidents.c.table_id).where(incidents.c.kind == "void", or_(*later))
    return set(connection.scalars(asked.distinct()))


def can_be_replayed(connection: Connection, incident: Incident) -> bool:
    """Whether its round can be replayed: one voided before its first card cannot."""
    asked = select(rounds.c.number).where(
        rounds.c.table_id == incident.table, rounds.c.number == incident.round
    )
    return connection.execute(asked).first() is not None
