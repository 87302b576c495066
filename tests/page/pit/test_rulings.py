"""Rulings in a browser: given in the pit or at the console, and told to whoever they concern."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from casinowar.game.actions import CancelRound
from casinowar.house.tables import floor
from casinowar.store.writer.work import Work
from tests.page.pit.test_pit import answer, open_table, seated
from tests.support.browser.visitor import TABLET, Visitor, visitor
from tests.support.house.served import Client, Served, served
from tests.support.house.staff import hire, open_by_hand, say, sign_in

pytestmark = pytest.mark.needs("browser")

MONTH = 31 * 24 * 3600


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as made:
        hire(made)
        yield made


@pytest.fixture
def olga(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, TABLET) as someone:
        sign_in(someone, "olga")
        yield someone


@pytest.fixture
def ann(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, TABLET) as someone:
        someone.post("/api/guest")
        yield someone


def ask(someone: Visitor, table: str, command: str, **body: Any) -> Any:
    return someone.post(f"/api/tables/{table}/{command}", body)


def play_round(someone: Visitor | Client, table: str) -> None:
    post = someone.post if isinstance(someone, Visitor) else someone.ask
    bets = [{"seat": 1, "wager": "primary", "amount": 500}]
    done = post(f"/api/tables/{table}/bet", {"bets": bets, "ready": True})
    while done["state"]["need"]["type"] == "choice_needed":
        choice = {"seat": 1, "choice": "surrender"}
        done = post(f"/api/tables/{table}/choose", choice)


def own_game(someone: Visitor) -> str:
    table = str(someone.post("/api/tables/online/game")["table"])
    ask(someone, table, "sit", seat=1)
    return table


@pytest.mark.clause("SG-14")
def test_operator_voids_an_earlier_game_and_the_player_is_told_why(
    olga: Visitor, ann: Visitor
) -> None:
    table = own_game(ann)
    for _ in range(3):
        play_round(ann, table)
    at_table = ann.goto(f"/tables/{table}")
    expect(at_table.get_by_role("button", name="Leave").first).to_be_visible()
    page = olga.goto(f"/pit/{table}")
    page.get_by_role("button", name="Void an earlier game").click()
    page.get_by_role("dialog").get_by_label("Round").fill("1")
    answer(page, "Void this game", "the display froze")
    told = "Round 1 is void, all wagers go back: the display froze."
    expect(at_table.get_by_role("alert").get_by_text(told).first).to_be_visible()
    expect(page.locator(".incidents li").first).to_contain_text("round 1 is void")
    mine = ann.goto("/rounds")
    row = mine.locator(".round-row").nth(2)
    expect(row).to_contain_text("Round 1")
    expect(row.locator(".round-note")).to_have_text("Ruling: round 1 is void (the display froze).")
    replay = ann.goto(f"/rounds/{table}/1")
    expect(replay.locator(".steps")).to_contain_text("Ruling: round 1 is void (the display froze).")
    later = ann.goto(f"/rounds/{table}/2")
    expect(later.locator(".steps")).not_to_contain_text("froze")


@pytest.mark.clause("FC-18")
def test_pit_boss_rules_on_one_wager(olga: Visitor, house: Served) -> None:
    table = open_table(olga, "Long corner", "fun-casino")
    guest = seated(house, table)
    play_round(guest, table)
    name = guest.look("/api/me")["name"]
    page = olga.goto(f"/pit/{table}")
    page.get_by_role("button", name="Rule on a round").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("About").select_option(label=f"Seat 1, {name}: bet 5.00")
    dialog.get_by_label("Ruling").select_option(label="Pay it as higher")
    answer(page, "Rule", "the card was misread")
    notes = guest.look("/api/me/rounds")["rounds"][0]
    assert notes["net"] == 500
    assert notes["notes"] == [
        "ruling: seat 1: primary 5.00 is paid 5.00, as higher (the card was misread)"
    ]
    expect(page.locator(".incidents li").first).to_contain_text("the card was misread")
    page.get_by_role("button", name="Rule on a round").click()  # each wager once
    expect(page.get_by_role("dialog").get_by_label("About")).to_have_count(0)


@pytest.mark.clause("FC-18")
def test_player_sees_the_ruling_on_a_bet_that_lies_there(
    olga: Visitor, ann: Visitor, house: Served
) -> None:
    table = open_table(olga, "Felt corner", "fun-casino")
    ask(ann, table, "sit", seat=1)
    bets = [{"seat": 1, "wager": "primary", "amount": 500}]
    ask(ann, table, "bet", bets=bets)
    page, me = ann.goto(f"/tables/{table}"), ann.look("/api/me")["player"]
    expect(page.get_by_text("5.00").first).to_be_visible()
    body = {"player": me, "seat": 1, "wager": "primary", "ruling": "return"}
    ask(olga, table, "rule-wager", **body, reason="it came late")
    told = "Ruling on seat 1, bet 5.00: it is returned. Reason: it came late."
    expect(page.get_by_role("alert").get_by_text(told).first).to_be_visible()
    assert ann.look(f"/api/tables/{table}")["view"]["bets"] == []


@pytest.mark.clause("FC-18")
def test_wager_is_ruled_on_at_the_console(olga: Visitor) -> None:
    table = open_by_hand(olga, "fun-casino")
    say(
        olga,
        table,
        "dealer",
        "sit ann bob",
        "shoe",
        "cut",
        "cutcard 30",
        "b",
        "1=20 2=10",
        "9 k 4",
        "p",
    )
    page = olga.goto(f"/deal/{table}")
    page.get_by_role("button", name="Rule on the round").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("About").select_option(label="Seat 2, bob: bet 10.00")
    dialog.get_by_label("Reason").fill("a late bet")
    dialog.get_by_role("button", name="Take it").click()
    expect(page.locator(".orders li").last).to_contain_text("take back 10.00")
    expect(page.locator(".orders li").last).to_contain_text("take 10.00")


@pytest.mark.clause("SG-15")
def test_game_cancelled_after_a_month_says_why(ann: Visitor, house: Served) -> None:
    table = own_game(ann)
    wagers = [{"seat": 1, "wager": wager, "amount": 500} for wager in ("primary", "tie")]
    done = ask(ann, table, "bet", bets=wagers, ready=True)
    while done["state"]["need"]["type"] != "choice_needed":
        done = ask(ann, table, "bet", bets=wagers, ready=True)
    page = ann.goto(f"/tables/{table}")
    expect(page.get_by_role("button", name="Surrender").first).to_be_visible()
    before = ann.look("/api/me")["balance"]

    def cancel(work: Work) -> None:
        play = house.house.means.play(work, work.running(table))
        play.take(CancelRound(work.now // 1000 + MONTH), "house")
        floor.keep(work, play)

    house.house.do_now(cancel)
    expect(page.get_by_role("alert").get_by_text("was open for too long").first).to_be_visible()
    expect(results(page)).to_contain_text("returned: the round was open for too long")
    assert ann.look("/api/me")["balance"] == before + 500  # the tie wager was decided, and stands
    number = ann.look(f"/api/tables/{table}")["view"]["round"]["number"]
    first = ann.goto("/rounds").locator(".round-row").first
    expect(first.locator(".round-note")).to_have_text(
        f"Round {number} is cancelled: it took too long."
    )
    replay = ann.goto(f"/rounds/{table}/{number}")
    expect(replay.locator(".settlements")).to_contain_text("goes back: the round is cancelled")


def results(page: Page) -> Any:
    return page.get_by_role("list", name="Results of your wagers")
