"""Rulings over HTTP: on one wager, and on a game long past; then the money and the audit."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select

from casinowar.audit.chains import Chains
from casinowar.audit.files import audit_shoe
from casinowar.errors import WrongEntry
from casinowar.house.upkeep.audit import audit
from casinowar.record.shoefile import read_shoe
from casinowar.store import schema
from casinowar.store.backends.engine import open_reader
from tests.support.house.postgres import Postgres
from tests.support.house.served import Client, problem, served
from tests.support.record.shoes import relinked, written
from tests.web.api.test_offices import Staff
from tests.web.api.test_pit import BETS, play, public, row

FROZE: dict[str, Any] = {"ruling": "void", "reason": "the display froze"}


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgres"))]
)
def staff(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Staff]:
    settings: dict[str, Any] = {}
    if request.param == "postgres":
        server: Postgres = request.getfixturevalue("server")
        settings["database"] = server.new()
    with served(tmp_path_factory.mktemp("rulings"), **settings) as house:
        yield Staff(house)


def audited(staff: Staff) -> None:
    with open_reader(staff.house.settings.house) as reader:
        assert audit(reader).rounds


def own_game(ann: Client, rounds: int) -> str:
    table = str(ann.ask("/api/tables/online/game")["table"])
    play(ann, table, rounds)
    return table


def net_of(client: Client, table: str, number: int) -> int:
    found = client.look("/api/me/rounds", limit=50)["rounds"]
    return next(
        int(each["net"]) for each in found if (each["table"], each["round"]) == (table, number)
    )


@pytest.mark.clause("SG-14")
def test_an_earlier_game_is_void_however_many_were_played_since(staff: Staff) -> None:
    ann = staff.house.guest()
    table = own_game(ann, 6)
    won, before = net_of(ann, table, 2), ann.look("/api/me")["balance"]
    others = {number: net_of(ann, table, number) for number in (1, 3, 4, 5, 6)}
    counted, hold = row(staff, table)["against"]["rounds"], row(staff, table)["hold"]
    assert (
        problem(staff.pit.post(f"/api/tables/{table}/rule", {**FROZE, "round": 2}))["status"] == 403
    )
    path, body = f"/api/tables/{table}/rule", {**FROZE, "round": 2}
    done = staff.operator.ask(path, body, key="void-2")
    assert staff.operator.ask(path, body, key="void-2") == done
    assert ann.look("/api/me")["balance"] == before - won
    assert net_of(ann, table, 2) == 0
    assert {number: net_of(ann, table, number) for number in others} == others
    told = [line["says"] for line in ann.look(f"/api/tables/{table}/rounds/2")["told"]]
    assert "ruling: round 2 is void (the display froze)" in told
    assert not any("seat 1" in line and ": bets" in line for line in told)
    for number in others:
        lines = ann.look(f"/api/tables/{table}/rounds/{number}")["told"]
        assert "froze" not in str(lines)
    found = row(staff, table)
    assert (found["against"]["rounds"], found["hold"]) == (counted - 1, hold + won)
    (incident,) = staff.pit.look("/api/incidents", table=table)["incidents"]
    assert (incident["kind"], incident["round"]) == ("void", 2)
    for number in (2, 7):
        refused = staff.operator.refused(table, "rule", **{**FROZE, "round": number})
        assert refused["kind"] == ("ruled" if number == 2 else "moved-on")
    play_on(ann, table)
    audited(staff)


def play_on(ann: Client, table: str) -> None:
    done = ann.command(table, "bet", bets=BETS, ready=True)
    while done["state"]["need"]["type"] == "choice_needed":
        done = ann.command(table, "choose", seat=1, choice="surrender")


@pytest.mark.clause("SG-14")
def test_a_game_is_voided_while_another_waits_for_an_answer_or_a_bet_lies_there(
    staff: Staff,
) -> None:
    ann = staff.house.guest()
    table = own_game(ann, 3)
    ann.command(table, "bet", bets=BETS)
    staff.operator.command(table, "rule", **FROZE, round=1)
    view = ann.look(f"/api/tables/{table}")["view"]
    assert view["bets"][0]["primary"] == 500
    ann.command(table, "withdraw", seat=1, wager="primary")
    audited(staff)


@pytest.mark.clause("SG-14")
def test_what_a_player_has_spent_meanwhile_the_house_bears(staff: Staff) -> None:
    ann = staff.house.guest()
    table = own_game(ann, 1)
    number = 1
    while net_of(ann, table, number) <= 0:
        play_on(ann, table)
        number += 1
    balance = ann.look("/api/me")["balance"]
    corner = public(staff)
    ann.command(corner, "sit", seat=1)
    most = 45_000
    seats = 1
    while balance > most:  # all of it lies on the felt
        ann.command(corner, "sit", seat=seats + 1)
        seats, balance = seats + 1, balance - most
    bets = [{"seat": n, "wager": "primary", "amount": most} for n in range(2, seats + 1)]
    whole = balance - balance % 100
    ann.command(corner, "bet", bets=[*bets, {"seat": 1, "wager": "primary", "amount": whole}])
    left = ann.look("/api/me")["balance"]
    play_on_round = {**FROZE, "round": number}
    if number == ann.look(f"/api/tables/{table}")["view"]["round"]["number"]:
        play_on_round.pop("round")
    won = net_of(ann, table, number)
    staff.operator.command(table, "rule", **play_on_round)
    assert ann.look("/api/me")["balance"] == max(0, left - won)
    with open_reader(staff.house.settings.house) as reader:
        covers = reader.execute(
            select(schema.transfers.c.amount).where(schema.transfers.c.why == "cover")
        ).all()
    assert [int(each.amount) for each in covers] == [won - left]
    audited(staff)


def files_of(client: Client, table: str, last: int) -> list[dict[str, Any]]:
    return [
        json.loads(client.get(f"/api/tables/{table}/shoes/{number}").content)
        for number in range(1, last + 1)
    ]


@pytest.mark.clause("SG-14")
def test_the_whole_chain_checks_what_a_ruling_carries_and_one_file_cannot(staff: Staff) -> None:
    ann = staff.house.guest()
    table = own_game(ann, 4)
    ann.command(table, "bet", bets=BETS)
    staff.operator.command(table, "rule", **FROZE, round=2)
    files = files_of(ann, table, 5)
    at = next(entry for entry in files[-1]["entries"] if entry.get("action", {}).get("round") == 2)
    alone = audit_shoe(read_shoe(written(files[-1])))
    says = f"the wagers of round 2, which entry {at['seq']} voids: the round is in an earlier file"
    assert says in alone.unchecked()
    assert says not in checked(files).unchecked()
    carried = next(each for each in at["action"]["wagers"] if each["net"])
    carried["net"] += 100 if carried["net"] < 0 else -100
    reversal = next(each for each in at["events"] if each.get("wager") == carried["wager"])
    reversal["net"] = carried["net"]
    forged = relinked(files[-1])
    assert says in audit_shoe(read_shoe(written(forged))).unchecked()  # right by itself
    with pytest.raises(WrongEntry) as found:
        checked([*files[:-1], forged])
    assert (found.value.seq, found.value.why) == (
        at["seq"],
        "the wagers it carries are not those of round 2",
    )


def checked(files: list[dict[str, Any]]) -> Any:
    chains = Chains()
    for number, file in enumerate(files):
        auditor, _ = chains.take(read_shoe(written(file)), f"file {number}")
    return auditor


@pytest.mark.clause("FC-18")
def test_one_wager_is_ruled_on_and_the_money_and_the_figures_follow(staff: Staff) -> None:
    table, ann = public(staff, "fun-casino"), staff.house.guest()
    play(ann, table, 3)
    player, before = ann.look("/api/me")["player"], ann.look("/api/me")["balance"]
    found, net = row(staff, table), net_of(ann, table, 3)
    mine = found["rule_wagers"][0]
    assert (mine["player"], mine["seat"], mine["wager"]) == (player, 1, "primary")
    assert mine["rulings"] == ["pay as", "return", "take"]
    assert mine["pays_as"] == ["higher"]
    assert not found["voids_any"]
    was = next(
        int(each["net"])
        for each in ann.look(f"/api/tables/{table}/rounds/3")["settlements"]
        if each["wager"] == "primary"
    )
    body = {"player": player, "seat": 1, "wager": "primary", "reason": "a card was misread"}
    paid = {**body, "ruling": "pay as", "outcome": "higher"}
    assert problem(ann.post(f"/api/tables/{table}/rule-wager", paid))["status"] == 403
    assert staff.pit.refused(table, "rule-wager", **paid, round=2)["kind"] == "moved-on"
    staff.pit.command(table, "rule-wager", **paid, round=3)
    assert ann.look("/api/me")["balance"] == before - was + mine["stake"]
    assert staff.pit.refused(table, "rule-wager", **paid)["kind"] == "not-now"
    assert net_of(ann, table, 3) == net - was + mine["stake"]
    told = str([line["says"] for line in ann.look(f"/api/tables/{table}/rounds/3")["told"]])
    assert "is paid 5.00, as higher (a card was misread)" in told
    assert row(staff, table)["against"]["rounds"] == found["against"]["rounds"] - 1
    (incident,) = staff.pit.look("/api/incidents", table=table)["incidents"]
    assert (incident["kind"], incident["round"]) == ("wager-ruling", 3)
    logged = next(
        each for each in staff.pit.look("/api/changes")["changes"] if each["what"] == "rule"
    )
    assert (logged["why"], logged["after"]["wager"]) == ("a card was misread", "primary")
    audited(staff)


@pytest.mark.clause("FC-18")
def test_a_bet_on_the_felt_is_taken_and_the_round_goes_on_with_another(staff: Staff) -> None:
    table, ann = public(staff, "fun-casino"), staff.house.guest()
    ann.command(table, "sit", seat=1)
    player = ann.look("/api/me")["player"]
    ann.command(table, "bet", bets=BETS)
    before = ann.look("/api/me")["balance"]
    staff.pit.command(
        table,
        "rule-wager",
        player=player,
        seat=1,
        wager="primary",
        ruling="take",
        reason="cheating",
    )
    assert ann.look("/api/me")["balance"] == before
    play_on(ann, table)
    told = ann.look(f"/api/tables/{table}/rounds/1")["told"]
    assert "is taken (cheating)" in told[0]["says"]
    audited(staff)
