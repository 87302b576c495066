"""A server that is asked to stop under load answers what it has begun, and nothing is lost."""

import signal
import time
from pathlib import Path
from random import Random

import pytest

from tests.support.house.load import load
from tests.support.house.nursery import nursery
from tests.web.faults.test_killed import HURRIED, arrived, check


@pytest.mark.takes(7)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_server_that_is_stopped_has_lost_nothing(tmp_path: Path, number: int) -> None:
    random = Random(number)
    with nursery(tmp_path, **HURRIED) as house:
        house.start()
        players = arrived(house, random)
        took = []
        with load(players) as playing:
            for _ in range(4):
                time.sleep(random.uniform(0.2, 0.6))
                began = time.monotonic()
                house.end(number)
                took.append(time.monotonic() - began)
                house.start()
                playing.check()
        told = [player.look("/api/me") for player in players]
        for player in players:
            player.close()
        house.end(number)
    check(str(tmp_path / "data" / "house.db"), players, told)
    assert max(took) < 10
    assert b'"error"' not in (tmp_path / "log").read_bytes()
