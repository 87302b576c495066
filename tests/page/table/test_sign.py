"""The sign of a table on the page: one tap away, with what each document wants displayed."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from casinowar.rules.file import builtin_names, load_rules
from tests.support.browser.visitor import Visitor, visitor
from tests.support.game.schedules import SCHEDULES
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

SMALL = {"width": 390, "height": 664}


def open_sign(page: Page) -> Locator:
    page.get_by_role("button", name="Sign", exact=True).click()
    sign = page.get_by_role("dialog")
    expect(sign).to_be_visible()
    return sign


def worded(says: str) -> str:
    return says.replace("primary wager", "bet")


@pytest.mark.clause("WA-PAY")
@pytest.mark.clause("FC-ODDS")
@pytest.mark.clause("SG-17")
@pytest.mark.clause("SD-5")
@pytest.mark.parametrize("name", builtin_names())
def test_the_schedule_is_one_tap_from_the_table(ann: Visitor, name: str) -> None:
    ann.known()
    sign = open_sign(ann.goto(f"/tables/{name}"))
    rows = sign.locator("table").first.locator("tbody tr")
    for at, (says, figure) in enumerate(SCHEDULES[name]):
        row = rows.nth(at)
        expect(row.locator("th")).to_contain_text(worded(says))
        expect(row).to_contain_text(worded(figure).split(" (printed")[0].split(" % of")[0])
    reading = load_rules(name).reading()
    expect(sign).to_contain_text(f"Reading {reading.name}")
    assert not Axe().run(ann.page).response["violations"]


@pytest.mark.clause("FC-13")
def test_the_felt_prints_the_main_pays_and_the_limits(ann: Visitor) -> None:
    page = ann.play_at("Fun casino")
    expect(page.locator(".felt .print span")).to_have_text(
        ["Bet 1 to 1 · Tie wager 10 to 1 · War won 2 to 1 · War tied 3 to 1", "Bets 5.00 to 500.00"]
    )


@pytest.mark.clause("SG-11")
@pytest.mark.clause("SG-19")
def test_notices_and_returns_of_the_online_game(ann: Visitor) -> None:
    ann.known()
    sign = open_sign(ann.goto("/tables/online"))
    notices = sign.locator(".notices")
    for says in (
        "nothing to do with the games before it",
        "malfunctions",
        "30 days",
        "7,800.00",
        "Wins are paid by the table of pays shown here",
        "trade dress of Scientific Games Corp.",
    ):
        expect(notices).to_contain_text(says)
    expect(sign.get_by_role("row", name="return of the tie bet")).to_contain_text("81.35 %")
    printed = sign.get_by_role("row", name="first round, main bet, tie")
    expect(printed.locator(".figure")).to_have_text(["PUSH", "surrender or war"])


@pytest.mark.clause("CA-OWN")
def test_california_names_the_owner(ann: Visitor) -> None:
    ann.known()
    sign = open_sign(ann.goto("/tables/california"))
    for says in (
        "belongs to SHFL Entertainment, Inc.",
        "the approval of the Bureau of Gambling Control",
        "is between the two of them",
        "The house never banks and takes no share of any wager",
    ):
        expect(sign.locator(".notices")).to_contain_text(says)


def test_a_clause_opens_its_sentence_by_the_keyboard(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.deal()
    ann.rest()
    if ann.offers("surrender"):
        ann.press("surrender")
        ann.rest()
    clause = page.locator(".results .clause").first
    clause.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=f"Clause {clause.inner_text()}")
    expect(dialog).to_contain_text(load_rules("washington").says(clause.inner_text()))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(clause).to_be_focused()


def test_a_clause_on_the_sign_opens_its_sentence(ann: Visitor) -> None:
    ann.known()
    sign = open_sign(ann.goto("/tables/washington"))
    sign.get_by_role("button", name="ALL-9").first.click()
    expect(ann.page.get_by_role("dialog", name="Clause ALL-9")).to_contain_text(
        load_rules("washington").says("ALL-9")
    )


@pytest.mark.parametrize(
    "rules, reading, says",
    [
        pytest.param(
            *("california", "primary-collected"),
            "it is collected before the war is dealt. CA-ROUND-5",
            marks=pytest.mark.clause("CA-ROUND-5"),
        ),
        pytest.param(
            *("fun-casino", "first-bet-lost"),
            "it is lost even if the war is won. FC-ODDS",
            marks=pytest.mark.clause("FC-ODDS"),
        ),
    ],
)
def test_a_table_where_war_costs_the_bet_says_so(
    ann: Visitor, rules: str, reading: str, says: str
) -> None:
    ann.known()
    ann.post("/api/guest")
    body = {"rules": rules, "reading": reading, "name": "Strict"}
    table = ann.post("/api/tables", body)["table"]
    page = ann.goto(f"/tables/{table}")
    told = page.locator(".table-remarks")
    expect(told).to_have_text(f"Going to war costs the bet: {says}")
    expect(page.locator(".table-facts")).to_contain_text(f"reading {reading}")
    page = ann.goto("/")
    own = page.locator(f'[data-table="{table}"]')
    expect(own.locator(".reading")).to_have_text(reading)
    expect(own.locator(".remarks")).to_contain_text("Going to war costs the bet")


def test_the_sign_fits_a_phone(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url, SMALL) as ann:
        ann.known()
        sign = open_sign(ann.goto("/tables/california"))
        assert sign.evaluate("it => it.scrollWidth <= it.clientWidth")
        assert sign.evaluate("it => it.getBoundingClientRect().right <= innerWidth")


@pytest.mark.clause("WA-LIM")
def test_a_practice_table_says_so_and_who_stated_its_limit(ann: Visitor) -> None:
    ann.known()
    page = ann.goto("/tables/washington")
    expect(page.locator(".table-remarks")).to_contain_text("This is a practice table.")
    sign = open_sign(page)
    expect(sign).to_contain_text("500.00, the table's maximum, which nobody has stated")
