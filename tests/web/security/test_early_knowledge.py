"""Who may do what, at whose table and with whose seat; and what nobody learns early."""

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from casinowar.house.people import accounts
from casinowar.store.schema import seeds
from casinowar.web.api.commands import COMMANDS
from tests.support.house.served import Client, Served, problem, served

BODIES: dict[str, dict[str, Any]] = {
    "sit": {"seat": 5},
    "leave": {"seat": 1},
    "bet": {"bets": [{"seat": 1, "wager": "primary", "amount": 500}]},
    "rebet": {"ready": True},
    "withdraw": {"seat": 1, "wager": "primary"},
    "ready": {},
    "take-bank": {},
    "post-stake": {"amount": 1000},
    "decline": {},
    "give-up-bank": {},
    "choose": {"seat": 1, "choice": "war"},
    "commit": {"seat": 1, "commitment": "5a" * 32},
    "reveal": {"seat": 1, "seed": "5a" * 32, "cut": 100},
    "cut": {"seed": "5a" * 32, "cut": 100},
    "rule": {"ruling": "void", "reason": "a wrong card"},
    "rule-wager": {
        "player": "ann",
        "seat": 1,
        "wager": "primary",
        "ruling": "take",
        "reason": "a wrong card",
    },
}
MANAGED = {"close": None, "add-bot": {"seat": 6}, "remove-bot": {"seat": 7}}


def seq(client: Client, table: str) -> int:
    return int(client.look(f"/api/tables/{table}")["view"]["seq"])


@pytest.fixture
def shared(house: Served, ann: Client, bob: Client) -> str:
    """A table of ann's where she sits and has a bet; bob may come and does not."""
    opened = ann.ask("/api/tables", {"rules": "washington", "bots": 1})
    bob.ask("/api/join", {"invitation": opened["invitation"]})
    table = str(opened["table"])
    ann.command(table, "sit", seat=1)
    ann.command(table, "bet", bets=[{"seat": 1, "wager": "primary", "amount": 500}])
    return table


def test_every_command_has_a_body_here() -> None:
    assert {*BODIES} == {*COMMANDS}


@pytest.mark.parametrize("command", [*BODIES, *MANAGED])
def test_stranger_and_uninvited_may_do_nothing(
    house: Served, ann: Client, shared: str, command: str
) -> None:
    body = {**BODIES, **MANAGED}[command]
    before = seq(ann, shared)
    path = f"/api/tables/{shared}/{command}"
    assert problem(house.stranger().post(path, body))["status"] == 401
    assert problem(house.guest().post(path, body))["kind"] == "unknown-table"
    assert seq(ann, shared) == before


@pytest.mark.parametrize("command", [name for name in BODIES if name != "sit"])
def test_nobody_acts_with_anothers_seat(
    ann: Client, bob: Client, shared: str, command: str
) -> None:
    before, chips = seq(ann, shared), ann.look("/api/me")
    found = bob.refused(shared, command, **BODIES[command])
    assert found["status"] in (403, 409)
    assert seq(ann, shared) == before
    assert ann.look("/api/me") == chips


@pytest.mark.parametrize("command", MANAGED)
def test_guest_of_a_table_does_not_manage_it(
    ann: Client, bob: Client, shared: str, command: str
) -> None:
    before = seq(ann, shared)
    found = problem(bob.post(f"/api/tables/{shared}/{command}", MANAGED[command]))
    assert (found["status"], found["kind"]) == (403, "not-yours")
    assert seq(ann, shared) == before


def test_rulings_are_the_operators(house: Served, ann: Client, shared: str) -> None:
    for command in ("rule", "rule-wager"):
        assert ann.refused(shared, command, **BODIES[command])["kind"] == "not-yours"


def test_rounds_are_ones_own(ann: Client, bob: Client, shared: str) -> None:
    ann.command(shared, "ready")
    if ann.look(f"/api/tables/{shared}")["view"]["need"]["type"] == "choice_needed":
        ann.command(shared, "choose", seat=1, choice="surrender")
    assert [each["table"] for each in ann.look("/api/me/rounds")["rounds"]] == [shared]
    assert bob.look("/api/me/rounds")["rounds"] == []


