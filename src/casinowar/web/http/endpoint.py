"""Endpoints: each serves one operation. They read and check a request, call its handler, answer.

JSON is decoded and checked once, straight into the operation's message.
"""

import gzip
import hashlib
import json
import re
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec.inspect import ListType, Metadata, StructType, Type, type_info
from starlette.datastructures import QueryParams
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from casinowar.house.messages import Message, encode
from casinowar.house.people.sessions import Session, Sessions
from casinowar.house.refusals import Refused
from casinowar.web.http.guard import headers_of, token_of
from casinowar.web.http.operations import Call, Operation
from casinowar.web.http.problems import BadForm

M = TypeVar("M", bound=Message)

KEY_HEADER = "Idempotency-Key"
_KEY_HEADER = KEY_HEADER.lower().encode()
_KEY = re.compile(rb"[!-~]{1,80}")
_NAME = re.compile(rb'"((?:[^"\\]|\\.)*)"\s*:')


class Endpoint:
    """Serves one operation, as an ASGI app."""

    def __init__(self, operation: Operation, sessions: Sessions) -> None:
        self._operation = operation
        self._sessions = sessions
        self._body = None if operation.body is None else BodyReader(operation)
        self._query = None if operation.query is None else QueryReader(operation.query)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        answer = await self._operation.handler(await self._read(request))
        response = answer if isinstance(answer, Response) else json_response(answer)
        await response(scope, receive, send)

    async def _read(self, request: Request) -> Call[Any, Any]:
        operation = self._operation
        looks_up = operation.access in ("known", "signed-in")
        session = await self._session(request) if looks_up else None
        if session is None and operation.access == "signed-in":
            raise not_signed_in()
        key = _key_of(request) if operation.keyed else ""
        data = await _received(request.receive) if self._body or operation.keyed else b""
        body = None if self._body is None else self._body.read(request, data)
        query = None if self._query is None else self._query.read(request.query_params)
        sha256 = _sha256_of(request, data) if operation.keyed else ""
        return Call(request, body, query, session, sha256, key)

    async def _session(self, request: Request) -> Session | None:
        token = token_of(request.scope)
        return await self._sessions.find(token) if token else None


async def _received(receive: Receive) -> bytes:
    """The whole body of a request; almost always it comes in one message."""
    data, is_more = b"", True
    while is_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        data += message.get("body", b"")
        is_more = message.get("more_body", False)
    return data


def route_of(operation: Operation, sessions: Sessions) -> Route:
    """The route that serves an operation."""
    endpoint = Endpoint(operation, sessions)
    return Route(operation.path, endpoint, methods=[operation.method], name=operation.id)


class BodyReader:
    """Reads the body of an operation. It is strict: no text passes for a number."""

    def __init__(self, operation: Operation) -> None:
        assert operation.body is not None, "only an operation with a body has a reader for it"
        self._may_be_missing = operation.body_may_be_missing
        self._decoder = msgspec.json.Decoder(operation.body)

    def read(self, request: Request, data: bytes) -> Message:
        """The body as a message."""
        if not data and self._may_be_missing:
            return self._decoder.decode(b"{}")
        kind = headers_of(request.scope).get(b"content-type", b"").partition(b";")[0]
        if kind.strip().lower() != b"application/json":
            raise Refused("not-json", "send a body of the type application/json", status=415)
        try:
            body = self._decoder.decode(data)
            _check_names(data)
        except msgspec.ValidationError as error:
            raise _bad_form(error) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("bad-json", f"the body is not JSON: {error}", status=400) from None
        return body


def _check_names(data: bytes) -> None:
    """Refuse an object that names a field twice: one of the two values would be lost.

    A body is read a second time only if a name occurs twice in it, as in a list of bets.
    """
    names = _NAME.findall(data)
    if len(set(names)) < len(names) or b"\\" in data:
        _EACH_ONCE.decode(data.decode())


def _refuse_twice(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise Refused("bad-form", "the body names a field twice", status=422)


_EACH_ONCE = json.JSONDecoder(object_pairs_hook=_refuse_twice)


class QueryReader(Generic[M]):
    """Reads the query of an operation; parameters it does not know are ignored."""

    def __init__(self, message: type[M]) -> None:
        self._message = message
        fields = cast(StructType, type_info(message)).fields
        self._names = [each.encode_name for each in fields]
        self._lists = {each.encode_name for each in fields if _is_list(each.type)}

    def read(self, given: QueryParams) -> M:
        """The query as a message."""
        values: dict[str, str | list[str]] = {}
        for name in self._names:
            if name in given:
                values[name] = given.getlist(name) if name in self._lists else given[name]
        try:
            return msgspec.convert(values, self._message, strict=False)
        except msgspec.ValidationError as error:
            raise _bad_form(error) from None


def _is_list(kind: Type) -> bool:
    """Whether a type is a list, with or without a description."""
    return isinstance(kind.type if isinstance(kind, Metadata) else kind, ListType)


def _bad_form(error: msgspec.ValidationError) -> BadForm:
    """The refusal with the field that is wrong: msgspec writes ``... - at `$.bets[0].seat```."""
    says, _, path = str(error).partition(" - at `")
    return BadForm(path.removesuffix("`").removeprefix("$").removeprefix("."), says)


def not_signed_in() -> Refused:
    """Refuse a request without a session."""
    return Refused("not-signed-in", "you are not signed in: POST /api/guest first", status=401)


def _key_of(request: Request) -> str:
    key = headers_of(request.scope).get(_KEY_HEADER)
    if key is None:
        raise Refused("key-missing", f"this request needs an {KEY_HEADER} header", status=400)
    if _KEY.fullmatch(key) is None:
        raise Refused(
            "bad-key",
            f"{KEY_HEADER}: use 1 to 80 letters, digits or signs, without blanks",
            status=400,
        )
    return key.decode()


def _sha256_of(request: Request, data: bytes) -> str:
    asked = f"{request.method} {request.scope['path']}\n".encode()
    return hashlib.sha256(asked + data).hexdigest()


def json_response(answer: Message | bytes) -> Response:
    """An answer in JSON."""
    data = answer if isinstance(answer, bytes) else encode(answer)
    return Response(data, media_type="application/json")


def zipped_response(request: Request, answer: Message) -> Response:
    """The same, compressed if the client accepts that. Only for answers without a secret.

    An attacker who sees an answer's length and can put words into it could guess a secret in it.
    """
    data, headers = encode(answer), {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["Content-Encoding"] = gzip.compress(data, mtime=0), "gzip"
    return Response(data, headers=headers, media_type="application/json")
