"""Links: looking at one changes nothing, its button does, and the operator's works once."""

from pathlib import Path

import pytest

from casinowar.house.people import accounts
from tests.support.house.served import Client, Served, problem, served


def operator_link(house: Served) -> str:
    secret = house.house.do_now(
        lambda work: accounts.new_operator_link(work, house.house.means.entropy)
    )
    assert secret is not None
    return f"/operator/{secret}"


def test_operators_link_works_once(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        link, ann, bob = operator_link(house), house.stranger(), house.guest()
        asked = ann.get(link)
        assert "<button" in asked.text
        assert asked.headers["referrer-policy"] == "same-origin", "so that the button has an origin"
        assert ann.get("/api/me").status_code == 401, "who looks is not even a guest"
        answer = ann.post(link)
        assert answer.status_code == 200
        assert "is the operator of this house now" in answer.text
        assert ann.look("/api/me")["role"] == "operator"
        again = bob.post(link)
        assert again.status_code == 404
        assert bob.look("/api/me")["role"] == "player"


def test_wrong_link_makes_nobody_operator_nor_guest(house: Served) -> None:
    client = house.stranger()
    assert client.post(f"/operator/{'A' * 43}").status_code == 404
    assert not client.http.cookies
    assert client.post("/join/nothing").status_code == 404
    assert not client.http.cookies


def test_invitation_lets_a_stranger_in(house: Served, ann: Client) -> None:
    asked = {"rules": "washington", "name": "Tuesday <b>"}
    opened = ann.ask("/api/tables", asked)
    bob = house.stranger()
    page = bob.get(opened["link"]).text
    assert "<button" in page
    host = ann.look("/api/me")["name"]
    sign = ("Tuesday &lt;b&gt;", "Washington card rooms, 6 decks", "of the first wager")
    for told in (f"{host} invites you", *sign):
        assert told in page
    taken = bob.post(opened["link"])
    assert (taken.status_code, taken.headers["location"]) == (303, f"/tables/{opened['table']}")
    assert bob.look("/api/me")["kind"] == "guest"
    bob.command(opened["table"], "sit", seat=2)
    again = house.guest()
    name = again.look("/api/me")["name"]
    assert again.post(opened["link"]).status_code == 303
    assert again.look("/api/me")["name"] == name


@pytest.mark.parametrize("path", ["/operator/nothing", "/join/nothing"])
def test_link_that_leads_nowhere_says_so_at_once(house: Served, path: str) -> None:
    client = house.stranger()
    for answer in (client.get(path), client.post(path)):
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/html")
        assert "<button" not in answer.text
        assert 'href="/"' in answer.text


def test_person_who_presses_too_often_is_told_in_a_page(tmp_path: Path) -> None:
    page = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    with served(tmp_path, requests_per_second=30) as house:
        link = house.guest().ask("/api/tables", {"rules": "washington"})["link"]
        client = house.stranger()
        while (answer := client.post(link, headers=page)).status_code != 429:
            assert answer.status_code == 303
        seconds = int(answer.headers["retry-after"])
        assert answer.headers["content-type"].startswith("text/html")
        assert f"Wait {seconds} seconds." in answer.text
        assert "Too many requests" in answer.text
        program = client.post(link)
        assert program.status_code == 429
        assert problem(program)["kind"] == "too-many"
        shown = client.http.get(link, headers=page)
        assert (shown.status_code, "<button" in shown.text) == (200, True)


def test_address_with_nothing_at_it_is_told_to_people_and_programs(house: Served) -> None:
    client = house.stranger()
    answer = client.http.get("/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text
    assert problem(client.get("/nowhere"))["kind"] == "not-found"
    asked = client.http.get("/api/nowhere", headers={"Accept": "text/html"})
    assert problem(asked)["kind"] == "not-found"


@pytest.mark.parametrize("path", ["/operator/x", "/join/x"])
def test_another_site_cannot_press_the_button(house: Served, path: str) -> None:
    answer = house.stranger().post(path, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
