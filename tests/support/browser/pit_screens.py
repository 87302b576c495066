"""The screens of the pit and of people, for pictures: opened by olga, who operates the house."""

from collections.abc import Callable
from itertools import count

from playwright.sync_api import expect

from casinowar.rules.file import load_rules
from tests.support.browser.visitor import Visitor
from tests.support.house.staff import sign_in

BETS = [
    {"seat": 1, "wager": "primary", "amount": 500},
    {"seat": 1, "wager": "tie", "amount": 500},
]
_NAMES = count(1)


def played(someone: Visitor, rounds: int = 12, rules: str = "washington") -> str:
    """A table for everyone with bots, where olga played and a round was void; she stays."""
    sign_in(someone, "olga")
    name = f"Corner {next(_NAMES)}"
    asked = {
        "rules": rules,
        "public": True,
        "practice": True,
        "name": name,
        "bots": 2,
        "players_may_have_edge": True,
    }
    table = str(someone.post("/api/tables", asked)["table"])
    at = f"/api/tables/{table}"
    someone.post(f"{at}/sit", {"seat": 1})
    for number in range(rounds):
        deal(someone, at)
        if number == 4:
            someone.post(f"{at}/rule", {"ruling": "void", "reason": "a card fell to the floor"})
    someone.post(f"{at}/bet", {"bets": BETS})
    return table


def deal(someone: Visitor, at: str) -> None:
    done = someone.post(f"{at}/bet", {"bets": BETS, "ready": True})
    while done["state"]["need"]["type"] == "choice_needed":
        done = someone.post(f"{at}/choose", {"seat": 1, "choice": "war"})


def pit(someone: Visitor) -> None:
    played(someone)
    someone.goto("/pit")
    expect(someone.page.locator(".pit-tables tbody tr").first).to_be_visible()
    expect(someone.page.locator(".incidents li").first).to_be_visible()


def pit_table(someone: Visitor) -> None:
    table = played(someone, 30)
    someone.goto(f"/pit/{table}")
    expect(someone.page.locator(".course .result")).to_be_attached()
    expect(someone.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(someone.page.locator(".incidents li").first).to_be_visible()


def pit_paused(someone: Visitor) -> None:
    table = played(someone, 3)
    someone.post(f"/api/tables/{table}/pause", {"why": "the carpet is wet"})
    someone.goto(f"/tables/{table}")
    expect(someone.page.get_by_text("Paused: the carpet is wet", exact=True).first).to_be_visible()


def pit_ruling(someone: Visitor) -> None:
    pit_table(someone)
    someone.page.get_by_role("button", name="Rule on a round").click()
    expect(someone.page.get_by_role("dialog")).to_be_visible()


def pit_limits(someone: Visitor) -> None:
    pit_table(someone)
    someone.page.get_by_role("button", name="Other limits").click()
    expect(someone.page.get_by_label("Decks")).to_be_visible()


def pit_rules(someone: Visitor) -> None:
    sign_in(someone, "olga")
    someone.goto("/pit")
    someone.page.get_by_role("button", name="Upload rules").click()
    text = load_rules("washington").source.decode().replace("10 to 1", "14 to 1")
    someone.page.get_by_label("Or its text").fill(text)
    someone.page.get_by_role("button", name="Check it").click()
    expect(someone.page.get_by_role("button", name="Open a table for everyone")).to_be_visible()


def people(someone: Visitor) -> None:
    sign_in(someone, "olga")
    someone.goto("/people")
    expect(someone.page.get_by_role("button", name="pete")).to_be_visible()
    expect(someone.page.locator(".changes li").first).to_be_visible()


def person(someone: Visitor) -> None:
    people(someone)
    someone.page.get_by_role("button", name="pete").click()
    expect(someone.page.get_by_role("dialog").locator(".changes li").first).to_be_visible()


PIT_SCREENS: tuple[tuple[str, Callable[[Visitor], None], bool], ...] = (
    ("pit", pit, True),
    ("pit-table", pit_table, True),
    ("pit-paused", pit_paused, False),
    ("pit-ruling", pit_ruling, False),
    ("pit-limits", pit_limits, False),
    ("pit-rules", pit_rules, False),
    ("people", people, True),
    ("person", person, False),
)
"""Each by its name, how it is opened, and whether a picture has all of it."""
