"""The site holds every page, and works without any other host."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request

from tests.paths import ROOT

AT_ONCE = 8


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


def opened(page: Page, url: str) -> list[str]:
    """What goes wrong from now on with a page that is being opened: errors, and other hosts."""
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
    page.goto(url, wait_until="commit")
    return found


@pytest.mark.needs("browser")
def test_every_page_opens_without_error_and_without_other_hosts(
    browser: Browser, site: Path, address: str
) -> None:
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    assert "index.html" in names
    context = browser.new_context()
    while names:  # some at once: most of the time is waiting for nothing more to come
        some, names = names[:AT_ONCE], names[AT_ONCE:]
        pages = {name: context.new_page() for name in some}
        found = {name: opened(page, f"{address}/{name}") for name, page in pages.items()}
        for name, page in pages.items():
            page.wait_for_load_state("networkidle")
            assert page.locator("h1").first.is_visible(), name
            assert found[name] == [], name
            page.close()
    context.close()


@pytest.mark.needs("browser")
def test_trouble_is_noticed(browser: Browser, site: Path, address: str) -> None:
    trouble = "<img src='http://example.com/card.png'><script>nonsense()</script>"
    (site / "trouble.htm").write_text(trouble)
    page = browser.new_page()
    found = opened(page, f"{address}/trouble.htm")
    page.wait_for_load_state("networkidle")
    page.close()
    assert any("asks http://example.com/card.png" in one for one in found)
    assert any("nonsense is not defined" in one for one in found)
