"""The benchmark of a house as a user runs it, briefly; its clients, and its bars."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.house import Bar, show
from bench.served.clients import BET, MALFORMED, Client, Refused, Tally, bare, empty, washington
from bench.served.sample import Sample, ratio, summarise
from tests.paths import ROOT

SHORT = ("--seconds=0.3", "--passes=1", "--clients=2", "--tables=4", "--streams=4")
ANN = Client("casinowar_session=ann", "t1", "online-ann")
DEALT = (200, b"HTTP/1.1 200 OK\r\n\r\n{}")
TIED = (200, b'HTTP/1.1 200 OK\r\n\r\n{"type":"choice_needed"}')


def sample(acts: int, server: float = 1.0) -> Sample:
    return Sample(acts, 2.0, server, 0.0, 0.5, 0.1, requests=[0.001, 0.003])


def test_client_answers_a_tie_within_its_round() -> None:
    tally = Tally(until=float("inf"))
    requests = washington(ANN, tally, "1")
    assert next(requests).startswith(b"POST /api/tables/t1/bet HTTP/1.1\r\n")
    choose = requests.send(TIED)
    assert choose.startswith(b"POST /api/tables/t1/choose HTTP/1.1\r\n")
    assert tally.acts == 1
    assert requests.send(DEALT).endswith(b"\r\n\r\n" + BET)
    assert tally.acts == 2


def test_yardstick_gets_the_request_of_a_bet() -> None:
    bets = next(washington(ANN, Tally(float("inf")), "1"))
    assert next(bare(ANN, Tally(float("inf")), "1")) == bets.replace(b"/api/tables/t1/bet", b"/bet")


def test_empty_post_needs_a_session() -> None:
    requests = empty(ANN, Tally(float("inf")), "1")
    assert b"cookie: \r\n" in next(requests)
    refused = requests.send((401, b""))
    assert b"cookie: casinowar_session=ann\r\n" in refused
    assert refused.endswith(b"\r\n\r\n" + MALFORMED)
    with pytest.raises(Refused, match="not as it should be"):
        requests.send((200, b"not as it should be"))


def test_client_stops_when_time_is_up() -> None:
    assert not list(washington(ANN, Tally(until=0), "1"))


def test_ratio_is_the_median_turn_by_turn() -> None:
    ours, base = [sample(10), sample(30), sample(90)], [sample(100), sample(100), sample(100)]
    assert ratio(ours, base) == 0.3
    assert ratio([sample(90, server=3)], [sample(60)], lambda each: each.efficiency) == 0.5


def test_bars_are_met_and_missed(capsys: pytest.CaptureFixture[str]) -> None:
    bars = [
        Bar("ratio", 0.5, 0.5, by_processor=0.6),
        Bar("other", 0.4999, 0.5),
        Bar("p99", 3, 3, "<"),
    ]
    assert [bar.missed for bar in bars] == [False, True, True]
    show([summarise("round", [sample(100)])], 0.5, bars)
    shown = capsys.readouterr().out
    assert "other programs took 50% of them\nthe machine is busy" in shown
    row = next(line for line in shown.splitlines() if line.startswith("round"))
    assert row.split() == ["round", "50", "2.00", "2.98", "10,000", "0", "5,000"]
    assert shown.splitlines()[-3].split() == ["ratio", ">=", "0.5", "0.5", "met", "0.6"]
    assert shown.splitlines()[-1].split() == ["p99", "<", "3", "3", "missed"]


@pytest.mark.needs("postgres")
@pytest.mark.takes(20)
def test_what_is_measured_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "house.json"
    ran = subprocess.run(
        [sys.executable, "bench/house.py", *SHORT, f"--json={file}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.stderr == ""
    found = json.loads(file.read_text(encoding="utf-8"))
    assert ran.returncode == any(bar["missed"] for bar in found["bars"])
    assert (len(found["rows"]), len(found["bars"])) == (8, 10)
    assert all(row["a_second"] > 0 for row in found["rows"])
    assert all(each["name"] in ran.stdout for each in [*found["rows"], *found["bars"]])
