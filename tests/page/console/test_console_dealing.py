"""Rounds dealt at the console beside a real table, by keys or by a line."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.console import PREPARED, at_table, next_is, rank, tap
from tests.support.browser.visitor import Visitor
from tests.support.house.served import Served
from tests.support.house.staff import beside, say, sign_in

pytestmark = pytest.mark.needs("browser")


def test_whole_round_with_a_war_and_a_correction(dora: Visitor, bob: Visitor) -> None:
    table = at_table(dora, "washington")
    page = dora.page
    tap(page, "Deal at this table")
    next_is(page, "Seat the players")
    page.locator(".seat-key").first.tap()
    page.get_by_label("Name").fill("ann")
    tap(page, "Sits down")
    next_is(page, "Shoe with red backs")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Sits down", "The red backs lie there", "ann has cut", "\N{MINUS SIGN}", "It is in")
    next_is(page, "Bets, then the first card")
    tap(page, "Bet: add 25.00", "Tie: add 5.00", "Bet 25.00 + 5.00")
    expect(page.locator(".seat-key").first).to_contain_text("25.00 + tie 5.00")
    expect(page.locator(".ask")).to_have_text("Seat 2, seat2")
    tap(page, "Bet: add 10.00", "Bet: add 10.00", "Bet 20.00")

    seen = bob.goto(f"/tables/{table}")
    expect(seen.locator(".place .tag", has_text="walk-in")).to_have_count(2)
    expect(seen.locator("cw-seal")).to_have_text("Shoe 1: shuffled by hand")
    rank(page, "9", "K")
    next_is(page, "Card: dealer")
    expect(seen.locator(".card[data-card=K]")).to_be_visible()
    rank(page, "8")
    expect(page.locator(".pay-list li")).to_have_count(3)
    tap(page, "Fix the 8")
    rank(page, "9")
    next_is(page, "Pay as told")
    expect(seen.locator(".card[data-card='9']")).to_have_count(2)
    expect(page.locator(".pay-list li").first).to_contain_text("seat 2, seat2: pick up K")
    tap(page, "Paid")
    next_is(page, "War? ann")
    tap(page, "War")
    next_is(page, "Burn 3")
    expect(page.locator(".console-reminder")).to_have_text("3 cards to burn, for the war.")
    tap(page, "Burned 3")
    next_is(page, "War card: seat 1, ann")
    rank(page, "Q")
    tap(page, "Burned 3")
    next_is(page, "War card: dealer, for seat 1")
    rank(page, "4")
    tap(page, "Paid")
    next_is(page, "Bets, then the first card")
    expect(page.locator(".console-told")).to_contain_text("round 1 is over")
    expect(seen.locator("cw-felt")).to_contain_text("Bets are open")
    tap(page, "All bet again")
    expect(page.locator(".seat-key").nth(1)).to_contain_text("20.00")


def test_relief_burns_and_the_other_batch_comes(dora: Visitor, rick: Visitor) -> None:
    ready = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 78", "b", "b")
    table = at_table(dora, "california", *ready)
    page = dora.page
    next_is(page, "Bank? ann")
    tap(page, "ann banks")
    next_is(page, "Bets, then the first card")
    relief = rick.goto(f"/deal/{table}")
    tap(relief, "Take over from dora")
    next_is(relief, "Burn 1")
    expect(relief.locator(".console-reminder")).to_have_text("1 card to burn, for the new dealer.")
    expect(page.get_by_role("button", name="Take over from rick")).to_be_visible()
    tap(relief, "Burned 1")
    next_is(relief, "Bets, then the first card")
    left = rick.look(f"/api/tables/{table}/desk")["shoe"]["left"]
    say(rick, table, ";".join("x" * (left - 78)))
    next_is(relief, "Shoe with blue backs")
    tap(relief, "The blue backs lie there")
    next_is(relief, "bob cuts")


def test_card_too_many_and_card_shown(dora: Visitor) -> None:
    at_table(dora, "fun-casino", "dealer", "sit ann", "shoe", "cut", "cutcard 30", "b", "1=20")
    page = dora.page
    tap(page, "Card too many", "Back", "Card too many", "Yes")
    expect(page.locator(".console-reminder")).to_have_text("Take the card set aside.")
    tap(page, "Card shown")
    next_is(page, "Was the card set aside shown? Which is it?")
    tap(page, "Back")
    rank(page, "A")
    expect(page.locator(".console-reminder")).to_be_empty()
    tap(page, "Card shown")
    next_is(page, "Which card was shown?")
    rank(page, "5")
    expect(page.locator(".console-told")).to_contain_text("5 was shown by mistake")
    expect(page.get_by_role("button", name="Fix the 5")).to_be_visible()
    tap(page, "Suits")
    rank(page, "7")
    page.get_by_role("button", name="spades").tap()
    expect(page.locator(".console-dealer .mini-card")).to_have_text("7♠")


def test_whoever_types_needs_no_key(dora: Visitor) -> None:
    at_table(dora, "washington", *PREPARED)
    page = dora.page
    line = page.get_by_label("Words, as at the terminal")
    for typed in ("1=20/5 2=10", "9 10", "9", ""):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(line).to_have_value("")
        page.wait_for_selector("cw-console[data-rests]")
    next_is(page, "War? ann")
    page.keyboard.type("w k")
    page.keyboard.press("Enter")
    alert = page.locator(".console-refused")
    expect(alert).to_contain_text("Not taken: w k")
    expect(line).to_have_value("w k")
    line.fill("w")
    page.keyboard.press("Enter")
    next_is(page, "Burn 3")
    expect(alert).to_be_hidden()
    expect(line).to_have_attribute("placeholder", "Enter burns 3   ? for help")
    page.keyboard.type("?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("burn the cards due")
    dora.foresee_refusals()


def test_operator_opens_a_table_that_is_dealt_by_hand(dora: Visitor, bob: Visitor) -> None:
    sign_in(dora, "olga")
    page = dora.goto()
    page.get_by_role("button", name="Open a table").click()
    page.get_by_label("Rules").select_option("south-dakota")
    page.get_by_label("Name").fill("Charity night")
    page.get_by_label("Dealt by hand").check()
    expect(page.get_by_label("For everyone")).to_be_checked()
    expect(page.get_by_label("Bots at the table")).to_be_disabled()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Deal at this table")).to_be_visible()
    page.get_by_role("link", name="The table").click()
    expect(page.get_by_role("heading", name="Charity night")).to_be_visible()
    page.get_by_role("link", name="Deal here").click()
    expect(page.get_by_role("button", name="Deal at this table")).to_be_visible()
    page.get_by_role("link", name="casinowar").click()
    expect(page.get_by_role("link", name="Deal at Charity night")).to_be_visible()
    other = bob.goto()
    expect(other.get_by_role("heading", name="Charity night (by hand)")).to_be_visible()
    expect(other.get_by_role("link", name="Deal at Charity night")).to_be_hidden()


def test_player_with_a_device_plays_beside_walk_ins(dora: Visitor, bob: Visitor) -> None:
    table = at_table(dora, "washington", "dealer")
    seen = bob.goto(f"/tables/{table}?sit")
    expect(seen.locator(".place.mine")).to_be_visible()
    say(dora, table, "shoe", "cut", "cutcard 70")
    expect(dora.page.locator(".seat-key .tag", has_text="own device")).to_be_visible()
    bob.rest()
    seen.keyboard.press("1")
    bob.press("deal")
    expect(seen.get_by_text("Your bet lies there")).to_be_visible()
    rank(dora.page, "9", "9")
    next_is(dora.page, "War? " + bob.look("/api/me")["name"])
    expect(dora.page.locator(".console-work")).to_contain_text("answers on their own device")
    expect(seen.locator(".choice")).to_be_visible()
    bob.rest()
    seen.keyboard.press("w")
    next_is(dora.page, "Burn 3")


def test_orders_are_large_whoever_moved_the_table(
    dora: Visitor, bob: Visitor, house: Served
) -> None:
    """Ann gives up at the console, a phone moves the table on, then the pit rules."""
    table = at_table(dora, "fun-casino", "dealer", "sit 1 ann")
    bob.goto(f"/tables/{table}?sit")
    expect(bob.page.locator(".place.mine")).to_be_visible()
    say(dora, table, "shoe", "cut", "cutcard 30", "b", "1=10")
    bob.rest()
    bob.page.keyboard.press("1")
    expect(bob.page.get_by_role("button", name="Place the bet")).to_have_count(1)
    bob.press("deal")
    expect(bob.page.get_by_text("Your bet lies there")).to_be_visible()
    page = dora.page
    rank(page, "9", "9", "9")
    next_is(page, "War? ann")
    tap(page, "Surrender")
    expect(page.locator(".choice-row")).to_contain_text("answers on their own device")
    bob.rest()
    bob.page.keyboard.press("w")
    next_is(page, "Burn 3")
    order = page.locator(".orders li")
    expect(order).to_have_text("seat 1, ann: primary 10.00, take 5.00, give back 5.00")
    page.reload()
    expect(order).to_have_count(1)
    expect(page.locator(".seat-key").first).to_contain_text("surrendered")
    tap(page, "Burned 3")
    expect(order).to_have_count(0)
    beside(house, "pete").command(table, "dealer", words="rule void a wrong card")
    expect(order.first).to_have_text("ruling: round 1 is void (a wrong card)")
    expect(order.nth(1)).to_have_text("seat 1, ann: primary, give back 5.00")
    expect(bob.page.locator("#alerts")).to_contain_text("Round 1 is void, all wagers go back")


def test_round_under_way_is_replayed_with_all_that_was_bet(dora: Visitor) -> None:
    """A dispute does not wait until the round is over."""
    table = at_table(dora, "washington", *PREPARED, "1=20/5 2=10", "9 k 9", "p", "w")
    dora.goto(f"/rounds/{table}/1")
    page = dora.page
    says = "ann won 50.00, bob won 10.00. The round is not over."
    expect(page.locator(".replay-outcome")).to_have_text(says)
    wagers = page.locator(".replay-wager")
    expect(wagers).to_have_text(["ann: bet 20.00", "ann: tie wager 5.00", "bob: bet 10.00"])
    say(dora, table, "b 4", "b 5", "p")
    dora.goto(f"/rounds/{table}/1")
    expect(page.locator(".replay-outcome")).to_have_text("ann won 10.00, bob won 10.00.")
    expect(wagers).to_have_count(3)
    assert dora.look(f"/api/tables/{table}/rounds/1")["open"] == []
