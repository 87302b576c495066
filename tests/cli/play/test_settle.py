import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.cli.play.settle import EXAMPLES
from casinowar.game.notation import read_round
from casinowar.record.codec.events import from_json
from casinowar.rules.file import builtin_names, load_rules
from tests.support.game.rulefiles import variant_text
from tests.support.game.table import rules_of

WAR = "1:20/5 2:20 | 9h Kd 9s 1:war x3 4c x3 7d"


def run(*words: str, columns: int = 120, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["settle", *words], env={"COLUMNS": str(columns)}, input=given)


def shown(*words: str, **more: Any) -> str:
    result = run(*words, **more)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def rows(text: str, title: str) -> list[str]:
    """The rows under a title, blanks made one."""
    part = re.split(rf"^{title}\n", text, flags=re.MULTILINE)[1].split("\n\n")[0]
    return [" ".join(row.split()) for row in part.splitlines()]


def settled(*words: str) -> list[str]:
    return rows(shown(*words), "Settled, in this order")[1:]


def in_all(*words: str) -> list[str]:
    return rows(shown(*words), "In all")[1:]


def refused(*words: str, **more: Any) -> str:
    result = run(*words, **more)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    return line


def test_everything_about_a_round() -> None:
    text = shown("washington", WAR)
    assert text.splitlines()[:2] == [
        "Washington card rooms (washington), reading right-to-left",
        WAR,
    ]
    assert rows(text, "Cards") == ["seat 1 9h war: 4c against 7d", "seat 2 Kd", "dealer 9s"]
    assert rows(text, "Settled, in this order") == [
        "wager amount outcome net back",
        "seat 2 primary 20.00 higher card +20.00 40.00 WA-4a",
        "seat 1 tie 5.00 tie +50.00 55.00 WA-4c",
        "seat 1 primary 20.00 war lost -20.00 0.00 WA-4c-ii-1c",
        "seat 1 war 20.00 war lost -20.00 0.00 WA-4c-ii-1c",
    ]
    assert rows(text, "In all") == [
        "net",
        "seat 1 +10.00 45.00 wagered, 55.00 back",
        "seat 2 +20.00 20.00 wagered, 40.00 back",
        "the house -30.00",
    ]


@pytest.mark.clause("WA-4", "WA-4c-iii")
def test_reading_is_named_and_decides() -> None:
    line = "1:5 2:5 | 9 9 2"
    assert [row[:6] for row in settled("washington", line)] == ["seat 2", "seat 1"]
    text = shown("washington", line, "--reading", "left-to-right")
    assert "(washington), reading left-to-right" in text
    assert [row[:6] for row in rows(text, "Settled, in this order")[1:]] == ["seat 1", "seat 2"]


@pytest.mark.clause("CA-BANK-4")
def test_coverage_is_shown() -> None:
    line = "bank:30 ann@1:20 bob@2:20 cy+2:10 3:20 | 5 K 5 9"
    assert settled("california", line) == [
        "seat 1, ann primary 20.00 lower card -20.00 0.00 CA-ROUND-1",
        "seat 2, bob primary 20.00 higher card +10.00 30.00 of +20.00 due "
        "CA-ROUND-1 CA-ODDS CA-BANK-1 CA-BANK-4",
        "seat 2, cy behind primary 10.00 higher card 0.00 10.00 of +10.00 due "
        "CA-ROUND-1 CA-ODDS CA-BANK-1 CA-BANK-4",
        "seat 3 primary 20.00 lower card 0.00 20.00 of -20.00 due CA-ROUND-1 CA-BANK-1 CA-BANK-4",
    ]
    assert in_all("california", line) == [
        "ann -20.00 20.00 wagered, 0.00 back",
        "bob +10.00 20.00 wagered, 30.00 back",
        "cy 0.00 10.00 wagered, 10.00 back",
        "seat 3 0.00 20.00 wagered, 20.00 back",
        "the banker +10.00 30.00 posted, 30.00 of it changed hands",
    ]


