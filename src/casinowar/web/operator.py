"""The one-time link that makes its first holder the operator.

Looking at it changes nothing, because programs look at links too; the button on its page does.
"""

from html import escape
from typing import Annotated

from fastapi import FastAPI, Path, Request, Response

from casinowar.house import accounts
from casinowar.house.accounts import Arrival
from casinowar.house.refusals import Refused
from casinowar.house.sessions import Session, sha256_of
from casinowar.store.work import Work
from casinowar.web.accounts import set_cookie
from casinowar.web.routes import session_of
from casinowar.web.site import Site

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>casinowar</title>
<link rel="stylesheet" href="/api/docs.css"></head><body><h1>casinowar</h1>{}</body></html>
"""
_ASK = '<p>This link makes you the operator of this house.</p><form method="post" action="">\
<button>I am the operator</button></form>'


def add_operator(app: FastAPI, site: Site) -> None:
    """Serve the link; it is no part of the API."""
    house = site.house

    @app.get("/operator/{token}", include_in_schema=False)
    async def ask(token: Annotated[str, Path(max_length=64)]) -> Response:
        del token  # whether it is right is told to nobody who only looks
        return Response(_PAGE.format(_ASK), media_type="text/html")

    @app.post("/operator/{token}", include_in_schema=False)
    async def take(request: Request, token: Annotated[str, Path(max_length=64)]) -> Response:
        session = await session_of(site.sessions, request)

        def job(work: Work) -> Arrival:
            person, token_sha256 = session or _newcomer(work, site)
            return accounts.take_operator_link(
                work, house.means.entropy, person, token_sha256, token
            )

        try:
            came = await house.do(job, alone=True)
        except Refused as refused:
            page = _PAGE.format(f"<p>{escape(refused.why)}</p>")
            return Response(page, refused.status, media_type="text/html")
        site.sessions.forget(came.person.account)
        page = _PAGE.format(f"<p>{escape(came.person.name)} is the operator now.</p>")
        told = Response(page, media_type="text/html")
        set_cookie(told, request, came.token)
        return told


def _newcomer(work: Work, site: Site) -> Session:
    """Someone who comes in by the link."""
    came = accounts.new_guest(work, site.house.means.entropy, site.chips.arrival)
    return Session(came.person, sha256_of(came.token))
