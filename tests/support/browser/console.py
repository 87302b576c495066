"""The dealer's console in a browser: how it is opened, touched and read."""

from playwright.sync_api import Page, expect

from tests.support.browser.visitor import Visitor
from tests.support.house.staff import open_by_hand, say, sign_in

TWICE = 420
"""Milliseconds after which a second touch of the same place is meant."""
GLOVE = 64
"""Pixels that a finger in a glove hits."""
SMALL = """(least) => [...document.querySelectorAll(':is(cw-console, dialog) :is(button, a)')]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return Math.min(width, height) < least;
  }).map((each) => each.outerHTML.slice(0, 120))"""


def at_table(someone: Visitor, rules: str, *lines: str) -> str:
    """Dora's console at a new table, where this was said."""
    table = open_by_hand(someone, rules)
    sign_in(someone, "dora")
    say(someone, table, *lines)
    someone.goto(f"/deal/{table}")
    expect(someone.page.locator(".console-next")).not_to_be_empty()
    return table


def tap(page: Page, *names: str) -> None:
    """Touch keys by what stands on them, one after the other."""
    for name in names:
        key = page.get_by_role("button", name=name, exact=True)
        said = key.get_attribute("data-words")
        key.tap()
        if said is not None:
            page.wait_for_timeout(TWICE)


def double_tap(page: Page, name: str) -> None:
    """Touch a place twice, as fast as no one can who means two things."""
    box = page.get_by_role("button", name=name, exact=True).first.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    page.wait_for_timeout(TWICE / 4)
    page.touchscreen.tap(*at)


def rank(page: Page, *ranks: str) -> None:
    for each in ranks:
        page.locator(f"[data-rank='{each}']").tap()


def next_is(page: Page, text: str) -> None:
    expect(page.locator(".console-next")).to_have_text(text)


PREPARED = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 70")
