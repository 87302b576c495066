"""What every screen keeps: axe finds nothing, nothing is wider than a phone, a bet is a bet."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.paths import ROOT
from tests.support.browser.screens import SCREENS, SIZES, Screen
from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served, served
from tests.support.house.staff import hire

pytestmark = pytest.mark.needs("browser")

NAMES = [screen.name for screen in SCREENS]
TOO_WIDE = """() => [...document.querySelectorAll('body *')]
  .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1
    && !each.closest('.scrolled, .unseen, .skip, pre, svg, dialog, [hidden]'))
  .map((each) => each.outerHTML.slice(0, 120))"""

STAFF = ("pit", "console", "people", "person")
PRIMARY = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const { data, parentElement: within } = texts.currentNode;
    const quoted = '.clauses, .compared, .other-fields, pre, option';
    if (/primary/i.test(data) && !within.closest(quoted)) {
      found.push(data);
    }
  }
  return found;
}"""
"""Where players read the rule documents' word for their bet, but for what quotes them."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("screens")) as house:
        hire(house)
        yield house


@pytest.fixture(scope="module")
def page_of_all(browser: Browser, shared: Served) -> Iterator[Visitor]:
    with visitor(browser, shared.url) as someone:
        yield someone


@pytest.fixture
def someone(page_of_all: Visitor) -> Visitor:
    """Someone new, by day with a laptop; the page is the one of the screen before."""
    page_of_all.page.set_viewport_size(SIZES["laptop"])
    page_of_all.page.emulate_media(color_scheme="light")
    page_of_all.afresh()
    return page_of_all


@pytest.mark.parametrize("screen", SCREENS, ids=NAMES)
def test_screen_in_every_size_by_day_and_by_night(someone: Visitor, screen: Screen) -> None:
    """On a phone nothing is wider than it, with text of twice the size neither."""
    screen.open(someone)
    if not screen.name.startswith(STAFF):
        assert someone.page.evaluate(PRIMARY) == []
    check_with_axe(someone)
    someone.page.set_viewport_size(SIZES["tablet"])
    assert someone.page.evaluate(TOO_WIDE) == []
    someone.page.emulate_media(color_scheme="dark")
    someone.page.set_viewport_size(SIZES["phone"])
    check_with_axe(someone)
    assert someone.page.evaluate(TOO_WIDE) == []
    someone.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert someone.page.evaluate(TOO_WIDE) == []
    assert not someone.said, someone.said


def check_with_axe(someone: Visitor) -> None:
    found = Axe().run(someone.page)
    assert not found.violations_count, found.generate_report()


def test_one_command_makes_the_pictures(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.support.browser.screens", str(tmp_path), "nowhere"]
    subprocess.run(command, cwd=ROOT, check=True, timeout=120)
    looks = ("light", "dark")
    assert {path.name for path in tmp_path.iterdir()} == {
        f"nowhere-{size}-{look}.png" for size in SIZES for look in looks
    }
    for path in tmp_path.iterdir():
        wide = int.from_bytes(path.read_bytes()[16:20])
        assert wide == SIZES[path.stem.split("-")[1]]["width"]
