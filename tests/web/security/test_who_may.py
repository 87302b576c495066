"""Who may do what: every request by every kind of user, at every kind of table.

The requests are such that nothing comes of them where they are allowed: seats that are not there,
or that are another's. So the database must be the same after each.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Engine
from starlette.routing import Route

from casinowar.house.people import absence
from casinowar.house.people.accounts import new_operator_link
from casinowar.store.backends.engine import reading
from casinowar.web.app import make_app
from casinowar.web.pages.page import SCREENS
from tests.support.house.digest import digest
from tests.support.house.served import Client, Served, problem, served

OFFICES = {"dealer": "dealer", "invited dealer": "dealer", "pit boss": "pit-boss"}
KNOWN = {"guest", "member", "operator", "owner", "invited", "player", *OFFICES}
EVERYONE = {"nobody", *KNOWN}
"""`owner` has a private table and an own game, and sits and bets at both; `invited` came to the
private table by its link, and so did one of the dealers; `player` sits and bets at the public
table."""

PIT = {"pit boss", "operator"}
COME: dict[str, set[str]] = {
    "public": EVERYONE,
    "by hand": EVERYONE,
    "private": {"owner", "invited", "invited dealer", *PIT},
    "game": {"owner", *PIT},
    "nowhere": set(),
}
"""Who may know of a table; for all others it is not there."""

LOOK = EVERYONE
PLAY = KNOWN
MANAGE = {"owner", "operator"}
BOTS = {"owner", "dealer", "invited dealer", *PIT}
RULE = KICK = PIT
DEAL = {"dealer", "invited dealer", *PIT}

NOT_AT: dict[str, dict[str, set[str]]] = {
    "public": {"bots": {"owner"}, "manage": {"owner"}},
    "by hand": {"bots": {"owner"}, "manage": {"owner"}},
    "private": {"bots": {"invited dealer"}, "deal": {"invited dealer"}},
    "game": {"rule": {"pit boss"}},
}
"""A public table has no owner, a dealer is a guest at a private one, and the rules of the game for
one player name the operator to rule on it."""

WHO: dict[str, set[str]] = {
    # what is to be seen of a table
    "GET": LOOK,
    "GET odds": LOOK,
    "GET rounds": LOOK,
    "GET rounds/1": LOOK,
    "GET shoes/1": LOOK,
    "GET events": LOOK,
    "GET offers": PLAY,
    # what its players do
    "sit": PLAY,
    "leave": PLAY,
    "bet": PLAY,
    "rebet": PLAY,
    "withdraw": PLAY,
    "ready": PLAY,
    "take-bank": PLAY,
    "post-stake": PLAY,
    "decline": PLAY,
    "give-up-bank": PLAY,
    "choose": PLAY,
    "commit": PLAY,
    "reveal": PLAY,
    "cut": PLAY,
    "game": PLAY,
    # what its dealer does, where there is one
    "GET desk": DEAL,
    "dealer": DEAL,
    # what is done to it
    "GET invitation": MANAGE,
    "close": MANAGE,
    "add-bot": BOTS,
    "remove-bot": BOTS,
    "rule": RULE,
    "rule-wager": RULE,
    "kick": KICK,
    "pause": PIT,
    "resume": PIT,
    "replace": {"operator"},
}
"""Who may ask what of a table that they may know of."""

OF: dict[str, str] = {
    **dict.fromkeys(("GET invitation", "close"), "manage"),
    **dict.fromkeys(("add-bot", "remove-bot"), "bots"),
    **dict.fromkeys(("GET desk", "dealer"), "deal"),
    "rule": "rule",
    "rule-wager": "rule",
}
"""Which requests the exceptions above are about."""

WHY = {"why": "to see who may"}
HOUSE: dict[str, tuple[set[str], Any]] = {
    "GET /api/pit": (PIT, None),
    "GET /api/pit/tables/{table_id}/course": (PIT, None),
    "GET /api/incidents": (PIT, None),
    "POST /api/house/pause": ({"operator"}, {"why": " "}),
    "POST /api/house/resume": ({"operator"}, {"why": " "}),
    "POST /api/rules": ({"operator"}, {"text": "no rules"}),
    "GET /api/people": (PIT, None),
    "GET /api/changes": (PIT, None),
    "POST /api/people/{player}/sessions/end": (PIT, WHY),
    "POST /api/people/{player}/ban": (PIT, {"until": 2**50, **WHY}),
    "POST /api/people/{player}/unban": (PIT, WHY),
    "POST /api/people/{player}/role": ({"operator"}, {"role": "dealer", **WHY}),
    "POST /api/people/{player}/password": ({"operator"}, WHY),
}
"""Who may ask what of the house, and a body with which it is asked about nobody, or in vain."""

IN_VAIN = {"unknown-player", "bad-reason", "bad-rules"}

OPEN = {
    *("GET /healthz", "GET /readyz", "GET /metrics"),
    *("GET /api/lobby", "GET /api/lobby/events", "GET /api/rules"),
    *("GET /api/rules/{rules}", "POST /api/guest", "POST /api/sign-in"),
    *(
        "GET /favicon.ico",
        "GET /api/docs",
        "GET /api/docs.css",
        "GET /api/openapi.json",
        "GET /openapi.json",
        "GET /api/odds",
        "GET /api/comparison",
    ),
    *("GET /operator/{secret}", "POST /operator/{secret}"),
    *("GET /join/{secret}", "POST /join/{secret}"),
    *("GET /reset/{secret}", "POST /reset/{secret}", "POST /api/password"),
    *(f"GET {path}" for path in SCREENS),
    "GET /static/{version}/{path:path}",
}
"""What anyone may ask of the house."""

SIGNED_IN = {
    *("GET /api/me", "GET /api/me/rounds", "POST /api/register", "POST /api/sign-out"),
    *("POST /api/sessions/end-others", "POST /api/chips", "POST /api/tables", "POST /api/join"),
    *("GET /api/me/limits", "POST /api/me/limits", "POST /api/me/exclude"),
}
"""What only those ask who are known."""

PERSONAL = {"ready", "reveal"}
"""Refused as another's, by a table's players too, to those whom the table does not wait for."""

BODIES: dict[str, Any] = {
    "sit": {"seat": 1},
    "leave": {"seat": 1},
    "bet": {"bets": [{"seat": 99, "wager": "primary", "amount": 500}]},
    "rebet": {"ready": True},
    "withdraw": {"seat": 1, "wager": "primary"},
    "ready": {},
    "take-bank": {"stake": 500},
    "post-stake": {"amount": 500},
    "decline": {},
    "give-up-bank": {},
    "choose": {"seat": 1, "choice": "war"},
    "commit": {"seat": 1, "commitment": "ab" * 32},
    "reveal": {"seat": 1, "seed": "ab" * 32, "cut": 7},
    "cut": {"seed": "ab" * 32, "cut": 7},
    "dealer": {"words": "fix 9"},
    "add-bot": {"seat": 1},
    "remove-bot": {"seat": 1},
    "rule": {"ruling": "void", "reason": " "},
    "rule-wager": {
        "player": "p-ann",
        "seat": 1,
        "wager": "tie",
        "ruling": "take",
        "reason": " ",
    },
    "kick": {"seat": 99, **WHY},
    "pause": {"why": " "},
    "resume": {"why": " "},
    "replace": {"why": " "},
}
"""Each is about seat 1, which the table's player has, or about nothing."""

