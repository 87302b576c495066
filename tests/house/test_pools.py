"""Slow work has a process of its own, which a stranger cannot fill, break or leave behind."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from casinowar.errors import RuleError
from casinowar.house.pools import Pool, ProcessPool, TooMany

PATIENCE = 30.0


def refuse() -> None:
    raise RuleError("decks: 5 is not allowed")


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2]
    except OSError:
        return False
    return state.split()[0] != "Z"


def wait_until_gone(process: int) -> None:
    until = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < until, "the process is still there"
        time.sleep(0.1)


def test_work_and_errors_come_back_from_another_process() -> None:
    async def story() -> None:
        pool = ProcessPool(waiting=1)
        try:
            process = await pool.run(os.getpid)
            assert process != os.getpid()
            with pytest.raises(RuleError, match="5 is not allowed"):
                await pool.run(refuse)
            assert await pool.run(os.getpid) == process
        finally:
            pool.close()
        wait_until_gone(process)

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["threads", "process"])
def test_what_does_not_fit_is_refused(kind: str) -> None:
    async def story() -> None:
        pool = Pool("test", threads=1, waiting=1) if kind == "threads" else ProcessPool(waiting=1)
        try:
            slow = [asyncio.ensure_future(pool.run(partial(time.sleep, 0.5))) for _ in range(2)]
            await asyncio.sleep(0)
            with pytest.raises(TooMany):
                await pool.run(os.getpid)
            await asyncio.gather(*slow)
            await pool.run(os.getpid)
        finally:
            pool.close()

    asyncio.run(story())


def test_process_that_dies_is_replaced() -> None:
    async def story() -> None:
        pool = ProcessPool(waiting=1)
        try:
            first = await pool.run(os.getpid)
            with pytest.raises(TooMany):
                await pool.run(partial(os.kill, first, signal.SIGKILL))
            assert await pool.run(os.getpid) != first
        finally:
            pool.close()

    asyncio.run(story())


def test_process_ends_with_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(
        "import asyncio, os, time\n"
        "from casinowar.house.pools import ProcessPool\n"
        "async def story():\n"
        "    print(await ProcessPool(waiting=1).run(os.getpid), flush=True)\n"
        "    time.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(story())\n",
        encoding="utf-8",
    )
    server = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        process = int(server.stdout.readline())
        assert is_alive(process)
    finally:
        server.kill()
        server.communicate()
    wait_until_gone(process)
