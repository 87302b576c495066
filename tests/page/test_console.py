"""The dealer's console beside a real table: keys for everything, and a line for who types."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.test_access import violations
from tests.page.test_offline import UNREACHED
from tests.support.served import Served, served
from tests.support.staff import PASSWORD, beside, hire, open_by_hand, say, sign_in
from tests.support.visitor import LYING, TABLET, Visitor, visitor

pytestmark = pytest.mark.needs("browser")

TWICE = 420
"""Milliseconds after which a second touch of the same place is meant."""

GLOVE = 64
"""Pixels that a finger in a glove hits."""

SMALL = """(least) => [...document.querySelectorAll(':is(cw-console, dialog) :is(button, a)')]
  .filter((each) => each.checkVisibility())
  .filter((each) => {
    const { width, height } = each.getBoundingClientRect();
    return Math.min(width, height) < least;
  }).map((each) => each.outerHTML.slice(0, 120))"""
OUTSIDE = """() => [...document.querySelectorAll('.seat-key .tag')].filter((tag) =>
  tag.getBoundingClientRect().right > tag.closest('button').getBoundingClientRect().right)
  .map((tag) => tag.textContent)"""
WIDE = """() => [...document.querySelectorAll('.seat-key')].filter((key) =>
  [...key.children].some((each) => each.getBoundingClientRect().right >
    key.getBoundingClientRect().right)).map((key) => key.textContent)"""
ALL_SEEN = """() => [...document.querySelectorAll('cw-console > *')].every((each) =>
  each.getBoundingClientRect().bottom <= innerHeight)"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all: each test has tables of its own."""
    with served(tmp_path_factory.mktemp("house")) as made:
        hire(made)
        yield made


@pytest.fixture
def dora(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, TABLET, has_touch=True) as someone:
        yield someone


@pytest.fixture
def rick(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, LYING, has_touch=True) as someone:
        sign_in(someone, "rick")
        yield someone


def at_table(someone: Visitor, rules: str, *lines: str) -> str:
    """Dora's console at a new table, where this was said."""
    table = open_by_hand(someone, rules)
    sign_in(someone, "dora")
    say(someone, table, *lines)
    someone.goto(f"/deal/{table}")
    expect(someone.page.locator(".console-next")).not_to_be_empty()
    return table


def tap(page: Page, *names: str) -> None:
    """Touch keys by what stands on them, one after the other."""
    for name in names:
        key = page.get_by_role("button", name=name, exact=True)
        said = key.get_attribute("data-words")
        key.tap()
        if said is not None:
            page.wait_for_timeout(TWICE)


def double_tap(page: Page, name: str) -> None:
    """Touch a place twice, as fast as no one can who means two things."""
    box = page.get_by_role("button", name=name, exact=True).first.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*at)
    page.wait_for_timeout(TWICE / 4)
    page.touchscreen.tap(*at)


def rank(page: Page, *ranks: str) -> None:
    for each in ranks:
        page.locator(f"[data-rank='{each}']").tap()


def next_is(page: Page, text: str) -> None:
    expect(page.locator(".console-next")).to_have_text(text)


EIGHT = "ann bob cy dan eve fay gus hal"
PREPARED = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 70")


def test_whole_round_with_a_war_and_a_correction(dora: Visitor, bob: Visitor) -> None:
    table = at_table(dora, "washington")
    page = dora.page
    tap(page, "Deal at this table")
    next_is(page, "Seat the players")
    page.locator(".seat-key").first.tap()
    page.get_by_label("Name").fill("ann")
    tap(page, "Sits down")
    next_is(page, "Shoe with red backs")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Sits down", "The red backs lie there", "ann has cut", "\N{MINUS SIGN}", "It is in")
    next_is(page, "Bets, then the first card")
    tap(page, "Bet: add 25.00", "Tie: add 5.00", "Bet 25.00 + 5.00")
    expect(page.locator(".seat-key").first).to_contain_text("25.00 + tie 5.00")
    expect(page.locator(".ask")).to_have_text("Seat 2, seat2")
    tap(page, "Bet: add 10.00", "Bet: add 10.00", "Bet 20.00")

    seen = bob.goto(f"/tables/{table}")
    expect(seen.locator(".place .tag", has_text="walk-in")).to_have_count(2)
    expect(seen.locator("cw-seal")).to_have_text("Shoe 1: shuffled by hand")
    rank(page, "9", "K")
    next_is(page, "Card: dealer")
    expect(seen.locator(".card[data-card=K]")).to_be_visible()
    rank(page, "8")
    expect(page.locator(".pay-list li")).to_have_count(3)
    tap(page, "Fix the 8")
    rank(page, "9")
    next_is(page, "Pay as told")
    expect(seen.locator(".card[data-card='9']")).to_have_count(2)
    expect(page.locator(".pay-list li").first).to_contain_text("seat 2, seat2: pick up K")
    tap(page, "Paid")
    next_is(page, "War? ann")
    tap(page, "War")
    next_is(page, "Burn 3")
    expect(page.locator(".console-reminder")).to_have_text("3 cards to burn, for the war.")
    tap(page, "Burned 3")
    next_is(page, "War card: seat 1, ann")
    rank(page, "Q")
    tap(page, "Burned 3")
    next_is(page, "War card: dealer, for seat 1")
    rank(page, "4")
    tap(page, "Paid")
    next_is(page, "Bets, then the first card")
    expect(page.locator(".console-told")).to_contain_text("round 1 is over")
    expect(seen.locator("cw-felt")).to_contain_text("Bets are open")
    tap(page, "All bet again")
    expect(page.locator(".seat-key").nth(1)).to_contain_text("20.00")


