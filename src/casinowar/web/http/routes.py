"""How requests are declared: each by its path, its body, who may send it, and what it answers.

A handler gets what was asked already read and checked; the same declaration writes the OpenAPI
document. Bodies are decoded by hand and answers are bytes, because that is twice as fast as what
the framework does by itself, and the commands of a table come this way.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from fastapi import FastAPI, Request, Response
from pydantic import TypeAdapter

from casinowar.house.people.sessions import Session, Sessions
from casinowar.house.refusals import Refused, unknown_player, unknown_table
from casinowar.house.tables.commands import Caller
from casinowar.web.http.guard import token_of

B = TypeVar("B")

Json = dict[str, Any]

KEY = "Idempotency-Key"
_KEY = re.compile(r"[!-~]{1,80}", re.ASCII)

PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
_REFUSALS = {
    400: "No JSON, or no Idempotency-Key.",
    401: "Nobody is signed in.",
    403: "Not allowed to the caller, or sent by another site.",
    404: "Not there, or not for the caller to know of.",
    409: "Not possible now, or not by the rules.",
    413: "The body is too large.",
    415: "The body is not application/json.",
    422: "Not in the form described here.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "Not now; Retry-After says when to come back.",
}
TABLE_ID: Json = {
    "name": "table_id",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
}
PLAYER: Json = {
    "name": "player",
    "in": "path",
    "required": True,
    "description": "The permanent name of someone.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 32},
}
_KEY_PARAMETER: Json = {
    "name": KEY,
    "in": "header",
    "required": True,
    "description": "A new one for each thing to be done; the same again for the same request.",
    "schema": {"type": "string", "pattern": "^[!-~]{1,80}$"},
}


@dataclass(frozen=True, slots=True)
class Call(Generic[B]):
    """A request, read and checked."""

    request: Request
    body: B
    session: Session | None
    key: str
    """The caller's key of this request; ``""`` where none is asked for."""
    sha256: str
    """Of method, path and body; ``""`` where no key is asked for."""

    @property
    def known(self) -> Session:
        """The caller's session, where one is required."""
        assert self.session is not None, "this request was declared to need a session"
        return self.session

    @property
    def caller(self) -> Caller:
        """Who asks, as a table knows them."""
        return caller_of(self.known)

    @property
    def table_id(self) -> str:
        """The table in the path."""
        return table_in(self.request)

    @property
    def player(self) -> str:
        """The player in the path; no database is asked for what cannot be one."""
        player = str(self.request.path_params["player"])
        if not player.isprintable():
            raise unknown_player(player)
        return player


def table_in(request: Request) -> str:
    """The id of the table in a path; no database is asked for what cannot be one."""
    table_id = str(request.path_params["table_id"])
    if not table_id.isprintable():
        raise unknown_table(table_id)
    return table_id


class Post(NamedTuple):
    """The declaration of a POST."""

    path: str
    body: type[Any] | None
    summary: str
    answer: str
    """The name of the schema of what it answers."""
    signed_in: bool = True
    keyed: bool = True
    refuses: Sequence[int] = ()
    """Refusals beyond those that every POST can meet."""
    optional: bool = False
    """Whether the body may be missing, and says nothing then."""


def add_post(
    app: FastAPI,
    sessions: Sessions,
    post: Post,
    handler: Callable[[Call[Any]], Awaitable[Response]],
) -> None:
    """Have POSTs to a path handled."""
    adapter = None if post.body is None else TypeAdapter(post.body)

    async def endpoint(request: Request) -> Response:
        session = await session_of(sessions, request)
        if session is None and post.signed_in:
            raise not_signed_in()
        key = _key_of(request) if post.keyed else ""
        data = await request.body()
        if post.optional and post.body is not None and not data:
            body = post.body()
        else:
            body = read_body(request, data, adapter)
        sha256 = _sha256_of(request, data) if post.keyed else ""
        return await handler(Call(request, body, session, key, sha256))

    statuses = [400, 403, 409, 413, 415, 422, 429, *post.refuses]
    statuses += [401] if post.signed_in else []
    parameters = [_KEY_PARAMETER] if post.keyed else []
    for name, parameter in (("{table_id}", TABLE_ID), ("{player}", PLAYER)):
        if name in post.path:
            parameters = [parameter, *parameters]
            statuses.append(404)
    extra: Json = {"parameters": parameters} if parameters else {}
    if post.signed_in:
        extra["security"] = [{"session": []}]
    if post.body is not None:
        extra["requestBody"] = {
            "required": not post.optional,
            "content": {"application/json": {"schema": body_schema(app, post.body)}},
        }
    app.post(
        post.path,
        summary=post.summary,
        operation_id=_operation(post.path),
        responses={200: answer(post.answer), **refusals(*statuses)},
        openapi_extra=extra,
        response_class=Response,
    )(endpoint)
    app.state.posts.add(post.path, endpoint)


