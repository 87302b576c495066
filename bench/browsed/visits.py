"""First visits: how many bytes come, and how soon one can play.

A visitor whose browser knows nothing opens the house, looks at the tables for half a second, and
sits down by one click.
"""

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser

LOBBY = "button[aria-label='Play at Online game']"
TABLE = "cw-table[data-rests] [data-command=deal]"
_SOON = 20_000

_HURRIED = """(lobby, table) => {
    window.came = {};
    const look = () => {
        const play = document.querySelector(lobby);
        if (play && !window.came.lobby) {
            window.came.lobby = performance.now();
            setTimeout(() => {
                window.came.click = performance.now();
                document.querySelector(lobby).click();
            }, 500);
        }
        if (document.querySelector(table)) window.came.table ??= performance.now();
    };
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(look).observe(document, all);
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """What one first visit took."""

    lobby: float
    """Milliseconds from the navigation until there was something to click on."""
    table: float
    """Milliseconds from the click until the first round could be dealt."""
    transferred: int
    """Bytes that came until then, with their headers."""


def visit(browser: Browser, url: str) -> Visit:
    """A first visit, with nothing in the browser's cache."""
    context = browser.new_context()
    try:
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        sizes: list[int] = []

        def finished(told: dict[str, Any]) -> None:
            sizes.append(int(told["encodedDataLength"]))

        wire.on("Network.loadingFinished", finished)
        page.add_init_script(f"({_HURRIED})({json.dumps(LOBBY)}, {json.dumps(TABLE)})")
        page.goto(url)
        page.wait_for_selector(TABLE, timeout=_SOON)
        came = page.evaluate("window.came")
        return Visit(came["lobby"], came["table"] - came["click"], sum(sizes))
    finally:
        context.close()
