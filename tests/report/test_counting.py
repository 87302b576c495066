"""The section on counting: what was measured, where it can be."""

import re
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest

from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.report import counting as module
from casinowar.report.counting import measure_counting
from tests.report.published import written
from tests.support.game.rulefiles import variant_rules


def section(page: bytes) -> str:
    found = re.search(r'<section aria-labelledby="counting">.*?</section>', page.decode(), re.S)
    return found[0] if found else ""


def test_shares_stand_in_sentence_table_and_plot(tmp_path: Path) -> None:
    text = section(written(tmp_path / "page.html", "fun-casino"))
    share, error = re.findall(r"costs in (0\.\d+) % ± (0\.\d+) % of the rounds", text)[0]
    assert abs(float(share) - 0.0254) < 4 * float(error)
    assert "rounds of one seat, 6 decks, 30 cards behind the cut card, seed 1." in text
    assert text.count("<tr>") == 10  # a head, and nine tenths of the shoe
    assert 'aria-labelledby="counting-alt"' in text
    deepest = re.findall(r"<td>(0\.\d+ % ± 0\.\d+ %)</td>", text)[-1]
    assert f"{deepest} after 250 to 280 cards; none before that" in text


def test_where_none_was_favourable_there_is_a_bound_and_no_plot(tmp_path: Path) -> None:
    text = section(written(tmp_path / "page.html", "washington"))
    assert re.search(
        r"costs in fewer than 0\.0035 % of the rounds, with a confidence of 95 %", text
    )
    assert "<svg" not in text
    assert "<table" not in text


def test_where_none_can_be_that_is_said(tmp_path: Path) -> None:
    text = section(written(tmp_path / "page.html", "online"))
    assert "at 10 to 1 is never worth more than it costs.</p>" in text


@pytest.mark.parametrize("words", [("--gone", "9"), ("--decks", "infinite")], ids=" ".join)
def test_only_whole_shoes_are_counted(words: tuple[str, ...], tmp_path: Path) -> None:
    assert not section(written(tmp_path / "page.html", "fun-casino", *words))


def test_other_decks_are_counted_as_they_are(tmp_path: Path) -> None:
    text = section(written(tmp_path / "page.html", "fun-casino", "--decks", "2"))
    assert "of one seat, 2 decks, 30 cards behind the cut card" in text


def test_a_table_without_tie_wagers_has_no_such_section() -> None:
    plain = variant_rules(
        "washington",
        {"bets.tie": "none", "settle.original": ["right to left: primary"]},
        removes=["pays.higher.tie", "pays.lower.tie", "pays.equal.tie"],
        head={"printed": []},
    )
    assert measure_counting(Sheet(plain, fresh(6)), 6) is None


def test_a_cut_card_that_serves_no_round_is_not_counted() -> None:
    fields = {"shoe.cut_card": "1/12 of the shoe", "seats.most": 2, "seats.usual": 2}
    rules = variant_rules("washington", fields)
    assert measure_counting(Sheet(rules, fresh(6)), 6) is not None
    assert measure_counting(Sheet(rules, fresh(1)), 1) is None


def test_without_numba_the_report_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> ModuleSpec | None:
        return None if name == "numba" else find_spec(name)

    monkeypatch.setattr(module, "find_spec", missing)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not section(written(tmp_path / "page.html", "fun-casino"))
