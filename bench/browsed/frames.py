"""Frames while cards fly, out of the browser's own trace.

Every animation of a card leaves a mark in the trace when it begins and when it ends. What counts is
the time from one drawn frame to the next for as long as anything moves.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from bench.browsed.house import ask

SEATS = 7
CARDS = SEATS + 1
_CATEGORIES = ["blink.user_timing", "disabled-by-default-devtools.timeline.frame"]
_BEGINS, _ENDS = "card begins", "card ends"
_SOON = 60_000
_MOST_ROUNDS = 100
"""Bots sit a round out now and then."""

_MARKED = f"""() => {{
    const {{ animate }} = Element.prototype;
    Element.prototype.animate = function (...given) {{
        const flight = animate.apply(this, given);
        if (!this.matches(".card")) return flight;
        flight.ready.then(() => performance.mark("{_BEGINS}"));
        flight.finished.finally(() => performance.mark("{_ENDS}")).catch(() => {{}});
        return flight;
    }};
}}"""
_DOT = """() => {
    const dot = document.createElement("div");
    dot.className = "card";
    dot.style = "width: 10px; height: 10px; background: black";
    document.body.append(dot);
    const ends = [{ transform: "none" }, { transform: "translate(300px, 300px)" }];
    return dot.animate(ends, { duration: 1500 }).finished.then(() => null);
}"""


@dataclass(frozen=True, slots=True)
class Flight:
    """What a trace says of cards that flew."""

    frames: list[float]
    """Milliseconds from each frame to the next, while a card was in the air."""
    crowded: list[float]
    """The same, while eight were."""


def flown(browser: Browser, url: str, rounds: int) -> list[Flight]:
    """Rounds at a full table of seven: eight cards come, and eight are collected."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    try:
        ask(context, f"{url}/api/guest")
        opening = {"rules": "washington", "name": "Seven", "bots": SEATS - 1}
        table = ask(context, f"{url}/api/tables", opening)["table"]
        page = context.new_page()
        page.add_init_script(f"({_MARKED})()")
        page.goto(f"{url}/tables/{table}?sit")
        _deal(page)
        found: list[Flight] = []
        for _ in range(_MOST_ROUNDS):
            flight = traced(browser, page, lambda: _deal(page))
            if flight.crowded:
                found.append(flight)
            if len(found) == rounds:
                return found
        raise RuntimeError(f"{_MOST_ROUNDS} rounds, and hardly one with eight cards")
    finally:
        context.close()


def dot(browser: Browser) -> Flight:
    """The yardstick: one dot that moves over an empty page."""
    page = browser.new_page()
    try:
        page.evaluate(_MARKED)
        return traced(browser, page, lambda: page.evaluate(_DOT))
    finally:
        page.close()


def traced(browser: Browser, page: Page, act: Callable[[], object]) -> Flight:
    """What a page draws while something is done."""
    browser.start_tracing(page=page, categories=_CATEGORIES)
    act()
    return read(json.loads(browser.stop_tracing())["traceEvents"])


def read(events: Iterable[dict[str, Any]]) -> Flight:
    """What a trace's events say: marks of cards, and frames that were drawn."""
    flight = Flight([], [])
    in_the_air, before = 0, None
    for event in sorted(events, key=lambda each: float(each["ts"])):
        if event["name"] == _BEGINS:
            in_the_air += 1
        elif event["name"] == _ENDS:
            in_the_air -= 1
        elif event["name"] == "DrawFrame":
            if before is not None:
                took = (event["ts"] - before) / 1000
                flight.frames.append(took)
                if in_the_air >= CARDS:
                    flight.crowded.append(took)
            before = event["ts"] if in_the_air else None
    return flight


def _deal(page: Page) -> None:
    """A whole round: who is asked gives up."""
    page.locator("[data-command=deal]").click(timeout=_SOON)
    _rest(page)
    while page.locator("[data-command=surrender]").count():
        page.locator("[data-command=surrender]").first.click()
        _rest(page)


def _rest(page: Page) -> None:
    page.wait_for_selector("cw-table[data-rests]", state="attached", timeout=_SOON)