@pytest.mark.clause("CA-BANK-4")
def test_tie_hand_without_coverage_goes_back() -> None:
    line = "bank:30 1:5/5 | 9 9"
    assert settled("california", line) == [
        "seat 1 tie 5.00 tie +30.00 35.00 of +50.00 due CA-ROUND-1 CA-ODDS CA-BANK-1 CA-BANK-4",
        "seat 1 primary 5.00 tie 0.00 5.00 not covered CA-BANK-1 CA-BANK-4",
    ]
    assert in_all("california", line) == [
        "seat 1 +30.00 10.00 wagered, 40.00 back",
        "the banker -30.00 30.00 posted, 30.00 of it changed hands",
    ]


@pytest.mark.clause("CA-BANK-4")
def test_war_beyond_coverage() -> None:
    line = "bank:30 1:20 2:20 | K 9 9 2:war 4 8"
    text = shown("california", line)
    assert rows(text, "Cards") == ["seat 1 K", "seat 2 9 war: 4", "dealer 9 war: 8"]
    assert rows(text, "In all")[1:] == [
        "seat 1 +20.00 20.00 wagered, 40.00 back",
        "seat 2 -10.00 40.00 wagered, 30.00 back",
        "the banker -10.00 30.00 posted, 30.00 of it changed hands",
    ]


@pytest.mark.clause("WA-4c-ii", "WA-4c-ii-1a")
def test_five_makes_fifteen() -> None:
    assert in_all("washington", "1:5 | 9 9 1:war 8 7") == [
        "seat 1 +5.00 10.00 wagered, 15.00 back",
        "the house -5.00",
    ]


@pytest.mark.clause("SG-16")
def test_largest_online_game() -> None:
    bets = "ann@1:100/100 ann@2:100/100 ann@3:100/100"
    line = f"{bets} | 9 9 9 9 1:war/100 2:war/100 3:war/100 8 8 8 8"
    assert in_all("online", line) == [
        "ann +6,600.00 1,200.00 wagered, 7,800.00 back",
        "the house -6,600.00",
    ]
    above = f"{bets.replace('100 ', '200 ')} | 9 9 9 9 1:war/100 2:war/100 3:war/100 8 8 8 8"
    assert settled("online", above)[-1].endswith(" due SG-9 SG-16")


def test_nameless_backline_has_a_total_of_its_own() -> None:
    assert in_all("california", "bank:99 ann@1:20 +1:10 | 9 8")[:2] == [
        "ann +20.00 20.00 wagered, 40.00 back",
        "seat 1 behind +10.00 10.00 wagered, 20.00 back",
    ]


def test_line_that_ends_early() -> None:
    result = run("washington", "1:20 2:20/5 | 9 9 9")
    assert result.exit_code == 2
    assert rows(result.stdout, "Settled, in this order")[1:] == [
        "seat 2 tie 5.00 tie +50.00 55.00 WA-4c"
    ]
    assert rows(result.stdout, "Not decided yet") == [
        "seat 1 primary 20.00",
        "seat 2 primary 20.00",
    ]
    assert rows(result.stdout, "In all")[1:3] == [
        "seat 1 0.00 20.00 wagered, 0.00 back, 20.00 not decided",
        "seat 2 +50.00 25.00 wagered, 55.00 back, 20.00 not decided",
    ]
    assert result.stderr == (
        "Error: the line ends early: it needs surrender or war from the player at seat 2 "
        "(write 2:surrender or 2:war)\n"
    )


def test_line_of_bets_alone() -> None:
    result = run("washington", "1:20")
    assert result.exit_code == 2
    assert "Cards" not in result.stdout
    assert "Settled" not in result.stdout
    assert "it needs a card for seat 1 (write it as 9h or 9)" in result.stderr


