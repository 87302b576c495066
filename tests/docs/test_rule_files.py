"""The page on rule files has every field and every word there is, and its example loads."""

import re
from typing import get_args

import pytest

from casinowar.rules.fields import TABLES, TERMS
from casinowar.rules.file import read_rules
from casinowar.rules.model import OUTCOMES
from casinowar.rules.script import Wager
from tests.docs import rule_tables

PAGE = rule_tables.PAGE.read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([^`]+)` \|(.*)$", PAGE, re.MULTILINE))
PAYS = re.compile(r"pays\.\w+\.\w+")


@pytest.mark.parametrize("path", [path for path in TERMS if not PAYS.fullmatch(path)])
def test_every_field_is_documented_with_its_words(path: str) -> None:
    assert path in ROWS
    for word in TERMS[path].allowed_words:
        assert f'"{word}"' in ROWS[path]


def test_the_tables_are_those_of_the_declarations() -> None:
    """`python -m tests.docs.rule_tables` writes them anew."""
    assert rule_tables.with_tables(PAGE) == PAGE


def test_every_outcome_says_when_it_decides() -> None:
    for outcome in OUTCOMES:
        assert ROWS[outcome].split("|")[0].strip() == TABLES[f"pays.{outcome}"]


def test_every_pay_is_documented() -> None:
    assert "pays.OUTCOME.WAGER" in ROWS
    for outcome in OUTCOMES:
        assert outcome in ROWS
    for wager in get_args(Wager):
        assert f"`{wager}`" in PAGE


def test_no_row_documents_what_is_not_there() -> None:
    dotted = {name for name in ROWS if re.fullmatch(r"[a-z]+\.[a-z_]+", name)}
    assert dotted <= set(TERMS)


def test_the_example_is_a_rule_file() -> None:
    examples = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) == 1
    rules = read_rules(examples[0].encode(), "example").rules()
    assert rules.id == "kitchen-table"
    assert rules.cards_needed(3) == 8
