"""The sign of a table says what it costs, of what, and for whom."""

from fractions import Fraction

import pytest

from casinowar.house.people.own_limits import ANY_PACE
from casinowar.house.tables.sign import TableSign, players_have_edge, sign
from casinowar.odds.request import sheet_of
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.options import resolve


def sign_of(name: str, reading: str | None = None) -> TableSign:
    file = load_rules(name)
    rules = file.rules(reading)
    authorised = 100_000 if rules.limits.authorised == "stated" else None
    return sign(file, rules, resolve(rules, authorised=authorised), ANY_PACE)


@pytest.mark.parametrize("name", builtin_names())
def test_edges_are_those_of_the_price(name: str) -> None:
    sheet, _ = sheet_of(load_rules(name).rules(), None)
    told = {(edge.wager, edge.basis): Fraction(edge.edge) for edge in sign_of(name).edges}
    assert told["primary", "of the first wager"] == -sheet.primary.mean
    assert told["primary", "of everything wagered on primary and war"] == sheet.element_of_risk
    assert ("tie" in {wager for wager, _ in told}) == (sheet.tie is not None)


def test_sign_says_that_players_have_the_edge() -> None:
    generous = sign_of("fun-casino")
    assert generous.players_have_edge
    assert generous.warning.startswith("The players have the edge at this table: 1.64")
    assert Fraction(generous.edges[0].edge) < 0


@pytest.mark.parametrize("name", [name for name in builtin_names() if name != "fun-casino"])
def test_bank_has_the_edge_elsewhere(name: str) -> None:
    usual = sign_of(name)
    assert not usual.players_have_edge
    assert usual.warning == ""


def test_edge_is_that_of_the_reading() -> None:
    assert not players_have_edge(load_rules("fun-casino").rules("first-bet-lost"), 6)


def test_pay_table_tells_each_wager_an_outcome_decides() -> None:
    told = {row.outcome: row.pays for row in sign_of("washington").pays}
    by = {row.outcome: row.by for row in sign_of("washington").pays}
    assert by["higher"] == {"primary": ("WA-4a",), "tie": ("WA-4a",)}
    assert by.keys() == told.keys()
    assert told["higher"]["primary"] == "1 to 1"
    assert told["equal"] == {"tie": "10 to 1"}
    assert told["surrender"] == {"primary": "lose half"}


def test_sign_tells_the_reading_in_words() -> None:
    literal = sign_of("south-dakota", "tie-loses")
    assert literal.reading.name == "tie-loses"
    assert literal.reading.says != sign_of("south-dakota").reading.says
