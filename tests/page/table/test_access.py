"""For everyone: a round reads well aloud. What axe finds is in `test_every_screen`."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.browser.visitor import Visitor

pytestmark = pytest.mark.needs("browser")

CARD = re.compile(r"^[a-z]+ of (clubs|diamonds|hearts|spades)$")


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html']}" for each in found for node in each["nodes"]]


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
