"""Alarms: the deadlines of all tables, and one timer for the next one."""

import asyncio
from collections.abc import Callable
from heapq import heappop, heappush

_LONGEST = 3600.0
"""The longest time of a timer, because the clock may be changed meanwhile."""


class Alarms:
    """Calls back for each table when it is due."""

    def __init__(self, clock: Callable[[], int], ring: Callable[[str], None]) -> None:
        """`clock` gives milliseconds; `ring` gets the id of a table that is due."""
        self._clock = clock
        self._ring = ring
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._timed: int | None = None

    def set(self, table_id: str, due: int | None) -> None:
        """Set a table's deadline, or remove it."""
        if self._due.get(table_id) == due:
            return
        if due is None:
            del self._due[table_id]
            return
        self._due[table_id] = due
        heappush(self._heap, (due, table_id))
        if self._timed is None or due < self._timed:
            self._wind()

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _wind(self) -> None:
        """Set the timer for the table that is due next; entries of the heap may be outdated."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._timed = None
        if self._heap:
            self._timed = self._heap[0][0]
            wait = max(0.0, (self._timed - self._clock()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(min(wait, _LONGEST), self._call)

    def _call(self) -> None:
        now = self._clock()
        while self._heap and self._heap[0][0] <= now:
            due, table_id = heappop(self._heap)
            if self._due.get(table_id) == due:
                del self._due[table_id]
                self._ring(table_id)
        self._wind()
