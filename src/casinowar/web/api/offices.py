"""What those with an office ask over HTTP: who is here, what is done to them, and what was done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import structlog
from fastapi import FastAPI, Query, Request, Response
from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from casinowar.house.people import rights
from casinowar.house.people.accounts import key_of
from casinowar.house.pit import offices
from casinowar.house.pit.audit_log import checked_why
from casinowar.house.tables.commands import Caller
from casinowar.store.queries import audit_log
from casinowar.store.queries.listing import titles
from casinowar.store.queries.people import Person, Role
from casinowar.store.writer.work import Work
from casinowar.web.http import paging
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
from casinowar.web.http.schemas import (
    CENTS,
    NUMBER,
    TEXT,
    TIME,
    by_name,
    maybe,
    object_schema,
    ref,
    several,
)
from casinowar.web.http.site import Site

Why = Annotated[str, Field(min_length=1, max_length=200)]
Until = Annotated[int, Field(ge=1, le=2**53 - 1)]

WHAT = (
    *("role", "sessions", "ban", "unban", "kick", "password"),
    *("open", "close", "replace", "pause", "resume", "pause-house", "resume-house"),
    *("rule", "finish", "rules"),
)
"""What is kept of what those with an office did."""

_KIND: Json = {"enum": ["guest", "member"]}
_ROLE: Json = {"enum": [*rights.RANKS]}

SCHEMAS: dict[str, Json] = {
    "Person": object_schema(
        "Someone, as they are now.",
        player=TEXT,
        name=TEXT,
        kind=_KIND,
        role=_ROLE,
        banned_until=maybe(TIME),
        excluded_until=maybe(TIME),
    ),
    "People": object_schema(
        "A page of people in the order of their names; `next` is the cursor of the page after it.",
        people=several(
            object_schema(
                "Someone.",
                player=TEXT,
                name=TEXT,
                kind=_KIND,
                role=_ROLE,
                balance=CENTS,
                since=TIME,
                banned_until=maybe(TIME),
            )
        ),
        next=maybe(TEXT),
    ),
    "Reset": object_schema(
        "What lets someone choose a new password, once and until then.",
        secret=TEXT,
        link=TEXT,
        until=TIME,
    ),
    "Changes": object_schema(
        "A page of changes, the newest first; `next` is the cursor of the page after it.",
        names=by_name(ref("Name")),
        tables=by_name({**TEXT, "description": "What a table is called."}),
        changes=several(
            object_schema(
                "Who did what to whom or to what, when and why; how it was before and after.",
                number=NUMBER,
                at=TIME,
                what={"enum": [*WHAT]},
                by=TEXT,
                about=maybe(TEXT),
                table=maybe(TEXT),
                why=TEXT,
                before={"type": "object"},
                after={"type": "object"},
            )
        ),
        next=maybe(TEXT),
    ),
}

log = structlog.get_logger("casinowar.web")


@dataclass(frozen=True, slots=True)
class Grant:
    """Give someone a role."""

    role: Role
    why: Why


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is done."""

    why: Why


@dataclass(frozen=True, slots=True)
class Ban:
    """Keep someone out until some time."""

    until: Until
    why: Why


@dataclass(frozen=True, slots=True)
class Kick:
    """Have the one at a seat leave the table."""

    seat: int
    why: Why
    player: Annotated[str, Field(max_length=32)] | None = None


def add_offices(app: FastAPI, site: Site) -> None:
    """Have requests of those with an office handled."""
    app.state.schemas |= SCHEMAS
    office = Office(site)
    at = "/api/people/{player}"
    for post, handler in (
        (Post(f"{at}/role", Grant, "Give someone a role.", "Person"), office.role),
        (
            Post(f"{at}/sessions/end", Reason, "End all sessions of someone.", "Ended"),
            office.end_sessions,
        ),
        (Post(f"{at}/ban", Ban, "Keep someone out.", "Person"), office.ban),
        (Post(f"{at}/unban", Reason, "Let someone come again.", "Person"), office.unban),
        (
            Post(f"{at}/password", Reason, "Let someone choose a password.", "Reset", keyed=False),
            office.password,
        ),
        (
            Post(
                "/api/tables/{table_id}/kick",
                Kick,
                "Have the one at a seat leave the table.",
                "Came",
            ),
            office.kick,
        ),
    ):
        add_post(app, site.sessions, post, handler)
    _add_people(app, office)
    _add_changes(app, office)


def _add_people(app: FastAPI, office: "Office") -> None:
    @app.get(
        "/api/people",
        summary="Who has an account, in the order of their names.",
        responses={200: answer("People", "A page."), **refusals(401, 403, 404, 422, 429)},
        openapi_extra={"security": [{"session": []}]},
        response_class=Response,
    )
    async def people(
        request: Request,
        name: Annotated[str, Query(max_length=64, description="A part of their names.")] = "",
        role: Annotated[Role | SkipJsonSchema[None], Query(description="Their role.")] = None,
        limit: paging.Limit = paging.PAGE,
        after: paging.After = None,
    ) -> Response:
        caller, place = await office.caller(request), paging.name_place(after)
        return json_answer(await office.people(caller, name, role, limit, place))


