"""The house is killed in mid-round and started again: the page says so, and goes on by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.nursery import Nursery, nursery

pytestmark = pytest.mark.needs("browser")

UNREACHED = (
    *("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"),
    *("ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED_ENCODING"),
)
"""What a browser itself says of a server that is not there."""


@pytest.fixture
def killed(tmp_path: Path) -> Iterator[Nursery]:
    """A house that answers at the same address whenever it is started; a tie waits that long."""
    with nursery(tmp_path, requests_per_second=0, choice_seconds=3600) as house:
        house.start()
        house.port = int(house.url.rpartition(":")[2])
        yield house


@pytest.fixture
def ann(browser: Browser, killed: Nursery) -> Iterator[Visitor]:
    with visitor(browser, killed.url) as someone:
        someone.foresee(*UNREACHED)
        yield someone


def test_house_comes_back_in_mid_round(ann: Visitor, killed: Nursery) -> None:
    page = ann.play_at("Washington")
    ann.until_tie()
    own = page.locator(".place.mine .card").get_attribute("data-card")
    before = ann.balance
    page.evaluate("window.marked = true")
    killed.end()
    expect(page.locator("#offline")).to_be_visible()
    killed.start()
    expect(page.locator("#offline")).to_be_hidden(timeout=15_000)
    assert page.locator(".place.mine .card").get_attribute("data-card") == own
    ann.press("war")
    expect(page.locator(".place.mine .place-cards .card")).to_have_count(2)
    assert ann.balance - before in (-500, 1000, 1500)
    assert page.evaluate("window.marked"), "the page was not loaded anew"


def test_command_is_sent_again_until_the_house_is_back(ann: Visitor, killed: Nursery) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    killed.end()
    page.locator("[data-command=deal]").click()
    killed.start()
    ann.rest()
    rounds = page.evaluate("fetch('/api/me/rounds').then((answer) => answer.json())")["rounds"]
    undecided = page.locator(".choice").count()
    assert len(rounds) + undecided == 1, "dealt once"