def test_private_tables_are_the_operators_to_see_and_to_close(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        secret = house.house.do_now(
            lambda work: accounts.new_operator_link(work, house.house.means.entropy)
        )
        ann, operator = house.guest(), house.guest()
        table = str(ann.ask("/api/tables", {"rules": "washington"})["table"])
        ann.command(table, "sit", seat=1)
        assert problem(operator.get(f"/api/tables/{table}"))["kind"] == "unknown-table"
        assert operator.post(f"/operator/{secret}").status_code == 200
        assert operator.look(f"/api/tables/{table}")["private"]
        found = operator.refused(table, "leave", seat=1)
        assert found["kind"] == "not-now", "even the operator has no hand in another's seat"
        operator.ask(f"/api/tables/{table}/close")
        assert ann.refused(table, "sit", seat=2)["kind"] == "table-closed"


def test_public_tables_are_the_operators_to_open(tmp_path: Path) -> None:
    asked = {"rules": "washington", "public": True, "practice": True, "name": "for all"}
    with served(tmp_path) as house:
        secret = house.house.do_now(
            lambda work: accounts.new_operator_link(work, house.house.means.entropy)
        )
        ann, operator = house.guest(), house.guest()
        assert problem(ann.post("/api/tables", asked))["kind"] == "not-yours"
        assert operator.post(f"/operator/{secret}").status_code == 200
        opened = operator.ask("/api/tables", asked)
        assert opened["invitation"] is opened["link"] is None
        rows = house.stranger().look("/api/lobby")["tables"]
        assert [row["id"] for row in rows if row["name"] == "for all"] == [opened["table"]]
        ann.command(opened["table"], "sit", seat=1)


def test_token_in_a_url_or_header_is_no_session(house: Served, ann: Client) -> None:
    token = next(iter(ann.http.cookies.values()))
    stranger = house.stranger()
    assert stranger.get(f"/api/me?casinowar_session={token}").status_code == 401
    headers = {"Authorization": f"Bearer {token}"}
    assert stranger.http.get("/api/me", headers=headers).status_code == 401


def test_token_that_someone_chose_is_never_taken(house: Served) -> None:
    chosen = "A" * 43
    victim = house.stranger()
    answer = victim.http.post("/api/guest", headers={"Cookie": f"casinowar_session={chosen}"})
    assert answer.status_code == 200
    assert answer.cookies["casinowar_session"] != chosen
    thief = house.stranger()
    thief.http.cookies.set("casinowar_session", chosen)
    assert thief.get("/api/me").status_code == 401


def seeds_of(house: Served) -> list[bytes]:
    return house.house.read_now(
        lambda connection: [bytes(row.seed) for row in connection.execute(seeds.select())]
    )


def forms(secret: bytes) -> set[bytes]:
    """How 32 bytes may be written."""
    hexed = secret.hex()
    plain = base64.b64encode(secret).rstrip(b"=")
    return {
        secret,
        hexed.encode(),
        hexed.upper().encode(),
        plain,
        base64.urlsafe_b64encode(secret).rstrip(b"="),
        base64.b32encode(secret).rstrip(b"="),
    }


def test_no_answer_holds_a_seed_that_is_not_revealed(
    ann: Client, house: Served, table: str
) -> None:
    ann.command(table, "sit", seat=1)
    heard: list[bytes] = []
    for _ in range(12):
        bet = {"seat": 1, "wager": "primary", "amount": 500}
        done = ann.post(f"/api/tables/{table}/bet", {"bets": [bet], "ready": True})
        heard.append(done.content)
        while done.json()["state"]["need"]["type"] == "choice_needed":
            done = ann.post(f"/api/tables/{table}/choose", {"seat": 1, "choice": "war"})
            heard.append(done.content)
        looked = ("", "/offers", "/shoes/1", "/rounds/1")
        heard += [ann.get(f"/api/tables/{table}{path}").content for path in looked]
    hidden = [form for seed in seeds_of(house) for form in forms(seed)]
    assert hidden, "there is something to find"
    everything = b"\n".join(heard)
    assert not [form for form in hidden if form in everything]


def test_secrets_of_the_database_are_in_no_answer(house: Served, ann: Client) -> None:
    ann.ask("/api/register", {"name": "Ida", "password": "correct horse"})
    told = ann.get("/api/me").text + ann.get("/api/lobby").text
    assert not re.search(r"argon2|[0-9a-f]{64}|token", told)
