"""A player's own limits in the page: set and withdrawn, said at the table, and a break."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.table.test_access import violations
from tests.support.browser.screens import account_guest, come, look, post
from tests.support.browser.visitor import LAPTOP, PHONE, Visitor, cents, visitor
from tests.support.house.served import Served, served

pytestmark = pytest.mark.needs("browser")

HOUR = 3_600_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("slow")
    with served(folder, round_seconds=3, quick_rebet=False) as made:
        yield made


def limit(someone: Visitor, what: str, most: int | None) -> None:
    post(someone, "/api/me/limits", {"what": what, "most": most})


def test_limits_are_set_loosened_and_withdrawn(ann: Visitor) -> None:
    account_guest(ann)
    page = ann.page
    stake = page.locator("[data-limit=stake]")
    stake.get_by_label("Stakes of a round").fill("20")
    stake.get_by_role("button", name="Set").click()
    expect(stake.get_by_role("button", name="Remove")).to_be_visible()
    assert look(ann, "/api/me/limits")["stake"] == {"most": 2000, "coming": None}
    stake.get_by_label("Stakes of a round").fill("50.00")
    stake.get_by_role("button", name="Set").click()
    expect(stake.locator(".coming")).to_contain_text("on: 50.00.")
    expect(stake.get_by_label("Stakes of a round")).to_have_value("20.00")
    stake.get_by_role("button", name="Remove").click()
    expect(stake.locator(".coming")).to_contain_text("on: no limit.")
    stake.get_by_role("button", name="Keep 20.00").click()
    expect(stake.locator(".coming")).to_have_count(0)
    minutes = page.locator("[data-limit=time]")
    minutes.get_by_role("textbox").fill("an hour")
    minutes.get_by_role("textbox").press("Enter")
    expect(minutes.get_by_role("alert")).to_have_text("Write how many minutes, as 60.")
    minutes.get_by_role("textbox").fill("60")
    minutes.get_by_role("textbox").press("Enter")
    expect(minutes.get_by_role("button", name="Remove")).to_be_visible()
    assert look(ann, "/api/me/limits")["time"]["most"] == 60


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_axe_finds_nothing(browser: Browser, house: Served, size: dict[str, int]) -> None:
    for scheme in ("light", "dark"):
        with visitor(browser, house.url, size, color_scheme=scheme) as ann:
            come(ann)
            limit(ann, "loss", 500)
            limit(ann, "loss", 900)
            account_guest(ann)
            expect(ann.page.locator(".coming")).to_be_visible()
            assert not violations(ann.page)
            ann.page.get_by_role("button", name="Exclude me").click()
            expect(ann.page.get_by_role("dialog")).to_be_visible()
            assert not violations(ann.page)


def test_what_a_limit_withholds_is_said_at_the_table(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    limit(ann, "stake", 900)
    page.reload()
    ann.rest()
    page.get_by_role("button", name="Lay a chip of 5.00").click()
    expect(page.locator("#amount-says")).to_have_text(
        "9.00 is the most: your own limit leaves no more."
    )
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="Lay a chip of 5.00").click()
    ann.until_tie()
    expect(page.locator(".choice")).to_contain_text(
        "No war: war takes 5.00, and your own limit of 9.00 a round leaves 4.00."
    )
    assert any("No war: war takes 5.00" in text for text in ann.heard)
    assert not violations(page)
    ann.press("surrender")
    limit(ann, "stake", 100)
    page.reload()
    ann.rest()
    said = page.locator("cw-controls")
    expect(said).to_contain_text("No bet: this takes at least 5.00, and your own limit of 1.00")
    assert not ann.offers("chips"), "more chips would not help"
    said.get_by_role("link", name="Your limits").click()
    expect(page.locator("[data-limit=stake] input")).to_have_value("1.00")


def test_result_and_time_are_those_of_a_day_at_all_tables(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    net = page.locator(".purse-net dd")
    for _ in range(3):
        ann.deal()
        if ann.offers("surrender"):
            ann.press("surrender")
    told = look(ann, "/api/me/limits")["played"]["net"]
    assert cents(net.inner_text()) == told
    page.reload()
    expect(net).not_to_have_text("…")
    assert cents(net.inner_text()) == told
    expect(page.locator(".purse-time dd")).to_have_text("0 min")
    ann.play_at("South Dakota")
    expect(net).not_to_have_text("…")
    assert cents(net.inner_text()) == told
    page.set_viewport_size({"width": 320, "height": 640})
    expect(net).to_be_in_viewport()
    expect(page.locator(".purse-time dd")).to_be_in_viewport()


def test_after_an_hour_of_play_it_is_brought_to_mind(ann: Visitor) -> None:
    played: dict[str, Any] = {"ms": HOUR + 120_000, "net": -1250, "at_stake": 0}

    def hour(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "played": played})

    ann.page.route("**/api/me/limits", hour)
    page = ann.play_at("Washington")
    note = page.locator(".reminder")
    says = "You have played for 1 h 2 min of the last 24 hours. The result is \N{MINUS SIGN}12.50."
    expect(note).to_contain_text(says)
    assert says in ann.heard
    assert not violations(page)
    page.reload()
    expect(note).to_contain_text(says)
    note.get_by_role("button", name="Go on").click()
    expect(note).to_have_count(0)
    page.reload()
    expect(page.locator(".purse-time dd")).to_have_text("1 h 2 min")
    expect(note).to_have_count(0)
    played["ms"] += HOUR
    page.reload()
    expect(note).to_contain_text("You have played for 2 h 2 min")


def test_a_guest_takes_a_break(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    account_guest(ann)
    page.get_by_label("For").select_option("30 days")
    page.get_by_role("button", name="Exclude me").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Nobody can end it early")
    asked.get_by_role("button", name="Go on playing").click()
    assert look(ann, "/api/me/limits")["excluded_until"] is None
    page.get_by_role("button", name="Exclude me").click()
    asked.get_by_role("button", name="Exclude me").click()
    expect(page.locator(".excluded")).to_have_text(
        re.compile(r"You have excluded yourself until .+\.")
    )
    expect(page.get_by_role("link", name="Back to your seat")).to_have_count(0)
    page.get_by_role("link", name="Tables", exact=True).click()
    expect(page.get_by_role("button", name="Play at Washington")).to_be_disabled()
    expect(page.locator("cw-lobby .refused")).to_have_text(
        re.compile(r"You have excluded yourself from play until .+\. You may watch\.")
    )
    page.reload()
    expect(page.get_by_role("button", name="Play at Washington")).to_be_disabled()
    assert not violations(page)
    ann.goto("/tables/washington")
    ann.rest()
    expect(page.locator("cw-controls")).to_contain_text(
        "No seat: you have excluded yourself from play."
    )
    assert not ann.offers("sit")


def test_a_member_takes_a_break_and_is_told_until_when(ann: Visitor) -> None:
    come(ann)
    known = {"name": "resting", "password": "correct horse"}
    post(ann, "/api/register", known)
    page = ann.goto("/account")
    page.get_by_role("button", name="Exclude me").click()
    other = ann.context.new_page()
    other.goto(f"{ann.url}/rules")
    expect(other.locator(".account-link")).to_have_text(known["name"])
    ann.foresee_refusals()  # of what the pages ask while their session ends
    page.get_by_role("dialog").get_by_role("button", name="Exclude me").click()
    rests = re.compile(r"You have excluded yourself until .+20\d\d.+\.")
    expect(page.locator("cw-account .excluded")).to_have_text(rests)
    expect(page.get_by_role("heading", name="Account")).to_be_focused()
    assert not violations(page)
    expect(other.locator("#ended")).to_have_text(rests)
    other.goto(ann.url)
    expect(other.locator("cw-lobby .lobby-head")).to_contain_text(rests)
    expect(other.get_by_role("button", name="Play at Washington")).to_be_disabled()
    expect(other.get_by_text("as a guest")).to_have_count(0)
    other.goto(f"{ann.url}/tables/washington")
    expect(other.get_by_role("heading", level=1)).to_have_text(rests)
    assert ann.context.request.get(f"{ann.url}/api/me").status == 401, "nobody became a guest"
    other.close()
    page.get_by_label("Name").fill(known["name"])
    page.get_by_label("Password").fill(known["password"])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert").filter(has_text="excluded")).to_have_text(
        re.compile(
            r"^Resting is excluded until 20\d\d-\d\d-\d\d \d\d:\d\d UTC, at their own request\.$"
        )
    )
    page.evaluate("localStorage.setItem('casinowar.excluded', String(Date.now() - 60_000))")
    page.reload()
    expect(page.get_by_role("heading", name="Nobody yet")).to_be_visible()
    expect(page.locator("#ended")).to_be_hidden()
    ann.play_at("Online")
    ann.foresee_refusals()


def test_who_excluded_themselves_elsewhere_is_no_guest_once_they_said_who_they_are(
    ann: Visitor, house: Served
) -> None:
    known = {"name": "away", "password": "correct horse"}
    elsewhere = house.guest()
    elsewhere.ask("/api/register", known, key="")
    elsewhere.ask("/api/me/exclude", {"days": 3})
    page = ann.goto("/account")
    page.get_by_label("Name").fill(known["name"])
    page.get_by_label("Password").fill(known["password"])
    page.get_by_role("button", name="Sign in").click()
    rests = re.compile(r"You have excluded yourself until .+20\d\d.+\.")
    expect(page.locator("cw-account .excluded")).to_have_text(rests)
    expect(page.locator("#ended")).to_have_text(rests)
    ann.goto()
    expect(page.locator("cw-lobby .lobby-head")).to_contain_text(rests)
    expect(page.get_by_role("button", name="Play at Washington")).to_be_disabled()
    assert ann.context.request.get(f"{ann.url}/api/me").status == 401, "nobody became a guest"
    ann.foresee_refusals()


def test_a_slow_house_counts_the_seconds(browser: Browser, slow: Served) -> None:
    with visitor(browser, slow.url) as ann:
        page = ann.play_at("Washington")
        ann.rest()
        expect(page.locator(".table-facts")).to_contain_text("3 s between rounds")
        expect(page.locator(".table-facts")).to_contain_text("wagers are laid anew each round")
        for name in ("Rebet", "Double"):
            expect(page.get_by_role("button", name=name)).to_have_count(0)
        ann.deal()
        if ann.offers("surrender"):
            ann.press("surrender")
        expect(page.locator(".soon")).to_have_text(
            re.compile(r"The next round may begin in [1-4] s\.")
        )
        expect(page.locator(".soon")).to_have_count(0)
        ann.rest()
        expect(page.locator("cw-controls")).to_contain_text("Lay a chip to bet.")
        page.keyboard.press("1")
        ann.press("deal")