def _add_changes(app: FastAPI, office: "Office") -> None:
    @app.get(
        "/api/changes",
        summary="What those with an office did, to people and tables; the newest first.",
        responses={200: answer("Changes", "A page."), **refusals(401, 403, 404, 422, 429)},
        openapi_extra={"security": [{"session": []}]},
        response_class=Response,
    )
    async def listed(
        request: Request,
        player: Annotated[
            str | SkipJsonSchema[None], Query(max_length=32, description="To whom.")
        ] = None,
        limit: paging.Limit = paging.PAGE,
        after: paging.After = None,
    ) -> Response:
        caller, place = await office.caller(request), paging.number_place(after)
        return json_answer(await office.changes(caller, player, limit, place))


class Office:
    """Where people are looked after."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._house = site.house

    async def caller(self, request: Request) -> Caller:
        """Who asks."""
        session = await session_of(self._site.sessions, request)
        if session is None:
            raise not_signed_in()
        return caller_of(session)

    async def role(self, call: Call[Grant]) -> Response:
        """Someone has another role from now on."""
        role, why = call.body.role, checked_why(call.body.why)
        return await self._change(
            call, lambda work: offices.grant(work, call.caller, call.player, role, why)
        )

    async def ban(self, call: Call[Ban]) -> Response:
        """Someone is out at once."""
        means, why = self._house.means, checked_why(call.body.why)
        return await self._change(
            call,
            lambda work: offices.ban(work, means, call.caller, call.player, call.body.until, why),
        )

    async def unban(self, call: Call[Reason]) -> Response:
        """Someone may come again."""
        why = checked_why(call.body.why)
        return await self._change(
            call, lambda work: offices.unban(work, call.caller, call.player, why)
        )

    async def end_sessions(self, call: Call[Reason]) -> Response:
        """Someone has to sign in again, everywhere."""
        why = checked_why(call.body.why)
        found: list[Person] = []

        def run(work: Work) -> Json:
            person, ended = offices.end_sessions(work, call.caller, call.player, why)
            found.append(person)
            return {"ended": ended}

        told = await self._site.keyed(call, run)
        self._done("sessions ended", call, found)
        return told

    async def password(self, call: Call[Reason]) -> Response:
        """A secret is answered, and so not kept under a key: asked for again, it is another."""
        entropy, why = self._house.means.entropy, checked_why(call.body.why)
        person, secret, until = await self._house.do(
            lambda work: offices.offer_password(work, entropy, call.caller, call.player, why),
            alone=True,
        )
        self._done("password offered", call, [person])
        return json_answer({"secret": secret, "link": f"/reset/{secret}", "until": until})

    async def kick(self, call: Call[Kick]) -> Response:
        """Someone leaves a table."""
        means, asked, why = self._house.means, call.body, checked_why(call.body.why)

        def run(work: Work) -> Json:
            at = (call.table_id, asked.seat)
            return {"table": offices.kick(work, means, call.caller, *at, why, asked.player).id}

        return await self._site.keyed(call, run)

    async def people(
        self, caller: Caller, name: str, role: Role | None, limit: int, after: str | None
    ) -> Json:
        """A page of people."""
        key = key_of(name)

        def query(connection: Any) -> list[audit_log.Listed]:
            rights.check(connection, caller, "people")
            if not key.isprintable():  # nobody is called so
                return []
            return audit_log.people(connection, limit + 1, after, name=key, role=role)

        found = await self._house.read(query)
        page = found[:limit]
        last = paging.cursor(page[-1].name_key) if len(found) > limit else None
        shown = [each._asdict() for each in page]
        for each in shown:
            del each["name_key"]
        return {"people": shown, "next": last}

    async def changes(
        self, caller: Caller, player: str | None, limit: int, before: int | None
    ) -> Json:
        """A page of changes."""

        def query(connection: Any) -> list[audit_log.Changed]:
            rights.check(connection, caller, "changes")
            if player is not None and not player.isprintable():
                return []
            return audit_log.newest(connection, limit + 1, before, player)

        found = await self._house.read(query)
        page = found[:limit]
        tables = {each.table for each in page if each.table}
        named = {each.by for each in page} | {each.about for each in page if each.about}
        return {
            "names": await self._site.names.of(named),
            "tables": await self._house.read(lambda connection: titles(connection, tables)),
            "changes": [{"number": each.id, **_without_id(each)} for each in page],
            "next": paging.cursor(page[-1].id) if len(found) > limit else None,
        }

    async def _change(self, call: Call[Any], run: Callable[[Work], Person]) -> Response:
        """Change something about someone, who is known anew from then on."""
        found: list[Person] = []

        def job(work: Work) -> Json:
            found.append(run(work))
            person = found[-1]._asdict()
            del person["account"]
            return person

        told = await self._site.keyed(call, job)
        self._done("person changed", call, found)
        return told

    def _done(self, says: str, call: Call[Any], found: list[Person]) -> None:
        for person in found[-1:]:  # none, where the same was asked before
            self._site.sessions.forget(person.account)
            log.info(says, about=person.player, by=call.caller.player)


def _without_id(change: audit_log.Changed) -> Json:
    told = change._asdict()
    del told["id"]
    return told
