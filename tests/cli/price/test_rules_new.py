"""`casinowar rules --new`: a rule file to start from, every field of it explained."""

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.odds.checks.checklist import exit_status, findings
from casinowar.rules.fields import TERMS
from casinowar.rules.file import builtin_names, load_rules, read_rules
from casinowar.rules.model import OUTCOMES
from casinowar.rules.template import CLAUSES, template
from tests.support.game.rulefiles import variant

TEXT = template("my-table.toml")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_a_new_file_loads_and_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "My table.toml"
    result = run("rules", "--new", str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"casinowar check {path}" in result.output
    file = load_rules(path)
    assert (file.id, file.name) == ("my-table", "My table")
    assert exit_status(findings(file)) == 0
    assert run("check", str(path)).exit_code == 0


def test_it_is_no_built_in_rule_set() -> None:
    assert len(builtin_names()) == 5


def test_every_clause_is_cited() -> None:
    file = read_rules(TEXT.encode(), "new")
    cited = {*file.cited(), *(clause for printed in file.printed for clause in printed.by)}
    assert set(CLAUSES) <= cited


def fields_of(text: str) -> dict[str, str]:
    """Every field of the file, commented out or not, with the comment right above it."""
    found: dict[str, str] = {}
    table, comment = "", ""
    for line in text.splitlines():
        bare = line.removeprefix("# ")
        if heading := re.fullmatch(r"\[([a-z_.]+)\]", bare):
            table, comment = heading[1], ""
        elif field := re.fullmatch(r"([a-z_]+) = \{ is = .+, by = \[.+\] \}", bare):
            found[f"{table}.{field[1]}"], comment = comment, ""
        else:
            comment = f"{comment} {bare}".strip() if line.startswith("# ") else ""
    return found


def some_field_there_can_be() -> set[str]:
    """The fields that built-in rule sets use, and those that only other rules do."""
    files = [load_rules(name) for name in builtin_names()]
    files.append(
        variant("washington", {"choice.time_out": "forfeit", "pays.forfeit.primary": "lose"})
    )
    return {
        field
        for file in files
        for reading in file.readings
        for field in TERMS
        if file.cites(field, reading.name)
    }


def test_every_field_there_can_be_is_in_it_and_explained_in_the_words_of_the_vocabulary() -> None:
    explained = fields_of(TEXT)
    assert some_field_there_can_be() <= set(explained) <= set(TERMS)
    for field, comment in explained.items():
        assert comment.startswith(TERMS[field].means), field


def test_every_outcome_and_every_word_of_the_head_is_there() -> None:
    for outcome in OUTCOMES:
        assert f"[pays.{outcome}]" in TEXT
    assert max(map(len, TEXT.splitlines())) <= 100
    tree = tomllib.loads(TEXT)
    assert tree["printed"][0]["measure"] == "tie.house_edge"


def test_what_is_commented_out_can_be_put_in() -> None:
    lines = TEXT.replace("# [readings.another", "[readings.another")
    start, end = lines.index("[readings.another]"), lines.index("# The cards, and")
    block = re.sub(r"^# ?", "", lines[start:end], flags=re.MULTILINE)
    file = read_rules((lines[:start] + block + lines[end:]).encode(), "new")
    assert [reading.name for reading in file.readings] == ["as-written", "another"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("mine", encoding="utf-8")
    result = run("rules", "--new", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "this file already exists" in result.stderr
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["nowhere/table.toml", "", "a\0b"])
def test_what_cannot_be_written_is_said(name: str, tmp_path: Path) -> None:
    result = run("rules", "--new", f"{tmp_path}/{name}")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "--new", "--help"],
        ["odds", "washington", "--html", "--pdf"],
        ["odds", "washington", "--pdf", "--json"],
        ["prove", "washington", "--html", "--json"],
        ["prove", "washington", "--pdf", "--json"],
        ["play", "--save", "--fast"],
        ["simulate", "washington", "--save", "--json"],
        ["export", "rounds", "--output", "--table"],
    ],
    ids=" ".join,
)
def test_no_option_is_taken_for_a_file_to_write(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"'{words[-1]}' looks like an option" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("more", [["washington"], ["--reading", "literal"]])
def test_new_stands_alone(more: list[str], tmp_path: Path) -> None:
    result = run("rules", "--new", str(tmp_path / "table.toml"), *more)
    assert result.exit_code == 2
    assert "with --new, leave out RULES" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "file, name",
    [
        ("Friday_Night.toml", "friday-night"),
        ("washington.toml", "my-washington"),
        ("table", "table"),
        ("äö.toml", "table"),
        ('a"b\n.toml', "a-b"),
    ],
)
def test_the_name_of_the_file_makes_the_id(file: str, name: str) -> None:
    assert read_rules(template(file).encode(), file).id == name
