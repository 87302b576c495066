"""Coming in, registering, signing in and out, and chips, as a client has it."""

from pathlib import Path

import pytest

from casinowar.house.people.sessions import COOKIE, DAY_MS
from tests.support.house.served import Client, Served, clock, problem, served, told

PASSWORD = "correct horse"


def member(house: Served, name: str) -> Client:
    client = house.guest()
    client.ask("/api/register", {"name": name, "password": PASSWORD})
    return client


def token(client: Client) -> str:
    return str(client.http.cookies[COOKIE])


def with_token(house: Served, value: str) -> Client:
    client = house.stranger()
    client.http.cookies.set(COOKIE, value)
    return client


def test_guest_comes_in_at_once_with_chips(house: Served) -> None:
    client = house.stranger()
    answer = client.post("/api/guest")
    me = told(answer)
    assert me["kind"] == "guest"
    assert me["role"] == "player"
    assert me["balance"] == house.settings.grant
    assert client.look("/api/me") == me
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"{COOKIE}=")
    for word in ("httponly", "samesite=strict", "path=/", "max-age="):
        assert word in cookie
    assert "secure" not in cookie, "over plain http the cookie would be lost"


def test_guest_who_comes_in_again_is_the_same(ann: Client) -> None:
    before = token(ann)
    assert ann.ask("/api/guest") == ann.look("/api/me")
    assert token(ann) == before


def test_guest_becomes_a_member_and_keeps_everything(house: Served) -> None:
    client = house.guest()
    before, old = client.look("/api/me"), token(client)
    after = client.ask("/api/register", {"name": "Dee", "password": PASSWORD})
    assert after == {**before, "name": "Dee", "kind": "member"}
    assert token(client) != old
    assert with_token(house, old).get("/api/me").status_code == 401


def test_member_signs_in_elsewhere(house: Served) -> None:
    phone = member(house, "Eve")
    laptop = house.guest()
    guests = token(laptop)
    me = laptop.ask("/api/sign-in", {"name": "eve", "password": PASSWORD})
    assert me == phone.look("/api/me")
    assert token(laptop) not in (guests, token(phone))
    assert with_token(house, guests).get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "name, password",
    [
        *(("Fay", "wrong password"), ("Fay", "short"), ("Fay", "")),
        *(("nobody", PASSWORD), ("fay\u00e9", PASSWORD)),
    ],
)
def test_wrong_name_and_wrong_password_are_told_alike(
    house: Served, name: str, password: str
) -> None:
    if house.guest().post("/api/register", {"name": "Fay", "password": PASSWORD}).is_error:
        assert (
            house.stranger().post("/api/sign-in", {"name": "Fay", "password": PASSWORD}).is_success
        )
    found = problem(house.stranger().post("/api/sign-in", {"name": name, "password": password}))
    assert (found["status"], found["kind"]) == (401, "wrong-password")
    assert found["detail"] == "name or password is wrong"


def test_guests_and_bots_cannot_sign_in(house: Served, ann: Client) -> None:
    name = ann.look("/api/me")["name"]
    found = problem(house.stranger().post("/api/sign-in", {"name": name, "password": PASSWORD}))
    assert found["kind"] == "wrong-password"


def test_signing_out_ends_the_session_at_once(house: Served) -> None:
    client = house.guest()
    stolen = with_token(house, token(client))
    assert stolen.get("/api/me").status_code == 200
    client.ask("/api/sign-out")
    assert stolen.get("/api/me").status_code == 401
    assert COOKIE not in client.http.cookies


def test_other_sessions_are_ended_at_once(house: Served) -> None:
    phone = member(house, "Gus")
    laptop = house.stranger()
    laptop.ask("/api/sign-in", {"name": "Gus", "password": PASSWORD})
    assert laptop.get("/api/me").status_code == 200
    assert phone.ask("/api/sessions/end-others") == {"ended": 1}
    assert laptop.get("/api/me").status_code == 401
    assert phone.get("/api/me").status_code == 200


