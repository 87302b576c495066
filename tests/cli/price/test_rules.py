"""`casinowar rules`, and what all commands have in common."""

import os
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from casinowar.cli import COMMANDS, Commands, main
from casinowar.errors import IllegalAction
from casinowar.rules.file import builtin_names, decisions, load_rules
from tests.support.game.rulefiles import variant_text


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, words, env=environment)


def shown(*words: str, columns: int = 80) -> str:
    result = run(*words, COLUMNS=str(columns))
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.output


def joined(text: str) -> str:
    """The text without its line breaks and columns."""
    return re.sub(r"\s+", " ", text)


def test_without_an_argument_it_lists_the_rule_sets_and_their_readings() -> None:
    text = joined(shown("rules"))
    for name in builtin_names():
        file = load_rules(name)
        assert f"{file.id} {file.name}: {file.document}" in text
        assert f"{file.default_reading} (default): " in text
        for reading in file.readings:
            assert reading.says in text


@pytest.mark.parametrize("name", builtin_names())
def test_it_shows_everything_a_rule_file_says(name: str) -> None:
    file = load_rules(name)
    for reading in file.readings:
        text = shown("rules", name, "--reading", reading.name)
        flat = joined(text)
        for part in (file.name, file.document, file.sha256):
            assert part in flat
        assert re.search(rf"^  {reading.name} ", text, re.MULTILINE)
        for clause, sentence in file.clauses.items():
            assert joined(f"{clause} {sentence}") in flat
        applied = [clause for clause in file.cited(reading.name) if clause in decisions()]
        for clause in decisions():
            assert (f"{clause} {decisions()[clause]}" in flat) == (clause in applied)
        wide = joined(shown("rules", name, "--reading", reading.name, columns=200))
        for printed in file.printed:
            assert printed.figure in wide


def test_it_reads_well_at_eighty_columns() -> None:
    for name in builtin_names():
        lines = shown("rules", name).splitlines()
        assert max(len(line) for line in lines) <= 80
        assert all(line == line.rstrip() for line in lines)
        assert "\x1b" not in "".join(lines)


@pytest.mark.clause("FC-13")
def test_the_limits_are_displayed() -> None:
    text = joined(shown("rules", "fun-casino", columns=200))
    assert "Primary wager 5.00 to 500.00 FC-13" in text
    assert "honoured once with a reminder, then refused" in text
    assert "counts at the maximum, the excess goes back" in text


@pytest.mark.clause("FC-ODDS")
def test_the_odds_of_the_fun_casino() -> None:
    text = shown("rules", "fun-casino")
    assert re.search(r"a war won +2:1 +FC-ODDS", text)
    assert re.search(r"a war tied +3:1 +FC-ODDS", text)
    assert re.search(r"the first round won +even money +FC-ODDS", text)
    assert re.search(r"war won +push +2 to 1 +FC-10", text)
    assert re.search(r"war tied +push +3 to 1 +FC-10", text)


@pytest.mark.clause("WA-PAY")
def test_the_paytable_of_washington() -> None:
    text = joined(shown("rules", "washington", columns=200))
    assert "house advantage on the primary wager 2.33 % of the primary wager WA-PAY" in text
    assert "house advantage on the tie wager 18.65 % of the tie wager WA-PAY" in text
    assert "against the two units at risk 1 to 2 WA-PAY" in text
    assert "against the two units at risk 1 to 1 WA-PAY" in text


@pytest.mark.clause("SG-11")
def test_the_returns_of_the_online_game_have_their_basis() -> None:
    text = joined(shown("rules", "online", columns=200))
    assert "97.83 % of everything wagered" in text
    assert "81.35 % of the tie bet" in text


@pytest.mark.clause("SG-17")
def test_a_first_round_tie_shows_the_choice_where_the_document_misprints_a_push() -> None:
    text = shown("rules", "online")
    assert re.search(r"first round, main bet, tie +surrender or war \(printed: PUSH\) +SG-17", text)
    assert re.search(r"^  tie +surrender or war +10 to 1 +SG-5", text, re.MULTILINE)


