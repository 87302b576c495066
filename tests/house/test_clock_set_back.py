"""A clock that is set back: a table that was found not to be due yet is looked at again."""

import asyncio
import secrets
import threading
import time
from pathlib import Path

from casinowar.house.house import House
from casinowar.house.people.accounts import new_guest
from casinowar.house.request_key import RequestKey
from casinowar.house.tables.commands import Bet, Caller, Commit, Sit, Wager
from casinowar.house.tables.floor import Opening
from casinowar.house.timeouts import Seconds
from casinowar.rules.file import load_rules

BACK = 300
SOON = 20.0


def clock() -> int:
    """Milliseconds; whoever writes has a clock that goes after."""
    now = time.time_ns() // 1_000_000
    return now - BACK if threading.current_thread().name == "casinowar-writer" else now


async def story(house: House) -> int:
    """Two bet and say no more; how many rounds the house closes by itself."""
    await house.start()
    people = []
    for seat in (1, 2):
        came = await house.do(lambda work: new_guest(work, secrets.token_bytes, 1000), alone=True)
        people.append(Caller(came.person.account, came.person.player))
        await house.act(
            people[-1], "t1", Sit(seat), RequestKey(people[-1].account, f"sit {seat}", "")
        )
    for seat, caller in enumerate(people, 1):
        await house.act(
            caller, "t1", Commit(seat, "ab" * 32), RequestKey(caller.account, f"commit {seat}", "")
        )
    end = time.monotonic() + SOON
    while (running := await house.table("t1")).record.shoe is None:
        assert time.monotonic() < end, "nobody closes the list, or withholds what is not revealed"
        await asyncio.sleep(0.02)
    await house.act(
        people[0], "t1", Bet((Wager(1, "primary", 500),)), RequestKey(people[0].account, "bet", "")
    )
    while not running.record.table.rounds:
        assert time.monotonic() < end, "nobody closes the bets"
        await asyncio.sleep(0.02)
        running = await house.table("t1")
    await house.stop()
    return running.record.table.rounds


def test_table_that_is_due_later_than_thought_is_not_forgotten(tmp_path: Path) -> None:
    house = House(
        str(tmp_path / "house.db"),
        clock=clock,
        entropy=secrets.token_bytes,
        seconds=Seconds(1, 1, 1, 1, 1, 1),
    )
    house.open_now(Opening(load_rules("washington"), practice=True), "t1")
    assert asyncio.run(story(house)) == 1
