"""The OpenAPI document says everything, and its page needs nothing from elsewhere."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.house.served import Client, Served

UNKEYED = {
    *("/api/register", "/api/sign-out", "/api/sessions/end-others"),
    "/api/people/{player}/password",  # its answer is a secret, and not to be kept
}


@pytest.fixture
def document(house: Served) -> dict[str, Any]:
    return house.stranger().look("/api/openapi.json")


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def refs(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "$ref":
                yield inner
            yield from refs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from refs(inner)


def test_document_is_openapi_3_1_and_whole(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert {*refs(document)} <= known
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(ids) == len({*ids})


def test_every_refusal_is_a_problem(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        for status, told in operation["responses"].items():
            kinds = {*told["content"]}
            if status == "200":
                assert "application/problem+json" not in kinds, (method, path)
            else:
                assert kinds == {"application/problem+json"}, (method, path, status)


def test_every_command_declares_its_key_and_session(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        if method != "post" or path in ("/api/guest", "/api/sign-in", "/api/password"):
            continue
        assert operation["security"] == [{"session": []}], path
        keyed = path not in UNKEYED
        names = {each["name"] for each in operation.get("parameters", ())}
        assert ("Idempotency-Key" in names) == keyed, path


def test_amounts_are_whole_numbers_and_bodies_closed(document: dict[str, Any]) -> None:
    wager = document["components"]["schemas"]["Wager"]
    assert wager["properties"]["amount"]["type"] == "integer"
    bet = document["paths"]["/api/tables/{table_id}/bet"]["post"]["requestBody"]
    assert bet["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Bet"}
    schema = document["components"]["schemas"]["Bet"]
    assert schema["additionalProperties"] is wager["additionalProperties"] is False


def test_page_describes_every_operation_and_loads_only_its_style(
    ann: Client, document: dict[str, Any]
) -> None:
    answer = ann.get("/api/docs")
    page = answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert "<script" not in page
    for method, path, operation in operations(document):
        assert f'<h3 id="{operation["operationId"]}">{method.upper()} {path} ' in page
    loaded = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert {*loaded} == {"docs.css", "openapi.json"}
    assert ann.get("/api/docs.css").headers["content-type"].startswith("text/css")
