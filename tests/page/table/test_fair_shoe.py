"""A shoe from its cut to its end, in the page: committed, cut, revealed, and verified there."""

import json

import pytest
from playwright.sync_api import Route, expect

from casinowar.audit.files import audit_shoe
from casinowar.record.shoefile import read_shoe
from tests.support.browser.screens import come, look, post, shoe
from tests.support.browser.visitor import Visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")


SEALS = """() => {
    window.seals = [];
    const note = (all) => all.forEach((one) => one.addedNodes.forEach((text) =>
        window.seals.push(text.textContent)));
    new MutationObserver(note).observe(document.querySelector(".seal"), { childList: true });
}"""


def drag(someone: Visitor) -> int:
    """Drag the cut card to the back of the pack, and cut; how many cards were before it."""
    page = someone.page
    pack = page.locator(".cut-pack").bounding_box()
    assert pack is not None
    across = pack["y"] + pack["height"] / 2
    page.mouse.move(pack["x"] + pack["width"] / 2, across)
    page.mouse.down()
    page.mouse.move(pack["x"] + pack["width"] * 0.9, across, steps=5)
    page.mouse.up()
    says = page.locator(".cut-says").inner_text()
    page.get_by_role("button", name="Cut here").click()
    someone.rest()
    return int(says.split()[1])


def test_cut_is_dragged_and_becomes_part_of_the_shoe(ann: Visitor, house: Served) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    expect(page.get_by_role("button", name="Cut", exact=False)).to_have_count(1)
    page.locator("[data-command=cut]").click()
    at = drag(ann)
    assert 260 < at < 300
    expect(page.locator(".seal")).to_have_text("Shoe 1: cut")
    file = house.guest().look("/api/tables/washington/shoes/1")
    reveals = [entry for entry in file["entries"] if entry["kind"] == "player_reveal"]
    assert [reveal["cut"] for reveal in reveals] == [at]


def test_cut_by_keyboard(ann: Visitor) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    page.locator("[data-command=cut]").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Cards in front of the cut card").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cut-says")).to_have_text("after 2 of 312 cards")


def test_shoe_is_verified_at_its_end(ann: Visitor) -> None:
    """An online game has a new shoe for every round."""
    page = ann.play_at("Online")
    ann.deal()
    while ann.offers("surrender"):
        ann.press("surrender")
    seal = page.locator(".seal")
    expect(seal).to_have_text("Shoe 1: verified")
    assert any("Shoe 1 is over, and verified" in text for text in ann.heard)
    seal.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Shoe 1: cards verified")
    expect(dialog.get_by_role("heading").first).to_be_in_viewport()
    expect(dialog).to_contain_text("the commitments")
    own = page.url.rsplit("/", 1)[1]
    link = dialog.get_by_role("link", name="Check this shoe")
    expect(link).to_have_attribute("href", f"/verify?table={own}&shoe=1")
    with page.expect_download() as download:
        dialog.get_by_text("Download the shoe's file").click()
    data = download.value.path().read_bytes()
    assert json.loads(data)["format"]
    assert audit_shoe(read_shoe(data)).shoes[-1].end == "dealt"
    link.click()
    expect(page.get_by_role("heading", name="The cards are right")).to_be_visible()
    expect(dialog).to_have_count(0)


def over(ann: Visitor) -> None:
    """Play a round of an online game: the end of its shoe."""
    ann.deal()
    while ann.offers("surrender"):
        ann.press("surrender")


def expect_wrong(ann: Visitor, why: str) -> None:
    """The seal says so, and what it opens says what differs."""
    seal = ann.page.locator(".seal")
    expect(seal).to_have_text("Shoe 1: wrong")
    expect(seal).to_have_attribute("data-state", "wrong")
    expect(ann.page.locator(".alert")).to_contain_text("Shoe 1 does not verify")
    seal.click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text(why)
    expect(dialog).not_to_contain_text("cards verified")
    expect(dialog).not_to_contain_text("✓")
    dialog.get_by_role("button", name="Close").click()


