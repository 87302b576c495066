"""Prices over HTTP: of a table as it stands, of a rule set with changes, and all side by side."""

import json
import re
from functools import partial
from typing import Annotated

from fastapi import FastAPI, Query, Request, Response
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from casinowar.errors import RuleError
from casinowar.house.tables.prices import MOST_ROUNDS, comparison, explored, price
from casinowar.rules.variant import Value
from casinowar.web.api.tables import TableResource
from casinowar.web.http.routes import TABLE_ID, answer, json_answer, refusals, table_in
from casinowar.web.http.site import Site

MOST_CHANGES = 20

Rounds = Annotated[
    int,
    Query(ge=0, le=MOST_ROUNDS, description="Adds how a session of so many rounds can end."),
]
Gone = Annotated[
    str | SkipJsonSchema[None],
    Query(max_length=4000, description="Cards that have left the shoe: `9h K A 5x3`."),
]
Short = Annotated[str | SkipJsonSchema[None], Query(max_length=64)]
Set = Annotated[
    list[Annotated[str, Field(max_length=200)]],
    Query(
        max_length=MOST_CHANGES,
        description="A field and its value, as `pays.equal.tie:11 to 1`; a list is JSON.",
    ),
]
_CHANGE = re.compile(r"([^:]+):(.*)", re.DOTALL)


def add_odds(app: FastAPI, site: Site) -> None:
    """Have requests for prices handled."""
    desk = TableResource(site)

    @app.get(
        "/api/tables/{table_id}/odds",
        summary="What a table is worth, exactly: from a fresh shoe, or with these cards gone.",
        responses={200: answer("Odds", "Every figure."), **refusals(404, 409, 422, 429)},
        openapi_extra={"parameters": [TABLE_ID]},
        response_class=Response,
    )
    async def table_odds(request: Request, gone: Gone = None, rounds: Rounds = 0) -> Response:
        running = await site.house.table(table_in(request), await desk.caller(request))
        rules, decks = running.record.table.rules, str(running.record.table.options.decks)
        return json_answer(await site.prices.run(partial(price, rules, decks, gone or "", rounds)))

    @app.get(
        "/api/odds",
        summary="What a rule set would be worth with other decks, pays or burns, exactly.",
        responses={200: answer("Explored", "Every figure."), **refusals(404, 409, 422, 429)},
        response_class=Response,
    )
    async def explored_odds(
        rules: Annotated[str, Query(min_length=1, max_length=64)],
        reading: Short = None,
        decks: Short = None,
        set_: Annotated[Set, Query(alias="set")] = [],  # noqa: B006
        rounds: Rounds = 0,
    ) -> Response:
        file, changes = await desk.rule_file(rules), changes_of(set_)
        return json_answer(
            await site.prices.run(
                partial(explored, file, reading or None, changes, decks or "", rounds)
            )
        )

    @app.get(
        "/api/comparison",
        summary="The built-in rule sets side by side, under each of their readings.",
        responses={200: answer("Comparison", "A row for each."), **refusals(429)},
        response_class=Response,
    )
    async def side_by_side() -> Response:
        return json_answer(await site.prices.run(comparison))


def changes_of(given: list[str]) -> dict[str, Value]:
    """The changes that a query names, each as ``field:value``."""
    changes: dict[str, Value] = {}
    for each in given:
        match = _CHANGE.fullmatch(each)
        if match is None:
            raise RuleError(f"set: {each[:60]!r} is no change: write field:value")
        field = match[1].strip()
        if field in changes:
            raise RuleError(f"set: {field[:60]!r} is changed twice")
        changes[field] = _value(match[2].strip())
    return changes


def _value(text: str) -> Value:
    """A list of texts where it is written as one, a whole number, or a text."""
    if re.fullmatch("[0-9]{1,6}", text, re.ASCII):
        return int(text)
    if not text.startswith("["):
        return text
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise RuleError(f"set: {text[:60]!r} is no list: write it as JSON") from None
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RuleError(f"set: {text[:60]!r} is no list of texts")
    return value
