"""Pools: a few workers for slow work, with a short queue. What does not fit is refused at once.

Hashing a password takes a tenth of a second and many megabytes, and pricing a shoe nearly as long.
Without a bound, many such requests at once would stall the tables. Python runs one thread at a
time, so work in pure Python, as pricing is, gets a process instead.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
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

    _executor: Executor

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._most = threads + waiting
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in the pool; refused if too many requests wait already."""
        if self._inside >= self._most:
            raise TooMany("too many requests of this kind at once", 1)
        self._inside += 1
        try:
            future = asyncio.wrap_future(self._submit(work))
        except BaseException:
            self._inside -= 1
            raise
        # counted until it is done, even if nobody waits for it any more
        future.add_done_callback(self._leave)
        return await asyncio.shield(future)

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        return self._executor.submit(work)

    def _leave(self, _: object) -> None:
        self._inside -= 1

    def close(self) -> None:
        """Start no more work; what is running finishes."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class ProcessPool(Pool):
    """The same with one process of low priority, which starts when it is first needed.

    Work and its result travel between processes, so both must be picklable.
    """

    def __init__(self, *, waiting: int) -> None:
        self._executor = _one_process()
        self._most = 1 + waiting
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Do some work in the process; if the process dies, the next request gets another."""
        try:
            return await super().run(work)
        except BrokenProcessPool:
            raise TooMany("this could not be computed just now", 1) from None

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        try:
            return super()._submit(work)
        except BrokenProcessPool:
            self._executor = _one_process()
            return super()._submit(work)


def _one_process() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, context, initializer=_begin, initargs=(os.getpid(),))


def _begin(parent: int) -> None:
    """Let the tables go first, leave Ctrl-C to the server, and end when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)
