"""Every command stands on the page of commands."""

import pytest

from casinowar.cli import COMMANDS
from tests.paths import ROOT

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_command_is_on_the_page(command: str) -> None:
    assert f"`casinowar {command}" in PAGE
