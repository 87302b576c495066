"""Pictures of every screen on a phone, a tablet and a laptop, light and dark.

`python -m tests.support.browser.screens DIR` writes them; `python -m tests.support.browser.screens
DIR verify` writes only those whose name has the word in it. The house is one of its own, on
loopback.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from itertools import count, product
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import expect

from tests.paths import GOLDEN_FILES
from tests.support.browser import console_screens
from tests.support.browser.browsing import chromium
from tests.support.browser.pit_screens import PIT_SCREENS
from tests.support.browser.visitor import LAPTOP, LYING, PHONE, TABLET, Visitor, visitor
from tests.support.house.served import served
from tests.support.house.staff import hire

SHOES = GOLDEN_FILES / "shoes"
SIZES: dict[str, Any] = {"phone": PHONE, "tablet": TABLET, "lying": LYING, "laptop": LAPTOP}

_KEYS = count(1)


class Screen(NamedTuple):
    """A screen by its name, and how a visitor comes to it."""

    name: str
    open: Callable[[Visitor], None]
    whole: bool = True
    """Whether the picture has the whole page, or what is seen of it at once."""


def post(someone: Visitor, path: str, body: Any = None) -> Any:
    """A request of the visitor's, beside their page."""
    return someone.post(path, body)


def look(someone: Visitor, path: str) -> Any:
    return someone.look(path)


def come(someone: Visitor) -> None:
    """Be a guest whom the page knows."""
    post(someone, "/api/guest")
    someone.known()


def play(someone: Visitor, rounds: int, bots: int = 0) -> tuple[str, int]:
    """Rounds at a table of one's own, with a war among them; the table, and the war's round."""
    asked = {"rules": "washington", "name": "Friday night", "bots": bots}
    table = post(someone, "/api/tables", asked)["table"]
    at = f"/api/tables/{table}"
    post(someone, f"{at}/sit", {"seat": 1})
    bets = [
        {"seat": 1, "wager": "primary", "amount": 2500},
        {"seat": 1, "wager": "tie", "amount": 500},
    ]
    war = 0
    for number in count(1):
        done = post(someone, f"{at}/bet", {"bets": bets, "ready": True})
        if done["state"]["need"]["type"] == "choice_needed":
            war = number
            post(someone, f"{at}/choose", {"seat": 1, "choice": "war"})
        if war and number >= rounds:
            break
    return table, war


def open_verify(someone: Visitor) -> None:
    someone.goto("/verify")
    expect(someone.page.get_by_role("heading", name="Check it yourself")).to_be_visible()


def verify_file(someone: Visitor, text: str, verdict: str) -> None:
    open_verify(someone)
    file: Any = {"name": "shoe.json", "mimeType": "application/json", "buffer": text.encode()}
    someone.page.set_input_files("#shoe-file", file)
    expect(someone.page.get_by_role("heading", name=verdict)).to_be_visible()


def shoe() -> str:
    return (SHOES / "washington-1.json").read_text(encoding="utf-8")


def forged() -> str:
    """The same with one card changed."""
    file = json.loads(shoe())
    deals = (each for each in file["entries"] if each.get("action", {}).get("type") == "deal")
    entry = list(deals)[10]
    entry["action"]["card"] = "2c" if entry["action"]["card"] != "2c" else "3c"
    return json.dumps(file)


def verify_right(someone: Visitor) -> None:
    verify_file(someone, shoe(), "The cards are right")


def verify_wrong(someone: Visitor) -> None:
    verify_file(someone, forged(), "Something is wrong")
    someone.page.get_by_text("as it stands").click()


def verify_open(someone: Visitor) -> None:
    come(someone)
    table, _ = play(someone, 1)
    someone.goto(f"/verify?table={table}&shoe=1")
    expect(someone.page.get_by_role("heading", name="Right so far")).to_be_visible()


def rounds_none(someone: Visitor) -> None:
    someone.goto("/rounds")
    expect(someone.page.get_by_text("No round yet")).to_be_visible()


def rounds(someone: Visitor) -> None:
    come(someone)
    play(someone, 22)
    someone.goto("/rounds")
    expect(someone.page.locator(".round-row")).to_have_count(20)


def replay(someone: Visitor) -> None:
    come(someone)
    table, war = play(someone, 1)
    someone.goto(f"/rounds/{table}/{war}")
    expect(someone.page.get_by_role("group", name="Replay")).to_be_visible()


def rules(someone: Visitor) -> None:
    someone.goto("/rules")
    expect(someone.page.locator(".plot").first).to_be_visible()


def rules_changed(someone: Visitor) -> None:
    someone.goto("/rules/california?decks=8&set=pays.equal.tie:11 to 1")
    expect(someone.page.locator(".plot .before")).to_be_visible()