@pytest.mark.parametrize(
    "words, error",
    [
        (("washington", ""), "Error: there is no bet: begin a line with the bets"),
        (("washington", "1:20 | 9h 1h"), "Error: column 11, '1h': this is neither a card"),
        (
            ("washington", "1:20 | 9 9 Kd"),
            "Error: column 12, 'Kd' is not possible now; waiting for",
        ),
        (("washington", "1:0 | 9 8"), "Error: the player at seat 1 needs a primary wager"),
        (("california", "1:20 | 9 8"), "Error: a player banks here: write the posted stake"),
        (("california", "bank:0 1:20 | 9 8"), "Error: bank:0: a banker must post more than 0"),
        (("washingtom", WAR), "Error: there is no rule set 'washingtom'; did you mean washington"),
        (("washington", WAR, "--reading", "x"), "Error: washington has no reading 'x'"),
        (("washington", WAR, "--decks", "5"), "Error: --decks: 5 is not allowed under washington"),
        (
            ("south-dakota", f"{'1:5 2:5 3:5 4:5 5:5 6:5 7:5'} |{' 9h' * 7}", "--decks", "6"),
            "'9h': 6 decks hold no more of this card",
        ),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], error: str) -> None:
    assert error in refused(*words)


@pytest.mark.parametrize(
    "rules, line, why",
    [
        ("california", "bank:30 ann@1:5 ann@2:5 | 9 8 7", "ann has seats 1 and 2: one seat a"),
        (
            "california",
            "bank:30 ann@1:5 2:5 ann+2:5 | 9 8 7",
            "ann+2: ann has a seat, and backline betting is for people without one",
        ),
        ("online", "ann@1:5 2:5 bob@3:5 | 9 8 7 6", "ann and bob: one player has all seats here"),
    ],
)
@pytest.mark.clause("CA-SEAT-1", "CA-SEAT-2", "SG-2")
def test_who_cannot_sit_or_stand_there_is_refused(rules: str, line: str, why: str) -> None:
    assert refused(rules, line).startswith(f"Error: {why}")


def test_who_may_bet_in_several_places_is_settled() -> None:
    assert shown("washington", "ann@1:5 bob@2:5 ann@3:5 | 9 8 7 6")
    assert shown("online", "ann@1:5 2:5 ann@3:5 | 9 8 7 6")
    assert shown("california", "bank:30 ann@1:5 bob@2:5 cy+1:5 cy+2:5 +1:5 | 9 8 7")


def test_decks_within_the_rules() -> None:
    cards = " 9h" * 7 + " Kd"
    line = f"1:5 2:5 3:5 4:5 5:5 6:5 7:5 |{cards}"
    assert "9h" in shown("south-dakota", line, "--decks", "7")
    assert "9h" in shown("south-dakota", line)


def test_missing_words_are_told() -> None:
    assert "Missing argument 'LINE'" in run("washington").stderr
    assert run("washington").exit_code == 2
    assert run("washington", WAR, "--decks", "six").exit_code == 2


def test_json() -> None:
    (text,) = shown("washington", WAR, "--json").splitlines()
    told = json.loads(text)
    _, events = read_round(rules_of("washington"), WAR)
    assert tuple(from_json(event) for event in told.pop("events")) == events
    assert told == {
        "rules": "washington",
        "reading": "right-to-left",
        "sha256": load_rules("washington").sha256,
        "line": WAR,
        "awaited": "",
        "totals": [
            {"who": "seat 1", "wagered": 4500, "returned": 5500, "open": 0, "net": 1000},
            {"who": "seat 2", "wagered": 2000, "returned": 4000, "open": 0, "net": 2000},
        ],
        "bank": {"net": -3000},
    }


