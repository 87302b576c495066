"""The race: turns, ratios, bars, and what is told of them."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from bench import simulate
from bench.race.bars import BARS, of_c_loop, reached
from bench.race.contender import Absent, Contender, Sample, Setting
from bench.race.racing import Result, judged, race, rounds_for
from bench.race.shown import Race, as_json, plot, text

MACHINE = {"processor": "abacus", "cores": "2", "python": "3.11"}


def steady(name: str, rate: float, setting: Setting = "one seat", grain: int = 1) -> Contender:
    """A contender of another game that always plays as fast, and wins half its hands."""

    def play(rounds: int) -> Sample:
        return Sample(rounds / rate, np.array([rounds // 2, rounds - rounds // 2]))

    return Contender(name, setting, play, wins=0.5, grain=grain)


def result(name: str, setting: Setting, *rates: float, plausible: bool = True) -> Result:
    return Result(steady(name, 1, setting), rates, 1_000, None, plausible)


def quiet(_: str) -> None:
    """Say nothing."""


def test_turns_are_as_long_as_asked_for_and_taken_in_turn() -> None:
    told: list[str] = []
    results = race([steady("slow", 1_000), steady("fast", 10**6)], 3.0, told.append, 3)
    assert [each.rate for each in results] == pytest.approx([1_000, 10**6])
    assert all(0.5 < each.rounds / each.rate / 3.0 <= 1 for each in results)
    assert told[2:6] == [
        "pass 1 of 3: one seat, slow",
        "pass 1 of 3: one seat, fast",
        "pass 2 of 3: one seat, slow",
        "pass 2 of 3: one seat, fast",
    ]


@pytest.mark.parametrize("grain", [1, 7, 1_000])
def test_rounds_are_a_power_of_two_of_the_grain(grain: int) -> None:
    rounds = rounds_for(steady("", 10_000, grain=grain), 1.0, quiet)
    assert rounds % grain == 0
    assert (rounds // grain).bit_count() == 1
    assert 5_000 - grain < rounds <= 10_000


def test_ratio_is_that_of_passes_side_by_side() -> None:
    """The third pass was slow for both: the medians alone would say 5 / 2."""
    fast = result("fast", "one seat", 4, 6, 1, 5, 6)
    base = result("base", "one seat", 2, 3, 0.5, 2, 2)
    assert fast.of(base) == 2


def test_ratios_to_the_loop_are_those_of_as_many_seats() -> None:
    results = [
        result("C loop", "one seat", 10),
        result("C loop", "seven seats", 2),
        result("vector kernel", "one seat", 80),
        result("vector kernel", "seven seats", 12),
    ]
    assert [of_c_loop(results, each) for each in results] == [1, 1, 8, 6]
    assert of_c_loop(results[2:], results[2]) is None


def test_bars_are_met_missed_or_not_measured() -> None:
    results = [
        result("C loop", "one seat", 10),
        result("general kernel", "one seat", 8),
        result("vector kernel", "one seat", 69),
    ]
    found = {each.bar.told: (each.ratio, each.verdict) for each in reached(results)}
    assert len(found) == len(BARS)
    assert found["general kernel, of the C loop"] == (0.8, "met")
    assert found["vector kernel, of the C loop"] == (6.9, "missed")
    assert found["two threads, of one"] == (None, "not measured")


def test_wrong_share_of_wins_is_found_out() -> None:
    assert judged(steady("", 1), [1.0], np.array([49_000, 51_000])).plausible
    assert not judged(steady("", 1), [1.0], np.array([45_000, 55_000])).plausible


def told(*results: Result, load: float | None = 0.1) -> Race:
    absent = [Absent("PokerKit, Kuhn's poker", "other libraries", "pip does not install it: why")]
    return Race(results, absent, MACHINE, load, 7.0, 3)


def test_text_has_rates_ratios_bars_and_who_did_not_run() -> None:
    race = told(
        result("C loop", "one seat", 2_000_000),
        result("vector kernel", "one seat", 15_000_000),
        result("pydealer, Casino War", "other libraries", 100),
    )
    lines = text(race).splitlines()
    assert "  vector kernel                        15,000,000        7.50   its own" in lines
    assert "  pydealer, Casino War                        100    1/20,000   its own" in lines
    (bar,) = (line for line in lines if line.startswith("  vector kernel, of the C loop   "))
    assert bar.split()[-3:] == ["7", "7.50", "met"]
    assert "  PokerKit, Kuhn's poker, other libraries: pip does not install it: why" in lines
    assert race.is_well
    assert "busy" not in text(race)
    assert "the machine is busy" in text(told(load=1.5))


def test_wrong_counts_are_told_and_spoil_the_race() -> None:
    race = told(result("C loop", "one seat", 1, plausible=False))
    assert "C loop, one seat: its counts do not fit the odds" in text(race)
    assert "WRONG" in text(race)
    assert not race.is_well


def test_json_and_plot_hold_everyone() -> None:
    race = told(result("C loop", "one seat", 10, 12, 14), result("NumPy", "one seat", 1, 1, 1))
    said = json.loads(json.dumps(as_json(race)))
    assert said["contenders"][0]["rates"] == [10, 12, 14]
    assert said["contenders"][1]["of_c_loop"] == pytest.approx(1 / 12)
    assert said["absent"][0]["reason"] == "pip does not install it: why"
    assert {each["verdict"] for each in said["bars"]} == {"not measured"}
    assert plot(race) == plot(race)
    assert plot(race).count("<svg") == 1


@pytest.mark.parametrize(
    "options, said",
    [
        (["--seconds", "0"], "0.0 is not in the range x>0"),
        (["--passes", "0"], "0 is not in the range x>=1"),
        (["--seconds", "soon"], "'soon' is not a valid float"),
        (["--json", "no/such/folder/file"], "no/such/folder/file: there is no folder"),
        (["--plot", "."], ".: is a folder"),
    ],
)
def test_bad_input_is_refused_before_the_race(options: list[str], said: str) -> None:
    ran = CliRunner().invoke(simulate.main, options)
    assert ran.exit_code == 2
    assert said in ran.output