def rules_refused(someone: Visitor) -> None:
    someone.goto("/rules/washington?set=pays.equal.tie:a lot")
    expect(someone.page.locator(".refused")).to_be_visible()
    someone.foresee_refusals()


def lobby(someone: Visitor) -> None:
    someone.goto()
    expect(someone.page.get_by_text("of the first wager").first).to_be_visible()


def sit_at(someone: Visitor, name: str, **options: Any) -> None:
    """At a table of one's own: nobody else's picture has its players."""
    come(someone)
    rules = name.lower()
    usual = {"players_may_have_edge": True, "practice": True}
    asked = {"rules": rules, "name": name, **usual, **options}
    opened = post(someone, "/api/tables", asked)["table"]
    someone.goto(f"/tables/{opened}?sit")
    expect(someone.page.locator(".place.mine").first).to_be_visible()
    someone.rest()


def table(someone: Visitor) -> None:
    sit_at(someone, "Washington", bots=3)
    someone.page.keyboard.press("2")


def table_war(someone: Visitor) -> None:
    sit_at(someone, "Washington")
    someone.until_tie()
    war = someone.page.locator("[data-command=war]")
    expect(war).not_to_have_attribute("aria-disabled", "true")  # it is held for a moment


def table_over(someone: Visitor) -> None:
    table_war(someone)
    someone.page.keyboard.press("w")
    someone.rest()


def table_odds(someone: Visitor) -> None:
    sit_at(someone, "Washington")
    someone.deal()
    someone.page.get_by_text("The odds here").click()
    expect(someone.page.locator("cw-odds .plot")).to_be_visible()


def table_banked(someone: Visitor) -> None:
    sit_at(someone, "California", bots=2)


def table_bank(someone: Visitor) -> None:
    """The bank has gone round, and is offered."""
    table_banked(someone)
    while not someone.offers("take-bank"):
        someone.deal()
        while someone.offers("war"):
            someone.press("war")


def table_stake(someone: Visitor) -> None:
    table_bank(someone)
    someone.press("take-bank")


def table_hands(someone: Visitor) -> None:
    """Three hands of the game for one player, dealt."""
    sit_at(someone, "Online")
    for seat in (2, 3):
        someone.page.locator(f".place[data-seat='{seat}'] .spot.primary").click()
        someone.page.keyboard.press("2")
    someone.page.locator(".place[data-seat='3'] .spot.tie").click()
    someone.page.keyboard.press("1")
    someone.deal()


def table_edge(someone: Visitor) -> None:
    """A table that says that its players have the edge, after a round."""
    sit_at(someone, "Fun-casino", bots=2)
    someone.deal()


def lobby_seated(someone: Visitor) -> None:
    """With one's own seat, and cards on the table."""
    sit_at(someone, "Washington", bots=3)
    someone.deal()
    someone.page.get_by_role("link", name="casinowar").click()
    expect(someone.page.locator(".thumb .mini-card").first).to_be_visible()


def table_own(someone: Visitor) -> None:
    sit_at(someone, "Online")
    someone.page.keyboard.press("3")


def private_table(someone: Visitor) -> None:
    lobby(someone)
    someone.page.get_by_role("button", name="Open a private table").click()
    expect(someone.page.get_by_role("dialog")).to_be_visible()


def account_nobody(someone: Visitor) -> None:
    someone.goto("/account")
    expect(someone.page.get_by_role("heading", name="Nobody yet")).to_be_visible()


def account_guest(someone: Visitor) -> None:
    come(someone)
    someone.goto("/account")
    for title in ("Create an account to keep your chips", "A break"):
        expect(someone.page.get_by_role("heading", name=title)).to_be_visible()


def account_refused(someone: Visitor) -> None:
    account_guest(someone)
    form = someone.page.locator("form", has_text="Sign in")
    form.get_by_label("Name").fill("nobody-of-that-name")
    form.get_by_label("Password").fill("wrong password")
    form.get_by_role("button", name="Sign in").click()
    expect(someone.page.get_by_text("Name or password is wrong.")).to_be_visible()
    someone.foresee_refusals()


def account_member(someone: Visitor) -> None:
    come(someone)
    post(someone, "/api/register", {"name": f"ann{next(_KEYS)}", "password": "correct horse"})
    for most in (20_00, 50_00):
        post(someone, "/api/me/limits", {"what": "stake", "most": most})
    someone.goto("/account")
    expect(someone.page.locator(".coming")).to_be_visible()
    someone.page.get_by_role("button", name="Sign out everywhere else").click()
    expect(someone.page.get_by_text("You are signed in nowhere else.")).to_be_visible()


def manage(someone: Visitor) -> None:
    sit_at(someone, "Washington", bots=2)
    someone.page.get_by_role("button", name="Manage").click()
    expect(someone.page.get_by_role("dialog")).to_be_visible()


