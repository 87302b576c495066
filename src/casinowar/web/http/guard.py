"""The guard: one ASGI layer around the whole app that every request passes.

It numbers requests, checks their origin, size and rate, adds security headers to every answer, and
answers every error. An unexpected one goes to the log with its details; the client does not get
them.
"""

import re
import time
from collections.abc import Callable
from itertools import count
from logging import DEBUG, INFO
from urllib.parse import urlsplit

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from casinowar.errors import CasinoWarError
from casinowar.house import logs
from casinowar.house.people.sessions import COOKIE
from casinowar.house.refusals import Refused
from casinowar.web.http import problems
from casinowar.web.http.addresses import network_of
from casinowar.web.http.limits import Buckets, Rates
from casinowar.web.http.meter import Meter

MOST_BODY = 64 * 1024
"""The largest body of a request, in bytes."""

SAFE = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_SAFE = [(name.encode(), value.encode()) for name, value in SAFE.items()]
_SAFE.append((b"cache-control", b"no-store"))
_SAFE_NAMES = frozenset(name for name, _ in _SAFE)


log = structlog.get_logger("casinowar.web")


class GuardedApp(Starlette):
    """A Starlette app whose one layer is the guard.

    Starlette's own layers catch and answer errors, as the guard does. Each layer costs every
    request some time, so this app has none of them.
    """

    guard: "Callable[[ASGIApp], Guard]"

    def build_middleware_stack(self) -> ASGIApp:
        """The guard around the router."""
        return self.guard(self.router)


class Guard:
    """The layer around the app."""

    def __init__(
        self,
        app: ASGIApp,
        entropy: Callable[[int], bytes],
        rates: Rates | None,
        meter: Meter,
        on_error: problems.OnError,
    ) -> None:
        """Without rates nothing is limited. `on_error` answers the refusals of the app.

        Request numbers begin with random bytes of the server's start. New entropy for each request
        would make the event loop wait.
        """
        self._app = app
        start = entropy(6).hex()
        self._numbers = (f"{start}-{number}" for number in count(1))
        self._rates = rates
        self._meter = meter
        self._on_error = on_error
        self._buckets = Buckets(time.monotonic)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = next(self._numbers)
        began, status = time.monotonic(), 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                took = time.monotonic() - began
                self._meter.answered(scope["method"], _route(scope), status, took)
                _add_headers(message, number)
            await send(message)

        logged = logs.REQUEST.set((number, scope["path"]))
        try:
            try:
                await self._pass(scope, receive, send_safely)
            except (CasinoWarError, HTTPException) as error:
                if status:  # half an answer cannot become a refusal
                    raise
                answer = await self._on_error(Request(scope), error)
                await answer(scope, receive, send_safely)
        except ClientDisconnect:
            log.debug("client disconnected", path=_shown(scope["path"]))
        except Exception:
            log.exception("request failed", path=_shown(scope["path"]))
            if not status:
                await problems.mistake()(scope, receive, send_safely)
        finally:
            if not status:
                self._meter.answered(scope["method"], _route(scope), 0, None)
            level = INFO if status in _NOTED else DEBUG
            if logs.is_written(level):
                took = round((time.monotonic() - began) * 1000, 1)
                path, method = _shown(scope["path"]), scope["method"]
                log.log(level, "request", method=method, path=path, status=status, ms=took)
            logs.REQUEST.reset(logged)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._check_rate(scope)
        if scope["method"] not in ("GET", "HEAD"):
            headers = headers_of(scope)
            check_origin(headers)
            receive = _bounded(headers, receive)
        await self._app(scope, receive, send)

    def _check_rate(self, scope: Scope) -> None:
        if self._rates is None:
            return
        address, path = address_of(scope), scope["path"]
        self._buckets.take("address", address, self._rates.address)
        if scope["method"] == "POST" and path.startswith(_DOOR):
            self._buckets.take("door", address, self._rates.door)
        elif path.endswith("/odds"):
            self._buckets.take("price", address, self._rates.price)
        if token := token_of(scope)[:_LONGEST]:
            self._buckets.take("session", token, self._rates.session)


_LONGEST = 64
"""How many characters of a token are remembered: a client may send anything as one."""


def _route(scope: Scope) -> str:
    """The template of a request's path: there are few of them, whatever clients ask for."""
    return getattr(scope.get("route"), "path", "none")


def _shown(path: str) -> str:
    """A path as it is logged: without the secret of a link."""
    return _LINK.sub(r"\1...", path)


_LINK = re.compile(r"^(/(?:operator|join|reset)/).*", re.DOTALL)
_NOTED = (401, 403, 413, 429)
"""Statuses that an operator wants to see; other refusals are part of the game."""

_DOOR = (
    *("/api/guest", "/api/register", "/api/sign-in", "/api/join", "/api/password"),
    *("/operator/", "/join/", "/reset/"),
)
"""Where people sign in, and where secrets could be guessed."""


def address_of(scope: Scope) -> str:
    """The address to count."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


Headers = dict[bytes, bytes]
"""The headers of a request, by their names in lower case."""


def headers_of(scope: Scope) -> Headers:
    """The headers of a request; of several with the same name, the last."""
    headers: Headers | None = scope.get(_HEADERS)
    if headers is None:
        headers = scope[_HEADERS] = dict(scope["headers"])
    return headers


_HEADERS = "casinowar.headers"


def check_origin(headers: Headers) -> None:
    """Refuse requests from another site's page. Programs that are no browsers name no site."""
    if headers.get(b"sec-fetch-site", b"none") not in (b"same-origin", b"none"):
        raise Refused("other-origin", "this request comes from another site", status=403)
    origin = headers.get(b"origin")
    if origin is not None and _place(origin) != headers.get(b"host", b"").lower():
        raise Refused("other-origin", "this request comes from another site", status=403)


def _place(origin: bytes) -> bytes:
    """Host and port of an origin. The scheme is not compared: a proxy may change it."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return b""


def token_of(scope: Scope) -> str:
    """The token of the session in a request's cookie; ``""`` if there is none."""
    token: str | None = scope.get(_TOKEN)
    if token is None:
        token = scope[_TOKEN] = _cookie_of(scope)
    return token


_TOKEN = "casinowar.token"


def _cookie_of(scope: Scope) -> str:
    cookies = headers_of(scope).get(b"cookie", b"").decode("latin-1")
    for pair in cookies.split(";"):
        name, _, token = pair.partition("=")
        if name.strip() == COOKIE:
            return token.strip()
    return ""


def _bounded(headers: Headers, receive: Receive) -> Receive:
    """Pass the messages on, as long as the body is not too large."""
    length = headers.get(b"content-length")
    if length is not None:
        if not length.isdigit() or int(length[:20]) > MOST_BODY:
            raise _too_large()
        return receive
    received = 0

    async def bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BODY:
            raise _too_large()
        return message

    return bounded


def _too_large() -> Refused:
    return Refused("too-large", f"a body has at most {MOST_BODY} bytes", status=413)


def _add_headers(message: Message, number: str) -> None:
    """Add the security headers that an answer does not have itself."""
    headers: list[tuple[bytes, bytes]] = message.setdefault("headers", [])
    own = _SAFE_NAMES.intersection([name for name, _ in headers])
    headers += [pair for pair in _SAFE if pair[0] not in own] if own else _SAFE
    headers.append((b"x-request-id", number.encode()))
