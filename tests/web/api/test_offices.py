"""Offices over HTTP: people are listed, given roles, kicked, banned, and get new passwords."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from casinowar.house.people.accounts import new_operator_link
from casinowar.store import schema
from tests.support.house.postgres import Postgres
from tests.support.house.served import Client, Served, problem, served
from tests.web.security.test_who_may import PASSWORD, WHY, appoint

FAR = 2**50
SOON = 5.0


class Staff:
    """A house with an operator and a pit boss."""

    def __init__(self, house: Served) -> None:
        self.house = house
        self.operator, self.pit = house.guest(), house.guest()
        link = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
        assert self.operator.post(f"/operator/{link}", key="").status_code == 200
        appoint(self.operator, self.pit, "pat", "pit-boss")

    def member(self, name: str) -> tuple[Client, str]:
        """Someone with a name, and what they are called in records."""
        client = self.house.guest()
        player = str(client.ask("/api/register", {"name": name, "password": PASSWORD})["player"])
        return client, player


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with served(tmp_path_factory.mktemp("staff")) as house:
        yield Staff(house)


def me(client: Client) -> str:
    return str(client.look("/api/me")["player"])


def out(client: Client) -> bool:
    return client.get("/api/me").status_code == 401


def changes(client: Client, player: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.look("/api/changes", player=player)["changes"]
    return found


def test_people_are_found_by_name(staff: Staff) -> None:
    _, player = staff.member("Zoe-1")
    (zoe,) = staff.pit.look("/api/people", name="zOE")["people"]
    assert zoe.pop("since") > 0
    assert zoe == {
        "player": player,
        "name": "Zoe-1",
        "kind": "member",
        "role": "player",
        "balance": zoe["balance"],
        "banned_until": None,
    }
    assert staff.pit.look("/api/people", name="a\0b") == {"people": [], "next": None}


def test_people_come_in_pages(staff: Staff) -> None:
    everyone = staff.pit.look("/api/people", limit=200)["people"]
    found: list[dict[str, Any]] = []
    page: dict[str, Any] = {"next": ""}
    while page["next"] is not None:
        after = {"after": page["next"]} if page["next"] else {}
        page = staff.pit.look("/api/people", limit=2, **after)
        found += page["people"]
    assert found == everyone
    assert problem(staff.pit.get("/api/people", after="WzFd"))["kind"] == "unknown-page"


def test_a_role_is_given_once_for_a_key(staff: Staff) -> None:
    dora, player = staff.member("dora")
    path, body = f"/api/people/{player}/role", {"role": "dealer", **WHY}
    first = staff.operator.ask(path, body, key="promote-dora")
    assert (first["role"], out(dora)) == ("dealer", True)
    assert staff.operator.ask(path, body, key="promote-dora") == first
    (change,) = changes(staff.pit, player)
    assert change.pop("number") > 0
    assert change.pop("at") > 0
    assert change == {
        "what": "role",
        "by": me(staff.operator),
        "about": player,
        "table": None,
        "why": WHY["why"],
        "before": {"role": "player"},
        "after": {"role": "dealer"},
    }
    again = dora.ask("/api/sign-in", {"name": "dora", "password": PASSWORD})
    assert again["role"] == "dealer"


def test_that_someone_became_the_operator_is_kept(staff: Staff) -> None:
    operator = me(staff.operator)
    (change,) = changes(staff.pit, operator)
    assert (change["by"], change["after"]) == (operator, {"role": "operator"})


def test_sessions_are_ended(staff: Staff) -> None:
    eve, player = staff.member("eve")
    phone = staff.house.stranger()
    phone.ask("/api/sign-in", {"name": "eve", "password": PASSWORD})
    assert staff.pit.ask(f"/api/people/{player}/sessions/end", WHY) == {"ended": 2}
    assert out(eve)
    assert out(phone)
    eve.ask("/api/sign-in", {"name": "eve", "password": PASSWORD})


def test_who_is_banned_is_out_and_says_so(staff: Staff) -> None:
    fay, player = staff.member("fay")
    fay.command("washington", "sit", seat=4)
    banned = staff.pit.ask(f"/api/people/{player}/ban", {"until": FAR, **WHY})
    assert banned["banned_until"] == FAR
    assert out(fay)
    assert player not in staff.pit.look("/api/tables/washington")["view"]["seats"]
    credentials = {"name": "fay", "password": PASSWORD}
    answer = fay.post("/api/sign-in", credentials, key="")
    assert (answer.status_code, problem(answer)["kind"]) == (403, "banned")
    wrong = {"name": "fay", "password": "a wrong password"}
    assert problem(fay.post("/api/sign-in", wrong, key=""))["kind"] == "wrong-password"
    staff.pit.ask(f"/api/people/{player}/unban", WHY)
    fay.ask("/api/sign-in", credentials)
    assert [each["what"] for each in changes(staff.pit, player)] == ["unban", "ban"]


def test_who_is_kicked_leaves_the_table_and_stays_in_the_house(staff: Staff) -> None:
    gus, player = staff.member("gus")
    gus.command("washington", "sit", seat=5)
    told = staff.pit.ask("/api/tables/washington/kick", {"seat": 5, **WHY})
    assert told == {"table": "washington"}
    assert player not in gus.look("/api/tables/washington")["view"]["seats"]
    assert gus.look("/api/me")["seats"] == []
    (change,) = changes(staff.operator, player)
    assert (change["what"], change["table"]) == ("kick", "washington")
    gus.command("washington", "sit", seat=5)
    gus.command("washington", "leave", seat=5)


def test_nobody_is_kicked_who_took_the_seat_since(staff: Staff) -> None:
    (ugo, player), (una, other) = staff.member("ugo"), staff.member("una")
    asked = {"seat": 5, "player": player, **WHY}
    ugo.command("washington", "sit", seat=5)
    ugo.command("washington", "leave", seat=5)
    assert staff.pit.refused("washington", "kick", **asked)["kind"] == "no-player"
    una.command("washington", "sit", seat=5)
    refused = staff.pit.refused("washington", "kick", **asked)
    assert (refused["kind"], refused["status"]) == ("moved-on", 409)
    assert refused["detail"] == "somebody else sits at seat 5 now"
    assert una.look("/api/me")["seats"] == ["washington"]
    staff.pit.command("washington", "kick", **(asked | {"player": other}))
    assert una.look("/api/me")["seats"] == []


def test_stream_of_a_private_table_ends_with_the_office(staff: Staff) -> None:
    hal, player = staff.member("hal")
    staff.operator.ask(f"/api/people/{player}/role", {"role": "pit-boss", **WHY})
    hal.ask("/api/sign-in", {"name": "hal", "password": PASSWORD})
    ann = staff.house.guest()
    table = ann.ask("/api/tables", {"rules": "washington"})["table"]
    with hal.http.stream("GET", f"/api/tables/{table}/events") as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("id:")
        staff.operator.ask(f"/api/people/{player}/role", {"role": "dealer", **WHY})
        ann.command(table, "sit", seat=1)
        assert not [line for line in lines if '"seated"' in line]
    assert not out(hal)
    assert hal.get(f"/api/tables/{table}").status_code == 404


def offered(staff: Staff, player: str) -> dict[str, Any]:
    return told_link(staff.operator.ask(f"/api/people/{player}/password", WHY, key=""))


def told_link(told: dict[str, Any]) -> dict[str, Any]:
    assert told["link"] == f"/reset/{told['secret']}"
    assert 0 < told["until"] - time.time() * 1000 <= 24 * 3_600_000
    return told


def test_new_password_by_a_request(staff: Staff) -> None:
    ida, player = staff.member("ida")
    secret = offered(staff, player)["secret"]
    other = staff.house.stranger()
    answer = other.ask("/api/password", {"secret": secret, "password": "quite another"}, key="")
    assert (answer["player"], me(other), out(ida)) == (player, player, True)
    used = other.post("/api/password", {"secret": secret, "password": "quite another"}, key="")
    assert problem(used)["kind"] == "unknown-link"
    old = {"name": "ida", "password": PASSWORD}
    assert problem(ida.post("/api/sign-in", old, key=""))["kind"] == "wrong-password"
    ida.ask("/api/sign-in", {"name": "ida", "password": "quite another"})


def test_new_password_by_a_link_in_a_browser(staff: Staff) -> None:
    jo, player = staff.member("jo")
    link = offered(staff, player)["link"]
    browser = staff.house.stranger()
    page = browser.get(link).text
    assert re.search(r'<input type="password"[^>]* minlength="8"', page)
    assert "<script" not in page
    short = browser.http.post(link, data={"password": "short"})
    assert (short.status_code, "8 to 200 characters" in short.text) == (422, True)
    assert not out(jo), "nothing has changed"
    done = browser.http.post(link, data={"password": "with spaces & signs"})
    assert (done.status_code, me(browser), out(jo)) == (200, player, True)
    assert browser.get(link).status_code == 404
    assert browser.http.post(link, data={"password": PASSWORD}).status_code == 404
    jo.ask("/api/sign-in", {"name": "jo", "password": "with spaces & signs"})


def test_the_secret_of_a_new_password_is_kept_nowhere(staff: Staff) -> None:
    _, player = staff.member("kim")
    secret = offered(staff, player)["secret"].encode()
    files = [path for path in staff.house.folder.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if secret in path.read_bytes()]


def test_what_is_refused_is_not_noted(staff: Staff) -> None:
    def noted() -> int:
        found = staff.house.house.read_now(
            lambda connection: connection.scalars(select(schema.changes.c.id)).all()
        )
        return len(found)

    before = noted()
    lea, player = staff.member("lea")
    for path, body in (
        (f"/api/people/{player}/ban", {"until": 1, **WHY}),
        (f"/api/people/{player}/ban", {"until": FAR, "why": " "}),
        (f"/api/people/{player}/unban", WHY),
        ("/api/people/%00/ban", {"until": FAR, **WHY}),
        ("/api/tables/washington/kick", {"seat": 99, **WHY}),
    ):
        assert problem(staff.pit.post(path, body))["status"] in (404, 409)
    assert (noted(), out(lea)) == (before, False)


@pytest.mark.needs("postgres")
def test_a_ban_holds_at_every_server_within_a_moment(server: Postgres, tmp_path: Path) -> None:
    name = server.new()
    folders = [tmp_path / each for each in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    with served(folders[0], database=name) as one, served(folders[1], database=name) as other:
        staff = Staff(one)
        ann, player = staff.member("ann")
        there = other.stranger()
        there.ask("/api/sign-in", {"name": "ann", "password": PASSWORD})
        there.command("washington", "sit", seat=1)
        bet = {"seat": 1, "wager": "primary", "amount": 500}
        there.command("washington", "bet", bets=[bet])
        staff.pit.ask(f"/api/people/{player}/ban", {"until": FAR, **WHY})
        assert out(ann)
        until = time.monotonic() + SOON
        while not out(there):
            assert problem(there.post("/api/tables/fun-casino/sit", {"seat": 1}))["kind"] in (
                "banned",
                "not-signed-in",
            )
            assert time.monotonic() < until, "the other server still lets them in"
        assert staff.pit.look("/api/tables/washington")["view"]["bets"] == []
        answer = there.post("/api/sign-in", {"name": "ann", "password": PASSWORD}, key="")
        assert problem(answer)["kind"] == "banned"
        assert problem(staff.pit.post("/api/people/%00/ban", {"until": FAR, **WHY}))["kind"] == (
            "unknown-player"
        )
        assert staff.pit.look("/api/people", name="\0")["people"] == []
    server.drop(name)
