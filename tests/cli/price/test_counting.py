"""`casinowar counting`: what it prints, and what it refuses."""

import json
import re
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main

KEYS = """version rules reading sha256 pay decks cut_card seats seed shoes rounds fair_tie_chance
fresh_tie_chance possible share at_most worth gain parts""".split()


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["counting", *words], env={"COLUMNS": "80"})


def figures(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_what_is_printed_and_what_is_listed_agree() -> None:
    asked = ("fun-casino", "--rounds", "3e6", "--pay", "11 to 1")
    found, text = figures(*asked), run(*asked).output
    assert list(found) == KEYS
    assert (found["pay"], found["decks"], found["cut_card"], found["seats"]) == (
        "11 to 1",
        6,
        30,
        1,
    )
    assert (found["fair_tie_chance"], found["fresh_tie_chance"]) == ("1/12", "23/311")
    assert found["rounds"] >= 3_000_000
    assert f"{found['rounds']:,} rounds of {found['shoes']:,}" in text
    told = re.findall(r"This happens in (\S+) % ± (\S+) % of the rounds", text)[0]
    share = found["share"]
    assert [float(part) / 100 for part in told] == pytest.approx([*share.values()], rel=0.05)
    assert share["value"] == pytest.approx(0.0035277, abs=4 * share["standard_error"])
    assert len(found["parts"]) == text.count(" to ") - text.count("11 to 1")
    assert sum(part["rounds"] for part in found["parts"]) == found["rounds"]


def test_the_longest_bar_is_the_largest_share() -> None:
    lines = run("fun-casino", "--cut-card", "60", "--pay", "12 to 1").output.splitlines()
    bars = [line.count("█") for line in lines if re.search(r"^ +\d+ to +\d+ ", line)]
    assert max(bars) == 16
    assert bars == sorted(bars)
    assert bars[0] == 0


def test_everything_can_be_asked() -> None:
    words = "california --reading primary-collected --decks 8 --cut-card 50 --seats 3 --seed 9"
    found = figures(*words.split(), "--rounds", "1000")
    assert found["reading"] == "primary-collected"
    assert [found[name] for name in ("decks", "cut_card", "seats", "seed")] == [8, 50, 3, 9]
    assert found["fresh_tie_chance"] == "31/415"
    assert figures(*words.split(), "--rounds", "1000") == found


def test_where_nothing_can_be_gained() -> None:
    text = run("online").output
    assert "a fresh shoe each round" in text
    assert "No matter which cards are gone, it is never worth more than it costs." in text
    assert figures("online")["cut_card"] is None
    text = run("washington", "--rounds", "1e6").output
    assert "This happened in none of these rounds. With 95 % confidence" in text
    assert run("fun-casino", "--pay", "lose").output.count("no more on a tie than") == 1


def test_a_primary_wager_that_must_be_beside_it_has_its_price() -> None:
    sentence = "needs a primary wager beside it, which costs 2.330 %"
    for name, beside in (("washington", True), ("fun-casino", False)):
        text = re.sub(r"\s+", " ", run(name, "--cut-card", "20").output)
        assert (sentence in text) == beside


@pytest.mark.parametrize(
    "words, error",
    [
        (["--rounds", "0"], "--rounds: cannot simulate 0"),
        (["--rounds", "-5"], "-5"),
        (["--rounds", "1e30"], "cannot simulate 1e30"),
        (["--rounds", "1e12"], "--rounds: cannot simulate 1e12; use 1 to 10,000,000,000"),
        (["--rounds", "1e16"], "--rounds: cannot simulate 1e16; use 1 to 10,000,000,000"),
        (["--rounds", "abc"], "'abc' is not a whole number"),
        (["--pay", "ten"], "'ten' is not a pay"),
        (["--cut-card", "6"], "cut card: cannot put 6 cards behind it"),
        (["--cut-card", "311"], "cut card: cannot put 311 cards behind it"),
        (["--decks", "13"], "decks: cannot price 13"),
        (["--seats", "9"], "seats: cannot simulate 9"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--reading", "none"], "has no reading 'none'"),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_sentence(words: list[str], error: str) -> None:
    result = run("fun-casino", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert error in result.stderr
    assert "Traceback" not in result.stderr


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    result = run("washington")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "counting needs numba: pip install 'casinowar[sim]'" in result.stderr
