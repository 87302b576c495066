"""What links do: one makes the first operator, others invite to private tables.

Looking at a link changes nothing, because programs look at links too. Only accepting it does. A
stranger who accepts becomes a guest in the same transaction.
"""

from typing import NamedTuple

from casinowar.house.house import House
from casinowar.house.people import accounts
from casinowar.house.people.accounts import Arrival
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.sessions import Session, Sessions, sha256_of
from casinowar.house.tables import floor
from casinowar.house.tables.commands import caller_of
from casinowar.house.tables.sign import TableSign, sign
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import people, records
from casinowar.store.writer.work import Work


class InvitedTable(NamedTuple):
    """What an invitation says about its table."""

    host: str
    """The name of the owner."""
    name: str
    sign: TableSign
    taken: int
    """How many seats are taken."""


class Joined(NamedTuple):
    """Somebody who accepted an invitation, and the table it leads to."""

    arrival: Arrival
    """Its token is ``""`` if they keep the session they have."""
    table_id: str


class LinkService:
    """The links of a house."""

    def __init__(self, house: House, sessions: Sessions, chip_rules: ChipRules) -> None:
        self._house = house
        self._sessions = sessions
        self._chip_rules = chip_rules

    async def check_operator_link(self, secret: str) -> None:
        """Refuse a secret that makes nobody the operator."""
        await self._house.read(lambda connection: accounts.check_operator_link(connection, secret))

    async def become_operator(self, session: Session | None, secret: str) -> Arrival:
        """Make the caller the operator."""
        entropy = self._house.means.entropy

        def job(work: Work) -> Arrival:
            known, _ = self._session_in(work, session)
            return accounts.take_operator_link(work, entropy, *known, secret)

        arrival = await self._house.do(job, alone=True)
        self._sessions.forget(arrival.person.account)
        return arrival

    async def invitation(self, secret: str) -> InvitedTable:
        """Describe the table that an invitation leads to."""
        table_id = await self._house.read(lambda connection: floor.invited_to(connection, secret))
        running = await self._house.committed(table_id)
        table, owner = running.record.table, running.owner
        assert owner is not None, "only a private table has a link"
        name, host, file = await self._house.read(
            lambda connection: (
                store_floor.name_of(connection, table_id),
                people.person(connection, owner),
                records.rule_file(connection, table.rules.sha256),
            )
        )
        assert host is not None, "an account is never deleted"
        return InvitedTable(
            host=host.name,
            name=name,
            sign=sign(file, table.rules, table.options, self._house.means.pace),
            taken=sum(bool(player) for player in table.seats),
        )

    async def join(self, session: Session | None, secret: str) -> Joined:
        """Let the caller come to the private table of an invitation."""

        def job(work: Work) -> Joined:
            known, token = self._session_in(work, session)
            running = floor.join(work, caller_of(known), secret)
            return Joined(Arrival(known.person, token), running.id)

        joined = await self._house.do(job, alone=True)
        self._sessions.forget(joined.arrival.person.account)
        return joined

    def _session_in(self, work: Work, session: Session | None) -> tuple[Session, str]:
        """The caller's session. A stranger gets a new one as a guest, and its token."""
        if session is not None:
            return session, ""
        guest = accounts.new_guest(work, self._house.means.entropy, self._chip_rules.arrival)
        return Session(guest.person, sha256_of(guest.token)), guest.token
