"""Prices are what their messages declare, and the figures are those of the command line."""

import json
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.house.messages import encode
from casinowar.house.rules.prices import (
    ExploredOdds,
    RuleComparison,
    TableOdds,
    comparison,
    explore,
    price,
)
from casinowar.house.rules.rule_service import RuleSets, UploadedRules, check_and_price, summarise
from casinowar.rules.file import builtin_names, load_rules

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]


@pytest.mark.parametrize("name, reading", READINGS)
def test_figures_are_those_of_the_command_line(name: str, reading: str) -> None:
    data = encode(price(load_rules(name).rules(reading), "", "A K 9x2", 0))
    assert encode(msgspec.json.decode(data, type=TableOdds)) == data
    words = ["odds", name, "--reading", reading, "--gone", "A K 9x2", "--json"]
    printed: dict[str, Any] = json.loads(CliRunner().invoke(main, words).output)
    for added in ("session", "theoretical_win", "banker"):
        del printed[added]
    assert json.dumps(printed) == json.dumps(json.loads(data))


@pytest.mark.parametrize("name, reading", READINGS)
def test_explored_odds_are_what_they_declare(name: str, reading: str) -> None:
    data = encode(explore(load_rules(name), reading, {}, "1", 3))
    assert encode(msgspec.json.decode(data, type=ExploredOdds)) == data


def test_comparison_is_what_it_declares() -> None:
    data = encode(comparison())
    assert encode(msgspec.json.decode(data, type=RuleComparison)) == data


@pytest.mark.parametrize("name", builtin_names())
def test_rule_sets_are_what_they_declare(name: str) -> None:
    file = load_rules(name)
    data = encode(RuleSets([summarise(file, own=False)]))
    assert encode(msgspec.json.decode(data, type=RuleSets)) == data
    data = encode(check_and_price(file))
    assert encode(msgspec.json.decode(data, type=UploadedRules)) == data
