"""Check it yourself: files that are right and wrong, opened, dropped or fetched; offline too."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from casinowar.errors import RecordError
from casinowar.record.shoefile import MOST_BYTES, read_shoe
from tests.support.browser.screens import SHOES, forged, open_verify, shoe, verify_file, verify_open
from tests.support.browser.visitor import Visitor

pytestmark = pytest.mark.needs("browser")

NO_SUBTLE = """
  Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });
  Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
"""
DROP = """(all) => {
  const files = new DataTransfer();
  all.forEach(([name, text]) => files.items.add(new File([text], name)));
  const given = { dataTransfer: files, bubbles: true, cancelable: true };
  document.querySelector('cw-verify .drop').dispatchEvent(new DragEvent('drop', given));
}"""

DROP_LARGE = DROP.replace("[name, text]", "[name, size]").replace(
    "[text]", "[new Uint8Array(size)]"
)


def verdict(page: Page) -> str:
    return page.locator(".verdict").inner_text()


@pytest.mark.parametrize("name", sorted(path.name for path in SHOES.glob("*.json")))
def test_every_shoe_that_must_verify_does(ann: Visitor, name: str) -> None:
    text = (SHOES / name).read_text(encoding="utf-8")
    by_hand = not json.loads(text)["table"]["fair"]
    verify_file(ann, text, "Dealt by hand" if by_hand else "The cards are right")
    assert "casinowar verify checks them" in verdict(ann.page)


def test_first_wrong_entry_is_told_and_shown(ann: Visitor) -> None:
    text = forged()
    verify_file(ann, text, "Something is wrong")
    right = json.loads(shoe())["entries"]
    changed = next(
        each["seq"]
        for each, own in zip(json.loads(text)["entries"], right, strict=True)
        if each != own
    )
    assert f"Entry {changed}: it was changed: its contents do not match its hash." in verdict(
        ann.page
    )
    ann.page.get_by_text(f"Entry {changed} as it stands").click()
    assert json.loads(ann.page.locator(".verdict pre").inner_text())["seq"] == changed


@pytest.mark.parametrize("text", ["", "{}", "no shoe", '{"format":"casinowar/shoe/1"}', "[" * 9999])
def test_file_that_is_no_shoe_is_named_so(ann: Visitor, text: str) -> None:
    verify_file(ann, text or " ", "This is not a shoe's file")


def test_file_is_dropped(ann: Visitor) -> None:
    open_verify(ann)
    ann.page.evaluate(DROP, [["mine.json", shoe()]])
    expect(ann.page.get_by_role("heading", name="The cards are right")).to_be_visible()
    assert "mine.json" in verdict(ann.page)


def choose(page: Page, path: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator("#shoe-file").click()
    chooser.value.set_files(path)


def test_file_that_was_overwritten_is_read_again(ann: Visitor, tmp_path: Path) -> None:
    """A browser tells nothing of a choice that is the same as before."""
    path = tmp_path / "mine.json"
    path.write_text(shoe(), encoding="utf-8")
    open_verify(ann)
    choose(ann.page, path)
    expect(ann.page.get_by_role("heading", name="The cards are right")).to_be_visible()
    path.write_text(forged(), encoding="utf-8")
    choose(ann.page, path)
    expect(ann.page.get_by_role("heading", name="Something is wrong")).to_be_visible()


def test_folder_is_no_file(ann: Visitor, tmp_path: Path) -> None:
    verify_file(ann, shoe(), "The cards are right")
    page = ann.page
    place = page.locator(".drop").bounding_box()
    assert place is not None
    devtools = ann.context.new_cdp_session(page)
    data = {"items": [], "files": [str(tmp_path)], "dragOperationsMask": 1}
    where = {"x": place["x"] + 20, "y": place["y"] + 20, "data": data}
    for kind in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": kind, **where})
    expect(page.locator(".verdict")).to_contain_text(f"{tmp_path.name} cannot be read")
    expect(page.get_by_role("heading", name="The cards are right")).to_have_count(0)


def test_nothing_is_checked_of_two_files_at_once(ann: Visitor) -> None:
    verify_file(ann, shoe(), "The cards are right")
    ann.page.evaluate(DROP, [["one.json", shoe()], ["two.json", forged()]])
    expect(ann.page.locator(".verdict")).to_have_text(
        "One file at a time, please: none of these was checked."
    )


def test_what_is_dropped_and_is_no_file_leaves_no_verdict(ann: Visitor) -> None:
    verify_file(ann, shoe(), "The cards are right")
    ann.page.evaluate(DROP, [])
    expect(ann.page.locator(".verdict")).to_have_text("That is no file.")


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_file_that_the_command_refuses_is_refused(
    ann: Visitor, tmp_path: Path, coding: str
) -> None:
    data = shoe().encode(coding)
    path = tmp_path / "coded.json"
    path.write_bytes(data)
    with pytest.raises(RecordError):
        read_shoe(data)
    open_verify(ann)
    choose(ann.page, path)
    expect(ann.page.locator(".verdict.wrong")).to_contain_text("not")
    expect(ann.page.locator(".verdict")).to_contain_text("a shoe's file")


def test_file_may_be_as_large_as_for_the_command(ann: Visitor) -> None:
    """One byte more is not read at all."""
    open_verify(ann)
    page = ann.page
    page.evaluate(DROP_LARGE, [["large.json", MOST_BYTES + 1]])
    expect(page.locator(".verdict")).to_have_text("large.json is too large for a shoe's file.")
    page.evaluate(DROP_LARGE, [["large.json", MOST_BYTES]])
    expect(page.get_by_role("heading", name="This is not a shoe's file")).to_be_visible()


def test_what_people_compare_is_shown(ann: Visitor) -> None:
    verify_file(ann, shoe(), "The cards are right")
    file = json.loads(shoe())
    entries = [*file["steps"], *file["entries"]]
    own = [each for each in entries if each.get("shoe") == file["shoe"]]
    (committed,) = (each for each in own if each["kind"] == "server_commitment")
    compare = ann.page.locator(".to-compare")
    expect(compare).to_contain_text(committed["commitment"])
    expect(compare).to_contain_text(file["entries"][-1]["hash"])
    expect(compare).to_contain_text(file["table"]["sha256"])
    reveals = [each for each in own if each["kind"] == "player_reveal"]
    assert reveals
    for each in reveals:
        expect(compare).to_contain_text(f"seed {each['seed']}, cut after {each['cut']}")


def test_nothing_is_sent_and_no_house_is_needed(ann: Visitor) -> None:
    open_verify(ann)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.context.set_offline(True)
    file: Any = {"name": "s.json", "mimeType": "application/json", "buffer": shoe().encode()}
    ann.page.set_input_files("#shoe-file", file)
    expect(ann.page.get_by_role("heading", name="The cards are right")).to_be_visible()
    assert asked == []


def test_no_crypto_of_the_browser_is_needed(ann: Visitor) -> None:
    ann.page.add_init_script(NO_SUBTLE)
    verify_file(ann, shoe(), "The cards are right")
    assert ann.page.evaluate("crypto.subtle === undefined")


def test_shoe_of_this_house_is_fetched_and_kept(ann: Visitor) -> None:
    verify_open(ann)
    with ann.page.expect_download() as kept:
        ann.page.get_by_role("link", name="Download the file").click()
    text = kept.value.path().read_text(encoding="utf-8")
    verify_file(ann, text, "Right so far; this shoe is not over")
    assert kept.value.suggested_filename == f"{json.loads(text)['shoe'].replace('/', '-')}.json"


def test_shoe_that_is_not_there_is_told(ann: Visitor) -> None:
    open_verify(ann)
    ann.page.get_by_label("Table").fill("washington")
    ann.page.get_by_label("Shoe", exact=True).fill("77")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".verdict")).to_contain_text("There is no shoe washington/77.")
    ann.foresee_refusals()


def test_file_is_opened_by_keyboard(ann: Visitor) -> None:
    open_verify(ann)
    with ann.page.expect_file_chooser():  # from the start: the browser is told so beside the keys
        for _ in range(20):
            ann.page.keyboard.press("Tab")
            if ann.page.evaluate("document.activeElement.id") == "shoe-file":
                break
        expect(ann.page.locator("#shoe-file")).to_be_focused()
        ann.page.keyboard.press("Enter")
