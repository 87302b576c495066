"""The sign of a hand-dealt table, one tap from the dealer's console."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.console import at_table
from tests.support.browser.visitor import Visitor
from tests.support.game.schedules import SCHEDULES

pytestmark = pytest.mark.needs("browser")


@pytest.mark.clause("SD-5")
def test_the_dealer_has_the_sign_at_hand(dora: Visitor) -> None:
    at_table(dora, "south-dakota")
    dora.page.get_by_role("button", name="Sign", exact=True).click()
    sign = dora.page.get_by_role("dialog")
    rows = sign.locator("table").first.locator("tbody tr")
    for at, (says, figure) in enumerate(SCHEDULES["south-dakota"]):
        expect(rows.nth(at)).to_contain_text(says)
        expect(rows.nth(at)).to_contain_text(figure)
    dora.page.keyboard.press("Escape")
    expect(sign).to_have_count(0)
