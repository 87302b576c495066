"""Without the house nothing is dead: the page says Offline, and goes on by itself when it can."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browser.visitor import Visitor, visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

UNREACHED = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK_CHANGED")
"""What a browser itself says of a network that is not there."""


@pytest.fixture
def ann(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url) as someone:
        someone.foresee(*UNREACHED)
        yield someone


def offline(page: Page) -> None:
    expect(page.locator("#offline")).to_contain_text("Offline")
    expect(page.locator("#offline")).to_be_visible()


def online(page: Page) -> None:
    expect(page.locator("#offline")).to_be_hidden()


def in_lobby(ann: Visitor) -> Page:
    """In the lobby, when all that is fetched ahead has come."""
    page = ann.goto()
    expect(page.get_by_role("button", name="Play at Washington")).to_be_visible()
    page.evaluate("customElements.whenDefined('cw-table').then(() => true)")
    return page


@pytest.mark.parametrize("name", ["Washington", "Online"])
def test_table_opened_without_a_network_comes_later(ann: Visitor, name: str) -> None:
    ann.page.clock.install()
    page = in_lobby(ann)
    ann.context.set_offline(True)
    offline(page)
    page.get_by_role("button", name=f"Play at {name}").click()
    for _ in range(6):  # longer than a command is sent again
        page.clock.run_for(1_000)
        page.wait_for_timeout(50)
    offline(page)
    ann.context.set_offline(False)
    expect(page.locator(".place.mine").first).to_be_visible()
    online(page)
    ann.deal()


def test_known_table_opened_without_a_network_comes_later(ann: Visitor) -> None:
    ann.play_at("Washington")
    ann.rest()
    page = ann.page
    page.get_by_role("link", name="Tables", exact=True).click()
    back = page.get_by_role("button", name="Back to Washington")
    expect(back).to_be_visible()
    ann.context.set_offline(True)
    back.click()
    offline(page)
    ann.context.set_offline(False)
    ann.rest()
    online(page)
    ann.deal()


@pytest.mark.parametrize("screen", ["/", "/verify", "/tables/washington"])
def test_network_that_goes_is_said_at_once(ann: Visitor, screen: str) -> None:
    page = ann.goto(screen)
    expect(page.locator("html[data-looks]")).to_be_attached()  # the shell listens
    expect(page.locator("main .loading")).to_have_count(0)
    expect(page.locator("h1")).to_be_visible()
    ann.context.set_offline(True)
    offline(page)
    ann.context.set_offline(False)
    online(page)


def test_command_that_does_not_arrive_is_said_at_once(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()

    def gone(route: Route) -> None:
        route.abort()

    page.route("**/api/tables/*/bet", gone)
    page.route("**/healthz", gone)
    page.locator("[data-command=deal]").click()
    offline(page)
    page.unroute("**/api/tables/*/bet")
    page.unroute("**/healthz")
    ann.rest()
    online(page)


def test_command_that_never_arrives_is_not_forgotten_in_silence(ann: Visitor) -> None:
    ann.page.clock.install()
    page = ann.play_at("Washington")
    ann.rest()
    page.route("**/api/tables/*/bet", lambda route: route.abort())
    page.locator("[data-command=deal]").click()
    alert = page.locator(".alert")
    for _ in range(100):  # each time it is sent again it is waited for longer
        page.wait_for_timeout(50)
        if alert.count():
            break
        page.clock.fast_forward(1000)
    expect(alert).to_contain_text("No answer came. See whether it was done before you try again.")
    page.unroute("**/api/tables/*/bet")
    ann.deal()
    expect(page.locator(".place.mine .card")).not_to_have_count(0)


def test_word_from_between_is_no_answer(ann: Visitor) -> None:
    """A proxy that does not reach the house: the command is sent again, under the same key."""
    page = ann.play_at("Washington")
    ann.rest()
    keys = []

    def between(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) < 3:
            route.fulfill(status=502, content_type="text/html", body="Bad gateway")
        else:
            route.continue_()

    page.route("**/api/tables/*/bet", between)
    page.locator("[data-command=deal]").click()
    offline(page)
    ann.rest()
    online(page)
    expect(page.locator(".place.mine .card")).not_to_have_count(0)
    assert len(keys) == 3
    assert len(set(keys)) == 1
    ann.foresee("status of 502")


def test_rules_opened_without_a_network_come_later(ann: Visitor) -> None:
    page = in_lobby(ann)
    ann.context.set_offline(True)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("main h1")).to_contain_text("Offline")
    expect(page.locator("main")).not_to_contain_text("new version")
    ann.context.set_offline(False)
    expect(page.get_by_role("heading", name="Rules, and what they cost")).to_be_visible()
    online(page)


def test_known_screen_without_a_network_comes_later(ann: Visitor) -> None:
    page = ann.goto("/rules")
    expect(page.get_by_role("heading", name="Rules, and what they cost")).to_be_visible()
    page.get_by_role("link", name="Tables", exact=True).click()
    expect(page.get_by_role("button", name="Play at Washington")).to_be_visible()
    ann.context.set_offline(True)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("main")).to_contain_text("The house does not answer.")
    ann.context.set_offline(False)
    expect(page.get_by_role("heading", name="Rules, and what they cost")).to_be_visible()


def test_who_has_played_can_verify_without_a_network(ann: Visitor) -> None:
    page = ann.play_at("Online")
    ann.deal()
    if ann.offers("surrender"):
        ann.press("surrender")
    page.wait_for_function("customElements.get('cw-verify') !== undefined")
    ann.context.set_offline(True)
    offline(page)
    page.get_by_role("link", name="Verify", exact=True).click()
    expect(page.locator("cw-verify input[type=file]")).to_be_attached()


@pytest.mark.parametrize(
    "screen, held, text",
    [
        ("/", "**/api/lobby/events", "Loading the tables…"),
        ("/tables/washington", "**/api/tables/washington", "Loading the table…"),
        ("/rules", "**/api/rules", "Loading…"),
    ],
)
def test_screen_says_that_it_loads(ann: Visitor, screen: str, held: str, text: str) -> None:
    waiting: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held:
            waiting.append(route)
        else:
            route.continue_()

    ann.page.route(held, hold)
    page = ann.goto(screen)
    expect(page.locator(".loading[aria-busy=true]")).to_have_text(text)
    is_held = False
    for route in waiting:
        route.continue_()
    expect(page.locator(".loading")).to_have_count(0)
