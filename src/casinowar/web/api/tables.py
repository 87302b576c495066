"""Tables over HTTP: the lobby, a table as it stands, opening and closing one, coming to one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Request, Response
from pydantic import Field

from casinowar.game.players import kind_of
from casinowar.game.table import need
from casinowar.house.people import rights
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Opening
from casinowar.house.tables.offers import offers, purse_of
from casinowar.house.tables.sign import players_have_edge, sign
from casinowar.house.tables.views import need_json, view
from casinowar.record.codec.values import to_plain
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from casinowar.rules.model import Limit
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import listing, records
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work
from casinowar.web.http import paging
from casinowar.web.http.routes import (
    TABLE_ID,
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
    table_in,
    zipped_answer,
)
from casinowar.web.http.site import Site

_AT = "/api/tables/{table_id}"
SHA256_DIGITS = 64
Cents = Annotated[int, Field(ge=1, le=10**12)]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The amounts a wager may have: a range, or a few fixed amounts."""

    least: Cents
    most: Cents
    amounts: Annotated[tuple[Cents, ...], Field(max_length=20)] = ()

    def limit(self) -> Limit:
        """The same for a table."""
        return Limit(self.least, self.most, self.amounts)


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table; what you leave out has its usual value."""

    rules: Annotated[str, Field(min_length=1, max_length=64)]
    """A built-in rule set by its id, or a rule file of this house by its SHA-256."""
    reading: Annotated[str, Field(max_length=64)] = ""
    name: Annotated[str, Field(max_length=80)] = ""
    decks: Annotated[int, Field(ge=1, le=100)] | None = None
    seats: Annotated[int, Field(ge=1, le=100)] | None = None
    primary: Bounds | None = None
    tie: Bounds | None = None
    authorised: Cents | None = None
    most_returned: Cents | None = None
    first_burn: bool | None = None
    collect: Literal["pick and pay", "lay and pay", "by deal"] | None = None
    why: Annotated[str, Field(max_length=200)] = ""
    """The reason, which is kept where the table is for everyone."""
    public: bool = False
    """For everyone, without an invitation; only the operator opens such a table."""
    players_may_have_edge: bool = False
    bots: Annotated[int, Field(ge=0, le=7)] = 0
    hand_dealt: bool = False
    """A dealer deals real cards there; such a table is public."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close a table; the reason is kept where it is not one's own."""

    why: Annotated[str, Field(max_length=200)] = ""


