"""The service for tables: find, open, join, close and show them."""

from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from casinowar.game.table import need
from casinowar.house import cursors
from casinowar.house.house import House
from casinowar.house.people import rights
from casinowar.house.people.names import Names
from casinowar.house.people.presence import Presence
from casinowar.house.refusals import Refused
from casinowar.house.request_key import RequestKey
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.floor import Opening
from casinowar.house.tables.offers import OfferedCommand, Offers, offers, purse_of
from casinowar.house.tables.sign import sign
from casinowar.house.tables.table_messages import (
    Invitation,
    Lobby,
    OpenedTable,
    OpenTable,
    TableAnswer,
    TableId,
    lobby_row,
    players_at,
)
from casinowar.house.tables.views import need_text, view
from casinowar.rules.file import RuleFile
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import listing, records
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")

Change = Callable[[Work, floor.Means, Caller, str], Running]
"""Changes a table; refused if the caller may not."""


class TableService:
    """Finds, opens, changes and shows tables."""

    def __init__(
        self,
        house: House,
        names: Names,
        presence: Presence,
        rule_file: Callable[[str], Awaitable[RuleFile]],
    ) -> None:
        """`rule_file` finds a rule file by its id or its SHA-256."""
        self._house = house
        self._names = names
        self._presence = presence
        self._rule_file = rule_file

    async def open(self, request: RequestKey, caller: Caller, asked: OpenTable) -> bytes:
        """Open a public table, or a private one with a secret for its link."""
        opening, means = await self._opening(asked), self._house.means
        why = line_of(asked.why)

        def run(work: Work) -> OpenedTable:
            if asked.public:
                public = floor.open_public(work, means, caller, opening, why)
                return OpenedTable(public.id, None, None)
            opened, token = floor.open_private(work, means, caller, opening)
            return OpenedTable(opened.id, token, _link(token))

        answer = await self._house.once(request, run)
        if answer.made is not None:
            log.info("table opened", table=answer.made.table, player=caller.player)
        return answer.data

    async def _opening(self, asked: OpenTable) -> Opening:
        return Opening(
            await self._rule_file(asked.rules),
            reading=asked.reading,
            name=title_of(asked.name),
            options={**asked.options(), "hand_dealt": asked.hand_dealt},
            players_may_have_edge=asked.players_may_have_edge,
            bots=asked.bots,
            practice=asked.practice,
        )

    async def join(self, request: RequestKey, caller: Caller, invitation: str) -> bytes:
        """Join the private table of a link."""
        answer = await self._house.once(
            request, lambda work: TableId(floor.join(work, caller, invitation).id)
        )
        return answer.data

    async def own_game(self, request: RequestKey, caller: Caller, table_id: str) -> bytes:
        """Open the caller's own game of a table for one player, or find it again."""
        return await self._change(request, floor.own_game, caller, table_id)

    async def close(self, request: RequestKey, caller: Caller, table_id: str, why: str) -> bytes:
        """Close a table for good."""
        close = partial(floor.close_table, why=line_of(why))
        return await self._change(request, close, caller, table_id, "table closed")

    async def add_bot(self, request: RequestKey, caller: Caller, table_id: str, seat: int) -> bytes:
        """Seat a bot."""
        return await self._change(request, partial(floor.add_bot, seat=seat), caller, table_id)

    async def remove_bot(
        self, request: RequestKey, caller: Caller, table_id: str, seat: int
    ) -> bytes:
        """Let a bot leave."""
        return await self._change(request, partial(floor.remove_bot, seat=seat), caller, table_id)

    async def _change(
        self, request: RequestKey, change: Change, caller: Caller, table_id: str, says: str = ""
    ) -> bytes:
        means = self._house.means
        answer = await self._house.once(
            request, lambda work: TableId(change(work, means, caller, table_id).id)
        )
        if says and answer.made is not None:
            log.info(says, table=table_id, player=caller.player)
        return answer.data

    async def lobby(self, caller: Caller | None, limit: int, after: str = "") -> Lobby:
        """A page of the tables that the caller may come to."""
        account, place = None if caller is None else caller.account, cursors.lobby_place(after)
        found = await self._house.read(
            lambda connection: listing.lobby(connection, account, limit + 1, place)
        )
        page = found[:limit]
        rows = [lobby_row(await self._house.table(each.id, caller), each.name) for each in page]
        more = len(found) > limit
        return Lobby(rows, cursors.cursor(page[-1].opened_at, page[-1].id) if more else None)

    async def table(self, caller: Caller | None, table_id: str) -> TableAnswer:
        """Everything about a table that its players may know."""
        running = await self._house.table(table_id, caller)
        table = running.record.table
        name, file, by_owner = await self._house.read(
            lambda connection: (
                store_floor.name_of(connection, table_id),
                records.rule_file(connection, table.rules.sha256),
                floor.is_stated_by_owner(connection, running),
            )
        )
        return TableAnswer(
            name=name,
            private=running.owner is not None,
            manages=rights.may_at(running, caller, "close"),
            may=rights.rights_at(running, caller),
            view=view(running),
            sign=sign(
                file,
                table.rules,
                table.options,
                self._house.means.pace,
                by_owner=by_owner,
            ),
            names=await self._names.of(players_at(running)),
        )

    async def invitation(self, caller: Caller, table_id: str) -> Invitation:
        """The secret that lets others join a private table, and the link with it."""
        running = await self._house.table(table_id, caller)
        token = await self._house.read(
            lambda connection: floor.invitation(connection, running, caller)
        )
        return Invitation(token, _link(token))

    async def offers(self, caller: Caller, table_id: str) -> Offers:
        """What the caller may do at a table now."""
        running = await self._house.table(table_id, caller)
        self._presence.asks(caller.player, table_id)
        purse = await self._house.read_with_time(
            partial(purse_of, running=running, caller=caller, pace=self._house.means.pace)
        )
        awaited = need_text(need(running.record.table))
        if floor.is_pattern(running):
            return Offers([OfferedCommand("game")], [], awaited)
        choices = offers(running, caller.player, purse)
        return Offers(choices.offers, choices.withheld, awaited)


def _link(invitation: str | None) -> str | None:
    return None if invitation is None else f"/join/{invitation}"


def line_of(text: str) -> str:
    """A reason in one line; it may be empty."""
    text = " ".join(text.split())
    if not text.isprintable():
        raise Refused("bad-reason", "a reason is one line of visible characters")
    return text


def title_of(name: str) -> str:
    """The name of a table in one line; it may be empty."""
    name = " ".join(name.split())
    if not name.isprintable():
        raise Refused("bad-name", "a table's name is one line of visible characters")
    return name
