"""The lobby, tables of one's own, who may come to them, and what was."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from casinowar.audit.files import audit_shoe
from casinowar.house.people.bot_names import NAMES
from casinowar.house.tables.floor import Opening, open_table
from casinowar.record.shoefile import read_shoe
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import Limit
from tests.support.game.rulefiles import variant
from tests.support.house.served import Client, Served, problem, served


def ids(page: dict[str, Any]) -> list[str]:
    return [row["id"] for row in page["tables"]]


def play(client: Client, table: str, amount: int = 500) -> dict[str, Any]:
    """One round at seat 1, with war on every tie."""
    bet = {"seat": 1, "wager": "primary", "amount": amount}
    done = client.command(table, "bet", bets=[bet], ready=True)
    while done["state"]["need"]["type"] == "choice_needed":
        done = client.command(table, "choose", seat=1, choice="war")
    return done


def test_lobby_has_a_table_for_each_rule_set(house: Served) -> None:
    rows = house.stranger().look("/api/lobby", limit=200)["tables"]
    assert {*builtin_names()} <= {row["id"] for row in rows}
    by_id = {row["id"]: row for row in rows}
    assert by_id["fun-casino"]["players_have_edge"]
    assert by_id["online"]["solo"]
    assert by_id["california"]["bots"] == 0
    assert not any(row["private"] for row in rows)


def test_lobby_comes_in_pages(house: Served, ann: Client, table: str) -> None:
    whole = ids(ann.look("/api/lobby", limit=200))
    assert table in whole
    found: list[str] = []
    page = ann.look("/api/lobby", limit=2)
    while True:
        found += ids(page)
        assert len(page["tables"]) <= 2
        if page["next"] is None:
            break
        page = ann.look("/api/lobby", limit=2, after=page["next"])
    assert found == whole


@pytest.mark.parametrize(
    "cursor",
    ["x", "W10", "e30", "WzFd", "WyJhIiwxXQ", "WzEwMDAwMDAwMDAwMDAwMDAwMCwiYSJd", "\u00e9"],
)
def test_page_that_is_not_there_is_refused(ann: Client, cursor: str) -> None:
    for path in ("/api/lobby", "/api/me/rounds"):
        found = problem(ann.get(path, after=cursor))
        assert (found["status"], found["kind"]) == (404, "unknown-page")


@pytest.mark.parametrize("limit", [0, -1, 201, "x"])
def test_size_of_a_page_has_limits(ann: Client, limit: object) -> None:
    assert problem(ann.get("/api/lobby", limit=limit))["status"] == 422


def test_private_table_is_for_its_owner_and_the_invited(
    house: Served, ann: Client, bob: Client
) -> None:
    opened = ann.ask("/api/tables", {"rules": "washington", "name": "  at\tann's "})
    table, stranger = opened["table"], house.stranger()
    assert table in ids(ann.look("/api/lobby", limit=200))
    assert ann.look(f"/api/tables/{table}")["name"] == "at ann's"
    assert ann.look(f"/api/tables/{table}")["private"]
    for other in (bob, stranger):
        assert table not in ids(other.look("/api/lobby", limit=200))
        for part in ("", "/odds", "/rounds/1", "/shoes/1", "/events"):
            found = problem(other.get(f"/api/tables/{table}{part}"))
            assert (found["status"], found["kind"]) == (404, "unknown-table")
    assert bob.refused(table, "sit", seat=1)["kind"] == "unknown-table"
    assert problem(bob.get(f"/api/tables/{table}/offers"))["kind"] == "unknown-table"
    assert bob.ask("/api/join", {"invitation": opened["invitation"]}) == {"table": table}
    assert table in ids(bob.look("/api/lobby", limit=200))
    bob.command(table, "sit", seat=1)
    names = bob.look(f"/api/tables/{table}")["names"]
    me = bob.look("/api/me")
    assert names == {me["player"]: {"name": me["name"], "bot": False, "walk_in": False}}


def test_invitation_outlives_a_restart_and_ends_with_the_table(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        ann = house.guest()
        opened = ann.ask("/api/tables", {"rules": "washington"})
        cookies = dict(ann.http.cookies)
    with served(tmp_path) as house:
        bob, ann = house.guest(), house.stranger()
        ann.http.cookies.update(cookies)
        bob.ask("/api/join", {"invitation": opened["invitation"]})
    with served(tmp_path) as house:
        ann, cy = house.stranger(), house.guest()
        ann.http.cookies.update(cookies)
        ann.ask(f"/api/tables/{opened['table']}/close")
        found = problem(cy.post("/api/join", {"invitation": opened["invitation"]}))
        assert (found["status"], found["kind"]) == (404, "unknown-link")
        assert opened["table"] not in ids(ann.look("/api/lobby", limit=200))
        assert ann.refused(opened["table"], "sit", seat=1)["kind"] == "table-closed"
        assert ann.look(f"/api/tables/{opened['table']}")["view"]["closed"]


def test_three_private_tables_are_the_most(ann: Client) -> None:
    opened = [ann.ask("/api/tables", {"rules": "washington"})["table"] for _ in range(3)]
    found = problem(ann.post("/api/tables", {"rules": "washington"}))
    assert (found["status"], found["kind"]) == (409, "too-many-tables")
    ann.ask(f"/api/tables/{opened[0]}/close")
    ann.ask("/api/tables", {"rules": "washington"})


def test_table_that_favours_players_needs_a_yes_and_says_so(ann: Client) -> None:
    found = problem(ann.post("/api/tables", {"rules": "fun-casino"}))
    assert (found["status"], found["kind"]) == (409, "players-have-edge")
    even = {"rules": "online", "reading": "by-the-table"}
    found = problem(ann.post("/api/tables", even))
    assert (found["status"], found["kind"]) == (409, "players-have-edge")
    assert "Nobody has the edge" in found["detail"]
    table = ann.ask("/api/tables", {**even, "players_may_have_edge": True})["table"]
    sign = ann.look(f"/api/tables/{table}")["sign"]
    assert sign["warning"].startswith("Nobody has the edge at this table")
    assert not sign["players_have_edge"]
    asked = {"rules": "fun-casino", "players_may_have_edge": True}
    sign = ann.look(f"/api/tables/{ann.ask('/api/tables', asked)['table']}")["sign"]
    assert sign["players_have_edge"]
    assert "The players have the edge" in sign["warning"]


def test_table_has_the_options_it_was_opened_with(ann: Client) -> None:
    asked = {
        "rules": "south-dakota",
        "reading": "tie-loses",
        "decks": 8,
        "seats": 5,
        "primary": {"least": 1000, "most": 2000, "amounts": [1000, 2000]},
    }
    sign = ann.look(f"/api/tables/{ann.ask('/api/tables', asked)['table']}")["sign"]
    assert (sign["reading"]["name"], sign["decks"], sign["seats"]) == ("tie-loses", 8, 5)
    assert sign["limits"]["primary"] == {"least": 1000, "most": 2000, "amounts": [1000, 2000]}


def test_rules_may_be_named_by_their_sha256(ann: Client) -> None:
    sha256 = load_rules("washington").sha256
    opened = ann.ask("/api/tables", {"rules": sha256})
    assert ann.look(f"/api/tables/{opened['table']}")["sign"]["rules"] == "washington"


@pytest.mark.parametrize(
    "asked, status",
    [
        ({"rules": "nowhere"}, 404),
        ({"rules": "../washington"}, 404),
        ({"rules": "washington", "reading": "upside-down"}, 409),
        ({"rules": "washington", "decks": 5}, 409),
        ({"rules": "washington", "seats": 99}, 409),
        ({"rules": "washington", "primary": {"least": 7, "most": 9}}, 409),
        ({"rules": "washington", "name": "a\u200bb"}, 409),
        ({"rules": "washington", "bots": 7, "seats": 2}, 409),
        ({"rules": "washington", "hand_dealt": True}, 409),
        ({"rules": "washington", "owner": 1}, 422),
        ({}, 422),
    ],
)
def test_table_that_cannot_be_is_refused(ann: Client, asked: dict[str, Any], status: int) -> None:
    before = ids(ann.look("/api/lobby", limit=200))
    assert problem(ann.post("/api/tables", asked))["status"] == status
    assert ids(ann.look("/api/lobby", limit=200)) == before


def test_only_the_owner_closes_a_table(ann: Client, bob: Client) -> None:
    opened = ann.ask("/api/tables", {"rules": "washington"})
    bob.ask("/api/join", {"invitation": opened["invitation"]})
    for path in ("close", "add-bot", "remove-bot"):
        body = None if path == "close" else {"seat": 7}
        found = problem(bob.post(f"/api/tables/{opened['table']}/{path}", body))
        assert (found["status"], found["kind"]) == (403, "not-yours")
    for path in ("washington", "california"):
        assert problem(ann.post(f"/api/tables/{path}/close"))["kind"] == "not-yours"


def test_owner_has_the_link_again_until_the_table_is_closed(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as house:
        ann, bob = house.guest(), house.guest()
        opened = ann.ask("/api/tables", {"rules": "washington"})
    with served(tmp_path) as house:
        again, cy = house.stranger(), house.stranger()
        again.http.cookies.update(ann.http.cookies)
        cy.http.cookies.update(bob.http.cookies)
        at = f"/api/tables/{opened['table']}"
        assert again.look(f"{at}/invitation") == {
            "invitation": opened["invitation"],
            "link": opened["link"],
        }
        assert problem(cy.get(f"{at}/invitation"))["kind"] == "unknown-table"
        cy.ask("/api/join", {"invitation": opened["invitation"]})
        assert problem(cy.get(f"{at}/invitation"))["kind"] == "not-yours"
        assert problem(house.stranger().get(f"{at}/invitation"))["status"] == 401
        assert [who.look(at)["manages"] for who in (again, cy)] == [True, False]
        again.ask(f"{at}/close")
        assert again.look(f"{at}/invitation") == {"invitation": None, "link": None}


def test_public_table_has_no_link_and_is_the_operators(house: Served, ann: Client) -> None:
    assert not ann.look("/api/tables/washington")["manages"]
    assert not house.stranger().look("/api/tables/washington")["manages"]
    assert problem(ann.get("/api/tables/washington/invitation"))["kind"] == "not-yours"


def test_bots_are_called_by_colours_of_their_own(ann: Client) -> None:
    opened = ann.ask("/api/tables", {"rules": "washington", "bots": 6})["table"]
    ann.ask(f"/api/tables/{opened}/add-bot", {"seat": 1})
    names = ann.look(f"/api/tables/{opened}")["names"]
    assert len(names) == len({each["name"] for each in names.values()}) == 7
    assert {each["name"] for each in names.values()} <= {*NAMES}
    assert all(player.startswith("bot-") and each["bot"] for player, each in names.items())
    body = {"name": "teal", "password": "correct horse"}
    assert problem(ann.post("/api/register", body))["kind"] == "bad-name"


@pytest.mark.clause("SG-2")
def test_bots_never_take_the_seats_of_a_game_for_one(ann: Client) -> None:
    opened = ann.ask("/api/tables", {"rules": "online"})["table"]
    for refused in (
        ann.post(f"/api/tables/{opened}/add-bot", {"seat": 1}),
        ann.post("/api/tables", {"rules": "online", "bots": 1}),
    ):
        found = problem(refused)
        assert (found["status"], found["kind"]) == (409, "own-game")
        assert found["detail"] == "this game is for one player: bots cannot join it"
    ann.ask(f"/api/tables/{opened}/sit", {"seat": 1})
    seats = ann.look(f"/api/tables/{opened}")["view"]["seats"]
    assert len(set(seats)) == 1
    assert seats[0]


def test_bots_come_and_go(ann: Client, table: str) -> None:
    ann.ask(f"/api/tables/{table}/add-bot", {"seat": 7})
    told = ann.look(f"/api/tables/{table}")
    bot = told["view"]["seats"][6]
    assert told["names"][bot]["bot"]
    ann.ask(f"/api/tables/{table}/remove-bot", {"seat": 7})
    assert ann.look(f"/api/tables/{table}")["view"]["seats"][6] == ""
    found = problem(ann.post(f"/api/tables/{table}/remove-bot", {"seat": 10**30}))
    assert (found["status"], found["kind"]) == (409, "no-bot")


def test_game_for_one_player_is_everyones_own(ann: Client, bob: Client) -> None:
    assert ann.look("/api/tables/online/offers")["offers"] == [{"command": "game"}]
    assert ann.refused("online", "sit", seat=1)["kind"] == "own-game"
    own = ann.ask("/api/tables/online/game")["table"]
    assert ann.ask("/api/tables/online/game")["table"] == own
    assert bob.ask("/api/tables/online/game")["table"] != own
    assert problem(bob.get(f"/api/tables/{own}"))["kind"] == "unknown-table"
    ann.command(own, "sit", seat=1)
    play(ann, own)
    assert own not in ids(ann.look("/api/lobby", limit=200))
    assert problem(ann.post(f"/api/tables/{own}/close"))["kind"] == "own-game"
    assert ann.ask("/api/tables/online/game")["table"] == own
    play(ann, own)


def test_odds_are_those_of_the_composition(ann: Client, table: str) -> None:
    fresh = ann.look(f"/api/tables/{table}/odds")
    assert Fraction(fresh["primary"]["house_edge"]) == Fraction(23138, 993023)
    fewer = ann.look(f"/api/tables/{table}/odds", gone="A A K 9x3")
    assert Fraction(fewer["primary"]["house_edge"]) == Fraction(2087303, 89550135)
    assert sum(fewer["cards"]) == 306


@pytest.mark.parametrize("gone", ["A A K 9x300", "hello", "9hx7", "x" * 3999])
def test_cards_that_cannot_be_gone_are_refused(ann: Client, table: str, gone: str) -> None:
    found = problem(ann.get(f"/api/tables/{table}/odds", gone=gone))
    assert (found["status"], found["kind"]) == (409, "not-possible")


def test_rounds_come_in_pages_newest_first(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    for _ in range(5):
        play(ann, table)
    whole = ann.look("/api/me/rounds")["rounds"]
    assert [each["round"] for each in whole] == [5, 4, 3, 2, 1]
    page = ann.look("/api/me/rounds", limit=2)
    found = list(page["rounds"])
    while page["next"] is not None:
        page = ann.look("/api/me/rounds", limit=2, after=page["next"])
        found += page["rounds"]
    assert found == whole
    assert sum(each["net"] for each in whole) == ann.look("/api/me")["balance"] - 100_000


def test_rounds_of_a_table_are_everyones_newest_first(ann: Client, bob: Client) -> None:
    opened = ann.ask("/api/tables", {"rules": "washington", "name": "Friday", "bots": 1})
    table = opened["table"]
    ann.command(table, "sit", seat=1)
    for _ in range(3):
        play(ann, table)
    at = f"/api/tables/{table}/rounds"
    assert problem(bob.get(at))["kind"] == "unknown-table"
    bob.ask("/api/join", {"invitation": opened["invitation"]})
    whole = bob.look(at)
    assert (whole["table"], whole["name"], whole["next"]) == (table, "Friday", None)
    assert [each["round"] for each in whole["rounds"]] == [3, 2, 1]
    page = bob.look(at, limit=2)
    rest = bob.look(at, limit=2, after=page["next"])
    assert page["rounds"] + rest["rounds"] == whole["rounds"]
    assert rest["next"] is None
    me = ann.look("/api/me")
    for told, mine in zip(whole["rounds"], ann.look("/api/me/rounds")["rounds"], strict=True):
        one = bob.look(f"{at}/{told['round']}")
        assert (told["wagers"], told["at"]) == (one["settlements"], one["at"])
        assert {wager["player"] for wager in told["wagers"]} <= {*whole["names"]}  # bots may pass
        own = [wager["net"] for wager in told["wagers"] if wager["player"] == me["player"]]
        assert sum(own) == mine["net"]
        assert [card for card in told["cards"] if card["seat"] in (0, 1)] == mine["cards"]
    assert sorted(each["bot"] for each in whole["names"].values()) == [False, True]


def test_rounds_of_a_fresh_table_are_none(ann: Client, table: str) -> None:
    assert ann.look(f"/api/tables/{table}/rounds")["rounds"] == []
    for after in ("x", "W10", "WyJhIl0", "WzEsMl0"):
        found = problem(ann.get(f"/api/tables/{table}/rounds", after=after))
        assert (found["status"], found["kind"]) == (404, "unknown-page")


def test_round_has_its_entries_and_settlements(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    play(ann, table, 700)
    found = ann.look(f"/api/tables/{table}/rounds/1")
    assert found["entries"][0]["events"][0] == {
        "type": "bets_closed",
        "round": 1,
        "at": found["at"] // 1000,
    }
    first = found["settlements"][0]
    assert (first["player"], first["seat"]) == (ann.look("/api/me")["player"], 1)
    net = sum(each["net"] for each in found["settlements"])
    assert net == ann.look("/api/me/rounds")["rounds"][0]["net"]


@pytest.mark.parametrize("part", ["rounds/99", "shoes/99"])
def test_what_was_not_is_not_found(ann: Client, table: str, part: str) -> None:
    found = problem(ann.get(f"/api/tables/{table}/{part}"))
    assert (found["status"], found["kind"]) == (404, "not-found")


@pytest.mark.parametrize("part", ["rounds/0", "rounds/x", "shoes/-1", f"shoes/{10**40}"])
def test_numbers_of_rounds_and_shoes_count_from_1(ann: Client, table: str, part: str) -> None:
    assert problem(ann.get(f"/api/tables/{table}/{part}"))["status"] == 422


def test_shoe_file_of_a_closed_table_is_right(ann: Client, table: str) -> None:
    ann.command(table, "sit", seat=1)
    ann.command(table, "cut", seed="5a" * 32, cut=100)
    for _ in range(3):
        play(ann, table)
    ann.ask(f"/api/tables/{table}/close")
    text = ann.get(f"/api/tables/{table}/shoes/1").content
    assert json.loads(text)["shoe"] == f"{table}/1"
    audit_shoe(read_shoe(text))


def test_rule_files_are_told_byte_for_byte(ann: Client) -> None:
    listed = {each["id"]: each for each in ann.look("/api/rules")["rules"]}
    assert {*listed} == {*builtin_names()}
    assert not any(each["own"] for each in listed.values())
    for name in builtin_names():
        file = load_rules(name)
        by_id = ann.look(f"/api/rules/{name}")
        assert by_id == ann.look(f"/api/rules/{file.sha256}")
        assert by_id["text"].encode() == file.source
    assert problem(ann.get("/api/rules/nowhere"))["status"] == 404


def test_rules_of_the_houses_own_are_listed_after_the_built_in_ones(tmp_path: Path) -> None:
    own = variant("washington", {"shoe.decks": [8]}, head={"id": "evening", "name": "Evening"})
    with served(tmp_path) as house:
        house.house.open_now(Opening(own, practice=True), "evening")
        listed = house.stranger().look("/api/rules")["rules"]
        assert [each["id"] for each in listed if not each["own"]] == [*builtin_names()]
        assert listed[-1] == {
            "id": "evening",
            "own": True,
            "name": "Evening",
            "document": own.document,
            "sha256": own.sha256,
            "readings": [each.name for each in own.readings],
            "default_reading": "right-to-left",
            "left_open": {
                "right-to-left": {
                    "decks": [8],
                    "seats": {"least": 1, "most": 7},
                    "amounts": False,
                    "tie": True,
                    "authorised": True,
                    "must_authorise": True,
                    "most_returned": False,
                    "first_burn": True,
                    "collect": ["pick and pay", "lay and pay"],
                }
            },
        }
        assert house.stranger().look("/api/odds", rules=own.sha256)["rules"] == "evening"


def test_house_is_there(house: Served) -> None:
    assert house.stranger().look("/healthz") == {"status": "ok"}


def test_table_is_sent_in_few_bytes_to_whoever_takes_them(house: Served) -> None:
    http = house.stranger().http
    plain = http.get("/api/tables/washington", headers={"Accept-Encoding": "identity"})
    zipped = http.get("/api/tables/washington", headers={"Accept-Encoding": "br, gzip"})
    assert plain.json() == zipped.json()
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert plain.headers["vary"] == zipped.headers["vary"] == "Accept-Encoding"


@pytest.mark.clause("WA-LIM")
def test_a_private_table_without_a_limit_is_a_practice_table(ann: Client) -> None:
    table = ann.ask("/api/tables", {"rules": "washington"})["table"]
    assert ann.look(f"/api/tables/{table}")["sign"]["practice"]
    for more in ({"practice": True}, {"rules": "online"}, {}):
        asked = {"rules": "washington", "authorised": 50_000, **more}
        refused = problem(ann.post("/api/tables", asked))
        assert (refused["status"], refused["kind"]) == (403, "not-yours")
        assert "only the operator may state an authorised limit" in refused["detail"]
    online = ann.look("/api/tables/online")["sign"]
    assert (online["practice"], online["limits"]["authorised_by"]) == (False, "rules")


@pytest.mark.clause("WA-LIM")
def test_players_tables_have_the_limit_that_the_operator_states_for_the_house(
    tmp_path: Path,
) -> None:
    with served(tmp_path, authorised=30_000) as house:
        ann = house.guest()

        def opened(**more: Any) -> dict[str, Any]:
            table = ann.ask("/api/tables", {"rules": "washington", **more})["table"]
            found: dict[str, Any] = ann.look(f"/api/tables/{table}")["sign"]
            return found

        usual, lower, practice = (
            opened(),
            opened(primary={"least": 500, "most": 20_000}),
            opened(practice=True),
        )
        assert [each["practice"] for each in (usual, lower, practice)] == [False, False, True]
        for sign, most in ((usual, 30_000), (lower, 20_000)):
            limits = sign["limits"]
            assert (limits["authorised"], limits["authorised_by"]) == (30_000, "operator")
            assert (limits["primary"]["most"], limits["tie"]["most"]) == (most, most)
        says = {line["title"]: line["says"] for line in usual["lines"]}
        assert says["Authorised limit"] == "300.00, stated by the operator"
        assert practice["limits"]["authorised_by"] == "nobody"

        bob = house.guest()
        for wager in ("primary", "tie"):
            asked = {"rules": "washington", wager: {"least": 500, "most": 30_100}}
            refused = problem(bob.post("/api/tables", asked))
            assert f"{wager} limits: 301.00 is above the authorised limit" in refused["detail"]
        above = {"rules": "washington", "authorised": 100_000}
        assert problem(bob.post("/api/tables", above))["status"] == 403


@pytest.mark.clause("WA-LIM")
def test_an_old_private_table_says_that_its_owner_stated_the_limit(
    house: Served, ann: Client
) -> None:
    table = ann.ask("/api/tables", {"rules": "washington"})["table"]
    owner = house.house.do_now(lambda work: work.running(table).owner)
    old = Opening(load_rules("washington"), options={"authorised": 60_000})
    means = house.house.means
    house.house.do_now(lambda work: open_table(work, means, old, "old", owner=owner))
    assert ann.look("/api/tables/old")["sign"]["limits"]["authorised_by"] == "owner"


@pytest.mark.clause("WA-LIM")
def test_the_operator_stated_the_limit_of_a_players_own_game(house: Served, ann: Client) -> None:
    lower = {"primary": Limit(100, 5_000), "authorised": 5_000}
    house.house.open_now(Opening(load_rules("online"), options=lower), "low")
    game = ann.ask("/api/tables/low/game")["table"]
    assert ann.look(f"/api/tables/{game}")["sign"]["limits"]["authorised_by"] == "operator"
