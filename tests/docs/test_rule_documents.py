"""Each demand of a rule document names where it shows, and a test that proves it there."""

import ast
import re
from functools import cache
from typing import NamedTuple

import pytest

from casinowar.rules.file import builtin_names, load_rules
from tests.paths import ROOT

PAGE = ROOT / "docs" / "rule-documents.md"
PLACES = {
    "page": ("tests/page/", "tests/web/"),
    "terminal": ("tests/cli/", "tests/terminal/"),
    "desk": ("tests/desk/", "tests/cli/play/test_deal", "tests/cli/test_signs.py"),
}
"""The tests at the level where a person meets the program."""

_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


class Demand(NamedTuple):
    """A row of the page."""

    rules: str
    says: str
    clauses: tuple[str, ...]
    places: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]


def demands() -> list[Demand]:
    found, rules = [], ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            rules = line.removeprefix("## ")
        if not line.startswith("| ") or line.startswith("| demand"):
            continue
        says, clauses, places, tests = (cell.strip() for cell in line.strip("|").split("|"))
        found.append(
            Demand(
                rules,
                says,
                tuple(clauses.split(", ")),
                tuple(places.split(", ")),
                tuple((path, name) for path, name in _TEST.findall(tests)),
            )
        )
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    file = ROOT / path
    tree = ast.parse(file.read_text("utf-8")) if file.exists() else ast.Module([], [])
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("demand", demands(), ids=lambda demand: demand.says)
def test_demand_shows_somewhere_and_is_proved(demand: Demand) -> None:
    assert demand.rules in builtin_names()
    assert set(demand.clauses) <= set(load_rules(demand.rules).clauses)
    assert demand.places
    assert set(demand.places) <= set(PLACES)
    assert demand.tests, "name a test"
    for path, name in demand.tests:
        assert name in names_in(path), f"{path} has no {name}"
    for place in demand.places:
        proofs = [path for path, _ in demand.tests if path.startswith(PLACES[place])]
        assert proofs, f"no test shows it: {place}"
    shown = tuple(folder for place in demand.places for folder in PLACES[place])
    for path, _ in demand.tests:
        assert path.startswith(shown), f"{path}: at none of these places"


@pytest.mark.parametrize("rules", builtin_names())
def test_every_clause_of_each_document_has_a_row(rules: str) -> None:
    listed = {clause for demand in demands() if demand.rules == rules for clause in demand.clauses}
    assert listed == set(load_rules(rules).clauses)


def test_nothing_is_data_only() -> None:
    assert demands()
    assert "data only" not in PAGE.read_text("utf-8").lower()
