"""Several servers of one house: no table is opened past a pause of the whole house."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from casinowar.house.pit import pauses as pausing
from casinowar.house.tables import floor
from casinowar.house.tables.floor import Opening
from casinowar.rules.file import load_rules
from casinowar.store.writer.work import Work
from tests.house.pit.test_offices import check, staff
from tests.support.house.floor import Floor

pytestmark = pytest.mark.needs("postgres")

SOON = 30.0
A_WHILE = 0.3
WHY = "fire drill"

Job = Callable[[Work], Any]


def overlapping(one: Floor, first: Job, other: Floor, second: Job) -> None:
    """Do one thing while another is done, and not committed yet."""
    is_done, goes_on = threading.Event(), threading.Event()

    def held(work: Work) -> None:
        first(work)
        is_done.set()
        goes_on.wait(SOON)

    threads = [threading.Thread(target=one.alone, args=(held,))]
    threads[0].start()
    assert is_done.wait(SOON)
    threads.append(threading.Thread(target=other.alone, args=(second,)))
    threads[1].start()
    threads[1].join(A_WHILE)
    goes_on.set()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive(), "they wait for each other"


@pytest.mark.parametrize("opens_first", [True, False])
@pytest.mark.parametrize("what", ["table", "game"])
def test_no_table_is_opened_past_a_pause(
    two: tuple[Floor, Floor], what: str, *, opens_first: bool
) -> None:
    one, other = two
    boss, ann = staff(one, "boss", "operator"), one.guest()
    one.open("online", "solo")
    opened = []

    def opens(work: Work) -> None:
        opening = Opening(load_rules("washington"), practice=True)
        if what == "table":
            opened.append(floor.open_table(work, one.means, opening, "t1").id)
        else:
            opened.append(floor.own_game(work, one.means, ann, "solo").id)

    def pauses(work: Work) -> None:
        pausing.pause_house(work, other.means, boss, WHY)

    jobs = (opens, pauses) if opens_first else (pauses, opens)
    overlapping(one, jobs[0], other, jobs[1])
    for house in two:
        assert house.table(opened[-1]).house_paused == WHY
    one.alone(lambda work: pausing.resume_house(work, one.means, boss, "it was a drill"))
    assert other.table(opened[-1]).house_paused is None
    check(other)
