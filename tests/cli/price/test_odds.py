"""`casinowar odds`: the figures as people and machines get them."""

import json
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from casinowar.cli import main
from casinowar.rules.file import builtin_names, load_rules
from tests.support.game.rulefiles import variant_text

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
IDS = ["-".join(pair) for pair in READINGS]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), env={"COLUMNS": "100"})


def figures(*words: str) -> dict[str, Any]:
    result = run("odds", *words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def schema() -> dict[str, Any]:
    text = (resources.files("casinowar.odds") / "price.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("name, reading", READINGS, ids=IDS)
def test_the_json_is_what_the_schema_says(name: str, reading: str) -> None:
    validator = Draft202012Validator(schema())
    for words in ([], ["--decks", "1"], ["--decks", "infinite"], ["--gone", "A K 9x2 Th"]):
        validator.validate(figures(name, "--reading", reading, *words))


def test_the_schema_notices_a_missing_and_an_unknown_figure() -> None:
    found = figures("online", "--policy", "war and tie")
    validator = Draft202012Validator(schema())
    validator.validate(found)
    assert not validator.is_valid({k: v for k, v in found.items() if k != "covariance"})
    assert not validator.is_valid({**found, "extra": 1})
    assert not validator.is_valid({**found, "largest_return": "7800.00"})


@pytest.mark.clause("SG-11", "SG-16")
def test_the_figures_of_the_online_game() -> None:
    found = figures("online")
    assert found["rules"] == "online"
    assert found["decks"] == 6
    assert found["primary"]["house_edge"] == "23138/993023"
    assert found["primary"]["best_house_edge"] == "23138/993023"
    assert found["primary"]["surrender_house_edge"] == "23/622"
    assert found["tie"]["house_edge"] == "58/311"
    assert found["war_tie"]["house_edge"] == "2974/15965"
    assert found["war"]["expectation"] == "-1006/3193"
    assert found["largest_return"] == 780_000
    total = Fraction(found["primary"]["element_of_risk"])
    assert Fraction(found["primary"]["return_of_total"]) == 1 - total
    assert total * (1 + Fraction(23, 311)) == Fraction(23138, 993023)


def test_what_a_reading_does_not_have_is_null() -> None:
    found = figures("south-dakota", "--reading", "tie-loses")
    assert found["primary"]["house_edge"] == "23/311"
    assert found["primary"]["surrender_house_edge"] is None
    assert found["war"] == {"expectation": None}
    assert found["war_tie"]["house_edge"] is None
    assert found["war_tie"]["outcomes"] == []
    assert found["primary"]["assumes"] == "tie hands settled without a choice"
    assert found["decisions"] == []


def test_a_policy_is_priced() -> None:
    found = figures("washington", "--policy", "surrender")
    assert found["policy"]["house_edge"] == "23/622"
    assert figures("washington")["policy"] is None


def test_cards_that_are_gone_change_the_price() -> None:
    found = figures("washington", "--gone", "2x24 3x24 4x24")
    assert sum(found["cards"]) == 312 - 72
    assert found["primary"]["house_edge"] != figures("washington")["primary"]["house_edge"]


def test_a_tie_hand_s_answer_depends_on_what_is_left() -> None:
    """With nothing but kings left a war is always tied: it wins two units."""
    gone = " ".join(f"{rank}x24" for rank in "A Q J T 9 8 7 6 5 4 3 2".split())
    (only,) = figures("washington", "--gone", gone)["decisions"]
    assert only["rank"] == "K"
    assert only["best"] == "war"
    assert only["expectation"] == {"surrender": "-1/2", "war": "2"}
    assert only["cost_of_mistake"] == {"surrender": "5/2"}


def test_a_banker_with_a_stake_that_runs_out() -> None:
    """Against a stake of 5.00 a bet of 20.00 wins or loses just that, whatever it pays."""
    words = ("california", "--stake", "5", "--bets", "20")
    found = figures(*words)["banker"]
    assert found["stake"] == 500
    assert found["bets"] == [{"primary": 2000, "tie": 0}]
    lost = Fraction(144, 311) + Fraction(23, 311) * Fraction(7392, 15965)
    assert Fraction(found["expectation"]) == 500 * (lost - (1 - lost))
    assert "A banker who posts 5.00 against 20:" in run("odds", *words).output
    assert figures("california")["banker"] is None


def test_a_session_is_exact_up_to_two_hundred_rounds() -> None:
    found = figures("washington", "--rounds", "1", "--bankroll", "1")["session"]
    assert Fraction(found["ahead"]) == Fraction(144, 311) + Fraction(23, 311) * Fraction(
        8573, 15965
    )
    assert Fraction(found["behind"]) == Fraction(found["ruin"])
    exact = figures("washington", "--rounds", "200")["session"]
    assert "/" in exact["ahead"]
    near = figures("washington", "--rounds", "201")["session"]
    assert abs(Fraction(near["ahead"]) - Fraction(exact["ahead"])) < Fraction(1, 50)


NO_TIE = "Ax3 Kx3 Qx3 Jx3 Tx3 9x3 8x3 7x3 6x3 5x3 4x3 3x3 2x3"
ONE_SEAT = "Ax12 Kx24 Qx24 Jx24 Tx24 9x24 8x24 7x24 6x24 5x24 4x24 3x24 2x23"


@pytest.mark.parametrize("name, reading", READINGS, ids=IDS)
def test_a_shoe_in_which_no_tie_can_come(name: str, reading: str) -> None:
    words = (name, "--reading", reading, "--decks", "1", "--gone", NO_TIE)
    found = figures(*words)
    Draft202012Validator(schema()).validate(found)
    # where the winner chooses, there are wars without ties: half a unit won, or one lost
    winner = reading == "winner-chooses"
    assert found["war"] == {"expectation": "1/2" if winner else None}
    assert found["primary"]["house_edge"] == ("1/4" if winner else "0")
    assert found["tie"]["house_edge"] == "1"
    assert f"gone: {NO_TIE}" in run("odds", *words).output


def test_a_shoe_that_serves_one_seat_only() -> None:
    found = figures("washington", "--gone", ONE_SEAT)
    Draft202012Validator(schema()).validate(found)
    deviations = found["bank"]["standard_deviation"]
    assert deviations["1"] is not None
    assert deviations["2"] is None
    assert found["covariance"]["two_seats"] is None
    assert found["exposure"]["returned"] is None
    assert run("odds", "washington", "--gone", ONE_SEAT).exit_code == 0


def test_the_largest_return_is_that_of_the_shoe_being_dealt() -> None:
    assert figures("fun-casino")["largest_return"] == 5_600_000
    one = figures("fun-casino", "--decks", "1")
    assert one["largest_return"] == 2_800_000, "one deck ties a dealer's card three times at most"
    assert one["exposure"]["returned"] == 2_800_000
    assert figures("washington", "--decks", "1")["largest_return"] is None


def test_a_policy_is_followed_everywhere() -> None:
    both = figures("online", "--policy", "war and tie")
    tied, war_tie = Fraction(23, 311), Fraction(2974, 15965)
    edge = Fraction(23138, 993023) + tied * war_tie
    assert Fraction(both["policy"]["house_edge"]) == edge
    assert Fraction(both["session"]["expectation"]) == -100 * edge
    words = ("california", "--stake", "30", "--bets", "20", "--policy")
    assert figures(*words, "war")["banker"]["decision"] == "war"
    surrender = figures(*words, "surrender")["banker"]
    assert surrender["decision"] == "surrender"
    assert Fraction(surrender["expectation"]) == 2000 * Fraction(23, 622)


def test_best_play_takes_what_the_decisions_call_best() -> None:
    found = figures("online", "--gone", "Ax24 Kx20 Qx20 Jx20 9x4")
    assert {row["best"] for row in found["decisions"]} == {"war and tie"}
    best, war = found["primary"]["best_house_edge"], found["primary"]["house_edge"]
    assert Fraction(best) < Fraction(war)


def test_theoretical_win_and_every_result_of_a_session() -> None:
    found = figures("washington", "--seats", "3", "--pace", "60", "--rounds", "2", "--distribution")
    assert Fraction(found["theoretical_win"]["expectation"]) == 180 * Fraction(23138, 993023)
    results = {r["net"]: Fraction(r["probability"]) for r in found["session"]["results"]}
    assert sum(results.values()) == 1
    assert results["-4"] == (Fraction(23, 311) * Fraction(7392, 15965)) ** 2
    assert figures("washington")["session"]["results"] is None


def test_the_schema_can_be_had() -> None:
    assert json.loads(run("odds", "--schema").output) == schema()
    assert run("odds").exit_code == 2


def test_outcomes_add_up() -> None:
    for wager in ("primary", "tie", "war_tie"):
        found = figures("california")[wager]
        chances = [Fraction(outcome["probability"]) for outcome in found["outcomes"]]
        shares = [Fraction(outcome["contribution"]) for outcome in found["outcomes"]]
        assert sum(chances) == 1
        assert -sum(shares) == Fraction(found["house_edge"])


@pytest.mark.parametrize("name, reading", READINGS, ids=IDS)
def test_people_get_a_table(name: str, reading: str) -> None:
    result = run("odds", name, "--reading", reading)
    assert result.exit_code == 0, result.output
    assert reading in result.output
    assert load_rules(name).sha256 in result.output
    assert "\x1b" not in result.output
    edge = Fraction(figures(name, "--reading", reading)["primary"]["house_edge"])
    assert ("The player has the edge" in result.output) == (edge < 0)
    assert all(len(line) <= 100 for line in result.output.splitlines())


@pytest.mark.parametrize(
    "words, says",
    [
        (["--decks", "0"], "decks: cannot price 0; use 1 to 12, or infinite"),
        (["--decks", "-1"], "decks: cannot price -1"),
        (["--decks", "1000"], "decks: cannot price 1000"),
        (["--decks", "6.5"], "'6.5' is not a whole number"),
        (["--decks", "many"], "'many' is not a whole number"),
        (["--gone", "9x25"], "the shoe has only 24 cards of rank 9"),
        (["--gone", "1x3"], "is not a card"),
        (
            ["--gone", "Ax24 Kx24 Qx24 Jx24 10x24 9x24 8x24 7x24 6x24 5x24 4x24 3x20 2x20"],
            "too few",
        ),
        (["--gone", "A", "--decks", "infinite"], "an infinite shoe cannot lose cards"),
        (["--policy", "war and tie"], "washington (right-to-left) does not offer 'war and tie'"),
        (["--policy", "fold"], "'fold' is not one of"),
        (["--rounds", "0"], "round"),
        (["--bankroll", "-1"], "a bankroll cannot be -1; use 0 or more"),
        (["--stake", "30"], "use --stake and --bets together"),
        (["--stake", "30", "--bets", "20"], "the house banks here"),
        (["--gone", "9h 9h 9h 9h 9h 9h 9h"], "the shoe has only 6 of 9h"),
        (["--pace", "0"], "--pace: cannot price 0 rounds an hour"),
        (["--seats", "0"], "--seats: cannot price 0; use 1 to 8"),
        (["--seats", "9"], "--seats: cannot price 9"),
        (["--reading", "upside-down"], "upside-down"),
    ],
)
def test_bad_input_is_refused_with_what_would_be_right(words: list[str], says: str) -> None:
    result = run("odds", "washington", *words)
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_a_table_of_ones_own_is_priced(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(variant_text("washington", {"pays.equal.tie": "12 to 1"}), encoding="utf-8")
    found = figures(str(path))
    assert Fraction(found["tie"]["house_edge"]) == Fraction(288, 311) - 12 * Fraction(23, 311)


@pytest.mark.parametrize(
    "stake, bets, says",
    [
        ("0", "20", "--stake: 0.00 is too small; post at least the table minimum, 5.00"),
        ("30", "", "--bets: give at least one bet"),
        ("30", "100000", "a primary wager of 100,000.00 is outside the limits, 5.00 to 500.00"),
        ("30", "5.37", "in units of 1.00"),
        ("30", "20/1", "a tie wager of 1.00 is outside the limits"),
    ],
)
def test_a_bank_no_table_would_take_is_not_priced(stake: str, bets: str, says: str) -> None:
    result = run("odds", "california", "--stake", stake, "--bets", bets)
    assert result.exit_code == 2
    assert says in result.output


def test_a_choice_on_another_hand_fits_80_columns() -> None:
    found = run("odds", "south-dakota", "--reading", "winner-chooses").output
    assert "…" not in found
    assert "primary, war " in found
    assert "The most a round with 7 seats returns" in found
