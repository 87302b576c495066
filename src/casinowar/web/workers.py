"""Several processes that serve one house at one address. Each of them serves every table.

The first process only looks after the others: it restarts one that has ended by itself, and ends
all of them when it gets a signal.
"""

import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import structlog

from casinowar.errors import CasinoWarError

if TYPE_CHECKING:
    from casinowar.house.settings import Settings

PATIENCE = 15.0
"""Seconds that a worker has to end; it gives its own requests five."""

_PAUSE = 1.0
"""Seconds before a worker is restarted, so that one that fails at once does not keep us busy."""

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which prometheus-client finds the counts of all workers."""

log = structlog.get_logger("casinowar.workers")

Work = Callable[["Settings", socket.socket, int, Any], None]
"""What each process does. It gets its number, and a pipe to close when it listens."""


@contextmanager
def shared_folder() -> Iterator[None]:
    """A folder for the counts of the workers that are started within it."""
    with TemporaryDirectory(prefix="casinowar-") as folder:
        os.environ[_FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[_FOLDER]


@contextmanager
def ends_with_a_line() -> Iterator[None]:
    """Log why a worker could not start, and end it; it will be restarted."""
    try:
        yield
    except CasinoWarError as error:
        log.error("worker could not start", why=str(error))
        sys.exit(1)


def serve(
    work: Work, settings: "Settings", listening: socket.socket, opened: Callable[[], None]
) -> None:
    """Run several workers until a signal comes; call `opened` when all of them listen."""
    told: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: told.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    crew = _Crew(work, settings, listening)
    try:
        crew.start()
        if not told:
            opened()
        while not told:
            crew.mind()
    finally:
        crew.close()
        for number, handler in before.items():
            signal.signal(number, handler)


class _Crew:
    """The workers."""

    def __init__(self, work: Work, settings: "Settings", listening: socket.socket) -> None:
        self._work = work
        self._settings = settings
        self._listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[int, BaseProcess] = {}

    def start(self) -> None:
        """Start all workers, and wait until each of them listens or has ended."""
        waiting: list[Any] = []
        for number in range(1, self._settings.workers + 1):
            waiting += [self._start(number), self._workers[number].sentinel]
        for heard, sentinel in zip(waiting[::2], waiting[1::2], strict=True):
            wait([heard, sentinel])

    def _start(self, number: int) -> Any:
        heard, tells = self._context.Pipe(duplex=False)
        worker = self._context.Process(
            target=self._work,
            args=(self._settings, self._listening, number, tells),
            name=f"casinowar-{number}",
        )
        worker.start()
        tells.close()
        self._workers[number] = worker
        return heard

    def mind(self) -> None:
        """Wait for a moment, and restart workers that have ended."""
        wait([worker.sentinel for worker in self._workers.values()], timeout=0.5)
        for number, worker in [*self._workers.items()]:
            if worker.exitcode is not None:
                log.warning("worker ended", worker=number, exit=worker.exitcode)
                time.sleep(_PAUSE)
                self._start(number)

    def close(self) -> None:
        """End all workers, and wait for them."""
        for worker in self._workers.values():
            worker.terminate()
        end = time.monotonic() + PATIENCE
        for worker in self._workers.values():
            worker.join(max(0.0, end - time.monotonic()))
            if worker.exitcode is None:
                worker.kill()
                worker.join()
