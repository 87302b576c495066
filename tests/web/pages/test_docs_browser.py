"""The page of the API as a person sees it: by day and by night, on a laptop and on a phone."""

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.support.browser.browsing import chromium
from tests.support.browser.screens import SIZES
from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FEWER = """() => [...document.querySelectorAll('section')]
  .forEach((each, at) => at % 12 && each.remove())"""


@pytest.fixture(scope="module")
def ann(house: Served) -> Iterator[Visitor]:
    with chromium() as browser:
        yield from _at_docs(browser, house)


def _at_docs(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url) as someone:
        someone.goto("/api/docs")
        yield someone


@pytest.mark.parametrize("size", ["phone", "tablet", "laptop"])
def test_nothing_is_too_wide(ann: Visitor, size: str) -> None:
    ann.page.set_viewport_size(SIZES[size])
    assert ann.page.evaluate(TOO_WIDE) == 0


def test_contents_are_beside_the_text_or_above_it(ann: Visitor) -> None:
    ann.page.set_viewport_size(SIZES["laptop"])
    inner = ann.page.locator("nav").get_by_role("link", name="Place wagers")
    assert inner.is_visible()
    inner.click()
    assert ann.page.url.endswith("#place_bet")
    ann.page.set_viewport_size(SIZES["phone"])
    assert not inner.is_visible()
    assert ann.page.locator("nav").get_by_role("link", name="Play").is_visible()


@pytest.mark.parametrize("size, look", [("laptop", "light"), ("phone", "dark")])
def test_axe_finds_nothing(ann: Visitor, size: str, look: Literal["light", "dark"]) -> None:
    """It looks at some of the sections: they are all alike, and too many for it."""
    ann.page.set_viewport_size(SIZES[size])
    ann.page.emulate_media(color_scheme=look)
    ann.page.evaluate(FEWER)
    found = Axe().run(ann.page)
    assert not found.violations_count, found.generate_report()[:4000]
