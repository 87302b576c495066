"""What was: rounds, shoes, rule sets, and what a table is worth with any cards gone."""

from functools import lru_cache
from typing import Annotated

from fastapi import FastAPI, Path, Query, Request, Response
from pydantic.json_schema import SkipJsonSchema

from casinowar import __version__
from casinowar.odds.figures import figures
from casinowar.odds.request import sheet_of
from casinowar.rulefile import builtin_names, load_rules
from casinowar.rules import RuleSet
from casinowar.store import reading
from casinowar.web import pages
from casinowar.web.routes import (
    TABLE_ID,
    Json,
    answer,
    json_answer,
    not_signed_in,
    refusals,
    session_of,
    to_bytes,
)
from casinowar.web.site import Site, as_json
from casinowar.web.tables import Desk, table_in

Number = Annotated[int, Path(ge=1, le=10**12)]

_AT = "/api/tables/{table_id}"
_EXTRA = {"parameters": [TABLE_ID]}


def add_history(app: FastAPI, site: Site) -> None:
    """Have requests about what was handled."""
    desk = Desk(site)
    _add_rounds(app, site, desk)
    _add_shoes(app, site, desk)
    _add_odds(app, site, desk)
    _add_rules(app, desk)


def _add_rounds(app: FastAPI, site: Site, desk: Desk) -> None:
    @app.get(
        "/api/me/rounds",
        summary="The caller's rounds, the newest first.",
        responses={200: answer("Rounds", "A page."), **refusals(401, 404, 422, 429)},
        openapi_extra={"security": [{"session": []}]},
        response_class=Response,
    )
    async def my_rounds(
        request: Request, limit: pages.Limit = pages.PAGE, after: pages.After = None
    ) -> Response:
        session = await session_of(site.sessions, request)
        if session is None:
            raise not_signed_in()
        player, place = session.person.player, pages.round_place(after)
        found = await site.house.read(
            lambda connection: reading.player_rounds(connection, player, limit + 1, place)
        )
        page = found[:limit]
        last = pages.cursor(*page[-1].cursor) if len(found) > limit else None
        return json_answer({"rounds": [each._asdict() for each in page], "next": last})

    @app.get(
        f"{_AT}/rounds/{{number}}",
        summary="One round: its entries, and what became of every wager.",
        responses={200: answer("Round", "The round."), **refusals(404, 422, 429)},
        openapi_extra=_EXTRA,
        response_class=Response,
    )
    async def one_round(request: Request, number: Number) -> Response:
        table_id = table_in(request)
        await site.house.table(table_id, await desk.caller(request))
        found = await site.house.read(
            lambda connection: reading.one_round(connection, table_id, number)
        )
        settled = [each._asdict() for each in found.settlements]
        told: Json = {"table": table_id, "round": number, "at": found.at, "settlements": settled}
        # the entries are told as they stand in the record, byte for byte
        head = json_answer(told).body[:-1]
        return as_json(bytes(head) + f',"entries":[{",".join(found.entries)}]}}'.encode())


def _add_shoes(app: FastAPI, site: Site, desk: Desk) -> None:
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
            lambda connection: reading.shoe_text(connection, table_id, number)
        )
        return as_json(text.encode())


def _add_odds(app: FastAPI, site: Site, desk: Desk) -> None:
    @app.get(
        f"{_AT}/odds",
        summary="What a table is worth, exactly: from a fresh shoe, or with these cards gone.",
        responses={200: answer("Odds", "Every figure."), **refusals(404, 409, 422, 429)},
        openapi_extra=_EXTRA,
        response_class=Response,
    )
    async def odds(
        request: Request,
        gone: Annotated[
            str | SkipJsonSchema[None],
            Query(max_length=4000, description="Cards that have left the shoe: `9h K A 5x3`."),
        ] = None,
    ) -> Response:
        running = await site.house.table(table_in(request), await desk.caller(request))
        table = running.record.table
        return as_json(
            await site.prices.run(lambda: _figures(table.rules, table.options.decks, gone or ""))
        )


@lru_cache(maxsize=256)
def _figures(rules: RuleSet, decks: int, gone: str) -> bytes:
    sheet, number = sheet_of(rules, str(decks), gone or None)
    return to_bytes({"version": __version__, **figures(sheet, number), "gone": gone})


def _add_rules(app: FastAPI, desk: Desk) -> None:
    @app.get(
        "/api/rules",
        summary="The built-in rule sets.",
        responses={200: answer("RuleSets", "The rule sets."), **refusals(429)},
        response_class=Response,
    )
    async def rule_sets() -> Response:
        files = map(load_rules, builtin_names())
        listed = [
            {
                "id": file.id,
                "name": file.name,
                "document": file.document,
                "sha256": file.sha256,
                "readings": [reading.name for reading in file.readings],
            }
            for file in files
        ]
        return json_answer({"rules": listed})

    @app.get(
        "/api/rules/{rules}",
        summary="A rule file: a built-in one by its id, any of this house by its SHA-256.",
        responses={200: answer("RuleFile", "The rule file."), **refusals(404, 422, 429)},
        response_class=Response,
    )
    async def rule_file(rules: Annotated[str, Path(min_length=1, max_length=64)]) -> Response:
        file = await desk.rule_file(rules)
        return json_answer(
            {
                "id": file.id,
                "name": file.name,
                "document": file.document,
                "sha256": file.sha256,
                "default_reading": file.default_reading,
                "readings": [{"name": each.name, "says": each.says} for each in file.readings],
                "clauses": dict(file.clauses),
                "text": file.source.decode(),
            }
        )
