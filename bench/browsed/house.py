"""The house that is visited, as `casinowar serve` runs it, and the browser that visits it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from bench.served import server

ALONE = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
"""A browser that speaks to this machine alone, and draws without a graphics card."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a house of its own."""
    with server.served([*server.SERVE, "--data", str(folder)]) as found:
        yield f"http://127.0.0.1:{found.port}"


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's own browser."""
    program = shutil.which("chromium")
    if program is None:
        raise FileNotFoundError("chromium is not on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*ALONE])
        try:
            yield browser
        finally:
            browser.close()


def ask(context: BrowserContext, url: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """A request of a visitor's, beside their page."""
    answer = context.request.post(
        url,
        data=json.dumps(body or {}),
        headers={"Content-Type": "application/json", "Idempotency-Key": f"bench:{url}"},
    )
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found
