"""The balance in the bar is what the house last said, on every screen."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.screens import SIZES
from tests.support.browser.visitor import Visitor, cents

pytestmark = pytest.mark.needs("browser")

ASKED = "fetch('/api/me').then((answer) => answer.json()).then(({balance}) => balance)"


def moved_balance(ann: Visitor) -> int:
    """Play until there is another balance than the one someone came with."""
    ann.play_at("Washington")
    ann.rest()
    came = ann.balance
    for _ in range(20):
        ann.deal()
        while ann.offers("surrender"):
            ann.press("surrender")
        if ann.balance != came:
            return ann.balance
    raise AssertionError("nothing was won or lost")


@pytest.mark.parametrize("screen", ["Tables", "My rounds", "Verify"])
def test_balance_is_the_same_off_the_table(ann: Visitor, screen: str) -> None:
    balance = moved_balance(ann)
    ann.page.get_by_role("link", name=screen, exact=True).click()
    expect(ann.page.locator("cw-table")).to_have_count(0)
    expect(ann.page.locator(".purse-in-play dd")).to_have_text("0.00")
    expect(ann.page.locator(".purse-time dd")).to_have_text("0 min")
    net = ann.look("/api/me/limits")["played"]["net"]
    assert net
    assert cents(ann.page.locator(".purse-net dd").inner_text()) == net
    assert ann.balance == balance == ann.page.evaluate(ASKED)


def test_balance_is_asked_for_on_leaving(ann: Visitor) -> None:
    moved_balance(ann)
    with ann.page.expect_response("**/api/me") as answer:
        ann.page.get_by_role("link", name="Verify", exact=True).click()
    expect(ann.page.locator("cw-table")).to_have_count(0)
    assert ann.balance == answer.value.json()["balance"]


def test_wager_that_was_left_is_told_when_it_is_decided(ann: Visitor, bob: Visitor) -> None:
    for someone in (ann, bob):
        someone.play_at("Washington")
        someone.rest()
    shown = ann.page.locator(".purse-balance dd")
    for _ in range(20):
        ann.press("deal")
        ann.page.get_by_role("link", name="Tables", exact=True).click()
        expect(ann.page.locator("cw-table")).to_have_count(0)
        assert ann.in_play == 500
        left = ann.balance
        bob.press("deal")
        if bob.offers("surrender"):
            bob.press("surrender")
        has = ann.page.evaluate(ASKED)
        if has != left:
            expect(shown).to_have_text(f"{has // 100:,}.{has % 100:02}")
            return
        ann.page.go_back()
        ann.rest()
        for someone in (ann, bob):  # where both have a tie, bob is asked when ann has answered
            if is_asked(someone):
                someone.press("surrender")
    raise AssertionError("nothing was won")


def is_asked(someone: Visitor) -> bool:
    """Whether the house asks someone about a tie; their page may be told a moment later."""
    offers = someone.look("/api/tables/washington/offers")["offers"]
    return any(offer["command"] == "choose" for offer in offers)


def test_first_visitor_is_asked_for_nothing(ann: Visitor) -> None:
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    page = ann.goto()
    expect(page.get_by_role("button", name="Play at Washington")).to_be_visible()
    page.wait_for_timeout(400)  # longer than the bar waits
    assert not [url for url in asked if "/api/me" in url or "/api/guest" in url]
    expect(page.locator(".purse-balance")).to_have_count(0)


def test_purse_stays_in_sight(ann: Visitor) -> None:
    """On a phone too, with large text too; what has the focus is not under it."""
    page = ann.play_at("Washington")
    ann.rest()
    page.set_viewport_size(SIZES["phone"])
    for size in ("100%", "200%"):
        page.evaluate("(size) => document.documentElement.style.fontSize = size", size)
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate("scrollY") > 0
        for name in ("balance", "in-play", "net", "time"):
            expect(page.locator(f".purse-{name} dd")).to_be_in_viewport(ratio=1)
        height = page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom")
        assert height < SIZES["phone"]["height"] / 4
    page.get_by_role("button", name="Leave").first.focus()
    top = page.evaluate("document.activeElement.getBoundingClientRect().top")
    assert top >= page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom")