OWN = {"leave", "withdraw", "ready", "commit"}
"""What the one at seat 1 could do; that it works is told by other tests."""


PASSWORD = "a long password"


class Scene(NamedTuple):
    """A house with someone of each kind, and a table of each kind."""

    house: Served
    database: Engine
    users: dict[str, Client]
    tables: dict[str, str]


def bet(client: Client, table: str) -> None:
    """Sit down at seat 1, play one round, and have a wager on the table."""
    client.command(table, "sit", seat=1)
    wager = {"seat": 1, "wager": "primary", "amount": 500}
    done = client.command(table, "bet", bets=[wager], ready=True)
    while done["state"]["need"]["type"] == "choice_needed":
        done = client.command(table, "choose", seat=1, choice="war")
    client.command(table, "bet", bets=[wager])


def deal(dealer: Client, client: Client, table: str) -> None:
    """The same at a table where a dealer deals."""
    client.command(table, "sit", seat=1)
    for words in ("dealer", "shoe", "cut", "cutcard 70"):
        dealer.command(table, "dealer", words=words)
    wager = {"seat": 1, "wager": "primary", "amount": 500}
    client.command(table, "bet", bets=[wager])
    for words in ("9 4", "p"):
        dealer.command(table, "dealer", words=words)
    client.command(table, "bet", bets=[wager])


