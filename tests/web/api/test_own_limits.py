"""Players' own limits over HTTP: set, told, kept, and shown where they withhold something."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.house.people.sessions import DAY_MS
from tests.support.house.served import Client, Served, problem, served


def bet(amount: int) -> dict[str, Any]:
    return {"bets": [{"seat": 1, "wager": "primary", "amount": amount}]}


def test_a_limit_is_told_set_and_loosened(ann: Client) -> None:
    none = {"most": None, "coming": None}
    told = ann.look("/api/me/limits")
    assert [told[what] for what in ("stake", "loss", "time")] == [none] * 3
    assert told["played"] == {"ms": 0, "net": 0, "at_stake": 0}
    assert told["excluded_until"] is None
    ann.ask("/api/me/limits", {"what": "stake", "most": 1000})
    later = ann.ask("/api/me/limits", {"what": "stake", "most": None})
    assert later["most"] == 1000
    assert later["coming"]["most"] is None
    assert abs(later["coming"]["at"] - DAY_MS - time.time() * 1000) < 60_000
    assert ann.look("/api/me/limits")["stake"] == later
    withdrawn = ann.ask("/api/me/limits", {"what": "stake", "most": 1000})
    assert withdrawn == {"most": 1000, "coming": None}


def test_a_limit_is_set_once_for_a_key(ann: Client) -> None:
    first = ann.ask("/api/me/limits", {"what": "loss", "most": 500}, "one")
    ann.ask("/api/me/limits", {"what": "loss", "most": 400})
    assert ann.ask("/api/me/limits", {"what": "loss", "most": 500}, "one") == first
    assert ann.look("/api/me/limits")["loss"]["most"] == 400


def test_what_a_limit_withholds_is_told(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    ann.ask("/api/me/limits", {"what": "stake", "most": 1500})
    refused = ann.refused(table, "bet", **bet(2000))
    assert refused["kind"] == "own-limit"
    assert refused["detail"] == (
        "this takes 20.00, and your own limit of 15.00 a round leaves 15.00"
    )
    offers = ann.look(f"/api/tables/{table}/offers")["offers"]
    (most,) = [one["most"] for one in offers if one["command"] == "bet"]
    assert most == 1500
    ann.command(table, "bet", **bet(1500))
    told = ann.look("/api/me/limits")["played"]
    assert told["net"] == 0
    assert told["at_stake"] == 1500
    ann.ask("/api/me/limits", {"what": "stake", "most": 1})
    ann.command(table, "withdraw", seat=1, wager="primary")
    withheld = ann.look(f"/api/tables/{table}/offers")["withheld"]
    assert [one["why"] for one in withheld if one["command"] == "bet"] == [
        "this takes at least 5.00, and your own limit of 0.01 a round leaves 0.01"
    ]


def test_net_and_time_are_told_over_tables(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    before = ann.look("/api/me")["balance"]
    ann.command(table, "bet", **bet(1000), ready=True)
    while ann.look(f"/api/tables/{table}")["view"]["need"]["type"] == "choice_needed":
        ann.command(table, "choose", seat=1, choice="surrender")
    net = ann.look("/api/me")["balance"] - before
    played = ann.look("/api/me/limits")["played"]
    assert played["net"] == net
    assert 0 <= played["ms"] < 60_000


def test_a_member_who_is_excluded_is_out(house: Served) -> None:
    ann = house.guest()
    ann.ask("/api/register", {"name": "excluded-ann", "password": "a long word"}, "")
    until = ann.ask("/api/me/exclude", {"days": 2})["excluded_until"]
    assert abs(until - 2 * DAY_MS - time.time() * 1000) < 60_000
    assert ann.get("/api/me").status_code == 401
    known = {"name": "excluded-ann", "password": "a long word"}
    refused = problem(house.stranger().post("/api/sign-in", known))
    assert (refused["kind"], refused["status"]) == ("excluded", 403)
    assert "excluded-ann is excluded until 20" in refused["detail"]
    assert refused["until"] == until


def test_a_guest_who_is_excluded_stays_known(table: str, ann: Client) -> None:
    ann.command(table, "sit", seat=1)
    ann.command(table, "bet", **bet(1000))
    ann.ask("/api/me/exclude", {"days": 1})
    view = ann.look(f"/api/tables/{table}")["view"]
    assert set(view["seats"]) == {""}
    assert not view["bets"]
    assert ann.refused(table, "sit", seat=1)["kind"] == "excluded"
    assert ann.look("/api/me/limits")["excluded_until"] is not None
    assert problem(ann.post("/api/me/exclude", {"days": 0}))["kind"] == "bad-form"
    ann.ask("/api/me/exclude", {"days": 5})
    assert problem(ann.post("/api/me/exclude", {"days": 1}))["kind"] == "excluded"


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with a minimum of time between rounds, that repeats no wagers."""
    folder: Path = tmp_path_factory.mktemp("slow")
    with served(folder, round_seconds=3600, quick_rebet=False) as made:
        yield made


def test_a_slow_house_says_when_the_next_round_begins(slow: Served) -> None:
    ann = slow.guest()
    table = ann.ask("/api/tables", {"rules": "washington"})["table"]
    assert ann.look(f"/api/tables/{table}")["sign"]["pace"] == {"seconds": 3600, "rebet": False}
    ann.command(table, "sit", seat=1)
    ann.command(table, "bet", **bet(1000), ready=True)
    while ann.look(f"/api/tables/{table}")["view"]["need"]["type"] == "choice_needed":
        ann.command(table, "choose", seat=1, choice="surrender")
    assert ann.refused(table, "rebet")["kind"] == "no-rebet"
    assert ann.refused(table, "bet", **bet(1000))["kind"] == "too-soon"
    (withheld,) = [
        one
        for one in ann.look(f"/api/tables/{table}/offers")["withheld"]
        if one["command"] == "bet" and one["wager"] == "primary"
    ]
    assert withheld["why"].startswith("your next round may begin in 3")
    assert 3_500_000 < withheld["at"] - time.time() * 1000 <= 3_600_000
