"""The page of a reset link: a form to choose a new password. It needs no script.

The operator makes the link for a member who has forgotten their password.
"""

from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from casinowar.house.people.passwords import LEAST_LETTERS, MOST_LETTERS
from casinowar.house.refusals import Refused
from casinowar.house.services import Services
from casinowar.web.http.cookies import set_known, set_session
from casinowar.web.pages.notices import notice, shows_refusals

PATH = "/reset/{secret}"

_FORM = (
    "<p>Choose a new password with at least {} characters.</p>"
    '<form method="post"><p><label>New password '
    '<input type="password" name="password" autocomplete="new-password" required '
    'minlength="{}" maxlength="{}"></label></p>'
    '<button class="main">Change the password</button></form>'
)
_CHANGED = (
    "<p>Your password is changed. All your other sessions have ended.</p>"
    '<a class="button main" href="/?known">To the tables</a>'
)


def routes(services: Services) -> list[Route]:
    """The page of a reset link, and what its button sends."""
    accounts = services.accounts

    async def show(request: Request) -> Response:
        await accounts.check_reset(request.path_params["secret"])
        return notice(_FORM.format(LEAST_LETTERS, LEAST_LETTERS, MOST_LETTERS))

    async def change(request: Request) -> Response:
        form = parse_qs((await request.body()).decode(errors="replace"))
        password = form.get("password", [""])[0]
        if not LEAST_LETTERS <= len(password) <= MOST_LETTERS:
            why = f"a password has {LEAST_LETTERS} to {MOST_LETTERS} characters"
            raise Refused("bad-form", why, status=422)
        secret = request.path_params["secret"]
        welcome = await accounts.choose_password(None, secret, password)
        response = notice(_CHANGED)
        set_session(response, request, welcome.token)
        set_known(response, request)
        return response

    return [
        Route(PATH, shows_refusals(show), methods=["GET"]),
        Route(PATH, shows_refusals(change), methods=["POST"]),
    ]
