"""Several workers are one server to a scrape, whichever of them answers it."""

import os
import signal
import time
from pathlib import Path
from random import Random

import httpx2
import pytest

from tests.support.house.nursery import SOON
from tests.support.house.player import Player
from tests.support.house.postgres import Postgres
from tests.support.house.scraped import scrape, total
from tests.web.faults.test_workers import Workers, workers

pytestmark = pytest.mark.needs("postgres")

ASKED = 30


def ask(house: Workers, times: int) -> None:
    """Requests on connections of their own, so that each may go to another worker."""
    for _ in range(times):
        assert httpx2.get(f"{house.url}/api/rules", timeout=SOON, verify=False).status_code == 200


def answered(house: Workers) -> float:
    return scrape(house.url)["casinowar_requests_total"]["GET", "/api/rules", "200"]


def test_every_worker_tells_the_sum_of_all(server: Postgres, tmp_path: Path) -> None:
    name = server.new()
    with workers(name, tmp_path, 2) as house:
        ask(house, ASKED)
        assert {answered(house) for _ in range(ASKED)} == {ASKED}
        told = scrape(house.url)
        assert told["casinowar_worker_starts_total"] == {(): 2}
        assert [*told["casinowar_info"].values()] == [1]
        assert told["casinowar_request_seconds_count"]["/api/rules",] == ASKED
        ann = Player(lambda: house.url, Random(1))
        ann.arrive("online")
        while not total(scrape(house.url)["casinowar_rounds_total"].values()):
            ann.act()
        settled = [scrape(house.url)["casinowar_handle_cents_total"] for _ in range(ASKED // 2)]
        assert all(one == settled[0] for one in settled)
        ann.close()
    server.drop(name)


@pytest.mark.takes(12)
def test_a_worker_that_is_started_anew_counts_on(server: Postgres, tmp_path: Path) -> None:
    name = server.new()
    with workers(name, tmp_path, 2) as house:
        ask(house, ASKED)
        for worker in house.pids():
            os.kill(worker, signal.SIGKILL)
        until = time.monotonic() + SOON
        while (told := starts(house)) < 4:
            assert time.monotonic() < until, f"{told} starts, and no more"
            time.sleep(0.05)
        assert answered(house) == ASKED
        ask(house, 3)
        assert {answered(house) for _ in range(10)} == {ASKED + 3}
    server.drop(name)


def starts(house: Workers) -> int:
    try:
        return total(scrape(house.url)["casinowar_worker_starts_total"].values())
    except httpx2.TransportError:
        return 0