def invite(someone: Visitor) -> None:
    sit_at(someone, "Washington")
    someone.page.get_by_role("button", name="Invite").click()
    expect(someone.page.get_by_label("Link to the table")).to_be_visible()


def invited(someone: Visitor) -> None:
    come(someone)
    someone.goto(post(someone, "/api/tables", {"rules": "washington"})["link"])
    expect(someone.page.get_by_role("button", name="Come to the table")).to_be_visible()


def table_rounds(someone: Visitor) -> None:
    come(someone)
    table, _ = play(someone, 3, bots=2)
    someone.goto(f"/rounds/{table}")
    expect(someone.page.locator(".round-row").first).to_be_visible()


def dead_link(someone: Visitor) -> None:
    someone.goto("/join/nothing")
    expect(someone.page.get_by_text("This link leads to no open table.")).to_be_visible()
    someone.foresee_refusals()


def cut(someone: Visitor) -> None:
    sit_at(someone, "Washington")
    someone.page.locator("[data-command=cut]").first.click()
    expect(someone.page.get_by_role("dialog")).to_be_visible()


def seal(someone: Visitor) -> None:
    sit_at(someone, "Washington")
    someone.deal()
    someone.page.locator("cw-seal button").click()
    expect(someone.page.get_by_role("dialog")).to_be_visible()


def help_(someone: Visitor) -> None:
    sit_at(someone, "Washington")
    someone.page.keyboard.press("?")
    expect(someone.page.get_by_role("dialog")).to_be_visible()


def nowhere(someone: Visitor) -> None:
    someone.goto("/verify")
    someone.page.evaluate(
        "history.pushState(null, '', '/nowhere'); dispatchEvent(new Event('popstate'))"
    )
    expect(someone.page.get_by_text("There is nothing at this address.")).to_be_visible()


SCREENS = (
    Screen("lobby", lobby),
    Screen("lobby-seated", lobby_seated),
    Screen("private-table", private_table, whole=False),
    Screen("table", table),
    Screen("table-war", table_war),
    Screen("table-over", table_over),
    Screen("table-odds", table_odds),
    Screen("table-banked", table_banked),
    Screen("table-bank", table_bank),
    Screen("table-stake", table_stake),
    Screen("table-own", table_own),
    Screen("table-hands", table_hands),
    Screen("table-edge", table_edge),
    Screen("cut", cut, whole=False),
    Screen("seal", seal, whole=False),
    Screen("help", help_, whole=False),
    Screen("verify", open_verify),
    Screen("verify-right", verify_right),
    Screen("verify-wrong", verify_wrong),
    Screen("verify-open", verify_open),
    Screen("rounds-none", rounds_none),
    Screen("rounds", rounds, whole=False),
    Screen("replay", replay),
    Screen("rules", rules),
    Screen("rules-changed", rules_changed),
    Screen("rules-refused", rules_refused, whole=False),
    Screen("table-rounds", table_rounds, whole=False),
    Screen("manage", manage, whole=False),
    Screen("invite", invite, whole=False),
    Screen("invited", invited),
    Screen("account-nobody", account_nobody),
    Screen("account-guest", account_guest),
    Screen("account-refused", account_refused),
    Screen("account-member", account_member),
    Screen("console-bets", console_screens.bets),
    Screen("console-pay", console_screens.pay),
    Screen("console-war", console_screens.war),
    Screen("console-fix", console_screens.fix),
    Screen("console-moved", console_screens.moved),
    Screen("console-bank", console_screens.bank),
    Screen("console-behind", console_screens.behind, whole=False),
    Screen("console-ruling", console_screens.ruling, whole=False),
    Screen("table-by-hand", console_screens.watched),
    Screen("dead-link", dead_link),
    Screen("nowhere", nowhere),
    *(Screen(*each) for each in PIT_SCREENS),
)


def main(folder: Path, word: str = "") -> None:
    """Write the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [screen for screen in SCREENS if word in screen.name]
    looks: list[tuple[str, Literal["light", "dark"]]] = [
        (size, look) for size in SIZES for look in ("light", "dark")
    ]
    with (
        tempfile.TemporaryDirectory() as data,
        chromium() as browser,
        served(Path(data)) as house,
    ):
        hire(house)
        with visitor(browser, house.url) as someone:
            for screen, (size, look) in product(chosen, looks):
                someone.page.set_viewport_size(SIZES[size])
                someone.page.emulate_media(color_scheme=look)
                someone.afresh()
                screen.open(someone)
                path = folder / f"{screen.name}-{size}-{look}.png"
                someone.page.evaluate("document.activeElement?.blur()")
                if screen.whole:  # the bar stands where the page begins
                    someone.page.evaluate("scrollTo(0, 0)")
                someone.page.screenshot(path=path, full_page=screen.whole, animations="disabled")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: python -m tests.support.browser.screens DIR [WORD]")
    main(Path(sys.argv[1]), *sys.argv[2:])
