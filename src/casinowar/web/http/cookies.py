"""The cookies of a browser: its session, and a mark for the page's script that there is one."""

from starlette.requests import Request
from starlette.responses import Response

from casinowar.house.people.sessions import COOKIE, DAYS

KNOWN = "casinowar_known"
"""Shows the script that there is a session, whose cookie it cannot read. It is no secret."""


def set_session(response: Response, request: Request, token: str) -> None:
    """Give a browser the token of its session. It sends the token to this site only."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=DAYS * 24 * 60 * 60,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def set_known(response: Response, request: Request) -> None:
    """Tell the page's script that there is a session."""
    secure = request.url.scheme == "https"
    response.set_cookie(KNOWN, "yes", path="/", secure=secure, samesite="strict")


def delete_session(response: Response) -> None:
    """Delete the session cookie of a browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
