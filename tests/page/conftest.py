"""A browser for each file of tests, a house for each test, and people to play there.

A browser must be gone before the next file's tests: it brings an event loop that others trip over.
A house is quickly there: it begins with a copy of one that was opened before, and nobody waits for
the last one to close.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.browsing import chromium
from tests.support.browser.visitor import SOON, Visitor, visitor
from tests.support.house.served import Served, served

expect.set_options(timeout=SOON)  # what is awaited comes, also on a machine with much to do


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a house that has its floor."""
    folder = tmp_path_factory.mktemp("opened")
    with served(folder):
        return folder / "house.db"


@pytest.fixture(scope="module")
def closing() -> Iterator[list[Served]]:
    """Houses that are closed, or soon will be."""
    houses: list[Served] = []
    yield houses
    for house in houses:
        house.stop()


@pytest.fixture
def house(tmp_path: Path, opened: Path, closing: list[Served]) -> Iterator[Served]:
    shutil.copy(opened, tmp_path)
    made = Served(tmp_path)
    closing.append(made)
    made.start()
    yield made
    made.stop_soon()


@pytest.fixture
def ann(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url) as someone:
        yield someone


@pytest.fixture
def bob(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url) as someone:
        yield someone
