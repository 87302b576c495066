"""Looking back: one's rounds, each at its address, told step by step with its clauses."""

import re

import pytest
from playwright.sync_api import expect

from casinowar.rules.file import load_rules
from tests.support.browser.screens import (
    come,
    look,
    play,
    replay,
    rounds,
    rounds_none,
    table_rounds,
)
from tests.support.browser.visitor import Visitor, cents

pytestmark = pytest.mark.needs("browser")


def test_who_has_not_played_is_told_so(ann: Visitor) -> None:
    rounds_none(ann)
    ann.page.get_by_role("link", name="To the tables").click()
    expect(ann.page.get_by_role("heading", name="Casino War")).to_be_visible()


def test_rounds_come_in_pages_with_cards_and_wagers(ann: Visitor) -> None:
    rounds(ann)
    page, rows = ann.page, ann.page.locator(".round-row")
    older = page.get_by_role("button", name="Older rounds")
    whole = look(ann, "/api/me/rounds?limit=200")["rounds"]
    for shown in range(20, len(whole), 20):  # how many there are is chance
        older.click()
        expect(rows).to_have_count(min(shown + 20, len(whole)))
        expect(rows.nth(shown).get_by_role("link")).to_be_focused()
    expect(older).to_be_hidden()
    for row, told in zip(rows.all(), whole, strict=True):
        assert cents(row.locator(".net").inner_text()) == told["net"]
        assert row.locator(".mini-card").count() == len(told["cards"])
        for wager in told["wagers"]:
            name = {"primary": "bet"}.get(wager["wager"], f"{wager['wager']} wager")
            assert f"{name} {wager['stake'] / 100:.2f}" in row.inner_text()


def test_rounds_of_a_table_are_everyones(ann: Visitor) -> None:
    table_rounds(ann)
    page, table = ann.page, ann.page.url.rpartition("/")[2]
    told = look(ann, f"/api/tables/{table}/rounds?limit=20")
    rows = page.locator(".round-row")
    expect(rows).to_have_count(len(told["rounds"]))
    for row, one in zip(rows.all(), told["rounds"], strict=True):
        assert row.locator(".mini-card").count() >= len(one["cards"])
        nets = [cents(text) for text in row.locator(".net").all_inner_texts()]
        assert sum(nets) == sum(wager["net"] for wager in one["wagers"])
        for player in {wager["player"] for wager in one["wagers"]}:
            assert told["names"][player]["name"] in row.inner_text()
        assert row.locator(".tag").count() == len(
            {each["player"] for each in one["wagers"] if told["names"][each["player"]]["bot"]}
        )
    rows.first.get_by_role("link").click()
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
    page.get_by_role("link", name="its rounds").click()
    page.get_by_role("link", name="To the table").click()
    ann.rest()
    page.get_by_role("link", name="Rounds at this table").click()
    expect(page.get_by_role("heading", name="Rounds at Friday night")).to_be_visible()


def test_fresh_table_has_no_rounds(ann: Visitor) -> None:
    ann.goto("/rounds/washington")
    expect(ann.page.get_by_role("heading", name="Rounds at Washington")).to_be_visible()
    expect(ann.page.get_by_text("No round yet")).to_be_visible()


def test_each_round_has_an_address_that_stays(ann: Visitor) -> None:
    rounds(ann)
    ann.page.locator(".round-row a").nth(3).click()
    expect(ann.page.get_by_role("group", name="Replay")).to_be_visible()
    address, title = ann.page.url, ann.page.locator("h1").inner_text()
    assert "/rounds/" in address
    ann.page.go_back()
    expect(ann.page.locator(".round-row").first).to_be_visible()
    ann.page.goto(address)
    expect(ann.page.locator("h1")).to_have_text(title)


def test_round_is_replayed_by_keyboard_and_by_button(ann: Visitor) -> None:
    replay(ann)
    page, says = ann.page, ann.page.locator(".replay-says")
    last = page.locator(".steps li").count()
    expect(says).to_have_text("The bets are made.")
    page.keyboard.press("End")
    expect(says).to_have_text("The round is over.")
    page.keyboard.press("Home")
    expect(says).to_have_text("The bets are made.")
    expect(page.locator(".replay-felt .mini-card")).to_have_count(0)
    cards = []
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".step[aria-current=step] > :first-child")).to_have_text(
            says.inner_text()
        )
        expect(says).to_have_attribute("data-step", f"{step} / {last}")
        cards.append(page.locator(".replay-felt .mini-card").count())
    assert cards == sorted(cards), "cards are never taken back"
    assert cards[-1] == 4, "two, and two in the war"
    page.keyboard.press("ArrowRight")
    expect(says).to_have_attribute("data-step", f"{last} / {last}")
    page.get_by_role("button", name="Step back").click()
    expect(says).to_have_attribute("data-step", f"{last - 1} / {last}")
    page.get_by_role("button", name="First step").click()
    expect(says).to_have_attribute("data-step", f"0 / {last}")
    page.locator(".step").nth(2).click()
    expect(says).to_have_attribute("data-step", f"3 / {last}")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(says).to_have_attribute("data-step", f"4 / {last}")


def test_every_settlement_shows_the_clause_behind_it(ann: Visitor) -> None:
    come(ann)
    table, war = play(ann, 1)
    ann.goto(f"/rounds/{table}/{war}")
    rows = ann.page.locator(".settlements > li")
    found = look(ann, f"/api/tables/{table}/rounds/{war}")
    expect(rows).to_have_count(len(found["settlements"]))
    tie = rows.filter(has_text="tie 5.00 wins 50.00")
    expect(tie.locator("dt")).to_have_text("WA-4c")
    expect(tie.locator("dd")).to_have_text(load_rules("washington").says("WA-4c"))
    ann.page.keyboard.press("End")
    expect(ann.page.locator(".replay-says")).to_have_text("The round is over.")
    net = sum(cents(text) for text in ann.page.locator(".replay-wager b").all_inner_texts())
    assert net == sum(each["net"] for each in found["settlements"])
    went = "came out even" if not net else f"{'won' if net > 0 else 'lost'} {abs(net) / 100:.2f}"
    expect(ann.page.locator(".replay-outcome")).to_have_text(re.compile(rf"guest-\w+ {went}\.$"))


def test_round_leads_to_its_shoe(ann: Visitor) -> None:
    replay(ann)
    ann.page.get_by_role("link", name="check its shoe").click()
    expect(ann.page.get_by_role("heading", name="Right so far")).to_be_visible()


def test_round_that_is_not_there_is_told(ann: Visitor) -> None:
    ann.goto("/rounds/washington/777")
    expect(ann.page.get_by_text("There is no round 777 at table washington.")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Try again")).to_have_count(0)
    ann.goto("/rounds/online-another/1")
    expect(ann.page.get_by_text("There is no table")).to_be_visible()
    expect(ann.page.get_by_text("A game of one's own is shown to its player")).to_be_visible()
    ann.foresee_refusals()
