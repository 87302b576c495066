"""Links as a person uses them: opened in a browser, and the button pressed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from casinowar.house.people.accounts import new_operator_link
from tests.support.browser.browsing import chromium
from tests.support.browser.visitor import SOON, visitor
from tests.support.house.served import Served, served

pytestmark = pytest.mark.needs("browser")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


def test_button_of_an_invitation_works_in_a_browser(house: Served, browser: Browser) -> None:
    opened = house.guest().ask("/api/tables", {"rules": "washington"})
    with visitor(browser, house.url) as ann:
        page = ann.goto(opened["link"])
        page.click("button")
        page.wait_for_url(f"**/tables/{opened['table']}")


def test_operators_link_leads_to_the_pit(house: Served, browser: Browser) -> None:
    """Whoever uses it is known to the page at once, which was never there before."""
    link = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
    with visitor(browser, house.url) as olga:
        page = olga.goto(f"/operator/{link}")
        page.get_by_role("button", name="I am the operator").click()
        expect(page.get_by_text("is the operator of this house now")).to_be_visible(timeout=SOON)
        olga.goto("/pit")
        row = page.locator("tr[data-table=washington]")
        expect(row).to_contain_text("at least 1 seated player", timeout=SOON)
        expect(page.get_by_role("button", name="Pause the house")).to_be_visible()
        page.reload()
        expect(row).to_be_visible(timeout=SOON)
    with visitor(browser, house.url) as bob:
        page = bob.goto(f"/operator/{link}")
        expect(page.get_by_text("no longer")).to_be_visible(timeout=SOON)
        bob.foresee_refusals()
