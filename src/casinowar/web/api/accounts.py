"""Accounts over HTTP: come in as a guest, register, sign in and out, get chips."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from casinowar.house.messages import Message
from casinowar.house.people.account_service import ChipBalance, EndedSessions, Me, Welcome
from casinowar.house.people.passwords import LEAST_LETTERS, MOST_LETTERS
from casinowar.house.services import Services
from casinowar.web.http.cookies import delete_session, set_session
from casinowar.web.http.endpoint import json_response
from casinowar.web.http.operations import Call, Operation

Name = Annotated[str, Meta(min_length=1, max_length=64)]
NewPassword = Annotated[str, Meta(min_length=LEAST_LETTERS, max_length=MOST_LETTERS)]


class Register(Message, frozen=True):
    """The name and the password of a new member."""

    name: Name
    password: NewPassword


class SignIn(Message, frozen=True):
    """The name and the password of a member."""

    name: Name
    password: Annotated[str, Meta(max_length=MOST_LETTERS)]


class ChoosePassword(Message, frozen=True):
    """A new password, and the secret of the link that the operator made for it."""

    secret: Annotated[str, Meta(min_length=1, max_length=64)]
    password: NewPassword


class SignedOut(Message, frozen=True):
    """The session has ended."""


def operations(services: Services) -> list[Operation]:
    """The requests about the caller's account."""
    parts = (_sign_in, _new_password, _sign_out, _account)
    return [operation for part in parts for operation in part(services)]


def _sign_in(services: Services) -> list[Operation]:
    accounts = services.accounts

    async def create_guest(call: Call[None, None]) -> Response:
        return _welcome(call.request, await accounts.create_guest(call.session))

    async def sign_in(call: Call[SignIn, None]) -> Response:
        name, password = call.body.name, call.body.password
        return _welcome(call.request, await accounts.sign_in(call.session, name, password))

    return [
        Operation(
            "create_guest",
            "POST",
            "/api/guest",
            create_guest,
            tag="accounts",
            summary="Come in as a guest, with chips.",
            description="Sets the session cookie. If you are signed in, you keep your session.",
            answer=Me,
            answer_is="You.",
            sets_cookie=True,
            access="known",
        ),
        Operation(
            "sign_in",
            "POST",
            "/api/sign-in",
            sign_in,
            tag="accounts",
            summary="Sign in as a member.",
            description="Sets a new session cookie. If you excluded yourself from play, it is "
            "refused, and `until` says for how long.",
            body=SignIn,
            example=SignIn("ann", "correct horse"),
            answer=Me,
            answer_is="You.",
            sets_cookie=True,
            access="known",
            refuses=(401,),
        ),
    ]


def _new_password(services: Services) -> list[Operation]:
    accounts = services.accounts

    async def choose_password(call: Call[ChoosePassword, None]) -> Response:
        secret, password = call.body.secret, call.body.password
        return _welcome(
            call.request, await accounts.choose_password(call.session, secret, password)
        )

    return [
        Operation(
            "choose_password",
            "POST",
            "/api/password",
            choose_password,
            tag="accounts",
            summary="Choose a new password with the secret of a reset link.",
            description="Ends all your other sessions and sets a new session cookie.",
            body=ChoosePassword,
            example=ChoosePassword("pVqRk2fJ0n3uYcXw", "correct horse"),
            answer=Me,
            answer_is="You.",
            sets_cookie=True,
            access="known",
            refuses=(404,),
        ),
    ]


def _welcome(request: Request, welcome: Welcome) -> Response:
    response = json_response(welcome.me)
    if welcome.token:
        set_session(response, request, welcome.token)
    return response


def _sign_out(services: Services) -> list[Operation]:
    accounts = services.accounts

    async def sign_out(call: Call[None, None]) -> Response:
        await accounts.sign_out(call.known)
        response = json_response(SignedOut())
        delete_session(response)
        return response

    async def end_other_sessions(call: Call[None, None]) -> EndedSessions:
        return await accounts.end_other_sessions(call.known)

    return [
        Operation(
            "sign_out",
            "POST",
            "/api/sign-out",
            sign_out,
            tag="accounts",
            summary="Sign out.",
            description="Ends the session and deletes its cookie. A guest who signs out cannot "
            "come back to the same chips.",
            answer=SignedOut,
            answer_is="The session has ended.",
            sets_cookie=True,
        ),
        Operation(
            "end_other_sessions",
            "POST",
            "/api/sessions/end-others",
            end_other_sessions,
            tag="accounts",
            summary="End all your other sessions.",
            description="Use it if you left a session open somewhere.",
            answer=EndedSessions,
            answer_is="How many sessions were ended.",
        ),
    ]


def _account(services: Services) -> list[Operation]:
    accounts = services.accounts

    async def register(call: Call[Register, None]) -> Response:
        name, password = call.body.name, call.body.password
        return _welcome(call.request, await accounts.register(call.known, name, password))

    async def get_me(call: Call[None, None]) -> Me:
        return await accounts.describe(call.known.person)

    async def refill_chips(call: Call[None, None]) -> bytes:
        return await accounts.refill(call.request_key, call.caller)

    return [
        Operation(
            "register",
            "POST",
            "/api/register",
            register,
            tag="accounts",
            summary="Turn a guest into a member with a name and a password.",
            description="You keep your chips, seats and history. Sets a new session cookie.",
            body=Register,
            example=Register("ann", "correct horse"),
            answer=Me,
            answer_is="You.",
            sets_cookie=True,
        ),
        Operation(
            "get_me",
            "GET",
            "/api/me",
            get_me,
            tag="accounts",
            summary="Show your account, your rights and your chips.",
            description="`may` is what you may do in the whole house; `may` of a table is what "
            "you may do there.",
            answer=Me,
            answer_is="You.",
        ),
        Operation(
            "refill_chips",
            "POST",
            "/api/chips",
            refill_chips,
            tag="accounts",
            summary="Get free chips when you are nearly broke.",
            description="`refill` of your account says how many you get, below which balance, and "
            "from when on.",
            answer=ChipBalance,
            answer_is="Your chips.",
            keyed=True,
        ),
    ]
