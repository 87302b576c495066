"""People with an office in a served house, and what they do there beside a page."""

from itertools import count

from casinowar.house.people.accounts import new_operator_link
from casinowar.record.ledger import grant
from tests.support.browser.visitor import Visitor
from tests.support.house.served import Client, Served

PASSWORD = "a long password"
PLENTY = 10_000_000
OFFICES = {"dora": "dealer", "rick": "dealer", "pete": "pit-boss"}

_NAMES = count(1)


def hire(house: Served) -> Client:
    """Have dora and rick deal in a house, pete look after its pit, and olga operate it.

    Olga plays at many tables, so that there is something to see there, and never runs out of chips.
    """
    olga = house.guest()
    link = house.house.do_now(lambda work: new_operator_link(work, house.house.means.entropy))
    assert olga.post(f"/operator/{link}", key="").status_code == 200
    player = olga.ask("/api/register", {"name": "olga", "password": PASSWORD}, key="")["player"]
    house.house.do_now(lambda work: work.move([grant(player, PLENTY)], "grant"))
    for name, role in OFFICES.items():
        made = house.guest().ask("/api/register", {"name": name, "password": PASSWORD}, key="")
        olga.ask(f"/api/people/{made['player']}/role", {"role": role, "why": "hired"})
    return olga


def sign_in(someone: Visitor, name: str) -> None:
    """Be one of them, whom the page knows."""
    someone.post("/api/sign-in", {"name": name, "password": PASSWORD})
    someone.known()


def beside(house: Served, name: str) -> Client:
    """One of them, with no page: a page that is open goes on being whose it is."""
    client = house.stranger()
    client.ask("/api/sign-in", {"name": name, "password": PASSWORD}, key="")
    return client


def open_by_hand(someone: Visitor, rules: str) -> str:
    """A new hand-dealt table, which olga opens and whoever the page is of may deal at."""
    sign_in(someone, "olga")
    asked = {
        "rules": rules,
        "public": True,
        "practice": True,
        "hand_dealt": True,
        "players_may_have_edge": True,
    }
    name = f"{rules.title()} {next(_NAMES)}"
    return str(someone.post("/api/tables", {**asked, "name": name})["table"])


def say(someone: Visitor, table: str, *lines: str) -> None:
    """Say something at a hand-dealt table."""
    for line in lines:
        someone.post(f"/api/tables/{table}/dealer", {"words": line})
