"""`casinowar compare`: tables side by side, as people and machines get them."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.odds.comparison import BLOCKS, COLUMNS
from casinowar.rules.fields import TERMS
from casinowar.rules.file import builtin_names, load_rules
from tests.support.game.rulefiles import variant_text

NO_WAR = ["war", "pays.war_higher", "pays.war_equal", "pays.war_lower"]
NO_CHOICE = [*NO_WAR, "choice", "pays.surrender"]


def run(*words: str, columns: int = 80) -> Result:
    return CliRunner().invoke(main, ("compare", *words), env={"COLUMNS": str(columns)})


def rows(*words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*words, "--json").output.splitlines()]


def write(path: Path, fields: dict[str, object], **more: Any) -> str:
    path.write_text(variant_text("washington", fields, **more), encoding="utf-8")
    return str(path)


def test_all_tables_side_by_side() -> None:
    result = run()
    assert result.exit_code == 0
    for name in builtin_names():
        assert result.output.splitlines().count(name) == len(BLOCKS)
        for reading in load_rules(name).readings:
            assert result.output.count(f"\n  {reading.name} ") == len(BLOCKS)
    assert "6.301 %*" in result.output
    assert "-1.641 %*" in result.output


def test_nothing_is_broken_off_in_eighty_columns() -> None:
    lines = run().output.splitlines()
    assert max(len(line) for line in lines) <= 80
    tables = len(builtin_names()) + sum(len(load_rules(n).readings) for n in builtin_names())
    at = lines.index("Other fields that differ")
    heads = 2 * len(BLOCKS)
    blanks = len(BLOCKS)
    assert at == len(BLOCKS) * tables + heads + blanks


@pytest.mark.parametrize("columns", [80, 100, 200])
def test_a_star_stands_on_the_line_of_its_value(columns: int, tmp_path: Path) -> None:
    amounts = ", ".join(f"{amount}.00" for amount in range(5, 105, 5))
    fixed = write(tmp_path / "fixed.toml", {"limits.primary": amounts})
    table, note = run("washington", fixed, columns=columns).output.split("* differs")
    assert note
    assert " 100*" in table
    assert "*" not in table.split()


def test_two_tables_as_json() -> None:
    told = rows("washington", "fun-casino")
    assert [(row["rules"], row["reading"]) for row in told] == [
        ("washington", "right-to-left"),
        ("washington", "left-to-right"),
        ("fun-casino", "as-printed"),
        ("fun-casino", "first-bet-lost"),
    ]
    others = [field for field in told[0] if field in TERMS]
    assert "shoe.cut_card" in others
    assert all(list(row) == ["rules", "reading", *COLUMNS, *others] for row in told)
    assert told[2]["war won"] == "+2"
    assert told[2]["edge"] == "-1.641 %"


@pytest.mark.clause("CA-DEAL-1")
@pytest.mark.clause("ALL-12")
def test_burns_before_a_shoe_and_by_a_new_dealer() -> None:
    told = {row["rules"]: (row["first burn"], row["dealer burn"]) for row in rows()}
    assert told == {
        "california": ("yes", "1"),
        "fun-casino": ("yes", "0"),
        "online": ("no", "0"),
        "south-dakota": ("option", "0"),
        "washington": ("option", "0"),
    }


@pytest.mark.clause("WA-4")
@pytest.mark.clause("WA-4c-iii")
def test_washingtons_readings_settle_in_another_order() -> None:
    right, left = rows("washington")
    assert (right["settled"], left["settled"]) == ("R-L: primary, tie", "L-R: primary, tie")
    assert (right["war settled"], left["war settled"]) == (
        "R-L: primary, war",
        "L-R: primary, war",
    )
    shown = run("washington").output
    assert "right-to-left  R-L: primary, tie   R-L: primary, war" in shown
    assert "left-to-right  L-R: primary, tie*  L-R: primary, war*" in shown


@pytest.mark.clause("FC-14")
@pytest.mark.clause("FC-15")
@pytest.mark.clause("WA-LIM")
@pytest.mark.clause("SG-12")
@pytest.mark.clause("SG-5")
def test_limit_policies_and_time_outs() -> None:
    told = {
        row["rules"]: (row["below"], row["above"], row["authorised"], row["time out"])
        for row in reversed(rows())
    }
    assert told == {
        "california": ("refuse", "refuse", "none", "surrender"),
        "fun-casino": ("honour once", "cut", "none", "surrender"),
        "online": ("refuse", "refuse", "100", "wait"),
        "south-dakota": ("refuse", "refuse", "none", "surrender"),
        "washington": ("refuse", "refuse", "stated", "surrender"),
    }


@pytest.mark.clause("SD-4a")
@pytest.mark.clause("FC-8")
@pytest.mark.clause("ALL-7")
def test_who_has_the_choice_and_how_it_is_asked() -> None:
    told = {row["reading"]: (row["tie hand"], row["asked"]) for row in rows()}
    assert told["intended"] == ("surrender, war", "in turn")
    assert told["winner-chooses"] == ("lose; higher: surrender, war", "in turn")
    assert told["tie-loses"] == ("lose", "")
    assert told["as-printed"] == ("surrender, war", "in turn")
    assert told["three-units"] == ("surrender, war", "together")


def test_a_tie_wager_that_pays_too_much_is_seen(tmp_path: Path) -> None:
    dear = write(tmp_path / "dear.toml", {"pays.equal.tie": "13 to 1"})
    own = write(tmp_path / "own.toml", {"limits.tie": "1.00 to 25.00"})
    none = write(
        tmp_path / "none.toml",
        {"bets.tie": "none", "settle.original": ["left to right: primary"]},
        removes=["pays.higher.tie", "pays.lower.tie", "pays.equal.tie"],
    )
    told = [(row["edge"], row["tie edge"], row["tie limits"]) for row in rows(dear, own, none)]
    assert told == [
        ("2.330 %", "-3.537 %", "same"),
        ("2.330 %", "18.650 %", "1-25"),
        ("2.330 %", "", "same"),
    ]


@pytest.mark.parametrize(
    "decks, shown", [([6, 8], "6 or 8"), ([8, 6], "8 or 6"), ([6, 7, 8], "6 to 8"), ([6], "6")]
)
def test_decks(decks: list[int], shown: str, tmp_path: Path) -> None:
    (row,) = rows(write(tmp_path / "decks.toml", {"shoe.decks": decks}))
    assert row["decks"] == shown


def test_other_fields_name_the_rules_that_differ(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.toml", {"seats.most": 5, "seats.usual": 5})
    shown = run("washington", mine).output
    assert "seats.most   7; 5 (washington (mine.toml))" in shown
    readings = run("fun-casino").output
    assert "pays.war_higher.primary  push; lose (fun-casino first-bet-lost)" in readings
    assert "Other fields" not in run("washington").output


def test_what_a_tie_hand_gets(tmp_path: Path) -> None:
    only = write(tmp_path / "only.toml", {"choice.offers": ["surrender"]}, removes=NO_WAR)
    push = write(tmp_path / "push.toml", {"pays.equal.primary": "push"}, removes=NO_CHOICE)
    dear = write(tmp_path / "dear.toml", {"pays.surrender.primary": "lose"})
    told = [(row["tie hand"], row["surrender"], row["war won"]) for row in rows(only, push, dear)]
    assert told == [
        ("surrender", "lose half", ""),
        ("push", "", ""),
        ("surrender, war", "lose", "+1"),
    ]
    literal = rows("south-dakota")[1]
    assert (literal["tie hand"], literal["surrender"]) == ("lose", "")


def test_a_table_named_twice_is_shown_once(tmp_path: Path) -> None:
    once = run("washington").output
    assert run("washington", "washington").output == once
    copy = tmp_path / "copy.toml"
    copy.write_bytes(load_rules("washington").source)
    assert run("washington", str(copy)).output == once
    assert rows("washington", "online", "washington") == rows("washington", "online")


def test_two_tables_of_one_id_are_told_apart(tmp_path: Path) -> None:
    mine = write(tmp_path / "mine.toml", {"pays.equal.tie": "11 to 1"})
    output = run("washington", mine).output
    assert output.count("washington (mine.toml)\n") == len(BLOCKS)
    assert output.count("washington (washington)\n") == len(BLOCKS)
    assert "11 to 1*" in output
    long = write(tmp_path / f"{'long' * 12}.toml", {"pays.equal.tie": "11 to 1"})
    lines = run("washington", long).output.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert "11 to 1*" in "\n".join(lines)


def test_comparing_what_is_not_there() -> None:
    result = run("washington", "nevada")
    assert result.exit_code == 2
    assert "nevada" in result.output


def test_colours_are_for_terminals() -> None:
    assert "\x1b" not in run().output
    assert run("--no-color").output == run().output
