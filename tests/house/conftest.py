from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.floor import Floor


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Floor]:
    made = Floor(tmp_path / "house.db")
    yield made
    made.close()
