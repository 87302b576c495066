"""The command as a user runs it, briefly."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.race.bars import BARS
from tests.paths import ROOT

COMMAND = (sys.executable, "bench/simulate.py", "--no-peers", "--seconds", "0.05", "--passes", "1")


@pytest.mark.needs("compiler")
@pytest.mark.takes(10)
def test_race_is_run_and_told(tmp_path: Path) -> None:
    told, drawn = tmp_path / "race.json", tmp_path / "race.svg"
    ran = subprocess.run(
        [*COMMAND, "--json", str(told), "--plot", str(drawn)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    found = json.loads(told.read_text())
    missed = [each for each in found["bars"] if each["verdict"] == "missed"]
    assert (ran.returncode, ran.stderr) == (1 if missed else 0, "")
    assert all(each["plausible"] for each in found["contenders"])
    assert all(each["rounds_per_second"] > 0 for each in found["contenders"])
    raced = {(each["name"], each["setting"]) for each in found["contenders"]}
    known = raced | {(each["name"], each["setting"]) for each in found["absent"]}
    assert known >= {named for bar in BARS for named in (bar.fast, bar.base)}
    assert raced >= {
        ("C loop", "one seat"),
        ("C loop", "seven seats"),
        ("general kernel", "reshuffled each round"),
        ("NumPy", "one seat"),
        ("plain Python", "one seat"),
    }
    for each in (*found["contenders"], *found["absent"], *found["bars"]):
        assert each.get("name", each.get("bar")) in ran.stdout
    assert drawn.read_text().count("C loop") >= 2
