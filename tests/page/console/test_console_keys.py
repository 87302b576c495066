"""The keys of the console: for gloves, for double taps, for chips and for many ties at once."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.console import (
    GLOVE,
    PREPARED,
    SMALL,
    TWICE,
    at_table,
    double_tap,
    next_is,
    rank,
    tap,
)
from tests.support.browser.visitor import LYING, TABLET, Visitor
from tests.support.house.staff import say

pytestmark = pytest.mark.needs("browser")

OUTSIDE = """() => [...document.querySelectorAll('.seat-key .tag')].filter((tag) =>
  tag.getBoundingClientRect().right > tag.closest('button').getBoundingClientRect().right)
  .map((tag) => tag.textContent)"""
WIDE = """() => [...document.querySelectorAll('.seat-key')].filter((key) =>
  [...key.children].some((each) => each.getBoundingClientRect().right >
    key.getBoundingClientRect().right)).map((key) => key.textContent)"""
ALL_SEEN = """() => [...document.querySelectorAll('cw-console > *')].every((each) =>
  each.getBoundingClientRect().bottom <= innerHeight)"""
EIGHT = "ann bob cy dan eve fay gus hal"


@pytest.mark.parametrize("size", [TABLET, LYING], ids=["upright", "lying"])
def test_keys_are_for_gloves_and_all_are_seen(dora: Visitor, size: dict[str, int]) -> None:
    table = at_table(dora, "washington")
    page = dora.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    names = " ".join(f"player{number}" for number in range(1, 8))
    bets = " ".join(f"{seat}=25/5" for seat in range(1, 8))
    for lines, text in (
        (("dealer", f"sit {names}", "shoe", "cut", "cutcard 70"), "Bets, then the first card"),
        ((bets, "9 9 9 9 9 9 9"), "Card: dealer"),
        (("k",), "Pay as told"),
        (("fix 9", "p"), "War? player7"),
        (("w",), "Burn 3"),
    ):
        say(dora, table, *lines)
        next_is(page, text)
        assert page.evaluate(SMALL, GLOVE) == [], text
        assert page.evaluate(ALL_SEEN), text


def test_second_half_of_a_double_tap_is_nothing(dora: Visitor) -> None:
    table = at_table(dora, "fun-casino", "dealer", "sit ann bob")
    page = dora.page
    double_tap(page, "The red backs lie there")
    next_is(page, "ann cuts")
    page.wait_for_timeout(TWICE)
    next_is(page, "ann cuts")
    say(dora, table, "cut", "cutcard 30", "b", "1=20/5 2=10/5", "9 9 9")
    next_is(page, "Pay as told")
    double_tap(page, "Paid")
    next_is(page, "War? ann")
    page.wait_for_timeout(TWICE)
    double_tap(page, "War")
    page.wait_for_selector("cw-console[data-rests]")
    next_is(page, "War? bob")
    expect(page.locator(".seat-key").first).to_contain_text("20.00 + war 20.00")


def test_double_tap_of_the_last_card_pays_nothing(dora: Visitor) -> None:
    """The key that says so comes where the ranks were, on a tablet that lies."""
    table = at_table(dora, "washington", *PREPARED)
    page = dora.page
    page.set_viewport_size({"width": LYING["width"], "height": LYING["height"]})
    for card in ("A", "9", "4"):
        say(dora, table, "1=20", "k")
        next_is(page, "Card: dealer")
        double_tap(page, card)
        next_is(page, "Pay as told")
        page.wait_for_timeout(TWICE)
        next_is(page, "Pay as told")
        say(dora, table, "p")
        next_is(page, "Bets, then the first card")


def test_double_tap_in_a_dialog_is_no_card(dora: Visitor) -> None:
    """Nor is that of the key that opened it: chips and ranks alone are touched in a row."""
    at_table(dora, "washington", *PREPARED, "1=20")
    page = dora.page
    page.locator(".seat-key").nth(3).tap()
    double_tap(page, "Sits down")
    expect(page.locator(".seat-key").nth(3)).to_contain_text("seat4")
    page.wait_for_timeout(TWICE)
    next_is(page, "Bets, then the first card")
    double_tap(page, "Card too many")
    next_is(page, "A card too many, unseen?")
    page.wait_for_timeout(TWICE)
    next_is(page, "A card too many, unseen?")
    tap(page, "Back")
    double_tap(page, "Bet: add 25.00")
    expect(page.locator(".pad-amount b").first).to_have_text("50.00")
    double_tap(page, "9")  # for ann, and for bob
    next_is(page, "Card: dealer")


def test_keyed_chips_are_placed_when_the_dealer_goes_on(dora: Visitor) -> None:
    at_table(dora, "washington", *PREPARED)
    page = dora.page
    tap(page, "Bet: add 100.00")
    page.locator(".seat-key").nth(1).tap()
    expect(page.locator(".seat-key").first).to_contain_text("100.00")
    expect(page.locator(".ask")).to_have_text("Seat 2, bob")
    tap(page, "Bet: add 25.00")
    rank(page, "9")
    next_is(page, "Card: seat 2, bob")
    expect(page.locator(".seat-bets").nth(1)).to_have_text("25.00")


def test_keyed_chips_outlast_what_else_is_said(dora: Visitor) -> None:
    """All bet again but at the seat whose chips were keyed; a typed line loses none, either."""
    at_table(dora, "washington", *PREPARED, "1=20/5 2=10", "9 k 4", "p")
    page, seats = dora.page, dora.page.locator(".seat-bets")
    line = page.get_by_label("Words, as at the terminal")
    tap(page, "Bet: add 100.00", "All bet again")
    expect(seats.first).to_have_text("100.00")
    expect(seats.nth(1)).to_have_text("10.00")
    page.locator(".seat-key").first.tap()
    tap(page, "Bet: add 25.00")
    line.fill("status")
    line.press("Enter")
    expect(page.locator(".console-told")).to_contain_text("seat 2: bob, 10.00")
    expect(page.get_by_role("button", name="Bet 125.00")).to_be_visible()
    expect(seats.first).to_have_text("100.00")
    line.fill("2=50")
    line.press("Enter")
    expect(seats.nth(1)).to_have_text("50.00")
    expect(seats.first).to_have_text("125.00")
    page.locator(".seat-key").first.tap()
    tap(page, "Bet: add 5.00")
    line.fill("9")
    line.press("Enter")
    next_is(page, "Card: seat 2, bob")
    expect(seats.first).to_have_text("130.00")


def test_someone_bets_behind_a_seat(dora: Visitor) -> None:
    ready = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 500")
    at_table(dora, "california", *ready)
    page = dora.page
    expect(page.locator(".seat-key .tag")).to_have_text("bank 500.00")
    assert page.evaluate(OUTSIDE) == []
    tap(page, "Bet: add 10.00", "Bet 10.00")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Bet 0.00")).to_be_disabled()
    assert page.evaluate(SMALL, GLOVE) == []
    dialog.get_by_label("Name").fill("dan")
    dialog.get_by_role("button", name="Bet: add 25.00").tap()
    dialog.get_by_role("button", name="Tie: add 5.00").tap()
    dialog.get_by_role("button", name="Bet 25.00 + 5.00").tap()
    expect(page.locator(".seat-bets").nth(1)).to_have_text("10.00dan 25.00 + tie 5.00")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind", "Take back dan 25.00 + tie 5.00")
    expect(page.locator(".seat-bets").nth(1)).to_have_text("10.00")


def test_bet_behind_a_seat_needs_no_typing(dora: Visitor) -> None:
    """Whoever comes has a name, and whoever came has a key; Enter lays no chip."""
    ready = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 500")
    table = at_table(dora, "california", *ready, "2=20; bet 2 dan 10", "9 4", "p", "stake", "2=20")
    page = dora.page
    bets, dialog = page.locator(".seat-bets").nth(1), page.get_by_role("dialog")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind")
    name = dialog.get_by_label("Name")
    expect(name).to_have_value("behind1")
    dialog.get_by_role("button", name="Bet: add 25.00").tap()
    name.press("Enter")
    expect(bets).to_have_text("20.00behind1 25.00")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind")
    expect(name).to_have_value("behind2")
    name.press("Enter")
    expect(dialog.get_by_role("button", name="Bet 0.00")).to_be_disabled()
    assert page.evaluate(SMALL, GLOVE) == []
    dialog.get_by_role("button", name="dan", exact=True).tap()
    expect(name).to_have_value("dan")
    dialog.get_by_role("button", name="Bet: add 10.00").tap()
    dialog.get_by_role("button", name="Bet 10.00").tap()
    expect(bets).to_have_text("20.00behind1 25.00dan 10.00")
    say(dora, table, "9 9")  # a tie: both are asked, and by their names
    expect(page.locator(".choice-row")).to_have_count(3)


def test_many_ties_are_asked_in_turn_on_one_screen(dora: Visitor) -> None:
    names = " ".join(f"player{number}" for number in range(1, 8))
    ready = ("dealer", f"sit {names}", "shoe", "cut", "cutcard 30", "b")
    bets = " ".join(f"{seat}=25/5" for seat in range(1, 8))
    at_table(dora, "fun-casino", *ready, bets, "9 9 9 9 9 9 9 9")
    page = dora.page
    expect(page.locator(".pay-list li")).to_have_count(7)
    assert page.evaluate(ALL_SEEN)
    tap(page, "Paid")
    rows = page.locator(".choice-row")
    for seat, answer in enumerate(("War", "War", "Surrender", "War", "War", "War"), 1):
        next_is(page, f"War? player{seat}")
        expect(rows).to_have_count(1)
        assert page.evaluate(SMALL, GLOVE) == []
        assert page.evaluate(ALL_SEEN)
        rows.last.get_by_role("button", name=answer).tap()
        page.wait_for_timeout(TWICE)
    next_is(page, "War? player7")


def test_many_ties_with_a_wager_on_the_war_are_one_line_each(dora: Visitor) -> None:
    ready = ("dealer", f"sit {EIGHT}", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 5000")
    bets = " ".join(f"{seat}=25/5" for seat in range(2, 9))
    at_table(dora, "california", *ready, bets, "9 9 9 9 9 9 9 9", "p")
    page = dora.page
    rows = page.locator(".choice-row")
    expect(rows).to_have_count(7)
    assert page.evaluate(SMALL, GLOVE) == []
    assert page.evaluate(ALL_SEEN)
    rows.first.get_by_role("button", name="War + tie 25").tap()
    expect(rows.first).to_contain_text("War.")
    expect(page.locator(".seat-bets").nth(1)).to_have_text("25.00 + war 25.00 + war tie 25.00")


def test_what_lies_at_a_seat_stays_in_its_key(dora: Visitor) -> None:
    """Eight places on a tablet that stands, and people behind one of them."""
    ready = ("dealer", f"sit {EIGHT}", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 5000")
    bets = "2=20/5; bet 2 zoe 20; bet 2 someoneofalongnamewithoutablank 10; 3=500"
    answers = ("2 w 5", "2 zoe s", "2 someoneofalongnamewithoutablank w")
    at_table(dora, "california", *ready, bets, "9 9 9", "p", *answers)
    page = dora.page
    expect(page.locator(".seat-bets").nth(1)).to_contain_text("zoe 20.00 surrendered")
    assert page.evaluate(WIDE) == []
