"""What can be asked about accounts: come in, register, sign in and out, get chips.

A person who comes in, registers, signs in or chooses a new password gets a new session. Its token
goes into their cookie and nowhere else.
"""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from casinowar.house.house import House
from casinowar.house.messages import Cents, Message
from casinowar.house.people import accounts, chips, rights
from casinowar.house.people.accounts import Arrival
from casinowar.house.people.chips import ChipRules
from casinowar.house.people.names import Names
from casinowar.house.people.passwords import Passwords
from casinowar.house.people.rights import Everywhere
from casinowar.house.people.sessions import DAY_MS, Session, Sessions
from casinowar.house.pit import offices
from casinowar.house.refusals import Refused
from casinowar.house.request_key import RequestKey
from casinowar.house.tables.commands import Caller
from casinowar.record.ledger import Account
from casinowar.store.queries import floor, money, people
from casinowar.store.queries.people import Person, Role
from casinowar.store.queries.player_rounds import tables_with_wagers


class Refill(Message, frozen=True):
    """Chips for a player who is nearly broke."""

    amount: Annotated[int, Meta(description="What a refill adds, in cents.")]
    below: Annotated[
        int, Meta(description="Players with less than this many cents, tables included, get one.")
    ]
    at: Annotated[
        int | None,
        Meta(
            description="From when on the caller may get one, in milliseconds since 1970. "
            "Null means never."
        ),
    ]


class Me(Message, frozen=True):
    """The caller: their account, their rights and their chips."""

    player: Annotated[str, Meta(description="The permanent name, used in records.")]
    name: Annotated[str, Meta(description="The name that others see.")]
    kind: Literal["guest", "member"]
    role: Role
    may: Annotated[list[Everywhere], Meta(description="What the role allows in the whole house.")]
    balance: Annotated[int, Meta(description="Chips in the purse, in cents.")]
    at_tables: Annotated[
        dict[str, Cents], Meta(description="Chips on tables, by the id of the table.")
    ]
    seats: Annotated[list[str], Meta(description="The ids of the tables where the caller sits.")]
    refill: Refill


class EndedSessions(Message, frozen=True):
    """How many sessions were ended."""

    ended: int


class ChipBalance(Message, frozen=True):
    """The caller's chips after a refill."""

    balance: Cents


class Welcome(NamedTuple):
    """The answer to a person who is signed in now."""

    me: Me
    token: str
    """Of their new session; ``""`` if they keep the one they have."""


class AccountService:
    """The accounts and sessions of a house."""

    def __init__(
        self,
        house: House,
        sessions: Sessions,
        names: Names,
        passwords: Passwords,
        chip_rules: ChipRules,
    ) -> None:
        self._house = house
        self._sessions = sessions
        self._names = names
        self._passwords = passwords
        self._chip_rules = chip_rules
        self._entropy = house.means.entropy

    async def create_guest(self, session: Session | None) -> Welcome:
        """Create a guest with chips. If the caller is signed in, keep that session."""
        if session is not None:
            return Welcome(await self.describe(session.person), "")
        arrival = await self._house.do(
            lambda work: accounts.new_guest(work, self._entropy, self._chip_rules.arrival),
            alone=True,
        )
        return await self._welcome(arrival, None)

    async def register(self, session: Session, name: str, password: str) -> Welcome:
        """Turn a guest into a member, who stays the same player."""
        guest, token_sha256 = session
        accounts.check_is_guest(guest)
        checked = accounts.checked_name(name)
        hashed = await self._passwords.hash(password)
        arrival = await self._house.do(
            lambda work: accounts.register(
                work, self._entropy, guest, token_sha256, checked, hashed
            ),
            alone=True,
        )
        self._names.forget(guest.player)
        return await self._welcome(arrival, session)

    async def sign_in(self, session: Session | None, name: str, password: str) -> Welcome:
        """Sign a member in.

        A wrong name takes as long as a wrong password and gets the same answer, so that nobody
        can find out which names exist.
        """
        key = accounts.key_of(name) if name.isprintable() else ""
        found = await self._house.read(lambda connection: people.with_password(connection, key))
        hashed = None if found is None else found[1]
        if not await self._passwords.matches(hashed, password) or found is None:
            raise Refused("wrong-password", "name or password is wrong", status=401)
        old = "" if session is None else session.token_sha256
        arrival = await self._house.do(
            lambda work: accounts.sign_in(work, self._entropy, found[0], old), alone=True
        )
        return await self._welcome(arrival, session)

    async def check_reset(self, secret: str) -> None:
        """Refuse a secret that does not let anyone choose a new password."""
        now = self._house.clock()
        await self._house.read(
            lambda connection: offices.check_password_offer(connection, secret, now)
        )

    async def choose_password(self, session: Session | None, secret: str, password: str) -> Welcome:
        """Give a member a new password by the secret that the operator gave them.

        The secret is checked first, because a hash is expensive.
        """
        await self.check_reset(secret)
        hashed = await self._passwords.hash(password)
        arrival = await self._house.do(
            lambda work: offices.choose_password(work, self._entropy, secret, hashed), alone=True
        )
        return await self._welcome(arrival, session)

    async def sign_out(self, session: Session) -> None:
        """End the caller's session at once."""
        await self._house.do(lambda work: accounts.sign_out(work, session.token_sha256), alone=True)
        self._sessions.forget(session.person.account)

    async def end_other_sessions(self, session: Session) -> EndedSessions:
        """End every other session of the caller's account at once."""
        account, token_sha256 = session.person.account, session.token_sha256
        ended = await self._house.do(
            lambda work: accounts.end_others(work, account, token_sha256), alone=True
        )
        self._sessions.forget(account)
        return EndedSessions(ended)

    async def refill(self, request: RequestKey, caller: Caller) -> bytes:
        """Give chips to a player who is nearly broke."""
        answered = await self._house.once(
            request,
            lambda work: ChipBalance(chips.refill(work, caller.player, self._chip_rules)),
        )
        return answered.data

    async def describe(self, person: Person) -> Me:
        """Describe a person to themselves."""
        account, rules = Account("player", person.player), self._chip_rules
        balance, with_wagers, seats, refill_at = await self._house.read_with_time(
            lambda connection, now: (
                money.balance(connection, account),
                tables_with_wagers(connection, person.player, now - DAY_MS),
                floor.seats_of(connection, person.player),
                chips.next_refill(connection, person.player, rules),
            )
        )
        caller = Caller(person.account, person.player, person.role)
        return Me(
            player=person.player,
            name=person.name,
            kind="member" if person.kind == "member" else "guest",
            role=person.role,
            may=rights.rights_of(person.role),
            balance=balance,
            at_tables=await chips.staked_at(self._house, caller, with_wagers),
            seats=sorted(seats),
            refill=Refill(rules.refill, rules.below, refill_at),
        )

    async def _welcome(self, arrival: Arrival, before: Session | None) -> Welcome:
        """The answer to somebody with a new session, in place of the one they had before."""
        if before is not None:
            self._sessions.forget(before.person.account)
        self._sessions.forget(arrival.person.account)
        return Welcome(await self.describe(arrival.person), arrival.token)
