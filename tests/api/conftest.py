"""A folder with the two files that examples use: a rule file and a shoe's file."""

from pathlib import Path

import pytest

from tests.docs.test_examples import differences, sessions
from tests.support.reference import PAGE


@pytest.fixture(scope="session")
def example_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made by the commands that the page about the library shows."""
    folder = tmp_path_factory.mktemp("examples")
    for block in sessions(PAGE, "console"):
        assert not differences(block, folder)
    return folder


@pytest.fixture
def in_examples(example_files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(example_files)
    return example_files
