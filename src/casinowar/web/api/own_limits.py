"""Players' own limits over HTTP: read them, set one, exclude yourself from play."""

from typing import Annotated, Literal

from msgspec import Meta
from starlette.responses import Response

from casinowar.house.messages import Message
from casinowar.house.people.own_limit_service import PlayerLimit, PlayerLimits, SelfExclusion
from casinowar.house.services import Services
from casinowar.web.http.cookies import delete_session
from casinowar.web.http.endpoint import json_response
from casinowar.web.http.operations import Call, Operation

MOST_DAYS = 3650


class SetLimit(Message, frozen=True):
    """A limit to set."""

    what: Annotated[
        Literal["stake", "loss", "time"],
        Meta(description="The stakes of a round, or the loss or the play within 24 hours."),
    ]
    most: Annotated[
        Annotated[int, Meta(ge=1, le=10**12)] | None,
        Meta(description="The most in cents, or in minutes for `time`; null for no limit."),
    ]


class ExcludeSelf(Message, frozen=True):
    """For how many days not to play."""

    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)]


def operations(services: Services) -> list[Operation]:
    """The requests about the caller's own limits."""
    return [*_limits(services), *_exclusion(services)]


def _limits(services: Services) -> list[Operation]:
    limits = services.own_limits

    async def get_own_limits(call: Call[None, None]) -> PlayerLimits:
        return await limits.describe(call.caller)

    async def set_own_limit(call: Call[SetLimit, None]) -> bytes:
        what, most = call.body.what, call.body.most
        return await limits.set_limit(call.request_key, call.caller, what, most)

    return [
        Operation(
            "get_own_limits",
            "GET",
            "/api/me/limits",
            get_own_limits,
            tag="limits",
            summary="Show your own limits.",
            description="The limits you have set, and how you played in the last 24 hours.",
            answer=PlayerLimits,
            answer_is="Your limits.",
        ),
        Operation(
            "set_own_limit",
            "POST",
            "/api/me/limits",
            set_own_limit,
            tag="limits",
            summary="Set or remove a limit of your own.",
            description="A tighter limit takes effect at once, a looser one after a day.",
            body=SetLimit,
            example=SetLimit("loss", 10_000),
            answer=PlayerLimit,
            answer_is="The limit.",
            keyed=True,
        ),
    ]


def _exclusion(services: Services) -> list[Operation]:
    async def exclude_self(call: Call[ExcludeSelf, None]) -> Response:
        days = call.body.days
        excluded = await services.own_limits.exclude(call.request_key, call.caller, days)
        response = json_response(excluded.data)
        if excluded.is_signed_out:
            delete_session(response)
        return response

    return [
        Operation(
            "exclude_self",
            "POST",
            "/api/me/exclude",
            exclude_self,
            tag="limits",
            summary="Exclude yourself from play for some days.",
            description="You leave your seats, and a member is signed out. Nobody can undo this; "
            "you can only make it longer.",
            body=ExcludeSelf,
            example=ExcludeSelf(7),
            answer=SelfExclusion,
            answer_is="When the exclusion ends.",
            sets_cookie=True,
            keyed=True,
        ),
    ]