def test_good_file_of_another_shoe_is_wrong(ann: Visitor) -> None:
    """And stays so in the seal, also when a page that is loaded anew sees the next shoe."""
    page = ann.play_at("Online")
    page.route("**/api/tables/*/shoes/1", lambda route: route.fulfill(body=shoe()))
    over(ann)
    expect_wrong(ann, "The file that the house gave is of shoe t1/1, not of ")
    over(ann)
    expect(page.locator(".seal")).to_have_text("Shoe 2: verified (1 wrong)")
    page.reload()
    expect(page.locator(".seal")).to_have_text("Shoe 2: verified (1 wrong)")
    expect(page.locator(".seal")).to_have_attribute("data-state", "wrong")


def test_seed_that_the_page_did_not_draw_is_wrong(ann: Visitor) -> None:
    """Here the house takes another one for the visitor's."""

    def exchange(route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        body["fair"]["seed"] = "5e" * 32
        route.continue_(post_data=json.dumps(body))

    page = ann.play_at("Online")
    page.route("**/api/tables/*/bet", exchange)
    over(ann)
    expect_wrong(ann, "Its file has a seed or a cut of your seat 1 that this browser did not draw")


def test_commitment_that_was_not_shown_is_wrong(ann: Visitor) -> None:
    page = ann.play_at("Online")
    ann.rest()
    page.evaluate(SHOWN_OTHERWISE, "00" * 32)
    over(ann)
    expect_wrong(ann, f"This page was shown the house's commitment {'00' * 32}, but its file has")


SHOWN_OTHERWISE = """(commitment) => {
    const [key] = Object.keys(sessionStorage).filter((key) => key.endsWith("/1"));
    const seen = JSON.parse(sessionStorage[key]);
    sessionStorage[key] = JSON.stringify({ ...seen, commitments: [commitment] });
}"""


def test_page_that_is_loaded_anew_still_knows_what_it_saw_and_drew(ann: Visitor) -> None:
    table, page = at_own_table(ann), ann.page
    ann.deal()
    (drawn,) = page.evaluate("JSON.parse(localStorage.getItem('casinowar.secrets'))")
    page.reload()
    ann.rest()
    seal, dialog = page.locator(".seal"), page.get_by_role("dialog")
    seal.click()
    commitment = look(ann, table)["view"]["shoe"]["commitment"]
    expect(dialog).to_contain_text(f"The house's commitment: {commitment}")
    expect(dialog).to_contain_text(f"{drawn['seed']} and your cut: after {drawn['cut']}")
    dialog.get_by_role("button", name="Close").click()
    play_the_shoe_out(table, ann)
    expect(seal).to_have_text("Shoe 1: verified")
    seal.click()
    checked = dialog.locator(".panel")
    expect(checked).to_contain_text(f"The house's commitment: {commitment}")
    expect(checked).to_contain_text(f"{drawn['seed']} and your cut: after {drawn['cut']}")
    expect(checked).to_contain_text("the house's commitment is the one that this page was shown")
    expect(checked).to_contain_text("are what you drew")
    expect(checked).not_to_contain_text("later")
    dialog.get_by_role("button", name="Close").click()
    ann.deal()
    expect(seal).to_have_text("Shoe 2: cut (1 verified)")
    kept = page.evaluate("[...Object.values(localStorage), ...Object.keys(sessionStorage)].join()")
    assert drawn["seed"] not in kept
    assert drawn["shoe"] not in kept


def test_who_comes_in_mid_shoe_is_told_what_was_not_seen(ann: Visitor) -> None:
    table, page = at_own_table(ann), ann.page
    ann.deal()
    page.evaluate("sessionStorage.clear(), localStorage.removeItem('casinowar.secrets')")
    page.reload()
    ann.rest()
    play_the_shoe_out(table, ann)
    expect(page.locator(".seal")).to_have_text("Shoe 1: verified")
    page.locator(".seal").click()
    checked = page.get_by_role("dialog").locator(".panel")
    expect(checked).to_contain_text("before the first card: you came later")
    expect(checked).to_contain_text("cards as they were dealt: you were told of them later")
    expect(checked).to_contain_text("it was not drawn in this browser")


def at_own_table(someone: Visitor) -> str:
    """A seat at a table with bots, whose shoe does not last long; its address in the API."""
    come(someone)
    opened = post(someone, "/api/tables", {"rules": "washington", "bots": 5})
    someone.goto(f"/tables/{opened['table']}?sit")
    expect(someone.page.locator(".place.mine").first).to_be_visible()
    return f"/api/tables/{opened['table']}"


def play_the_shoe_out(table: str, someone: Visitor) -> None:
    """Rounds beside the page, which sees them; the shoe is over after some twenty."""
    for _ in range(200):
        view = look(someone, table)["view"]
        if view["shoe"]["end"]:
            return
        seat = view["seats"].index(player(someone)) + 1
        if view["need"]["type"] == "choice_needed":
            post(someone, f"{table}/choose", {"seat": seat, "choice": "surrender"})
        else:
            bet = {"seat": seat, "wager": "primary", "amount": 500}
            post(someone, f"{table}/bet", {"bets": [bet], "ready": True})
    raise AssertionError("the shoe has no end")


def test_cut_at_a_shared_table(ann: Visitor, bob: Visitor, house: Served) -> None:
    """One of two cuts the next shoe while this one is played; both pages see the change."""
    opened = house.guest().ask("/api/tables", {"rules": "washington", "bots": 5})
    sit_by_link(ann, opened["link"])
    expect(ann.page.locator(".seal")).to_have_text("Shoe 1: committed")
    sit_by_link(bob, opened["link"])
    for someone in (ann, bob):
        expect(someone.page.locator(".seal")).to_have_text("Shoe 1: cut")
        someone.page.evaluate(SEALS)
    bob.page.get_by_role("button", name="Cut", exact=True).click()
    at = drag(bob)
    drawn = bob.page.evaluate("JSON.parse(localStorage.getItem('casinowar.secrets')).at(-1)")
    assert drawn["shoe"].endswith("/2")
    bob.page.locator(".seal").click()
    dialog = bob.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The house's commitment")
    expect(dialog).not_to_contain_text(drawn["seed"])  # it is a secret until it is revealed
    dialog.get_by_role("button", name="Close").click()
    table = opened["table"]
    play_to_the_next_shoe(f"/api/tables/{table}", ann, bob)
    for someone in (ann, bob):
        expect(someone.page.locator(".seal")).to_have_text("Shoe 2: cut (1 verified)")
        assert someone.page.evaluate("window.seals[0]") == "Shoe 1: revealed"
    file = look(bob, f"/api/tables/{table}/shoes/2")
    shown = [entry for entry in file["steps"] if entry["kind"] == "player_reveal"]
    reveals = {reveal["seat"]: reveal["cut"] for reveal in shown}
    seat = bob.page.locator(".place.mine").get_attribute("data-seat")
    assert len(reveals) == 2
    assert reveals[int(seat or 0)] == at


def sit_by_link(someone: Visitor, link: str) -> None:
    someone.goto(link)
    someone.page.get_by_role("button", name="Come to the table").click()
    someone.page.get_by_role("button", name="Sit at seat").first.click()
    someone.rest()


def play_to_the_next_shoe(table: str, *people: Visitor) -> None:
    """Rounds beside the pages, which see them; the shoe is over after some thirty."""
    for _ in range(200):
        view = look(people[0], table)["view"]
        if view["shoe"]["number"] == 2:
            return
        if view["need"]["type"] == "choice_needed":
            for hand in view["need"]["hands"]:
                (whose,) = (one for one in people if player(one) == hand["player"])
                post(whose, f"{table}/choose", {"seat": hand["seat"], "choice": "surrender"})
        elif view["need"]["type"] == "bets_needed":
            for someone in people:
                seat = view["seats"].index(player(someone)) + 1
                bet = {"seat": seat, "wager": "primary", "amount": 500}
                post(someone, f"{table}/bet", {"bets": [bet], "ready": True})
        else:
            people[0].page.wait_for_timeout(50)
    raise AssertionError("the shoe has no end")


def player(someone: Visitor) -> str:
    return str(look(someone, "/api/me")["player"])
