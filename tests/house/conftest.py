from collections.abc import Iterator

import pytest

from tests.support.house.floor import Floor, two_servers
from tests.support.house.postgres import Postgres


@pytest.fixture
def house(database: str) -> Iterator[Floor]:
    made = Floor(database)
    yield made
    made.close()


@pytest.fixture
def two(server: Postgres) -> Iterator[tuple[Floor, Floor]]:
    name = server.new()
    with two_servers(name) as both:
        yield both
    server.drop(name)