@pytest.mark.clause("SD-5")
def test_the_schedule_of_south_dakota_is_on_display() -> None:
    text = joined(shown("rules", "south-dakota", columns=200))
    for line in ("beating the dealer 1 to 1 SD-5", "instead of going to war lose half SD-5"):
        assert line in text


def test_a_reading_changes_what_is_shown() -> None:
    literal = shown("rules", "south-dakota", "--reading", "tie-loses")
    assert "(shown here)" in joined(literal)
    assert "(another reading, the default)" in joined(literal)
    assert re.search(r"^  tie +lose +10 to 1 +SD-4b SD-4c", literal, re.MULTILINE)
    assert "War deal" not in literal
    collected = shown("rules", "california", "--reading", "primary-collected")
    assert re.search(r"war declared +lose +CA-ROUND-5", collected)


def test_the_script_and_the_orders_are_in_plain_words() -> None:
    washington = joined(shown("rules", "washington", columns=200))
    assert (
        "for each war on its own: burn 3, the player's card, burn 3, the dealer's card"
        in washington
    )
    fun = joined(shown("rules", "fun-casino", columns=200))
    assert "right to left: tie; then left to right: primary" in fun


def test_colours_only_on_a_terminal_that_wants_them() -> None:
    assert "\x1b[" in run("rules", "online", FORCE_COLOR="1").output
    plain = run("rules", "online", "--no-color", FORCE_COLOR="1").output
    assert not re.search(r"\x1b\[[\d;]*3\d", plain)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = {"name": "[bold]Käthe's table[/bold]", "id": "kaethe"}
    path.write_text(variant_text("washington", head=head), encoding="utf-8")
    assert "[bold]Käthe's table[/bold] (kaethe)" in shown("rules", str(path))


def test_refusals_are_one_message_and_status_two() -> None:
    for words, message in (
        (("rules", "poker"), "Error: there is no rule set 'poker'; the built-in ones are"),
        (("rules", "/"), "Error: /: this is a directory"),
        (("rules", "online", "--reading", "x"), "Error: online has no reading 'x'; it has: by-the"),
        (("rules", "--reading", "x"), "Error: --reading needs RULES"),
        (("rule",), "Error: No such command 'rule'"),
    ):
        result = run(*words)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert message in result.stderr
        assert "Traceback" not in result.stderr


def test_help_and_version() -> None:
    assert f"casinowar, version {version('casinowar')}" in shown("--version")
    text = shown("--help")
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", text, re.MULTILINE)
        assert "Examples:" in shown(name, "--help")


def raising(error: BaseException) -> Result:
    @click.command("fail")
    def fail() -> None:
        raise error

    class Failing(Commands):
        def get_command(self, *_: object) -> click.Command:
            return fail

    return CliRunner().invoke(Failing(name="casinowar"), ["fail"])


def test_what_every_command_does_with_errors() -> None:
    refused = raising(IllegalAction("not now"))
    assert (refused.exit_code, refused.stderr) == (2, "Error: not now\n")
    assert raising(KeyboardInterrupt()).exit_code == 130
    ended = raising(click.Abort())
    assert ended.exit_code == 1
    interrupted = click.Abort()
    interrupted.__context__ = KeyboardInterrupt()
    assert raising(interrupted).exit_code == 130


def test_a_closed_pipe_is_quiet() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [sys.executable, "-c", "from casinowar.cli import main; main()", "rules", "california"],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert process.stderr == b""
    assert process.returncode == 2


def test_an_ascii_terminal_shows_what_it_can(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(variant_text("washington", head={"name": "Zoë"}), encoding="utf-8")
    process = subprocess.run(
        [sys.executable, "-c", "from casinowar.cli import main; main()", "rules", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=True,
    )
    assert process.stdout.startswith(b"Zo\\xeb (washington)")