def appoint(operator: Client, client: Client, name: str, role: str) -> None:
    """Have someone become a member with an office, who signs in anew then."""
    me = client.ask("/api/register", {"name": name, "password": PASSWORD})
    operator.ask(f"/api/people/{me['player']}/role", {"role": role, **WHY})
    assert problem(client.get("/api/me"))["kind"] == "not-signed-in"
    assert client.ask("/api/sign-in", {"name": name, "password": PASSWORD})["role"] == role


@pytest.fixture(scope="module")
def still() -> Iterator[None]:
    """The house itself marks nobody and notes nothing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(absence, "EVERY_SECONDS", 10**6)
        patch.setattr(absence, "LOOK_SECONDS", 10**6)
        yield


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory, still: None) -> Iterator[Scene]:
    with served(tmp_path_factory.mktemp("who"), idle_minutes=0) as house:
        users = {name: house.guest() for name in sorted(KNOWN)} | {"nobody": house.stranger()}
        users["member"].ask("/api/register", {"name": "ann", "password": PASSWORD})
        link = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
        assert users["operator"].post(f"/operator/{link}", key="").status_code == 200
        for number, (user, role) in enumerate(OFFICES.items()):
            appoint(users["operator"], users[user], f"office{number}", role)
        opened = users["owner"].ask("/api/tables", {"rules": "washington"})
        for user in ("invited", "invited dealer"):
            users[user].ask("/api/join", {"invitation": opened["invitation"]})
        game = users["owner"].ask("/api/tables/online/game")["table"]
        tables = {"public": "washington", "private": opened["table"], "game": game}
        asked = {"rules": "washington", "public": True, "practice": True, "hand_dealt": True}
        tables["by hand"] = users["operator"].ask("/api/tables", asked)["table"]
        deal(users["dealer"], users["player"], tables["by hand"])
        bet(users["player"], "washington")
        bet(users["owner"], opened["table"])
        bet(users["owner"], game)
        database = reading(house.settings.house)
        yield Scene(house, database, users, {**tables, "nowhere": "nowhere"})
        database.dispose()


def ask(client: Client, table: str, request: str) -> tuple[int, str]:
    """What a request is answered: its status, and the kind of problem."""
    if request.startswith("GET"):
        path = f"/api/tables/{table}/{request[4:]}".rstrip("/")
        with client.http.stream("GET", path) as answer:
            if answer.status_code == 200:
                return 200, ""
            answer.read()
    else:
        answer = client.post(f"/api/tables/{table}/{request}", BODIES.get(request))
    if answer.status_code == 200:
        return 200, ""
    return answer.status_code, str(problem(answer)["kind"])


REFUSED = (
    *("not-now", "no-last-bet", "no-bot", "own-game", "no-player", "not-by-hand"),
    "bad-reason",
)


def is_seated(user: str, table: str) -> bool:
    return user == {
        "public": "player",
        "by hand": "player",
        "private": "owner",
        "game": "owner",
    }.get(table)


def expected(user: str, table: str, request: str) -> set[tuple[int, str]]:
    """What a request may be answered, by the tables above."""
    may = WHO[request] - NOT_AT.get(table, {}).get(OF.get(request, ""), set())
    if user == "nobody" and "nobody" not in may:
        return {(401, "not-signed-in")}
    if user not in COME[table]:
        return {(404, "unknown-table")}
    if user not in may:
        return {(403, "not-yours")}
    if OF.get(request) == "deal" and table != "by hand":
        return {(409, "not-by-hand")}
    if request.startswith("GET"):
        return {(200, "")}
    if request == "dealer":
        return {(409, "not-now") if user == "dealer" else (403, "not-dealing")}
    if request in PERSONAL:
        return {(403, "not-yours"), (409, "not-now")}
    if request == "game":
        return {(409, "not-solo")}
    if request == "sit" and table == "game" and user != "owner":
        return {(403, "not-yours")}
    return {(409, kind) for kind in REFUSED}


@pytest.mark.parametrize("request_", WHO)
@pytest.mark.parametrize("table", COME)
def test_everyone_may_what_they_may_and_nothing_else(
    scene: Scene, table: str, request_: str
) -> None:
    before = digest(scene.database)
    for user in sorted(EVERYONE):
        if is_seated(user, table) and request_ in OWN | {"rebet"}:
            continue
        found = ask(scene.users[user], scene.tables[table], request_)
        assert found in expected(user, table, request_), f"{user}: {found}"
        assert digest(scene.database) == before, f"{user} changed something"


def test_there_are_no_other_requests(scene: Scene) -> None:
    app = make_app(scene.house.house, scene.house.settings)
    routes = {
        f"{method} {route.path}"
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    }
    at = "/api/tables/{table_id}"
    tables = {
        (f"GET {at}/{name[4:]}".rstrip("/") if name.startswith("GET") else f"POST {at}/{name}")
        for name in WHO
    }
    numbered = {name.replace("/1", "/{number}") for name in tables}
    assert routes == numbered | OPEN | SIGNED_IN | {*HOUSE}


@pytest.mark.parametrize("name", HOUSE)
def test_only_an_office_lets_someone_do_things_to_others(scene: Scene, name: str) -> None:
    may, body = HOUSE[name]
    method, path = name.replace("{player}", "pnobodyatall2").split()
    path = path.replace("{table_id}", "washington")
    before = digest(scene.database)
    for user in sorted(EVERYONE):
        headers = {"Idempotency-Key": f"{user.replace(' ', '-')}{path}"}
        answer = scene.users[user].http.request(method, path, json=body, headers=headers)
        if user == "nobody":
            assert problem(answer)["kind"] == "not-signed-in"
        elif user not in may:
            assert problem(answer)["kind"] == "not-yours", user
        elif method == "GET":
            assert answer.status_code == 200, user
        else:
            assert problem(answer)["kind"] in IN_VAIN, user
        assert digest(scene.database) == before, f"{user} changed something"


def test_only_the_operator_opens_tables_for_everyone(scene: Scene) -> None:
    """The one that is asked for cannot be: so nothing comes of it."""
    body = {"rules": "washington", "public": True, "practice": True, "reading": "another"}
    before = digest(scene.database)
    for user in sorted(KNOWN):
        kind = problem(scene.users[user].post("/api/tables", body))["kind"]
        assert kind == ("not-possible" if user == "operator" else "not-yours"), user
        assert digest(scene.database) == before


@pytest.mark.parametrize("table", ["public", "by hand", "private", "game"])
def test_what_one_may_is_told(scene: Scene, table: str) -> None:
    named = {"bots": "add-bot", "rule": "rule", "kick": "kick", "close": "close"}
    named |= {"invite": "GET invitation", "pause": "pause", "limits": "replace"}
    if table == "by hand":
        del named["bots"]
        named["deal"] = "GET desk"
    for user in sorted(COME[table]):
        told = scene.users[user].look(f"/api/tables/{scene.tables[table]}")
        barred = {
            right
            for right, request in named.items()
            if (403, "not-yours") in expected(user, table, request) or user == "nobody"
        }
        assert {*told["may"]} == {*named} - barred, user
        assert told["manages"] == ("close" in told["may"])


def test_what_one_may_in_the_house_is_told(scene: Scene) -> None:
    pit = {"pit", "people", "changes", "sessions", "ban"}
    all_of_them = {*pit, "role", "password", "open", "rules", "pause-house"}
    for user in sorted(KNOWN):
        may = {*scene.users[user].look("/api/me")["may"]}
        assert may == {"operator": all_of_them, "pit boss": pit}.get(user, set()), user


@pytest.mark.parametrize("name", sorted(SIGNED_IN))
def test_nobody_has_to_come_in_first(scene: Scene, name: str) -> None:
    method, path = name.split()
    before = digest(scene.database)
    answer = scene.users["nobody"].http.request(
        method, path, json={}, headers={"Idempotency-Key": "nobody"}
    )
    assert problem(answer)["kind"] == "not-signed-in"
    assert digest(scene.database) == before


@pytest.mark.parametrize("user", sorted(EVERYONE))
def test_lobby_has_what_one_may_know_of(scene: Scene, user: str) -> None:
    listed = {row["id"] for row in scene.users[user].look("/api/lobby", limit=200)["tables"]}
    assert scene.tables["public"] in listed
    assert (scene.tables["private"] in listed) == (user in ("owner", "invited", "invited dealer"))
    assert scene.tables["game"] not in listed


@pytest.mark.parametrize("user", sorted(KNOWN))
def test_history_is_ones_own(scene: Scene, user: str) -> None:
    rounds = {each["table"] for each in scene.users[user].look("/api/me/rounds")["rounds"]}
    played = {"owner": {"private", "game"}, "player": {"public", "by hand"}}.get(user, set())
    assert rounds == {scene.tables[kind] for kind in played}
    me = scene.users[user].look("/api/me")
    assert set(me["seats"]) == set(me["at_tables"]) == rounds
