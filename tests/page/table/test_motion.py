"""Cards and chips on their way: they come, are paid, taken and collected, at every speed.

What a page does with an animation is noted as it asks for it, so no test waits for a picture. What
is shown for a moment only is held, so no test looks too late.
"""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.visitor import PHONE, TABLET, Visitor, visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

NOTED = """() => {
    const { animate } = Element.prototype;
    window.flights = [];
    Element.prototype.animate = function (...given) {
        const kinds = ["card", "stack", "war-cry"].filter((name) => this.classList.contains(name));
        const leaves = this.classList.contains("leaving");
        for (const kind of kinds) window.flights.push({ kind, leaves });
        return animate.apply(this, given);
    };
}"""
HELD = """() => {  // each step stays until the next is asked for
    const { setTimeout } = window;
    const held = [];
    window.setTimeout = (go, wait, ...given) =>
        wait > 300 ? held.push(go) : setTimeout(go, wait, ...given);
    window.nextStep = () => held.splice(0).forEach((go) => go());
    window.goOn = () => {
        window.setTimeout = setTimeout;
        window.nextStep();
    };
}"""
STILL = "() => { Element.prototype.animate = () => { throw new Error('it moves') } }"


def flights(page: Page) -> Counter[str]:
    """What has flown since the last question, as "card", or "card away" if it left the felt."""
    found = page.evaluate("window.flights.splice(0)")
    return Counter(each["kind"] + " away" * each["leaves"] for each in found)


def deal_until(page: Page, seen: str) -> None:
    """Have cards dealt step by step until this is seen; what comes after it is held back."""
    page.evaluate(HELD)
    page.locator("[data-command=deal]").click()
    step_until(page, seen)


def step_until(page: Page, seen: str) -> None:
    steps = "(seen) => document.querySelector(seen) !== null || void window.nextStep()"
    page.wait_for_function(steps, arg=seen, polling=50)


def go_on(someone: Visitor) -> None:
    """Hold nothing back any more."""
    someone.page.evaluate("window.goOn()")
    someone.rest()


def finish(someone: Visitor) -> None:
    """Give up, until the round is over."""
    while someone.offers("surrender"):
        someone.press("surrender")


@pytest.mark.parametrize("speed", ["fast", "normal", "slow"])
def test_cards_come_and_are_collected(browser: Browser, house: Served, speed: str) -> None:
    with visitor(browser, house.url, speed=speed) as ann:
        page = ann.play_at("Washington")
        ann.rest()
        page.evaluate(NOTED)
        ann.deal()
        assert flights(page)["card"] == 2, "one's own card and the dealer's"
        finish(ann)
        flights(page)
        page.get_by_role("button", name="Rebet").click()
        expect(page.locator(".place-cards .card, .dealer-cards .card")).to_have_count(0)
        assert flights(page)["card away"] == 2, "they go where the discards are"
        expect(page.locator(".leaving")).to_have_count(0)


def test_chips_are_paid_from_the_rack_and_taken_to_it(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url, speed="fast") as ann:
        page = ann.play_at("Washington")
        ann.rest()
        page.evaluate(NOTED)
        spot, seen = page.locator(".place.mine .spot.primary"), set()
        for _ in range(40):
            before = ann.balance
            flights(page)
            ann.deal()
            tied = page.locator(".choice").count() > 0
            moved = flights(page)
            if tied:
                assert not moved["stack"] + moved["stack away"], "nothing is decided"
                finish(ann)
                continue
            won = ann.balance > before
            assert moved["stack"] == won
            assert moved["stack away"] == (not won)
            expect(spot.locator(".paid")).to_have_count(int(won))
            expect(spot).to_contain_text("5.00" if won else "Bet")
            seen.add(won)
            if len(seen) == 2:
                return
        raise AssertionError("forty rounds were all won, or all lost")


def test_win_is_shown_when_its_card_has_been_seen(browser: Browser, house: Served) -> None:
    """The last card of a round and its results come in one entry of the record."""
    with visitor(browser, house.url, speed="slow") as ann:
        page = ann.play_at("Washington")
        ann.rest()
        deal_until(page, ".dealer-cards .card")
        assert page.locator(".place.mine .place-result").inner_text() == ""
        assert page.locator(".results li").count() == 0
        assert ann.in_play == 500
        go_on(ann)
        finish(ann)
        expect(page.locator(".place.mine .place-result")).not_to_have_text("")


