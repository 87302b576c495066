"""What someone has opened ends with their session, and who may do more has a new one."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from casinowar.house.people.accounts import new_operator_link
from casinowar.house.people.sessions import COOKIE
from tests.support.house.served import Client, Served, served

PASSWORD = "a long password"


def copy_of(house: Served, client: Client) -> Client:
    """Someone who has got hold of a session's token."""
    thief = house.stranger()
    thief.http.cookies.set(COOKIE, client.http.cookies[COOKIE])
    assert thief.get("/api/me").status_code == 200
    return thief


def heard_after(answer: httpx2.Response, end: Callable[[], None]) -> list[str]:
    """The data of a stream's events, after something that is to end it has happened."""
    lines = answer.iter_lines()
    assert next(lines).startswith(("id:", "event: snapshot"))
    end()
    found = [line for line in lines if line.startswith("data:")]
    return found[1:]


@pytest.mark.parametrize("path", ["/api/tables/{}/events", "/api/lobby/events"])
@pytest.mark.parametrize("how", ["/api/sign-out", "/api/sessions/end-others", "/api/register"])
def test_stream_of_a_private_table_ends_with_its_session(
    house: Served, ann: Client, bob: Client, path: str, how: str
) -> None:
    opened = ann.ask("/api/tables", {"rules": "washington"})
    bob.ask("/api/join", {"invitation": opened["invitation"]})
    table = opened["table"]
    if how == "/api/sessions/end-others":
        name = f"m{table[1:9]}"
        ann.ask("/api/register", {"name": name, "password": PASSWORD})
        thief = house.stranger()
        thief.ask("/api/sign-in", {"name": name, "password": PASSWORD})
    else:
        thief = copy_of(house, ann)

    def end() -> None:
        body = {"name": f"n{table[1:9]}", "password": PASSWORD} if "register" in how else None
        ann.ask(how, body)
        bob.command(table, "sit", seat=5)

    with thief.http.stream("GET", path.format(table)) as answer:
        assert answer.status_code == 200
        told = heard_after(answer, end)
    assert not [line for line in told if '"seated"' in line or '"people":1' in line]
    assert thief.get("/api/me").status_code == 401


def test_stream_of_a_public_table_goes_on(house: Served, ann: Client, bob: Client) -> None:
    with ann.http.stream("GET", "/api/tables/washington/events") as answer:
        lines = answer.iter_lines()
        next(lines)
        copy_of(house, ann).ask("/api/sign-out")
        bob.command("washington", "sit", seat=6)
        entry = next(line for line in lines if line.startswith('data: {"action"'))
    assert json.loads(entry.removeprefix("data: "))["action"]["seat"] == 6
    bob.command("washington", "leave", seat=6)


def test_who_becomes_the_operator_has_a_new_session(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        ann = house.guest()
        thief = copy_of(house, ann)
        link = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
        assert ann.post(f"/operator/{link}").status_code == 200
        assert ann.look("/api/me")["role"] == "operator"
        assert thief.get("/api/me").status_code == 401


@pytest.mark.parametrize("path", ["/api/guest", "/join/{}"])
def test_token_that_someone_planted_is_not_kept(house: Served, ann: Client, path: str) -> None:
    invitation = ann.ask("/api/tables", {"rules": "washington"})["invitation"]
    victim = house.stranger()
    victim.http.cookies.set(COOKIE, "A" * 43)
    assert victim.post(path.format(invitation)).status_code in (200, 303)
    planted = house.stranger()
    planted.http.cookies.set(COOKIE, "A" * 43)
    assert planted.get("/api/me").status_code == 401
