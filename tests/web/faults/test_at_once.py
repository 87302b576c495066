"""Requests that come at the same moment: each is done once, and chips are spent once."""

import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from casinowar.house.people.sessions import COOKIE
from casinowar.house.upkeep.audit import audit
from casinowar.store.backends.engine import open_reader
from tests.support.house.served import Client, Served, served

TIMES = 6
SOON = 30.0


class Asked(NamedTuple):
    path: str
    body: Any
    key: str


@pytest.fixture(scope="module")
def own_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("at-once")) as made:
        yield made
        with open_reader(made.settings.house) as reader:
            audit(reader)


def at_once(house: Served, client: Client, requests: list[Asked]) -> list[tuple[int, bytes]]:
    """The answers to someone's requests that are all sent at the same moment."""
    ready = threading.Barrier(len(requests))
    found: list[tuple[int, bytes]] = []

    def send(copy: Client, asked: Asked) -> None:
        ready.wait(SOON)
        answer = copy.post(*asked)
        found.append((answer.status_code, answer.content))

    threads = []
    for asked in requests:
        copy = house.stranger()
        copy.http.cookies.set(COOKIE, client.http.cookies[COOKIE])
        threads.append(threading.Thread(target=send, args=(copy, asked)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert len(found) == len(requests)
    return found


def test_same_request_is_done_once(own_house: Served) -> None:
    ann = own_house.guest()
    opening = Asked("/api/tables", {"rules": "washington"}, "open")
    assert len(set(at_once(own_house, ann, [opening] * TIMES))) == 1
    (table,) = [row for row in ann.look("/api/lobby", limit=200)["tables"] if row["private"]]
    at = f"/api/tables/{table['id']}"
    wager = {"seat": 1, "wager": "primary", "amount": 500}
    for asked in (
        Asked(f"{at}/sit", {"seat": 1}, "sit"),
        Asked(f"{at}/add-bot", {"seat": 7}, "bot"),
        Asked(f"{at}/bet", {"bets": [wager], "ready": True}, "bet"),
        Asked("/api/tables/online/game", None, "game"),
    ):
        answers = at_once(own_house, ann, [asked] * TIMES)
        assert {status for status, _ in answers} == {200}
        assert len(set(answers)) == 1, asked
    view = ann.look(at)["view"]
    assert view["round"]["number"] == 1
    assert sum(player.startswith("bot-") for player in view["seats"]) == 1


def test_one_key_for_different_things_does_one_of_them(own_house: Served) -> None:
    ann = own_house.guest()
    table = ann.ask("/api/tables", {"rules": "washington"})["table"]
    path = f"/api/tables/{table}/sit"
    requests = [Asked(path, {"seat": seat}, "one") for seat in range(1, TIMES + 1)]
    answers = at_once(own_house, ann, requests)
    assert sorted(status for status, _ in answers) == [200] + [409] * (TIMES - 1)
    seats = ann.look(f"/api/tables/{table}")["view"]["seats"]
    assert sum(bool(player) for player in seats) == 1


def test_last_chips_are_spent_once(own_house: Served) -> None:
    """Bets at several tables, each for all there is."""
    ann = own_house.guest()
    tables = [ann.ask("/api/tables", {"rules": "washington"})["table"] for _ in range(3)]
    for table in tables:
        for seat in (1, 2):
            ann.command(table, "sit", seat=seat)
    bets = [{"seat": seat, "wager": "primary", "amount": 50_000} for seat in (1, 2)]
    requests = [Asked(f"/api/tables/{table}/bet", {"bets": bets}, table) for table in tables]
    answers = at_once(own_house, ann, requests)
    assert sorted(status for status, _ in answers) == [200, 409, 409]
    me = ann.look("/api/me")
    assert me["balance"] == 0
    assert list(me["at_tables"].values()) == [100_000]
