"""What a scrape tells: the house as its database has it, the server as it was used."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from sqlalchemy import Connection, func, select, text
from starlette.requests import ClientDisconnect, Request

from casinowar.house.refusals import Refused
from casinowar.house.upkeep import health
from casinowar.store import schema
from casinowar.store.migrations import VERSION_TABLE, newest
from casinowar.web.api.metrics import check_may_scrape
from casinowar.web.http.guard import Guard
from casinowar.web.http.meter import Meter
from casinowar.web.http.problems import problems_in
from tests.support.house.player import Player
from tests.support.house.postgres import Postgres
from tests.support.house.scraped import scrape, total
from tests.support.house.served import Served, problem, served, unwritable

TOKEN = "let me see the figures"


@pytest.fixture
def watched(database: str, tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, database=database) as house:
        yield house


def play(house: Served, rounds: int, table: str = "washington") -> None:
    ann = Player(lambda: house.url, Random(rounds))
    ann.arrive(table)
    until = 500
    while house.house.read_now(lambda c: count(c, ann.player)) < rounds:
        ann.act()
        until -= 1
        assert until, "nothing is settled"
    ann.close()


def count(connection: Connection, player: str) -> int:
    query = select(func.count(func.distinct(schema.settlements.c.round)))
    return int(connection.scalar(query.where(schema.settlements.c.player == player)) or 0)


def sums(house: Served) -> dict[str, int]:
    """The same from the rows, each in the plainest way."""
    settled = schema.settlements.c

    def read(connection: Connection) -> dict[str, int]:
        one = connection.scalar
        return {
            "rounds": int(one(select(func.count()).select_from(schema.rounds)) or 0),
            "wagers": int(one(select(func.count()).where(settled.kind == "settled")) or 0),
            "handle": int(one(select(func.sum(settled.stake))) or 0),
            "house": int(one(balance("house")) or 0),
            "mint": int(one(balance("mint")) or 0),
            "seats": int(one(select(func.count()).select_from(schema.seated)) or 0),
            "accounts": int(one(select(func.count()).select_from(schema.accounts)) or 0),
        }

    return house.house.read_now(read)


def balance(account: str) -> Any:
    return select(schema.balances.c.amount).where(schema.balances.c.account == account)


def test_the_house_is_told_as_its_database_has_it(watched: Served) -> None:
    for rounds, table in ((3, "washington"), (2, "online"), (4, "fun-casino")):
        play(watched, rounds, table)
        told, right = scrape(watched.url), sums(watched)
        assert told["casinowar_database_up"] == {(): 1}
        assert total(told["casinowar_rounds_total"].values()) == right["rounds"]
        assert total(told["casinowar_wagers_total"].values()) == right["wagers"]
        assert total(told["casinowar_handle_cents_total"].values()) == right["handle"]
        assert total(told["casinowar_hold_cents"].values()) == right["house"]
        assert told["casinowar_balance_cents"] == {
            ("house",): right["house"],
            ("mint",): right["mint"],
        }
        assert total(told["casinowar_seats_taken"].values()) == right["seats"]
        assert total(told["casinowar_accounts"].values()) == right["accounts"]
    assert told["casinowar_rounds_total"][("washington",)] >= 3
    assert told["casinowar_tables_open"][("public", "washington")] == 1
    assert told["casinowar_tables_open"][("game", "online")] == 1
    at_tables = told["casinowar_table_rounds_total"]
    assert at_tables[("washington", "washington")] == told["casinowar_rounds_total"]["washington",]
    assert at_tables[("online", "online")] == 0, "games are their own"
    assert ("california",) not in told["casinowar_hold_cents"], "its players bank"
    assert told["casinowar_overdue_seconds"] == {(): 0}


def test_labels_do_not_grow_with_the_players(watched: Served) -> None:
    before = {name: {*rows} for name, rows in scrape(watched.url).items()}
    for _ in range(3):
        ann = watched.guest()
        ann.ask("/api/tables", {"rules": "washington"})
        ann.get("/api/tables/none/rounds/17")
        ann.get(f"/operator/{TOKEN}")
        ann.get("/api/nothing/like/this")
        ann.http.request("PROPFIND", "/metrics")
    told = scrape(watched.url)
    assert told["casinowar_tables_open"][("private", "washington")] == 3
    routes = {labels[1] for labels in told["casinowar_requests_total"]}
    assert {"/api/guest", "/api/tables/{table_id}/rounds/{number}", "none"} <= routes
    assert "/operator/{secret}" in routes
    methods = {labels[0] for labels in told["casinowar_requests_total"]}
    assert methods == {"GET", "POST", "other"}
    assert told["casinowar_requests_total"][("POST", "/api/guest", "200")] == 3
    assert told["casinowar_request_seconds_count"][("/api/guest",)] == 3
    public = {table for table, _ in told["casinowar_table_rounds_total"]}
    assert public == {table for table, _ in before["casinowar_table_rounds_total"]}


def test_a_server_counts_what_it_does(watched: Served) -> None:
    before = scrape(watched.url)
    ann = watched.guest()
    ann.command("washington", "sit", seat=1)
    with ann.http.stream("GET", "/api/tables/washington/events") as answer:
        lines = answer.iter_lines()
        next(lines)
        during = scrape(watched.url)
    commits = "casinowar_commit_jobs"
    came = [
        during[f"{commits}_{of}"][()] - before[f"{commits}_{of}"][()] for of in ("count", "sum")
    ]
    assert 2 <= came[0] <= came[1], "someone came, and sat down; the house may have looked around"
    assert during["casinowar_streams_open"] == {(): 1}
    assert during["casinowar_jobs_waiting"] == {(): 0}
    assert during["casinowar_worker_starts_total"] == {(): 1}
    assert [*during["casinowar_info"].values()] == [1]


def test_jobs_that_wait_are_told(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        goes_on, begun = threading.Event(), threading.Event()

        def hold_up(_: object) -> None:
            begun.set()
            assert goes_on.wait(20)

        waiting = [threading.Thread(target=house.house.do_now, args=(hold_up,))]
        waiting[0].start()
        assert begun.wait(20)
        try:
            for number in range(3):
                waiting.append(threading.Thread(target=house.guest))
                waiting[-1].start()
                reach(house, number + 1)
        finally:
            goes_on.set()
        for thread in waiting:
            thread.join(20)
        assert scrape(house.url)["casinowar_jobs_waiting"] == {(): 0}


def reach(house: Served, jobs: int) -> None:
    for _ in range(200):
        if scrape(house.url)["casinowar_jobs_waiting"][()] == jobs:
            return
    raise AssertionError(f"there are never {jobs} jobs waiting")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_without_a_token_only_this_machine_may_scrape(house: Served, header: str) -> None:
    assert scrape(house.url)
    for address in ("203.0.113.9", "127.0.0.1"):
        answer = httpx2.get(
            f"{house.url}/metrics", headers={header: address}, timeout=20, verify=False
        )
        assert (answer.status_code, problem(answer)["kind"]) == (403, "no-metrics")


def test_with_a_token_whoever_shows_it_may(tmp_path: Path) -> None:
    with served(tmp_path, metrics_token=TOKEN) as house:
        assert scrape(house.url, TOKEN)
        for shown in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer \xe9"):
            headers = {b"Authorization": shown.encode()} if shown else {}
            answer = httpx2.get(f"{house.url}/metrics", headers=headers, timeout=20, verify=False)
            assert (answer.status_code, problem(answer)["kind"]) == (403, "no-metrics")
            assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "client, may",
    [
        *((address, True) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1")),
        *((address, False) for address in ("10.0.0.1", "::ffff:10.0.0.1", "127.0.0.1.org", None)),
    ],
)
def test_this_machine_is_known_by_its_address(client: str | None, may: bool) -> None:
    scope: dict[str, Any] = {"type": "http", "headers": []}
    scope |= {"client": None if client is None else (client, 1)}
    if may:
        check_may_scrape(Request(scope), "")
    else:
        with pytest.raises(Refused):
            check_may_scrape(Request(scope), "")


def test_ready(watched: Served) -> None:
    assert watched.stranger().look("/readyz") == {"status": "ok"}


def test_a_database_of_another_version_is_not_ready(watched: Served) -> None:
    ann = watched.stranger()

    def become(version: str) -> None:
        change = text(f"UPDATE {VERSION_TABLE} SET version_num = :version")
        watched.house.do_now(lambda work: work.connection.execute(change, {"version": version}))

    become("9999")
    refused = ann.get("/readyz")
    assert (refused.status_code, problem(refused)["kind"]) == (503, "not-ready")
    assert refused.headers["retry-after"] == "1"
    assert "version 9999" in refused.json()["detail"]
    assert ann.get("/healthz").status_code == 200
    become(newest())
    assert ann.get("/readyz").status_code == 200


def test_a_writer_that_is_stuck_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    with served(tmp_path) as house:
        goes_on, begun = threading.Event(), threading.Event()

        def hold_up(_: object) -> None:
            begun.set()
            assert goes_on.wait(20)

        stuck = threading.Thread(target=house.house.do_now, args=(hold_up,))
        stuck.start()
        assert begun.wait(20)
        try:
            refused = house.stranger().get("/readyz")
        finally:
            goes_on.set()
        stuck.join(20)
        monkeypatch.undo()  # a busy machine may need longer than that for a good answer
        assert problem(refused)["kind"] == "not-ready"
        assert house.stranger().get("/readyz").status_code == 200


def test_a_database_that_cannot_be_written_is_not_ready(watched: Served) -> None:
    ann = watched.stranger()
    assert ann.get("/readyz").status_code == 200
    time.sleep(health.WRITES_SECONDS)
    with unwritable(watched):
        refused = ann.get("/readyz")
    assert (refused.status_code, problem(refused)["kind"]) == (503, "not-ready")
    assert ann.get("/readyz").status_code == 200


def test_who_asks_often_has_little_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Connection] = []
    monkeypatch.setattr(health, "WRITES_SECONDS", 3600.0)
    monkeypatch.setattr(health, "write_version", written.append)
    with served(tmp_path) as house:
        ann = house.stranger()
        assert [ann.get("/readyz").status_code for _ in range(5)] == [200] * 5
    assert len(written) == 1


@pytest.mark.needs("postgres")
def test_a_database_that_is_away_is_a_figure(server: Postgres, tmp_path: Path) -> None:
    name = server.new()
    with served(tmp_path, database=name) as house:
        assert scrape(house.url)["casinowar_rounds_total"]
        with server.away(name):
            told = scrape(house.url)
            assert told["casinowar_database_up"] == {(): 0}
            assert "casinowar_rounds_total" not in told
            assert told["casinowar_worker_starts_total"] == {(): 1}
            refused = house.stranger().get("/readyz")
            assert (refused.status_code, problem(refused)["kind"]) == (503, "not-ready")
        assert house.stranger().get("/readyz").status_code == 200
        assert scrape(house.url)["casinowar_database_up"] == {(): 1}
    server.drop(name)


def test_a_request_that_is_given_up_has_no_status() -> None:
    meter = Meter()

    async def gives_up(*_: object) -> None:
        raise ClientDisconnect

    async def as_it_is(text: str) -> str:
        return text

    guard = Guard(gives_up, bytes, None, meter, problems_in(as_it_is))
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": "/x",
        "headers": [],
        "client": None,
    }
    # it waits for nothing, and needs no event loop beside one that a browser before may have left
    with pytest.raises(StopIteration):
        guard(scope, gives_up, gives_up).send(None)  # type: ignore[arg-type]
    assert 'casinowar_requests_total{method="GET",route="none",status="none"} 1.0' in (
        meter.text(()).decode()
    )
