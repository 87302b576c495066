"""Channels: hand every commit to those who listen to its table, or to the lobby.

Everything here runs in the one thread of the event loop. All listeners share the same objects. A
listener that does not keep up with its table is closed; its client can reconnect and continue.
"""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable
from itertools import takewhile
from typing import NamedTuple

from casinowar.store.writer.batch import Published
from casinowar.store.writer.running import TableStatus, status_of

MOST_WAITING = 256
"""How many commits may wait for a listener."""

MOST_CHANGED = 2000
"""For how many tables the lobby remembers the last change."""


class Listener:
    """Someone who listens to a table. Close it when done."""

    def __init__(self, channels: "Channels", table_id: str) -> None:
        self.table_id = table_id
        self._channels = channels
        self._waiting: deque[Published] = deque()
        self._woken = asyncio.Event()
        self._is_open = True

    def tell(self, published: Published) -> None:
        """Queue a commit; if too many wait already, close the listener."""
        if len(self._waiting) >= MOST_WAITING:
            self.close()
        else:
            self._waiting.append(published)
            self._woken.set()

    async def next(self, seconds: float) -> list[Published] | None:
        """The new commits; none if nothing happens for so long, `None` once this is closed."""
        if not self._waiting and self._is_open:
            try:
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            except TimeoutError:
                return []
        if not self._is_open:
            return None
        self._woken.clear()
        told = list(self._waiting)
        self._waiting.clear()
        return told

    def close(self) -> None:
        """Stop listening."""
        self._is_open = False
        self._woken.set()
        self._channels.drop(self)


class Change(NamedTuple):
    """The last change of a table."""

    number: int
    table_id: str


class Lobby:
    """Which tables changed, in the order of their last changes.

    Changes are numbered, so a client that knows a number can get everything after it. For each
    table only the last change counts: the lobby shows how tables are, not what happened there.
    """

    def __init__(self) -> None:
        self.number = 0
        """The number of the last change."""
        self._changed: OrderedDict[str, Change] = OrderedDict()
        self._forgotten = 0
        """The number up to which changes may be missing here."""
        self._woken = asyncio.Event()
        self._is_open = True

    def change(self, table_id: str) -> None:
        """Note that a table has changed."""
        self.number += 1
        self._changed[table_id] = Change(self.number, table_id)
        self._changed.move_to_end(table_id)
        if len(self._changed) > MOST_CHANGED:
            self._forgotten = self._changed.popitem(last=False)[1].number
        self._woken.set()

    def since(self, number: int) -> list[Change] | None:
        """The changes after a number; `None` if some of them are forgotten."""
        if not self._forgotten <= number <= self.number:
            return None
        newest_first = reversed(self._changed.values())
        return [*takewhile(lambda change: change.number > number, newest_first)][::-1]

    async def wait(self, number: int, seconds: float) -> bool:
        """Wait for a change after a number, at most so long; `False` once the lobby is closed."""
        if self._is_open and self.number <= number:
            self._woken.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            except TimeoutError:
                pass
        return self._is_open

    def close(self) -> None:
        """Close the lobby, and wake everyone who waits."""
        self._is_open = False
        self._woken.set()


class Channels:
    """The listeners by table, and the lobby."""

    def __init__(self) -> None:
        self.lobby = Lobby()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._told: dict[str, TableStatus] = {}

    def listen(self, table_id: str) -> Listener:
        """Start to listen to a table."""
        listener = Listener(self, table_id)
        self._listeners[table_id].add(listener)
        return listener

    def publish(self, published: Iterable[Published]) -> None:
        """Hand commits to the listeners and the lobby."""
        for one in published:
            self.lobby.change(one.running.id)
            self.tell(one)

    def tell(self, published: Published) -> None:
        """Hand a commit to the listeners of its table."""
        listeners = self._listeners.get(published.running.id)
        if listeners:
            self._told[published.running.id] = status_of(published.running)
            for listener in [*listeners]:
                listener.tell(published)

    def listened(self) -> set[str]:
        """The ids of the tables with listeners."""
        return {*self._listeners}

    def told(self) -> dict[str, TableStatus | None]:
        """How far each table with listeners had come when they got its last commit."""
        return {table_id: self._told.get(table_id) for table_id in self._listeners}

    def drop(self, listener: Listener) -> None:
        """Forget a listener."""
        of_table = self._listeners[listener.table_id]
        of_table.discard(listener)
        if not of_table:
            del self._listeners[listener.table_id]
            self._told.pop(listener.table_id, None)

    def close(self) -> None:
        """Close the lobby and every listener."""
        self.lobby.close()
        for listener in [each for group in self._listeners.values() for each in group]:
            listener.close()
