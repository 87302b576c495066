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
from casinowar.rulefile import builtin_names
from tests.support.rulefiles import variant_text


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
    warned = name == "fun-casino"
    assert result.exit_code == warned
    assert result.stderr == ""
    assert ("This file is sound" in result.output) == (not warned)
    assert ("warning: pays.war_higher.war in the reading as-printed FC-10" in result.output) == (
        warned
    )


def test_what_is_printed_and_what_is_listed_agree() -> None:
    text = joined(run("check", "fun-casino").output)
    listed = findings("fun-casino")
    assert [finding["severity"] for finding in listed] == ["warning", "note", "note", "note"]
    for finding in listed:
        assert list(finding) == "severity code reading field clauses says mend".split()
        assert joined(finding["says"]) in text
        assert f"to mend it: {joined(finding['mend'])}" in text
        assert " ".join(finding["clauses"]) in text
    assert "has 1 warning; 3 notes." in text


def test_a_sound_file_without_a_word(tmp_path: Path) -> None:
    file = tmp_path / "plain.toml"
    fields = {"choice.offers": ["war"], "choice.time_out": "wait"}
    text = variant_text("washington", fields, removes=["pays.surrender.primary"])
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
