"""The dealer's console over HTTP: words in, the desk out, and the table live for everyone else."""

from collections.abc import Iterator

import pytest

from casinowar.audit.files import audit_shoe
from casinowar.house.people.accounts import new_operator_link
from casinowar.house.upkeep.audit import audit
from casinowar.record.shoefile import read_shoe
from casinowar.store.backends.engine import open_reader
from tests.support.house.served import Client, Served, problem, served
from tests.web.security.test_who_may import PASSWORD, appoint


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("dealing")) as house:
        yield house


@pytest.fixture(scope="module")
def operator(floor: Served) -> Client:
    link = floor.house.do_now(lambda work: new_operator_link(work, floor.house.means.entropy))
    client = floor.guest()
    assert client.post(f"/operator/{link}", key="").status_code == 200
    return client


@pytest.fixture(scope="module")
def dora(floor: Served, operator: Client) -> Client:
    client = floor.guest()
    appoint(operator, client, "dora", "dealer")
    return client


@pytest.fixture
def table(operator: Client, dora: Client) -> str:
    asked = {
        "rules": "fun-casino",
        "public": True,
        "practice": True,
        "hand_dealt": True,
        "name": "Green baize",
    }
    opened = operator.ask("/api/tables", {**asked, "players_may_have_edge": True})["table"]
    for words in ("dealer", "sit ann bob", "shoe", "cut", "cutcard 30", ""):
        say(dora, opened, words)
    return str(opened)


def say(client: Client, table: str, words: str) -> list[str]:
    told = client.command(table, "dealer", words=words)
    return [line["text"] for line in told["lines"]]


def test_round_is_dealt_and_seen_by_all(floor: Served, dora: Client, table: str) -> None:
    assert say(dora, table, "1=20/5 2=10")[:2] == [
        "seat 1, ann: bets 20.00 primary, 5.00 tie",
        "seat 2, bob: bets 10.00 primary",
    ]
    say(dora, table, "9 k 9")
    desk = dora.look(f"/api/tables/{table}/desk")
    assert desk["deals"]
    assert desk["pay"] == ["seat 1, ann: tie 5.00, pay 50.00"], "bob is settled after ann is asked"
    seen = floor.guest().look(f"/api/tables/{table}")
    assert seen["sign"]["hand_dealt"]
    assert [card["card"] for card in seen["view"]["round"]["cards"]] == ["9", "K", "9"]
    names = {each["name"]: each["walk_in"] for each in seen["names"].values()}
    assert names == {"ann": True, "bob": True, "dora": False}
    say(dora, table, "p")
    say(dora, table, "1 w")
    say(dora, table, "b k 4")
    say(dora, table, "")
    told = floor.guest().look(f"/api/tables/{table}/rounds/1")
    assert "seat 1, ann: goes to war for 20.00" in [line["says"] for line in told["told"]]
    assert dora.look(f"/api/tables/{table}/desk")["words"][-1] == "again"


def test_same_key_is_one_card(dora: Client, table: str) -> None:
    say(dora, table, "1=20 2=10")
    at, key = f"/api/tables/{table}/dealer", "the-one-card"
    first = dora.ask(at, {"words": "9"}, key=key)
    assert dora.ask(at, {"words": "9"}, key=key) == first
    assert len(dora.look(f"/api/tables/{table}/desk")["dealt"]) == 1
    assert problem(dora.post(at, {"words": "k"}, key=key))["kind"] == "key-reused"


def test_two_windows_at_the_same_moment_are_one_card(dora: Client, table: str) -> None:
    say(dora, table, "1=20 2=10")
    turn = dora.look(f"/api/tables/{table}/desk")["turn"]
    first = dora.ask(f"/api/tables/{table}/dealer", {"words": "9", "turn": turn}, key="one-window")
    refused = dora.refused(table, "dealer", words="9", turn=turn)
    assert (refused["kind"], refused["status"]) == ("moved-on", 409)
    assert refused["awaited"] == "a card for seat 2"
    again = dora.ask(f"/api/tables/{table}/dealer", {"words": "9", "turn": turn}, key="one-window")
    assert again == first, "its answer was lost, and is told again"
    assert first["was"] == turn
    assert dora.command(table, "dealer", words="k", turn=first["desk"]["turn"])["left"] == ""
    assert len(dora.look(f"/api/tables/{table}/desk")["dealt"]) == 2


