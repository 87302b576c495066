"""Clocks and absence: nobody waits for a closed tab, and a lapsed choice is explained."""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from casinowar.house.timeouts import Seconds
from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served, served

pytestmark = pytest.mark.needs("browser")

AWAY = 15_000
"""Milliseconds within which a closed tab is noticed, on a busy machine too."""


def close_tab(someone: Visitor) -> None:
    someone.page.close()


@pytest.mark.takes(20)
def test_nobody_waits_for_a_closed_tab(ann: Visitor, bob: Visitor, house: Served) -> None:
    """Bets wait for an hour in this house, so a round that waited for bob would never come."""
    bob.play_at("Washington")
    bob.rest()
    close_tab(bob)
    page = ann.play_at("Washington")
    theirs = page.locator(".place:not(.empty):not(.mine)")
    expect(theirs.locator(".tag", has_text="away")).to_be_visible(timeout=AWAY)
    assert (theirs.get_attribute("aria-label") or "").endswith(", who is away")
    for _ in range(3):
        began = time.monotonic()
        ann.deal()
        assert time.monotonic() - began < 8
        if ann.offers("surrender"):
            expect(page.locator(".timer")).to_be_hidden()
            ann.press("surrender")
        expect(page.locator(".results li")).not_to_have_count(0)
        expect(page.locator(".timer")).to_be_hidden()
    bob.page = bob.context.new_page()
    bob.play_at("Washington")
    expect(theirs.locator(".tag", has_text="away")).to_have_count(0)
    assert "away" not in (theirs.get_attribute("aria-label") or "")
    ann.press("deal")
    expect(page.locator("cw-controls")).to_contain_text("Waiting for the others")


@pytest.mark.takes(15)
def test_reload_does_not_flash(ann: Visitor, bob: Visitor) -> None:
    page = ann.play_at("Washington")
    bob.play_at("Washington")
    bob.rest()
    page.evaluate(
        """() => {
          globalThis.flashes = 0;
          const look = () => document.querySelector(".place.away") && (globalThis.flashes += 1);
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true,
            attributes: true });
        }"""
    )
    for _ in range(3):
        bob.page.reload()
        bob.rest()
    page.wait_for_timeout(6000)
    assert page.evaluate("globalThis.flashes") == 0


@pytest.mark.clause("ALL-8")
@pytest.mark.takes(25)
def test_lapsed_choice_is_explained(browser: Browser, tmp_path: Path) -> None:
    """On the felt until the player acts, to a screen reader, in the history and in the replay."""
    with (
        served(tmp_path, Seconds(bets=3600, choice=4)) as house,
        visitor(browser, house.url) as ann,
        visitor(browser, house.url) as bob,
    ):
        page = ann.play_at("Washington")
        ann.until_tie()
        page.wait_for_timeout(4500)
        expect(page.locator(".choice").first).to_be_visible()
        expect(page.locator(".timer")).to_be_hidden()
        bob.play_at("Washington")
        expect(page.locator(".timer")).to_be_visible()
        says = "Time ran out: the house surrendered your tie."
        expect(page.locator(".felt .late")).to_have_text(says)
        expect(page.locator(".results")).to_contain_text("time ran out, surrender")
        ann.rest()
        assert any("surrendered because time ran out" in text for text in ann.heard), ann.heard
        bob.rest()
        bob.press("deal")
        expect(page.locator(".results li")).to_have_count(0)
        expect(page.locator(".felt .late")).to_have_text(says)
        page.reload()
        ann.rest()
        ann.press("deal")
        expect(page.locator(".felt .late")).to_be_hidden()
        ann.goto("/rounds")
        mine = page.locator(".round-row", has_text="Time ran out: the house surrendered the tie")
        expect(mine).to_have_count(1)
        mine.get_by_role("link").click()
        expect(page.locator(".tool-head .late")).to_contain_text("Time ran out for")
        expect(page.locator(".steps")).to_contain_text("surrenders: time ran out")
