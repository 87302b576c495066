"""Sentences that had to be read twice do not come back."""

import pytest

from tests.paths import ROOT

RIDDLES = (
    "Have requests about what was handled",
    "is in already stays who they are",
    "A table is otherwise than",
    "one corrected is none of it",
    "Nobody learns of a private table",
    "opens this link may come",
    "Keep what you have",
    "Bet what lies there",
    "he same bet, and ready",
    "as the rules have it",
)

PLACES = ("src", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
TEXTS = frozenset({".py", ".js", ".html", ".md", ".toml", ".jinja", ".typ"})


def texts() -> list[str]:
    files = [file for place in PLACES for file in [ROOT / place, *(ROOT / place).rglob("*")]]
    return [file.read_text(encoding="utf-8") for file in files if file.suffix in TEXTS]


@pytest.mark.parametrize("riddle", RIDDLES)
def test_riddle_is_gone(riddle: str) -> None:
    assert not [text for text in texts() if riddle in text]


def test_a_riddle_would_be_found() -> None:
    assert any("casinowar" in text for text in texts())
