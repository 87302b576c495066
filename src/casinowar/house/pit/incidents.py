"""The list of incidents: what was out of the ordinary at tables, and who had to leave."""

import json
from collections.abc import Mapping
from typing import NamedTuple, cast

from sqlalchemy import Connection

from casinowar.game.describe import describe_named
from casinowar.game.events import Event
from casinowar.house import cursors
from casinowar.house.pit.pit_messages import IncidentPage, IncidentRow
from casinowar.record.codec.events import from_json
from casinowar.store.queries import audit_log, incidents, listing, people, records
from casinowar.store.queries.audit_log import Changed
from casinowar.store.queries.incidents import Incident, Place

_DID = {"kick": "asked {} to leave", "ban": "banned {}"}


class _AbandonedShoe(NamedTuple):
    """A shoe that was taken off its table before its end."""

    id: str


_Source = Changed | Event | _AbandonedShoe
"""What an incident is about."""


def incident_page(
    connection: Connection, limit: int, before: Place | None, table: str
) -> IncidentPage:
    """A page of incidents, of one table or (without one) of the whole house."""
    found = incidents.newest(connection, limit + 1, before, table or None)
    page = found[:limit]
    sources = _sources(connection, page)
    players = {player for source in sources for player in _players(source)}
    names = {player: person.name for player, person in people.names_of(connection, players).items()}
    tables = [
        source.table if isinstance(source, Changed) else incident.table
        for incident, source in zip(page, sources, strict=True)
    ]
    titles = listing.titles(connection, {table for table in tables if table})
    rows = [
        IncidentRow(
            at=incident.at,
            kind=incident.kind,
            table=table,
            round=incident.round,
            replay=incidents.can_be_replayed(connection, incident),
            name=titles.get(table or ""),
            says=_says(source, names),
        )
        for incident, source, table in zip(page, sources, tables, strict=True)
    ]
    more = len(found) > limit
    return IncidentPage(rows, cursors.cursor(*page[-1][:4]) if more else None)


def _sources(connection: Connection, page: list[Incident]) -> list[_Source]:
    changes = audit_log.numbered(connection, [each.seq for each in page if not each.table])
    return [changes[each.seq] if not each.table else _recorded(connection, each) for each in page]


def _recorded(connection: Connection, incident: Incident) -> Event | _AbandonedShoe:
    """What the record says about an incident."""
    entry = json.loads(records.entry(connection, incident.table, incident.seq))
    if incident.kind == "shoe-abandoned":
        return _AbandonedShoe(entry["shoe"])
    return cast(Event, from_json(entry["events"][incident.place]))


def _players(source: _Source) -> set[str]:
    if isinstance(source, Changed):
        return {source.by, source.about or source.by}
    return {str(getattr(source, "player", ""))} - {""}


def _says(source: _Source, names: Mapping[str, str]) -> str:
    match source:
        case Changed(what=what, by=by, about=about, why=why):
            whom = names.get(about or "", about or "")
            return f"{names.get(by, by)} {_DID[what].format(whom)}: {why}"
        case _AbandonedShoe(shoe):
            return f"shoe {shoe} was taken off the table before its end"
        case _:
            return describe_named(source, names)
