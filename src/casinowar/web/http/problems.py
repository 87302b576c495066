"""Refusals over HTTP: every refused request gets the same shape, `application/problem+json`.

`type` is a stable name for programs and `detail` a sentence for people. If a table waits for
something else, `awaited` says for what. A refusal reveals nothing internal, and changes nothing.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Scope

from casinowar.errors import CasinoWarError, FairError, IllegalAction, NotationError, RuleError
from casinowar.house.messages import Message, encode
from casinowar.house.pools import TooMany
from casinowar.house.refusals import DatabaseAway, Refused, Unknown
from casinowar.web.pages import notices

MEDIA_TYPE = "application/problem+json"
PREFIX = "urn:casinowar:problem:"

_NAMES = {404: "not-found", 405: "wrong-method"}
"""The kinds of what Starlette itself refuses."""


class FieldError(Message, frozen=True):
    """What is wrong with one field of a request."""

    field: str
    says: str


class BadForm(CasinoWarError):
    """A body or a query that does not have the declared form."""

    def __init__(self, field: str, says: str) -> None:
        self.errors = [FieldError(field, says)]
        super().__init__(f"{field}: {says}")


class Problem(Message, frozen=True):
    """A refusal: nothing has changed."""

    type: Annotated[str, Meta(description="A stable name for the kind of refusal.")]
    title: str
    status: int
    detail: Annotated[str, Meta(description="What was wrong, in a sentence.")]
    awaited: Annotated[str, Meta(description="What the table waits for instead.")] | UnsetType = (
        UNSET
    )
    until: (
        Annotated[int, Meta(description="When the refusal ends, in milliseconds since 1970.")]
        | UnsetType
    ) = UNSET
    errors: list[FieldError] | UnsetType = UNSET


def problem(
    kind: str,
    status: int,
    detail: str,
    *,
    awaited: str = "",
    until: int | None = None,
    errors: list[FieldError] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a request that is refused."""
    body = Problem(
        type=f"{PREFIX}{kind}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=_utf8(detail),
        awaited=_utf8(awaited) or UNSET,
        until=UNSET if until is None else until,
        errors=errors or UNSET,
    )
    return Response(encode(body), status, dict(headers or {}), media_type=MEDIA_TYPE)


def _utf8(text: str) -> str:
    """A text that can be sent: it may quote half a character from a request."""
    return text.encode(errors="replace").decode()


def of_error(error: CasinoWarError) -> Response:
    """The answer for an error of the house, the table or the shuffle."""
    match error:
        case BadForm():
            detail = "the request does not have the right form"
            return problem("bad-form", 422, detail, errors=error.errors)
        case TooMany():
            return problem(
                error.kind, error.status, error.why, headers={"Retry-After": str(error.seconds)}
            )
        case Refused():
            return problem(
                error.kind, error.status, error.why, awaited=error.awaited, until=error.until
            )
        case IllegalAction():
            return problem("not-now", 409, error.why, awaited=error.awaited)
        case FairError():
            return problem("not-now", 409, str(error))
        case Unknown():
            return problem("not-found", 404, str(error))
        case DatabaseAway():
            return problem("database-away", 503, str(error), headers={"Retry-After": "1"})
        case RuleError() | NotationError():
            return problem("not-possible", 409, str(error))
        case _:
            raise error


def refusal(scope: Scope, error: CasinoWarError) -> Response:
    """The same, or a page if a person sees it in a browser."""
    if isinstance(error, Refused) and notices.is_for_people(scope):
        return notices.refusal(error)
    return of_error(error)


def mistake() -> Response:
    """The answer to an error of ours; it reveals nothing internal."""
    return problem("our-mistake", 500, "something went wrong here; it has been logged")


def _no_such_command(request: Request) -> str:
    """The commands that there are, for a client that sent another one."""
    found = _COMMAND.fullmatch(request.scope["path"])
    if found is None or request.method != "POST":
        return ""
    posts = (route for route in request.app.routes if "POST" in getattr(route, "methods", ()))
    named = (_COMMAND.fullmatch(route.path) for route in posts)
    known = sorted({each[1] for each in named if each is not None})
    return "" if found[1] in known else f"there is no such command; there are {', '.join(known)}"


def _methods(request: Request) -> list[str]:
    """Every method of a path; the framework names those of one route only."""
    matching = (
        route
        for route in request.app.routes
        if route.matches(dict(request.scope))[0] is not Match.NONE
    )
    return sorted({method for route in matching for method in getattr(route, "methods", ())})


_COMMAND = re.compile(r"/api/tables/[^/]+/([^/]+)")


InWords = Callable[[str], Awaitable[str]]
"""Puts the names of players into a text, in place of their ids."""

OnError = Callable[[Request, CasinoWarError | HTTPException], Awaitable[Response]]
"""Answers a request that was refused."""


def problems_in(in_words: InWords) -> OnError:
    """Answer refusals with a problem, in which players have their names."""

    async def on_error(request: Request, error: CasinoWarError | HTTPException) -> Response:
        if isinstance(error, HTTPException):
            return _of_framework(request, error)
        try:
            error = await named(error)
        except DatabaseAway as away:  # names are asked of the database
            error = away
        return refusal(request.scope, error)

    async def named(error: CasinoWarError) -> CasinoWarError:
        if isinstance(error, Refused | IllegalAction):
            error.why, error.awaited = await in_words(error.why), await in_words(error.awaited)
        elif isinstance(error, FairError):
            return FairError(await in_words(str(error)))
        return error

    return on_error


def _of_framework(request: Request, error: HTTPException) -> Response:
    """The answer to what Starlette refuses: an unknown path or a wrong method."""
    if error.status_code == HTTPStatus.NOT_FOUND and notices.is_for_people(request.scope):
        return notices.refusal(Refused("not-found", "there is nothing at this address", status=404))
    detail = _no_such_command(request) or str(error.detail)
    headers = error.headers
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers = {**(headers or {}), "Allow": ", ".join(_methods(request))}
    return problem(_NAMES[error.status_code], error.status_code, detail, headers=headers)
