"""One's account: a guest keeps the balance, a member signs in and out, the broke get chips."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from casinowar.house.people.accounts import new_operator_link
from tests.support.browser.screens import account_guest, account_nobody, come, look, post
from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served, served

pytestmark = pytest.mark.needs("browser")

PASSWORD = "correct horse"


def form(someone: Visitor, button: str) -> Locator:
    """The form that this button sends."""
    has = someone.page.get_by_role("button", name=button, exact=True)
    return someone.page.locator("form").filter(has=has)


def send(someone: Visitor, button: str, name: str, password: str = PASSWORD) -> None:
    someone.foresee_refusals()  # of what the guest asked just before, whose session ends
    asked = form(someone, button)
    asked.get_by_label("Name").fill(name)
    asked.get_by_label("Password").fill(password)
    asked.get_by_role("button", name=button).click()


def called(someone: Visitor) -> Locator:
    """What the bar calls someone."""
    return someone.page.locator(".account-link")


def test_guest_keeps_the_balance_and_comes_back_elsewhere(ann: Visitor, bob: Visitor) -> None:
    ann.play_at("Washington")
    ann.deal()
    balance = ann.balance
    player = look(ann, "/api/me")["player"]
    called(ann).click()
    send(ann, "Create account", "ann")
    expect(called(ann)).to_have_text("ann")
    assert ann.balance == balance
    assert "You are ann from now on." in ann.heard
    expect(ann.page.get_by_role("heading", name="Account")).to_be_focused()
    ann.page.get_by_role("link", name="Back to your seat").click()
    expect(ann.page.locator(".place.mine", has_text="You")).to_be_visible()

    account_nobody(bob)
    send(bob, "Sign in", "Ann")
    expect(called(bob)).to_have_text("ann")
    assert look(bob, "/api/me")["player"] == player
    ann.foresee_refusals()


def test_whole_of_it_by_keyboard(ann: Visitor) -> None:
    account_guest(ann)
    page = ann.page
    form(ann, "Create account").get_by_label("Name").focus()
    page.keyboard.type("ann")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(called(ann)).to_have_text("ann")
    page.get_by_role("button", name="Sign out", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nobody yet")).to_be_visible()
    expect(called(ann)).to_have_text("Sign in")
    assert page.evaluate("localStorage.getItem('casinowar.came')") is None
    assert ann.context.request.get(f"{ann.url}/api/me").status == 401
    # the bar may have asked for something just before, which is nobody's when it is answered
    ann.foresee("status of 401")


@pytest.mark.parametrize("moment", ["while the house is asked", "afterwards"])
def test_late_answer_to_the_guest_that_one_was_ends_no_session(ann: Visitor, moment: str) -> None:
    """The guest's session is over when they are a member; something may still have been asked."""
    account_guest(ann)
    page, held = ann.page, list[Route]()
    page.goto(f"{ann.url}/healthz")
    page.route("**/api/me/limits", lambda route: held.append(route))  # noqa: PLW0108
    ann.goto("/account")
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(50)

    def refuse() -> None:
        refusal = json.dumps({"type": "not-signed-in", "title": "Nobody is signed in."})
        held[0].fulfill(status=401, content_type="application/problem+json", body=refusal)

    def answer_slowly(route: Route) -> None:
        answer = route.fetch()
        refuse()
        page.wait_for_timeout(100)
        route.fulfill(response=answer)

    if moment == "afterwards":
        send(ann, "Create account", "ann")
        expect(called(ann)).to_have_text("ann")
        refuse()
    else:
        page.route("**/api/register", answer_slowly)
        send(ann, "Create account", "ann")
    page.wait_for_timeout(200)
    expect(called(ann)).to_have_text("ann")
    expect(page.locator("#ended")).to_be_hidden()
    ann.foresee_refusals()


def test_refusals_stand_beside_the_form(ann: Visitor, bob: Visitor) -> None:
    come(bob)
    post(bob, "/api/register", {"name": "bob", "password": PASSWORD})
    account_guest(ann)
    alert = form(ann, "Create account").get_by_role("alert")
    send(ann, "Create account", "BOB")
    expect(alert).to_have_text("The name BOB is taken: choose another.")
    expect(form(ann, "Create account").get_by_label("Name")).to_be_focused()
    send(ann, "Create account", "guest-of-honour")
    expect(alert).to_have_text("The name guest-of-honour is reserved: choose another.")
    send(ann, "Sign in", "bob", "wrong password")
    expect(form(ann, "Sign in").get_by_role("alert")).to_have_text("Name or password is wrong.")
    expect(form(ann, "Sign in").get_by_label("Password")).to_be_focused()
    send(ann, "Create account", "ann", "short")
    assert (
        form(ann, "Create account")
        .get_by_label("Password")
        .evaluate("each => !each.validity.valid")
    )
    ann.page.wait_for_timeout(100)
    assert look(ann, "/api/me")["kind"] == "guest"
    ann.foresee_refusals()