@pytest.mark.parametrize(
    "body, status, kind",
    [
        ({"name": "hal", "password": "short"}, 422, "bad-form"),
        ({"name": "hal", "password": "x" * 201}, 422, "bad-form"),
        ({"name": "hal"}, 422, "bad-form"),
        ({"name": "hal", "password": PASSWORD, "role": "operator"}, 422, "bad-form"),
        ({"name": 7, "password": PASSWORD}, 422, "bad-form"),
        ({"name": "h l", "password": PASSWORD}, 409, "bad-name"),
        ({"name": "guest-hal", "password": PASSWORD}, 409, "bad-name"),
        ([], 422, "bad-form"),
    ],
)
def test_registration_that_is_wrong_changes_nothing(
    ann: Client, body: object, status: int, kind: str
) -> None:
    before = ann.look("/api/me")
    found = problem(ann.post("/api/register", body))
    assert (found["status"], found["kind"]) == (status, kind)
    assert ann.look("/api/me") == before


def test_password_is_in_no_answer(ann: Client) -> None:
    secret = "sh0rt" * 50
    answer = ann.post("/api/register", {"name": "hal", "password": secret})
    assert answer.status_code == 422
    assert "sh0rt" not in answer.text


def test_stranger_has_to_come_in_first(house: Served) -> None:
    for path in ("/api/register", "/api/sign-out", "/api/sessions/end-others", "/api/chips"):
        found = problem(house.stranger().post(path, {}))
        assert (found["status"], found["kind"]) == (401, "not-signed-in")
    assert problem(house.stranger().get("/api/me"))["status"] == 401


def test_chips_are_for_who_is_broke(ann: Client) -> None:
    found = problem(ann.post("/api/chips"))
    assert (found["status"], found["kind"]) == (409, "not-broke")
    assert problem(ann.post("/api/chips", key=""))["kind"] == "key-missing"


def test_chips_on_a_table_are_told(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    ann.command(table, "bet", bets=[{"seat": 1, "wager": "primary", "amount": 2500}])
    me = ann.look("/api/me")
    assert me["at_tables"] == {table: 2500}
    assert me["seats"] == [table]
    assert me["balance"] == 100_000 - 2500


def test_chips_come_once_for_a_key_and_a_few_times_a_day(tmp_path: Path) -> None:
    with served(tmp_path, grant=500, refill=600, refill_below=2000, refills_per_day=2) as house:
        client = house.guest()
        assert client.ask("/api/chips", key="first") == {"balance": 1100}
        assert client.ask("/api/chips", key="first") == {"balance": 1100}
        assert client.ask("/api/chips", key="second") == {"balance": 1700}
        found = problem(client.post("/api/chips", key="third"))
        assert (found["status"], found["kind"]) == (409, "no-refill")
        assert client.look("/api/me")["balance"] == 1700
        told = client.look("/api/me")["refill"]
        assert (told["amount"], told["below"]) == (600, 2000)
        assert clock() < told["at"] <= clock() + DAY_MS, "a day after the first of the two"
        assert house.guest().look("/api/me")["refill"]["at"] == 0
    with served(tmp_path) as house:
        again = house.stranger()
        again.http.cookies.update(client.http.cookies)
        assert again.ask("/api/chips", key="second") == {"balance": 1700}


def test_house_without_refills_says_never(tmp_path: Path) -> None:
    with served(tmp_path, grant=500, refills_per_day=0) as house:
        client = house.guest()
        assert client.look("/api/me")["refill"]["at"] is None
        assert problem(client.post("/api/chips"))["kind"] == "no-refill"


def test_who_asks_too_much_is_told_when_to_come_back(tmp_path: Path) -> None:
    with served(tmp_path, requests_per_second=1) as house:
        client = house.guest()
        answers = [client.get("/api/me") for _ in range(6)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert problem(refused[0])["kind"] == "too-many"
        assert refused[0].headers["retry-after"] == "1"
        assert house.stranger().get("/healthz").status_code == 200
