"""Amounts that are typed: by keys alone, wrong ones, and those outside the limits."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor

pytestmark = pytest.mark.needs("browser")

START = 1_000_00


def test_amount_and_deal_by_keys(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    for key in ("b", "2", "5", "Enter", "d"):
        page.keyboard.press(key)
    expect(page.locator(".results li").or_(page.locator(".choice"))).not_to_have_count(0)
    expect(page.locator(".place.mine .spot.primary")).to_have_attribute(
        "aria-label", "Bet at seat 4: 25.00"
    )


def test_letters_act_after_an_amount_and_escape_leaves_it(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    spot, tie = page.locator(".place.mine .spot.primary"), page.locator(".place.mine .spot.tie")
    for key in ("b", "4", "0", "t"):
        page.keyboard.press(key)
    expect(spot).to_contain_text("40.00")
    expect(tie).to_have_attribute("aria-pressed", "true")
    for key in ("b", "9", "Escape", "1"):
        page.keyboard.press(key)
    expect(tie).to_contain_text("5.00")
    for key in ("b", "7", "u"):
        page.keyboard.press(key)
    expect(tie).to_contain_text("5.00")
    for key in ("b", "6", "?"):
        page.keyboard.press(key)
    expect(tie).to_contain_text("6.00")
    expect(page.get_by_role("dialog")).to_contain_text("lay a chip")


@pytest.mark.parametrize(
    "text, why",
    [
        ("abc", "This is no amount: write it as 25 or 1.50."),
        ("<b>1", "This is no amount: write it as 25 or 1.50."),
        ("1,5", "Cents stand after a point: write 1.50."),
        ("4", "5.00 is the least."),
        ("100000", "is the most"),
        ("7.50", "It goes in steps of 1.00."),
    ],
)
def test_wrong_amount_is_not_dealt(ann: Visitor, text: str, why: str) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    field = page.get_by_label("Amount of this wager")
    field.fill(text)
    page.get_by_role("button", name="Deal").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#amount-says")).to_contain_text(why)
    expect(field).to_have_attribute("aria-describedby", "amount-limit amount-says")
    expect(page.locator(".alert")).to_contain_text(why)
    expect(field).to_be_focused()
    expect(field).to_have_value(text)
    assert ann.balance == START
    field.fill("6")
    page.get_by_role("button", name="Deal").click()
    expect(page.locator(".place.mine .card")).not_to_have_count(0)


def test_chips_stop_at_the_maximum_of_the_sign(ann: Visitor) -> None:
    page = ann.play_at("Fun casino")
    ann.rest()
    expect(page.locator("#amount-limit")).to_have_text("5.00 to 500.00")
    page.get_by_label("Amount of this wager").fill("450")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Double").click()
    expect(page.locator(".place.mine .spot.primary")).to_contain_text("500.00")
    expect(page.locator("#amount-says")).to_have_text("500.00 is the most.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#amount-says")).to_have_text("")
    page.get_by_role("button", name="Lay a chip of 100.00").click()
    expect(page.locator("#amount-says")).to_have_text("500.00 is the most.")


def test_double_keeps_to_the_amounts_there_are(ann: Visitor) -> None:
    page = ann.play_at("South Dakota")
    ann.rest()
    spot = page.locator(".place.mine .spot.primary")
    page.get_by_role("button", name="Double").click()
    expect(spot).to_contain_text("10.00")
    page.get_by_role("button", name="Double").click()
    expect(page.locator("#amount-says")).to_have_text("It can be 5.00, 10.00, 25.00, 100.00.")
    expect(spot).to_contain_text("10.00")


def test_limits_and_their_clauses_are_told(ann: Visitor) -> None:
    page = ann.play_at("Fun casino")
    ann.rest()
    field, says = page.get_by_label("Amount of this wager"), page.locator("#amount-says")
    field.fill("600")
    page.keyboard.press("Enter")
    expect(says).to_have_text("The sign says 5.00 to 500.00.")
    page.keyboard.press("d")
    expect(page.locator(".alert")).to_have_text(
        "The maximum is 500.00: 100.00 of your bet went back (FC-15)."
    )
    ann.rest()
    if ann.offers("surrender"):
        ann.press("surrender")
    field.fill("2")
    page.keyboard.press("Enter")
    page.keyboard.press("d")
    expect(page.locator(".alert")).to_have_text(
        "Wagers are from 5.00 to 500.00: your bet counts this once (FC-14)."
    )
