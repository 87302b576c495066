"""What an operator reads in the log: tables that open and close, with who asked for it."""

import io
import time
from pathlib import Path
from typing import Any

from tests.support.house.logged import lines_of, logged
from tests.support.house.served import problem, served, unwritable

SOON = 10.0


def test_tables_that_open_and_close_are_logged_once(tmp_path: Path) -> None:
    with served(tmp_path) as house, logged() as stream:
        ann = house.guest()
        opened = [ann.post("/api/tables", {"rules": "washington"}, key="open") for _ in range(2)]
        answer = opened[0].json()
        table = answer["table"]
        ann.command(table, "sit", seat=1)
        closed = [ann.post(f"/api/tables/{table}/close", key="close") for _ in range(2)]
        lines = lines_of(stream)
        player = ann.look("/api/me")["player"]
    assert [line.pop("event") for line in lines] == ["table opened", "table closed"]
    for line, asked in zip(lines, (opened[0], closed[0]), strict=True):
        assert line.pop("timestamp")
        assert line == {
            "level": "info",
            "table": table,
            "player": player,
            "request": asked.headers["x-request-id"],
        }
    assert answer["invitation"] not in stream.getvalue()


def test_a_disk_that_is_full_is_logged_and_no_mistake_of_ours(tmp_path: Path) -> None:
    bet = {"bets": [{"seat": 1, "wager": "primary", "amount": 500}]}
    with served(tmp_path) as house, logged() as stream:
        ann = house.guest()
        ann.command("washington", "sit", seat=1)
        with unwritable(house):
            refused = ann.post("/api/tables/washington/bet", bet, key="bet")
            assert ann.look("/api/tables/washington")["view"]["bets"] == []
        (line,) = [each for each in lines_of(stream) if each["level"] == "error"]
        assert ann.ask("/api/tables/washington/bet", bet, key="bet")["balance"] == 99_500
    assert (refused.status_code, problem(refused)["kind"]) == (503, "database-away")
    assert refused.headers["retry-after"] == "1"
    assert line["event"] == "the database cannot be written"
    assert "readonly" in line["error"]


def last_line(stream: io.StringIO, **having: str) -> dict[str, Any]:
    """The line of a request, which is written after the answer went out."""
    end = time.monotonic() + SOON
    while True:
        found = [line for line in lines_of(stream) if having.items() <= line.items()]
        if found:
            return found[-1]
        assert time.monotonic() < end, f"nothing is logged of {having}"
        time.sleep(0.01)


def test_every_request_is_logged_for_who_wants_it(tmp_path: Path) -> None:
    with served(tmp_path) as house, logged(level="debug") as stream:
        ann = house.guest()
        ann.command("washington", "sit", seat=1)
        sat = last_line(stream, path="/api/tables/washington/sit")
    assert (sat["event"], sat["level"]) == ("request", "debug")
    assert (sat["table"], sat["status"]) == ("washington", 200)
