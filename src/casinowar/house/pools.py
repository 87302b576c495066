"""Work that takes long, in a few threads, with a short queue: a flood of it is refused at once.

Hashing a password takes a tenth of a second and many megabytes, pricing a shoe nearly as long.
Without a bound, a crowd that asks for either would stall the tables.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from casinowar.house.refusals import Refused

T = TypeVar("T")


class TooMany(Refused):
    """More than is allowed in so short a time; it may be asked again after these seconds."""

    def __init__(self, why: str, seconds: int) -> None:
        self.seconds = seconds
        super().__init__("too-many", why, status=429)


class Pool:
    """So many threads, and so many who may wait for one."""

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most = threads + waiting
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """The result of some work; refused where too many wait already."""
        if self._inside >= self._most:
            raise TooMany("too many ask for this at once", 1)
        self._inside += 1
        future = asyncio.wrap_future(self._threads.submit(work))
        # counted until it is done, even where nobody waits for it any more
        future.add_done_callback(self._leave)
        return await asyncio.shield(future)

    def _leave(self, _: object) -> None:
        self._inside -= 1

    def close(self) -> None:
        """Start nothing more; what has begun ends by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
