"""For everyone: axe finds nothing on any of these screens, and a round reads well aloud."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.support.served import Served
from tests.support.visitor import LAPTOP, PHONE, TABLET, Visitor, visitor

pytestmark = pytest.mark.needs("browser")

CARD = re.compile(r"^[a-z]+ of (clubs|diamonds|hearts|spades)$")


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    browser: Browser, house: Served, size: dict[str, int], scheme: str
) -> None:
    with visitor(browser, house.url, size, color_scheme=scheme) as ann:
        page = ann.goto()
        expect(page.locator(".edge").first).to_contain_text("%")
        found = {"lobby": violations(page)}
        page.get_by_role("button", name="Open a private table").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        found["private table"] = violations(page)
        page.keyboard.press("Escape")
        ann.play_at("Washington")
        ann.rest()
        found["table"] = violations(page)
        page.locator("[data-command=cut]").click()
        found["cut"] = violations(page)
        page.keyboard.press("Escape")
        ann.until_tie()
        found["choice"] = violations(page)
        ann.press("war")
        found["results"] = violations(page)
        page.locator(".seal").click()
        found["seal"] = violations(page)
        assert not any(found.values()), {name: each for name, each in found.items() if each}


def test_round_as_a_screen_reader_has_it(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    expect(page.locator("cw-table")).to_match_aria_snapshot("""
- heading "Washington card rooms" [level=1]
- 'button "Shoe 1: committed"'
- button "Leave"
""")
    expect(page.locator(".place.mine")).to_match_aria_snapshot("""
- group "Seat 4, You":
  - 'button "Bet at seat 4: 5.00, not placed yet" [pressed]'
  - 'button "Tie at seat 4: nothing"'
""")
    ann.deal()
    card = page.locator(".place.mine").get_by_role("img")
    expect(card.first).to_have_attribute("aria-label", CARD)
    assert " against the " in ann.heard[-1] or "A tie at seat 4" in ann.heard[-1]
