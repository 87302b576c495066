"""The pit over HTTP: all tables and how they compare, incidents, pauses, and tables replaced."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

import structlog
from fastapi import FastAPI, Query, Request, Response
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from casinowar.game.describe import describe
from casinowar.game.events import Event
from casinowar.house.people import rights
from casinowar.house.pit import pauses, replacement
from casinowar.house.pit.overview import Pit, result_history
from casinowar.house.tables import round_report
from casinowar.house.tables.commands import Caller
from casinowar.record.codec.events import from_json
from casinowar.store.queries import audit_log, incidents, listing, records
from casinowar.store.queries.incidents import Incident
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work
from casinowar.web.api.offices import Office, Reason, Why
from casinowar.web.api.pit_schemas import SCHEMAS
from casinowar.web.api.tables import Bounds, Cents
from casinowar.web.http import paging
from casinowar.web.http.routes import (
    TABLE_ID,
    Call,
    Json,
    Post,
    add_post,
    answer,
    json_answer,
    refusals,
    table_in,
)
from casinowar.web.http.site import Site

log = structlog.get_logger("casinowar.web")

_OFFICE: Json = {"security": [{"session": []}]}


@dataclass(frozen=True, slots=True)
class Replace:
    """Open another table in place of one; what is not given is as it was."""

    why: Why
    reading: Annotated[str, Field(max_length=64)] = ""
    decks: Annotated[int, Field(ge=1, le=100)] | None = None
    seats: Annotated[int, Field(ge=1, le=100)] | None = None
    primary: Bounds | None = None
    tie: Bounds | None = None
    authorised: Cents | None = None
    most_returned: Cents | None = None
    first_burn: bool | None = None
    collect: Literal["pick and pay", "lay and pay", "by deal"] | None = None
    players_may_have_edge: bool = False

    def options(self) -> dict[str, Any]:
        """What is given, for a table."""
        found = {
            "decks": self.decks,
            "seats": self.seats,
            "primary": None if self.primary is None else self.primary.limit(),
            "tie": None if self.tie is None else self.tie.limit(),
            "authorised": self.authorised,
            "most_returned": self.most_returned,
            "first_burn": self.first_burn,
            "collect": self.collect,
        }
        return {name: value for name, value in found.items() if value is not None}


def add_pit(app: FastAPI, site: Site) -> None:
    """Have requests of the pit handled."""
    app.state.schemas |= SCHEMAS
    desk = PitDesk(site)
    at = "/api/tables/{table_id}"
    for post, handler in (
        (Post(f"{at}/pause", Reason, "Begin no new round at a table.", "Came"), desk.pause),
        (Post(f"{at}/resume", Reason, "Begin rounds again.", "Came"), desk.resume),
        (
            Post(f"{at}/replace", Replace, "Have another table in its place.", "Replaced"),
            desk.replace,
        ),
        (
            Post("/api/house/pause", Reason, "Begin no new round anywhere.", "Paused"),
            desk.pause_house,
        ),
        (
            Post("/api/house/resume", Reason, "Begin rounds again, anywhere.", "Paused"),
            desk.resume_house,
        ),
    ):
        add_post(app, site.sessions, post, handler)
    _add_pit(app, desk)
    _add_incidents(app, desk)


def _add_pit(app: FastAPI, desk: "PitDesk") -> None:
    @app.get(
        "/api/pit",
        summary="Every table as it is now, what was won there, and whether that can be chance.",
        responses={200: answer("Pit", "The pit."), **refusals(401, 403, 429)},
        openapi_extra=_OFFICE,
        response_class=Response,
    )
    async def pit(request: Request) -> Response:
        return json_answer(await desk.pit(await desk.caller(request)))

    @app.get(
        "/api/pit/tables/{table_id}/course",
        summary="How the house's result at a table went, beside its band.",
        responses={200: answer("Course", "The course."), **refusals(401, 403, 404, 429)},
        openapi_extra={"parameters": [TABLE_ID], **_OFFICE},
        response_class=Response,
    )
    async def result_history(request: Request) -> Response:
        return json_answer(await desk.result_history(await desk.caller(request), table_in(request)))


def _add_incidents(app: FastAPI, desk: "PitDesk") -> None:
    @app.get(
        "/api/incidents",
        summary="What was of no ordinary round, and who was asked to leave; the newest first.",
        responses={200: answer("Incidents", "A page."), **refusals(401, 403, 404, 422, 429)},
        openapi_extra=_OFFICE,
        response_class=Response,
    )
    async def listed(
        request: Request,
        table: Annotated[
            str | SkipJsonSchema[None], Query(max_length=64, description="At one table.")
        ] = None,
        limit: paging.Limit = paging.PAGE,
        after: paging.After = None,
    ) -> Response:
        caller, place = await desk.caller(request), paging.incident_place(after)
        return json_answer(await desk.incidents(caller, table, limit, place))


class PitDesk:
    """Where the pit is looked at, and tables are paused and replaced."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._house = site.house
        self._pit = Pit(site.house)
        self.caller = Office(site).caller

    async def pit(self, caller: Caller) -> Json:
        """Every table and the house, with the names of who is there."""
        await self._house.read(lambda connection: rights.check(connection, caller, "pit"))
        told = await self._pit.look()
        players = {player for row in told["tables"] for player in row["seats"]}
        players |= {wager["player"] for row in told["tables"] for wager in row["open"]}
        names = await self._site.names.of(players)
        rows = [{**row, "need": await self._in_words(row["need"])} for row in told["tables"]]
        return {**told, "tables": rows, "names": names}

    async def _in_words(self, need: Json) -> Json:
        """What is awaited, said with the names of people."""
        return {**need, "says": await self._site.names.in_words(need["says"])}

    async def result_history(self, caller: Caller, table_id: str) -> Json:
        """How the result of a table went."""
        await self._house.read(lambda connection: rights.check(connection, caller, "pit"))
        running = await self._house.table(table_id, caller)
        return await self._house.read(lambda connection: result_history(connection, running))

    async def pause(self, call: Call[Reason]) -> Response:
        """No new round begins."""
        return await self._at_table(call, pauses.pause)

    async def resume(self, call: Call[Reason]) -> Response:
        """Rounds begin again."""
        return await self._at_table(call, pauses.resume)

    async def _at_table(self, call: Call[Reason], change: Callable[..., Running]) -> Response:
        means, caller, table_id = self._house.means, call.caller, call.table_id
        return await self._site.keyed(
            call, lambda work: {"table": change(work, means, caller, table_id, call.body.why).id}
        )

    async def pause_house(self, call: Call[Reason]) -> Response:
        """No new round begins anywhere."""
        return await self._everywhere(call, pauses.pause_house, is_paused=True)

    async def resume_house(self, call: Call[Reason]) -> Response:
        """Rounds begin again, anywhere."""
        return await self._everywhere(call, pauses.resume_house, is_paused=False)

    async def _everywhere(
        self, call: Call[Reason], change: Callable[..., None], *, is_paused: bool
    ) -> Response:

        def run(work: Work) -> Json:
            change(work, self._house.means, call.caller, call.body.why)
            return {"paused": call.body.why if is_paused else ""}

        told = await self._site.keyed(call, run)
        log.info("house paused" if is_paused else "house resumed", player=call.caller.player)
        return told

    async def replace(self, call: Call[Replace]) -> Response:
        """Another table in place of one."""
        asked = call.body

        def run(work: Work) -> Json:
            opened = replacement.replace(
                work,
                self._house.means,
                call.caller,
                call.table_id,
                asked.options(),
                asked.why,
                reading=asked.reading,
                players_may_have_edge=asked.players_may_have_edge,
            )
            return {"table": call.table_id, "replaced_by": opened.id}

        return await self._site.keyed(call, run)

    async def incidents(
        self, caller: Caller, table: str | None, limit: int, before: incidents.Place | None
    ) -> Json:
        """A page of incidents, each in words."""

        def query(connection: Any) -> tuple[list[Incident], dict[str, str], list[Json]]:
            rights.check(connection, caller, "pit")
            if table is not None and not table.isprintable():
                return [], {}, []
            found = incidents.newest(connection, limit + 1, before, table)
            told = [_told(connection, each) for each in found[:limit]]
            tables = {each["table"] for each in told if each["table"]}
            return found, listing.titles(connection, tables), told

        found, titles, told = await self._house.read(query)
        players = {str(player) for each in told for player in each["players"]}
        names = await self._site.names.of(players)
        called = {player: str(each["name"]) for player, each in names.items()}
        last = found[limit - 1] if len(found) > limit else None
        return {
            "incidents": [
                {
                    **{name: each[name] for name in ("at", "kind", "table", "round", "replay")},
                    "name": titles.get(each["table"]),
                    "says": each["says"](called),
                }
                for each in told
            ],
            "next": paging.cursor(*last[:4]) if last else None,
        }


def _told(connection: Any, incident: Incident) -> Json:
    """An incident, who has a part in it, and how it is said when their names are known."""
    told: Json = {"at": incident.at, "kind": incident.kind, "round": incident.round}
    told["replay"] = incidents.can_be_replayed(connection, incident)
    if not incident.table:
        change = audit_log.numbered(connection, [incident.seq])[incident.seq]
        did = {"kick": "asked {} to leave", "ban": "banned {}"}[incident.kind]

        def about(names: dict[str, str]) -> str:
            whom = names.get(change.about or "", change.about or "")
            return f"{names.get(change.by, change.by)} {did.format(whom)}: {change.why}"

        return {**told, "table": change.table, "players": {change.by, change.about}, "says": about}
    entry = json.loads(records.entry(connection, incident.table, incident.seq))
    told["table"] = incident.table
    if incident.kind == "shoe-abandoned":
        says = f"shoe {entry['shoe']} was taken off the table before its end"
        return {**told, "players": set(), "says": lambda _: says}
    event = cast(Event, from_json(entry["events"][incident.place]))
    players = {getattr(event, "player", "")} - {""}
    return {
        **told,
        "players": players,
        "says": lambda names: describe(round_report.named(event, names)),
    }
