"""One's own table is opened once, however often the button is clicked."""

import pytest
from playwright.sync_api import expect

from tests.support.visitor import Visitor

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