def test_refusal_is_told_by_name_and_loses_nothing(dora: Client, table: str) -> None:
    say(dora, table, "1=20 2=10")
    say(dora, table, "9 9 9")
    before = dora.look(f"/api/tables/{table}/desk")
    refused = dora.refused(table, "dealer", words="k")
    assert refused["kind"] == "not-now"
    assert refused["detail"] == "no card is due"
    assert refused["awaited"] == "surrender or war from ann at seat 1"
    assert dora.refused(table, "dealer", words="jump")["kind"] == "bad-words"
    assert dora.look(f"/api/tables/{table}/desk") == before
    partly = dora.command(table, "dealer", words="1 w; k")
    assert partly["left"] == "k"
    assert partly["lines"][-2]["text"] == "not taken: k"


def test_line_that_cannot_be_read_is_not_begun(dora: Client, table: str) -> None:
    refused = dora.refused(table, "dealer", words="1=20, jump")
    assert "'jump' is not understood" in refused["detail"]
    assert dora.look(f"/api/tables/{table}/desk")["seats"][0]["bets"] == []


def test_relief_by_another_dealer(
    floor: Served, operator: Client, dora: Client, table: str
) -> None:
    rick = floor.guest()
    appoint(operator, rick, "rick", "dealer")
    refused = rick.refused(table, "dealer", words="1=20")
    assert (refused["kind"], refused["detail"]) == (
        "not-dealing",
        "dora deals here: take over first, with dealer",
    )
    assert say(rick, table, "dealer")[0] == "rick deals from now on"
    assert not dora.look(f"/api/tables/{table}/desk")["deals"]
    assert dora.refused(table, "dealer", words="1=20")["kind"] == "not-dealing"


def test_round_of_a_dealer_without_office_is_the_operators(
    floor: Served, operator: Client, table: str
) -> None:
    dirk, rick = floor.guest(), floor.guest()
    appoint(operator, dirk, "dirk", "dealer")
    appoint(operator, rick, "richard", "dealer")
    for words in ("dealer", "1=20 2=10", "9 4 k"):
        say(dirk, table, words)
    assert operator.refused(table, "dealer", words="p")["kind"] == "not-dealing"
    assert not operator.look(f"/api/tables/{table}/desk")["deals"]
    player = dirk.look("/api/me")["player"]
    operator.ask(f"/api/people/{player}/role", {"role": "player", "why": "went home"})
    assert rick.refused(table, "dealer", words="p")["kind"] == "not-dealing"
    for other in (dirk, floor.guest()):
        assert other.refused(table, "dealer", words="p")["kind"] == "not-yours"
    assert operator.look(f"/api/tables/{table}/desk")["stands_in"]
    assert "paid" in say(operator, table, "p")
    assert not operator.look(f"/api/tables/{table}/desk")["playing"]
    assert operator.refused(table, "dealer", words="1=20")["kind"] == "not-dealing"
    done = operator.look("/api/changes", player=player)["changes"]
    assert [(each["what"], each["table"]) for each in done] == [
        ("finish", table),
        ("role", None),
        ("role", None),
    ]


def test_walk_in_cannot_be_signed_in_to_nor_looked_after(
    floor: Served, operator: Client, dora: Client, table: str
) -> None:
    ann = dora.look(f"/api/tables/{table}/desk")["seats"][0]["player"]
    answer = floor.stranger().post("/api/sign-in", {"name": ann, "password": PASSWORD}, key="")
    assert problem(answer)["kind"] == "wrong-password"
    listed = operator.look("/api/people", limit=200)["people"]
    assert ann not in {each["player"] for each in listed}
    body = {"role": "dealer", "why": "no"}
    answer = operator.post(f"/api/people/{ann}/role", body)
    assert problem(answer)["kind"] == "unknown-player"
    kicked = operator.post(f"/api/tables/{table}/kick", {"seat": 1, "why": "no"})
    assert problem(kicked)["kind"] == "no-player"


def test_shoe_shuffled_by_hand_has_a_file_without_seeds(dora: Client, table: str) -> None:
    say(dora, table, "1=20 2=10")
    say(dora, table, "9 4 k")
    say(dora, table, "p")
    file = read_shoe(dora.get(f"/api/tables/{table}/shoes/1").content)
    assert file.steps == ()
    auditor = audit_shoe(file)
    assert (auditor.rounds, auditor.record.table.rounds) == (1, 1)


def test_audit_after_all_of_it(floor: Served, dora: Client, table: str) -> None:
    say(dora, table, "1=20 2=10")
    say(dora, table, "9 4 k")
    with open_reader(floor.settings.house) as reader:
        found = audit(reader)
    assert found.rounds >= 2


@pytest.mark.parametrize("asked", [{"public": False}, {"bots": 2}, {"rules": "online"}])
def test_table_that_cannot_be_dealt_by_hand(operator: Client, asked: dict[str, object]) -> None:
    body = {"rules": "washington", "public": True, "practice": True, "hand_dealt": True, **asked}
    assert problem(operator.post("/api/tables", body))["kind"] == "not-by-hand"
