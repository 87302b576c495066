"""People over HTTP, for staff: roles, bans, kicks, sessions, passwords, and the log of changes."""

from typing import Annotated

from msgspec import UNSET, Meta

from casinowar.house.people.account_service import EndedSessions
from casinowar.house.pit.audit_log import Reason
from casinowar.house.pit.office_messages import (
    BanPerson,
    ChangePage,
    KickPlayer,
    PasswordOffer,
    PeoplePage,
    PersonState,
    RoleFilter,
    SetRole,
)
from casinowar.house.services import Services
from casinowar.house.tables.table_messages import TableId
from casinowar.web.http.operations import Call, Operation
from casinowar.web.http.paging import Page

AT = "/api/people/{player}"


class PeopleQuery(Page, frozen=True):
    """Which page of the people, and which of them."""

    name: Annotated[str, Meta(max_length=64, description="A part of their names.")] = ""
    role: RoleFilter = UNSET


class ChangeQuery(Page, frozen=True):
    """Which page of the log, and about whom."""

    player: Annotated[str, Meta(max_length=32, description="Only changes to this person.")] = ""


def operations(services: Services) -> list[Operation]:
    """The requests about people."""
    return [*_lists(services), *_roles(services), *_removals(services), *_sign_ins(services)]


def _lists(services: Services) -> list[Operation]:
    offices = services.offices

    async def people(call: Call[None, PeopleQuery]) -> PeoplePage:
        asked = call.query
        return await offices.people(call.caller, asked.name, asked.role, asked.limit, asked.after)

    async def changes(call: Call[None, ChangeQuery]) -> ChangePage:
        asked = call.query
        return await offices.changes(call.caller, asked.player, asked.limit, asked.after)

    return [
        Operation(
            "list_people",
            "GET",
            "/api/people",
            people,
            tag="people",
            summary="List the people with an account, by name.",
            description="For pit bosses and operators.",
            query=PeopleQuery,
            answer=PeoplePage,
            answer_is="A page of people.",
            refuses=(403, 404),
        ),
        Operation(
            "list_changes",
            "GET",
            "/api/changes",
            changes,
            tag="people",
            summary="List what staff changed, newest first.",
            description="For pit bosses and operators. Who did what to whom or to which table, "
            "when and why.",
            query=ChangeQuery,
            answer=ChangePage,
            answer_is="A page of changes.",
            refuses=(403, 404),
        ),
    ]


def _roles(services: Services) -> list[Operation]:
    offices = services.offices

    async def set_role(call: Call[SetRole, None]) -> bytes:
        return await offices.set_role(call.request_key, call.caller, call.player, call.body)

    return [
        Operation(
            "set_role",
            "POST",
            f"{AT}/role",
            set_role,
            tag="people",
            summary="Give a person a role.",
            description="For operators. A person who gains rights has to sign in again. The last "
            "operator stays one.",
            body=SetRole,
            example=SetRole("dealer", "Joins the team."),
            answer=PersonState,
            answer_is="The person.",
            keyed=True,
        )
    ]


def _removals(services: Services) -> list[Operation]:
    offices = services.offices

    async def ban(call: Call[BanPerson, None]) -> bytes:
        return await offices.ban(call.request_key, call.caller, call.player, call.body)

    async def unban(call: Call[Reason, None]) -> bytes:
        return await offices.unban(call.request_key, call.caller, call.player, call.body.why)

    async def kick(call: Call[KickPlayer, None]) -> bytes:
        return await offices.kick(call.request_key, call.caller, call.table_id, call.body)

    return [
        Operation(
            "ban_person",
            "POST",
            f"{AT}/ban",
            ban,
            tag="people",
            summary="Ban a person until a time.",
            description="For pit bosses and operators. The person loses their role, sessions and "
            "seats, and cannot sign in until then.",
            body=BanPerson,
            example=BanPerson(1_900_000_000_000, "Insulted the dealer."),
            answer=PersonState,
            answer_is="The person.",
            keyed=True,
        ),
        Operation(
            "unban_person",
            "POST",
            f"{AT}/unban",
            unban,
            tag="people",
            summary="Lift a ban.",
            description="For pit bosses and operators.",
            body=Reason,
            example=Reason("The ban was a mistake."),
            answer=PersonState,
            answer_is="The person.",
            keyed=True,
        ),
        Operation(
            "kick_player",
            "POST",
            "/api/tables/{table_id}/kick",
            kick,
            tag="people",
            summary="Make the player at a seat leave the table.",
            description="For pit bosses and operators. Wagers on the table are played first.",
            body=KickPlayer,
            example=KickPlayer(3, "Insulted the dealer."),
            answer=TableId,
            answer_is="The table.",
            keyed=True,
        ),
    ]


def _sign_ins(services: Services) -> list[Operation]:
    offices = services.offices

    async def end_sessions(call: Call[Reason, None]) -> bytes:
        return await offices.end_sessions(call.request_key, call.caller, call.player, call.body.why)

    async def offer_password(call: Call[Reason, None]) -> PasswordOffer:
        return await offices.offer_password(call.caller, call.player, call.body.why)

    return [
        Operation(
            "end_sessions",
            "POST",
            f"{AT}/sessions/end",
            end_sessions,
            tag="people",
            summary="End all sessions of a person.",
            description="For pit bosses and operators.",
            body=Reason,
            example=Reason("The phone was stolen."),
            answer=EndedSessions,
            answer_is="The number of sessions.",
            keyed=True,
        ),
        Operation(
            "create_password_reset",
            "POST",
            f"{AT}/password",
            offer_password,
            tag="people",
            summary="Let a member choose a new password.",
            description="For operators. The link works once, for a day. The request takes no "
            "`Idempotency-Key`: repeat it, and you get another secret.",
            body=Reason,
            example=Reason("Forgot the password."),
            answer=PasswordOffer,
            answer_is="The link.",
        ),
    ]
