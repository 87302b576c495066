"""The check of a shoe in a real browser: with `crypto.subtle`, and where the page has none."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.paths import ROOT
from tests.support.browser.browsing import chromium, served

STATIC = ROOT / "src" / "casinowar" / "static"
SHOE = ROOT / "tests" / "golden" / "shoes" / "washington-1.json"

HOUSE = "house.test"
"""A name that is not loopback's: a page from there has no secure context over http."""

VERIFY = "async (text) => (await import('/verify/verify.js')).verifyShoe(text)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    rules = f"MAP {HOUSE} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with chromium(f"--host-resolver-rules={rules}") as opened:
        yield opened


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(STATIC) as found:
        yield found


@pytest.mark.needs("browser")
@pytest.mark.parametrize("host, has_subtle", [("127.0.0.1", True), (HOUSE, False)])
def test_shoe_is_checked_in_a_browser(
    browser: Browser, address: str, host: str, has_subtle: bool
) -> None:
    page = browser.new_page()
    page.goto(f"{address.replace('127.0.0.1', host)}/verify/verify.js")
    assert page.evaluate("crypto.subtle !== undefined") is has_subtle
    text = SHOE.read_text(encoding="utf-8")
    verdict: dict[str, Any] = page.evaluate(VERIFY, text)
    assert verdict["verdict"] == "cards verified", verdict
    assert verdict["shoe"] == "t1/1"

    file = json.loads(text)
    forged = next(
        entry for entry in file["entries"] if entry.get("action", {}).get("type") == "deal"
    )
    forged["action"]["card"] = "2c" if forged["action"]["card"] != "2c" else "3c"
    verdict = page.evaluate(VERIFY, json.dumps(file))
    page.close()
    assert (verdict["verdict"], verdict["entry"]) == ("wrong", forged["seq"])
    assert verdict["why"] == "it was changed: its contents do not match its hash"
