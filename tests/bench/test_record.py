"""The benchmarks of shoes and records as a user runs them, briefly: what they tell, and how."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.paths import ROOT


def told(program: str, *words: str) -> tuple[int, str]:
    command = (sys.executable, f"bench/{program}", "--seconds", "0.02", *words)
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.stderr in ("", "above a bar\n", "below a bar\n")
    assert ran.returncode == bool(ran.stderr)
    return ran.returncode, ran.stdout


@pytest.mark.parametrize(
    "program, figure, judged",
    [
        (
            "fair.py",
            "microseconds",
            {
                "six decks, nobody has a part",
                "six decks, seven seats",
                "six decks, the whole ceremony",
            },
        ),
        ("record.py", "per_second", {"entries replayed", "six-deck shoes verified"}),
    ],
)
def test_what_is_measured_is_told(program: str, figure: str, judged: set[str]) -> None:
    status, text = told(program, "--json")
    rows: list[dict[str, Any]] = json.loads(text)
    ratios = [name for name in rows[0] if name.startswith("of_") and name != "of_bar"]
    assert ratios
    assert all(row[name] > 0 for row in rows for name in (figure, *ratios))
    bars = {row["job"]: row["of_bar"] for row in rows if row["of_bar"] is not None}
    assert set(bars) == judged
    missed = [bar for bar in bars.values() if (bar > 1 if program == "fair.py" else bar < 1)]
    assert status == bool(missed)
    _, shown = told(program)
    assert [line.split("  ")[0] for line in shown.splitlines()[1:]] == [row["job"] for row in rows]
