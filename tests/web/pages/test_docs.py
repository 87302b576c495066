"""The OpenAPI document says everything, and its page needs nothing from elsewhere."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from casinowar.web.http import field_descriptions
from casinowar.web.http.openapi import REFUSALS
from tests.support.house.served import Client, Served

Part = dict[str, Any]

UNKEYED = {
    *("/api/register", "/api/sign-out", "/api/sessions/end-others"),
    "/api/people/{player}/password",  # its answer is a secret, and not to be kept
}
BEGINNINGS = {"/api/guest", "/api/sign-in", "/api/password"}
"""These begin a session, so they need none."""

AMOUNTS = frozenset(
    "amount amounts at_stake authorised balance below cents costs due handle hold least lost most "
    "most_returned net primary result returned stake staked tie wagered".split()
)
TIMES = frozenset("at banned_until began_at due excluded_until ms now seconds since until".split())
UNITS = re.compile(
    "cents?|[Mm]illiseconds|seconds|minutes|number|seats|cards|place of|deviation|alarm|"
    "exact|limit|amounts"
)
"""A description of an amount or a time names its unit, or says what else the number is."""


@pytest.fixture
def document(house: Served) -> Part:
    found: Part = house.stranger().look("/openapi.json")
    return found


def operations(document: Part) -> Iterator[tuple[str, str, Part]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def properties(document: Part) -> Iterator[tuple[str, str, Part]]:
    for name, schema in document["components"]["schemas"].items():
        for field, part in schema.get("properties", {}).items():
            yield name, field, part


def found(document: Part, part: Part) -> Part:
    """What a reference leads to; anything else is itself."""
    if "$ref" in part:
        _, *steps = part["$ref"].split("/")
        for step in steps:
            document = document[step]
        return document
    return part


def refs(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "$ref":
                yield inner
            yield from refs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from refs(inner)


def test_document_is_openapi_3_1_and_whole(document: Part) -> None:
    assert document["openapi"] == "3.1.0"
    declared = {
        f"#/components/{kind}/{name}"
        for kind in ("schemas", "parameters", "responses", "headers")
        for name in document["components"][kind]
    }
    assert {*refs(document)} == declared
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(ids) == len({*ids})


def test_document_is_the_same_at_both_addresses(house: Served, document: Part) -> None:
    assert house.stranger().look("/api/openapi.json") == document


def test_every_operation_is_described(document: Part) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    assert all(tag["description"] for tag in document["tags"])
    for method, path, operation in operations(document):
        asked = (method, path)
        assert len(operation["tags"]) == 1, asked
        assert {*operation["tags"]} <= tags, asked
        assert re.fullmatch(r"[A-Z][^.]*\.", operation["summary"]), asked
        assert len(operation["summary"]) <= 60, asked
        assert operation["description"].endswith("."), asked
        assert operation["description"] != operation["summary"], asked
        assert re.fullmatch("[a-z]+(_[a-z]+)*", operation["operationId"]), asked
        for each in operation.get("parameters", ()):
            assert found(document, each)["description"], (asked, each)


def test_every_operation_declares_its_security(document: Part) -> None:
    schemes = document["components"]["securitySchemes"]
    assert {name: (each["type"], each["description"][-1]) for name, each in schemes.items()} == {
        "session": ("apiKey", "."),
        "metrics": ("http", "."),
    }
    for method, path, operation in operations(document):
        named = {name for each in operation["security"] for name in each}
        assert named <= schemes.keys(), (method, path)


def test_every_refusal_is_a_problem(document: Part) -> None:
    for method, path, operation in operations(document):
        for status, part in operation["responses"].items():
            answer = found(document, part)
            kinds = {*answer["content"]}
            if status == "200":
                assert "application/problem+json" not in kinds, (method, path)
            else:
                assert kinds == {"application/problem+json"}, (method, path, status)
                assert answer["description"] == REFUSALS[int(status)].description
                assert ("Retry-After" in answer.get("headers", {})) == (status in ("429", "503"))


def test_every_command_declares_its_key_and_session(document: Part) -> None:
    for method, path, operation in operations(document):
        if method != "post" or path in BEGINNINGS:
            continue
        assert operation["security"] == [{"session": []}], path
        keyed = path not in UNKEYED
        names = {found(document, each)["name"] for each in operation.get("parameters", ())}
        assert ("Idempotency-Key" in names) == keyed, path


def test_beginnings_of_sessions_need_none_and_set_a_cookie(document: Part) -> None:
    for path in BEGINNINGS:
        operation = document["paths"][path]["post"]
        assert operation["security"] == []
        assert "Set-Cookie" in operation["responses"]["200"]["headers"]


def test_amounts_are_whole_numbers_and_bodies_closed(document: Part) -> None:
    wager = document["components"]["schemas"]["Wager"]
    assert wager["properties"]["amount"]["type"] == "integer"
    bet = document["paths"]["/api/tables/{table_id}/bet"]["post"]["requestBody"]
    assert bet["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Bet"}
    schema = document["components"]["schemas"]["Bet"]
    assert schema["additionalProperties"] is wager["additionalProperties"] is False


def test_every_property_is_described(document: Part) -> None:
    """A constant explains itself, and a reference leads to a description."""
    for schema, field, part in properties(document):
        parts = [part, part.get("items", {}), *part.get("anyOf", ())]
        leads = [found(document, each) for each in parts if "$ref" in each]
        assert "const" in part or "description" in part or leads, (schema, field)
        assert all("description" in each for each in leads), (schema, field)


def test_every_amount_and_time_names_its_unit(document: Part) -> None:
    for schema, field, part in properties(document):
        kinds = {part.get("type"), *(each.get("type") for each in part.get("anyOf", ()))}
        if kinds & {"integer", "array"} and field in AMOUNTS | TIMES and not {*refs(part)}:
            assert UNITS.search(part["description"]), (schema, field, part["description"])


def test_no_description_is_for_nothing(document: Part) -> None:
    named = {(schema, field) for schema, field, _ in properties(document)}
    for name in field_descriptions.BY_SCHEMA:
        schema, _, field = name.partition(".")
        assert (schema, field) in named, name
    fields = {field for _, field in named}
    assert field_descriptions.BY_FIELD.keys() | field_descriptions.FIGURES.keys() <= fields


def test_every_body_has_an_example(document: Part) -> None:
    for method, path, operation in operations(document):
        if body := operation.get("requestBody"):
            assert "example" in body["content"]["application/json"], (method, path)


def test_streams_declare_their_events(document: Part) -> None:
    def events(path: str) -> list[str]:
        content = document["paths"][path]["get"]["responses"]["200"]["content"]
        described = content["text/event-stream"]["schema"]["contentSchema"]["items"]["oneOf"]
        return [each["properties"]["event"]["const"] for each in described]

    assert events("/api/tables/{table_id}/events") == [
        *("snapshot", "entry", "state", "names", "closed")
    ]
    assert events("/api/lobby/events") == ["snapshot", "table"]


def test_page_describes_every_operation_and_loads_only_its_style(
    ann: Client, document: Part
) -> None:
    answer = ann.get("/api/docs")
    page = answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" not in page
    for method, path, operation in operations(document):
        assert f'<section id="{operation["operationId"]}">' in page
        assert f'<span class="method {method}">{method.upper()}</span> {path}</code>' in page
    loaded = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert {*loaded} == {"docs.css", "openapi.json"}
    assert ann.get("/api/docs.css").headers["content-type"].startswith("text/css")


def test_links_of_the_page_lead_somewhere(ann: Client) -> None:
    page = ann.get("/api/docs").text
    places = re.findall(r' id="([^"]+)"', page)
    assert len(places) == len({*places})
    assert {*re.findall(r'href="#([^"]+)"', page)} <= {*places}
