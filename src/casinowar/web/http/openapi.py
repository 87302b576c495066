"""The OpenAPI document, made from the declarations of the operations and their messages."""

from collections.abc import Iterable, Sequence
from inspect import cleandoc
from typing import Any, get_args

import msgspec

from casinowar import __version__
from casinowar.house.messages import Message
from casinowar.house.people.sessions import COOKIE
from casinowar.record.schema import schemas
from casinowar.web.http.endpoint import KEY_HEADER
from casinowar.web.http.operations import PATH, Media, Operation, Schema, Tag
from casinowar.web.http.problems import MEDIA_TYPE, Problem

REFERENCE = "#/components/schemas/{name}"

TITLE = "casinowar"
DESCRIPTION = (
    "A house of Casino War tables over HTTP. To play, send POST /api/guest: it sets a session "
    "cookie. Commands are POSTs with an Idempotency-Key, so that a repeated request is harmless. "
    "Money is whole cents, times are milliseconds since 1970. It is play money."
)

TAGS: dict[Tag, str] = {
    "accounts": "Come in as a guest, register, sign in and out, get chips.",
    "tables": "Find, open, join and close tables.",
    "play": "The commands of a player at a table.",
    "streams": "Server-sent events of a table and of the lobby.",
    "history": "Rounds that were played, and the files of shoes.",
    "rules and odds": "Rule sets, and what they are worth.",
    "limits": "Limits that players set themselves.",
    "dealing": "Hand-dealt tables, for their dealers.",
    "pit": "All tables at once, incidents, pauses and replacements.",
    "people": "Players and staff, for those who look after them.",
    "service": "Health and metrics, for monitoring.",
}

_REFUSALS = {
    400: "The body is not JSON, or the Idempotency-Key is missing.",
    401: "Nobody is signed in.",
    403: "The caller may not do this, or another site sent the request.",
    404: "There is no such thing, or the caller may not know of it.",
    409: "Not possible now, or against the rules.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "The request does not have the form described here.",
    429: "Too many requests; Retry-After says how long to wait.",
    503: "Not available now; Retry-After says how long to wait.",
}


_SAYS: Schema = {"type": "string", "description": "The same for people, in words."}


def document(operations: Sequence[Operation]) -> Schema:
    """The whole document."""
    paths: dict[str, Schema] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": __version__,
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This house."}],
        "tags": [{"name": name, "description": TAGS[name]} for name in get_args(Tag)],
        "paths": paths,
        "components": {
            "schemas": _components(operations),
            "securitySchemes": {
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": COOKIE,
                    "description": "Set by POST /api/guest and POST /api/sign-in.",
                }
            },
        },
    }


def _components(operations: Sequence[Operation]) -> Schema:
    """The schemas of all messages, and of what records hold."""
    recorded, sent = schemas(beside_need={"says": _SAYS}), _schemas(_messages(operations))
    twice = recorded.keys() & sent.keys()
    assert not twice, f"a schema of a record and a message have the same name: {sorted(twice)}"
    return {**recorded, **sent}


def _messages(operations: Iterable[Operation]) -> list[type[Message]]:
    found: dict[type[Message], None] = {Problem: None}
    for operation in operations:
        answer = operation.answer
        answers = answer.events if isinstance(answer, Media) else (answer,)
        for each in (operation.body, *answers):
            if each is not None:
                found[each] = None
    return list(found)


def _schemas(types: Sequence[type[Any]]) -> Schema:
    _, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    return {name: _plain(schema) for name, schema in components.items()}


def _plain(schema: Schema) -> Schema:
    """A schema without the title that only repeats its name, and without indented descriptions."""
    plain = {name: value for name, value in schema.items() if name != "title"}
    if "description" in plain:
        plain["description"] = cleandoc(plain["description"])
    return plain


def _operation(operation: Operation) -> Schema:
    made: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description or operation.summary,
        "security": _SECURITY[operation.access],
    }
    if parameters := _parameters(operation):
        made["parameters"] = parameters
    if operation.body is not None:
        made["requestBody"] = {
            "required": not operation.body_may_be_missing,
            "content": {"application/json": {"schema": _reference(operation.body)}},
        }
    made["responses"] = {
        "200": {"description": operation.answer_is, "content": _content(operation.answer)},
        **{str(status): _refusal(status) for status in _statuses(operation)},
    }
    return made


_SECURITY: dict[str, list[Schema]] = {
    "public": [],
    "known": [{"session": []}, {}],
    "signed-in": [{"session": []}],
}


def _content(answer: type[Message] | Media) -> Schema:
    if isinstance(answer, Media):
        return {answer.media_type: {"schema": answer.schema}}
    return {"application/json": {"schema": _reference(answer)}}


def _reference(message: type[Message]) -> Schema:
    return {"$ref": REFERENCE.format(name=message.__name__)}


def _refusal(status: int) -> Schema:
    return {
        "description": _REFUSALS[status],
        "content": {MEDIA_TYPE: {"schema": _reference(Problem)}},
    }


def _statuses(operation: Operation) -> list[int]:
    """The refusals that follow from a declaration, and those that it adds."""
    found = {429, 503, *operation.refuses}
    if operation.method == "POST":
        found |= {400, 403, 409, 413, 415, 422}
    if operation.access == "signed-in":
        found.add(401)
    if operation.path_parameters:
        found.add(404)
    if operation.query is not None or "number" in operation.path_parameters:
        found.add(422)
    return sorted(found)


def _parameters(operation: Operation) -> list[Schema]:
    found = [_path_parameter(name) for name in operation.path_parameters]
    if operation.query is not None:
        found += _query_parameters(operation.query)
    if operation.keyed:
        found.append(_KEY)
    for name, says in operation.headers.items():
        schema = {"type": "string"}
        found.append({"name": name, "in": "header", "description": says, "schema": schema})
    return found


_KEY: Schema = {
    "name": KEY_HEADER,
    "in": "header",
    "required": True,
    "description": "New for each thing to do. Repeat it to repeat the same request safely.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,80}$"},
}


def _path_parameter(name: str) -> Schema:
    kind = PATH[name]
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": kind.description,
        "schema": msgspec.json.schema(kind.type),
    }


def _query_parameters(query: type[Message]) -> list[Schema]:
    schema = _schemas([query])[query.__name__]
    required = schema.get("required", [])
    found = []
    for name, given in schema["properties"].items():
        described = {key: value for key, value in given.items() if key != "description"}
        found.append(
            {
                "name": name,
                "in": "query",
                "required": name in required,
                "description": given["description"],
                "schema": described,
            }
        )
    return found
