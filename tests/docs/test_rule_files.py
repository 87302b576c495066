"""The page on rule files has every field and every word there is, and its example loads."""

import re
from pathlib import Path
from typing import get_args, get_origin

import pytest

from casinowar.rulefile import read_rules
from casinowar.rules import OUTCOMES
from casinowar.script import Wager
from casinowar.vocabulary import TERMS

PAGE = (Path(__file__).parents[2] / "docs" / "rule-files.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `([^`]+)` \|(.*)$", PAGE, re.MULTILINE))
PAYS = re.compile(r"pays\.\w+\.\w+")


def words(kind: object) -> list[str]:
    """The words that a field's type allows, in lists and unions too."""
    if isinstance(kind, str):
        return [kind]
    if get_origin(kind) is None:
        return []
    return [word for argument in get_args(kind) for word in words(argument)]


@pytest.mark.parametrize("path", [path for path in TERMS if not PAYS.fullmatch(path)])
def test_every_field_is_documented_with_its_words(path: str) -> None:
    assert path in ROWS
    for word in words(TERMS[path].type):
        assert f'"{word}"' in ROWS[path]


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