def test_war_is_felt(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url) as ann:
        page = ann.play_at("Washington")
        ann.until_tie()
        expect(page.locator(".place.mine.tied, .dealer-cards.tied")).to_have_count(2)
        page.get_by_label("Settings").click()
        page.get_by_label("Animation").select_option("fast")
        page.keyboard.press("Escape")
        page.evaluate(NOTED)
        page.evaluate(HELD)
        page.keyboard.press("w")
        step_until(page, ".felt.at-war")
        expect(page.locator(".felt.at-war")).to_be_visible()
        expect(page.locator(".place.mine .spot.primary")).to_contain_text("10.00")
        go_on(ann)
        moved = flights(page)
        assert moved["war-cry"] == 1
        assert moved["card"] >= 2, "the cards of the war, and those that are burned"
        expect(page.locator(".felt-layer > *, .felt.at-war")).to_have_count(0)


@pytest.mark.parametrize("how", ["none", "reduced"])
def test_nothing_moves_for_who_wishes_so(browser: Browser, house: Served, how: str) -> None:
    more = {"reduced_motion": "reduce"} if how == "reduced" else {}
    speed = "normal" if how == "reduced" else "none"
    with visitor(browser, house.url, speed=speed, **more) as ann:
        page = ann.play_at("Washington")
        ann.rest()
        page.evaluate(STILL)
        ann.until_tie()
        ann.press("war")
        expect(page.locator(".place.mine .place-cards .card")).to_have_count(2)
        expect(page.locator(".place.mine .place-result")).not_to_have_text("")
        page.get_by_role("button", name="Rebet").click()
        expect(page.locator(".place-cards .card")).to_have_count(0)
        expect(page.locator(".felt-layer > *")).to_have_count(0)


def test_buttons_stay_where_they_are_while_cards_come(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url) as ann:
        ann.play_at("Washington")
        ann.rest()
        ann.cut()
        before = ann.page.locator(".below").bounding_box()
        ann.until_tie()
        tied = ann.page.locator(".below").bounding_box()
        ann.press("war")
        after = ann.page.locator(".below").bounding_box()
        assert before is not None
        assert tied is not None
        assert after is not None
        assert before["y"] == tied["y"] == after["y"]


LIES = """() => ["felt", "place.mine .spot.primary", "place.mine .spot.tie"].map((name) => {
    const { x, y } = document.querySelector(`.${name}`).getBoundingClientRect();
    return [name, x, y];
})"""


@pytest.mark.parametrize("size", [PHONE, TABLET])
@pytest.mark.parametrize("table", ["Washington", "Online"])
def test_felt_and_chips_lie_still_while_cards_come(
    browser: Browser, house: Served, table: str, size: Any
) -> None:
    with visitor(browser, house.url, size, speed="slow") as ann:
        page = ann.play_at(table)
        ann.rest()
        before = page.evaluate(LIES)
        deal_until(page, ".place.mine .card")
        assert page.locator("cw-table[data-rests]").count() == 0, "the dealer's is still to come"
        assert page.evaluate(LIES) == before
        expect(page.get_by_role("button", name="Leave")).to_be_disabled()
        go_on(ann)
        assert page.evaluate(LIES) == before


def test_buttons_stay_where_they_are_when_the_tie_wager_is_chosen(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    deal = page.locator("[data-command=deal]")
    before = deal.bounding_box()
    page.keyboard.press("t")
    expect(page.locator(".place.mine .spot.tie")).to_have_attribute("aria-pressed", "true")
    assert deal.bounding_box() == before


def test_nothing_hides_the_cards_of_others_on_a_phone(browser: Browser, house: Served) -> None:
    """What is pressed lies over the felt there, but not while there is nothing to press."""
    with visitor(browser, house.url, PHONE, speed="slow") as ann:
        page = ann.play_at("Washington")
        ann.rest()
        below = page.locator(".below")
        expect(below).to_have_css("position", "sticky")
        deal_until(page, ".place.mine .card")
        expect(below).to_have_css("position", "static")
        go_on(ann)
        expect(below).to_have_css("position", "sticky")
