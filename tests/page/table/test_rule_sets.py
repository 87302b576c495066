"""Every rule set is played whole: a war and a surrender, three hands, banks, the backline."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.together import sit_together
from tests.support.browser.visitor import Visitor
from tests.support.house.served import Served

pytestmark = pytest.mark.needs("browser")


@pytest.mark.parametrize(
    "name", ["Washington", "South Dakota", "Fun casino", "Online", "California"]
)
def test_war_and_surrender(ann: Visitor, name: str) -> None:
    page = ann.play_at(name)
    ann.until_tie()
    ann.press("war")
    expect(page.locator(".results li")).not_to_have_count(0)
    expect(page.locator(".results")).to_contain_text("war wager")
    ann.until_tie()
    if ann.offers("surrender"):
        ann.press("surrender")
        expect(page.locator(".results")).to_contain_text("surrender")
    assert ann.in_play == 0


def test_fixed_amounts_are_chosen_not_added(ann: Visitor) -> None:
    page = ann.play_at("South Dakota")
    ann.rest()
    spot = page.locator(".place.mine .spot.primary")
    expect(spot).to_contain_text("5.00")
    page.get_by_role("button", name="Lay a chip of 25.00").click()
    expect(spot).to_contain_text("25.00")
    ann.deal()


def test_three_hands_of_the_online_game(ann: Visitor) -> None:
    page = ann.play_at("Online")
    ann.rest()
    for seat in (2, 3):
        page.locator(f".place[data-seat='{seat}'] .spot.primary").click()
        page.keyboard.press("1")
    page.locator(".place[data-seat='3'] .spot.tie").click()
    page.keyboard.press("2")
    ann.deal()
    expect(page.locator(".place-cards .card")).to_have_count(3)
    while page.locator(".choice").count():
        ann.press("war")
    expect(page.locator(".results li")).not_to_have_count(0)
    for seat in (1, 2, 3):
        expect(page.locator(".results")).to_contain_text(f"seat {seat}")
    expect(page.locator(".results")).to_contain_text("5.00 tie wager, seat 3")
    assert ann.in_play == 0


def test_bank_goes_round_between_two_browsers(ann: Visitor, bob: Visitor, house: Served) -> None:
    table = sit_together(house, "california", ann, bob)
    banked = []
    for _ in range(4):
        banker, player = (ann, bob) if _asked(ann, table) else (bob, ann)
        banked.append(banker)
        if "take-bank" in _asked(banker, table):
            banker.press("take-bank")
        banker.page.get_by_label("Your stake as banker").fill("200")
        banker.press("post-stake")
        expect(player.page.locator(".bank")).to_contain_text("covers up to 200.00")
        expect(banker.page.locator(".bank")).to_contain_text("Bank: You")
        player.page.wait_for_selector(".spot.primary:not(:disabled)")
        player.deal()
        if player.page.locator(".choice").count():
            player.press("war")
        expect(player.page.locator(".results li")).not_to_have_count(0)
    assert banked == [ann, ann, bob, bob]


def _asked(someone: Visitor, table: str) -> set[str]:
    """What the house asks of someone who may or does hold the bank."""
    offers = someone.look(f"/api/tables/{table}/offers")["offers"]
    return {offer["command"] for offer in offers} & {"take-bank", "post-stake"}


def test_backline_bet_behind_a_player(ann: Visitor, bob: Visitor) -> None:
    page = ann.play_at("California")
    ann.rest()
    ann.cut()
    while ann.offers("decline"):
        ann.press("decline")
    table = page.url.rpartition("/")[2].partition("?")[0]
    invitation = ann.look(f"/api/tables/{table}/invitation")["invitation"]
    bob.goto()
    bob.post("/api/guest", {})
    bob.post("/api/join", {"invitation": invitation})
    watching = bob.goto(f"/tables/{table}")
    bob.rest()
    page.keyboard.press("1")
    page.locator(".place.mine .spot.primary.fresh").wait_for()
    ann.press("place")
    behind = watching.locator(".place:not(.mine) .spot.primary:not(:disabled)").first
    behind.click()
    watching.keyboard.press("1")
    bob.press("deal")
    expect(page.locator(".place.mine .behind")).to_have_text("1 behind: 5.00")
    ann.press("deal")
    expect(watching.locator(".place-cards .card")).not_to_have_count(0)
    while bob.in_play:
        for someone in (ann, bob):
            if someone.offers("war"):
                someone.press("war")
    expect(watching.locator(".results li").first).to_contain_text("5.00 bet")  # then its war


@pytest.mark.clause("CA-SEAT-1", "CA-BET-1")
def test_california_has_eight_places_opposite_the_dealer_each_with_a_tie_circle(
    ann: Visitor,
) -> None:
    page = ann.play_at("California")
    ann.rest()
    places = page.locator(".place")
    expect(places).to_have_count(8)
    for number in range(8):
        expect(places.nth(number).locator(".spot.primary")).to_have_count(1)
        expect(places.nth(number).locator(".spot.tie")).to_have_count(1)
    dealer = page.locator(".dealer").first.bounding_box()
    assert dealer is not None
    for number in range(8):
        box = places.nth(number).bounding_box()
        assert box is not None
        assert box["y"] > dealer["y"]


@pytest.mark.clause("CA-ROUND-5")
def test_california_leaves_the_tied_cards_in_view_during_a_war(ann: Visitor) -> None:
    page = ann.play_at("California")
    ann.until_tie()
    ann.press("war")
    expect(page.locator(".results")).to_contain_text("war wager")
    expect(page.locator(".place.mine .place-cards .card")).to_have_count(2)
    expect(page.locator(".dealer .card")).to_have_count(2)


@pytest.mark.clause("SG-7", "CA-BET-4")
@pytest.mark.parametrize("name, amount", [("Online", "5.00"), ("California", "10.00")])
def test_war_with_a_tie_wager(ann: Visitor, name: str, amount: str) -> None:
    page = ann.play_at(name)
    ann.until_tie()
    page.get_by_label("Tie wager on the war").fill(amount)
    ann.press("war-tie")
    expect(page.locator(".results")).to_contain_text(f"{amount} war tie wager")
    assert ann.in_play == 0


@pytest.mark.clause("SG-5")
def test_a_tie_of_the_online_game_waits_for_its_answer(ann: Visitor) -> None:
    page = ann.play_at("Online")
    ann.until_tie()
    address = page.url.partition("?")[0]
    page.get_by_role("link", name="Tables", exact=True).click()
    page.get_by_role("button", name="Back to Online").click()
    expect(page.locator(".choice")).to_have_count(1)
    assert page.url.partition("?")[0] == address, "there is no second game meanwhile"
    assert not ann.offers("deal")
    ann.press("surrender")
    expect(page.locator(".results")).to_contain_text("surrender")