def test_member_ends_the_sessions_elsewhere(ann: Visitor, bob: Visitor) -> None:
    account_guest(ann)
    send(ann, "Create account", "ann")
    expect(called(ann)).to_have_text("ann")
    account_nobody(bob)
    send(bob, "Sign in", "ann")
    expect(called(bob)).to_have_text("ann")
    end = ann.page.get_by_role("button", name="Sign out everywhere else")
    end.click()
    expect(ann.page.get_by_text("Signed out elsewhere: one session.")).to_be_visible()
    assert bob.context.request.get(f"{bob.url}/api/me").status == 401
    end.click()
    expect(ann.page.get_by_text("You are signed in nowhere else.")).to_be_visible()
    bob.goto("/account")
    expect(bob.page.locator("#ended")).to_contain_text("Your session has ended")
    expect(called(bob)).to_have_text("Sign in")
    bob.foresee_refusals()


def test_guest_is_asked_twice_before_giving_everything_up(ann: Visitor) -> None:
    account_guest(ann)
    name = called(ann).inner_text()
    out = ann.page.get_by_role("button", name="Sign out", exact=True)
    out.click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"nobody can be {name} again: 1,000.00")
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_be_hidden()
    assert look(ann, "/api/me")["name"] == name
    out.click()
    ann.foresee_refusals()  # of what the page asks while its session ends
    dialog.get_by_role("button", name="Give it up").click()
    expect(ann.page.get_by_role("heading", name="Nobody yet")).to_be_visible()


def test_other_tabs_follow(ann: Visitor) -> None:
    account_guest(ann)
    other = ann.context.new_page()
    other.goto(ann.url)
    expect(other.locator(".account-link")).to_have_text(called(ann).inner_text())
    send(ann, "Create account", "ann")
    expect(called(ann)).to_have_text("ann")
    ann.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(other.locator(".account-link")).to_have_text("Sign in")
    send(ann, "Sign in", "ann")
    expect(other.locator(".account-link")).to_have_text("ann")


@pytest.fixture
def poor(tmp_path: Path) -> Iterator[Served]:
    """A house whose guests are broke when they come."""
    with served(tmp_path, grant=500, refill=600, refill_below=1200, refills_per_day=2) as house:
        yield house


def test_broke_get_chips_and_are_told_when_the_next_ones_come(
    browser: Browser, poor: Served
) -> None:
    with visitor(browser, poor.url) as ann:
        ann.play_at("Washington")
        assert ann.balance == 500
        called(ann).click()
        ann.page.get_by_role("button", name="Get 6.00").click()
        expect(ann.page.locator(".purse-balance dd")).to_have_text("11.00")
        assert "You have 6.00 more." in ann.heard
        ann.page.get_by_role("button", name="Get 6.00").click()
        expect(ann.page.locator(".purse-balance dd")).to_have_text("17.00")
        expect(ann.page.locator(".next-refill")).to_contain_text(
            re.compile("in (24 h [01]|23 h 59) min")
        )
        expect(ann.page.get_by_role("button", name="Get")).to_have_count(0)
        ann.page.get_by_role("link", name="Back to your seat").click()
        ann.rest()
        expect(ann.page.locator(".purse-net dd")).to_have_text("0.00")  # chips are no result


def test_member_whose_session_has_ended_is_told_and_does_not_become_a_guest(
    ann: Visitor, house: Served
) -> None:
    page = ann.play_at("Washington")
    called(ann).click()
    send(ann, "Create account", "ann")
    expect(called(ann)).to_have_text("ann")
    elsewhere = house.stranger()
    elsewhere.ask("/api/sign-in", {"name": "ann", "password": PASSWORD}, key="")
    assert elsewhere.ask("/api/sessions/end-others", key="") == {"ended": 1}
    page.get_by_role("link", name="My rounds").first.click()
    expect(page.locator("#ended")).to_contain_text("Your session has ended: sign in again")
    expect(called(ann)).to_have_text("Sign in")
    expect(page.locator(".purse-balance")).to_have_count(0)
    assert "POST" not in page.locator("main").inner_text()
    page.reload()
    expect(page.locator("#ended")).to_be_visible()
    assert ann.context.request.get(f"{ann.url}/api/me").status == 401
    page.get_by_role("link", name="sign in again").click()
    send(ann, "Sign in", "ann")
    expect(called(ann)).to_have_text("ann")
    expect(page.locator("#ended")).to_be_hidden()
    ann.foresee_refusals()


def test_whose_session_has_ended_while_away_may_go_on_as_a_guest(ann: Visitor) -> None:
    account_guest(ann)
    page = ann.page
    send(ann, "Create account", "ann")
    expect(called(ann)).to_have_text("ann")
    ann.context.clear_cookies()
    page.reload()
    expect(page.get_by_role("heading", name="Nobody yet")).to_be_visible()
    page.get_by_role("button", name="go on as a guest").click()
    expect(page.locator("#ended")).to_be_hidden()
    ann.play_at("Washington")
    expect(called(ann)).to_have_text(re.compile("guest"))
    ann.foresee_refusals()


@pytest.mark.parametrize("path", ["/", "/account"])
def test_operator_by_the_link_is_known_wherever_they_go(
    browser: Browser, house: Served, path: str
) -> None:
    link = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
    with visitor(browser, house.url) as someone:
        page = someone.goto(f"/operator/{link}")
        page.get_by_role("button", name="I am the operator").click()
        expect(page.get_by_role("link", name="To the tables")).to_be_visible()
        someone.goto(path)
        expect(page.get_by_role("navigation").get_by_role("link", name="Pit")).to_be_visible()
        expect(called(someone)).to_have_text(re.compile("guest"))
        assert page.evaluate("document.cookie") == ""
