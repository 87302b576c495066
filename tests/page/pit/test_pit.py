"""The pit in a browser: what is seen there is what is so, and what is done there is done."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import update

from casinowar.rules.file import load_rules
from casinowar.store import schema
from tests.support.browser.pit_screens import played
from tests.support.browser.visitor import TABLET, Visitor, visitor
from tests.support.house.served import Client, Served, served
from tests.support.house.staff import PASSWORD, hire, open_by_hand, say, sign_in

pytestmark = pytest.mark.needs("browser")

ASKED_AGAIN = 6000
"""Milliseconds in which a page that still looks asks again."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all: each test has tables of its own."""
    with served(tmp_path_factory.mktemp("house")) as made:
        hire(made)
        yield made


@pytest.fixture
def olga(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, TABLET) as someone:
        sign_in(someone, "olga")
        yield someone


def open_table(someone: Visitor, name: str, rules: str = "washington") -> str:
    asked = {
        "rules": rules,
        "public": True,
        "practice": True,
        "name": name,
        "players_may_have_edge": True,
    }
    return str(someone.post("/api/tables", asked)["table"])


def answer(page: Page, act: str, why: str) -> None:
    """Give the reason that is asked for."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(why)
    dialog.get_by_role("button", name=act, exact=True).click()
    expect(dialog).to_have_count(0)


def seated(house: Served, table: str) -> Client:
    guest = house.guest()
    guest.command(table, "sit", seat=1)
    return guest


def bet(guest: Client, table: str) -> None:
    guest.command(table, "bet", bets=[{"seat": 1, "wager": "primary", "amount": 500}])


def test_tables_are_live_and_can_be_found(olga: Visitor, house: Served) -> None:
    table = open_table(olga, "By the window")
    open_table(olga, "By the door")
    page = olga.goto("/pit")
    row = page.locator(f"tr[data-table={table}]")
    expect(row).to_contain_text("at least 1 seated player")
    guest = seated(house, table)
    bet(guest, table)
    expect(row.locator("[data-head='Open wagers']")).to_have_text("5.00")
    page.get_by_label("Find").fill("window")
    expect(page.locator(".pit-tables tbody tr")).to_have_count(1)
    page.get_by_label("Find").fill(str(guest.look("/api/me")["name"]))
    expect(page.locator(".pit-tables tbody tr")).to_have_count(1)
    page.get_by_label("Find").fill("")
    page.get_by_label("Alarms only").check()
    expect(row).to_have_count(0)


def test_a_table_is_paused_and_goes_on(olga: Visitor, house: Served, bob: Visitor) -> None:
    table = open_table(olga, "Wet corner")
    page = olga.goto(f"/pit/{table}")
    at_table = bob.goto(f"/tables/{table}")
    in_lobby = bob.context.new_page()
    in_lobby.goto(house.url)
    page.get_by_role("button", name="Pause", exact=True).click()
    answer(page, "Pause", "the carpet is wet")
    for seen in (page, at_table):
        expect(seen.get_by_text("Paused: the carpet is wet", exact=True).first).to_be_visible()
    sign = in_lobby.locator(f"[data-table={table}]")
    expect(sign.get_by_text("Paused: the carpet is wet")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    answer(page, "Go on", "it is dry")
    expect(at_table.get_by_text("Paused")).to_have_count(0)


def test_the_house_is_paused(olga: Visitor) -> None:
    page = olga.goto("/pit")
    page.get_by_role("button", name="Pause the house").click()
    answer(page, "Pause the house", "fire drill")
    expect(page.get_by_text("The house is paused: fire drill")).to_be_visible()
    page.get_by_role("button", name="Let the house go on").click()
    answer(page, "Go on", "it was a drill")
    expect(page.get_by_role("button", name="Pause the house")).to_be_visible()


def test_someone_is_asked_to_leave_and_a_round_is_void(olga: Visitor, house: Served) -> None:
    table = open_table(olga, "Rough corner", "fun-casino")
    guest = seated(house, table)
    page = olga.goto(f"/pit/{table}")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    rules = page.get_by_role("button", name="Rule on a round")
    expect(rules).to_have_count(0)
    bet(guest, table)
    expect(page.get_by_text("Together")).to_be_visible()
    rules.click()
    page.get_by_label("Ruling").select_option("void")
    answer(page, "Rule", "beer on the felt")
    expect(page.get_by_text("None.")).to_be_visible()
    expect(rules).to_have_count(0)
    assert guest.look(f"/api/tables/{table}")["view"]["bets"] == []
    page.get_by_role("button", name="to leave").click()
    with page.expect_request("**/kick") as asked:
        answer(page, "Ask to leave", "more beer")
    assert json.loads(asked.value.post_data or "")["player"] == guest.look("/api/me")["player"]
    expect(page.get_by_text("Seat 1 free")).to_be_visible()
    told = page.locator(".incidents li")
    expect(told).to_have_count(2)
    expect(told.first).to_contain_text("more beer")
    expect(told.last).to_contain_text("Ruling: round 1 is void (beer on the felt).")
    expect(told.last.get_by_role("link")).to_have_count(0)  # it never began


def test_a_ruling_is_on_the_round_that_its_dialog_was_opened_on(
    olga: Visitor, house: Served
) -> None:
    table = open_table(olga, "Quick corner", "fun-casino")
    guest = seated(house, table)
    bet(guest, table)
    page = olga.goto(f"/pit/{table}")
    page.get_by_role("button", name="Rule on a round").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This is the last word on round 1.")
    olga.post(f"/api/tables/{table}/rule", {"ruling": "void", "reason": "beer on the felt"})
    bet(guest, table)
    expect(page.get_by_text("Together")).to_be_visible()
    dialog.get_by_label("Ruling").select_option("void")
    dialog.get_by_label("Reason").fill("beer on the felt")
    dialog.get_by_role("button", name="Rule", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text(
        "Round 1 cannot be ruled on any more: the table is at round 2."
    )
    assert len(guest.look(f"/api/tables/{table}")["view"]["bets"]) == 1
    olga.foresee_refusals()


def test_other_limits_are_another_table(olga: Visitor, bob: Visitor) -> None:
    table = open_table(olga, "Low corner")
    watching = bob.goto(f"/tables/{table}")
    expect(watching.get_by_role("heading", name="Low corner")).to_be_visible()
    page = olga.goto(f"/pit/{table}")
    page.get_by_role("button", name="Other limits").dblclick()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Bets: from", exact=True).fill("5.005")
    dialog.get_by_label("Reason").fill("a high night")
    dialog.get_by_role("button", name="Replace the table").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Bets: “5.005” is no amount")
    dialog.get_by_label("Bets: from", exact=True).fill("25.00")
    answer(page, "Replace the table", "a high night")
    expect(page.get_by_text("bets 25.00 to 500.00")).to_be_visible()
    assert not page.url.endswith(table)
    limits = olga.look(f"/api/tables/{page.url.rpartition('/')[2]}")["sign"]["limits"]
    assert (limits["tie"]["least"], limits["authorised"]) == (500, 50_000)
    watching.get_by_role("link", name="It goes on at another table.").click()
    expect(watching.get_by_role("heading", name="Low corner")).to_be_visible()
    assert watching.url.rpartition("/")[2] == page.url.rpartition("/")[2]


def test_other_options_are_those_that_the_rules_leave_open(olga: Visitor) -> None:
    table = open_table(olga, "Other corner")
    page = olga.goto(f"/pit/{table}")
    page.get_by_role("button", name="Other limits").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Rules are read")).to_have_value("right-to-left")
    expect(dialog.get_by_label("Cards are collected")).to_have_value("pick and pay")
    expect(dialog.get_by_label("Burn the first card")).not_to_be_checked()
    expect(dialog.get_by_label("A round returns")).to_have_count(0)
    dialog.get_by_label("Rules are read").select_option("left-to-right")
    dialog.get_by_label("Cards are collected").select_option("lay and pay")
    dialog.get_by_label("Burn the first card").check()
    answer(page, "Replace the table", "another hand")
    expect(page.get_by_role("heading", name="Other corner")).to_be_visible()
    expect(page).not_to_have_url(f"{page.url.rpartition('/')[0]}/{table}")
    opened = page.locator(".pit-options")
    expect(opened).to_contain_text("Rules are readleft-to-right")
    expect(opened).to_contain_text("First card of a shoeburnedCards are collectedlay and pay")
    sign = olga.look(f"/api/tables/{page.url.rpartition('/')[2]}")["sign"]
    assert sign["reading"]["name"] == "left-to-right"
    assert (sign["collect"], sign["first_burn"]) == ("lay and pay", True)
    page.goto(page.url.replace(page.url.rpartition("/")[2], open_table(olga, "Fun", "fun-casino")))
    page.get_by_role("button", name="Other limits").click()
    expect(dialog.get_by_label("Seats")).to_be_visible()
    for ruled in ("Cards are collected", "Burn the first card"):
        expect(dialog.get_by_label(ruled)).to_be_hidden()


def test_a_void_takes_its_round_off_the_plot(olga: Visitor) -> None:
    table = open_by_hand(olga, "fun-casino")
    say(olga, table, "dealer", "sit ann", "shoe", "cut", "cutcard 30", "b", "1=20", "kd 9c", "")
    page = olga.goto(f"/pit/{table}")
    expect(page.locator(".course")).to_be_attached()
    expect(page.locator(".managed-seats")).to_contain_text("ann")
    assert page.get_by_role("button", name="to leave").count() == 0, "the dealer does"
    page.get_by_role("button", name="Rule on a round").click()
    page.get_by_label("Ruling").select_option("void")
    answer(page, "Rule", "a card fell")
    expect(page.get_by_text("No round is decided yet.")).to_be_visible()
    told = page.locator(".incidents li").first
    expect(told).to_contain_text("a card fell")
    expect(told.get_by_role("link", name="Replay round")).to_be_visible()


def test_the_operator_opens_a_table_for_everyone_with_options(olga: Visitor) -> None:
    page = olga.goto("/pit")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("For everyone")).to_be_checked()
    dialog.get_by_label("Rules").select_option("washington")
    dialog.get_by_label("Name").fill("Four seats")
    dialog.get_by_text("Options").click()
    dialog.get_by_label("Seats").fill("4")
    dialog.get_by_label("Bets: from", exact=True).fill("10")
    dialog.get_by_label("Bets: to", exact=True).fill("200.00")
    dialog.get_by_label("Tie bets: from").fill("1")
    dialog.get_by_label("Tie bets: to").fill("25")
    dialog.get_by_label("Cards are collected").select_option("lay and pay")
    dialog.get_by_label("Burn the first card").check()
    dialog.get_by_label("Authorised limit", exact=True).fill("300")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="Four seats")).to_be_visible()
    sign = olga.look(f"/api/tables/{page.url.rpartition('/')[2]}")["sign"]
    assert (sign["seats"], sign["limits"]["primary"]["least"]) == (4, 1000)
    assert (sign["limits"]["authorised"], sign["limits"]["authorised_by"]) == (30_000, "operator")
    assert (sign["limits"]["tie"]["least"], sign["limits"]["tie"]["most"]) == (100, 2500)
    assert (sign["collect"], sign["first_burn"]) == ("lay and pay", True)


@pytest.mark.clause("WA-LIM")
def test_the_operator_states_the_authorised_limit_or_says_practice(olga: Visitor) -> None:
    page = olga.goto("/pit")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Rules").select_option("washington")
    authorised = dialog.get_by_label("Authorised limit", exact=True)
    opens = dialog.get_by_role("button", name="Open", exact=True)
    expect(authorised).to_be_visible()
    opens.click()
    expect(dialog.get_by_text("state the authorised limit; without one")).to_be_visible()
    olga.foresee_refusals()
    authorised.fill("700")
    dialog.get_by_label("Practice table").check()
    expect(authorised).to_be_hidden()
    opens.click()
    expect(page.locator(".table-remarks")).to_contain_text("This is a practice table.")


def test_the_operator_states_fixed_amounts_and_what_binds_wagers(olga: Visitor) -> None:
    """What only some rules leave open is asked where they do (SD-2, WA-LIM, SG-16)."""
    page = olga.goto("/pit")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Options").click()
    amounts, authorised = (
        dialog.get_by_label("Bets: amounts"),
        dialog.get_by_label("Authorised limit", exact=True),
    )
    returned, least = (
        dialog.get_by_label("A round returns"),
        dialog.get_by_label("Bets: from", exact=True),
    )
    dialog.get_by_label("Rules").select_option("online")
    expect(returned).to_be_visible()
    returned.fill("1000")
    dialog.get_by_label("Rules").select_option("washington")
    expect(authorised).to_be_visible()
    expect(returned).to_be_hidden()
    authorised.fill("700")
    least.fill("10")
    dialog.get_by_label("Rules").select_option("south-dakota")
    expect(least).to_be_hidden()
    expect(authorised).to_be_hidden()
    amounts.fill("20 5 100")
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("heading", name="South Dakota")).to_be_visible()
    limits = olga.look(f"/api/tables/{page.url.rpartition('/')[2]}")["sign"]["limits"]
    assert sorted(limits["primary"]["amounts"]) == [500, 2000, 10000]


def test_a_table_that_pays_wrongly_is_the_first_and_says_so(olga: Visitor, house: Served) -> None:
    table = played(olga, 25)
    of = schema.settlements.c
    rows = update(schema.settlements).where(of.table_id == table, of.wager == "primary")
    altered = rows.values(net=60 * of.stake)
    house.house.do_now(lambda work: work.connection.execute(altered).rowcount)
    page = olga.goto("/pit")
    first = page.locator(".pit-tables tbody tr").first
    expect(first).to_have_attribute("data-table", table)
    expect(first).to_contain_text("is not chance")
    first.get_by_role("link").click()
    expect(page.get_by_role("alert").get_by_text("is not chance")).to_be_visible()
    expect(page.locator(".course .alarmed")).to_be_attached()
    expect(page.locator(".course .bound").first).to_be_attached()


def test_a_rule_file_is_refused_mended_priced_and_opened(olga: Visitor) -> None:
    text = load_rules("washington").source.decode()
    page = olga.goto("/pit")
    page.get_by_role("button", name="Upload rules").dblclick()
    page.get_by_label("Or its text").fill(text.replace("10 to 1", "a lot"))
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("dialog").get_by_text("pays.equal.tie")).to_be_visible()
    olga.foresee_refusals()
    ours = text.replace('name = "Washington card rooms"', 'name = "Our corner"')
    page.get_by_label("A file").set_input_files(
        {"name": "corner.toml", "mimeType": "text/plain", "buffer": ours.encode()}
    )
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("heading", name="Our corner is sound")).to_be_visible()
    expect(page.get_by_text("2.330 % of the first wager").first).to_be_visible()
    opens = page.get_by_role("button", name="Open a table for everyone")
    expect(opens).to_be_visible()
    page.get_by_label("Or its text").fill(ours.replace("10 to 1", "11 to 1"))
    expect(page.get_by_text("The text is another now: check it.")).to_be_visible()
    expect(opens).to_have_count(0)
    page.get_by_label("Or its text").fill(ours)
    page.get_by_role("button", name="Check it").click()
    opens.click()
    expect(page.get_by_text("state the authorised limit")).to_be_visible()
    page.get_by_label("Authorised limit").fill("500")
    opens.dblclick()
    expect(page.get_by_role("heading", name="Our corner", exact=True)).to_be_visible()
    named = [row["name"] for row in olga.look("/api/pit")["tables"]]
    assert named.count("Our corner") == 1


def test_a_pit_boss_has_what_is_theirs(browser: Browser, house: Served) -> None:
    with visitor(browser, house.url, TABLET) as pete:
        sign_in(pete, "pete")
        page = pete.goto("/pit/washington")
        expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
        assert page.get_by_role("button", name="Close").count() == 0
        page.get_by_role("link", name="All tables").click()
        expect(page.locator(".pit-tables tbody tr").first).to_be_visible()
        assert page.get_by_role("button", name="Upload rules").count() == 0


@pytest.mark.parametrize("path", ["/pit", "/pit/washington"])
def test_what_is_no_longer_told_is_said_to_be_old(olga: Visitor, path: str) -> None:
    olga.page.clock.install()
    page = olga.goto(path)
    expect(page.get_by_role("button", name="Pause").first).to_be_visible()
    old = page.get_by_text("What you see is old")
    page.route("**/api/pit", lambda route: route.abort())
    page.clock.fast_forward(ASKED_AGAIN)
    expect(old).to_be_visible()
    page.unroute("**/api/pit")
    page.clock.fast_forward(ASKED_AGAIN)
    expect(old).to_be_hidden()
    olga.foresee("ERR_FAILED")


@pytest.mark.parametrize("path, lost", [("/pit", "session"), ("/pit/washington", "office")])
def test_who_may_no_longer_look_sees_nothing_and_is_told(
    browser: Browser, house: Served, olga: Visitor, path: str, lost: str
) -> None:
    name = f"pia-{lost}"
    made = house.guest().ask("/api/register", {"name": name, "password": PASSWORD}, key="")
    person = f"/api/people/{made['player']}"
    olga.post(f"{person}/role", {"role": "pit-boss", "why": "hired"})
    with visitor(browser, house.url, TABLET) as pia:
        sign_in(pia, name)
        pia.page.clock.install()
        page = pia.goto(path)
        expect(page.locator(".pit-facts")).to_contain_text("Handle")
        if lost == "office":
            olga.post(f"{person}/role", {"role": "player", "why": "gone"})
        else:
            olga.post(f"{person}/sessions/end", {"why": "gone"})
        page.clock.fast_forward(ASKED_AGAIN)
        expect(page.get_by_role("heading", name="The pit is no longer yours.")).to_be_visible()
        expect(page.locator(".pit-head")).to_have_count(0)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.fast_forward(ASKED_AGAIN)
        page.wait_for_timeout(500)  # time for a request to begin
        assert not [url for url in asked if url.endswith("/api/pit")]
        pia.foresee_refusals()


def test_nobody_else_sees_it(bob: Visitor) -> None:
    for path in ("/pit", "/pit/washington", "/people"):
        page = bob.goto(path)
        expect(page.get_by_text("This is for pit bosses and operators.")).to_be_visible()
    expect(page.locator(".pages [data-right]").first).to_be_hidden()
