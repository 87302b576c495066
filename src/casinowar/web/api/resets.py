"""A new password for who has forgotten theirs: by a secret that the operator gave them.

The secret is a link that a browser opens, with a form that needs no script, or part of a request.
"""

from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request, Response
from pydantic import Field

from casinowar.house.people.accounts import Arrival
from casinowar.house.people.passwords import LEAST_LETTERS, MOST_LETTERS
from casinowar.house.pit import offices
from casinowar.house.refusals import Refused
from casinowar.web.api.accounts import Door, Password, set_cookie, set_known
from casinowar.web.http.routes import Call, Post, add_post
from casinowar.web.http.site import Site
from casinowar.web.pages.notices import notice, refusal

_FORM = (
    "<p>Choose a new password, of {} letters or more.</p>"
    '<form method="post"><p><label>New password '
    '<input type="password" name="password" autocomplete="new-password" required '
    'minlength="{}" maxlength="{}"></label></p>'
    '<button class="main">Change the password</button></form>'
)
_CHANGED = (
    "<p>The password is changed, and every other session has ended.</p>"
    '<a class="button main" href="/?known">To the tables</a>'
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A new password, and the secret that allows it."""

    secret: Annotated[str, Field(min_length=1, max_length=64)]
    password: Password


def add_resets(app: FastAPI, site: Site) -> None:
    """Have new passwords chosen."""
    resets = Resets(site)
    post = Post(
        "/api/password",
        Chosen,
        "Choose a new password, with the secret of a link.",
        "Me",
        signed_in=False,
        keyed=False,
        refuses=(404,),
    )
    add_post(app, site.sessions, post, resets.choose)

    async def ask(secret: str) -> Response:
        now = site.house.clock()
        try:
            await site.house.read(lambda found: offices.check_password_offer(found, secret, now))
        except Refused as refused:
            return refusal(refused)
        return notice(_FORM.format(LEAST_LETTERS, LEAST_LETTERS, MOST_LETTERS))

    async def take(request: Request) -> Response:
        said = parse_qs((await request.body()).decode(errors="replace")).get("password", [""])[0]
        try:
            if not LEAST_LETTERS <= len(said) <= MOST_LETTERS:
                raise _too_short()
            came = await resets.change(request.path_params["secret"], said)
        except Refused as refused:
            return refusal(refused)
        told = notice(_CHANGED)
        set_cookie(told, request, came.token)
        set_known(told, request)
        return told

    app.get("/reset/{secret}", include_in_schema=False)(ask)
    app.post("/reset/{secret}", include_in_schema=False)(take)


class Resets:
    """Where passwords are chosen anew."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._door = Door(site)

    async def choose(self, call: Call[Any]) -> Response:
        """The same as a request: who chose is signed in."""
        came = await self.change(call.body.secret, call.body.password)
        return await self._door.welcome(call, came)

    async def change(self, secret: str, password: str) -> Arrival:
        """A secret that is worth nothing costs no hash."""
        house, now = self._site.house, self._site.house.clock()
        await house.read(lambda found: offices.check_password_offer(found, secret, now))
        kept = await self._site.passwords.hash(password)
        came = await house.do(
            lambda work: offices.choose_password(work, house.means.entropy, secret, kept),
            alone=True,
        )
        self._site.sessions.forget(came.person.account)
        return came


def _too_short() -> Refused:
    return Refused(
        "bad-form", f"a password has {LEAST_LETTERS} to {MOST_LETTERS} letters", status=422
    )
