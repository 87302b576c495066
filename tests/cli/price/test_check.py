"""`casinowar check`: what it prints, and its exit status."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.rules.file import builtin_names
from tests.support.game.rulefiles import variant_text


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, env={"COLUMNS": "80"})


def joined(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def findings(*words: str) -> list[dict[str, Any]]:
    result = run("check", *words, "--json")
    assert result.stderr == ""
    listed = json.loads(result.stdout)
    assert isinstance(listed, list)
    return listed


@pytest.mark.parametrize("name", builtin_names())
def test_each_built_in_rule_set_has_its_verdict(name: str) -> None:
    result = run("check", name)
    favours = name == "fun-casino"
    warned = favours or name == "online"
    assert result.exit_code == warned
    assert result.stderr == ""
    assert ("This file is sound" in result.output) == (not warned)
    assert ("warning: pays.war_higher.war in the reading as-printed FC-10" in result.output) == (
        favours
    )
    no_edge = "warning: pays.equal.primary in the reading by-the-table SG-17 SG-18"
    assert (no_edge in result.output) == (name == "online")


def test_what_is_printed_and_what_is_listed_agree() -> None:
    text = joined(run("check", "fun-casino").output)
    listed = findings("fun-casino")
    assert [finding["severity"] for finding in listed] == [
        "warning",
        "note",
        "note",
        "note",
        "note",
    ]
    for finding in listed:
        assert list(finding) == "severity code reading field clauses says mend".split()
        assert joined(finding["says"]) in text
        fix = "" if finding["severity"] == "note" else "to fix it: "
        assert f"{fix}{joined(finding['mend'])}" in text
        assert " ".join(finding["clauses"]) in text
    assert "has 1 warning; 4 notes." in text


def test_a_sound_file_without_a_word(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    fields = {
        "choice.offers": ["war"],
        "choice.time_out": "wait",
        "bets.tie": "none",
        "settle.original": ["right to left: primary"],
    }
    pays = ["surrender.primary", "higher.tie", "lower.tie", "equal.tie"]
    removes = [f"pays.{pay}" for pay in pays]
    text = variant_text("washington", fields, removes=removes, head={"printed": []})
    file.write_text(text, encoding="utf-8")
    result = run("check", str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "This file is sound; no notes." in result.output
    assert findings(str(file)) == []


def test_a_file_with_errors_is_refused_as_by_the_loader(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    text = variant_text("washington", {"shoe.decks": [0], "seats.most": 99})
    file.write_text(text, encoding="utf-8")
    result = run("check", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "shoe.decks: a shoe has 1 to 12 decks" in result.stderr
    assert run("rules", str(file)).stderr == result.stderr
    (error,) = findings(str(file))
    assert run("check", str(file), "--json").exit_code == 2
    assert (error["severity"], error["code"], error["field"]) == ("error", "rule-file", None)
    assert f"Error: {error['says']}\n" == result.stderr


@pytest.mark.parametrize("name", ["washingtn", "nowhere.toml", "", "."])
def test_what_is_no_rule_file_is_an_error(name: str) -> None:
    result = run("check", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert [finding["severity"] for finding in findings(name)] == ["error"]


def test_a_file_is_needed() -> None:
    assert run("check").exit_code == 2


def test_colours_are_for_terminals() -> None:
    assert "\x1b" not in run("check", "fun-casino").output
    assert "\x1b" not in run("check", "fun-casino", "--no-color").output


def test_the_exit_status_reaches_the_shell() -> None:
    command = [sys.executable, "-m", "casinowar", "check", "fun-casino", "--json"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_a_share_of_something_else_is_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "polish.toml"
    share = {"says": "tie", "figure": "18,65%", "by": ["WA-PAY"], "measure": "tie.house_edge"}
    for basis, status in (("of the tie wager", 0), ("of the shoe polish", 1)):
        head = {"printed": [{**share, "basis": basis}]}
        file.write_text(variant_text("washington", head=head), encoding="utf-8")
        result = run("check", str(file))
        assert result.exit_code == status
        assert ("warning: printed.1.basis WA-PAY" in result.output) == bool(status)


def counting_note(*words: str) -> dict[str, Any]:
    (note,) = [finding for finding in findings(*words) if finding["code"] == "counting"]
    assert (note["severity"], note["field"]) == ("note", "pays.equal.tie")
    return note


def test_counting_is_measured() -> None:
    note = counting_note("fun-casino")
    assert note["reading"] is None
    assert note["clauses"] == ["FC-6", "FC-3c", "ALL-11", "ALL-10"]
    share, error = re.findall(r"in (0\.\d+) % ± (0\.\d+) % of the rounds", note["says"])[0]
    assert abs(float(share) - 0.0254) < 4 * float(error)
    assert "with one seat, 6 decks, 30 cards behind the cut card" in note["says"]
    assert "pay less than 10 to 1" in note["mend"]


def test_counting_that_finds_nothing_has_a_bound() -> None:
    says = counting_note("washington")["says"]
    assert "was never worth more than it costs: with 95 % confidence" in says
    assert re.search(r"less than 0\.01\d* % of the rounds", says)


def test_counting_that_cannot_help() -> None:
    assert counting_note("online")["says"].endswith("is never worth more than it costs")


def test_counting_is_said_of_each_reading_that_differs(tmp_path: Path) -> None:
    file = tmp_path / "readings.toml"
    readings = {
        "plain": {"says": "A tie pays 10 to 1.", "by": ["WA-4c"]},
        "rich": {
            "says": "A tie pays 12 to 1.",
            "by": ["WA-4c"],
            "set": {"pays.equal.tie": {"is": "12 to 1", "by": ["WA-4c"]}},
        },
    }
    head = {"readings": readings, "default_reading": "plain", "printed": []}
    file.write_text(variant_text("washington", readings=True, head=head), encoding="utf-8")
    notes = [finding for finding in findings(str(file)) if finding["code"] == "counting"]
    assert [note["reading"] for note in notes] == ["plain", "rich"]
    assert "at 10 to 1 was never" in notes[0]["says"]
    assert "at 12 to 1 is worth more than it costs in " in notes[1]["says"]


def test_without_numba_a_check_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    note = counting_note("washington")
    assert note["says"].startswith("measuring how often the tie wager is worth more than it costs")
    assert note["says"].endswith("needs numba")
    assert note["mend"].startswith("pip install 'casinowar[sim]'")
    assert run("check", "washington").exit_code == 0
