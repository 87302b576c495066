"""A house that is restored: what came after the backup is not dealt again."""

import json
from pathlib import Path
from typing import Any

import pytest

from casinowar.house.upkeep.audit import audit
from casinowar.store.backends.engine import open_reader
from casinowar.store.backup import backup, restore
from tests.support.house.served import Client, Served, served
from tests.web.api.test_tables import play

WAGER = {"seat": 1, "wager": "primary", "amount": 500}


Folders = tuple[Path, Path, Path]
"""The house, its backup, and where it is restored."""


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    return tmp_path / "old", tmp_path / "copy.db", tmp_path / "new"


def come_back(house: Served, client: Client) -> Client:
    """The same person, at another server."""
    again = house.stranger()
    again.http.cookies.update(client.http.cookies)
    return again


def cards(done: dict[str, Any]) -> list[str]:
    events = [event for entry in done["entries"] for event in entry.get("events", [])]
    return [event["card"] for event in events if event["type"] == "card_dealt"]


def shoes_in(client: Client, table: str) -> tuple[dict[str, Any], dict[str, Any]]:
    view = client.look(f"/api/tables/{table}")["view"]
    return view["shoe"], view["coming"]


def test_cards_that_came_after_the_backup_do_not_come_again(folders: Folders) -> None:
    old, copy, new = folders
    with served(old) as house:
        ann = house.guest()
        ann.command("washington", "sit", seat=1)
        play(ann, "washington")
        shoe, coming = shoes_in(ann, "washington")
        backup(house.settings.house, str(copy))
        known = [card for _ in range(5) for card in cards(play(ann, "washington"))]
    restore(str(copy), new / "house.db")
    with served(new) as house:
        ann = come_back(house, ann)
        last, next_ = shoes_in(ann, "washington")
        assert (last["id"], last["end"]) == (shoe["id"], "abandoned")
        assert next_["id"] != coming["id"]
        assert next_["commitment"] != coming["commitment"]
        assert ann.look("/api/me")["seats"] == ["washington"]
        dealt = [card for _ in range(5) for card in cards(play(ann, "washington"))]
        shoe, _ = shoes_in(ann, "washington")
        assert shoe["id"] == next_["id"]
        told = ann.http.get("/api/tables/washington/shoes/1").json()
    assert dealt[: len(known)] != known[: len(dealt)]
    ends = {e["shoe"]: e["end"] for e in told["entries"] if e["kind"] == "server_reveal"}
    assert ends == {"washington/1": "abandoned", "washington/2": "abandoned"}
    with open_reader(new / "house.db") as reader:
        audit(reader)


@pytest.mark.parametrize("moment", ["bets", "choice"])
def test_round_under_way_is_void_and_its_wagers_go_back(folders: Folders, moment: str) -> None:
    old, copy, new = folders
    with served(old) as house:
        ann = house.guest()
        ann.command("washington", "sit", seat=1)
        done = ann.command("washington", "bet", bets=[WAGER], ready=moment == "choice")
        while moment == "choice" and done["state"]["need"]["type"] != "choice_needed":
            done = ann.command("washington", "bet", bets=[WAGER], ready=True)
        before = done["balance"]
        backup(house.settings.house, str(copy))
    restore(str(copy), new / "house.db")
    with served(new) as house:
        ann = come_back(house, ann)
        assert ann.look("/api/me")["balance"] == before + WAGER["amount"]
        view = ann.look("/api/tables/washington")["view"]
        assert (view["bets"], view["round"]) == ([], None)
        play(ann, "washington")
    with open_reader(new / "house.db") as reader:
        audit(reader)


def test_shoes_are_abandoned_once(folders: Folders) -> None:
    old, copy, new = folders
    with served(old) as house:
        backup(house.settings.house, str(copy))
    restore(str(copy), new / "house.db")
    seen = []
    for _ in range(3):
        with served(new) as house:
            views = house.stranger().look("/api/lobby")["tables"]
            coming = [shoes_in(house.stranger(), row["id"])[1]["id"] for row in views]
            seen.append(json.dumps(coming))
    assert len(set(seen)) == 1
    with served(old) as house:
        assert shoes_in(house.stranger(), "washington")[1]["id"] == "washington/1"
