"""Whatever goes wrong in a commit, the writer goes on: it is the only one there is."""

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Event

import pytest
from sqlalchemy.exc import DataError

from casinowar.record.ledger import Account, grant
from casinowar.store import schema
from casinowar.store.writer.work import Work
from casinowar.store.writer.writer import Job, Outcome
from tests.support.house.writer import Desk, new_desk

SOON = 20.0
TOO_MUCH = 2**70
"""More than the database's numbers hold: SQLite's driver fails with an error that is not SQL's."""


@pytest.fixture
def desk(database: str) -> Iterator[Desk]:
    with new_desk(database) as made:
        yield made


def told(desk: Desk, *jobs: Job) -> list[Outcome]:
    """What jobs that wait together are told."""
    heard: SimpleQueue[Outcome] = SimpleQueue()
    gathered = Event()
    desk.writer.put(Job(lambda _: gathered.wait(SOON)), lambda _: None)
    for job in jobs:
        desk.writer.put(job, heard.put)
    gathered.set()
    return [heard.get(timeout=SOON) for _ in jobs]


def give(player: str, amount: int) -> Job:
    return Job(lambda work: work.move([grant(player, amount)], "grant"))


def spoil(work: Work) -> None:
    work.move([grant("bob", 600)], "grant")
    work.rows[schema.transfers][-1]["at"] = TOO_MUCH


def test_commit_that_cannot_be_sinks_nobody_else(desk: Desk) -> None:
    one, two, three = told(desk, give("ann", 500), Job(spoil), give("cy", 700))
    assert one.error is None
    assert isinstance(two.error, OverflowError | DataError)
    assert three.error is None

    def chips(work: Work) -> list[int]:
        return [work.balance(Account("player", name)) for name in ("ann", "bob", "cy")]

    (has,) = told(desk, Job(chips))
    assert has.value == [500, 0, 700]
