"""Rounds as a person plays them: by mouse, by keyboard, with a war and a surrender."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

pytestmark = pytest.mark.needs("browser")

START = 1_000_00


def test_first_visit_is_two_clicks_from_a_result(ann: Visitor) -> None:
    page = ann.goto()
    page.get_by_role("button", name="Play at Washington").click()
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".place.mine .card")).to_have_count(1)
    expect(page.locator(".dealer-cards .card")).to_have_count(1)
    ann.rest()
    assert page.locator(".place.mine .place-result").inner_text() or page.locator(".choice").count()


def test_chips_are_laid_undone_and_doubled(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    spot = page.locator(".place.mine .spot.primary")
    expect(spot).to_have_attribute("aria-label", "Bet at seat 4: 5.00, not placed yet")
    page.get_by_role("button", name="Lay a chip of 25.00").click()
    expect(spot).to_contain_text("30.00")
    page.get_by_role("button", name="Double").click()
    expect(spot).to_contain_text("60.00")
    page.get_by_role("button", name="Undo").click()
    expect(spot).to_contain_text("30.00")
    page.get_by_role("button", name="Clear").click()
    expect(spot).to_have_text("Bet")
    page.get_by_label("Amount of this wager").fill("12")
    page.keyboard.press("Enter")
    expect(spot).to_contain_text("12.00")
    assert ann.balance == START, "nothing was sent"


def test_chip_is_dragged_to_the_tie_wager(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    tie = page.locator(".place.mine .spot.tie")
    page.get_by_role("button", name="Lay a chip of 10.00").drag_to(tie)
    expect(tie).to_contain_text("10.00")
    expect(page.locator(".place.mine .spot.primary")).to_contain_text("5.00")
    ann.deal()
    rows = page.locator(".results li")
    expect(rows.filter(has_text="10.00 tie wager")).to_have_count(1)


def test_war_and_surrender_by_mouse(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.until_tie()
    before = ann.balance
    assert ann.in_play == 500
    page.get_by_role("button", name="Go to war for 5.00").click()
    ann.rest()
    expect(page.locator(".place.mine .place-cards .card")).to_have_count(2)
    expect(page.locator(".place.mine .place-against .card")).to_have_count(1)
    assert ann.balance - before in (-500, 1000, 1500)
    assert ann.in_play == 0
    ann.until_tie()
    before = ann.balance
    page.get_by_role("button", name="Surrender").click()
    ann.rest()
    assert ann.balance - before == 250
    expect(page.locator(".results li")).to_contain_text("5.00 bet: surrender, lose half")


def test_press_that_was_meant_for_deal_is_no_choice(ann: Visitor) -> None:
    """A choice comes where Deal was: who presses that twice has not gone to war."""
    page = ann.play_at("Washington")
    ann.rest()
    page.evaluate("performance.now = () => 0")
    ann.until_tie()
    war = page.locator("[data-command=war]")
    expect(war).to_have_attribute("aria-disabled", "true")
    war.click(force=True)
    war.press("Enter")
    page.evaluate("performance.now = () => 1e9")
    expect(page.locator(".choice")).to_have_count(1)
    assert ann.in_play == 500
    war.click(force=True)
    expect(page.locator(".choice")).to_have_count(0)


def test_key_that_is_held_deals_once(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Deal").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
        ann.rest()
    page.keyboard.up("Enter")
    assert len([url for url in asked if url.endswith("/bet")]) == 1
    assert not [url for url in asked if url.endswith("/choose")]


def test_whole_round_by_keyboard_alone(ann: Visitor) -> None:
    page = ann.goto()
    play = page.get_by_role("button", name="Play at Washington")
    expect(play).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if play.evaluate("element => element === document.activeElement"):
            break
    assert play.evaluate("element => element.matches(':focus-visible')")
    page.keyboard.press("Enter")
    ann.page.wait_for_selector(".place.mine")
    ann.rest()
    page.keyboard.press("2")
    spot = page.locator(".place.mine .spot.primary")
    expect(spot).to_contain_text("15.00")
    page.keyboard.press("u")
    expect(spot).to_contain_text("5.00")
    page.keyboard.press("d")
    ann.rest()
    while page.locator(".choice").count() == 0:
        page.keyboard.press("r")
        page.wait_for_selector("[data-command=deal]:not(:disabled)")
        page.keyboard.press("d")
        ann.rest()
    page.keyboard.press("w")
    ann.rest()
    expect(page.locator(".place.mine .place-cards .card")).to_have_count(2)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_each_result_is_heard_once(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    rounds = 0
    for _ in range(3):
        ann.deal()
        if page.locator(".choice").count():
            assert "War costs 5.00" in ann.heard[-1]
            page.keyboard.press("s")
            ann.rest()
        rounds += 1
    told = [text for text in ann.heard if text.startswith("You ")]
    assert len(told) == rounds
    assert all(" against the " in text for text in told)
