"""Sentences that had to be read twice do not come back."""

import re

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


HABITS = re.compile(
    r"\b(whoever|what becomes of|what has become of|is told (of|by)"
    r"|as the rules have it|for want of|otherwise than|who is (out|gone)"
    r"|gone on from|need not be waited for|seen to in)\b",
    re.IGNORECASE,
)
"""Turns of phrase that hide who does what."""


@pytest.mark.parametrize("package", ["web", "house", "store"])
def test_the_shell_says_who_does_what(package: str) -> None:
    files = (ROOT / "src" / "casinowar" / package).rglob("*.py")
    found = [
        f"{file.name}: {line.strip()}"
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if HABITS.search(line)
    ]
    assert not found


def test_a_habit_would_be_found() -> None:
    assert HABITS.search('"""Whoever comes is told of it."""')
