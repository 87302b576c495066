"""What is pressed at the console is for the table that was seen, and is done once."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.table.test_access import violations
from tests.page.test_offline import UNREACHED
from tests.support.browser.console import PREPARED, at_table, next_is, rank, tap
from tests.support.browser.visitor import LYING, Visitor, visitor
from tests.support.house.served import Served
from tests.support.house.staff import say, sign_in

pytestmark = pytest.mark.needs("browser")


def test_keys_pressed_after_a_refusal_are_not_cards(dora: Visitor) -> None:
    """The fourth is none: what was pressed after it was meant for another moment."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10")
    page = dora.page
    page.evaluate(
        """() => ["9", "K", "4", "5", "6"].forEach((rank) =>
          document.querySelector(`[data-rank="${rank}"]`).click())"""
    )
    alert = page.locator(".console-refused")
    expect(alert).to_contain_text("No card is due. Next: the payments")
    expect(alert).to_contain_text("Not taken: 5, 6")
    dealt = dora.look(f"/api/tables/{table}/desk")["dealt"]
    assert [each["card"] for each in dealt] == ["9", "K", "4"]
    say(dora, table, "p")
    next_is(page, "Bets, then the first card")
    expect(alert).to_contain_text("No card is due.")
    expect(alert).not_to_contain_text("Next")
    tap(page, "Seen")
    expect(alert).to_be_hidden()
    dora.foresee_refusals()


def test_network_that_goes_loses_no_card_and_doubles_none(dora: Visitor) -> None:
    """What waits is said; as long as it does, no key is taken."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10")
    page = dora.page
    page.clock.install()
    dora.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    rank(page, "9")
    waits, alert = page.locator(".console-unsent"), page.locator("#alerts")
    expect(waits).to_have_text("Not sent yet: 9")
    expect(page.locator("#heard")).to_contain_text("Not sent yet: 9. No key is taken")
    assert not violations(page)
    page.locator("[data-rank=K]").tap(force=True)
    expect(alert).to_have_text("Not taken: K. Not sent yet: 9.")
    line = page.get_by_label("Words, as at the terminal")
    line.fill("q")
    line.press("Enter")
    expect(alert).to_have_text("Not taken: q. Not sent yet: 9.")
    expect(line).to_have_value("q")
    for _ in range(6):  # longer than a command is sent again
        page.clock.run_for(1_000)
        page.wait_for_timeout(50)
    expect(waits).to_be_visible()
    dora.context.set_offline(False)
    next_is(page, "Card: seat 2, bob")
    expect(waits).to_have_count(0)
    assert [each["card"] for each in dora.look(f"/api/tables/{table}/desk")["dealt"]] == ["9"]
    line.press("Enter")
    next_is(page, "Card: dealer")
    dora.foresee(*UNREACHED)


def test_keys_that_were_pressed_before_the_house_went_are_counted(dora: Visitor) -> None:
    """No answer comes, and no word that the network has gone: it is said all the same."""
    at_table(dora, "washington", *PREPARED, "1=20 2=10")
    page = dora.page
    held: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/dealer", hold)
    rank(page, "9", "K")
    waits = page.locator(".console-unsent")
    expect(waits).to_have_text("Not sent yet: 9, K (2)")
    expect(page.locator("[data-rank=Q]")).to_be_disabled()
    is_held = False
    held[0].continue_()
    next_is(page, "Card: dealer")
    expect(waits).to_have_count(0)


def test_second_window_at_the_same_moment_deals_no_second_card(
    dora: Visitor, browser: Browser, house: Served
) -> None:
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10")
    with visitor(browser, house.url, LYING, has_touch=True) as other:
        sign_in(other, "dora")
        page = other.goto(f"/deal/{table}")
        next_is(page, "Bets, then the first card")
        late: list[Route] = []

        def hold(route: Route) -> None:
            late.append(route)

        page.route("**/dealer", hold)
        rank(page, "9")
        rank(dora.page, "9")
        next_is(dora.page, "Card: seat 2, bob")
        late[0].continue_()
        alert = page.locator(".console-refused")
        expect(alert).to_contain_text("The table has moved on since you saw it. Next: a card for")
        expect(alert).to_contain_text("Not taken: 9")
        next_is(page, "Card: seat 2, bob")
        page.unroute_all()
        rank(page, "K")
        next_is(dora.page, "Card: dealer")
        expect(alert).to_be_hidden()
        other.foresee_refusals()
    dealt = dora.look(f"/api/tables/{table}/desk")["dealt"]
    assert [each["card"] for each in dealt] == ["9", "K"]


def test_card_after_keyed_chips_is_for_the_table_that_was_seen(dora: Visitor) -> None:
    """The bet counts, but not the card: a bet that came meanwhile at seat 1 would be dealt it."""
    table = at_table(dora, "washington", *PREPARED, "2=10")
    page = dora.page
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet: add 25.00")
    late: list[Route] = []

    def hold(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    page.route("**/dealer", hold)
    rank(page, "9")
    say(dora, table, "1=20")
    late[0].continue_()
    alert = page.locator(".console-refused")
    expect(alert).to_contain_text("The table has moved on since you saw it.")
    expect(alert).to_contain_text("Not taken: 9")
    seats = page.locator(".seat-bets")
    expect(seats.first).to_have_text("20.00")
    expect(seats.nth(1)).to_have_text("35.00")
    next_is(page, "Bets, then the first card")
    dora.foresee_refusals()


def test_question_of_a_card_is_none_of_the_next(
    dora: Visitor, browser: Browser, house: Served
) -> None:
    """Fix the 9 is asked in one window, and the other enters a king: that is not corrected."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9")
    with visitor(browser, house.url, LYING, has_touch=True) as other:
        sign_in(other, "dora")
        page = other.goto(f"/deal/{table}")
        tap(page, "Fix the 9")
        next_is(page, "Not 9: which is it?")
        rank(dora.page, "K")
        next_is(page, "The table has moved on: go back")
        rank(page, "8")
        alert = page.locator(".console-refused")
        expect(alert).to_contain_text("The table has moved on since you saw it.")
        next_is(page, "Card: dealer")
        other.foresee_refusals()
    dealt = dora.look(f"/api/tables/{table}/desk")["dealt"]
    assert [each["card"] for each in dealt] == ["9", "K"]


def test_ruling_on_a_round_is_none_on_the_next(
    dora: Visitor, browser: Browser, house: Served
) -> None:
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9 k 4", "p")
    with visitor(browser, house.url, LYING, has_touch=True) as pete:
        sign_in(pete, "pete")
        page = pete.goto(f"/deal/{table}")
        tap(page, "Rule on the round")
        dialog = page.get_by_role("dialog", name="Rule on round 1")
        dialog.get_by_label("Reason").fill("a card fell")
        tap(dora.page, "All bet again")
        expect(dialog.get_by_role("alert")).to_have_text("The table has moved on: go back")
        dialog.get_by_role("button", name="Void: all wagers go back").tap()
        alert = page.locator(".console-refused")
        expect(alert).to_contain_text("The table has moved on since you saw it.")
        pete.foresee_refusals()
    expect(dora.page.locator(".seat-bets").first).to_have_text("20.00")
    assert dora.look(f"/api/tables/{table}/desk")["round"] == 1
