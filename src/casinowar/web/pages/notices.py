"""Pages of a few words for people who opened an address in a browser: links, and what went wrong.

They need no script. What a program asks for is answered in JSON, as ever.
"""

from collections.abc import Mapping
from html import escape

from fastapi import Response
from starlette.datastructures import Headers
from starlette.types import Scope

from casinowar.house.pools import TooMany
from casinowar.house.refusals import Refused
from casinowar.web.pages.page import address

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
    """Whether a browser shows the answer of a request to someone."""
    accepted = Headers(scope=scope).get("accept", "")
    return "text/html" in accepted and not scope["path"].startswith(("/api/", "/static/"))


def notice(body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A page with a few words, which are HTML already."""
    files = {
        "icon": address("page/icon.svg"),
        "tokens": address("page/css/tokens.css"),
        "style": address("page/css/page.css"),
    }
    # without any referrer a browser would not tell where a button on it was pressed
    told = {"Referrer-Policy": "same-origin", **(headers or {})}
    return Response(_PAGE.format(body=body, **files), status, told, media_type="text/html")


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


def _seconds(count: int) -> str:
    return "a second" if count == 1 else f"{count} seconds"
