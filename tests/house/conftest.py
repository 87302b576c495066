from collections.abc import Iterator

import pytest

from tests.support.floor import Floor


@pytest.fixture
def house(database: str) -> Iterator[Floor]:
    made = Floor(database)
    yield made
    made.close()
