"""The page: it holds everything, needs nothing, and is the same every time."""

import json
import re
import shutil
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from casinowar import __version__
from casinowar.odds.rounding import percent
from casinowar.rulefile import load_rules
from tests.docs.conftest import QUIET
from tests.report.published import READINGS, run, written
from tests.support.rulefiles import variant_text

VOID = frozenset("br hr img link meta wbr".split())


def text_of(page: bytes) -> str:
    """What a reader sees, in one line."""
    body = re.sub(r"<(style|svg).*?</\1>", " ", page.decode(), flags=re.DOTALL)
    body = body.replace("<wbr>", "")
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body)))


def figures(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--json").output)
    return found


class Nesting(HTMLParser):
    """Refuses tags that do not close in their order, and ids that are given twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.note(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def note(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                assert value is not None
                assert value not in self.ids
                self.ids.add(value)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name, reading", READINGS)
def test_it_holds_what_a_par_sheet_holds(name: str, reading: str, tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", name, "--reading", reading)
    text = text_of(page)
    file = load_rules(name)
    for part in (file.name, file.document, file.sha256, f"casinowar {__version__}", reading):
        assert part in text
    for other in file.readings:
        assert other.says in text
    found = figures(name, "--reading", reading)
    for wager in ("primary", "tie", "war_tie"):
        if found[wager] is not None:
            assert found[wager]["house_edge"] in text
            for outcome in found[wager]["outcomes"]:
                assert outcome["probability"] in text
                assert outcome["contribution"] in text
    for key in ("best_house_edge", "surrender_house_edge", "element_of_risk"):
        assert (found["primary"][key] or "") in text
    assert found["covariance"]["two_seats"] in text
    for title in ("Assumptions and rounding", "Risk of ruin", "Exposure", "Sessions"):
        assert title in text
    nesting = Nesting()
    nesting.feed(page.decode())
    assert nesting.open == []


def test_the_players_edge_is_a_warning(tmp_path: Path) -> None:
    edge = -Fraction(figures("fun-casino")["primary"]["house_edge"])
    text = text_of(written(tmp_path / "page.html", "fun-casino"))
    assert f"Warning: The player has the edge: {percent(edge)} of the primary wager." in text
    fair = text_of(written(tmp_path / "page.html", "washington"))
    assert "Warning" not in fair


def test_the_same_question_gives_the_same_bytes(tmp_path: Path) -> None:
    first = written(tmp_path / "one.html", "california")
    assert written(tmp_path / "two.html", "california") == first


def test_it_asks_for_nothing_and_runs_nothing(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", "online").decode()
    assert "<script" not in page
    addresses = re.findall(r"https?://[^\s\"'<>)]+", page)
    assert {re.sub(r"^http://www\.w3\.org/.*", "namespace", each) for each in addresses} <= {
        "namespace"
    }
    for link in re.findall(r'(?:src|href)="([^"]*)"', page):
        assert link.startswith(("#", "data:"))


def test_every_plot_has_a_caption_and_words(tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", "washington").decode()
    named = re.findall(r'<svg role="img" aria-labelledby="([a-z]+-alt)"', page)
    assert named == ["outcomes-alt", "decks-alt", "sessions-alt", "ruin-alt"]
    assert page.count("<figcaption>") == page.count("<svg ") == len(named)
    for name in named:
        assert f'id="{name}">' in page


def test_what_was_asked_is_in_it(tmp_path: Path) -> None:
    words = ["california", "--gone", "A A K 9x3", "--policy", "surrender", "--rounds", "777"]
    bank = ["--bankroll", "33", "--stake", "30", "--bets", "20 20/5", "--seats", "5"]
    text = text_of(written(tmp_path / "page.html", *words, *bank))
    assert "primary, policy: surrender" in text
    assert "777 rounds" in text
    assert " 33 " in text
    assert "5 seats" in text
    assert "A stake of 30.00 against bets of 20.00; 20.00 and a tie of 5.00." in text
    assert f"{figures(*words, *bank)['banker']['expectation']} cents" in text
    assert "6 decks, 306 cards left" in text


@pytest.mark.parametrize("decks", ["1", "12", "infinite"])
def test_any_shoe_has_a_report(decks: str, tmp_path: Path) -> None:
    assert b"<svg" in written(tmp_path / "page.html", "south-dakota", "--decks", decks)


def test_results_that_never_vary_have_a_report(tmp_path: Path) -> None:
    gone = " ".join(f"{rank}x24" for rank in "K Q J T 9 8 7 6 5 4 3 2".split())
    text = text_of(written(tmp_path / "page.html", "washington", "--gone", gone))
    assert "24 cards left" in text
    assert "The cards left are too few for a full table of 7." in text


def test_a_rule_file_cannot_write_into_the_page(tmp_path: Path) -> None:
    source = variant_text("washington", head={"name": "<b>&co"})
    rules = tmp_path / "own.toml"
    rules.write_text(source, encoding="utf-8")
    page = written(tmp_path / "page.html", str(rules)).decode()
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;co" in page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(QUIET)
        )
        yield chromium
        chromium.close()


@pytest.mark.needs("browser")
@pytest.mark.parametrize("width", [390, 1280])
def test_it_opens_anywhere_without_error_or_request(
    browser: Browser, width: int, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    written(file, "california")
    page: Page = browser.new_page(viewport={"width": width, "height": 800})
    found: list[str] = []
    page.on("console", lambda said: found.append(said.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", lambda sent: found.append(sent.url))
    page.goto(file.as_uri(), wait_until="networkidle")
    assert [each for each in found if not each.startswith("data:")] == [file.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("img").count() == 4
    page.close()