def _operation(path: str) -> str:
    """The name of what a POST to a path does, in the document."""
    named = path.replace("{table_id}", "at").replace("{player}", "of")
    return named.removeprefix("/api/").replace("/", "_")


async def session_of(sessions: Sessions, request: Request) -> Session | None:
    """The session a request belongs to, if any."""
    token = token_of(request.headers)
    return await sessions.find(token) if token else None


def caller_of(session: Session) -> Caller:
    """Who asks, as a table knows them."""
    person = session.person
    return Caller(person.account, person.player, person.role)


def not_signed_in() -> Refused:
    """Refuse a request of nobody's."""
    return Refused("not-signed-in", "nobody is signed in: POST /api/guest first", status=401)


def read_body(request: Request, data: bytes, adapter: TypeAdapter[B] | None) -> B | None:
    """The body in its form; strictly, so that no text passes for a number and no word is lost."""
    if adapter is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused("not-json", "send a body of the type application/json", status=415)
    body = adapter.validate_json(data, strict=True, extra="forbid")
    _EACH_ONCE.decode(data.decode())
    return body


def _once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object that says something twice: one of the two would be lost."""
    if len(dict(pairs)) < len(pairs):
        raise Refused("bad-form", "the body says the same thing twice", status=422)


_EACH_ONCE = json.JSONDecoder(object_pairs_hook=_once)


def _key_of(request: Request) -> str:
    key = request.headers.get(KEY)
    if key is None:
        raise Refused("key-missing", f"this request needs an {KEY} header", status=400)
    if _KEY.fullmatch(key) is None:
        raise Refused(
            "bad-key", f"{KEY}: use 1 to 80 letters, digits or signs, without blanks", status=400
        )
    return key


def _sha256_of(request: Request, data: bytes) -> str:
    asked = f"{request.method} {request.scope['path']}\n".encode()
    return hashlib.sha256(asked + data).hexdigest()


def json_answer(value: Json, status: int = 200) -> Response:
    """An answer in JSON."""
    return Response(to_bytes(value), status, media_type="application/json")


def zipped_answer(request: Request, value: Json) -> Response:
    """The same in fewer bytes, for whoever takes that; only of what has no secret in it.

    Who hears how long an answer is, and can put words into it, might guess a secret beside them.
    """
    data, headers = to_bytes(value), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["Content-Encoding"] = gzip.compress(data, mtime=0), "gzip"
    return Response(data, headers=headers, media_type="application/json")


def to_bytes(value: Json) -> bytes:
    """JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def answer(schema: str, description: str = "Done.") -> Json:
    """The declaration of an answer by the name of its schema."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
    return {"description": description, "content": content}


def refusals(*statuses: int) -> dict[int | str, Json]:
    """The declaration of refusals."""
    return {
        status: {"description": _REFUSALS[status], "content": PROBLEM}
        for status in sorted(set(statuses))
    }


def body_schema(app: FastAPI, body: type[Any]) -> Json:
    """The JSON Schema of a body; what is inside it is kept for the document's components."""
    schema = TypeAdapter(body).json_schema(ref_template="#/components/schemas/{model}")
    inside = schema.pop("$defs", {})
    for part in (schema, *inside.values()):
        part["additionalProperties"] = False
    app.state.schemas |= inside
    return schema
