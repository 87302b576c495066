"""A shoe from its cut to its end, in the page: committed, cut, revealed, and verified there."""

import json

import pytest
from playwright.sync_api import expect

from casinowar.audit.files import audit_shoe
from casinowar.shoefile import read_shoe
from tests.support.served import Served
from tests.support.visitor import Visitor

pytestmark = pytest.mark.needs("browser")


def test_cut_is_dragged_and_becomes_part_of_the_shoe(ann: Visitor, house: Served) -> None:
    page = ann.play_at("Washington")
    ann.rest()
    page.locator("[data-command=cut]").click()
    pack = page.locator(".cut-pack").bounding_box()
    assert pack is not None
    across = pack["y"] + pack["height"] / 2
    page.mouse.move(pack["x"] + pack["width"] / 2, across)
    page.mouse.down()
    page.mouse.move(pack["x"] + pack["width"] * 0.9, across, steps=5)
    page.mouse.up()
    says = page.locator(".cut-says").inner_text()
    at = int(says.split()[1])
    assert 260 < at < 300
    page.get_by_role("button", name="Cut here").click()
    ann.rest()
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
    expect(dialog).to_contain_text("the commitments")
    with page.expect_download() as download:
        dialog.get_by_text("Download the shoe's file").click()
    data = download.value.path().read_bytes()
    assert json.loads(data)["format"]
    assert audit_shoe(read_shoe(data)).shoes[-1].end == "dealt"
