"""One's own table: opened once, however often the button is clicked, with a link to send."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.visitor import Visitor

pytestmark = pytest.mark.needs("browser")


def test_double_click_opens_one_table(ann: Visitor) -> None:
    page = ann.goto()
    sent: list[str] = []
    page.on(
        "request",
        lambda request: (
            sent.append(request.url)
            if request.method == "POST" and request.url.endswith("/api/tables")
            else None
        ),
    )
    page.get_by_role("button", name="Open a private table").click()
    page.get_by_role("button", name="Open", exact=True).dblclick()
    expect(page.get_by_role("heading", name="Your table is open")).to_be_visible()
    page.wait_for_load_state("load")
    assert len(sent) == 1
    expect(page.locator("dialog")).to_have_count(1)


def test_link_of_this_computer_says_so(ann: Visitor) -> None:
    page = opened_table(ann)
    expect(page.get_by_role("dialog")).to_contain_text("works on this computer only")
    page.get_by_role("button", name="To the table").click()
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("dialog")).to_contain_text("works on this computer only")


def test_dialog_that_is_dismissed_leads_to_the_table_too(ann: Visitor) -> None:
    """A new guest's lobby does not have it: they would look for it in vain."""
    page = opened_table(ann)
    page.keyboard.press("Escape")
    expect(page.locator(".place.mine")).to_be_visible()


NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})"
"""As a page without https has it, at an address of a network at home."""
REFUSING = "navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))"


@pytest.mark.parametrize("script", ["", NO_CLIPBOARD, REFUSING])
def test_link_is_copied_with_and_without_a_clipboard(ann: Visitor, script: str) -> None:
    ann.page.add_init_script(script)
    page = opened_table(ann)
    copy = page.get_by_role("button", name="Copy")
    copy.click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Copied.")
    expect(copy).to_be_focused()
    link = page.get_by_label("Link to the table").input_value()
    page.get_by_role("button", name="To the table").click()
    expect(page.locator(".place.mine")).to_be_visible()
    ann.rest()  # a screen that has just been opened takes the focus
    page.evaluate("document.body.append(document.createElement('textarea'))")  # a chat of theirs
    typed = page.locator("textarea")
    typed.focus()
    page.keyboard.press("ControlOrMeta+v")
    expect(typed).to_have_value(link)


def test_link_that_cannot_be_copied_stands_selected(ann: Visitor) -> None:
    ann.page.add_init_script(f"{NO_CLIPBOARD}; document.execCommand = () => false")
    page = opened_table(ann)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Select and copy it.")
    field = page.get_by_label("Link to the table")
    expect(field).to_be_focused()
    chosen = "(field) => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert field.evaluate(chosen) == field.input_value()


def test_limits_of_bets_are_typed_on_a_keyboard_of_digits(ann: Visitor) -> None:
    page = ann.goto()
    page.get_by_role("button", name="Open a private table").click()
    page.get_by_text("Options", exact=True).click()
    for name in ("Bets: from", "Bets: to"):
        expect(page.get_by_label(name, exact=True)).to_have_attribute("inputmode", "decimal")


@pytest.mark.clause("WA-LIM")
def test_a_player_is_not_asked_for_an_authorised_limit(ann: Visitor) -> None:
    page = ann.goto()
    page.get_by_role("button", name="Open a private table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Rules").select_option("washington")
    dialog.get_by_text("Options", exact=True).click()
    expect(dialog.get_by_label("Bets: to", exact=True)).to_be_visible()
    expect(dialog.get_by_label("Authorised limit")).to_be_hidden()
    dialog.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name="To the table").click()
    expect(page.locator(".table-facts")).to_contain_text("practice table")


def opened_table(someone: Visitor) -> Page:
    """With the dialog that shows its link."""
    page = someone.goto()
    page.get_by_role("button", name="Open a private table").click()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Your table is open")).to_be_visible()
    return page
