"""The OpenAPI document, made from the declarations of the operations and their messages.

It is for programs that write clients: each operation, parameter and refusal is declared so that
they understand it. `tools/api-clients` tries that.
"""

from collections.abc import Sequence
from typing import NamedTuple, get_args

import msgspec

from casinowar import __version__
from casinowar.house.messages import Message
from casinowar.house.people.sessions import COOKIE
from casinowar.web.http.endpoint import KEY_HEADER
from casinowar.web.http.openapi_schemas import (
    component_schemas,
    media_schema,
    query_schema,
    reference,
)
from casinowar.web.http.operations import PATH, Access, Media, Operation, Schema, Tag
from casinowar.web.http.problems import MEDIA_TYPE, Problem

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


class Refusal(NamedTuple):
    """A refusal that many operations share."""

    name: str
    description: str
    waits: bool = False
    """Whether the answer says when to try again."""


REFUSALS: dict[int, Refusal] = {
    400: Refusal("BadRequest", "The body is not JSON, or the Idempotency-Key is missing."),
    401: Refusal("NotSignedIn", "Nobody is signed in."),
    403: Refusal("NotAllowed", "The caller may not do this, or another site sent the request."),
    404: Refusal("NotFound", "There is no such thing, or the caller may not know of it."),
    409: Refusal("NotPossible", "Not possible now, or against the rules."),
    413: Refusal("TooLarge", "The body is too large."),
    415: Refusal("NotJson", "The body is not application/json."),
    422: Refusal("WrongForm", "The request does not have the form described here."),
    429: Refusal("TooMany", "Too many requests.", waits=True),
    503: Refusal("NotAvailable", "Not available now.", waits=True),
}
"""Every refusal that is declared, by its status."""

_SECURITY: dict[Access, list[Schema]] = {
    "public": [],
    "known": [{"session": []}, {}],
    "signed-in": [{"session": []}],
    "token": [{"metrics": []}, {}],
}
_KEY_NAME = KEY_HEADER.replace("-", "")


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
            "contact": {"name": "the casinowar authors"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This house."}],
        "tags": [{"name": name, "description": TAGS[name]} for name in get_args(Tag)],
        "paths": paths,
        "components": {
            "schemas": component_schemas(operations),
            "parameters": {_KEY_NAME: _KEY, **{name: _path_parameter(name) for name in PATH}},
            "responses": {refusal.name: _refusal(refusal) for refusal in REFUSALS.values()},
            "headers": _HEADERS,
            "securitySchemes": _SECURITY_SCHEMES,
        },
    }


_SECURITY_SCHEMES: Schema = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A session. POST /api/guest and POST /api/sign-in set this cookie.",
    },
    "metrics": {
        "type": "http",
        "scheme": "bearer",
        "description": "The metrics token of the house, CASINOWAR_METRICS_TOKEN.",
    },
}
_HEADERS: Schema = {
    "RetryAfter": {
        "description": "The seconds after which the request may succeed.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "SessionCookie": {
        "description": f"The cookie {COOKIE}, if the session is a new one or has ended.",
        "schema": {"type": "string"},
    },
}


def _operation(operation: Operation) -> Schema:
    made: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": operation.description,
        "security": _security(operation),
    }
    if parameters := _parameters(operation):
        made["parameters"] = parameters
    if operation.body is not None:
        made["requestBody"] = _body(operation, operation.body)
    made["responses"] = {
        "200": _answer(operation),
        **{
            str(status): {"$ref": f"#/components/responses/{REFUSALS[status].name}"}
            for status in _statuses(operation)
        },
    }
    return made


def _security(operation: Operation) -> list[Schema]:
    """Who may ask; a request that begins a session needs none, even if it looks for one."""
    begins = operation.sets_cookie and operation.access == "known"
    return _SECURITY["public" if begins else operation.access]


def _body(operation: Operation, body: type[Message]) -> Schema:
    content: Schema = {"schema": reference(body)}
    if operation.example is not None:
        content["example"] = msgspec.to_builtins(operation.example)
    return {
        "required": not operation.body_may_be_missing,
        "content": {"application/json": content},
    }


def _answer(operation: Operation) -> Schema:
    answer = operation.answer
    made: Schema = {"description": operation.answer_is}
    if operation.sets_cookie:
        made["headers"] = {"Set-Cookie": {"$ref": "#/components/headers/SessionCookie"}}
    if isinstance(answer, Media):
        made["content"] = {answer.media_type: {"schema": media_schema(answer)}}
    else:
        made["content"] = {"application/json": {"schema": reference(answer)}}
    return made


def _refusal(refusal: Refusal) -> Schema:
    made: Schema = {"description": refusal.description}
    if refusal.waits:
        made["headers"] = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}
    made["content"] = {MEDIA_TYPE: {"schema": reference(Problem)}}
    return made


def _statuses(operation: Operation) -> list[int]:
    """The refusals that follow from a declaration, and those that it adds."""
    found = {429, 503, *operation.refuses}
    if operation.method == "POST":
        found |= {403, 413}
    if operation.body is not None or operation.keyed:
        found |= {400, 409}
    if operation.body is not None:
        found |= {415, 422}
    if operation.access == "signed-in":
        found.add(401)
    if operation.path_parameters:
        found.add(404)
    if operation.query is not None or "number" in operation.path_parameters:
        found.add(422)
    return sorted(found)


def _parameters(operation: Operation) -> list[Schema]:
    named = [*operation.path_parameters, *([_KEY_NAME] if operation.keyed else [])]
    found: list[Schema] = [{"$ref": f"#/components/parameters/{name}"} for name in named]
    if operation.query is not None:
        found += _query_parameters(operation.query)
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
    "example": "4f0c9a52-bet-1",
}


def _path_parameter(name: str) -> Schema:
    kind = PATH[name]
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": kind.description,
        "schema": msgspec.json.schema(kind.type),
        "example": kind.example,
    }


def _query_parameters(query: type[Message]) -> list[Schema]:
    schema = query_schema(query)
    required = schema.get("required", [])
    return [
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "description": given.pop("description"),
            "schema": given,
        }
        for name, given in schema["properties"].items()
    ]
