"""The site holds every page, and works without any other host."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

ROOT = Path(__file__).parents[2]


def pages_in(nav: list[dict[str, Any]]) -> list[str]:
    """The pages of a navigation, sections and all, in reading order."""
    found: list[str] = []
    for entry in nav:
        for target in entry.values():
            found += [target] if isinstance(target, str) else pages_in(target)
    return found


def test_every_page_stands_in_the_navigation_once() -> None:
    config = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    docs = ROOT / "docs"
    written = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    assert sorted(pages_in(config["project"]["nav"])) == sorted(written)


def complaints(page: Page, url: str) -> list[str]:
    """What goes wrong when a page is opened: errors, and requests to other hosts."""
    found: list[str] = []
    home = url[: url.index("/", len("http://")) + 1]

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error":
            found.append(said.text)

    def watch(sent: Request) -> None:
        if not sent.url.startswith((home, "data:", "blob:")):
            found.append(f"asks {sent.url}")

    page.on("console", hear)
    page.on("request", watch)
    page.on("pageerror", lambda error: found.append(str(error)))
    page.goto(url, wait_until="networkidle")
    return found


@pytest.mark.needs("browser")
def test_every_page_opens_without_error_and_without_other_hosts(
    browser: Browser, site: Path, address: str
) -> None:
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert "index.html" in pages
    context = browser.new_context()
    for name in pages:
        page = context.new_page()
        assert complaints(page, f"{address}/{name}") == [], name
        assert page.locator("h1").first.is_visible(), name
        page.close()
    context.close()


@pytest.mark.needs("browser")
def test_trouble_is_noticed(browser: Browser, site: Path, address: str) -> None:
    trouble = "<img src='http://example.com/card.png'><script>nonsense()</script>"
    (site / "trouble.htm").write_text(trouble)
    page = browser.new_page()
    found = complaints(page, f"{address}/trouble.htm")
    page.close()
    assert any("asks http://example.com/card.png" in one for one in found)
    assert any("nonsense is not defined" in one for one in found)
