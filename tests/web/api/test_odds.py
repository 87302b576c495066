"""Prices over HTTP: a rule set with changes, what cannot be, a session, and all side by side."""

from fractions import Fraction
from typing import Any

import pytest

from casinowar.house.rules.prices import MOST_RESULTS
from casinowar.odds.comparison import compare
from casinowar.odds.composition import fresh
from casinowar.odds.sessions.session import exact_session
from casinowar.odds.sheet import Sheet
from casinowar.rules.file import builtin_names, load_rules
from tests.support.house.served import Client, Served, problem, served


def explore(client: Client, *changes: str, **query: Any) -> dict[str, Any]:
    return client.look("/api/odds", **{"rules": "washington", "set": list(changes), **query})


@pytest.mark.parametrize("name", builtin_names())
def test_unchanged_is_what_the_rule_file_is_worth(ann: Client, name: str) -> None:
    for reading in load_rules(name).readings:
        rules = load_rules(name).rules(reading.name)
        found = explore(ann, rules=name, reading=reading.name)
        sheet = Sheet(rules, fresh(rules.shoe.decks[0]))
        assert found["sha256"] == rules.sha256
        assert found["primary"]["house_edge"] == str(-sheet.primary.mean)
        assert all(field["is"] == field["was"] for field in found["fields"])


def test_tie_pay_moves_its_edge_and_no_other(ann: Client) -> None:
    before, after = explore(ann), explore(ann, "pays.equal.tie:11 to 1")
    assert (before["tie"]["house_edge"], after["tie"]["house_edge"]) == ("58/311", "35/311")
    assert after["primary"] == before["primary"]
    assert after["sha256"] != before["sha256"]
    (field,) = (each for each in after["fields"] if each["is"] != each["was"])
    assert (field["field"], field["is"], field["was"]) == ("pays.equal.tie", "11 to 1", "10 to 1")
    assert field["by"] == ["WA-4c"]


def test_decks_and_bonus_move_the_edge(ann: Client) -> None:
    edges = {
        decks: Fraction(explore(ann, decks=decks)["primary"]["house_edge"])
        for decks in ("1", "6", "12", "infinite")
    }
    assert edges["1"] < edges["6"] < edges["12"] < edges["infinite"]
    lean = explore(ann, "pays.war_equal.war:1 to 1")
    assert Fraction(lean["primary"]["house_edge"]) > edges["6"]


def test_burns_of_unseen_cards_move_nothing(ann: Client) -> None:
    changed = explore(ann, 'war.deal:["each: burn 1, player, burn 1, dealer"]')
    assert changed["primary"] == explore(ann)["primary"]


@pytest.mark.parametrize(
    "change, why",
    [
        ("pays.equal.tie:x", "is not a pay"),
        ("pays.equal.ti:10 to 1", "did you mean pays.equal.tie?"),
        ("shoe.dealer_burn:many", "write a whole number"),
        ("choice.offers:[", "is not a list; write it as JSON"),
        ("choice.offers:[1]", "is not a list of texts"),
        ('choice.offers:["war"]', "surrender is not offered"),
        ('war.deal:["each: burn 99, player, burn 99, dealer"]', "can need"),
        ("nothing", "write field:value"),
    ],
)
def test_what_cannot_be_is_refused_in_the_words_of_the_rule_file(
    ann: Client, change: str, why: str
) -> None:
    found = problem(ann.get("/api/odds", rules="washington", set=change))
    assert (found["status"], found["kind"]) == (409, "not-possible")
    assert why in found["detail"]


def test_same_field_is_not_changed_twice(ann: Client) -> None:
    changes = ["pays.equal.tie:9 to 1", "pays.equal.tie:8 to 1"]
    found = problem(ann.get("/api/odds", rules="washington", set=changes))
    assert "changed twice" in found["detail"]


@pytest.mark.parametrize(
    "query, status",
    [
        ({"rules": "nowhere"}, 404),
        ({"rules": "washington", "reading": "wrong"}, 409),
        ({"rules": "washington", "decks": "0"}, 409),
        ({"rules": "washington", "decks": "many"}, 409),
        ({"rules": "washington", "rounds": "201"}, 422),
        ({"rules": "washington", "set": "x" * 201}, 422),
        ({"rules": "washington", "set": ["a:b"] * 21}, 422),
        ({}, 422),
    ],
)
def test_questions_have_their_bounds(ann: Client, query: dict[str, Any], status: int) -> None:
    assert problem(ann.get("/api/odds", **query))["status"] == status


def test_session_is_the_exact_one(ann: Client, table: str) -> None:
    found = ann.look(f"/api/tables/{table}/odds", rounds=20)["session"]
    assert found == explore(ann, rounds=20)["session"]
    sheet = Sheet(load_rules("washington").rules(), fresh(6))
    played = exact_session(sheet.primary, 20)
    assert found["expectation"] == str(played.mean)
    assert [Fraction(each["net"]) for each in found["results"]] == [
        net for net, _ in played.results()
    ]
    for name in ("ahead", "even", "behind"):
        assert abs(Fraction(found[name]) - getattr(played, name)) < Fraction(1, 10**12)
    chances = (Fraction(each["probability"]) for each in found["results"])
    assert abs(sum(chances, Fraction(-1))) < Fraction(1, 10**9)
    assert "session" not in ann.look(f"/api/tables/{table}/odds")


def test_session_with_too_many_results_is_not_worked_out(ann: Client) -> None:
    odd = ("pays.war_equal.war:97 to 89", "pays.war_higher.war:101 to 83")
    assert explore(ann, *odd, rounds=200)["session"] is None
    assert len(explore(ann, rounds=200)["session"]["results"]) < MOST_RESULTS


def test_rule_sets_stand_side_by_side(ann: Client) -> None:
    found = ann.look("/api/comparison")
    files = [load_rules(name) for name in builtin_names()]
    compared = compare(file.rules(each.name) for file in files for each in file.readings)
    rows = compared.rows
    assert tuple(found["columns"]) == compared.columns
    assert [(row["rules"], row["reading"]) for row in found["rows"]] == [
        (row.rules, row.reading) for row in rows
    ]
    assert [tuple(row["facts"]) for row in found["rows"]] == [row.facts for row in rows]
    assert all(len(row["differs"]) == len(found["columns"]) for row in found["rows"])


def test_prices_are_asked_for_slowly(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(tmp_path_factory.mktemp("slow"), requests_per_second=1000) as house:
        assert 429 in _statuses(house)


def _statuses(house: Served) -> set[int]:
    client = house.stranger()
    return {client.get("/api/odds", rules="washington").status_code for _ in range(60)}
