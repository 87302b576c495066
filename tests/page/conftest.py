"""A browser for each file of tests, a house for each test, and people to play there.

A browser must be gone before the next file's tests: it brings an event loop that others trip over.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import chromium
from tests.support.served import Served, served
from tests.support.visitor import SOON, Visitor, visitor

expect.set_options(timeout=SOON)  # what is awaited comes, also on a machine with much to do


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path) as made:
        yield made


@pytest.fixture
def ann(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url) as someone:
        yield someone


@pytest.fixture
def bob(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url) as someone:
        yield someone
