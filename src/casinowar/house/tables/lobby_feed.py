"""The feed of the lobby: a snapshot, then every table that changes.

Only the last change of each table counts: a slow client misses nothing that is still true.
"""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator

from casinowar.house.house import House
from casinowar.house.messages import encode
from casinowar.house.people.sessions import Sessions
from casinowar.house.tables.commands import Caller
from casinowar.house.tables.table_feed import QUIET, QUIET_EVENT, FeedEvent
from casinowar.house.tables.table_messages import LobbyRow, lobby_row
from casinowar.house.tables.table_service import TableService
from casinowar.store.queries import listing
from casinowar.store.writer.running import Running

PAGE = 50
"""How many tables a snapshot lists."""

MOMENT = 0.25
"""Seconds in which all changes of a table count as one."""

_TITLES = 10_000
"""How many tables' names are remembered."""


class LobbyChange(LobbyRow, frozen=True, kw_only=True):
    """A table of the lobby that changed."""

    closed: bool


class LobbyFeed:
    """Follows the lobby for those who watch it."""

    def __init__(self, house: House, tables: TableService, sessions: Sessions) -> None:
        self._house = house
        self._tables = tables
        self._sessions = sessions
        self._titles: dict[str, str | None] = {}
        self._started = house.clock()

    async def follow(
        self, caller: Caller | None, token: str, last: str
    ) -> AsyncIterator[FeedEvent | None]:
        """The tables that a caller may come to, then those of them that change.

        Changes are numbered from the start of the house, and each caller sees other tables. So an
        id has a mark of both, and an id with another mark begins with a snapshot.
        """
        changes, mark = self._house.channels.lobby, self._mark(caller)
        known = number_of(last.removeprefix(mark)) if last.startswith(mark) else None
        number = -1 if known is None else known
        heard = time.monotonic()
        while True:
            changed = changes.since(number)
            if changed is None:
                number = changes.number
                page = await self._tables.lobby(caller, PAGE)
                yield FeedEvent("snapshot", encode(page), f"{mark}{number}")
                heard = time.monotonic()
            for number, table_id in changed or ():
                running = await self._house.committed(table_id)
                title = await self._title(running.id) if _is_for(running, caller) else None
                if title is not None:
                    yield FeedEvent("table", encode(_change(running, title)), f"{mark}{number}")
                    heard = time.monotonic()
            if time.monotonic() - heard >= QUIET:  # however busy the tables of others are
                yield QUIET_EVENT
                heard = time.monotonic()
            if not await changes.wait(number, QUIET):
                return
            await asyncio.sleep(MOMENT)
            if caller is not None and await self._sessions.find(token) is None:
                return

    def _mark(self, caller: Caller | None) -> str:
        """The beginning of the event ids of a caller's lobby, until the house restarts."""
        whose = f"{self._started} {0 if caller is None else caller.account}"
        return f"{hashlib.sha256(whose.encode()).hexdigest()[:12]}-"

    async def _title(self, table_id: str) -> str | None:
        """The name of a table in the lobby."""
        if len(self._titles) > _TITLES:
            self._titles.clear()
        if table_id not in self._titles:
            self._titles[table_id] = await self._house.read(
                lambda connection: listing.title(connection, table_id)
            )
        return self._titles[table_id]


def number_of(text: str) -> int | None:
    """The number in an event's id, if it has one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def _is_for(running: Running, caller: Caller | None) -> bool:
    """Whether a table of the lobby is in this caller's lobby."""
    return running.owner is None or (
        caller is not None and caller.account in (running.owner, *running.invited)
    )


def _change(running: Running, name: str) -> LobbyChange:
    row = lobby_row(running, name)
    fields = {field: getattr(row, field) for field in row.__struct_fields__}
    return LobbyChange(**fields, closed=running.closed_at is not None)
