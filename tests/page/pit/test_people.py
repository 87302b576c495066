"""People and roles in a browser: found, given offices, banned, and what was done is told."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.visitor import TABLET, Visitor, visitor
from tests.support.house.served import Client, Served, problem, served
from tests.support.house.staff import PASSWORD, hire, sign_in

pytestmark = pytest.mark.needs("browser")


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


def member(house: Served, name: str) -> Client:
    client = house.guest()
    client.ask("/api/register", {"name": name, "password": PASSWORD}, key="")
    return client


def test_people_are_found_and_given_roles(olga: Visitor, house: Served) -> None:
    member(house, "zelda")
    page = olga.goto("/people")
    page.get_by_label("Find").fill("zel")
    expect(page.locator(".people tbody tr")).to_have_count(1)
    page.get_by_role("button", name="zelda").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("she can count")
    dialog.get_by_label("Role").select_option("dealer")
    expect(dialog.locator("h2 + p")).to_have_text("member, Player")
    dialog.get_by_role("button", name="Give this role").click()
    expect(dialog.get_by_text("zelda is now: Dealer.")).to_be_visible()
    expect(dialog.locator("h2 + p")).to_have_text("member, Dealer")
    expect(dialog.locator(".changes")).to_contain_text("role: Player → Dealer")
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator(".people tbody tr")).to_contain_text("Dealer")
    expect(page.locator("cw-people > .changes li").first).to_contain_text("“she can count”")


def test_someone_is_banned_and_let_in_again(olga: Visitor, house: Served) -> None:
    yuri = member(house, "yuri")
    page = olga.goto("/people")
    page.get_by_label("Find").fill("yuri")
    page.get_by_role("button", name="yuri").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Ban").click()  # without a reason nothing is asked
    dialog.get_by_label("Reason").fill("counts cards")
    dialog.get_by_label("Ban for").select_option("For good")
    dialog.get_by_role("button", name="Ban").click()
    expect(dialog.get_by_text("yuri is banned.")).to_be_visible()
    assert yuri.get("/api/me").status_code == 401
    signing = yuri.post("/api/sign-in", {"name": "yuri", "password": PASSWORD}, key="")
    assert problem(signing)["kind"] == "banned"
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator(".people tbody tr")).to_contain_text("for good")
    page.get_by_role("button", name="yuri").click()
    dialog.get_by_label("Reason").fill("he forgets them")
    dialog.get_by_role("button", name="Lift the ban").click()
    expect(dialog.get_by_text("yuri may come again.")).to_be_visible()
    yuri.ask("/api/sign-in", {"name": "yuri", "password": PASSWORD}, key="")


def test_a_new_password_is_a_link(olga: Visitor, house: Served) -> None:
    member(house, "xena")
    page = olga.goto("/people")
    page.get_by_label("Find").fill("xena")
    page.get_by_role("button", name="xena").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("forgot it")
    dialog.get_by_role("button", name="Let them choose a password").click()
    link = dialog.get_by_label("Link to a new password").input_value()
    assert house.stranger().get(link).status_code == 200
    dialog.get_by_label("Reason").fill("to be sure")
    dialog.get_by_role("button", name="End all sessions").click()
    expect(dialog.get_by_text("1 session ended.")).to_be_visible()


def test_changes_are_told_in_names_and_money(olga: Visitor, house: Served) -> None:
    """Who did what to whom at which table; nobody reads what stands for them in records."""
    asked = {"rules": "washington", "public": True, "practice": True, "name": "Low corner"}
    table = olga.post("/api/tables", asked)["table"]
    guest = member(house, "walt")
    guest.command(table, "sit", seat=1)
    olga.post(f"/api/tables/{table}/kick", {"seat": 1, "why": "asleep"})
    primary = {"least": 2500, "most": 120_000}
    limits = {"primary": primary, "authorised": 120_000, "reading": "left-to-right"}
    asked = {**limits, "why": "a high night"}
    new = olga.post(f"/api/tables/{table}/replace", asked)["replaced_by"]
    page = olga.goto("/people")
    rows = page.locator("cw-people > .changes li")
    replaced, kicked = rows.nth(0), rows.nth(1)
    expect(replaced).to_contain_text("Table replaced")
    expect(replaced).to_contain_text("by olga")
    expect(replaced.get_by_role("link", name="Low corner")).to_be_visible()
    expect(replaced).to_contain_text("primary: 5.00 to 500.00 → 25.00 to 1,200.00")
    expect(replaced).to_contain_text("authorised: 500.00 → 1,200.00")
    expect(replaced).to_contain_text("reading: right-to-left → left-to-right")
    expect(kicked).to_contain_text("walt, by olga")
    expect(kicked).to_contain_text("“asleep”")
    told = page.locator("cw-people > .changes").inner_text()
    kept = (new, table, guest.look("/api/me")["player"], olga.look("/api/me")["player"])
    assert not [each for each in kept if str(each) in told]
    assert "{" not in told
    replaced.get_by_role("link", name="the table in its place").click()
    page.wait_for_url(f"**/pit/{new}")


def test_what_the_house_refuses_is_said(olga: Visitor) -> None:
    page = olga.goto("/people")
    page.get_by_role("button", name="olga").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("a holiday")
    dialog.get_by_role("button", name="End all sessions").click()
    expect(dialog.get_by_text("You cannot do this to your own account.")).to_be_visible()
    olga.foresee_refusals()


def test_the_bar_of_an_operator_is_one_line_on_a_tablet(olga: Visitor) -> None:
    page = olga.goto("/people")
    expect(page.locator(".purse-balance")).to_be_visible()
    expect(page.locator(".pages [data-right=people]")).to_be_visible()
    boxes = [each.bounding_box() for each in page.locator(".bar > *").all()]
    tops = [box["y"] for box in boxes if box is not None]
    bottoms = [box["y"] + box["height"] for box in boxes if box is not None]
    assert max(tops) < min(bottoms), "each stands beside the others"
    expect(page.locator("summary", has_text="Settings")).to_have_attribute("aria-label", "Settings")
