"""The benchmark of the page as a user runs it, briefly; and how it reads a trace."""

import json
import subprocess
import sys
from typing import Any

import pytest

from bench.browsed.frames import read
from bench.browsed.visits import Visit
from bench.page import Figure, Run, figures, show
from tests.paths import ROOT


def trace(*told: tuple[str, float]) -> list[dict[str, Any]]:
    return [{"name": name, "ts": 1000 * at} for name, at in told]


def test_frames_count_while_a_card_is_in_the_air() -> None:
    flight = read(
        trace(
            ("DrawFrame", 0),
            ("card begins", 1),
            ("DrawFrame", 2),
            ("DrawFrame", 18),
            ("card ends", 30),
            ("DrawFrame", 38),
            ("DrawFrame", 90),
        )
    )
    assert flight.frames == [16, 20]
    assert flight.crowded == []


def test_frames_with_eight_cards_are_counted_apart() -> None:
    begins = [("card begins", 0.0)] * 8
    flight = read(trace(*begins, ("DrawFrame", 1), ("DrawFrame", 18), ("card ends", 20)))
    assert flight.crowded == flight.frames == [17]
    fewer = read(trace(*begins[1:], ("DrawFrame", 1), ("DrawFrame", 18)))
    assert (fewer.crowded, fewer.frames) == ([], [17])


def test_bars_are_met_and_missed() -> None:
    smooth = read(trace(*[("card begins", 0.0)] * 8, ("DrawFrame", 1), ("DrawFrame", 17.7)))
    quick = Visit(lobby=400, table=300, transferred=120_000)
    assert not any(each.missed for each in figures(Run([smooth], [smooth], [quick])))
    slow = read(trace(*[("card begins", 0.0)] * 8, ("DrawFrame", 1), ("DrawFrame", 21)))
    heavy = Visit(lobby=1400, table=1300, transferred=151_000)
    missed = [each.name for each in figures(Run([smooth], [slow], [heavy])) if each.missed]
    assert missed == [
        "median frame while eight cards fly",
        "median frame while any card flies",
        "first visit, transferred",
        "lobby playable after",
        "table playable after the click",
    ]
    assert not Figure("as much as there may be", "ms", 17, 17).missed


def test_figures_are_read_by_people(capsys: pytest.CaptureFixture[str]) -> None:
    show([Figure("a dot", "ms", 16.7), Figure("cards", "ms", 21.25, 17), Figure("all", "%", 3, 5)])
    assert capsys.readouterr().out.splitlines()[1:] == [
        "a dot                                        16.7 ms",
        "cards                                        21.2 ms        17  missed",
        "all                                              3 %         5  met",
    ]


@pytest.mark.needs("browser")
@pytest.mark.takes(25)
def test_what_is_measured_is_told() -> None:
    command = (sys.executable, "bench/page.py", "--rounds", "1", "--visits", "1", "--json")
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.stderr in ("", "above a bar\n")
    assert ran.returncode == bool(ran.stderr)
    rows = json.loads(ran.stdout)
    assert len(rows) == 7
    assert all(row["found"] > 0 for row in rows if row["unit"] != "%")
    assert any(row["missed"] for row in rows) == bool(ran.stderr)
