"""`casinowar simulate`: what it prints, what it refuses, and how a saved run goes on."""

import json
import os
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from casinowar.api.simulation import run as dealing
from casinowar.cli import main
from casinowar.cli.simulate.result_table import gauge
from casinowar.rules.file import builtin_names, load_rules
from casinowar.sim import run as running
from casinowar.sim import saved
from tests.support.game.rulefiles import variant_text

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
CHUNK_CARDS = 60_000


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_CHUNK_CARDS", {"general": CHUNK_CARDS, "vector": CHUNK_CARDS})


def run(*words: str | Path) -> Result:
    words = ("simulate", *map(str, words))
    return CliRunner().invoke(main, list(map(str, words)), env={"COLUMNS": "100"})


def found(*words: str | Path) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.output)
    return told


def refused(*words: str | Path) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr.splitlines()[-1]


def schema() -> dict[str, Any]:
    text = (resources.files("casinowar.sim") / "result.schema.json").read_text(encoding="utf-8")
    told: dict[str, Any] = json.loads(text)
    return told


def same_rounds(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two results come from the very same rounds."""
    names = ("rounds", "wagers", "outcomes", "chi_square", "seed")
    return all(one[name] == other[name] for name in names)


def test_the_schema_is_one_and_is_printed() -> None:
    Draft202012Validator.check_schema(schema())
    assert json.loads(run("--schema").output) == schema()


@pytest.mark.parametrize("name, reading", READINGS)
@pytest.mark.parametrize("rounds", ["2", "3e4"])
def test_the_json_is_what_the_schema_says(name: str, reading: str, rounds: str) -> None:
    validator = Draft202012Validator(schema())
    for words in ((), ("--seats", "3", "--rounds-per-shoe", "2")):
        validator.validate(found(name, "--reading", reading, "--rounds", rounds, *words))


def test_the_schema_notices_a_missing_and_an_unknown_figure() -> None:
    told = found("online", "--rounds", "1000", "--seed", "1")
    validator = Draft202012Validator(schema())
    assert not validator.is_valid({k: v for k, v in told.items() if k != "seed"})
    assert not validator.is_valid({**told, "extra": 1})
    assert not validator.is_valid({**told, "rounds": "1000"})


def test_what_the_json_says() -> None:
    told = found("washington", "--rounds", "100_000", "--seed", "5", "--seats", "2")
    names = ("rules", "reading", "decks", "seats", "rounds", "policy", "seed", "stopped")
    values = ("washington", "right-to-left", 6, 2, 100_000, "war", 5, "rounds")
    assert tuple(told[name] for name in names) == values
    assert told["sha256"] == load_rules("washington").sha256
    assert (told["cut_card"], told["rounds_per_shoe"]) == (78, None)
    assert told["kernel"] in ("vector", "general")
    assert (told["kernel_reason"] is None) == (told["kernel"] == "vector")
    assert told["seconds"] > 0
    assert told["rounds_per_second"] == told["rounds"] / told["seconds"]
    assert list(told["wagers"]) == ["primary", "tie", "war"]
    primary = told["wagers"]["primary"]
    assert primary["exact_fraction"] == "-23138/993023"
    assert primary["exact"] == -23138 / 993023
    assert abs(primary["z"]) < 4
    assert primary["z"] == pytest.approx(
        (primary["mean"] - primary["exact"]) / primary["standard_error"]
    )
    assert sum(outcome["frequency"] for outcome in told["outcomes"].values()) == pytest.approx(1)
    assert sum(outcome["exact"] for outcome in told["outcomes"].values()) == pytest.approx(1)
    assert "the cut-card effect; `casinowar prove` measures it" in told["note"]


def test_a_shoe_of_its_own_for_every_round_needs_no_note() -> None:
    assert found("online", "--rounds", "100")["note"] is None
    told = found("washington", "--rounds", "100", "--rounds-per-shoe", "1")
    assert (told["cut_card"], told["rounds_per_shoe"], told["note"]) == (None, 1, None)
    assert found("washington", "--rounds", "100", "--cut-card", "60")["cut_card"] == 60


def test_first_burn_where_the_rules_leave_it() -> None:
    assert found("washington", "--rounds", "10", "--first-burn")["first_burn"] is True
    assert found("washington", "--rounds", "10")["first_burn"] is False
    assert "first burn: these rules say no" in refused("online", "--first-burn", "--rounds", "10")


def test_the_same_seed_gives_the_same_rounds_on_any_number_of_threads() -> None:
    words = ("fun-casino", "--rounds", "2e5", "--seed", "9")
    one = found(*words, "--threads", "1")
    assert one["threads"] == 1
    for threads in ("2", "3"):
        assert same_rounds(one, found(*words, "--threads", threads))
    assert not same_rounds(one, found(*words[:-1], "10"))


def test_a_seed_is_drawn_and_told() -> None:
    one, other = (found("fun-casino", "--rounds", "5000") for _ in range(2))
    assert one["seed"] != other["seed"]
    assert 0 <= one["seed"] < 2**53
    again = found("fun-casino", "--rounds", "5000", "--seed", str(one["seed"]))
    assert same_rounds(one, again)


def test_a_policy_is_played() -> None:
    told = found("online", "--policy", "surrender", "--rounds", "1000")
    assert list(told["outcomes"]) == ["higher", "lower", "surrender"]
    assert list(told["wagers"]) == ["primary", "tie"]
    assert told["wagers"]["primary"]["exact_fraction"] == "-23/622"
    both = found("online", "--policy", "war and tie", "--rounds", "1000")
    assert both["policy"] == "war and tie"
    assert "does not offer 'war and tie'" in refused("washington", "--policy", "war and tie")


def test_it_stops_when_the_error_is_small_enough() -> None:
    words = ("washington", "--seed", "3", "--until-error", "0.004")
    told = found(*words)
    chunk = CHUNK_CARDS // 2
    assert told["stopped"] == "error"
    ends = [running.rounds_before(chunk, number) for number in range(100)]
    before = ends[ends.index(told["rounds"]) - 1]
    assert told["rounds"] < 1.25 * before
    assert told["wagers"]["primary"]["standard_error"] <= 0.004
    assert same_rounds(told, found(*words, "--threads", "1"))
    less = found(*words[:3], "--rounds", str(before))
    assert less["wagers"]["primary"]["standard_error"] > 0.004
    ceiling = found(*words, "--rounds", str(chunk))
    assert (ceiling["stopped"], ceiling["rounds"]) == ("rounds", chunk)


@pytest.mark.parametrize(
    "text, rounds", [("7", 7), ("1_000", 1_000), ("1e3", 1_000), ("2.5E1", 25)]
)
def test_rounds_as_people_write_them(text: str, rounds: int) -> None:
    assert found("online", "--rounds", text)["rounds"] == rounds


@pytest.mark.parametrize(
    "words, error",
    [
        (("--rounds", "0"), "--rounds: cannot simulate 0; use 1 to 1,000,000,000,000,000"),
        (("--rounds", "-5"), "--rounds: cannot simulate -5"),
        (("--rounds", "1e30"), "--rounds: cannot simulate 1e30"),
        (("--rounds", "1e999"), "--rounds: cannot simulate 1e999"),
        (("--rounds", "abc"), "--rounds: 'abc' is not a whole number; write 1000"),
        (("--rounds", "1.5"), "--rounds: '1.5' is not a whole number"),
        (("--rounds", ""), "--rounds: '' is not a whole number"),
        (("--rounds", "nan"), "--rounds: 'nan' is not a whole number"),
        (("--rounds", "1e-3"), "--rounds: '1e-3' is not a whole number"),
        (("--rounds", "9" * 5000), "is not a whole number"),
        (("--until-error", "0"), "--until-error: '0' is not a standard error"),
        (("--until-error", "-1e-6"), "--until-error: '-1e-6' is not a standard error"),
        (("--until-error", "x"), "--until-error: 'x' is not a standard error"),
        (("--seats", "9"), "seats: cannot simulate 9; use 1 to 8"),
        (("--seats", "0"), "seats: cannot simulate 0"),
        (("--decks", "13"), "decks: cannot price 13"),
        (("--cut-card", "3"), "cut card: cannot put 3 cards behind it; use 10 to 311"),
        (("--cut-card", "400"), "cut card: cannot put 400 cards behind it"),
        (("--rounds-per-shoe", "0"), "rounds per shoe: 0 is too few; use 1 or more"),
        (("--rounds-per-shoe", "99"), "rounds per shoe: 99 rounds at 1 seat can need more"),
        (("--cut-card", "60", "--rounds-per-shoe", "2"), "not both"),
        (("--seed", "-1"), "--seed: -1 is out of range; use 0 to 9007199254740991"),
        (("--seed", str(2**53)), "--seed: 9007199254740992 is out of range"),
        (("--threads", "0"), "'--threads'"),
        (("--threads", "2", "--cluster", "tcp://a:1"), "--threads or --cluster"),
        (("--reading", "none"), "has no reading 'none'"),
        (("--save", "nowhere/run.json"), "nowhere/run.json: there is no folder"),
        (("--resume", "missing.json"), "missing.json: cannot be read: No such file"),
        (("--resume", os.devnull), "is not a regular file"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: tuple[str, ...], error: str) -> None:
    assert error in refused("washington", *words)


def test_rules_are_needed() -> None:
    assert "RULES is missing" in refused()
    assert "nothing.toml" in refused("nothing.toml")


@pytest.mark.parametrize("library", ["numba", "numpy"])
def test_a_missing_library_is_named_with_its_remedy(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    assert f"a simulation needs {library}: pip install 'casinowar[sim]'" in refused("online")


def test_what_people_see() -> None:
    shown = run("washington", "--rounds", "2e5", "--seats", "3", "--seed", "8").output
    assert "Washington card rooms (washington), reading right-to-left, 6 decks, 3 seats" in shown
    assert "war at every choice; shoes dealt to the cut card, 78 cards from the end" in shown
    assert "200,000 rounds in " in shown
    assert "seed 8" in shown
    assert "  primary " in shown
    assert "  war tied " in shown
    assert "Chi-square over the outcomes of the whole table: " in shown
    assert "The exact figures are for a fresh shoe." in shown
    assert all(line == line.rstrip() for line in shown.splitlines())


def test_what_people_see_of_few_rounds() -> None:
    shown = run("south-dakota", "--reading", "tie-loses", "--rounds", "1", "--seed", "8").output
    assert "tie hands settled without a choice" in shown
    assert "\n1 round in " in shown
    assert "Too few rounds for a chi-square" in shown
    assert "nan" not in shown


def test_the_gauge() -> None:
    assert gauge(0.1) == "........o........"
    assert gauge(1.0) == "........|.o......"
    assert gauge(-4.0) == "o.......|........"
    assert gauge(-7.0) == "<.......|........"
    assert gauge(4.1) == "........|.......>"


def rows(file: Path) -> tuple[Any, ...]:
    told = json.loads(file.read_text())
    return tuple(told[name] for name in ("chunks", "rounds", "whole_chunks", "tail", "job"))


@pytest.mark.parametrize("first, then", [("1", "1e5"), ("7e4", "1e5"), ("9e4", "12e4")])
def test_a_run_that_is_gone_on_with_is_the_straight_one(
    first: str, then: str, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    words = ("fun-casino", "--seats", "2", "--cut-card", "40", "--seed", "6")
    found(*words, "--rounds", first, "--save", one)
    resumed = found("fun-casino", "--rounds", then, "--resume", one)
    straight = found(*words, "--rounds", then, "--save", two)
    assert same_rounds(resumed, straight)
    assert rows(one) == rows(two)
    assert sorted(tmp_path.iterdir()) == [one, two]


def test_a_resumed_run_can_be_kept_elsewhere(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    found("online", "--rounds", "100", "--save", one)
    before = one.read_bytes()
    assert found("online", "--rounds", "200", "--resume", one, "--save", two)["rounds"] == 200
    assert one.read_bytes() == before
    assert found("online", "--rounds", "200", "--resume", two)["rounds"] == 200


def test_a_resumed_run_goes_as_far_as_it_was_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: Any, **named: Any) -> Any:
        yield next(running.run(*args, **named))
        raise KeyboardInterrupt

    near, far = tmp_path / "near.json", tmp_path / "far.json"
    words = ("fun-casino", "--seed", "6")
    with monkeypatch.context() as patched:
        patched.setattr(dealing, "run", interrupted)
        for file, goal in ((near, ("--until-error", "0.02")), (far, ("--rounds", "50_000"))):
            assert found(*words, *goal, "--save", file)["stopped"] == "interrupted"
    assert found("fun-casino", "--resume", far)["rounds"] == 50_000
    assert found("fun-casino", "--resume", near)["stopped"] == "error"
    assert same_rounds(
        found("fun-casino", "--resume", near), found(*words, "--until-error", "0.02")
    )
    assert found("fun-casino", "--resume", far, "--rounds", "6e4")["rounds"] == 60_000
    assert found("fun-casino", "--resume", far)["rounds"] == 60_000


def test_a_file_of_other_kernels_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "run.json"
    found("online", "--rounds", "100", "--save", file)
    before = file.read_bytes()
    monkeypatch.setattr(saved, "KERNELS", 1_000)
    error = refused("online", "--rounds", "200", "--resume", file)
    assert "was saved with kernels " in error
    assert "not 1000 (casinowar " in error
    assert file.read_bytes() == before


@pytest.mark.parametrize("option", ["--save", "--resume"])
def test_a_file_without_a_name_is_refused(option: str) -> None:
    assert f"{option}: the file name is empty" in refused("online", "--rounds", "10", option, "")


def test_why_the_vector_kernel_does_not_deal_a_table() -> None:
    told = found("online", "--decks", "12", "--rounds", "100")
    reason = "the vector kernel deals at most 10 decks"
    assert (told["kernel"], told["kernel_reason"]) == ("general", reason)
    error = refused("online", "--decks", "12", "--kernel", "vector")
    assert f"--kernel vector: {reason}; use the general kernel, which deals any table" in error


def test_a_run_that_is_long_enough_is_only_told_again(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    first = found("online", "--rounds", "5000", "--save", file)
    again = found("online", "--rounds", "5000", "--resume", file)
    assert same_rounds(first, again)
    assert again["seconds"] == first["seconds"]
    near = found("online", "--until-error", "0.5", "--resume", file)
    assert (near["stopped"], near["rounds"]) == ("error", 5000)


@pytest.mark.parametrize(
    "words, differs",
    [
        (("washington",), "was saved with rules fun-casino (SHA-256 "),
        (("fun-casino", "--reading", "as-printed"), "reading first-bet-lost, not as-printed"),
        (("fun-casino", "--seats", "3"), "seats 2, not 3"),
        (("fun-casino", "--decks", "8"), "decks 6, not 8"),
        (("fun-casino", "--cut-card", "31"), "cut card 30, not 31"),
        (("fun-casino", "--rounds-per-shoe", "2"), "rounds per shoe 0, not 2"),
        (("fun-casino", "--policy", "surrender"), "policy war, not surrender"),
        (("fun-casino", "--seed", "7"), "seed 6, not 7"),
        (
            ("fun-casino", "--rounds", "999"),
            "already holds 1,000 rounds; use at least as many in --rounds",
        ),
    ],
)
def test_another_simulation_is_refused_and_the_file_untouched(
    words: tuple[str, ...], differs: str, tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    begun = ("fun-casino", "--reading", "first-bet-lost", "--seats", "2", "--seed", "6")
    found(*begun, "--rounds", "1000", "--save", file)
    before = file.read_bytes()
    rounds = () if "--rounds" in words else ("--rounds", "2000")
    error = refused(*words, *rounds, "--resume", file)
    assert error.startswith(f"Error: {file}: ")
    assert differs in error
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_changed_rule_file_of_the_same_name_is_refused(tmp_path: Path) -> None:
    own, file = tmp_path / "own.toml", tmp_path / "run.json"
    own.write_text(variant_text("washington"))
    found(own, "--rounds", "100", "--save", file)
    own.write_text(variant_text("washington") + "\n")
    assert "was saved with rules" in refused(own, "--rounds", "200", "--resume", file)


def test_a_damaged_file_is_refused_and_left(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    found("online", "--rounds", "100", "--save", file)
    damaged = file.read_text().replace('"rounds": 100', '"rounds": 900')
    file.write_text(damaged)
    assert "is damaged" in refused("online", "--rounds", "1000", "--resume", file)
    assert file.read_text() == damaged
    file.write_bytes(b"\xff\xfe")
    assert "is not a text file in UTF-8" in refused("online", "--rounds", "1000", "--resume", file)


def test_a_full_disk_loses_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = run("online", "--rounds", "100", "--save", tmp_path / "run.json", "--json")
    assert json.loads(result.stdout)["rounds"] == 100
    assert "run.json: cannot be written: No space left on device" in result.stderr
    assert result.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    kept.write_text("precious", encoding="utf-8")
    result = run("washington", "--rounds", "1000", "--save", str(kept))
    assert result.exit_code == 2
    assert "already exists; continue it with --resume" in result.output
    assert kept.read_text(encoding="utf-8") == "precious"
