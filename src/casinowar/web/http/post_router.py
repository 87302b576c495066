"""POSTs go straight to what handles them.

Each is declared once (`casinowar.web.http.routes.add_post`), stands in the app and its document
like any other, and reads its request by itself. What the framework does on the way to it, comparing
paths one after the other and solving dependencies where there are none, would be much of what the
event loop does for a bet.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from fastapi import Request, Response
from starlette.types import ASGIApp, Receive, Scope, Send

Endpoint = Callable[[Request], Awaitable[Response]]
Handlers = Mapping[Any, Callable[[Request, Any], Any]]
"""What answers for an exception, by its class."""


class Found(NamedTuple):
    """What handles a path."""

    path: str
    """Its template: "/api/tables/{table_id}/bet"."""
    endpoint: Endpoint
    free: dict[str, int]
    """Where the parts stand that may be anything, by what they are called."""


class Posts:
    """The paths of the POSTs, found by their parts."""

    def __init__(self) -> None:
        self._found: dict[tuple[str | None, ...], Found] = {}
        """By the parts of a path; `None` stands for a part that may be anything."""
        self._free: dict[int, set[tuple[int, ...]]] = {}
        """By their number: which parts may be anything."""

    def add(self, path: str, endpoint: Endpoint) -> None:
        """Have a path found."""
        parts = path.split("/")
        free = {part[1:-1]: at for at, part in enumerate(parts) if part.startswith("{")}
        self._free.setdefault(len(parts), set()).add(tuple(free.values()))
        self._found[_key(parts, free.values())] = Found(path, endpoint, free)

    def find(self, path: str) -> tuple[Found, dict[str, str]] | None:
        """What handles a path, and the parts of it that may be anything by their names."""
        parts = path.split("/")
        for places in self._free.get(len(parts), ()):
            found = self._found.get(_key(parts, places))
            if found is not None and all(parts[at] for at in places):
                return found, {name: parts[at] for name, at in found.free.items()}
        return None


def _key(parts: Iterable[str], free: Iterable[int]) -> tuple[str | None, ...]:
    key: list[str | None] = [*parts]
    for at in free:
        key[at] = None
    return tuple(key)


class Direct:
    """The layer around the app that knows the POSTs; everything else goes on."""

    def __init__(self, app: ASGIApp, posts: Posts, handlers: Handlers) -> None:
        self._app = app
        self._posts = posts
        self._handlers = handlers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        is_post = scope["type"] == "http" and scope["method"] == "POST"
        known = self._posts.find(scope["path"]) if is_post else None
        if known is None:
            await self._app(scope, receive, send)
            return
        scope["route"], scope["path_params"] = known
        request = Request(scope, receive)
        try:
            response = await known[0].endpoint(request)
        except Exception as error:
            handler = self._handler(type(error))
            if handler is None:
                raise
            response = await handler(request, error)
        await response(scope, receive, send)

    def _handler(self, kind: type[Exception]) -> Callable[[Request, Any], Any] | None:
        handlers = (self._handlers.get(each) for each in kind.__mro__)
        return next((handler for handler in handlers if handler is not None), None)
