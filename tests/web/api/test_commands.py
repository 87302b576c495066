"""Commands: keys that make them safe to repeat, and bodies that are taken strictly."""

import secrets
from typing import Any

import pytest

from casinowar.house.tables.commands import MOST_BETS
from casinowar.web.api.commands import COMMANDS
from tests.support.house.served import Client, Served, problem, told

BET = {"bets": [{"seat": 1, "wager": "primary", "amount": 1000}]}


def test_whole_round_with_one_bet(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    done = ann.command(table, "bet", **BET, ready=True)
    while done["state"]["need"]["type"] == "choice_needed":
        done = ann.command(table, "choose", seat=1, choice="war")
    kinds = [event["type"] for entry in done["entries"] for event in entry.get("events", ())]
    assert kinds.count("wager_settled") >= 1
    assert done["state"]["need"]["type"] == "bets_needed"
    rounds = ann.look("/api/me/rounds")["rounds"]
    assert [each["table"] for each in rounds] == [table]
    assert ann.look("/api/me")["balance"] == 100_000 + rounds[0]["net"] == done["balance"]


def test_same_key_and_body_has_the_same_answer(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    path = f"/api/tables/{table}/bet"
    first = ann.post(path, {**BET, "ready": True}, "once")
    assert first.status_code == 200
    again = ann.post(path, {**BET, "ready": True}, "once")
    assert again.content == first.content
    assert len(ann.look(f"/api/tables/{table}/rounds/1")["settlements"]) <= 3
    assert problem(ann.get(f"/api/tables/{table}/rounds/2"))["status"] == 404


def test_other_body_or_path_under_a_key_is_refused(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    ann.ask(f"/api/tables/{table}/bet", BET, "mine")
    other = {"bets": [{"seat": 1, "wager": "primary", "amount": 2000}]}
    for path, body in (("bet", other), ("rebet", {"ready": False})):
        found = problem(ann.post(f"/api/tables/{table}/{path}", body, "mine"))
        assert (found["status"], found["kind"]) == (409, "key-reused")


def test_key_is_the_callers_own(ann: Client, bob: Client, table: str) -> None:
    link = ann.ask("/api/tables", {"rules": "washington"}, "shared")
    assert bob.ask("/api/tables", {"rules": "washington"}, "shared")["table"] != link["table"]


def test_refused_command_is_looked_at_afresh(ann: Client, table: str) -> None:
    path = f"/api/tables/{table}/bet"
    assert problem(ann.post(path, BET, "again"))["status"] == 409
    ann.command(table, "sit", seat=1)
    assert ann.post(path, BET, "again").status_code == 200


def test_opening_a_table_twice_under_a_key_opens_one(ann: Client) -> None:
    asked = {"rules": "south-dakota", "name": "ours"}
    assert ann.ask("/api/tables", asked, "open") == ann.ask("/api/tables", asked, "open")
    names = [row["name"] for row in ann.look("/api/lobby")["tables"]]
    assert names.count("ours") == 1


@pytest.mark.parametrize(
    "key, kind", [("", "key-missing"), ("a b", "bad-key"), ("x" * 81, "bad-key")]
)
def test_command_needs_a_key(ann: Client, table: str, key: str, kind: str) -> None:
    found = problem(ann.post(f"/api/tables/{table}/sit", {"seat": 1}, key))
    assert (found["status"], found["kind"]) == (400, kind)
    assert ann.look(f"/api/tables/{table}")["view"]["seats"][0] == ""


WRONG: list[tuple[str, Any]] = [
    ("sit", {"seat": True}),
    ("sit", {"seat": "1"}),
    ("sit", {"seat": 1.5}),
    ("sit", {"seat": 1, "player": "bob"}),
    ("sit", {}),
    ("sit", []),
    ("bet", {"bets": [{"seat": 1, "wager": "war", "amount": 500}]}),
    ("bet", {"bets": [{"seat": 1, "wager": "primary", "amount": "500"}]}),
    ("bet", {"bets": [{"seat": 1, "wager": "primary", "amount": 500.0}]}),
    ("bet", {"bets": [{"seat": 1, "wager": "primary", "amount": True}]}),
    ("bet", {"bets": {}, "ready": False}),
    ("bet", {"bets": []}),
    ("bet", {"bets": [{"seat": 1, "wager": "primary", "amount": 500}], "ready": 1}),
    ("choose", {"seat": 1, "choice": "run"}),
    ("cut", {"seed": "00", "cut": "7"}),
]


@pytest.mark.parametrize("command, body", WRONG)
def test_body_is_taken_strictly(ann: Client, table: str, command: str, body: Any) -> None:
    answer = ann.http.post(
        f"/api/tables/{table}/{command}",
        json=body,
        headers={"Idempotency-Key": secrets.token_hex(8)},
    )
    found = problem(answer)
    assert (found["status"], found["kind"]) == (422, "bad-form")
    assert found["errors"]


@pytest.mark.parametrize(
    "content, kind, status, named",
    [
        (b"{", "application/json", 400, "bad-json"),
        (b"", "application/json", 400, "bad-json"),
        (b'{"seat": 1e999}', "application/json", 422, "bad-form"),
        (b'{"seat": 1, "commitment": "\\ud800"}', "application/json", 400, "bad-json"),
        (b"\xff\xfe", "application/json", 400, "bad-json"),
        (b"[" * 30_000, "application/json", 422, "bad-form"),
        (b"seat=1", "application/x-www-form-urlencoded", 415, "not-json"),
        (b'{"seat":1}', "text/plain", 415, "not-json"),
        (b'{"seat":1}', "", 415, "not-json"),
        (b'{"seat":1}' + b" " * 65_536, "application/json", 413, "too-large"),
    ],
)
def test_what_is_not_json_is_refused(
    ann: Client, table: str, content: bytes, kind: str, status: int, named: str
) -> None:
    headers = {"Idempotency-Key": secrets.token_hex(8)} | ({"Content-Type": kind} if kind else {})
    answer = ann.http.post(f"/api/tables/{table}/sit", content=content, headers=headers)
    found = problem(answer)
    assert (found["status"], found["kind"]) == (status, named)
    assert ann.look(f"/api/tables/{table}")["view"]["seats"][0] == ""


HUGE = 10**30


@pytest.mark.parametrize("seat", [0, -1, 8, HUGE, -HUGE])
@pytest.mark.parametrize("command", ["sit", "leave", "choose", "withdraw", "bet", "commit"])
def test_numbers_beyond_the_table_are_refused_by_its_rules(
    ann: Client, table: str, command: str, seat: int
) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "sit": {"seat": seat},
        "leave": {"seat": seat},
        "choose": {"seat": seat, "choice": "war"},
        "withdraw": {"seat": seat, "wager": "tie"},
        "bet": {"bets": [{"seat": seat, "wager": "primary", "amount": 500}]},
        "commit": {"seat": seat, "commitment": "00" * 32},
    }
    assert ann.refused(table, command, **bodies[command])["status"] == 409


@pytest.mark.parametrize("amount", [0, -500, 1, 499, 10**13 + 500, HUGE])
def test_amounts_beyond_the_limits_are_refused(ann: Client, table: str, amount: int) -> None:
    ann.command(table, "sit", seat=1)
    bet = {"seat": 1, "wager": "primary", "amount": amount}
    assert ann.refused(table, "bet", bets=[bet])["status"] == 409
    assert ann.look("/api/me")["balance"] == 100_000


def test_bet_beyond_the_chips_is_refused(ann: Client, table: str) -> None:
    for seat in (1, 2, 3):
        ann.command(table, "sit", seat=seat)
    bets = [{"seat": seat, "wager": "primary", "amount": 50_000} for seat in (1, 2, 3)]
    found = ann.refused(table, "bet", bets=bets)
    assert (found["status"], found["kind"]) == (409, "no-chips")
    assert ann.look(f"/api/tables/{table}")["view"]["bets"] == []
    assert ann.look("/api/me")["balance"] == 100_000


def test_one_command_places_no_more_wagers_than_a_table_can_have(ann: Client, table: str) -> None:
    def bets(count: int) -> list[dict[str, Any]]:
        wager = {"seat": 1, "wager": "primary"}
        return [{**wager, "amount": 500 + 100 * (number % 2)} for number in range(count)]

    ann.command(table, "sit", seat=1)
    found = ann.refused(table, "bet", bets=bets(MOST_BETS + 1))
    assert (found["status"], found["kind"]) == (422, "bad-form")
    assert ann.look(f"/api/tables/{table}")["view"]["bets"] == []
    assert ann.command(table, "bet", bets=bets(MOST_BETS))["balance"] == 100_000 - 600


def test_refusal_says_what_is_awaited(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    found = ann.refused(table, "choose", seat=1, choice="war")
    assert found["kind"] == "not-now"
    assert found["awaited"]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_at_no_table_is_refused(ann: Client, command: str) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "sit": {"seat": 1},
        "leave": {"seat": 1},
        "bet": {"bets": [{"seat": 1, "wager": "primary", "amount": 500}]},
        "withdraw": {"seat": 1, "wager": "tie"},
        "post-stake": {"amount": 1},
        "choose": {"seat": 1, "choice": "war"},
        "commit": {"seat": 1, "commitment": ""},
        "reveal": {"seat": 1, "seed": "", "cut": 1},
        "cut": {"seed": "", "cut": 1},
        "rule": {"ruling": "void", "reason": "no"},
        "rule-wager": {
            "player": "p",
            "seat": 1,
            "wager": "tie",
            "ruling": "take",
            "reason": "no",
        },
    }
    found = ann.refused("nowhere", command, **bodies.get(command, {}))
    assert (found["status"], found["kind"]) == (404, "unknown-table")


def test_refusals_call_players_by_their_names(house: Served, ann: Client, bob: Client) -> None:
    table = ann.ask("/api/tables", {"rules": "california"})["table"]
    bob.ask("/api/join", {"invitation": ann.look(f"/api/tables/{table}/invitation")["invitation"]})
    ann.command(table, "sit", seat=1)
    bob.command(table, "sit", seat=2)
    ann.command(table, "commit", seat=1, commitment="0" * 64)
    refused = [
        bob.refused(table, "take-bank"),
        bob.refused(table, "sit", seat=1),
        bob.refused(table, "decline"),
        bob.refused(table, "commit", seat=1, commitment="0" * 64),
    ]
    told = " ".join(f"{each['detail']} {each.get('awaited')}" for each in refused)
    for who in (ann, bob):
        name, player = (who.look("/api/me")[field] for field in ("name", "player"))
        assert name in told
        assert player not in told


def test_unknown_command_is_told_those_there_are(ann: Client) -> None:
    found = ann.refused("washington", "deal")
    assert (found["status"], found["kind"]) == (404, "not-found")
    said, _, listed = found["detail"].partition("; there are ")
    assert said == "there is no such command"
    posts = (
        path for path, item in ann.look("/api/openapi.json")["paths"].items() if "post" in item
    )
    known = [path.rpartition("/")[2] for path in posts if path.startswith("/api/tables/")]
    assert listed.split(", ") == sorted(known)
    assert {"bet", "sit", "add-bot", "close"} <= set(known)
    assert problem(ann.post("/api/tables/washington/events"))["status"] == 405
    assert problem(ann.get("/api/tables/washington/deal"))["detail"] == "Not Found"


def test_stranger_may_command_nothing(house: Served) -> None:
    found = house.stranger().refused("washington", "sit", seat=1)
    assert (found["status"], found["kind"]) == (401, "not-signed-in")


def test_offers_are_commands_that_are_accepted(ann: Client, table: str) -> None:
    offers = ann.look(f"/api/tables/{table}/offers")["offers"]
    assert {"command": "sit", "seat": 1} in offers
    ann.command(table, "sit", seat=1)
    offers = ann.look(f"/api/tables/{table}/offers")["offers"]
    bet = next(each for each in offers if each["command"] == "bet" and each["wager"] == "primary")
    assert (bet["least"], bet["field"]) == (500, "amount")
    told(
        ann.post(
            f"/api/tables/{table}/bet",
            {"bets": [{"seat": bet["seat"], "wager": bet["wager"], "amount": bet["least"]}]},
        )
    )
    assert {"command": "ready"} in ann.look(f"/api/tables/{table}/offers")["offers"]
