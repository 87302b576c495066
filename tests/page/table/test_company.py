"""Others at the table: friends by a link, on phones; those who watch; bots, and clocks."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from casinowar.house.people.absence import give_up
from casinowar.house.timeouts import Seconds
from tests.support.browser.visitor import PHONE, SOON, Visitor, visitor
from tests.support.house.served import Served, served

pytestmark = pytest.mark.needs("browser")


def test_private_table_with_two_phones(browser: Browser, house: Served) -> None:
    with (
        visitor(browser, house.url, PHONE, has_touch=True) as host,
        visitor(browser, house.url, PHONE, has_touch=True) as friend,
    ):
        page = host.goto()
        page.get_by_role("button", name="Open a private table").tap()
        page.get_by_label("Rules").select_option("washington")
        page.get_by_label("Name").fill("Friday night")
        page.get_by_role("button", name="Open", exact=True).tap()
        link = page.get_by_label("Link to the table").input_value()
        page.get_by_role("button", name="To the table").tap()
        expect(page.get_by_role("heading", name="Friday night")).to_be_visible()
        host.rest()

        friend.page.goto(link)
        friend.page.get_by_role("button", name="Come to the table").tap()
        friend.page.get_by_role("button", name="Sit at seat 1").tap()
        friend.rest()
        expect(page.locator(".place:not(.empty)")).to_have_count(2)
        host.press("deal")
        expect(page.locator("cw-controls")).to_contain_text("Waiting for the others")
        expect(friend.page.locator(".place:not(.mine) .tag")).to_have_text("ready")
        friend.press("deal")
        expect(friend.page.locator(".place-cards .card")).to_have_count(2)
        expect(page.locator(".place-cards .card")).to_have_count(2)
        for someone in (host, friend):
            assert someone.page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            ), "nothing sticks out of a phone"


def test_shoe_of_two_has_a_part_of_both(ann: Visitor, bob: Visitor) -> None:
    ann.play_at("Washington")
    ann.rest()
    bob.play_at("Washington")
    bob.rest()
    bob.page.get_by_role("button", name="Shoe 1: cut").click()
    expect(bob.page.get_by_role("dialog")).to_contain_text("Seats with a part in it: 3, 4.")


def test_watcher_sees_the_cards_and_may_sit(ann: Visitor, bob: Visitor) -> None:
    ann.play_at("Washington")
    page = bob.goto("/tables/washington")
    bob.rest()
    expect(page.locator("cw-chips")).to_be_hidden()
    ann.deal()
    expect(page.locator(".place-cards .card")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Sit at seat 1")).to_be_visible()


def test_seat_that_was_given_up_is_said(ann: Visitor, house: Served) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    means, long_ago = house.house.means, -SOON
    house.house.do_now(lambda work: give_up(work, means, "washington", long_ago))
    expect(page.locator("#alerts")).to_have_text("Your seat here was given up.")
    page.evaluate("document.getElementById('alerts').replaceChildren()")
    page.get_by_role("button", name="Sit at seat 1").click()
    expect(page.locator(".place.mine")).to_have_count(1)
    page.get_by_role("button", name="Leave").click()
    expect(page.locator(".place.mine")).to_have_count(0)
    assert page.locator(".alert").count() == 0, "who left by themselves knows"


def test_own_game_that_was_left_is_sat_down_at_again(ann: Visitor) -> None:
    page = ann.play_at("Online")
    ann.deal()
    if ann.offers("surrender"):
        ann.press("surrender")
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Sit at seat 2").click()
    expect(page.locator("[data-command=deal]")).to_be_visible()
    expect(page.get_by_role("button", name="Sit at seat 1")).to_have_count(0)


def test_bots_are_marked(ann: Visitor) -> None:
    page = ann.play_at("California")
    expect(page.locator(".place .tag", has_text="bot")).to_have_count(2)


def test_clock_runs_and_places_what_lies_there(browser: Browser, tmp_path: Path) -> None:
    seconds = Seconds(bets=8, choice=2)
    with (
        served(tmp_path, seconds) as house,
        visitor(browser, house.url) as ann,
        visitor(browser, house.url) as bob,
    ):
        ann.play_at("Washington")
        bob.play_at("Washington")
        for someone in (ann, bob):
            someone.rest()
        expect(ann.page.locator(".spot.fresh")).to_have_count(1)
        bob.press("deal")
        expect(ann.page.locator(".timer")).to_be_visible()
        # ann presses nothing: her chips are placed just before betting ends
        expect(ann.page.locator(".results li")).not_to_have_count(0, timeout=30_000)
        expect(ann.page.locator(".place-cards .card")).not_to_have_count(0)