@dataclass(frozen=True, slots=True)
class Join:
    """Come to a private table by the secret of its link."""

    invitation: Annotated[str, Field(min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, by its number."""

    seat: int


def add_tables(app: FastAPI, site: Site) -> None:
    """Have requests about tables handled."""
    desk = TableResource(site)
    for post, handler in (
        (Post("/api/tables", Open, "Open a table.", "Opened", refuses=(404,)), desk.open),
        (Post("/api/join", Join, "Come to a private table.", "Came", refuses=(404,)), desk.join),
        (
            Post(f"{_AT}/game", None, "Have one's own game of a table for one player.", "Came"),
            partial(desk.change, floor.own_game),
        ),
        (
            Post(f"{_AT}/close", Close, "Close a table for good.", "Came", optional=True),
            desk.close,
        ),
        (
            Post(f"{_AT}/add-bot", Seat, "Seat one of the house's own players.", "Came"),
            partial(desk.change_seat, floor.add_bot),
        ),
        (
            Post(f"{_AT}/remove-bot", Seat, "Have one of the house's own players leave.", "Came"),
            partial(desk.change_seat, floor.remove_bot),
        ),
    ):
        add_post(app, site.sessions, post, handler)
    _add_lobby(app, desk)
    _add_table(app, desk)


def _add_lobby(app: FastAPI, desk: "TableResource") -> None:
    @app.get(
        "/api/lobby",
        summary="The tables there are: public ones, one's own, and those one was invited to.",
        responses={200: answer("Lobby", "A page."), **refusals(404, 422, 429)},
        response_class=Response,
    )
    async def lobby(
        request: Request,
        limit: paging.Limit = paging.PAGE,
        after: paging.After = None,
    ) -> Response:
        place = paging.lobby_place(after)
        return json_answer(await desk.lobby(await desk.caller(request), limit, place))


def _add_table(app: FastAPI, desk: "TableResource") -> None:
    extra = {"parameters": [TABLE_ID]}

    @app.get(
        _AT,
        summary="A table: as it stands, its sign, and what its players are called.",
        responses={200: answer("Table", "The table."), **refusals(404, 429)},
        openapi_extra=extra,
        response_class=Response,
    )
    async def table(request: Request) -> Response:
        found = await desk.table(await desk.caller(request), table_in(request))
        return zipped_answer(request, found)

    @app.get(
        f"{_AT}/invitation",
        summary="The link to a private table, for its owner or the operator.",
        responses={200: answer("Invitation", "The link."), **refusals(401, 403, 404, 429)},
        openapi_extra={**extra, "security": [{"session": []}]},
        response_class=Response,
    )
    async def invitation(request: Request) -> Response:
        caller = await desk.caller(request)
        if caller is None:
            raise not_signed_in()
        return json_answer(await desk.invitation(caller, table_in(request)))

    @app.get(
        f"{_AT}/offers",
        summary="What the caller may do at a table now.",
        responses={200: answer("Offers", "The offers."), **refusals(401, 404, 429)},
        openapi_extra={**extra, "security": [{"session": []}]},
        response_class=Response,
    )
    async def offered(request: Request) -> Response:
        caller = await desk.caller(request)
        if caller is None:
            raise not_signed_in()
        return json_answer(await desk.offers(caller, table_in(request)))


Change = Callable[..., Running]


class TableResource:
    """Where tables are looked at, opened and closed."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._house = site.house

    async def caller(self, request: Request) -> Caller | None:
        """Who asks, if they are known."""
        session = await session_of(self._site.sessions, request)
        return None if session is None else caller_of(session)

    async def open(self, call: Call[Open]) -> Response:
        """A private table and the secret of the link to it, or a public one."""
        opening, means = await self._opening(call.body), self._house.means
        why = _line(call.body.why)

        def run(work: Work) -> Json:
            if call.body.public:
                public = floor.open_public(work, means, call.caller, opening, why)
                return {"table": public.id, "invitation": None, "link": None}
            opened, token = floor.open_private(work, means, call.caller, opening)
            return {"table": opened.id, "invitation": token, "link": _link(token)}

        return await self._site.keyed(call, run)

    async def _opening(self, asked: Open) -> Opening:
        options = {
            "decks": asked.decks,
            "seats": asked.seats,
            "primary": None if asked.primary is None else asked.primary.limit(),
            "tie": None if asked.tie is None else asked.tie.limit(),
            "authorised": asked.authorised,
            "most_returned": asked.most_returned,
            "first_burn": asked.first_burn,
            "collect": asked.collect,
            "hand_dealt": asked.hand_dealt,
        }
        return Opening(
            await self.rule_file(asked.rules),
            reading=asked.reading,
            name=checked_title(asked.name),
            options={name: value for name, value in options.items() if value is not None},
            players_may_have_edge=asked.players_may_have_edge,
            bots=asked.bots,
        )

    async def rule_file(self, name: str) -> RuleFile:
        """A built-in rule set by its id, or a rule file that the house keeps by its SHA-256."""
        if name in builtin_names():
            return load_rules(name)
        if len(name) != SHA256_DIGITS or not name.isprintable():
            raise Refused("not-found", f"there is no rule set {name!r} here", status=404)
        return await self._house.read(lambda connection: records.rule_file(connection, name))

    async def rule_files(self) -> list[tuple[RuleFile, bool]]:
        """Each rule file there is, and whether it is this house's own: the built-in ones first.

        Of a file that was changed since, only the last one is told.
        """
        builtin = [load_rules(name) for name in builtin_names()]
        known = {file.sha256 for file in builtin}
        kept = await self._house.read(listing.rules)
        own = {file.id: file for file in kept if file.sha256 not in known}
        return [(file, False) for file in builtin] + [(file, True) for file in own.values()]

    async def join(self, call: Call[Join]) -> Response:
        """The table that a link leads to."""
        return await self._site.keyed(
            call, lambda work: {"table": floor.join(work, call.caller, call.body.invitation).id}
        )

    async def change(self, change: Change, call: Call[Any]) -> Response:
        """Something that is done to a whole table, by who may."""
        return await self._site.keyed(
            call,
            lambda work: {"table": change(work, self._house.means, call.caller, call.table_id).id},
        )

    async def close(self, call: Call[Close]) -> Response:
        """A table is closed for good."""
        why = _line(call.body.why)
        return await self.change(partial(floor.close_table, why=why), call)

    async def change_seat(self, change: Change, call: Call[Seat]) -> Response:
        """The same, to one of its seats."""
        seat = call.body.seat
        return await self.change(lambda *given: change(*given, seat), call)

    async def lobby(self, caller: Caller | None, limit: int, after: tuple[int, str] | None) -> Json:
        """A page of tables."""
        account = None if caller is None else caller.account
        found = await self._house.read(
            lambda connection: listing.lobby(connection, account, limit + 1, after)
        )
        page = found[:limit]
        rows = [row(await self._house.table(each.id, caller), each.name) for each in page]
        more = len(found) > limit
        last = paging.cursor(page[-1].opened_at, page[-1].id) if more else None
        return {"tables": rows, "next": last}

    async def table(self, caller: Caller | None, table_id: str) -> Json:
        """Everything of a table that is for its players to know."""
        running = await self._house.table(table_id, caller)
        table = running.record.table
        name, file = await self._house.read(
            lambda connection: (
                store_floor.name_of(connection, table_id),
                records.rule_file(connection, table.rules.sha256),
            )
        )
        return {
            "name": name,
            "private": running.owner is not None,
            "manages": rights.may_at(running, caller, "close"),
            "may": rights.rights_at(running, caller),
            "view": view(running),
            "sign": sign(file, table.rules, table.options, self._house.means.pace),
            "names": await self._site.names.of(players_at(running)),
        }

    async def invitation(self, caller: Caller, table_id: str) -> Json:
        """The secret that lets others come to a private table, and the link that has it."""
        running = await self._house.table(table_id, caller)
        token = await self._house.read(
            lambda connection: floor.invitation(connection, running, caller)
        )
        return {"invitation": token, "link": _link(token)}

    async def offers(self, caller: Caller, table_id: str) -> Json:
        """What someone may do."""
        running = await self._house.table(table_id, caller)
        self._site.presence.asks(caller.player, table_id)
        purse = await self._house.read_with_time(
            partial(purse_of, running=running, caller=caller, pace=self._house.means.pace)
        )
        awaited = need_json(need(running.record.table))
        if floor.is_pattern(running):
            return {"offers": [{"command": "game"}], "withheld": [], "need": awaited}
        return {**offers(running, caller.player, purse), "need": awaited}


def _link(invitation: str | None) -> str | None:
    return None if invitation is None else f"/join/{invitation}"


def players_at(running: Running) -> set[str]:
    """Everyone who sits or bets at a table, or did in the round that lies there."""
    table = running.record.table
    betting = {bet.player for bet in (*table.bets, *(table.round.bets if table.round else ()))}
    return {*table.players(), *betting, table.bank.player, table.dealer} - {""}


def row(running: Running, name: str) -> Json:
    """A table as a line of the lobby."""
    table = running.record.table
    rules, options, seated = table.rules, table.options, table.players()
    bots = sum(kind_of(player) == "bot" for player in seated)
    dealt = table.round.cards if table.round is not None else ()
    return {
        "id": running.id,
        "name": name,
        "rules": rules.id,
        "reading": rules.reading,
        "private": running.owner is not None,
        "solo": rules.is_solo,
        "hand_dealt": options.hand_dealt,
        "seats": options.seats,
        "people": len(seated) - bots,
        "bots": bots,
        "places": [
            {"player": player, "bot": kind_of(player) == "bot"} if player else None
            for player in table.seats
        ],
        "cards": [to_plain(card) for card in dealt],
        "primary": to_plain(options.primary),
        "players_have_edge": players_have_edge(rules, options.decks),
        "playing": table.playing,
        "paused": running.why_paused,
        "rounds": table.rounds,
    }


def _line(text: str) -> str:
    """A reason that may be left out, in one line."""
    text = " ".join(text.split())
    if not text.isprintable():
        raise Refused("bad-reason", "a reason is a line of visible characters")
    return text


def checked_title(name: str) -> str:
    """The name of a table: one line of visible characters."""
    name = " ".join(name.split())
    if not name.isprintable():
        raise Refused("bad-name", "a table's name is one line of visible characters")
    return name