def test_json_of_a_posted_bank_and_of_a_line_that_ends_early() -> None:
    result = run("california", "bank:30 1:5 | 9 9", "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 2
    assert "the line ends early" in result.stderr
    assert told["awaited"] == "surrender or war from the player at seat 1"
    assert told["totals"][0]["open"] == 500
    assert told["bank"] == {"net": 0, "stake": 3000, "coverage_left": 3000}


def test_lines_from_standard_input() -> None:
    text = shown("washington", "-", given="# two rounds\n1:20 | 9 8\n\n  1:20 | 8 9  \n")
    assert text.count("Washington card rooms") == 2
    told = shown("washington", "-", "--json", given="1:20 | 9 8\n1:20 | 8 9")
    assert [json.loads(line)["bank"]["net"] for line in told.splitlines()] == [-2000, 2000]
    assert shown("washington", "-", given="") == ""


@pytest.mark.parametrize(
    "given, error",
    [
        ("# no round\n1:20 | 9 x\n", "Error: line 2: column 10, 'x': this is neither"),
        (b"1:20 | 9\xff 8", "Error: line 1: column 8, '9\N{REPLACEMENT CHARACTER}': this is"),
        ("\0" * 100_000, "Error: line 1: a line has at most 20000 characters"),
    ],
)
def test_bad_line_of_standard_input_is_named(given: str | bytes, error: str) -> None:
    assert refused("washington", "-", given=given).startswith(error)


def test_a_bad_line_of_standard_input_does_not_stop_the_others() -> None:
    given = f"1:20 | 9 8\nnonsense\n{'9' * 50_000}\n1:20 | 9\n1:20 | 8 9\n"
    result = run("washington", "-", "--json", given=given)
    assert result.exit_code == 2
    nets = [json.loads(line)["bank"]["net"] for line in result.stdout.splitlines()]
    assert nets == [-2000, 0, 2000]
    first, second, third = result.stderr.splitlines()
    assert first.startswith("Error: line 2: column 1, 'nonsense': this is not a bet")
    assert second == "Error: line 3: a line has at most 20000 characters"
    assert third.startswith("Error: line 4: the line ends early: it needs a card for the dealer")


def test_line_is_never_broken() -> None:
    line = " ".join(f"{seat}:20.50/5.50" for seat in range(1, 8)) + " | 2 3 4 5 6 7 8 K"
    assert line in shown("washington", line, columns=40).splitlines()


def test_a_screen_of_80_columns_breaks_no_hand_and_no_clause() -> None:
    line = "bank:30 ann@1:20 bob@2:20 cyril+2:10 | 5 K 9"
    text = shown("california", line, columns=80)
    assert max(map(len, text.splitlines())) <= 80
    told = rows(text, "Settled, in this order")
    assert [row for row in told if row.startswith("seat ")] == [
        "seat 1, ann primary 20.00 lower card -20.00 0.00 CA-ROUND-1",
        "seat 2, bob primary 20.00 higher card +10.00 30.00 of +20.00",
        "seat 2, cyril behind primary 10.00 higher card 0.00 10.00 of +10.00",
    ]
    assert told[-4:] == ["CA-ROUND-1", "CA-ODDS", "CA-BANK-1", "CA-BANK-4"]


def test_a_name_too_long_for_the_screen_is_broken_rather_than_a_figure() -> None:
    line = f"{'a' * 24}@1:20000 | 9 8"
    text = shown("washington", line, columns=80)
    assert max(map(len, text.splitlines())) <= 80
    assert "20,000.00" in text
    assert "+20,000.00" in text
    assert "WA-4a" in text


def test_narrow_screen_cuts_no_figure() -> None:
    text = shown("washington", "1:20000 | 9 8", columns=24)
    assert "\N{HORIZONTAL ELLIPSIS}" not in text
    assert text.count("0") == shown("washington", "1:20000 | 9 8").count("0")


def test_colours_only_where_wanted() -> None:
    environment = {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "100", "NO_COLOR": None}
    wanted = CliRunner().invoke(main, ["settle", "washington", WAR], env=environment, color=True)
    assert "\x1b[32m" in wanted.stdout
    words = ["settle", "washington", WAR, "--no-color"]
    plain = CliRunner().invoke(main, words, env=environment, color=True)
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", plain.stdout)


def test_rule_file_of_ones_own(tmp_path: Any) -> None:
    path = tmp_path / "own.toml"
    path.write_text(variant_text("washington", {"pays.higher.primary": "2 to 1"}))
    assert "+40.00" in shown(str(path), "1:20 | 9 8")


def test_examples_of_the_help_work() -> None:
    examples = re.findall(r'casinowar settle (\S+) "(.*)"', EXAMPLES)
    assert {name for name, _ in examples} == {"washington", "online", "california"}
    for name, line in examples:
        assert name in builtin_names()
        assert "In all" in shown(name, line)
    help_text = run("--help").stdout
    assert EXAMPLES.splitlines()[-1].strip() in help_text
