"""A house with staff, and those who deal there on a tablet."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser.visitor import LYING, TABLET, Visitor, visitor
from tests.support.house.served import Served, served
from tests.support.house.staff import hire, sign_in


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One for all: each test has tables of its own."""
    with served(tmp_path_factory.mktemp("house")) as made:
        hire(made)
        yield made


@pytest.fixture
def dora(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, TABLET, has_touch=True) as someone:
        yield someone


@pytest.fixture
def rick(browser: Browser, house: Served) -> Iterator[Visitor]:
    with visitor(browser, house.url, LYING, has_touch=True) as someone:
        sign_in(someone, "rick")
        yield someone
