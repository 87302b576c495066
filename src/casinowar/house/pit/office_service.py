"""What staff can ask about people: roles, bans, kicks, sessions, passwords, and the log."""

from collections.abc import Callable

import structlog
from msgspec import UnsetType
from sqlalchemy import Connection

from casinowar.house import cursors
from casinowar.house.house import House
from casinowar.house.people import rights
from casinowar.house.people.account_service import EndedSessions
from casinowar.house.people.accounts import key_of
from casinowar.house.people.names import Names
from casinowar.house.people.sessions import Sessions
from casinowar.house.pit import offices
from casinowar.house.pit.audit_log import checked_why
from casinowar.house.pit.office_messages import (
    BanPerson,
    ChangePage,
    ChangeRow,
    KickPlayer,
    PasswordOffer,
    PeoplePage,
    PersonRow,
    PersonState,
    RoleFilter,
    SetRole,
)
from casinowar.house.request_key import RequestKey
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.table_messages import TableId
from casinowar.store.queries import audit_log, listing
from casinowar.store.queries.people import Person
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")


class OfficeService:
    """Looks after people."""

    def __init__(self, house: House, names: Names, sessions: Sessions) -> None:
        self._house = house
        self._names = names
        self._sessions = sessions

    async def set_role(
        self, request: RequestKey, caller: Caller, player: str, asked: SetRole
    ) -> bytes:
        """Give a person a role."""
        role, why = asked.role, checked_why(asked.why)
        return await self._change(
            request, caller, lambda work: offices.grant(work, caller, player, role, why)
        )

    async def ban(
        self, request: RequestKey, caller: Caller, player: str, asked: BanPerson
    ) -> bytes:
        """Ban a person until a time."""
        means, until, why = self._house.means, asked.until, checked_why(asked.why)
        return await self._change(
            request, caller, lambda work: offices.ban(work, means, caller, player, until, why)
        )

    async def unban(self, request: RequestKey, caller: Caller, player: str, why: str) -> bytes:
        """Lift a ban."""
        why = checked_why(why)
        return await self._change(
            request, caller, lambda work: offices.unban(work, caller, player, why)
        )

    async def _change(
        self, request: RequestKey, caller: Caller, change: Callable[[Work], Person]
    ) -> bytes:
        """Change a person, and look their sessions up again from now on."""
        changed: list[Person] = []

        def run(work: Work) -> PersonState:
            changed.append(change(work))
            return PersonState(*changed[-1][1:])

        answer = await self._house.once(request, run)
        if answer.made is not None:
            self._changed("person changed", caller, changed[-1])
        return answer.data

    async def end_sessions(
        self, request: RequestKey, caller: Caller, player: str, why: str
    ) -> bytes:
        """End all sessions of a person."""
        why = checked_why(why)
        changed: list[Person] = []

        def run(work: Work) -> EndedSessions:
            person, ended = offices.end_sessions(work, caller, player, why)
            changed.append(person)
            return EndedSessions(ended)

        answer = await self._house.once(request, run)
        if answer.made is not None:
            self._changed("sessions ended", caller, changed[-1])
        return answer.data

    async def offer_password(self, caller: Caller, player: str, why: str) -> PasswordOffer:
        """Let a person choose a new password. The secret is not kept: each request has its own."""
        entropy, why = self._house.means.entropy, checked_why(why)
        person, secret, until = await self._house.do(
            lambda work: offices.offer_password(work, entropy, caller, player, why), alone=True
        )
        self._changed("password offered", caller, person)
        return PasswordOffer(secret, f"/reset/{secret}", until)

    def _changed(self, says: str, caller: Caller, person: Person) -> None:
        self._sessions.forget(person.account)
        log.info(says, about=person.player, by=caller.player)

    async def kick(
        self, request: RequestKey, caller: Caller, table_id: str, asked: KickPlayer
    ) -> bytes:
        """Make the player at a seat leave a table."""
        means, why = self._house.means, checked_why(asked.why)

        def run(work: Work) -> TableId:
            seat, player = asked.seat, asked.player
            return TableId(offices.kick(work, means, caller, table_id, seat, why, player).id)

        answer = await self._house.once(request, run)
        return answer.data

    async def people(
        self, caller: Caller, name: str, role: RoleFilter, limit: int, after: str
    ) -> PeoplePage:
        """A page of people; `name` is a part of their names."""
        key, place = key_of(name), cursors.name_place(after)

        def query(connection: Connection) -> list[audit_log.Listed]:
            rights.check(connection, caller, "people")
            if not key.isprintable():  # nobody has such a name
                return []
            chosen = None if isinstance(role, UnsetType) else role
            return audit_log.people(connection, limit + 1, place, name=key, role=chosen)

        found = await self._house.read(query)
        page = found[:limit]
        return PeoplePage(
            [PersonRow(*each[1:]) for each in page],
            cursors.cursor(page[-1].name_key) if len(found) > limit else None,
        )

    async def changes(self, caller: Caller, player: str, limit: int, after: str) -> ChangePage:
        """A page of the log; with `player`, only changes about them."""
        place = cursors.number_place(after)

        def query(connection: Connection) -> tuple[list[audit_log.Changed], dict[str, str]]:
            rights.check(connection, caller, "changes")
            if not player.isprintable():
                return [], {}
            found = audit_log.newest(connection, limit + 1, place, player or None)
            tables = {each.table for each in found[:limit] if each.table}
            return found, listing.titles(connection, tables)

        found, tables = await self._house.read(query)
        page = found[:limit]
        people = {each.by for each in page} | {each.about for each in page if each.about}
        return ChangePage(
            names=await self._names.of(people),
            tables=tables,
            changes=[ChangeRow(*each) for each in page],
            next=cursors.cursor(page[-1].id) if len(found) > limit else None,
        )
