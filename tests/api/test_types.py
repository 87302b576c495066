"""A type checker sees the whole library."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from fractions import Fraction
import casinowar as cw

rules: cw.Rules = cw.load("washington")
edge: Fraction = cw.price(rules).primary.house_edge
net: dict[int, int] = cw.settle(rules, "1:20 | 9h Kd").net
table, events = cw.Table.open(rules).step(cw.Sit("ann", 1))
names: list[str] = [cw.describe(event) for event in events]
counts = cw.simulate(rules, rounds=1000).counts["rounds"]
reveal_type(table)
reveal_type(cw.verify("shoe.json").verified)
"""


def checked(program: str, folder: Path) -> tuple[int, str]:
    file = folder / "program.py"
    file.write_text(program, "utf-8")
    mypy = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(file)]
    done = subprocess.run(
        [*mypy, "--cache-dir", str(folder)], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    "more, wrong",
    [
        ("", None),
        ("edge.nothing", '"Fraction" has no attribute "nothing"'),
        ("cw.nothing", 'Module has no attribute "nothing"'),
        ("cw.Sit('ann', 'one')", 'Argument 2 to "Sit" has incompatible type "str"'),
    ],
)
def test_program_is_checked(
    more: str, wrong: str | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "typed"
    folder.mkdir(exist_ok=True)
    status, told = checked(f"{PROGRAM}{more}\n", folder)
    assert 'Revealed type is "casinowar.api.table.Table"' in told
    assert 'Revealed type is "bool"' in told or 'Revealed type is "builtins.bool"' in told
    assert status == (0 if wrong is None else 1), told
    assert wrong is None or wrong in told
