"""The JSON that commands of version 0.1 printed: today's print the same bytes.

The rule files that come with the program have changed since, so the commands get those of version
0.1, which must keep working too.
Sentences for people may be reworded, and times and machines differ: those values alone are masked.
The last digits of the cut-card effect depended on the processor, in version 0.1: those are near.
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
NEAR = ("effect", "effect_error", "z_with_effect")
_NUMBER = r"-?[0-9][-+.0-9e]*"
_TEXT = r'"(?:[^"\\]|\\.)*"'
_MASKED = re.compile(rf'"({"|".join((*MEASURED, *ENGLISH, *NEAR))})": (?:{_NUMBER}|{_TEXT})')
_NEAR = re.compile(rf'"(?:{"|".join(NEAR)})": ({_NUMBER})')


def masked(text: str) -> str:
    return _MASKED.sub(r'"\1": ...', text)


def near(text: str) -> list[float]:
    return [float(number) for number in _NEAR.findall(text)]


SIDE_BY_SIDE = ("compare", "compare-all")
"""Comparisons have more columns than in version 0.1."""


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in SIDE_BY_SIDE])
def test_a_command_prints_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(main, COMMANDS[name], env={"COLUMNS": "100"})
    assert (result.exit_code, result.stderr) == (0, "")
    printed = (HERE / f"{name}.txt").read_text("utf-8")
    assert masked(result.stdout) == masked(printed)
    assert near(result.stdout) == pytest.approx(near(printed), rel=1e-9)


@pytest.mark.parametrize("name", SIDE_BY_SIDE)
def test_a_comparison_states_the_same_facts(name: str) -> None:
    result = CliRunner().invoke(main, COMMANDS[name])
    today = {
        (row["rules"], row["reading"]): row for row in map(json.loads, result.stdout.splitlines())
    }
    for line in (HERE / f"{name}.txt").read_text("utf-8").splitlines():
        row = json.loads(line)
        row["decks"] = row["decks"].replace("-", " to ")
        assert row.items() <= today[row["rules"], row["reading"]].items()


def test_every_command_with_json_is_among_them() -> None:
    found = {words[0] for words in COMMANDS.values()}
    assert found == {
        *("odds", "compare", "simulate", "prove", "verify", "replay", "check", "settle"),
    }