def test_relief_burns_and_the_other_batch_comes(dora: Visitor, rick: Visitor) -> None:
    ready = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 78", "b", "b")
    table = at_table(dora, "california", *ready)
    page = dora.page
    next_is(page, "Bank? ann")
    tap(page, "ann banks")
    next_is(page, "Bets, then the first card")
    relief = rick.goto(f"/deal/{table}")
    tap(relief, "Take over from dora")
    next_is(relief, "Burn 1")
    expect(relief.locator(".console-reminder")).to_have_text("1 card to burn, for the new dealer.")
    expect(page.get_by_role("button", name="Take over from rick")).to_be_visible()
    tap(relief, "Burned 1")
    next_is(relief, "Bets, then the first card")
    left = rick.look(f"/api/tables/{table}/desk")["shoe"]["left"]
    say(rick, table, ";".join("x" * (left - 78)))
    next_is(relief, "Shoe with blue backs")
    tap(relief, "The blue backs lie there")
    next_is(relief, "bob cuts")


def test_card_too_many_and_card_shown(dora: Visitor) -> None:
    at_table(dora, "fun-casino", "dealer", "sit ann", "shoe", "cut", "cutcard 30", "b", "1=20")
    page = dora.page
    tap(page, "Card too many", "Back", "Card too many", "Yes")
    expect(page.locator(".console-reminder")).to_have_text("Take the card set aside.")
    tap(page, "Card shown")
    next_is(page, "Was the card set aside shown? Which is it?")
    tap(page, "Back")
    rank(page, "A")
    expect(page.locator(".console-reminder")).to_be_empty()
    tap(page, "Card shown")
    next_is(page, "Which card was shown?")
    rank(page, "5")
    expect(page.locator(".console-told")).to_contain_text("5 was shown by mistake")
    expect(page.get_by_role("button", name="Fix the 5")).to_be_visible()
    tap(page, "Suits")
    rank(page, "7")
    page.get_by_role("button", name="spades").tap()
    expect(page.locator(".console-dealer .mini-card")).to_have_text("7♠")


