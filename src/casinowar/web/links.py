"""Links that people open: the one-time link of the operator, and invitations to private tables.

Looking at a link changes nothing, because programs look at links too; the button on its page does.
Whoever is not known yet comes in as a guest.
"""

from collections.abc import Callable
from html import escape
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from casinowar.house import accounts, floor
from casinowar.house.accounts import Arrival
from casinowar.house.refusals import Refused
from casinowar.house.sessions import Session, sha256_of
from casinowar.store.work import Work
from casinowar.web.accounts import set_cookie
from casinowar.web.notices import notice, refusal
from casinowar.web.routes import caller_of, session_of
from casinowar.web.site import Site

_KEEP = '<p>A name and a password <a href="/account?known">keep it so</a>.</p>'
_COME_IN = '<a class="button main" href="/?known">To the tables</a>'
"""The page has no other way to learn that its visitor has a session, which no script can see."""
_FORM = '<p>{}</p><form method="post"><button class="main">{}</button></form>'

Use = Callable[[Work, Session, str], tuple[Arrival, Response]]
"""What a link does for someone, with its secret: who they are then, and what they are answered."""

Check = Callable[[Any, str], object]
"""Looks in the database whether a link's secret is valid, and refuses one that is not."""


def add_links(app: FastAPI, site: Site) -> None:
    """Serve the links; they are no part of the API."""

    def operator(work: Work, session: Session, secret: str) -> tuple[Arrival, Response]:
        entropy = site.house.means.entropy
        came = accounts.take_operator_link(work, entropy, *session, secret)
        told = f"<p>{escape(came.person.name)} is the operator of this house now.</p>"
        keep = _KEEP if came.person.kind == "guest" else ""
        return came, notice(f"{told}{keep}{_COME_IN}")

    def join(work: Work, session: Session, secret: str) -> tuple[Arrival, Response]:
        running = floor.join(work, caller_of(session), secret)
        return Arrival(session.person, ""), RedirectResponse(f"/tables/{running.id}", 303)

    asks = _FORM.format("This link makes you the operator.", "I am the operator")
    _add(app, site, "operator", accounts.check_operator_link, operator, asks)
    asks = _FORM.format("You are invited to a table.", "Come to the table")
    _add(app, site, "join", floor.invited_to, join, asks)


def _add(app: FastAPI, site: Site, path: str, check: Check, use: Use, asks: str) -> None:
    async def ask(secret: str) -> Response:
        try:
            await site.house.read(lambda connection: check(connection, secret))
        except Refused as refused:
            return refusal(refused)
        return notice(asks)

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
            return refusal(refused)
        site.sessions.forget(came.person.account)
        if came.token:
            set_cookie(answer, request, came.token)
        return answer

    app.get(f"/{path}/{{secret}}", include_in_schema=False)(ask)
    app.post(f"/{path}/{{secret}}", include_in_schema=False)(take)
