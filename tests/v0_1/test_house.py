"""A house that version 0.1 left on disk: the current code opens it, answers alike and plays on."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from casinowar.house.upkeep.audit import audit
from casinowar.store.backends.engine import open_reader
from casinowar.store.migrations import newest, version_of
from tests.support.house.inprocess import InProcess, Reply

HERE = Path(__file__).parent
HOUSE = json.loads((HERE / "house.json").read_text("utf-8"))
TABLES: dict[str, str] = HOUSE["tables"]
TOKENS: dict[str, str] = HOUSE["tokens"]
NAMES = {player: name for name, player in HOUSE["players"].items()}

ENGLISH = {
    *("says", "detail", "title", "awaited", "hint", "pay", "orders", "basis", "assumes"),
    *("warning", "means"),
}
"""Fields whose sentences may be reworded; that they are there, and are text, is still compared."""


def unzipped(name: str) -> bytes:
    return gzip.decompress((HERE / name).read_bytes())


def without_english(value: Any, key: str = "") -> Any:
    """A JSON value with an ellipsis for each sentence."""
    if isinstance(value, dict):
        return {name: without_english(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [without_english(each, key) for each in value]
    return "..." if isinstance(value, str) and key in ENGLISH else value


def known(told: Any, now: Any) -> Any:
    """An answer of today without the fields that version 0.1 did not have, of rule files too."""
    if isinstance(told, dict) and isinstance(now, dict):
        return {name: known(told[name], each) for name, each in now.items() if name in told}
    if isinstance(told, list) and told and isinstance(told[0], dict) and "field" in told[0]:
        fields = {each["field"] for each in told}
        now = [each for each in now if each["field"] in fields]
    if isinstance(told, list) and isinstance(now, list) and len(told) == len(now):
        return [known(*each) for each in zip(told, now, strict=True)]
    return now


def json_of(reply: Reply) -> Any:
    zipped = reply.headers.get("content-encoding") == "gzip"
    return json.loads(gzip.decompress(reply.content) if zipped else reply.content)


def copied(folder: Path) -> Path:
    (folder / "house.db").write_bytes(unzipped("house.db.gz"))
    return folder


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """The house at the moment it was left, served by the current code; nobody changes it."""
    folder = copied(tmp_path_factory.mktemp("left"))
    with InProcess(folder, HOUSE["now"], opens_floor=False).running() as made:
        yield made
    check(folder)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """The same house, in which each test goes on at a table of its own; then it is audited."""
    folder = copied(tmp_path_factory.mktemp("on"))
    with InProcess(folder, HOUSE["now"], seed=1, opens_floor=False).running() as made:
        yield made
    check(folder)


def check(folder: Path) -> None:
    """The database has the current form, and its audit finds nothing."""
    with open_reader(folder / "house.db") as reader:
        assert version_of(reader) == newest()
        assert reader.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        assert audit(reader).rounds >= 400


def view(house: InProcess, table: str) -> dict[str, Any]:
    found: dict[str, Any] = house.get(f"/api/tables/{table}", TOKENS["boss"]).told["view"]
    return found


def rounds(house: InProcess, table: str) -> int:
    """The number of the last round that began at a table."""
    told = house.get(f"/api/tables/{table}/rounds?limit=1", TOKENS["boss"]).told
    return int(told["rounds"][0]["round"])


def command(house: InProcess, who: str, table: str, name: str, **body: Any) -> Any:
    key = f"later-{name}-{view(house, table)['seq']}-{who}"
    data = json.dumps(body).encode()
    return house.post(f"/api/tables/{table}/{name}", data, TOKENS[who], key).told


def finish(house: InProcess, table: str, number: int) -> dict[str, Any]:
    """Play on, by those whose turn it is, until a round is over; the table then."""
    for _ in range(60):
        now = view(house, table)
        round_, need = now["round"], now["need"]
        if round_ is not None and round_["number"] >= number and not round_["playing"]:
            return now
        if need["type"] == "choice_needed" and need["hands"][0]["player"] in NAMES:
            hand = need["hands"][0]
            command(house, NAMES[hand["player"]], table, "choose", seat=hand["seat"], choice="war")
        else:
            assert house.time_is_up(table), f"nobody moves {table}: {need}"
    raise AssertionError(f"{table} never ends its round")


def test_it_opens_and_its_audit_is_clean(tmp_path: Path) -> None:
    with InProcess(copied(tmp_path), HOUSE["now"]).running() as house:
        assert house.get("/healthz").told == {"status": "ok"}
    check(tmp_path)


def test_it_answers_as_it_did(left: InProcess) -> None:
    asked = json.loads(unzipped("answers.json.gz"))
    assert len(asked) > 400
    for who, path, status, told in asked:
        if path.startswith("/api/comparison"):
            continue  # it has more columns than in version 0.1
        reply = left.get(path, TOKENS.get(who, ""))
        assert reply.status == status, (who, path, reply.content)
        now = known(told, json_of(reply))
        assert without_english(now) == without_english(told), (who, path)


def parts_of(stream: str) -> list[list[Any]]:
    """The lines of each event, its data read."""
    lines = [part.splitlines() for part in stream.strip().split("\n\n")]
    return [
        [*named, without_english(json.loads(data.removeprefix("data: ")))] for *named, data in lines
    ]


def test_its_streams_begin_and_resume_as_they_did(left: InProcess) -> None:
    for table, parts, last, told in json.loads((HERE / "streams.json").read_text("utf-8")):
        found = left.begun(f"/api/tables/{table}/events", parts, TOKENS["ann"], last)
        assert known(parts_of(told), parts_of(found)) == parts_of(told)
        assert len(parts_of(found)) == parts


def test_it_has_the_same_paths(left: InProcess) -> None:
    document = left.get("/api/openapi.json").told
    kept = json.loads((HERE / "paths.json").read_text("utf-8"))
    assert {path: sorted(each) for path, each in document["paths"].items()} == kept


def test_a_repeated_request_has_the_same_bytes_for_an_answer(left: InProcess) -> None:
    kept = json.loads(unzipped("kept.json.gz"))
    assert len(kept) > 700
    repeated = set()
    for who, path, body, key, told in kept:
        reply = left.post(path, body.encode(), TOKENS[who], key)
        assert (reply.status, reply.content.decode()) == (200, told), (who, path, key)
        repeated.add(path.rpartition("/")[2])
    assert repeated >= {"sit", "bet", "choose", "dealer", "join", "take-bank", "pause", "limits"}


def test_a_member_signs_in(house: InProcess) -> None:
    body = {"name": "bob", "password": HOUSE["password"]}
    told = house.post("/api/sign-in", json.dumps(body).encode()).told
    assert told["player"] == HOUSE["players"]["bob"]


def test_an_invitation_is_good(house: InProcess) -> None:
    body = json.dumps({"invitation": HOUSE["invitation"]}).encode()
    came = house.post("/api/join", body, TOKENS["cem"], "join-later").told
    assert came == {"table": TABLES["private"]}


def test_bets_that_lie_open_are_played(house: InProcess) -> None:
    table = TABLES["bets"]
    before, number = view(house, table), rounds(house, table)
    assert [bet["primary"] for bet in before["bets"]] == [2500, 1000]
    command(house, "ann", table, "ready")
    after = finish(house, table, number + 1)
    assert [bet["primary"] for bet in after["round"]["bets"]] == [2500, 1000]


@pytest.mark.parametrize("name", ["choice", "war", "game"])
def test_a_choice_that_is_awaited_is_made(house: InProcess, name: str) -> None:
    table = TABLES[name]
    before = view(house, table)
    assert before["need"]["type"] == "choice_needed"
    assert bool(before["round"]["answers"]) == (name == "war")
    after = finish(house, table, before["round"]["number"])
    assert after["round"]["number"] == before["round"]["number"]
    assert any(answer["type"] == "war_declared" for answer in after["round"]["answers"])
    deals = [card["deal"] for card in after["round"]["cards"]]
    assert {"original", "war"} <= set(deals)


def test_a_players_bank_pays(house: InProcess) -> None:
    table = TABLES["banked"]
    before, number = view(house, table), rounds(house, table)
    assert NAMES[before["bank"]["player"]] in ("bea", "ivo")
    assert before["bank"]["stake"] == 20000
    command(house, "bea", table, "ready")
    after = finish(house, table, number + 1)
    assert after["round"]["banker"] == before["bank"]["player"]


@pytest.mark.parametrize("name, who", [("private", "ann"), ("game bets", "cem")])
def test_another_round_begins(house: InProcess, name: str, who: str) -> None:
    table = TABLES[name]
    number = rounds(house, table)
    wager = {"seat": 1, "wager": "primary", "amount": 700}
    command(house, who, table, "bet", bets=[wager], ready=True)
    after = finish(house, table, number + 1)
    assert any(bet["primary"] == 700 for bet in after["round"]["bets"])


def say(house: InProcess, table: str, *lines: str) -> dict[str, Any]:
    desk: dict[str, Any] = {}
    for words in lines:
        said = command(house, "dora", table, "dealer", words=words)
        assert said["left"] == "", said
        desk = said["desk"]
    return desk


def test_a_dealer_goes_on_in_mid_round(house: InProcess) -> None:
    table = TABLES["by hand"]
    assert view(house, table)["round"]["playing"]
    desk = say(house, table, "q", "p")
    assert not desk["playing"]
    assert [card["card"] for card in view(house, table)["round"]["cards"]] == ["5", "8", "Q"]
    assert any(each["walk_in"] for each in desk["names"].values())


def test_a_dealer_ends_a_war(house: InProcess) -> None:
    table = TABLES["by hand war"]
    assert view(house, table)["round"]["playing"]
    desk = say(house, table, "b 4c", "b 4d", "p")
    assert not desk["playing"]
    settled = view(house, table)["round"]["results"]
    assert any(each["outcome"] == "war_equal" for each in settled if "outcome" in each)


def test_a_paused_table_begins_again(house: InProcess) -> None:
    table = TABLES["war"]
    number = rounds(house, table)
    assert view(house, table)["paused"] == "the shoe is inspected"
    finish(house, table, number)
    command(house, "pia", table, "resume", why="it is in order")
    wager = {"seat": 1, "wager": "primary", "amount": 500}
    command(house, "ann", table, "bet", bets=[wager], ready=True)
    finish(house, table, number + 1)
