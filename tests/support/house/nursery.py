"""Servers that start at once, to be killed: each is a fork of a process that has imported all.

The fork runs `casinowar serve` whole, as the command line does. Only the seconds that Python takes
to import it are spent once instead of each time.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.paths import ROOT

SOON = 30.0


class Nursery:
    """One server at a time on one data folder."""

    def __init__(self, folder: Path, **settings: object) -> None:
        """The settings are variables of the server's environment, without their prefix."""
        self.folder = folder
        self.url = ""
        """Where it answers; ``""`` while nobody does."""
        self.port = 0
        """Where it is to answer; 0 is anywhere."""
        self._pid = 0
        self._log = (folder / "log").open("ab")
        variables = {f"CASINOWAR_{name.upper()}": str(value) for name, value in settings.items()}
        self._mother = subprocess.Popen(
            [sys.executable, "-m", "tests.support.house.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **variables},
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._mother.stdout is not None
        for line in self._mother.stdout:
            self._lines.put(line)

    def bear(self) -> None:
        """Fork a server, and do not wait for it to listen."""
        assert self._mother.stdin is not None
        command = ["serve", "--data", str(self.folder / "data"), "--port", str(self.port)]
        self._mother.stdin.write(json.dumps(command) + "\n")
        self._mother.stdin.flush()
        self._pid = int(self._line_with("pid ").removeprefix("pid "))

    def start(self) -> None:
        """Start a server, and wait until it listens."""
        self.bear()
        self.url = self._line_with("The house is open at ").split()[-1]

    def _line_with(self, beginning: str) -> str:
        """The next line that begins so; others before it are of no interest."""
        end = time.monotonic() + SOON
        while True:
            line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            if line.startswith(beginning):
                return line

    def end(self, number: int = signal.SIGKILL) -> None:
        """End the server by a signal, and wait until it is gone."""
        self.url = ""
        os.kill(self._pid, number)
        end = time.monotonic() + SOON
        while _is_there(self._pid):
            assert time.monotonic() < end, "the server does not end"
            time.sleep(0.002)
        self._pid = 0

    def close(self) -> None:
        """End everything."""
        if self._pid:
            self.end()
        assert self._mother.stdin is not None
        self._mother.stdin.close()
        self._mother.wait(SOON)
        self._reader.join(SOON)
        assert self._mother.stdout is not None
        self._mother.stdout.close()
        self._log.close()


@contextmanager
def nursery(folder: Path, **settings: object) -> Iterator[Nursery]:
    """A nursery whose servers and processes are gone afterwards."""
    made = Nursery(folder, **settings)
    try:
        yield made
    finally:
        made.close()


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _bear_all() -> None:
    """Fork a server for every line of standard input, which has its arguments."""
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto  # noqa: F401

    import casinowar.cli.house.serve
    import casinowar.house.upkeep.startup
    import casinowar.web.server  # noqa: F401
    from casinowar.__main__ import main

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead are gone at once
    while line := sys.stdin.readline():
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            sys.stdout.write(f"pid {os.getpid()}\n")
            sys.argv = ["casinowar", *json.loads(line)]
            os._exit(main())


if __name__ == "__main__":
    _bear_all()
