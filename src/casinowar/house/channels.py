"""Who listens to which table: what was committed goes to them, and nothing else.

Everything here happens in the one thread of the event loop. What is told is shared among those who
listen; one who does not keep up is dropped, and can come back to where it was.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Iterable

from casinowar.store.work import Published

MOST_WAITING = 256
"""How many commits may wait for a listener."""


class Listener:
    """One who listens; to be closed when done."""

    def __init__(self, channels: "Channels", table_id: str | None) -> None:
        self.table_id = table_id
        self._channels = channels
        self._waiting: deque[Published] = deque()
        self._woken = asyncio.Event()
        self._is_open = True

    def tell(self, published: Published) -> None:
        """Something has happened; too much of it ends the listening."""
        if len(self._waiting) >= MOST_WAITING:
            self.close()
        else:
            self._waiting.append(published)
            self._woken.set()

    async def next(self, seconds: float) -> list[Published] | None:
        """What has happened, nothing if it stays quiet for so long, `None` when it is over."""
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
        """Listen no more."""
        self._is_open = False
        self._woken.set()
        self._channels.drop(self)


class Channels:
    """Those who listen, by the table they listen to; `None` is all of them."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str | None, set[Listener]] = defaultdict(set)

    def listen(self, table_id: str | None = None) -> Listener:
        """Begin to listen to a table, or to all."""
        listener = Listener(self, table_id)
        self._listeners[table_id].add(listener)
        return listener

    def publish(self, published: Iterable[Published]) -> None:
        """Tell those who listen."""
        for one in published:
            for listener in [
                *self._listeners.get(one.running.id, ()),
                *self._listeners.get(None, ()),
            ]:
                listener.tell(one)

    def drop(self, listener: Listener) -> None:
        """Forget a listener."""
        of_table = self._listeners[listener.table_id]
        of_table.discard(listener)
        if not of_table:
            del self._listeners[listener.table_id]

    def close(self) -> None:
        """All are told that it is over."""
        for listener in [each for group in self._listeners.values() for each in group]:
            listener.close()
