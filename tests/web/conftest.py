"""One served house for the tests that do not mind each other, and new ones for those that do."""

from collections.abc import Iterator

import pytest

from tests.support.house.served import Client, Served, served


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Shared: tests use tables of their own at it."""
    with served(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture
def ann(house: Served) -> Client:
    return house.guest()


@pytest.fixture
def bob(house: Served) -> Client:
    return house.guest()


@pytest.fixture
def table(ann: Client) -> str:
    """A private washington table of ann's."""
    return str(ann.ask("/api/tables", {"rules": "washington"})["table"])
