"""Several servers of one house: what an office does at one holds at all, whoever acts at once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from casinowar.errors import CasinoWarError
from casinowar.house.pit import offices
from casinowar.house.tables.commands import Leave, Sit
from casinowar.store.queries import people
from tests.house.pit.test_offices import HOUR, WHY, ban, check, grant, role_of, seats, staff
from tests.support.house.floor import Floor

pytestmark = pytest.mark.needs("postgres")

SOON = 30.0
TURNS = 12


def at_once(*jobs: Callable[[], Any]) -> list[Exception | None]:
    """Have things done at the same time; what each was refused for."""
    start = threading.Barrier(len(jobs))
    found: list[Exception | None] = [None] * len(jobs)

    def run(number: int) -> None:
        start.wait(SOON)
        try:
            jobs[number]()
        except CasinoWarError as error:
            found[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive(), "they wait for each other"
    return found


def test_two_operators_do_not_both_give_the_office_up(two: tuple[Floor, Floor]) -> None:
    one, other = two
    ann, bob = staff(one, "ann", "operator"), staff(one, "bob", "operator")
    for _ in range(TURNS):
        refused = at_once(
            lambda: grant(one, ann, ann.player, "player"),
            lambda: grant(other, bob, bob.player, "player"),
        )
        left = [who for who in (ann, bob) if role_of(one, who.player) == "operator"]
        assert len(left) == 1
        assert sum(error is not None for error in refused) == 1
        grant(one, left[0], (bob if left[0] is ann else ann).player, "operator")


def test_two_operators_do_not_ban_each_other(two: tuple[Floor, Floor]) -> None:
    one, other = two
    ann, bob = staff(one, "ann", "operator"), staff(one, "bob", "operator")
    for _ in range(3):  # PostgreSQL takes a second to see that two wait for each other
        at_once(lambda: ban(one, ann, bob.player), lambda: ban(other, bob, ann.player))
        left, gone = (ann, bob) if role_of(one, ann.player) == "operator" else (bob, ann)
        assert (role_of(one, left.player), role_of(one, gone.player)) == ("operator", "player")
        one.alone(lambda work, by=left, player=gone.player: offices.unban(work, by, player, WHY))
        grant(one, left, gone.player, "operator")


def test_nobody_who_is_banned_has_sat_down_meanwhile(two: tuple[Floor, Floor]) -> None:
    one, other = two
    boss, ann = staff(one, "boss", "operator"), one.guest()
    tables = ["t1", "t2", "t3"]
    for table_id in tables:
        one.open("washington", table_id)
    for turn in range(TURNS):
        one.do(ann, Sit(1), tables[turn % 2])
        refused = at_once(lambda: ban(one, boss, ann.player), lambda: other.do(ann, Sit(2), "t3"))
        assert refused[0] is None
        assert not any(ann.player in seats(one, table_id) for table_id in tables)
        one.alone(lambda work: offices.unban(work, boss, ann.player, WHY))
    one.do(ann, Sit(1))
    one.do(ann, Leave(1))
    check(one)


def test_seats_are_given_up_at_tables_that_another_server_moves(two: tuple[Floor, Floor]) -> None:
    one, other = two
    boss = staff(one, "boss", "operator")
    one.open("washington")
    (ann,) = other.seat(1)
    ban(one, boss, ann.player)
    assert seats(other) == set()
    until = other.now + HOUR
    found = other.alone(lambda work: people.names_of(work.connection, {ann.player}))
    assert found[ann.player].banned_until == until
    check(other)
