"""Looks, sound and speed; a table that is not there; someone without chips."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served, served

pytestmark = pytest.mark.needs("browser")

STILL = "() => { Element.prototype.animate = () => { throw new Error('it moves') } }"
COUNTED = """() => {
    const { animate } = Element.prototype;
    window.moved = 0;
    Element.prototype.animate = function (...given) {
        window.moved += 1;
        return animate.apply(this, given);
    };
}"""


def test_looks_are_switched_and_kept(ann: Visitor) -> None:
    page = ann.goto()
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.get_by_label("Settings").click()
    page.get_by_label("Looks").select_option("dark")
    dark = page.evaluate(ground)
    assert dark != before
    page.reload()
    assert page.evaluate(ground) == dark


def test_settings_close_on_escape_and_on_a_click_elsewhere(ann: Visitor) -> None:
    page = ann.goto()
    settings, sound = page.get_by_label("Settings"), page.get_by_label("Sound")
    settings.click()
    sound.focus()
    page.keyboard.press("Escape")
    expect(sound).to_be_hidden()
    expect(settings).to_be_focused()
    settings.click()
    sound.check()
    expect(sound).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(sound).to_be_hidden()


def test_cards_move_and_sound_unless_switched_off(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url, speed="fast") as ann:
        page = ann.play_at("Washington")
        page.get_by_label("Settings").click()
        page.get_by_label("Sound").check()
        ann.rest()
        page.evaluate(COUNTED)
        page.locator("[data-command=deal]").click()
        ann.rest()
        assert page.evaluate("window.moved") >= 2, "two cards came"
        page.get_by_label("Settings").click()
        page.get_by_label("Animation").select_option("none")
        page.evaluate(STILL)
        while ann.offers("surrender"):
            ann.press("surrender")
        ann.deal()
        expect(page.locator(".dealer-cards .card").first).to_be_visible()


def test_who_wants_less_motion_gets_none(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url, speed="normal", reduced_motion="reduce") as ann:
        page = ann.play_at("Washington")
        page.evaluate(STILL)
        ann.deal()
        expect(page.locator(".dealer-cards .card").first).to_be_visible()


def test_table_that_is_not_there(ann: Visitor) -> None:
    page = ann.goto("/tables/nowhere")
    expect(page.get_by_role("heading", level=1)).to_contain_text("nowhere")
    page.get_by_role("link", name="To the tables").click()
    expect(page.get_by_role("button", name="Play at Online")).to_be_visible()
    ann.foresee("status of 404")


def test_chips_for_who_is_broke(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, grant=3_00) as house, visitor(browser, house.url) as ann:
        page = ann.play_at("Washington")
        ann.rest()
        expect(page.locator("cw-controls")).to_contain_text("No bet: this takes at least 5.00")
        ann.press("chips")
        expect(page.locator(".purse-balance dd")).not_to_have_text("3.00")
        expect(page.locator(".purse-net dd")).to_have_text("0.00")
        page.keyboard.press("1")
        ann.deal()
