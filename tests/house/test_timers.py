"""A deadline that cannot be kept is tried again, and the log says why."""

import asyncio
import secrets
import time

import pytest
import structlog

from casinowar.house import house as house_module
from casinowar.house.house import House
from casinowar.house.tables import jobs
from casinowar.house.upkeep.startup import open_floor
from casinowar.store.writer.work import Work


def test_a_deadline_is_tried_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fail(_work: Work, _means: object, table_id: str) -> bool:
        tried.append(table_id)
        raise ZeroDivisionError

    monkeypatch.setattr(jobs, "time_is_up", fail)
    monkeypatch.setattr(house_module, "_TRY_AGAIN_MS", 10)

    async def story() -> None:
        house = House(
            database,
            clock=lambda: time.monotonic_ns() // 10**6,
            entropy=secrets.token_bytes,
        )
        open_floor(house)
        await house.start()
        house._ring("washington")
        async with asyncio.timeout(10):
            while len(tried) < 2:
                await asyncio.sleep(0.01)
        await house.stop()

    with structlog.testing.capture_logs() as lines:
        asyncio.run(story())
    told = [line["table"] for line in lines if line["log_level"] == "error"]
    assert told[0] == "washington"
