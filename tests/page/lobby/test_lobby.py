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
    opened = ann.play_at("California").url.rpartition("/")[2].partition("?")[0]
    table = ann.goto().locator(f"[data-table={opened}]")
    expect(table.locator(".taken-seats")).to_have_text("3 of 8 taken, 2 by bots")
    expect(table.locator(".seat.bot")).to_have_count(2)


@pytest.mark.clause("CA-BANK-1", "WA-LIM")
def test_a_lone_visitor_opens_a_practice_table_with_one_click(ann: Visitor) -> None:
    page = ann.goto()
    washington = page.locator("[data-table=washington]")
    expect(washington.get_by_role("heading")).to_contain_text("(practice)")
    floor = page.locator("[data-table=california]")
    expect(floor.locator(".taken-seats")).to_have_text("0 of 8 taken")
    expect(floor.get_by_role("heading")).not_to_contain_text("(practice)")
    floor.get_by_role("button", name="Practise California card rooms with bots").click()
    expect(page.locator(".table-facts")).to_contain_text("practice table")
    expect(page.locator(".place.mine")).to_have_count(1)
    table = page.url.rpartition("/")[2].partition("?")[0]
    told = page.evaluate("id => fetch(`/api/tables/${id}`).then((answer) => answer.json())", table)
    assert (told["private"], told["sign"]["practice"]) == (True, True)
    assert sum(player.startswith("bot-") for player in told["view"]["seats"]) == 2


@pytest.mark.clause("CA-BANK-1")
def test_who_sits_alone_where_a_player_banks_can_go_to_a_practice_table(ann: Visitor) -> None:
    page = ann.goto()
    page.get_by_role("button", name="Play at California card rooms").click()
    expect(page.locator(".status")).to_have_text("2 players are needed.")
    page.get_by_role("button", name="Practise with bots").click()
    expect(page.locator(".table-facts")).to_contain_text("practice table")
    page.locator("[data-command=deal]").click()
    expect(page.locator(".place.mine .card").first).to_be_visible()
    floor = ann.goto().locator("[data-table=california]")
    expect(floor.locator(".taken-seats")).to_have_text("0 of 8 taken")
