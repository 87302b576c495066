"""What version 0.1 wrote is read with the rule files that it came with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from casinowar.rules import file as rule_files

RULES = Path(__file__).parent / "rules"


@pytest.fixture(scope="module", autouse=True)
def rules_of_then() -> Iterator[None]:
    """The built-in rule files as they were in version 0.1."""

    def read(name: str) -> bytes:
        return (RULES / f"{name}.toml").read_bytes()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rule_files, "_builtin_bytes", read)
        _forget()
        yield
    _forget()


def _forget() -> None:
    rule_files._load_builtin.cache_clear()
    rule_files.decisions.cache_clear()
