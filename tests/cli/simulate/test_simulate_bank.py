"""`casinowar simulate --stake`: a bank that may not cover everything, dealt by the core."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from casinowar.cli import main
from casinowar.game.round import Bet
from casinowar.odds.banker import banker
from casinowar.odds.composition import fresh
from casinowar.rules.file import load_rules
from casinowar.sim.banker.estimates import Banking
from casinowar.sim.game import game_of

RULES = load_rules("california").rules()
BANK = ("california", "--stake", "30", "--bets", "20 20 20/5", "--rounds", "2500")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ("simulate", *words), env={"COLUMNS": "80"})


def found(*words: str) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.output)
    return told


@pytest.mark.parametrize("rounds", ["1", "2500"])
def test_the_json_is_what_the_schema_says(rounds: str) -> None:
    validator = Draft202012Validator(json.loads(run("--schema").output))
    told = found(*BANK[:-1], rounds)
    validator.validate(told)
    assert not validator.is_valid({**told, "threads": 1})
    assert not validator.is_valid({name: of for name, of in told.items() if name != "results"})


def test_result_says_that_the_core_dealt_it_and_why() -> None:
    told = found(*BANK, "--seed", "1")
    assert (told["kernel"], told["rounds"], told["seats"]) == ("core", 2_500, 3)
    assert "only the core settles" in told["kernel_reason"]
    assert (told["stake"], told["bets"][2]) == (3_000, {"primary": 2_000, "tie": 500})
    bets = [Bet("a", 1, 2_000), Bet("b", 2, 2_000), Bet("c", 3, 2_000, 500)]
    exact = banker(RULES, fresh(6), 3_000, bets)
    bank = told["wagers"]["bank"]
    assert bank["exact_fraction"] == str(exact.mean)
    assert abs(bank["z"]) < 4
    assert sum(each["rounds"] for each in told["results"]) == 2_500
    assert sum(each["exact"] for each in told["results"]) == pytest.approx(1)
    assert told["chi_square"]["p_value"] > 1e-4


def test_same_seed_gives_the_same_rounds_and_a_longer_run_begins_with_them() -> None:
    bank = Banking(RULES, game_of(RULES), 3_000, (Bet("p1", 1, 2_000),), "war", 5)
    short, long = list(bank.run(1_500)), list(bank.run(2_500))
    assert [results.total() for results in long] == [1_000, 2_000, 2_500]
    assert short[0] == long[0]
    assert list(bank.run(2_500)) == long


def test_for_people() -> None:
    result = run(*BANK, "--seed", "1")
    assert result.exit_code == 0
    assert "a banker who posts 30.00 against 20.00; 20.00; 20.00 and 5.00 on a tie" in result.output
    assert "2,500 rounds" in result.output
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize(
    "words, error",
    [
        (("washington", "--stake", "30", "--bets", "20"), "the house banks here"),
        (("california", "--stake", "30"), "use --stake and --bets together"),
        (("california", "--bets", "20"), "use --stake and --bets together"),
        ((*BANK, "--seats", "2"), "--seats cannot be used with --stake"),
        ((*BANK, "--save", "x.json"), "--save cannot be used with --stake"),
        ((*BANK, "--until-error", "1"), "--until-error cannot be used with --stake"),
        (("california", "--stake", "30", "--bets", "x"), "'x' is not an amount"),
        (
            ("california", "--stake", "30", "--bets", "20", "--rounds", "0"),
            "--rounds: cannot simulate 0",
        ),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(words: tuple[str, ...], error: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert error in result.output
