"""The screens of a hand-dealt table, for pictures: dora deals, and walk-ins play."""

from playwright.sync_api import Route, expect

from tests.support.browser.visitor import Visitor
from tests.support.house.staff import open_by_hand, say, sign_in

READY = ("dealer", "sit ann bob cy", "shoe", "cut")


def at_console(someone: Visitor, rules: str, *lines: str) -> str:
    """Dora's console at a new table, where this was said."""
    table = open_by_hand(someone, rules)
    sign_in(someone, "dora")
    say(someone, table, *READY, *lines)
    someone.goto(f"/deal/{table}")
    expect(someone.page.locator(".seat-key").first).to_be_visible()
    return table


def bets(someone: Visitor) -> None:
    at_console(someone, "washington", "cutcard 70", "1=20/5 2=25")
    someone.page.get_by_role("button", name="Bet: add 10.00").click()
    expect(someone.page.get_by_role("button", name="Bet 10.00")).to_be_visible()


def pay(someone: Visitor) -> None:
    at_console(someone, "fun-casino", "cutcard 30", "b", "1=20/5 2=10 3=25", "9h kd 4 9c")
    expect(someone.page.get_by_role("button", name="Paid")).to_be_visible()


def war(someone: Visitor) -> None:
    """A word that was refused lies there, too."""
    at_console(someone, "washington", "cutcard 70", "1=20 2=20 3=20", "9 9 k 9", "p")
    line = someone.page.get_by_label("Words, as at the terminal")
    line.fill("k")
    line.press("Enter")
    expect(someone.page.locator(".console-refused")).to_be_visible()
    someone.foresee_refusals()


def fix(someone: Visitor) -> None:
    """With suits, while a mis-keyed card is corrected."""
    at_console(someone, "fun-casino", "cutcard 30", "b", "1=20", "9h")
    someone.page.get_by_role("button", name="Suits").click()
    someone.page.get_by_role("button", name="Fix the 9h").click()
    someone.page.locator("[data-rank=K]").click()
    expect(someone.page.get_by_role("button", name="spades")).to_be_visible()


def moved(someone: Visitor) -> None:
    """A key for a table that another window of dora's has moved meanwhile."""
    table = at_console(someone, "washington", "cutcard 70", "1=20/5 2=25", "9 k 9")
    page, late = someone.page, list[Route]()

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/dealer", hold)
    page.get_by_role("button", name="Paid").click()
    say(someone, table, "p")
    late[0].continue_()
    expect(page.locator(".console-left")).to_have_text("Not taken: Paid")
    page.unroute_all()
    someone.foresee_refusals()


def bank(someone: Visitor) -> None:
    at_console(someone, "california", "cutcard 78", "b", "b")
    expect(someone.page.get_by_role("button", name="ann banks")).to_be_visible()


def behind(someone: Visitor) -> None:
    """Dan bets behind bob's seat, where eve does so already."""
    at_console(
        someone, "california", "cutcard 78", "b", "b", "bank ann 500", "2=20; bet 2 eve 10/5"
    )
    someone.page.locator(".seat-key").nth(1).click()
    someone.page.get_by_role("button", name="Bet behind").click()
    someone.page.get_by_label("Name").fill("dan")
    someone.page.get_by_role("dialog").get_by_role("button", name="Bet: add 25.00").click()


def ruling(someone: Visitor) -> None:
    table = at_console(someone, "washington", "cutcard 70", "1=20/5 2=25", "9 k")
    someone.goto("/verify")  # where nobody listens as dora any more
    sign_in(someone, "pete")
    someone.goto(f"/deal/{table}")
    someone.page.get_by_role("button", name="Rule on the round").click()


def watched(someone: Visitor) -> None:
    """The same table for those who are not its dealer."""
    table = at_console(someone, "washington", "cutcard 70", "1=20/5 2=25", "9 k", "fix 10")
    someone.goto(f"/tables/{table}")
    expect(someone.page.locator(".card[data-card=T]")).to_be_visible()
