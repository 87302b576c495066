"""Text of twice the size: on every screen size the whole table is there, and nothing is cut off.

Nobody scrolls sideways, nothing on the felt lies over anything else, and every button can be
pressed.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser.screens import SIZES, sit_at
from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

TWICE = "document.documentElement.style.fontSize = '200%'"
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OUTSIDE = """() => {
    const felt = document.querySelector("cw-felt").getBoundingClientRect();
    return [...document.querySelectorAll("cw-felt *")]
        .filter((each) => !each.closest(".felt-layer, svg, [hidden]"))
        .filter((each) => {
            const { left, right } = each.getBoundingClientRect();
            return right > left && (left < felt.left - 1 || right > felt.right + 1);
        })
        .map((each) => each.outerHTML.slice(0, 100));
}"""
OVER = """() => {
    const parts = ".who, .place-result, .spot, .amount, .sit:not(.gone), .status, .timer, .print, "
        + ".bank, .shoe-says, .shoe-box, .discards, .rack, .card, .behind";
    const seen = [...document.querySelectorAll("cw-felt :is(" + parts + ")")]
        .filter((each) => each.checkVisibility() && (each.textContent.trim() || each.ariaHidden))
        .map((each) => ({ each, at: each.getBoundingClientRect() }));
    const over = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3;
    const belong = (one, other) => one.contains(other) || other.contains(one) ||
        (one.matches(".card") && one.parentElement === other.parentElement);
    const found = [];
    for (const one of seen) for (const other of seen) {
        if (belong(one.each, other.each) || !over(one.at, other.at)) continue;
        found.push(`${one.each.outerHTML} over ${other.each.outerHTML}`);
    }
    return found;
}"""
UNREACHED = """() => [...document.querySelectorAll("cw-table button, cw-table input")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
    .filter((each) => {
        each.scrollIntoView({ block: "center" });
        const { left, top, width, height } = each.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !hit || !(each.contains(hit) || hit.contains(each));
    })
    .map((each) => each.outerHTML.slice(0, 100))"""


SETTLED = """([won, against]) => {
    const card = document.querySelector(".dealer-cards .card");
    const war = card.cloneNode(true);
    war.classList.add("war");
    for (const place of document.querySelectorAll(".place")) {
        const cards = [card.cloneNode(true), war.cloneNode(true)];
        place.querySelector(".place-cards").replaceChildren(...cards);
        if (against) place.querySelector(".place-against").replaceChildren(war.cloneNode(true));
        const result = place.querySelector(".place-result");
        const word = Object.assign(document.createElement("span"), { className: "word" });
        word.textContent = "Won";
        result.replaceChildren(word, ` ${won}`);
        result.className = "place-result won";
    }
}"""
"""Every place has won a war; against the dealer, or against a card of the dealer's for each."""


def full_table(ann: Visitor) -> None:
    sit_at(ann, "Washington", bots=6)
    ann.deal()


def war(ann: Visitor) -> None:
    sit_at(ann, "Washington", bots=3)
    ann.until_tie()


def after_the_war(ann: Visitor) -> None:
    war(ann)
    ann.press("war")


def three_hands(ann: Visitor) -> None:
    sit_at(ann, "Online")
    for seat in (2, 3):
        ann.page.locator(f".place[data-seat='{seat}'] .spot.primary").click()
        ann.page.keyboard.press("5")
    ann.page.locator(".place[data-seat='3'] .spot.tie").click()
    ann.page.keyboard.press("2")


def bank(ann: Visitor) -> None:
    sit_at(ann, "California", bots=3)
    ann.deal()


def at_rest(page: Page, finds: str) -> list[str]:
    """What is found once the page is laid out anew, for which a busy machine takes a while."""
    found: list[str] = page.evaluate(finds)
    for _ in range(20):
        if not found:
            break
        page.wait_for_timeout(50)
        found = page.evaluate(finds)
    return found


def check(page: Page) -> None:
    assert at_rest(page, OUTSIDE) == []
    assert at_rest(page, OVER) == []
    assert page.evaluate(WIDE) <= 0, "nobody scrolls sideways"
    assert page.evaluate(UNREACHED) == []


@pytest.mark.parametrize("come", [full_table, war, after_the_war, three_hands, bank])
def test_table_with_text_of_twice_the_size(
    browser: Browser, house: Served, come: Callable[[Visitor], None]
) -> None:
    with visitor(browser, house.url) as ann:
        come(ann)
        for size in SIZES.values():
            ann.page.set_viewport_size(size)
            ann.page.evaluate("document.documentElement.style.fontSize = ''")
            check(ann.page)
            ann.page.evaluate(TWICE)
            check(ann.page)


def test_own_place_is_in_the_middle_of_a_phone(browser: Browser, house: Served) -> None:
    """With the cards, above what is pressed, and without scrolling."""
    with visitor(browser, house.url, SIZES["phone"]) as ann:
        full_table(ann)
        place = ann.page.locator(".place.mine").bounding_box()
        below = ann.page.locator(".below").bounding_box()
        assert place is not None
        assert below is not None
        assert abs(place["x"] + place["width"] / 2 - SIZES["phone"]["width"] / 2) < 3
        assert place["y"] + place["height"] <= below["y"]


@pytest.mark.parametrize(
    "rules, bots, against", [("California", 7, False), ("Washington", 6, True)]
)
def test_wars_of_neighbours_do_not_overlap(
    browser: Browser, house: Served, rules: str, bots: int, against: bool
) -> None:
    """With a war and a large win at every place, whatever the cards were."""
    with visitor(browser, house.url) as ann:
        sit_at(ann, rules, bots=bots)
        ann.deal()
        for size in SIZES.values():
            ann.page.set_viewport_size(size)
            ann.page.evaluate(SETTLED, ["+1,000.00", against])
            assert at_rest(ann.page, OVER) == []
