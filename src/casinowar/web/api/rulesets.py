"""Rule sets over HTTP: which there are, and what each leaves to whoever opens a table under it."""

from typing import Annotated

from fastapi import FastAPI, Path, Response

from casinowar.house.tables.sign import left_open
from casinowar.rules.file import RuleFile
from casinowar.web.api.tables import TableResource
from casinowar.web.http.routes import Json, answer, json_answer, refusals
from casinowar.web.http.schemas import (
    COLLECT,
    NUMBER,
    TEXT,
    YES_NO,
    by_name,
    object_schema,
    ref,
    several,
)
from casinowar.web.http.site import Site

_FILE = {
    "id": TEXT,
    "name": TEXT,
    "document": TEXT,
    "sha256": TEXT,
    "default_reading": TEXT,
    "left_open": by_name(ref("LeftOpen")),
}

SCHEMAS: dict[str, Json] = {
    "LeftOpen": object_schema(
        "What a reading leaves to whoever opens a table; of the rest there is no choice.",
        decks=several(NUMBER),
        seats=object_schema("How many seats there may be.", least=NUMBER, most=NUMBER),
        amounts={**YES_NO, "description": "Whether bets have fixed amounts, and no range."},
        tie=YES_NO,
        authorised=YES_NO,
        most_returned=YES_NO,
        first_burn=YES_NO,
        collect=several(COLLECT),
    ),
    "RuleSets": object_schema(
        "The built-in rule sets, then this house's own.",
        rules=several(
            object_schema(
                "A rule set; one that is the house's own is named by its SHA-256.",
                **_FILE,
                own=YES_NO,
                readings=several(TEXT),
            )
        ),
    ),
    "RuleFile": object_schema(
        "A rule file, byte for byte, and what it says.",
        **_FILE,
        readings=several(object_schema("A reading.", name=TEXT, says=TEXT)),
        clauses=by_name(TEXT),
        text=TEXT,
    ),
}


def add_rulesets(app: FastAPI, site: Site) -> None:
    """Have requests about rule sets handled."""
    app.state.schemas |= SCHEMAS
    desk = TableResource(site)

    @app.get(
        "/api/rules",
        summary="The built-in rule sets, then those that only this house has.",
        responses={200: answer("RuleSets", "The rule sets."), **refusals(429)},
        response_class=Response,
    )
    async def rule_sets() -> Response:
        listed = [
            {**_head(file), "own": own, "readings": [reading.name for reading in file.readings]}
            for file, own in await desk.rule_files()
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
                **_head(file),
                "readings": [{"name": each.name, "says": each.says} for each in file.readings],
                "clauses": dict(file.clauses),
                "text": file.source.decode(),
            }
        )


def _head(file: RuleFile) -> Json:
    return {
        "id": file.id,
        "name": file.name,
        "document": file.document,
        "sha256": file.sha256,
        "default_reading": file.default_reading,
        "left_open": {each.name: left_open(file.rules(each.name)) for each in file.readings},
    }
