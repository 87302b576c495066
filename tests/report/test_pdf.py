"""The printed sheet: three pages at most, the same every time."""

import re
from pathlib import Path

import pytest

from tests.report.published import READINGS, run, written


def pages(sheet: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", sheet))


@pytest.mark.parametrize("name, reading", READINGS)
def test_it_is_three_pages_at_most(name: str, reading: str, tmp_path: Path) -> None:
    sheet = written(tmp_path / "sheet.pdf", name, "--reading", reading)
    assert sheet.startswith(b"%PDF-")
    assert 1 <= pages(sheet) <= 3


def test_a_shoe_with_cards_gone_still_fits(tmp_path: Path) -> None:
    sheet = written(tmp_path / "sheet.pdf", "online", "--gone", "A A K 9x3")
    assert pages(sheet) <= 3
    few = " ".join(f"{rank}x3" for rank in "AKQJT98765432")
    assert pages(written(tmp_path / "sheet.pdf", "california", "--decks", "1", "--gone", few)) <= 3


def test_the_same_question_gives_the_same_bytes(tmp_path: Path) -> None:
    first = written(tmp_path / "one.pdf", "washington")
    assert written(tmp_path / "two.pdf", "washington") == first


def test_page_and_sheet_are_written_together(tmp_path: Path) -> None:
    page, sheet = tmp_path / "table.html", tmp_path / "table.pdf"
    result = run("washington", "--html", page, "--pdf", sheet)
    assert result.output == f"written: {page} {sheet}\n"
    assert page.read_bytes().startswith(b"<!DOCTYPE html>")
    assert sheet.read_bytes().startswith(b"%PDF-")
