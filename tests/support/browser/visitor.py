"""Someone who plays in a browser: a page of their own, of which nothing may be wrong at the end."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from random import choice
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
)

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LYING: ViewportSize = {"width": 1180, "height": 820}
"""A tablet on its long side."""
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
SOON = 15_000
MOST_ROUNDS = 300
"""A tie comes once in fourteen rounds: so many without one do not happen."""

_KEYS = count(1)
_THERE = "#screen > :not(.loading), body:not(:has(#screen)) > *"


class Slow:
    """Whether pages are far from their house: what a test forgot to await shows then."""

    chosen = False
    way = (50, 200, 500)
    """Milliseconds that an answer takes; each page has one of them."""


class Visitor:
    """One person's page; what its console says is kept."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.url = url
        self.context = context
        self.page: Page = context.new_page()
        self.page.set_default_timeout(SOON)
        self._said: list[str] = []
        self._foreseen: set[str] = set()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._said.append(str(error)))
        if Slow.chosen:
            self._slow_down()

    def _slow_down(self) -> None:
        session = self.context.new_cdp_session(self.page)
        way = {"offline": False, "latency": choice(Slow.way)}
        any_amount = {"downloadThroughput": -1, "uploadThroughput": -1}
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", way | any_amount)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self._said.append(f"{message.text} ({message.location.get('url')})")

    @property
    def said(self) -> list[str]:
        """Errors and warnings that nobody foresaw."""
        return [text for text in self._said if not any(word in text for word in self._foreseen)]

    def foresee(self, *words: str) -> None:
        """What has one of these words in it is no trouble, also if the browser says it later."""
        self._foreseen.update(words)

    def foresee_refusals(self) -> None:
        """The house refuses something; the browser itself notes that."""
        self.foresee("the server responded with a status of 4")

    def post(self, path: str, body: Any = None) -> Any:
        """A request of the visitor's, beside their page."""
        answer = self._asked(path, body)
        assert answer.ok, answer.text()
        return answer.json()

    def _asked(self, path: str, body: Any) -> APIResponse:
        key = f"beside-{next(_KEYS)}"
        return self.context.request.post(
            self.url + path,
            data=None if body is None else json.dumps(body),
            headers={"Content-Type": "application/json", "Idempotency-Key": key},
        )

    def look(self, path: str) -> Any:
        """What the house answers, beside their page."""
        answer = self.context.request.get(self.url + path)
        assert answer.ok, answer.text()
        return answer.json()

    def goto(self, path: str = "/") -> Page:
        """Open a screen, and wait until it is there: it comes after the page's own load.

        What a link of the house's leads to first is no screen of the page, and there at once.
        """
        self.page.goto(self.url + path)
        self.page.wait_for_selector(_THERE, state="attached")
        return self.page

    def known(self) -> None:
        """Have the page know that its visitor has come before, as a link of the house's does."""
        cookie: Any = {"name": "casinowar_known", "value": "1", "url": self.url}
        self.context.add_cookies([cookie])

    def afresh(self) -> None:
        """Be someone new, with a page that is already there: much quicker than another one."""
        self.page.goto(f"{self.url}/healthz")
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.context.clear_cookies()
        self._said.clear()
        self._foreseen.clear()

    def play_at(self, name: str) -> Page:
        """From the lobby to a seat, by one click; or back to it.

        Where a player banks, the seat is at a practice table, so that bots can bank.
        """
        self.goto()
        way = "Practise" if name == "California" else "(Play at|Back to)"
        self.page.get_by_role("button", name=re.compile(f"{way} {name}")).click()
        expect(self.page.locator(".place.mine").first).to_be_visible()
        return self.page

    def deal(self) -> None:
        """Bet, if nothing is bet yet, and wait until the round is over or asks something."""
        self.rest()
        if not self.offers("deal"):
            self.page.keyboard.press("1")
        self.press("deal")

    def cut(self) -> None:
        """Cut the deck, somewhere."""
        self.page.locator("[data-command=cut]").click()
        self.page.get_by_role("button", name="Cut here").click()
        self.rest()

    def offers(self, command: str) -> bool:
        """Whether there is a button for it."""
        return self.page.locator(f"[data-command={command}]").count() > 0

    def press(self, command: str) -> None:
        """Press the first button of a command, and wait for what comes of it."""
        self.page.locator(f"[data-command={command}]").first.click()
        self.rest()

    def rest(self) -> None:
        """Wait until nothing moves and what may be done is known."""
        self.page.wait_for_selector("cw-table[data-rests]", state="attached")

    def until_tie(self) -> None:
        """Play round after round until there is a choice to make.

        All but the first are requests beside the page, which sees them: no person is so quick.
        """
        self.rest()
        if not self.page.locator(".choice").count():
            self.deal()
        assert any(self._asked_about_tie() for _ in range(MOST_ROUNDS)), "no tie came"
        self.page.wait_for_selector(".choice")
        self.rest()

    def _asked_about_tie(self) -> bool:
        """Whether a tie waits; if not, another round is played. A clock may be quicker."""
        at = f"/api{urlsplit(self.page.url).path}"
        told = self.look(f"{at}/offers")
        if told["need"]["type"] == "choice_needed":
            return True
        for offer in told["offers"]:
            match offer:
                case {"command": "decline"}:
                    self._asked(f"{at}/decline", {})
                case {"command": "bet", "wager": "primary", "seat": seat}:
                    bets = [{"seat": seat, "wager": "primary", "amount": 500}]
                    self._asked(f"{at}/bet", {"bets": bets, "ready": True})
                    break
                case _:
                    pass
        return False

    @property
    def balance(self) -> int:
        """In cents, as the bar shows it."""
        return cents(self.page.locator(".purse-balance dd").inner_text())

    @property
    def in_play(self) -> int:
        return cents(self.page.locator(".purse-in-play dd").inner_text())

    @property
    def heard(self) -> list[str]:
        """What a screen reader was told."""
        return [text for text in self.page.locator("#heard p").all_inner_texts() if text]


def cents(text: str) -> int:
    """The cents of a sum as the page writes it, wherever in its line it stands."""
    return int(re.sub(r"[^0-9]", "", text)) * (-1 if "\N{MINUS SIGN}" in text else 1)


@contextmanager
def visitor(
    browser: Browser, url: str, size: Any = LAPTOP, speed: str = "none", **more: Any
) -> Iterator[Visitor]:
    """A new visitor, with nothing in their browser; cards do not move unless asked to."""
    context = browser.new_context(viewport=size, **more)
    kept = f'localStorage.setItem("casinowar.settings", JSON.stringify({{speed: "{speed}"}}))'
    context.add_init_script(f'if (!localStorage.getItem("casinowar.settings")) {kept}')
    someone = Visitor(context, url)
    try:
        yield someone
        assert not someone.said, someone.said
    finally:
        context.close()
