"""A first visit: how much is sent, and that nothing comes from anywhere else."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

MOST_BYTES = 150_000


def test_first_visit_and_first_table_are_small(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url) as ann:
        page = ann.page
        wire = ann.context.new_cdp_session(page)
        wire.send("Network.enable")
        sizes: list[int] = []
        asked: set[str] = set()
        wire.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
        page.on("request", lambda request: asked.add(request.url))
        ann.play_at("Washington")
        ann.rest()
        expect(page.locator("[data-command=deal]")).to_be_visible()
        assert 20_000 < sum(sizes) < MOST_BYTES
        assert all(url.startswith(house.url) for url in asked)


def test_lobby_asks_for_no_table_by_itself(browser: Browser, house: Served) -> None:
    """Its rows say all that it shows: more tables cost no more requests."""
    with visitor(browser, house.url) as ann:
        asked: list[str] = []
        ann.page.on("request", lambda request: asked.append(request.url))
        with ann.page.expect_request("**/table/cw-table.js"):  # fetched ahead, after the rows
            page = ann.goto()
        expect(page.locator(".sign .edge").first).to_contain_text("%")
        assert not [url for url in asked if "/api/tables" in url]


@pytest.mark.parametrize(
    "name", ["Washington", "South Dakota", "Fun casino", "Online", "California"]
)
def test_every_table_is_played_within_two_clicks(ann: Visitor, name: str) -> None:
    page = ann.goto()
    way = "Practise" if name == "California" else "Play at"  # alone, where a player banks
    page.get_by_role("button", name=f"{way} {name}").click()
    page.locator("[data-command=deal]").click()
    expect(page.locator(".place.mine .card").first).to_be_visible()
    ann.rest()


def test_second_visit_fetches_no_file_again(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url) as ann:
        ann.play_at("Washington")
        ann.rest()
        ann.goto("/tables/washington")
        ann.rest()
        sizes = ann.page.evaluate(
            "performance.getEntriesByType('resource').map((one) => [one.name, one.transferSize])"
        )
        files = {url: size for url, size in sizes if "/static/" in url}
        assert len(files) > 20
        assert not any(files.values()), files
