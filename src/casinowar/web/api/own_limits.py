"""What players allow themselves, and how long they have played: over HTTP."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import structlog
from fastapi import FastAPI, Request, Response
from pydantic import Field

from casinowar.house.people import exclusion, own_limits
from casinowar.house.people.chips import staked
from casinowar.house.people.sessions import COOKIE, DAY_MS
from casinowar.house.refusals import Refused
from casinowar.house.tables import absent
from casinowar.house.tables.commands import Caller
from casinowar.store.queries import own_limits as store_limits
from casinowar.store.queries.own_limits import NOTHING, Limit, OwnLimits, Playtime
from casinowar.store.queries.people import Person
from casinowar.store.queries.player_rounds import tables_with_wagers
from casinowar.store.writer.work import Work
from casinowar.web.http.routes import (
    Call,
    Json,
    Post,
    add_post,
    answer,
    caller_of,
    json_answer,
    not_signed_in,
    refusals,
    session_of,
)
from casinowar.web.http.schemas import CENTS, NUMBER, TIME, maybe, object_schema
from casinowar.web.http.site import Site

MOST_DAYS = 3650
_LIMITS: tuple[Literal["stake", "loss", "time"], ...] = ("stake", "loss", "time")

_LIMIT = object_schema(
    "What someone allows themselves, and what from some time on; null is any amount.",
    most=maybe(NUMBER),
    coming=maybe(object_schema("A looser one.", most=maybe(NUMBER), at=TIME)),
)
SCHEMAS: dict[str, Json] = {
    "Limits": object_schema(
        "What the caller allows themselves, `time` in minutes; and how they played in 24 hours.",
        stake=_LIMIT,
        loss=_LIMIT,
        time=_LIMIT,
        excluded_until=maybe(TIME),
        played=object_schema(
            "Within the last 24 hours: for how long, what it came to, and what is undecided.",
            ms=NUMBER,
            net=CENTS,
            at_stake=CENTS,
        ),
    ),
    "Limit": _LIMIT,
    "Excluded": object_schema("Until when someone does not play.", excluded_until=TIME),
}

log = structlog.get_logger("casinowar.web")


@dataclass(frozen=True, slots=True)
class SetLimit:
    """Set a limit, or have it go: cents of a round or of 24 hours' loss, or minutes of play."""

    what: Literal["stake", "loss", "time"]
    most: Annotated[int, Field(ge=1, le=10**12)] | None


@dataclass(frozen=True, slots=True)
class Exclude:
    """Do not play for so many days."""

    days: Annotated[int, Field(ge=1, le=MOST_DAYS)]


def add_ownlimits(app: FastAPI, site: Site) -> None:
    """Have requests about players' own limits handled."""
    app.state.schemas |= SCHEMAS
    desk = Restraint(site)
    for post, handler in (
        (
            Post("/api/me/limits", SetLimit, "Set a limit: tighter at once.", "Limit"),
            desk.set_limit,
        ),
        (
            Post("/api/me/exclude", Exclude, "Do not play until some time.", "Excluded"),
            desk.exclude,
        ),
    ):
        add_post(app, site.sessions, post, handler)

    @app.get(
        "/api/me/limits",
        summary="What the caller allows themselves, and how they played in the last 24 hours.",
        responses={200: answer("Limits", "The limits."), **refusals(401, 429)},
        openapi_extra={"security": [{"session": []}]},
        response_class=Response,
    )
    async def limits(request: Request) -> Response:
        session = await session_of(site.sessions, request)
        if session is None:
            raise not_signed_in()
        return json_answer(await desk.describe(caller_of(session)))


class Restraint:
    """Where players limit themselves."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._house = site.house

    async def describe(self, caller: Caller) -> Json:
        """What someone has set, and what they have done."""

        def look(connection: Any, now: int) -> tuple[OwnLimits, Playtime, list[str], int]:
            own = store_limits.own_limits_of(connection, (caller.account,)).get(
                caller.account, NOTHING
            )
            played = own_limits.playtime_at(connection, caller.player, now)
            tables = tables_with_wagers(connection, caller.player, now - DAY_MS)
            return own, played, tables, now

        own, played, tables, now = await self._house.read_with_time(look)
        at_stake = 0
        for table_id in tables:
            try:
                running = await self._house.table(table_id, caller)
            except Refused:  # a private table that they may no longer come to
                continue
            at_stake += staked(running.record.table, caller.player)
        until = own.excluded_until
        return {
            **{what: _told(own.of(what), now) for what in _LIMITS},
            "excluded_until": until if until is not None and until > now else None,
            "played": {"ms": played.ms, "net": at_stake - played.lost, "at_stake": at_stake},
        }

    async def set_limit(self, call: Call[SetLimit]) -> Response:
        """A limit is tighter at once, or looser in a day."""
        caller, what, most = call.caller, call.body.what, call.body.most
        return await self._site.keyed(
            call,
            lambda work: _told(
                own_limits.set_limit(work, caller.account, caller.player, what, most), work.now
            ),
        )

    async def exclude(self, call: Call[Exclude]) -> Response:
        """Someone is out at once; a member has no session any more."""
        means, caller = self._house.means, call.caller
        found: list[Person] = []

        def run(work: Work) -> Json:
            found.append(exclusion.exclude(work, means, caller, call.body.days))
            return {"excluded_until": found[-1].excluded_until}

        told = await self._site.keyed(call, run)
        for person in found[-1:]:  # none, where the same was asked before
            self._site.sessions.forget(person.account)
            log.info("excluded by their own wish", player=person.player, days=call.body.days)
            if absent.is_signed_out(person):
                told.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return told


def _told(limit: Limit, now: int) -> Json:
    coming = limit.coming_at is not None and not limit.is_over(now)
    return {
        "most": limit.at(now),
        "coming": {"most": limit.coming, "at": limit.coming_at} if coming else None,
    }
