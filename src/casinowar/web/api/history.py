"""What was: rounds and shoes."""

from typing import Annotated

from fastapi import FastAPI, Path, Request, Response

from casinowar.house.tables import round_report
from casinowar.store.queries import floor, records
from casinowar.web.api.tables import TableResource
from casinowar.web.http import paging
from casinowar.web.http.routes import (
    TABLE_ID,
    Json,
    answer,
    json_answer,
    not_signed_in,
    refusals,
    session_of,
    table_in,
)
from casinowar.web.http.site import Site, as_json

Number = Annotated[int, Path(ge=1, le=10**12)]

_AT = "/api/tables/{table_id}"
_EXTRA = {"parameters": [TABLE_ID]}


def add_history(app: FastAPI, site: Site) -> None:
    """Register the history routes."""
    desk = TableResource(site)
    _add_rounds(app, site, desk)
    _add_round(app, site, desk)
    _add_shoes(app, site, desk)


def _add_rounds(app: FastAPI, site: Site, desk: TableResource) -> None:
    @app.get(
        "/api/me/rounds",
        summary="The caller's rounds, the newest first.",
        responses={200: answer("Rounds", "A page."), **refusals(401, 404, 422, 429)},
        openapi_extra={"security": [{"session": []}]},
        response_class=Response,
    )
    async def my_rounds(
        request: Request, limit: paging.Limit = paging.PAGE, after: paging.After = None
    ) -> Response:
        session = await session_of(site.sessions, request)
        if session is None:
            raise not_signed_in()
        player, place = session.person.player, paging.round_place(after)
        rows, last = await site.house.read(
            lambda connection: round_report.rounds_of(connection, player, limit, place)
        )
        return json_answer({"rounds": rows, "next": paging.cursor(*last) if last else None})

    @app.get(
        f"{_AT}/rounds",
        summary="The rounds of a table, the newest first.",
        responses={200: answer("TableRounds", "A page."), **refusals(404, 422, 429)},
        openapi_extra=_EXTRA,
        response_class=Response,
    )
    async def rounds(
        request: Request, limit: paging.Limit = paging.PAGE, after: paging.After = None
    ) -> Response:
        table_id, place = table_in(request), paging.number_place(after)
        await site.house.table(table_id, await desk.caller(request))
        (rows, last), name = await site.house.read(
            lambda connection: (
                round_report.rounds_at(connection, table_id, limit, place),
                floor.name_of(connection, table_id),
            )
        )
        players = {str(wager["player"]) for row in rows for wager in row["wagers"]}
        players |= {str(row["bank"]["player"]) for row in rows if row["bank"]}
        return json_answer(
            {
                "table": table_id,
                "name": name,
                "names": await site.names.of(players),
                "rounds": rows,
                "next": None if last is None else paging.cursor(last),
            }
        )


def _add_round(app: FastAPI, site: Site, desk: TableResource) -> None:
    @app.get(
        f"{_AT}/rounds/{{number}}",
        summary="One round: its entries, what became of every wager, and by which clauses.",
        responses={200: answer("Round", "The round."), **refusals(404, 422, 429)},
        openapi_extra=_EXTRA,
        response_class=Response,
    )
    async def one_round(request: Request, number: Number) -> Response:
        table_id = table_in(request)
        running = await site.house.table(table_id, await desk.caller(request))
        rules = running.record.table.rules
        found, shoe, name, file = await site.house.read(
            lambda connection: (
                found := records.one_round(connection, table_id, number),
                records.shoe_of(connection, table_id, found.seq),
                floor.name_of(connection, table_id),
                records.rule_file(connection, rules.sha256),
            )
        )
        happened = list(round_report.recorded_events(found.entries))
        bank = round_report.bank_of(found)
        open_now = round_report.open_wagers(running.record.table, number, found.settlements)
        others = {str(each["player"]) for each in (*open_now, *([bank] if bank else []))}
        names = await site.names.of(round_report.players_in(happened) | others)
        called = {player: str(each["name"]) for player, each in names.items()}
        lines, clauses = round_report.report_round(happened, file, rules.reading, called)
        told: Json = {
            "table": table_id,
            "name": name,
            "round": number,
            "at": found.at,
            "shoe": shoe,
            "rules": {"id": file.id, "name": file.name, "reading": rules.reading},
            "names": names,
            "bank": bank,
            "settlements": [each._asdict() for each in found.settlements],
            "open": open_now,
            "told": lines,
            "clauses": clauses,
        }
        # the entries are told as they stand in the record, byte for byte
        head = json_answer(told).body[:-1]
        return as_json(bytes(head) + f',"entries":[{",".join(found.entries)}]}}'.encode())


def _add_shoes(app: FastAPI, site: Site, desk: TableResource) -> None:
    @app.get(
        f"{_AT}/shoes/{{number}}",
        summary="A shoe's file, for casinowar verify; an open shoe's as far as it is.",
        responses={200: answer("ShoeFile", "The file."), **refusals(404, 422, 429)},
        openapi_extra=_EXTRA,
        response_class=Response,
    )
    async def shoe(request: Request, number: Number) -> Response:
        table_id = table_in(request)
        await site.house.table(table_id, await desk.caller(request))
        text = await site.house.read(
            lambda connection: records.shoe_text(connection, table_id, number)
        )
        return as_json(text.encode())
