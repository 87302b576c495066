"""Short pages for people who open an address in a browser: links, and what went wrong.

They need no script. Programs get JSON instead.
"""

from collections.abc import Awaitable, Callable, Mapping
from html import escape

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from casinowar.house.pools import TooMany
from casinowar.house.refusals import Refused
from casinowar.web.pages.page import address

PageHandler = Callable[[Request], Awaitable[Response]]

_TO_THE_TABLES = '<a class="button main" href="/">To the tables</a>'
_AGAIN = '<a class="button" href="">Try again</a>'
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>casinowar</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="{icon}"><link rel="stylesheet" href="{tokens}">
<link rel="stylesheet" href="{style}"></head>
<body><main class="note"><h1>casinowar</h1>{body}</main></body></html>
"""


def is_for_people(scope: Scope) -> bool:
    """Whether a person will see the answer in a browser."""
    accepted = Headers(scope=scope).get("accept", "")
    return "text/html" in accepted and not scope["path"].startswith(("/api/", "/static/"))


def notice(body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A page with a few words; `body` is HTML."""
    files = {
        "icon": address("page/icon.svg"),
        "tokens": address("page/css/tokens.css"),
        "style": address("page/css/page.css"),
    }
    # without a referrer, browsers send no origin with the page's form
    sent = {"Referrer-Policy": "same-origin", **(headers or {})}
    return Response(_PAGE.format(body=body, **files), status, sent, media_type="text/html")


def refusal(refused: Refused) -> Response:
    """A page that says why not."""
    why = escape(refused.why[:1].upper() + refused.why[1:])
    if isinstance(refused, TooMany):
        return notice(
            f'<p>{why}. Wait {_seconds(refused.seconds)}.</p><p class="row">{_AGAIN}</p>',
            refused.status,
            {"Retry-After": str(refused.seconds)},
        )
    return notice(f"<p>{why}.</p>{_TO_THE_TABLES}", refused.status)


def shows_refusals(handler: PageHandler) -> PageHandler:
    """A handler that answers with a page when it refuses, for browsers and programs alike."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except Refused as refused:
            return refusal(refused)

    return handle


def _seconds(count: int) -> str:
    return "a second" if count == 1 else f"{count} seconds"
