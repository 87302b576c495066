"""Coming in, registering, signing in and out, and chips: over HTTP."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import FastAPI, Request, Response
from pydantic import Field

from casinowar.house.people import accounts, chips, rights
from casinowar.house.people.accounts import Arrival
from casinowar.house.people.passwords import LEAST_LETTERS, MOST_LETTERS
from casinowar.house.people.sessions import COOKIE, DAY_MS, DAYS
from casinowar.house.refusals import Refused
from casinowar.house.tables.commands import Caller
from casinowar.record.ledger import Account
from casinowar.store.queries import floor, money, people
from casinowar.store.queries.people import Person
from casinowar.store.queries.player_rounds import tables_with_wagers
from casinowar.web.http.routes import (
    Call,
    Json,
    Post,
    add_post,
    answer,
    json_answer,
    not_signed_in,
    refusals,
    session_of,
)
from casinowar.web.http.site import Site

KNOWN = "casinowar_known"

Name = Annotated[str, Field(min_length=1, max_length=64)]
Password = Annotated[str, Field(min_length=LEAST_LETTERS, max_length=MOST_LETTERS)]


@dataclass(frozen=True, slots=True)
class Credentials:
    """A name and a password."""

    name: Name
    password: Password


@dataclass(frozen=True, slots=True)
class Known:
    """A name and a password that are to be those of a member; what is too short is wrong, too."""

    name: Name
    password: Annotated[str, Field(max_length=MOST_LETTERS)]


def add_accounts(app: FastAPI, site: Site) -> None:
    """Have requests about accounts handled."""
    door = Door(site)
    for post, handler in (
        (
            Post(
                "/api/guest",
                None,
                "Come in as a guest, with chips.",
                "Me",
                signed_in=False,
                keyed=False,
            ),
            door.guest,
        ),
        (
            Post("/api/register", Credentials, "Turn the guest into a member.", "Me", keyed=False),
            door.register,
        ),
        (
            Post(
                "/api/sign-in",
                Known,
                "Sign in.",
                "Me",
                signed_in=False,
                keyed=False,
                refuses=(401,),
            ),
            door.sign_in,
        ),
        (Post("/api/sign-out", None, "Sign out.", "Nothing", keyed=False), door.sign_out),
        (
            Post("/api/sessions/end-others", None, "End all other sessions.", "Ended", keyed=False),
            door.end_others,
        ),
        (Post("/api/chips", None, "Get chips when broke.", "Chips"), door.refill),
    ):
        add_post(app, site.sessions, post, handler)

    @app.get(
        "/api/me",
        summary="Who is signed in, and what they have.",
        responses={200: answer("Me", "The caller."), **refusals(401, 429)},
        openapi_extra={"security": [{"session": []}]},
        response_class=Response,
    )
    async def me(request: Request) -> Response:
        session = await session_of(site.sessions, request)
        if session is None:
            raise not_signed_in()
        return json_answer(await door.describe(session.person))


class Door:
    """Where people come in and go out."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._house = site.house
        self._entropy = site.house.means.entropy

    async def guest(self, call: Call[Any]) -> Response:
        """If the caller is signed in, keep that session."""
        if call.session is not None:
            return json_answer(await self.describe(call.session.person))
        came = await self._house.do(
            lambda work: accounts.new_guest(work, self._entropy, self._site.chips.arrival),
            alone=True,
        )
        return await self.welcome(call, came)

    async def register(self, call: Call[Credentials]) -> Response:
        """A guest gets a name and a password, and stays the same player."""
        guest, token_sha256 = call.known
        if guest.kind != "guest":
            raise Refused("already-member", f"this account has its name already: {guest.name}")
        name = accounts.checked_name(call.body.name)
        password = await self._site.passwords.hash(call.body.password)
        came = await self._house.do(
            lambda work: accounts.register(
                work, self._entropy, guest, token_sha256, name, password
            ),
            alone=True,
        )
        self._site.names.forget(guest.player)
        return await self.welcome(call, came)

    async def sign_in(self, call: Call[Known]) -> Response:
        """A wrong name takes as long as a wrong password, and is told in the same words."""
        key = accounts.key_of(call.body.name) if call.body.name.isprintable() else ""
        found = await self._house.read(lambda connection: people.with_password(connection, key))
        kept = None if found is None else found[1]
        if not await self._site.passwords.matches(kept, call.body.password) or found is None:
            raise Refused("wrong-password", "name or password is wrong", status=401)
        old = call.session.token_sha256 if call.session is not None else ""
        came = await self._house.do(
            lambda work: accounts.sign_in(work, self._entropy, found[0], old), alone=True
        )
        return await self.welcome(call, came)

    async def sign_out(self, call: Call[Any]) -> Response:
        """The session is over at once."""
        session = call.known
        await self._house.do(lambda work: accounts.sign_out(work, session.token_sha256), alone=True)
        self._site.sessions.forget(session.person.account)
        left = json_answer({})
        left.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
        return left

    async def end_others(self, call: Call[Any]) -> Response:
        """Every other session of the account is over at once."""
        account, token_sha256 = call.known.person.account, call.known.token_sha256
        ended = await self._house.do(
            lambda work: accounts.end_others(work, account, token_sha256), alone=True
        )
        self._site.sessions.forget(account)
        return json_answer({"ended": ended})

    async def refill(self, call: Call[Any]) -> Response:
        """Chips for who is broke."""
        player, rules = call.known.person.player, self._site.chips
        return await self._site.keyed(
            call, lambda work: {"balance": chips.refill(work, player, rules)}
        )

    async def describe(self, person: Person) -> Json:
        """Who someone is, and what they have."""
        account = Account("player", person.player)
        rules = self._site.chips
        balance, with_wagers, seats, refill_at = await self._house.read_with_time(
            lambda connection, now: (
                money.balance(connection, account),
                tables_with_wagers(connection, person.player, now - DAY_MS),
                floor.seats_of(connection, person.player),
                chips.next_refill(connection, person.player, rules),
            )
        )
        caller = Caller(person.account, person.player, person.role)
        at_tables = {}
        for table_id in with_wagers:
            try:
                running = await self._house.table(table_id, caller)
            except Refused:  # a private table of other people's
                continue
            if on_it := chips.staked(running.record.table, person.player):
                at_tables[table_id] = on_it
        return {
            "player": person.player,
            "name": person.name,
            "kind": person.kind,
            "role": person.role,
            "may": rights.rights_of(person.role),
            "balance": balance,
            "at_tables": at_tables,
            "seats": sorted(seats),
            "refill": {"amount": rules.refill, "below": rules.below, "at": refill_at},
        }

    async def welcome(self, call: Call[Any], came: Arrival) -> Response:
        """Tell someone who they are now, and give them the token of their new session."""
        if call.session is not None:
            self._site.sessions.forget(call.session.person.account)
        self._site.sessions.forget(came.person.account)
        told = json_answer(await self.describe(came.person))
        set_cookie(told, call.request, came.token)
        return told


def set_cookie(told: Response, request: Request, token: str) -> None:
    """Give a browser the token of its session, for this site's own requests alone."""
    told.set_cookie(
        COOKIE,
        token,
        max_age=DAYS * 24 * 60 * 60,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def set_known(told: Response, request: Request) -> None:
    """Have the page learn that there is a session, which no script can see; it is no secret."""
    secure = request.url.scheme == "https"
    told.set_cookie(KNOWN, "yes", path="/", secure=secure, samesite="strict")