def test_whoever_types_needs_no_key(dora: Visitor) -> None:
    at_table(dora, "washington", *PREPARED)
    page = dora.page
    line = page.get_by_label("Words, as at the terminal")
    for typed in ("1=20/5 2=10", "9 10", "9", ""):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(line).to_have_value("")
        page.wait_for_selector("cw-console[data-rests]")
    next_is(page, "War? ann")
    page.keyboard.type("w k")
    page.keyboard.press("Enter")
    alert = page.locator(".console-refused")
    expect(alert).to_contain_text("Not taken: w k")
    expect(line).to_have_value("w k")
    line.fill("w")
    page.keyboard.press("Enter")
    next_is(page, "Burn 3")
    expect(alert).to_be_hidden()
    expect(line).to_have_attribute("placeholder", "Enter burns 3   ? for help")
    page.keyboard.type("?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("burn what is due")
    dora.said.clear()  # the browser notes each refusal of a server


def test_keys_pressed_after_a_refusal_are_not_cards(dora: Visitor) -> None:
    """The fourth is none: what was pressed after it was meant for another moment."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10")
    page = dora.page
    page.evaluate(
        """() => ["9", "K", "4", "5", "6"].forEach((rank) =>
          document.querySelector(`[data-rank="${rank}"]`).click())"""
    )
    alert = page.locator(".console-refused")
    expect(alert).to_contain_text("No card is due. Next: the payments")
    expect(alert).to_contain_text("Not taken: 5, 6")
    dealt = dora.look(f"/api/tables/{table}/desk")["dealt"]
    assert [each["card"] for each in dealt] == ["9", "K", "4"]
    say(dora, table, "p")
    next_is(page, "Bets, then the first card")
    expect(alert).to_contain_text("No card is due.")
    expect(alert).not_to_contain_text("Next")
    tap(page, "Seen")
    expect(alert).to_be_hidden()
    dora.said.clear()  # the browser notes each refusal of a server


def test_network_that_goes_loses_no_card_and_doubles_none(dora: Visitor) -> None:
    """What waits is said; as long as it does, no key is taken."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10")
    page = dora.page
    page.clock.install()
    dora.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    rank(page, "9")
    waits, alert = page.locator(".console-unsent"), page.locator("#alerts")
    expect(waits).to_have_text("Not sent yet: 9")
    expect(page.locator("#heard")).to_contain_text("Not sent yet: 9. No key is taken")
    assert not violations(page)
    page.locator("[data-rank=K]").tap(force=True)
    expect(alert).to_have_text("Not taken: K. Not sent yet: 9.")
    line = page.get_by_label("Words, as at the terminal")
    line.fill("q")
    line.press("Enter")
    expect(alert).to_have_text("Not taken: q. Not sent yet: 9.")
    expect(line).to_have_value("q")
    for _ in range(6):  # longer than a command is sent again
        page.clock.run_for(1_000)
        page.wait_for_timeout(50)
    expect(waits).to_be_visible()
    dora.context.set_offline(False)
    next_is(page, "Card: seat 2, bob")
    expect(waits).to_have_count(0)
    assert [each["card"] for each in dora.look(f"/api/tables/{table}/desk")["dealt"]] == ["9"]
    line.press("Enter")
    next_is(page, "Card: dealer")
    dora.said = [text for text in dora.said if not any(word in text for word in UNREACHED)]


def test_keys_that_were_pressed_before_the_house_went_are_counted(dora: Visitor) -> None:
    """No answer comes, and no word that the network has gone: it is said all the same."""
    at_table(dora, "washington", *PREPARED, "1=20 2=10")
    page = dora.page
    held: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/dealer", hold)
    rank(page, "9", "K")
    waits = page.locator(".console-unsent")
    expect(waits).to_have_text("Not sent yet: 9, K (2)")
    expect(page.locator("[data-rank=Q]")).to_be_disabled()
    is_held = False
    held[0].continue_()
    next_is(page, "Card: dealer")
    expect(waits).to_have_count(0)


def test_second_window_at_the_same_moment_deals_no_second_card(
    dora: Visitor, browser: Browser, house: Served
) -> None:
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10")
    with visitor(browser, house.url, LYING, has_touch=True) as other:
        sign_in(other, "dora")
        page = other.goto(f"/deal/{table}")
        next_is(page, "Bets, then the first card")
        late: list[Route] = []

        def hold(route: Route) -> None:
            late.append(route)

        page.route("**/dealer", hold)
        rank(page, "9")
        rank(dora.page, "9")
        next_is(dora.page, "Card: seat 2, bob")
        late[0].continue_()
        alert = page.locator(".console-refused")
        expect(alert).to_contain_text("The table has moved on since you saw it. Next: a card for")
        expect(alert).to_contain_text("Not taken: 9")
        next_is(page, "Card: seat 2, bob")
        page.unroute_all()
        rank(page, "K")
        next_is(dora.page, "Card: dealer")
        expect(alert).to_be_hidden()
        other.said.clear()  # the browser notes each refusal of a server
    dealt = dora.look(f"/api/tables/{table}/desk")["dealt"]
    assert [each["card"] for each in dealt] == ["9", "K"]


