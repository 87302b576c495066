"""Links that people open: the one-time link of the operator, and invitations to private tables.

Looking at a link changes nothing, because programs look at links too; the button on its page does.
Whoever is not known yet comes in as a guest.
"""

from collections.abc import Callable
from html import escape

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from casinowar.house import accounts, floor
from casinowar.house.accounts import Arrival
from casinowar.house.refusals import Refused
from casinowar.house.sessions import Session, sha256_of
from casinowar.store.work import Work
from casinowar.web.accounts import set_cookie
from casinowar.web.page import address
from casinowar.web.routes import caller_of, session_of
from casinowar.web.site import Site

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>casinowar</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="{icon}"><link rel="stylesheet" href="{tokens}">
<link rel="stylesheet" href="{style}"></head>
<body><main class="note"><h1>casinowar</h1>{body}</main></body></html>
"""
_FORM = '<p>{}</p><form method="post"><button class="main">{}</button></form>'

Use = Callable[[Work, Session, str], tuple[Arrival, Response]]
"""What a link does for someone, with its secret: who they are then, and what they are answered."""


def add_links(app: FastAPI, site: Site) -> None:
    """Serve the links; they are no part of the API."""

    def operator(work: Work, session: Session, secret: str) -> tuple[Arrival, Response]:
        entropy = site.house.means.entropy
        came = accounts.take_operator_link(work, entropy, *session, secret)
        told = f"{escape(came.person.name)} is the operator of this house now."
        return came, _page(f'<p>{told}</p><a class="button main" href="/">To the tables</a>')

    def join(work: Work, session: Session, secret: str) -> tuple[Arrival, Response]:
        running = floor.join(work, caller_of(session), secret)
        return Arrival(session.person, ""), RedirectResponse(f"/tables/{running.id}", 303)

    _add(app, site, "operator", operator, "This link makes you the operator.", "I am the operator")
    _add(app, site, "join", join, "You are invited to a table.", "Come to the table")


def _add(app: FastAPI, site: Site, path: str, use: Use, says: str, button: str) -> None:
    async def ask() -> Response:
        return _page(_FORM.format(says, button))

    async def take(request: Request) -> Response:
        session = await session_of(site.sessions, request)

        def job(work: Work) -> tuple[Arrival, Response]:
            if session is not None:
                return use(work, session, request.path_params["secret"])
            new = accounts.new_guest(work, site.house.means.entropy, site.chips.arrival)
            known = Session(new.person, sha256_of(new.token))
            came, answer = use(work, known, request.path_params["secret"])
            return came._replace(token=came.token or new.token), answer

        try:
            came, answer = await site.house.do(job, alone=True)
        except Refused as refused:
            return _page(f"<p>{escape(refused.why)}</p>", refused.status)
        site.sessions.forget(came.person.account)
        if came.token:
            set_cookie(answer, request, came.token)
        return answer

    app.get(f"/{path}/{{secret}}", include_in_schema=False)(ask)
    app.post(f"/{path}/{{secret}}", include_in_schema=False)(take)


def _page(body: str, status: int = 200) -> Response:
    # without any referrer a browser would not tell where the button was pressed
    headers = {"Referrer-Policy": "same-origin"}
    files = {
        "icon": address("page/icon.svg"),
        "tokens": address("page/css/tokens.css"),
        "style": address("page/css/page.css"),
    }
    return Response(_PAGE.format(body=body, **files), status, headers, media_type="text/html")
