"""Peers: the other servers of a house. This server follows what they do, and does what they left.

They send hints about the tables they move. In case a hint or a server was lost, this server also
checks once a second the tables with listeners and those that are due. If one of them asks for
players who listen here, this server notes that they are there.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from casinowar.house.channels import Channels
from casinowar.house.people.presence import Presence
from casinowar.house.tables import jobs
from casinowar.house.tables.floor import Means
from casinowar.store.backends.engine import DatabaseAway
from casinowar.store.backends.notifications import NotificationListener
from casinowar.store.queries import floor as store_floor
from casinowar.store.queries import presence as store_presence
from casinowar.store.queries.presence import SeatSeen, parse_places
from casinowar.store.writer.batch import Published
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work

log = structlog.get_logger("casinowar.house")

T = TypeVar("T")


class Home(Protocol):
    """The part of the house that peers need."""

    channels: Channels
    means: Means
    presence: Presence

    async def do(self, run: Callable[[Work], T], *, alone: bool = False) -> T: ...
    async def read(self, query: Callable[[Connection], T]) -> T: ...
    async def committed(self, table_id: str) -> Running: ...


class Peers:
    """Follows what the other servers do, in the event loop that it was made in."""

    def __init__(self, house: Home, database: str, server: str) -> None:
        self._house = house
        self._loop = asyncio.get_running_loop()
        self._moved: set[str] = set()
        """Tables to look at."""
        self._asked: set[SeatSeen] = set()
        """Players who listen here, and whom another server asks for."""
        self._look_around = False
        self._woken = asyncio.Event()
        self._task = self._loop.create_task(self._follow())
        self._ear = NotificationListener(database, server, self._overhear, self._overhear_asking)

    async def close(self) -> None:
        """Stop following them."""
        await asyncio.to_thread(self._ear.close)
        self._task.cancel()

    def _overhear(self, tables: list[str]) -> None:
        """Pass a hint on to the event loop; called in the listening thread."""
        self._loop.call_soon_threadsafe(self._hear, tables)

    def _overhear_asking(self, places: list[str]) -> None:
        self._loop.call_soon_threadsafe(self._hear_asking, places)

    def _hear_asking(self, places: list[str]) -> None:
        self._asked.update(self._house.presence.among(parse_places(places)))
        if self._asked:
            self._woken.set()

    def _hear(self, tables: list[str]) -> None:
        channels = self._house.channels
        for table_id in tables:
            channels.lobby.change(table_id)
        self._moved.update(channels.listened().intersection(tables))
        self._look_around |= not tables
        if self._moved or self._look_around:
            self._woken.set()

    async def _follow(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            moved, around = self._moved, self._look_around
            self._moved, self._look_around = set(), False
            asked, self._asked = self._asked, set()
            try:
                if asked:
                    await self._house.do(partial(_answer, places=asked), alone=True)
                if around:
                    moved |= await self._missed()
                    await self._house.do(
                        lambda work: jobs.overdue(work, self._house.means), alone=True
                    )
                for table_id in moved:
                    running = await self._house.committed(table_id)
                    self._house.channels.tell(Published(running, ()))
            except (DatabaseAway, SQLAlchemyError) as error:
                log.warning("cannot follow the other servers", error=type(error).__name__)

    async def _missed(self) -> set[str]:
        """The tables that have changed since their listeners got the last commit."""
        told = self._house.channels.told()
        if not told:
            return set()
        found = await self._house.read(
            lambda connection: store_floor.stands(connection, list(told))
        )
        return {table_id for table_id, stand in found.items() if stand != told[table_id]}


def _answer(work: Work, places: set[SeatSeen]) -> None:
    store_presence.see(work.connection, places, work.now)
