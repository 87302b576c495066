"""The test of the tests: every clause of every rule file, and every decision, has its test.

The marks are read out of the test sources, so that the answer is the same when only a part of
the tests runs, or when they run in several processes.
"""

import ast
from collections.abc import Iterator

import pytest

from casinowar.rules.file import builtin_names, decisions, load_rules
from tests.paths import TESTS

MARK = "pytest.mark.clause"


def clauses() -> dict[str, str]:
    """Every clause id, with the name of the file it stands in."""
    named = {clause: name for name in builtin_names() for clause in load_rules(name).clauses}
    return named | dict.fromkeys(decisions(), "decisions")


def marks_in(source: str) -> Iterator[tuple[int, str]]:
    """Line and clause of every mark on a test; a mark that names none gives ``""``."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        for decorator in node.decorator_list:
            if not ast.unparse(decorator).startswith(MARK):
                continue
            for clause in _named(decorator) or [""]:
                yield decorator.lineno, clause


def _named(mark: ast.expr) -> list[str]:
    """The clauses a mark names, none if it holds anything but clauses."""
    if not isinstance(mark, ast.Call) or mark.keywords:
        return []
    values = [argument.value for argument in mark.args if isinstance(argument, ast.Constant)]
    clauses = [value for value in values if isinstance(value, str)]
    return clauses if len(clauses) == len(mark.args) else []


def marks() -> dict[str, list[str]]:
    """Where each clause is named by a test."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for line, clause in marks_in(path.read_text(encoding="utf-8")):
            place = f"{path.relative_to(TESTS.parent)}:{line}"
            found.setdefault(clause, []).append(place)
    return found


def untested(known: dict[str, str], named: dict[str, list[str]]) -> list[str]:
    return [f"{clause} ({file})" for clause, file in known.items() if clause not in named]


def unknown(known: dict[str, str], named: dict[str, list[str]]) -> list[str]:
    return [
        f"{place}: {clause or 'a mark without a clause'}"
        for clause, places in named.items()
        if clause not in known
        for place in places
    ]


def test_every_clause_has_a_test() -> None:
    assert untested(clauses(), marks()) == []


def test_every_mark_names_a_clause() -> None:
    assert unknown(clauses(), marks()) == []


def test_every_rule_file_and_the_decisions_are_looked_at() -> None:
    files = clauses()
    assert set(files.values()) == {*builtin_names(), "decisions"}
    assert len(builtin_names()) == 5
    assert {"WA-4c-ii-1a", "FC-18", "SG-16", "SD-1a", "CA-BANK-4", "ALL-16"} <= set(files)


def test_no_clause_id_stands_in_two_files() -> None:
    ids = [clause for name in builtin_names() for clause in load_rules(name).clauses]
    assert len({*ids, *decisions()}) == len(ids) + len(decisions())


@pytest.mark.parametrize(
    "source, found",
    [
        ('@pytest.mark.clause("WA-1")\ndef test_it(): ...', ["WA-1"]),
        ("@pytest.mark.clause('A')\n@pytest.mark.clause('B')\ndef test_it(): ...", ["A", "B"]),
        ("class TestIt:\n    @pytest.mark.clause('A')\n    def test_it(self): ...", ["A"]),
        ("@pytest.mark.clause\ndef test_it(): ...", [""]),
        ("@pytest.mark.clause(id='A')\ndef test_it(): ...", [""]),
        ("@pytest.mark.clause('A', 'B')\ndef test_it(): ...", ["A", "B"]),
        ("@pytest.mark.clause('A', 4)\ndef test_it(): ...", [""]),
        ("@pytest.mark.clause('A', NAME)\ndef test_it(): ...", [""]),
        ("@pytest.mark.clause()\ndef test_it(): ...", [""]),
        ("@pytest.mark.clause('A')\ndef helper(): ...", []),
        ("# @pytest.mark.clause('A')\ndef test_it(): ...", []),
        ("@pytest.mark.long\ndef test_it(): ...", []),
    ],
)
def test_marks_are_read_out_of_sources(source: str, found: list[str]) -> None:
    assert [clause for _, clause in marks_in(source)] == found


def test_a_missing_test_and_an_unknown_clause_are_found() -> None:
    known = {"WA-1": "washington", "WA-2": "washington"}
    named = {"WA-1": ["here:1"], "WA-9": ["there:2", "there:3"], "": ["there:4"]}
    assert untested(known, named) == ["WA-2 (washington)"]
    assert unknown(known, named) == [
        "there:2: WA-9",
        "there:3: WA-9",
        "there:4: a mark without a clause",
    ]
