"""The JSON that commands of version 0.1 printed: today's print the same bytes.

Sentences for people may be reworded, and times and machines differ: those values alone are masked.
"""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from casinowar.cli import main
from tests.paths import ROOT

HERE = Path(__file__).parent / "outputs"
COMMANDS: dict[str, list[str]] = json.loads((HERE / "commands.json").read_text("utf-8"))

MEASURED = (
    *("seconds", "rounds_per_second", "version", "python", "system", "architecture"),
    *("processor", "cores", "byte order", "numba", "llvm", "numpy"),
)
ENGLISH = (
    *("says", "basis", "total_basis", "assumes", "note", "mend", "kernel_reason"),
    *("description", "title"),
)
_NUMBER = r"-?[0-9][-+.0-9e]*"
_TEXT = r'"(?:[^"\\]|\\.)*"'
_MASKED = re.compile(rf'"({"|".join((*MEASURED, *ENGLISH))})": (?:{_NUMBER}|{_TEXT})')


def masked(text: str) -> str:
    return _MASKED.sub(r'"\1": ...', text)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_prints_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, COMMANDS[name], env={"COLUMNS": "100"})
    assert (result.exit_code, result.stderr) == (0, "")
    assert masked(result.stdout) == masked((HERE / f"{name}.txt").read_text("utf-8"))


def test_every_command_with_json_is_among_them() -> None:
    found = {words[0] for words in COMMANDS.values()}
    assert found == {
        *("odds", "compare", "simulate", "prove", "verify", "replay", "check", "settle"),
    }
