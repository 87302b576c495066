"""Pools: a few threads for slow work, with a short queue. What does not fit is refused at once.

Hashing a password takes a tenth of a second and many megabytes, and pricing a shoe nearly as long.
Without a bound, many such requests at once would stall the tables.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from casinowar.house.refusals import Refused

T = TypeVar("T")


class TooMany(Refused):
    """Too many requests in a short time; the caller may try again after some seconds."""

    def __init__(self, why: str, seconds: int) -> None:
        self.seconds = seconds
        super().__init__("too-many", why, status=429)


class Pool:
    """A number of threads, and a bound on the requests that wait for them."""

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most = threads + waiting
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in a thread; refused if too many requests wait already."""
        if self._inside >= self._most:
            raise TooMany("too many requests of this kind at once", 1)
        self._inside += 1
        future = asyncio.wrap_future(self._threads.submit(work))
        # counted until it is done, even if nobody waits for it any more
        future.add_done_callback(self._leave)
        return await asyncio.shield(future)

    def _leave(self, _: object) -> None:
        self._inside -= 1

    def close(self) -> None:
        """Start no more work; what is running finishes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