def test_card_after_keyed_chips_is_for_the_table_that_was_seen(dora: Visitor) -> None:
    """The bet counts, but not the card: a bet that came meanwhile at seat 1 would be dealt it."""
    table = at_table(dora, "washington", *PREPARED, "2=10")
    page = dora.page
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet: add 25.00")
    late: list[Route] = []

    def hold(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append(route)

    page.route("**/dealer", hold)
    rank(page, "9")
    say(dora, table, "1=20")
    late[0].continue_()
    alert = page.locator(".console-refused")
    expect(alert).to_contain_text("The table has moved on since you saw it.")
    expect(alert).to_contain_text("Not taken: 9")
    seats = page.locator(".seat-bets")
    expect(seats.first).to_have_text("20.00")
    expect(seats.nth(1)).to_have_text("35.00")
    next_is(page, "Bets, then the first card")
    dora.said.clear()  # the browser notes each refusal of a server


def test_question_of_a_card_is_none_of_the_next(
    dora: Visitor, browser: Browser, house: Served
) -> None:
    """Fix the 9 is asked in one window, and the other enters a king: that is not corrected."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9")
    with visitor(browser, house.url, LYING, has_touch=True) as other:
        sign_in(other, "dora")
        page = other.goto(f"/deal/{table}")
        tap(page, "Fix the 9")
        next_is(page, "Not 9: which is it?")
        rank(dora.page, "K")
        next_is(page, "The table has moved on: go back")
        rank(page, "8")
        alert = page.locator(".console-refused")
        expect(alert).to_contain_text("The table has moved on since you saw it.")
        next_is(page, "Card: dealer")
        other.said.clear()  # the browser notes each refusal of a server
    dealt = dora.look(f"/api/tables/{table}/desk")["dealt"]
    assert [each["card"] for each in dealt] == ["9", "K"]


def test_ruling_on_a_round_is_none_on_the_next(
    dora: Visitor, browser: Browser, house: Served
) -> None:
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9 k 4", "p")
    with visitor(browser, house.url, LYING, has_touch=True) as pete:
        sign_in(pete, "pete")
        page = pete.goto(f"/deal/{table}")
        tap(page, "Rule on the round")
        dialog = page.get_by_role("dialog", name="Rule on round 1")
        dialog.get_by_label("Reason").fill("a card fell")
        tap(dora.page, "All bet again")
        expect(dialog.get_by_role("alert")).to_have_text("The table has moved on: go back")
        dialog.get_by_role("button", name="Void: all wagers go back").tap()
        alert = page.locator(".console-refused")
        expect(alert).to_contain_text("The table has moved on since you saw it.")
        pete.said.clear()  # the browser notes each refusal of a server
    expect(dora.page.locator(".seat-bets").first).to_have_text("20.00")
    assert dora.look(f"/api/tables/{table}/desk")["round"] == 1


@pytest.mark.parametrize("size", [TABLET, LYING], ids=["upright", "lying"])
def test_keys_are_for_gloves_and_all_are_seen(dora: Visitor, size: dict[str, int]) -> None:
    table = at_table(dora, "washington")
    page = dora.page
    page.set_viewport_size(size)  # type: ignore[arg-type]
    names = " ".join(f"player{number}" for number in range(1, 8))
    bets = " ".join(f"{seat}=25/5" for seat in range(1, 8))
    for lines, text in (
        (("dealer", f"sit {names}", "shoe", "cut", "cutcard 70"), "Bets, then the first card"),
        ((bets, "9 9 9 9 9 9 9"), "Card: dealer"),
        (("k",), "Pay as told"),
        (("fix 9", "p"), "War? player7"),
        (("w",), "Burn 3"),
    ):
        say(dora, table, *lines)
        next_is(page, text)
        assert page.evaluate(SMALL, GLOVE) == [], text
        assert page.evaluate(ALL_SEEN), text


def test_operator_opens_a_table_that_is_dealt_by_hand(dora: Visitor, bob: Visitor) -> None:
    sign_in(dora, "olga")
    page = dora.goto()
    page.get_by_role("button", name="Open a table").click()
    page.get_by_label("Rules").select_option("south-dakota")
    page.get_by_label("Name").fill("Charity night")
    page.get_by_label("Dealt by hand").check()
    expect(page.get_by_label("For everyone")).to_be_checked()
    expect(page.get_by_label("Bots at the table")).to_be_disabled()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Deal at this table")).to_be_visible()
    page.get_by_role("link", name="The table").click()
    expect(page.get_by_role("heading", name="Charity night")).to_be_visible()
    page.get_by_role("link", name="Deal here").click()
    expect(page.get_by_role("button", name="Deal at this table")).to_be_visible()
    page.get_by_role("link", name="casinowar").click()
    expect(page.get_by_role("link", name="Deal at Charity night")).to_be_visible()
    other = bob.goto()
    expect(other.get_by_role("heading", name="Charity night (by hand)")).to_be_visible()
    expect(other.get_by_role("link", name="Deal at Charity night")).to_be_hidden()


def test_player_with_a_device_plays_beside_walk_ins(dora: Visitor, bob: Visitor) -> None:
    table = at_table(dora, "washington", "dealer")
    seen = bob.goto(f"/tables/{table}?sit")
    expect(seen.locator(".place.mine")).to_be_visible()
    say(dora, table, "shoe", "cut", "cutcard 70")
    expect(dora.page.locator(".seat-key .tag", has_text="own device")).to_be_visible()
    bob.rest()
    seen.keyboard.press("1")
    bob.press("deal")
    expect(seen.get_by_text("Your bet lies there")).to_be_visible()
    rank(dora.page, "9", "9")
    next_is(dora.page, "War? " + bob.look("/api/me")["name"])
    expect(dora.page.locator(".console-work")).to_contain_text("answers on their own device")
    expect(seen.locator(".choice")).to_be_visible()
    bob.rest()
    seen.keyboard.press("w")
    next_is(dora.page, "Burn 3")


def test_console_is_for_those_who_deal(bob: Visitor, dora: Visitor) -> None:
    table = at_table(dora, "washington")
    page = bob.goto(f"/deal/{table}")
    expect(page.get_by_role("heading", name="That is for the dealer")).to_be_visible()
    bob.said.clear()  # the browser notes each refusal of a server


def test_orders_are_large_whoever_moved_the_table(
    dora: Visitor, bob: Visitor, house: Served
) -> None:
    """Ann gives up at the console, a phone moves the table on, then the pit rules."""
    table = at_table(dora, "fun-casino", "dealer", "sit 1 ann")
    bob.goto(f"/tables/{table}?sit")
    expect(bob.page.locator(".place.mine")).to_be_visible()
    say(dora, table, "shoe", "cut", "cutcard 30", "b", "1=10")
    bob.rest()
    bob.page.keyboard.press("1")
    expect(bob.page.get_by_role("button", name="Place the bet")).to_have_count(1)
    bob.press("deal")
    expect(bob.page.get_by_text("Your bet lies there")).to_be_visible()
    page = dora.page
    rank(page, "9", "9", "9")
    expect(page.locator(".choice-row")).to_have_count(2)
    tap(page, "Surrender")
    expect(page.locator(".choice-row").first).to_contain_text("Surrendered.")
    bob.rest()
    bob.page.keyboard.press("w")
    next_is(page, "Burn 3")
    order = page.locator(".orders li")
    expect(order).to_have_text("seat 1, ann: primary 10.00, take 5.00, give back 5.00")
    page.reload()
    expect(order).to_have_count(1)
    expect(page.locator(".seat-key").first).to_contain_text("surrendered")
    tap(page, "Burned 3")
    expect(order).to_have_count(0)
    beside(house, "pete").command(table, "dealer", words="rule void a wrong card")
    expect(order.first).to_have_text("ruling: round 1 is void (a wrong card)")
    expect(order.nth(1)).to_have_text("seat 1, ann: primary, give back 5.00")
    expect(bob.page.locator("#alerts")).to_contain_text("Round 1 is void, all wagers go back")


def test_second_half_of_a_double_tap_is_nothing(dora: Visitor) -> None:
    table = at_table(dora, "fun-casino", "dealer", "sit ann bob")
    page = dora.page
    double_tap(page, "The red backs lie there")
    next_is(page, "ann cuts")
    page.wait_for_timeout(TWICE)
    next_is(page, "ann cuts")
    say(dora, table, "cut", "cutcard 30", "b", "1=20/5 2=10/5", "9 9 9")
    next_is(page, "Pay as told")
    double_tap(page, "Paid")
    next_is(page, "War? ann and bob")
    page.wait_for_timeout(TWICE)
    double_tap(page, "War")
    rows = page.locator(".choice-row")
    expect(rows.first).to_contain_text("War.")
    page.wait_for_selector("cw-console[data-rests]")
    next_is(page, "War? bob")
    expect(page.locator(".seat-key").first).to_contain_text("20.00 + war 20.00")


def test_double_tap_of_the_last_card_pays_nothing(dora: Visitor) -> None:
    """The key that says so comes where the ranks were, on a tablet that lies."""
    table = at_table(dora, "washington", *PREPARED)
    page = dora.page
    page.set_viewport_size({"width": LYING["width"], "height": LYING["height"]})
    for card in ("A", "9", "4"):
        say(dora, table, "1=20", "k")
        next_is(page, "Card: dealer")
        double_tap(page, card)
        next_is(page, "Pay as told")
        page.wait_for_timeout(TWICE)
        next_is(page, "Pay as told")
        say(dora, table, "p")
        next_is(page, "Bets, then the first card")


def test_double_tap_in_a_dialog_is_no_card(dora: Visitor) -> None:
    """Nor is that of the key that opened it: chips and ranks alone are touched in a row."""
    at_table(dora, "washington", *PREPARED, "1=20")
    page = dora.page
    page.locator(".seat-key").nth(3).tap()
    double_tap(page, "Sits down")
    expect(page.locator(".seat-key").nth(3)).to_contain_text("seat4")
    page.wait_for_timeout(TWICE)
    next_is(page, "Bets, then the first card")
    double_tap(page, "Card too many")
    next_is(page, "A card too many, unseen?")
    page.wait_for_timeout(TWICE)
    next_is(page, "A card too many, unseen?")
    tap(page, "Back")
    double_tap(page, "Bet: add 25.00")
    expect(page.locator(".pad-amount b").first).to_have_text("50.00")
    double_tap(page, "9")  # for ann, and for bob
    next_is(page, "Card: dealer")


def test_keyed_chips_are_placed_when_the_dealer_goes_on(dora: Visitor) -> None:
    at_table(dora, "washington", *PREPARED)
    page = dora.page
    tap(page, "Bet: add 100.00")
    page.locator(".seat-key").nth(1).tap()
    expect(page.locator(".seat-key").first).to_contain_text("100.00")
    expect(page.locator(".ask")).to_have_text("Seat 2, bob")
    tap(page, "Bet: add 25.00")
    rank(page, "9")
    next_is(page, "Card: seat 2, bob")
    expect(page.locator(".seat-bets").nth(1)).to_have_text("25.00")


def test_keyed_chips_outlast_what_else_is_said(dora: Visitor) -> None:
    """All bet again but at the seat whose chips were keyed; a typed line loses none, either."""
    at_table(dora, "washington", *PREPARED, "1=20/5 2=10", "9 k 4", "p")
    page, seats = dora.page, dora.page.locator(".seat-bets")
    line = page.get_by_label("Words, as at the terminal")
    tap(page, "Bet: add 100.00", "All bet again")
    expect(seats.first).to_have_text("100.00")
    expect(seats.nth(1)).to_have_text("10.00")
    page.locator(".seat-key").first.tap()
    tap(page, "Bet: add 25.00")
    line.fill("status")
    line.press("Enter")
    expect(page.locator(".console-told")).to_contain_text("seat 2: bob, 10.00")
    expect(page.get_by_role("button", name="Bet 125.00")).to_be_visible()
    expect(seats.first).to_have_text("100.00")
    line.fill("2=50")
    line.press("Enter")
    expect(seats.nth(1)).to_have_text("50.00")
    expect(seats.first).to_have_text("125.00")
    page.locator(".seat-key").first.tap()
    tap(page, "Bet: add 5.00")
    line.fill("9")
    line.press("Enter")
    next_is(page, "Card: seat 2, bob")
    expect(seats.first).to_have_text("130.00")


def test_table_that_is_paused_offers_no_bets(dora: Visitor, house: Served) -> None:
    """Typed all the same, they are refused: once for all seats, and no key is said to be left."""
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9 k 4", "p")
    page, pete = dora.page, beside(house, "pete")
    again = page.get_by_role("button", name="All bet again")
    expect(again).to_be_visible()
    pete.command(table, "pause", why="a break")
    next_is(page, "Paused")
    expect(again).to_have_count(0)
    expect(page.locator(".pad")).to_have_count(0)
    line = page.get_by_label("Words, as at the terminal")
    line.fill("again")
    line.press("Enter")
    alert = page.locator(".console-refused p")
    expect(alert).to_have_text(["seats 1 and 2: this table is paused: a break"])
    pete.command(table, "resume", why="it is over")
    expect(again).to_be_visible()


def test_someone_bets_behind_a_seat(dora: Visitor) -> None:
    ready = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 500")
    at_table(dora, "california", *ready)
    page = dora.page
    expect(page.locator(".seat-key .tag")).to_have_text("bank 500.00")
    assert page.evaluate(OUTSIDE) == []
    tap(page, "Bet: add 10.00", "Bet 10.00")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Bet 0.00")).to_be_disabled()
    assert page.evaluate(SMALL, GLOVE) == []
    dialog.get_by_label("Name").fill("dan")
    dialog.get_by_role("button", name="Bet: add 25.00").tap()
    dialog.get_by_role("button", name="Tie: add 5.00").tap()
    dialog.get_by_role("button", name="Bet 25.00 + 5.00").tap()
    expect(page.locator(".seat-bets").nth(1)).to_have_text("10.00dan 25.00 + tie 5.00")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind", "Take back dan 25.00 + tie 5.00")
    expect(page.locator(".seat-bets").nth(1)).to_have_text("10.00")


def test_bet_behind_a_seat_needs_no_typing(dora: Visitor) -> None:
    """Whoever comes has a name, and whoever came has a key; Enter lays no chip."""
    ready = ("dealer", "sit ann bob", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 500")
    table = at_table(dora, "california", *ready, "2=20; bet 2 dan 10", "9 4", "p", "stake", "2=20")
    page = dora.page
    bets, dialog = page.locator(".seat-bets").nth(1), page.get_by_role("dialog")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind")
    name = dialog.get_by_label("Name")
    expect(name).to_have_value("behind1")
    dialog.get_by_role("button", name="Bet: add 25.00").tap()
    name.press("Enter")
    expect(bets).to_have_text("20.00behind1 25.00")
    page.locator(".seat-key").nth(1).tap()
    tap(page, "Bet behind")
    expect(name).to_have_value("behind2")
    name.press("Enter")
    expect(dialog.get_by_role("button", name="Bet 0.00")).to_be_disabled()
    assert page.evaluate(SMALL, GLOVE) == []
    dialog.get_by_role("button", name="dan", exact=True).tap()
    expect(name).to_have_value("dan")
    dialog.get_by_role("button", name="Bet: add 10.00").tap()
    dialog.get_by_role("button", name="Bet 10.00").tap()
    expect(bets).to_have_text("20.00behind1 25.00dan 10.00")
    say(dora, table, "9 9")  # a tie: both are asked, and by their names
    expect(page.locator(".choice-row")).to_have_count(3)


def test_who_may_rule_does_so_at_the_console(dora: Visitor) -> None:
    table = at_table(dora, "washington", *PREPARED, "1=20 2=10", "9")
    page = dora.page
    next_is(page, "Card: seat 2, bob")
    expect(page.get_by_role("button", name="Rule on the round")).to_have_count(0)
    dora.goto("/verify")  # where nobody listens as dora any more
    sign_in(dora, "pete")
    dora.goto(f"/deal/{table}")
    tap(page, "Rule on the round")
    dialog = page.get_by_role("dialog")
    assert page.evaluate(SMALL, GLOVE) == []
    dialog.get_by_role("button", name="a wrong pay").tap()
    expect(dialog.get_by_label("Reason")).to_have_value("a wrong pay")
    dialog.get_by_label("Reason").fill("a card fell, face up; twice")
    dialog.get_by_role("button", name="Void: all wagers go back").tap()
    told = page.locator(".orders li").first
    expect(told).to_have_text("ruling: round 1 is void (a card fell, face up; twice)")


def test_round_of_who_lost_the_office_is_finished_by_the_operator(
    dora: Visitor, house: Served
) -> None:
    dirk = house.guest().ask("/api/register", {"name": "dirk", "password": PASSWORD}, key="")
    table, role = open_by_hand(dora, "washington"), f"/api/people/{dirk['player']}/role"
    dora.post(role, {"role": "dealer", "why": "hired"})
    sign_in(dora, "dirk")
    say(dora, table, *PREPARED, "1=20 2=10", "9 4 k")
    sign_in(dora, "olga")
    dora.goto(f"/deal/{table}")
    page = dora.page
    told = page.locator(".console-work .ask")
    expect(told).to_have_text("dirk deals; dealers change between rounds.")
    dora.post(role, {"role": "player", "why": "went home"})
    reminder, about = page.locator(".console-reminder"), page.locator(".console-about")
    expect(reminder).to_contain_text("dirk may deal no longer")
    expect(about).to_contain_text("you end the round · round 1")
    dora.post(role, {"role": "dealer", "why": "came back"})
    expect(told).to_have_text("dirk deals; dealers change between rounds.")
    expect(about).to_contain_text("dirk deals · round 1")
    expect(page.locator("[data-words]")).to_have_count(0)
    dora.post(role, {"role": "player", "why": "went home after all"})
    expect(reminder).to_contain_text("dirk may deal no longer")
    tap(page, "Paid")
    expect(page.get_by_role("button", name="Take over from dirk")).to_be_visible()
    expect(reminder).to_be_empty()


@pytest.mark.parametrize("deals", [True, False])
def test_who_loses_the_office_is_told_so_at_once(
    dora: Visitor, house: Served, *, deals: bool
) -> None:
    """Its dealer by the table's stream, another by the key that is not taken."""
    olga, dana = beside(house, "olga"), house.guest()
    name = f"dana{deals:d}"
    player = dana.ask("/api/register", {"name": name, "password": PASSWORD}, key="")["player"]
    olga.ask(f"/api/people/{player}/role", {"role": "dealer", "why": "hired"})
    table = open_by_hand(dora, "washington")
    sign_in(dora, name)
    say(dora, table, *(PREPARED if deals else ()))
    page = dora.goto(f"/deal/{table}")
    next_is(page, "Bets, then the first card" if deals else "Seat the players")
    olga.ask(f"/api/people/{player}/role", {"role": "player", "why": "went home"})
    if not deals:
        tap(page, "Deal at this table")
    expect(page.get_by_role("heading", name="You deal here no longer")).to_be_visible()
    expect(page.locator("[data-words], .console-form, .rank")).to_have_count(0)
    says = page.locator(".note p", has_text="That is for the dealer")
    expect(says).to_be_visible()
    left = page.locator(".note p", has_text="Not taken: Deal at this table")
    expect(left).to_have_count(0 if deals else 1)
    assert not violations(page)
    dora.said.clear()  # the browser notes each refusal of a server


def test_table_that_was_replaced_leads_to_the_new_one(dora: Visitor, house: Served) -> None:
    table = at_table(dora, "washington", "dealer")
    page = dora.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Washington")
    expect(page.locator(".console-about")).to_contain_text("dora deals")
    asked = {"primary": {"least": 500, "most": 20000}, "why": "a quiet night"}
    new = beside(house, "olga").command(table, "replace", **asked)["replaced_by"]
    link = page.get_by_role("link", name="Deal at the new table")
    expect(link).to_have_attribute("href", f"/deal/{new}")
    expect(page.locator("[data-words], .console-form, .rank").filter(visible=True)).to_have_count(0)


def test_many_ties_are_asked_at_once_on_one_screen(dora: Visitor) -> None:
    names = " ".join(f"player{number}" for number in range(1, 8))
    ready = ("dealer", f"sit {names}", "shoe", "cut", "cutcard 30", "b")
    bets = " ".join(f"{seat}=25/5" for seat in range(1, 8))
    at_table(dora, "fun-casino", *ready, bets, "9 9 9 9 9 9 9 9")
    page = dora.page
    expect(page.locator(".pay-list li")).to_have_count(7)
    assert page.evaluate(ALL_SEEN)
    tap(page, "Paid")
    expect(page.locator(".choice-row")).to_have_count(7)
    assert page.evaluate(SMALL, GLOVE) == []
    assert page.evaluate(ALL_SEEN)
    rows, before = page.locator(".choice-row"), page.locator(".choice-row").last.bounding_box()
    for seat, answer in ((2, "War"), (4, "Surrender"), (5, "War"), (6, "War")):
        rows.nth(seat - 1).get_by_role("button", name=answer).tap()
        expect(rows.nth(seat - 1)).to_contain_text(answer)
        expect(rows.nth(seat - 1).get_by_role("button")).to_have_count(0)
    next_is(page, "War? player1, player3 and player7")
    assert rows.last.bounding_box() == before, "no key moves under a finger"


def test_many_ties_with_a_wager_on_the_war_are_one_line_each(dora: Visitor) -> None:
    ready = ("dealer", f"sit {EIGHT}", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 5000")
    bets = " ".join(f"{seat}=25/5" for seat in range(2, 9))
    at_table(dora, "california", *ready, bets, "9 9 9 9 9 9 9 9", "p")
    page = dora.page
    rows = page.locator(".choice-row")
    expect(rows).to_have_count(7)
    assert page.evaluate(SMALL, GLOVE) == []
    assert page.evaluate(ALL_SEEN)
    rows.first.get_by_role("button", name="War + tie 25").tap()
    expect(rows.first).to_contain_text("War.")
    expect(page.locator(".seat-bets").nth(1)).to_have_text("25.00 + war 25.00 + war tie 25.00")


def test_what_lies_at_a_seat_stays_in_its_key(dora: Visitor) -> None:
    """Eight places on a tablet that stands, and people behind one of them."""
    ready = ("dealer", f"sit {EIGHT}", "shoe", "cut", "cutcard 78", "b", "b", "bank ann 5000")
    bets = "2=20/5; bet 2 zoe 20; bet 2 someoneofalongnamewithoutablank 10; 3=500"
    answers = ("2 w 5", "2 zoe s", "2 someoneofalongnamewithoutablank w")
    at_table(dora, "california", *ready, bets, "9 9 9", "p", *answers)
    page = dora.page
    expect(page.locator(".seat-bets").nth(1)).to_contain_text("zoe 20.00 surrendered")
    assert page.evaluate(WIDE) == []


def test_round_under_way_is_replayed_with_all_that_was_bet(dora: Visitor) -> None:
    """A dispute does not wait until the round is over."""
    table = at_table(dora, "washington", *PREPARED, "1=20/5 2=10", "9 k 9", "p", "w")
    dora.goto(f"/rounds/{table}/1")
    page = dora.page
    says = "ann won 50.00, bob won 10.00. The round is not over."
    expect(page.locator(".replay-outcome")).to_have_text(says)
    wagers = page.locator(".replay-wager")
    expect(wagers).to_have_text(["ann: bet 20.00", "ann: tie wager 5.00", "bob: bet 10.00"])
    say(dora, table, "b 4", "b 5", "p")
    dora.goto(f"/rounds/{table}/1")
    expect(page.locator(".replay-outcome")).to_have_text("ann won 10.00, bob won 10.00.")
    expect(wagers).to_have_count(3)
    assert dora.look(f"/api/tables/{table}/rounds/1")["open"] == []
