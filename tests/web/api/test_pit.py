"""The pit over HTTP: tables and their figures, alarms, incidents, pauses and uploads."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from casinowar.rules.file import load_rules
from casinowar.store import schema
from tests.support.house.postgres import Postgres
from tests.support.house.served import Client, problem, served
from tests.web.api.test_offices import Staff

WHY = {"why": "the carpet is wet"}
BETS = [{"seat": 1, "wager": "primary", "amount": 500}]
WASHINGTON = load_rules("washington").source.decode()


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staff]:
    with served(tmp_path_factory.mktemp("pit")) as house:
        yield Staff(house)


def public(staff: Staff, rules: str = "washington", **more: Any) -> str:
    asked = {
        "rules": rules,
        "public": True,
        "practice": True,
        "players_may_have_edge": True,
        **more,
    }
    return str(staff.operator.ask("/api/tables", asked)["table"])


def play(client: Client, table: str, rounds: int, seat: int = 1) -> None:
    client.command(table, "sit", seat=seat)
    for _ in range(rounds):
        done = client.command(table, "bet", bets=BETS, ready=True)
        while done["state"]["need"]["type"] == "choice_needed":
            done = client.command(table, "choose", seat=seat, choice="war")


def row(staff: Staff, table: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        each for each in staff.pit.look("/api/pit")["tables"] if each["id"] == table
    )
    return found


def test_a_table_is_told_as_it_stands(staff: Staff) -> None:
    table, ann = public(staff, name="Corner"), staff.house.guest()
    play(ann, table, 4)
    me = ann.look("/api/me")
    ann.command(table, "bet", bets=BETS)
    found = row(staff, table)
    assert (found["name"], found["kind"], found["people"], found["bots"]) == (
        *("Corner", "public"),
        *(1, 0),
    )
    assert found["open"] == [{"player": me["player"], "seat": 1, "wager": "primary", "amount": 500}]
    assert (found["wagered"], found["playing"], found["round"]) == (500, False, 4)
    assert found["need"]["type"] == "bets_needed"
    assert found["rounds"] == found["against"]["rounds"] == 4
    assert found["hold"] == found["against"]["result"]
    assert found["handle"] == found["against"]["wagered"] >= 2000
    assert found["against"]["alarm"] == ""
    assert found["against"]["low"] < found["against"]["expected"] < found["against"]["high"]
    points = staff.pit.look(f"/api/pit/tables/{table}/course")["points"]
    assert [point["round"] for point in points] == [1, 2, 3, 4]
    assert points[-1] == {
        "round": 4,
        **{name: found["against"][name] for name in points[-1] if name != "round"},
    }
    told = staff.pit.look("/api/pit")
    assert told["names"][me["player"]]["name"] == me["name"]


def test_what_is_awaited_is_said_with_names(staff: Staff) -> None:
    table = public(staff, "fun-casino", hand_dealt=True)
    for words in ("dealer", "sit ann bob", "shoe"):
        staff.operator.command(table, "dealer", words=words)
    need = row(staff, table)["need"]
    assert need["says"].startswith("a cut by ann at seat 1")
    assert need["player"].startswith("walk-")


def test_the_house_is_what_its_tables_come_to(staff: Staff) -> None:
    play(staff.house.guest(), public(staff), 2)
    told = staff.pit.look("/api/pit")
    house, tables = told["house"], told["tables"]
    assert house["tables"] == len(tables)
    assert house["people"] == sum(each["people"] for each in tables)
    assert house["balance"] == house["hold"]
    assert house["sessions"] >= 3


def test_games_for_one_player_are_added_up_at_their_table(staff: Staff) -> None:
    for player in (staff.house.guest(), staff.house.guest()):
        game = player.ask("/api/tables/online/game")["table"]
        play(player, game, 3)
    found, own = row(staff, "online"), row(staff, game)
    assert (own["kind"], own["rounds"]) == ("game", 3)
    assert found["rounds"] == found["against"]["rounds"] >= 6
    player.command(game, "leave", seat=1)
    assert game not in {each["id"] for each in staff.pit.look("/api/pit")["tables"]}
    assert row(staff, "online")["rounds"] == found["rounds"]


def test_where_players_bank_the_house_holds_nothing(staff: Staff) -> None:
    found = row(staff, "california")
    assert (found["hold"], found["against"]) == (None, None)
    course = staff.pit.look("/api/pit/tables/california/course")
    assert (course["banked_by"], course["points"]) == ("player", [])


@pytest.mark.parametrize("each, side", [(6, "low"), (-2, "high")])
def test_a_table_that_pays_wrongly_raises_an_alarm(staff: Staff, each: int, side: str) -> None:
    """What the rows say is compared, not what the rules would have paid."""
    wrong, right = public(staff), public(staff)
    for table in (wrong, right):
        play(staff.house.guest(), table, 30)
    of = schema.settlements.c
    rows = update(schema.settlements).where(of.table_id == wrong, of.wager == "primary")
    altered = rows.values(net=each * of.stake)
    staff.house.house.do_now(lambda work: work.connection.execute(altered).rowcount)
    assert row(staff, wrong)["against"]["alarm"] == side
    assert row(staff, right)["against"]["alarm"] == ""
    assert staff.pit.look("/api/pit")["house"]["alarms"] >= 1


def test_rulings_are_told_where_one_can_be_given(staff: Staff) -> None:
    table, ann = public(staff, "fun-casino"), staff.house.guest()
    ruling = {"ruling": "void", "reason": "beer on the felt"}
    assert row(staff, table)["rulings"] == []
    assert staff.operator.refused(table, "rule", **ruling)["kind"] == "not-now"
    play(ann, table, 1)
    assert row(staff, table)["rulings"] == ["stands", "void"]
    staff.operator.command(table, "rule", **ruling)
    assert row(staff, table)["rulings"] == []
    assert staff.operator.refused(table, "rule", **ruling)["kind"] == "not-now"
    ann.command(table, "bet", bets=BETS)
    assert row(staff, table)["rulings"] == ["stands", "void"]


def test_a_ruling_is_on_the_round_that_was_seen(staff: Staff) -> None:
    table, ann = public(staff, "fun-casino"), staff.house.guest()
    ruling = {"ruling": "void", "reason": "beer on the felt"}
    assert row(staff, table)["rules_on"] is None
    play(ann, table, 2)
    assert row(staff, table)["rules_on"] == 2
    ann.command(table, "bet", bets=BETS)
    assert row(staff, table)["rules_on"] == 3
    refused = staff.pit.refused(table, "rule", **ruling, round=2)
    assert (refused["kind"], refused["status"]) == ("moved-on", 409)
    assert refused["detail"] == "round 2 cannot be ruled on any more: the table is at round 3"
    assert row(staff, table)["wagered"] == 500
    staff.pit.command(table, "rule", **ruling, round=3)
    assert (row(staff, table)["wagered"], row(staff, table)["rules_on"]) == (0, None)
    found = staff.pit.look("/api/incidents", table=table)["incidents"]
    assert [each["round"] for each in found] == [3]


def test_incidents_are_told_in_words(staff: Staff) -> None:
    table, ann = public(staff, "fun-casino", name="Bar"), staff.house.guest()
    play(ann, table, 2)
    staff.pit.command(table, "rule", ruling="stands", reason="a card was shown")
    ann.command(table, "bet", bets=BETS)
    staff.pit.command(table, "rule", ruling="void", reason="beer on the felt")
    staff.pit.ask(f"/api/tables/{table}/kick", {"seat": 1, "why": "more beer"})
    name = ann.look("/api/me")["name"]
    found = staff.pit.look("/api/incidents", table=table)["incidents"]
    assert [(each["kind"], each["round"], each["says"]) for each in found] == [
        ("kick", None, f"pat asked {name} to leave: more beer"),
        ("void", 3, "ruling: round 3 is void (beer on the felt)"),
        ("ruling", 2, "ruling: round 2 stands (a card was shown)"),
    ]
    assert {each["name"] for each in found} == {"Bar"}
    for each in found[1:]:
        answer = ann.get(f"/api/tables/{table}/rounds/{each['round']}")
        assert each["replay"] == (answer.status_code == 200)
    assert [each["replay"] for each in found] == [False, False, True]
    first = staff.pit.look("/api/incidents", table=table, limit=2)
    second = staff.pit.look("/api/incidents", table=table, limit=2, after=first["next"])
    assert first["incidents"] + second["incidents"] == found
    assert second["next"] is None
    everywhere = staff.pit.look("/api/incidents")["incidents"]
    assert everywhere[:3] == found
    assert row(staff, table)["against"]["rounds"] == 2  # the void one is no round
    ruled = [each for each in staff.pit.look("/api/changes")["changes"] if each["what"] == "rule"]
    assert [(each["why"], each["after"]["round"]) for each in ruled][:2] == [
        ("beer on the felt", 3),
        ("a card was shown", 2),
    ]


def test_a_pause_is_told_in_lobby_and_at_the_table(staff: Staff) -> None:
    table, ann = public(staff), staff.house.guest()
    staff.pit.ask(f"/api/tables/{table}/pause", WHY)
    assert problem(ann.post(f"/api/tables/{table}/sit", {"seat": 1}))["kind"] == "paused"
    lobby = ann.look("/api/lobby", limit=200)["tables"]
    assert [each["paused"] for each in lobby if each["id"] == table] == ["the carpet is wet"]
    assert ann.look(f"/api/tables/{table}")["view"]["paused"] == "the carpet is wet"
    assert row(staff, table)["paused"] == "the carpet is wet"
    staff.operator.ask("/api/house/pause", {"why": "fire drill"})
    other = problem(ann.post("/api/tables/washington/sit", {"seat": 1}))
    assert (other["kind"], other["detail"]) == ("paused", "the house is paused: fire drill")
    assert staff.pit.look("/api/pit")["house"]["paused"] == "fire drill"
    staff.operator.ask("/api/house/resume", {"why": "it was only a drill"})
    staff.pit.ask(f"/api/tables/{table}/resume", {"why": "dry"})
    ann.command(table, "sit", seat=1)


def test_a_replaced_table_says_where_it_went(staff: Staff) -> None:
    table, ann = public(staff, name="Low"), staff.house.guest()
    primary = {"least": 2000, "most": 50_000}
    done = staff.operator.ask(f"/api/tables/{table}/replace", {"primary": primary, **WHY})
    view = ann.look(f"/api/tables/{table}")["view"]
    assert (view["closed"], view["replaced_by"]) == (True, done["replaced_by"])
    sign = ann.look(f"/api/tables/{done['replaced_by']}")["sign"]
    assert (sign["limits"]["primary"]["least"], sign["limits"]["tie"]["least"]) == (2000, 500)
    private = ann.ask("/api/tables", {"rules": "washington"})["table"]
    refused = staff.operator.post(f"/api/tables/{private}/replace", WHY)
    assert problem(refused)["kind"] == "not-public"


def test_a_good_rule_file_is_priced_kept_and_opened(staff: Staff) -> None:
    text = WASHINGTON.replace('name = "Washington card rooms"', 'name = "Our corner"')
    done = staff.operator.ask("/api/rules", {"text": text})
    assert done["name"] == "Our corner"
    assert done["readings"][0]["edges"][0]["percent"] == "2.330 %"
    assert done["readings"][0]["warning"] == ""
    assert {each["severity"] for each in done["findings"]} <= {"warning", "note"}
    listed = staff.house.stranger().look("/api/rules")["rules"]
    assert [each["name"] for each in listed if each["sha256"] == done["sha256"]] == ["Our corner"]
    table = public(staff, done["sha256"])
    assert staff.operator.look(f"/api/tables/{table}")["sign"]["sha256"] == done["sha256"]
    kept = staff.pit.look("/api/changes")["changes"]
    uploaded = next(each for each in kept if each["what"] == "rules")
    assert uploaded["after"]["sha256"] == done["sha256"]


def test_a_bad_rule_file_is_refused_with_all_that_is_wrong(staff: Staff) -> None:
    text = WASHINGTON.replace("10 to 1", "a lot").replace('is = "house"', 'is = "nobody"')
    said = problem(staff.operator.post("/api/rules", {"text": text}))
    assert said["kind"] == "bad-rules"
    assert "pays.equal.tie" in said["detail"]
    assert "bank.held_by" in said["detail"]


def test_a_rule_file_that_favours_the_players_is_said_to(staff: Staff) -> None:
    text = WASHINGTON.replace("10 to 1", "14 to 1")
    done = staff.operator.ask("/api/rules", {"text": text})
    assert "The players have the edge" in done["readings"][0]["warning"]
    assert "player-edge" in {each["code"] for each in done["findings"]}
    asked = {"rules": done["sha256"], "public": True, "practice": True}
    assert problem(staff.operator.post("/api/tables", asked))["kind"] == "players-have-edge"


@pytest.mark.needs("postgres")
def test_a_pause_holds_at_every_worker_at_once(server: Postgres, tmp_path: Path) -> None:
    database = server.new()
    folders = [tmp_path / each for each in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with (
        served(folders[0], database=database) as one,
        served(folders[1], database=database) as two,
    ):
        staff = Staff(one)
        ann = two.guest()
        ann.command("washington", "sit", seat=1)
        ann.command("washington", "bet", bets=BETS)
        for _ in range(5):
            staff.pit.ask("/api/tables/washington/pause", WHY)
            assert ann.refused("washington", "bet", bets=BETS)["kind"] == "paused"
            staff.pit.ask("/api/tables/washington/resume", WHY)
            ann.command("washington", "bet", bets=BETS)
            staff.operator.ask("/api/house/pause", WHY)
            assert ann.refused("washington", "bet", bets=BETS)["kind"] == "paused"
            assert ann.refused("fun-casino", "sit", seat=1)["kind"] == "paused"
            staff.operator.ask("/api/house/resume", WHY)
            ann.command("washington", "bet", bets=BETS)
    server.drop(database)


@pytest.mark.clause("WA-LIM")
def test_an_operator_states_the_authorised_limit_or_opens_a_practice_table(staff: Staff) -> None:
    olga = staff.operator
    asked = {"rules": "washington", "public": True}
    refused = problem(olga.post("/api/tables", asked))
    assert refused["status"] == 409
    assert "state the authorised limit; without one, open a practice table" in refused["detail"]
    signs = [
        olga.look(f"/api/tables/{olga.ask('/api/tables', {**asked, **more})['table']}")["sign"]
        for more in ({"authorised": 60_000}, {"practice": True})
    ]
    assert [sign["practice"] for sign in signs] == [False, True]
    limits = [sign["limits"] for sign in signs]
    assert [each["authorised"] for each in limits] == [60_000, 50_000]
    assert [each["authorised_by"] for each in limits] == ["operator", "nobody"]


@pytest.mark.clause("WA-LIM")
def test_an_operators_private_table_states_its_limit_too(staff: Staff) -> None:
    olga = staff.operator
    refused = problem(olga.post("/api/tables", {"rules": "washington"}))
    assert "state the authorised limit; without one, open a practice table" in refused["detail"]
    table = olga.ask("/api/tables", {"rules": "washington", "authorised": 60_000})["table"]
    sign = olga.look(f"/api/tables/{table}")["sign"]
    assert (sign["practice"], sign["limits"]["authorised"]) == (False, 60_000)
    assert sign["limits"]["authorised_by"] == "operator"
