"""The banker's round: what is asked and said, a wrong stake, and what the bank won or lost."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.screens import look
from tests.support.browser.together import sit_together
from tests.support.browser.visitor import Visitor, cents, visitor
from tests.support.house.served import PATIENT, served

pytestmark = pytest.mark.needs("browser")


def test_banker_is_asked_told_and_shown(browser: Browser, tmp_path: Path) -> None:
    with (
        served(tmp_path, replace(PATIENT, bank=300, stake=300)) as house,
        visitor(browser, house.url) as banker,
        visitor(browser, house.url) as player,
    ):
        sit_together(house, "california", banker, player)
        offer = banker.page.locator("#heard p", has_text="The bank is offered to you")
        expect(offer).to_have_text([re.compile(r"^The bank is offered to you.* seconds\.$")])
        assert re.search(r"You have \d+ seconds\.$", offer.inner_text())
        banker.press("take-bank")
        expect(banker.page.locator("#heard p").last).to_have_text(
            re.compile(r"^Post your stake .* You have \d+ seconds\.")
        )
        _post(banker)
        expect(player.page.locator(".spot.primary:not(:disabled)")).not_to_have_count(0)
        player.deal()
        if player.page.locator(".choice").count():
            player.press("war")
        expect(player.page.locator(".results li")).not_to_have_count(0)
        player.rest()
        rows = banker.page.locator(".results li")
        expect(rows.last).to_contain_text("Your bank: in all CA-")
        won = sum(cents(text) for text in player.page.locator(".results b").all_inner_texts())
        assert cents(rows.last.locator("b").inner_text()) == -won
        shown = rows.all_text_contents()
        said = banker.page.locator("#heard p").filter(has_text=re.compile("^Your bank "))
        expect(said).to_have_text([re.compile(r"against one player\.$")])
        banker.page.reload()
        expect(rows).to_have_text(shown)
        _look_back(banker, -won)


NOTED = """() => {  // what is asked on the way takes its time
    const { fetch } = window, table = document.querySelector("cw-table");
    window.noted = [];
    window.fetch = async (path, ...given) => {
        window.noted.push(String(path).split("/").pop());
        const slow = new Error().stack.includes("prerequisites.js");
        if (slow) await new Promise((go) => setTimeout(go, 1000));
        return fetch(path, ...given);
    };
    new MutationObserver(() => table.hasAttribute("data-rests") && window.noted.push("rests"))
        .observe(table, { attributeFilter: ["data-rests"] });
}"""


def test_bet_that_lets_the_bank_pass_is_one_thing(ann: Visitor) -> None:
    """A cut, an answer about the bank and the bet: nothing can be pressed between them."""
    page = ann.play_at("California")
    ann.rest()
    page.evaluate(NOTED)
    with page.expect_request("**/bet"):
        page.locator("[data-command=deal]").click()
    noted = page.evaluate("window.noted")
    assert "cut" in noted
    assert "rests" not in noted[: noted.index("bet")]
    ann.rest()


RESTS_AFTER_A_CLICK = """() => {
    document.querySelector("[data-command=deal]").click();
    return document.querySelector("cw-table").hasAttribute("data-rests");
}"""


def test_nothing_can_be_pressed_as_soon_as_a_bet_is_on_its_way(ann: Visitor) -> None:
    """What lets the bank pass is fetched first, which takes a while the first time."""
    page = ann.play_at("California")
    ann.rest()
    with page.expect_request("**/bet"):
        assert page.evaluate(RESTS_AFTER_A_CLICK) is False
    ann.rest()


def _look_back(banker: Visitor, won: int) -> None:
    """The round is the banker's too, and its replay says whose bank it was."""
    page = banker.page
    table = page.url.rpartition("/")[2]
    name = look(banker, "/api/me")["name"]
    how = (
        f"won {won / 100:.2f}" if won > 0 else f"lost {-won / 100:.2f}" if won else "came out even"
    )
    banker.goto(f"/rounds/{table}")
    expect(page.locator(".hands .banked .who")).to_have_text(f"Bank, {name}")
    banker.goto("/rounds")
    expect(page.locator(".hands .banked")).to_contain_text("You, as the bank")
    assert cents(page.locator(".round-row > .net").inner_text()) == won
    page.locator(".round-row a").click()
    expect(page.locator(".replay-outcome")).to_contain_text(f"{name} as the bank {how}.")


def _post(banker: Visitor) -> None:
    field = banker.page.get_by_label("Your stake as banker")
    field.fill("lots")
    banker.page.locator("[data-command=post-stake]").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(banker.page.locator("#says-stake")).to_have_text(
        "This is no amount: write it as 25 or 1.50."
    )
    field.fill("200")
    banker.press("post-stake")


def test_ready_is_said_once(ann: Visitor, bob: Visitor) -> None:
    for someone in (ann, bob):
        someone.play_at("Washington")
        someone.rest()
    ann.press("deal")
    expect(ann.page.get_by_role("button", name="You are ready")).to_be_disabled()
    assert not ann.offers("deal")
    ann.page.keyboard.press("1")
    expect(ann.page.get_by_role("button", name="Bet 10.00")).to_be_enabled()


def test_tie_names_its_cards(ann: Visitor) -> None:
    ann.play_at("Washington")
    ann.until_tie()
    assert re.match(r"A tie at seat 4: your .+ of .+ against the .+ of .+\. War ", ann.heard[-1])
