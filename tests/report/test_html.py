"""The page: it holds everything, needs nothing, and is the same every time."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from casinowar import __version__
from casinowar.odds.rounding import fixed, percent
from casinowar.rules.file import builtin_names, load_rules
from tests.report.published import READINGS, run, written
from tests.support.browser.browsing import chromium
from tests.support.game.rulefiles import variant_text

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
        if found[wager]["house_edge"] is not None:
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


NO_TIE = " ".join(f"{rank}x3" for rank in "AKQJT98765432")
ONE_SEAT = "Ax12 Kx24 Qx24 Jx24 Tx24 9x24 8x24 7x24 6x24 5x24 4x24 3x24 2x23"


@pytest.mark.parametrize("name", builtin_names())
def test_a_shoe_without_a_tie_has_a_report(name: str, tmp_path: Path) -> None:
    text = text_of(written(tmp_path / "page.html", name, "--decks", "1", "--gone", NO_TIE))
    assert "1 deck, 13 cards left" in text
    assert "With these cards no tie is possible." in text
    assert "Decisions and the price of a mistake" not in text


def test_a_shoe_that_serves_one_seat_has_a_report(tmp_path: Path) -> None:
    text = text_of(written(tmp_path / "page.html", "washington", "--gone", ONE_SEAT))
    assert "The cards left are enough for 1 seat at most." in text
    assert "two seats' primaries" not in text
    assert "7 seats" not in text


def test_a_reading_with_longer_rounds_than_the_cards_serve_is_not_priced(tmp_path: Path) -> None:
    gone = " ".join(f"{rank}x4" for rank in "AKQJT9876543") + " 2x2"
    words = ["south-dakota", "--reading", "tie-loses", "--decks", "1", "--gone", gone]
    text = text_of(written(tmp_path / "page.html", *words))
    assert "intended: too few cards for a round \N{EN DASH}" in text


def test_cards_that_are_gone_are_listed_as_they_are_asked_for(tmp_path: Path) -> None:
    first = written(tmp_path / "one.html", "washington", "--gone", "9 K 9h A 9s Ad")
    text = text_of(first)
    left = "A 22, K 23, Q 24, J 24, T 24, 9 21, 8 24, 7 24, 6 24, 5 24, 4 24, 3 24, 2 24"
    assert f"Cards left {left} Cards gone Ax2 K 9x3 Bank" in text
    assert written(tmp_path / "two.html", "washington", "--gone", "Ax2 K 9x3") == first
    assert "Cards gone" not in text_of(written(tmp_path / "page.html", "washington"))


def test_the_rules_are_not_blamed_for_what_only_these_cards_give(tmp_path: Path) -> None:
    gone = ["--gone", "2x24 3x24 4x20 A"]
    text = text_of(written(tmp_path / "page.html", "washington", *gone))
    edge = -Fraction(figures("washington", *gone)["tie"]["house_edge"])
    assert (
        f"Warning: With these cards left the player has the edge: {percent(edge)} of the tie "
        "wager. In a fresh shoe of 6 decks the house has it: 18.650 %." in text
    )
    assert "These rules lose" not in text
    both = text_of(written(tmp_path / "page.html", "fun-casino", "--gone", "A"))
    assert "of the primary wager. These rules lose the house money." in both


def test_where_there_is_no_war_none_is_spoken_of(tmp_path: Path) -> None:
    literal = ["south-dakota", "--reading", "tie-loses"]
    text = text_of(written(tmp_path / "page.html", *literal))
    assert "tie-loses (this report): tie hands settled without a choice" in text
    assert "Tie hands are settled without a choice." in text
    _, others = text.split("winner-chooses: war on every higher card")
    for word in ("war on", "war wager", "its war", "primary and war", "Best play", "wars"):
        assert word not in others


def test_where_only_surrender_is_offered_that_is_what_is_priced(tmp_path: Path) -> None:
    removes = ["war", "pays.war_higher", "pays.war_equal", "pays.war_lower"]
    source = variant_text("washington", {"choice.offers": ["surrender"]}, removes=removes)
    rules = tmp_path / "own.toml"
    rules.write_text(source, encoding="utf-8")
    text = text_of(written(tmp_path / "page.html", str(rules)))
    assert "House edge, surrender on every tie" in text
    assert "Tie hands: surrender on every tie, unless another play is named." in text
    priced = text.split(" Wagers ")[1].split(" The clauses cited ")[0]  # the document prints wars
    assert re.search(r"\bwars?\b", priced) is None


def test_one_of_anything_is_singular(tmp_path: Path) -> None:
    text = text_of(written(tmp_path / "page.html", "washington", "--decks", "1", "--rounds", "1"))
    assert "after 1 round " in text
    assert re.search(r"\b1 (decks|rounds|seats|cards)\b", text) is None


def test_how_rare_an_extreme_is_is_rounded(tmp_path: Path) -> None:
    exposure = figures("south-dakota", "--reading", "tie-loses")["exposure"]
    rounds = 1 / Fraction(exposure["probability"])
    assert rounds % 1 >= Fraction(1, 2)
    text = text_of(written(tmp_path / "page.html", "south-dakota", "--reading", "tie-loses"))
    assert f" {int(rounds) + 1:,} most the bank loses" in text


def test_the_asked_pace_is_among_the_hours(tmp_path: Path) -> None:
    words = ["washington", "--pace", "77"]
    hour = Fraction(figures(*words)["theoretical_win"]["expectation"])
    text = text_of(written(tmp_path / "page.html", *words))
    assert f"77 rounds an hour {fixed(hour, 3)} " in text


def test_a_rule_file_cannot_write_into_the_page(tmp_path: Path) -> None:
    source = variant_text("washington", head={"name": "<b>&co"})
    rules = tmp_path / "own.toml"
    rules.write_text(source, encoding="utf-8")
    page = written(tmp_path / "page.html", str(rules)).decode()
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;co" in page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


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


@pytest.mark.needs("browser")
def test_a_table_wider_than_the_screen_is_shaded_at_its_end(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    written(file, "washington")
    page: Page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(file.as_uri())
    grids = page.locator(".grid")
    wide = [
        grids.nth(number)
        for number in range(grids.count())
        if grids.nth(number).evaluate("it => it.scrollWidth > it.clientWidth")
    ]
    assert wide
    for grid in wide:
        before = grid.screenshot()
        grid.evaluate("it => { it.style.background = 'none' }")
        assert grid.screenshot() != before
    page.close()
