"""Whose the console is: dealers, those who may rule, and those who no longer may."""

import pytest
from playwright.sync_api import expect

from tests.page.table.test_access import violations
from tests.support.browser.console import GLOVE, PREPARED, SMALL, at_table, next_is, tap
from tests.support.browser.visitor import Visitor
from tests.support.house.served import Served
from tests.support.house.staff import PASSWORD, beside, open_by_hand, say, sign_in

pytestmark = pytest.mark.needs("browser")


def test_console_is_for_those_who_deal(bob: Visitor, dora: Visitor) -> None:
    table = at_table(dora, "washington")
    page = bob.goto(f"/deal/{table}")
    expect(page.get_by_role("heading", name="Only the dealer")).to_be_visible()
    bob.foresee_refusals()


def test_table_that_is_paused_offers_no_bets(dora: Visitor, house: Served) -> None:
    """Typed all the same, they are refused: once for all seats, and no key is said to be left."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9 k 4", "p")
    page, pete = dora.page, beside(house, "pete")
    again = page.get_by_role("button", name="All bet again")
    expect(again).to_be_visible()
    pete.command(table, "pause", why="a break")
    next_is(page, "Paused")
    expect(again).to_have_count(0)
    expect(page.locator(".pad")).to_have_count(0)
    line = page.get_by_label("Words, as at the terminal")
    line.fill("again")
    line.press("Enter")
    alert = page.locator(".console-refused p")
    expect(alert).to_have_text(["seats 1 and 2: this table is paused: a break"])
    pete.command(table, "resume", why="it is over")
    expect(again).to_be_visible()


def test_who_may_rule_does_so_at_the_console(dora: Visitor) -> None:
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9")
    page = dora.page
    next_is(page, "Card: seat 2, bob")
    expect(page.get_by_role("button", name="Rule on the round")).to_have_count(0)
    dora.goto("/verify")  # where nobody listens as dora any more
    sign_in(dora, "pete")
    dora.goto(f"/deal/{table}")
    tap(page, "Rule on the round")
    dialog = page.get_by_role("dialog")
    assert page.evaluate(SMALL, GLOVE) == []
    dialog.get_by_role("button", name="a wrong pay").tap()
    expect(dialog.get_by_label("Reason")).to_have_value("a wrong pay")
    dialog.get_by_label("Reason").fill("a card fell, face up; twice")
    dialog.get_by_role("button", name="Void: all wagers go back").tap()
    told = page.locator(".orders li").first
    expect(told).to_have_text("ruling: round 1 is void (a card fell, face up; twice)")


def test_round_of_who_lost_the_office_is_finished_by_the_operator(
    dora: Visitor, house: Served
) -> None:
    dirk = house.guest().ask("/api/register", {"name": "dirk", "password": PASSWORD}, key="")
    table, role = open_by_hand(dora, "washington"), f"/api/people/{dirk['player']}/role"
    dora.post(role, {"role": "dealer", "why": "hired"})
    sign_in(dora, "dirk")
    say(dora, table, *PREPARED, "1=20 2=10", "9 4 k")
    sign_in(dora, "olga")
    dora.goto(f"/deal/{table}")
    page = dora.page
    told = page.locator(".console-work .ask")
    expect(told).to_have_text("dirk deals; dealers change between rounds.")
    dora.post(role, {"role": "player", "why": "went home"})
    reminder, about = page.locator(".console-reminder"), page.locator(".console-about")
    expect(reminder).to_contain_text("dirk may deal no longer")
    expect(about).to_contain_text("you end the round · round 1")
    dora.post(role, {"role": "dealer", "why": "came back"})
    expect(told).to_have_text("dirk deals; dealers change between rounds.")
    expect(about).to_contain_text("dirk deals · round 1")
    expect(page.locator("[data-words]")).to_have_count(0)
    dora.post(role, {"role": "player", "why": "went home after all"})
    expect(reminder).to_contain_text("dirk may deal no longer")
    tap(page, "Paid")
    expect(page.get_by_role("button", name="Take over from dirk")).to_be_visible()
    expect(reminder).to_be_empty()


@pytest.mark.parametrize("deals", [True, False])
def test_who_loses_the_office_is_told_so_at_once(
    dora: Visitor, house: Served, *, deals: bool
) -> None:
    """Its dealer by the table's stream, another by the key that is not taken."""
    olga, dana = beside(house, "olga"), house.guest()
    name = f"dana{deals:d}"
    player = dana.ask("/api/register", {"name": name, "password": PASSWORD}, key="")["player"]
    olga.ask(f"/api/people/{player}/role", {"role": "dealer", "why": "hired"})
    table = open_by_hand(dora, "washington")
    sign_in(dora, name)
    say(dora, table, *(PREPARED if deals else ()))
    page = dora.goto(f"/deal/{table}")
    next_is(page, "Bets, then the first card" if deals else "Seat the players")
    olga.ask(f"/api/people/{player}/role", {"role": "player", "why": "went home"})
    if not deals:
        tap(page, "Deal at this table")
    expect(page.get_by_role("heading", name="You deal here no longer")).to_be_visible()
    expect(page.locator("[data-words], .console-form, .rank")).to_have_count(0)
    says = page.locator(".note p", has_text="Only the dealer")
    expect(says).to_be_visible()
    left = page.locator(".note p", has_text="Not taken: Deal at this table")
    expect(left).to_have_count(0 if deals else 1)
    assert not violations(page)
    dora.foresee_refusals()


def test_table_that_was_replaced_leads_to_the_new_one(dora: Visitor, house: Served) -> None:
    table = at_table(dora, "washington", "dealer")
    page = dora.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Washington")
    expect(page.locator(".console-about")).to_contain_text("dora deals")
    asked = {"primary": {"least": 500, "most": 20000}, "why": "a quiet night"}
    new = beside(house, "olga").command(table, "replace", **asked)["replaced_by"]
    link = page.get_by_role("link", name="Deal at the new table")
    expect(link).to_have_attribute("href", f"/deal/{new}")
    expect(page.locator("[data-words], .console-form, .rank").filter(visible=True)).to_have_count(0)
