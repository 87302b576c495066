"""Rules and what they cost: changes move the edge, what cannot be is refused."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, expect

from casinowar.house.tables.floor import Opening
from casinowar.odds.rounding import fixed
from tests.support.browser.screens import SIZES, look, rules, rules_refused
from tests.support.browser.visitor import Visitor
from tests.support.game.rulefiles import variant
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")

TIE = "What the tie wager pays at equal"


def tie(ann: Visitor) -> Locator:
    return ann.page.get_by_role("textbox", name=TIE)


def edge(page: Page, wager: str) -> str:
    return (
        page.locator(f".moved tr[data-wager={wager}]")
        .first.inner_text()
        .replace("\N{NO-BREAK SPACE}", " ")
    )


def test_tie_pay_moves_the_edge_of_the_tie_wager(ann: Visitor) -> None:
    rules(ann)
    page = ann.page
    assert "18.650 %" in edge(page, "tie")
    page.get_by_role("button", name=f"More: {TIE}").click()
    expect(page.locator(".moved")).to_contain_text("11.254 %")
    assert "▼ 7.395 %" in edge(page, "tie")
    assert "2.330 %" in edge(page, "primary")
    assert edge(page, "primary").endswith("\N{EN DASH}")


def test_rules_of_the_houses_own_are_explored_from_their_table(house: Served, ann: Visitor) -> None:
    own = variant("washington", {"shoe.decks": [8]}, head={"id": "evening", "name": "Evening"})
    house.house.open_now(Opening(own, practice=True), "evening")
    page = ann.goto("/tables/evening")
    ann.rest()
    page.get_by_role("link", name="Explore these rules").click()
    picked = page.get_by_role("combobox", name="Rule set")
    expect(picked).to_have_value(own.sha256)
    expect(picked.locator("optgroup[label='Of this house'] option")).to_have_text(["Evening"])
    expect(page.locator(".moved caption")).to_contain_text("8 decks")
    picked.select_option("online")
    expect(page).to_have_url(re.compile("/rules/online"))


def test_generous_table_is_told_to_be_the_players(ann: Visitor) -> None:
    rules(ann)
    tie(ann).fill("14 to 1")
    expect(ann.page.locator(".moved")).to_contain_text("10.932 % for the player")


def test_decks_burns_and_choices_are_changed(ann: Visitor) -> None:
    rules(ann)
    page = ann.page
    page.get_by_label("Decks").select_option("1")
    expect(page.locator(".moved caption")).to_have_text("The bank's edge, 1 deck")
    before = edge(page, "primary")
    page.get_by_label("Step 1").fill("each: burn 1, player, burn 1, dealer")
    page.wait_for_url("**burn+1**")
    page.wait_for_load_state("networkidle")
    assert edge(page, "primary") == before, "nobody sees a burned card"


def test_address_has_every_change(ann: Visitor) -> None:
    rules(ann)
    ann.page.get_by_role("combobox", name="Rule set").select_option("online")
    expect(ann.page.get_by_label("Reading")).to_have_value("by-the-text")
    ann.page.get_by_label("Decks").select_option("8")
    tie(ann).fill("12 to 1")
    expect(ann.page.locator(".moved caption")).to_contain_text("8 decks")
    ann.page.wait_for_url("**12+to+1**")
    shown = edge(ann.page, "tie")
    ann.page.reload()
    expect(tie(ann)).to_have_value("12 to 1")
    expect(ann.page.get_by_label("Decks")).to_have_value("8")
    expect(ann.page.locator(".plot .before")).to_be_visible()
    assert edge(ann.page, "tie") == shown
    ann.page.get_by_role("button", name="As the rule set has it").click()
    expect(tie(ann)).to_have_value("10 to 1")
    expect(ann.page.locator(".moved caption")).to_contain_text("6 decks")
    assert ann.page.url.endswith("/rules/online?reading=by-the-text")


def test_what_cannot_be_is_refused_and_mended(ann: Visitor) -> None:
    rules_refused(ann)
    refused = ann.page.locator(".refused")
    expect(refused).to_contain_text("pays.equal.tie: 'a lot' is not a pay")
    tie(ann).fill("9 to 1")
    expect(refused).to_have_count(0)
    expect(ann.page.locator(".moved")).to_contain_text("▲ 7.395 %")


def test_readings_stand_side_by_side(ann: Visitor) -> None:
    rules(ann)
    row = ann.page.locator(".compared tbody tr").filter(has_text="tie-loses")
    expect(row).to_contain_text("7.395 %*")
    row.get_by_role("link", name="south-dakota").click()
    expect(ann.page.get_by_label("Reading")).to_have_value("tie-loses")


@pytest.mark.clause("WA-4")
def test_two_readings_never_look_alike(ann: Visitor) -> None:
    rules(ann)
    facts = [
        ann.page.locator(".compared tbody tr").filter(has_text=reading)
        for reading in ("right-to-left", "left-to-right")
    ]
    expect(facts[0]).to_contain_text("R-L: primary, tie*")
    expect(facts[1]).to_contain_text("L-R: primary, tie")
    others = ann.page.locator(".other-fields")
    others.get_by_text("Other fields that differ").click()
    expect(others).to_contain_text("pays.war_higher.primary")
    expect(others).to_contain_text("push; lose (fun-casino first-bet-lost)")
    expect(others).to_contain_text("7; 8 (california); 3 (online)")


def test_edge_stays_in_sight_on_a_phone(ann: Visitor) -> None:
    ann.page.set_viewport_size(SIZES["phone"])
    rules(ann)
    tie(ann).fill("11 to 1")
    summary = ann.page.locator(".explore-summary")
    expect(summary).to_have_text("Edge: bet 2.330 % · tie wager 11.254 %")
    expect(summary).to_be_in_viewport()


def test_odds_panel_tells_what_a_table_is_worth_now(ann: Visitor) -> None:
    ann.goto("/verify")
    ann.page.evaluate(
        """async () => {
          const script = document.querySelector('script[type=module]').src;
          await import(script.replace('app.js', 'rules/cw-odds.js'));
          const panel = document.createElement('cw-odds');
          panel.setAttribute('table', 'washington');
          document.querySelector('main').replaceChildren(panel);
        }"""
    )
    panel = ann.page.locator("cw-odds")
    expect(panel).to_contain_text("From a fresh shoe of 6 decks.")
    expect(panel).to_contain_text("18.650 %")
    expect(panel.get_by_role("row", name="any rank")).to_contain_text("\N{MINUS SIGN}0.3151 (best)")
    expect(panel.locator("svg rect").first).to_be_visible()
    panel.evaluate("panel => { panel.seen = [...'AAAAAAAAAAAAKKKKTT'] }")
    expect(panel).to_contain_text("With the 18 cards seen so far gone from 6 decks.")
    expect(panel.get_by_role("row", name="any rank")).to_have_count(0)
    panel.evaluate("panel => panel.tie([...'AAAAAAAAAAAAKKKKTT'], 'T')")
    expect(panel).to_contain_text("With the 16 cards seen before this tie gone from 6 decks.")
    expect(panel.locator("tr.now")).to_contain_text("your tie of 10")


def test_odds_of_a_tie_are_those_of_the_cards_before_it(ann: Visitor) -> None:
    ann.play_at("Washington")
    ann.until_tie()
    ann.page.get_by_text("The odds here").click()
    table = look(ann, "/api/tables/washington")
    seen = [card[0] for card in table["view"]["shoe"]["seen"]]
    rank = seen[-1]
    assert seen[-2] == rank, "the tie is what was dealt last"
    odds = look(ann, f"/api/tables/washington/odds?gone={'%20'.join(seen[:-2])}")
    (row,) = (each for each in odds["decisions"] if each["rank"] == rank)
    worth = fixed(Fraction(row["expectation"]["war"]), 4).replace("-", "\N{MINUS SIGN}")
    expect(ann.page.locator("cw-odds tr.now")).to_contain_text(f"{worth} (best)")


def test_a_comparison_that_goes_on_beyond_the_edge_says_so(ann: Visitor) -> None:
    rules(ann)
    page, hint = ann.page, ann.page.get_by_text("There is more to the right")
    wider = "each => each.scrollWidth > each.clientWidth"
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert page.locator(".scrolled").evaluate(wider)
        expect(hint).to_be_visible()
