"""Those whose table it is: its link, its bots, its end; and what the operator does besides."""

import pytest
from playwright.sync_api import Locator, expect

from casinowar.house.people.accounts import new_operator_link
from casinowar.house.people.bot_names import NAMES
from tests.support.browser.screens import come, look, post, sit_at
from tests.support.browser.visitor import Visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")


def manage(someone: Visitor) -> Locator:
    someone.page.get_by_role("button", name="Manage").click()
    return someone.page.get_by_role("dialog")


def become_operator(house: Served, someone: Visitor) -> None:
    """By the button of the one-time link."""
    secret = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
    someone.goto(f"/operator/{secret}")
    someone.page.get_by_role("button", name="I am the operator").click()
    expect(someone.page.get_by_role("link", name="Choose a name and a password")).to_be_visible()
    someone.page.get_by_role("link", name="To the tables").click()


def test_owner_has_the_link_in_every_tab(ann: Visitor, bob: Visitor) -> None:
    sit_at(ann, "Washington")
    other = ann.context.new_page()
    other.goto(ann.page.url)
    other.get_by_role("button", name="Invite").click()
    field = other.get_by_label("Link to the table")
    link = field.input_value()
    other.get_by_role("button", name="Copy").click()
    assert field.evaluate("(field) => field.scrollLeft") == 0, "where it leads is in sight"
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Come to the table").click()
    bob.rest()
    assert bob.page.url == ann.page.url
    for name in ("Invite", "Manage"):
        expect(bob.page.get_by_role("button", name=name)).to_have_count(0)


def test_owner_adds_and_removes_bots_by_keyboard(ann: Visitor) -> None:
    sit_at(ann, "Washington")
    page, dialog = ann.page, manage(ann)
    dialog.get_by_role("button", name="Add a bot, seat 2").focus()
    page.keyboard.press("Enter")
    remove = dialog.get_by_role("button", name="Remove, seat 2")
    expect(remove).to_be_focused()
    expect(dialog.locator("li", has_text="Seat 2").locator(".tag")).to_have_text("bot")
    expect(page.locator(".place .tag", has_text="bot")).to_have_count(1)
    shown = dialog.locator("li", has_text="Seat 2").inner_text()
    assert any(name in shown for name in NAMES)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Add a bot, seat 2")).to_be_focused()
    expect(page.locator(".place .tag", has_text="bot")).to_have_count(0)
    expect(dialog.locator("li", has_text="Seat 4").get_by_role("button")).to_have_count(0)


def test_owner_closes_the_table_and_is_told_why_not_yet(ann: Visitor) -> None:
    sit_at(ann, "Washington")
    table = ann.page.url.rpartition("/")[2]
    post(
        ann, f"/api/tables/{table}/bet", {"bets": [{"seat": 4, "wager": "primary", "amount": 500}]}
    )
    dialog = manage(ann)
    dialog.get_by_role("button", name="Close the table").click()
    dialog.get_by_role("button", name="Keep it open").click()
    dialog.get_by_role("button", name="Close the table").click()
    dialog.get_by_role("button", name="Close it for good").click()
    expect(dialog.get_by_role("alert")).to_have_text("There are wagers on the table.")
    post(ann, f"/api/tables/{table}/withdraw", {"seat": 4, "wager": "primary"})
    dialog.get_by_role("button", name="Close it for good").click()
    expect(ann.page.get_by_role("heading", name="Casino War")).to_be_visible()
    expect(ann.page.locator(f"[data-table={table}]")).to_have_count(0)
    assert look(ann, f"/api/tables/{table}")["view"]["closed"]
    ann.foresee_refusals()


def test_own_game_of_a_public_table_is_not_managed(ann: Visitor) -> None:
    ann.play_at("Online")
    ann.rest()
    ann.page.wait_for_load_state("networkidle")
    expect(ann.page.get_by_role("button", name="Manage")).to_have_count(0)


@pytest.mark.clause("SG-2")
def test_game_for_one_has_no_place_for_bots(ann: Visitor) -> None:
    page = ann.goto()
    page.get_by_role("button", name="Open a private table").click()
    page.get_by_label("Rules").select_option("online")
    page.get_by_label("Bots at the table").fill("1")
    page.get_by_role("button", name="Open", exact=True).click()
    refused = page.get_by_role("dialog").get_by_role("alert")
    expect(refused).to_have_text("This game is for one player: bots cannot join it.")
    page.get_by_label("Bots at the table").fill("0")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name="To the table").click()
    dialog = manage(ann)
    expect(dialog.get_by_role("button", name="Close the table")).to_be_visible()
    expect(dialog.get_by_role("button", name="Add a bot")).to_have_count(0)
    ann.foresee_refusals()


def test_edge_of_the_players_needs_a_yes(ann: Visitor) -> None:
    page = ann.goto()
    page.get_by_role("button", name="Open a private table").click()
    yes = page.get_by_label("the players may have the edge")
    page.get_by_label("Rules").select_option("fun-casino")
    expect(yes).to_be_hidden()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text(
        "The players have the edge at this table"
    )
    expect(yes).to_be_focused()
    yes.check()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_label("Link to the table")).to_be_visible()
    ann.foresee_refusals()


def test_operator_opens_a_public_table_and_closes_it(
    house: Served, ann: Visitor, bob: Visitor
) -> None:
    become_operator(house, ann)
    bob.goto()
    page = ann.page
    page.get_by_role("button", name="Open a table").click()
    page.get_by_label("Rules").select_option("south-dakota")
    page.get_by_label("Name").fill("Evening")
    page.get_by_label("Bots at the table").fill("2")
    page.get_by_label("For everyone").check()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Evening")).to_be_visible()
    row = bob.page.locator("li", has_text="Evening")
    expect(row).to_contain_text("2 of 7 taken, 2 by bots")
    dialog = manage(ann)
    dialog.get_by_role("button", name="Remove, seat 7").click()
    expect(row).to_contain_text("1 of 7 taken, 1 by bots")
    dialog.get_by_role("button", name="Close the table").click()
    dialog.get_by_role("button", name="Close it for good").click()
    expect(row).to_have_count(0)


def test_visitor_cannot_open_a_table_for_everyone(ann: Visitor) -> None:
    come(ann)
    page = ann.goto()
    page.get_by_role("button", name="Open a private table").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_label("For everyone")).to_have_count(0)
