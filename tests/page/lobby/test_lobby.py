"""The lobby: what lies on each table, who sits there, and the way back to one's own seat."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

pytestmark = pytest.mark.needs("browser")


def test_lobby_shows_the_cards_and_the_way_back(ann: Visitor, bob: Visitor) -> None:
    page = bob.goto()
    table = page.locator("[data-table=washington]")
    expect(table.locator(".taken-seats")).to_have_text("0 of 7 taken")
    ann.play_at("Washington")
    expect(table.locator(".seat.taken")).to_have_count(1)
    expect(table.locator(".mini-card")).to_have_count(0)
    ann.deal()
    expect(table.locator(".mini-card")).not_to_have_count(0)
    dealt = ann.page.locator(".place.mine .card").first.get_attribute("data-card")
    shown = table.locator(".place-in-small .mini-card").first
    assert shown.get_attribute("data-suit") == (dealt or "")[-1]
    expect(table.get_by_role("button", name="Play at Washington")).to_have_text("Play")

    ann.page.get_by_role("link", name="Tables", exact=True).click()
    own = ann.page.locator("[data-table=washington]")
    expect(own.locator(".seat.mine")).to_have_count(1)
    expect(own.locator(".taken-seats")).to_have_text("1 of 7 taken")
    back = own.get_by_role("button", name="Back to Washington")
    expect(back).to_have_text("Back")
    back.click()
    expect(ann.page.locator(".place.mine")).to_have_count(1)


def test_own_game_is_gone_back_to(ann: Visitor) -> None:
    ann.play_at("Online")
    ann.rest()
    address = ann.page.url
    ann.page.get_by_role("link", name="Tables", exact=True).click()
    ann.page.get_by_role("button", name="Back to Online").click()
    expect(ann.page.locator(".place.mine").first).to_be_visible()
    assert ann.page.url == address


def test_bots_are_counted_among_those_who_sit(ann: Visitor) -> None:
    page = ann.goto()
    table = page.locator("[data-table=california]")
    expect(table.locator(".taken-seats")).to_have_text("2 of 8 taken, 2 by bots")
    expect(table.locator(".seat.bot")).to_have_count(2)
