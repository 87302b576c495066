"""The sign of a table on the command line: at the desk, in the game, in `rules`, in a report."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.rules.file import builtin_names
from tests.support.game.schedules import SCHEDULES

AUTHORISED = {"washington": ["--authorised", "500"]}


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(main, words, input=typed, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return re.sub(r"[ \t]+", " ", result.output)


def at_desk(name: str, *words: str) -> str:
    return run("deal", name, *AUTHORISED.get(name, []), *words, typed="sign\n")


def in_game(name: str, *words: str) -> str:
    return run("play", name, *words, typed="?\nq\n")


def in_rules(name: str, *words: str) -> str:
    return run("rules", name, *words)


@pytest.mark.clause("WA-PAY")
@pytest.mark.clause("FC-ODDS")
@pytest.mark.clause("SG-17")
@pytest.mark.clause("SD-5")
@pytest.mark.parametrize("name", builtin_names())
@pytest.mark.parametrize("shown", [at_desk, in_game, in_rules])
def test_the_schedule_is_shown_line_by_line(name: str, shown: object) -> None:
    assert callable(shown)
    text = shown(name)
    at = 0
    for says, figure in SCHEDULES[name]:
        at = text.index(f"\n {says} {figure} ", at) + 1


@pytest.mark.clause("FC-13")
@pytest.mark.parametrize("shown", [at_desk, in_game, in_rules])
def test_the_limits_are_shown(shown: object) -> None:
    assert callable(shown)
    text = shown("fun-casino")
    assert "\n Primary wager 5.00 to 500.00 " in text
    assert re.search(r"\n Tie wager .*5\.00 to 500\.00 ", text)


@pytest.mark.clause("FC-13")
def test_the_desk_shows_the_limits_of_its_own_table() -> None:
    text = at_desk("fun-casino", "--minimum", "10", "--maximum", "50")
    assert "\n Primary wager 10.00 to 50.00 " in text
    assert "\n Shoe 6 decks " in text
    assert "\n Cut card a player cuts; at most 30 cards behind it " in text
    assert "as-printed A war won pays 2:1" in text


@pytest.mark.clause("SG-19")
@pytest.mark.parametrize("shown", [in_game, in_rules])
def test_the_online_game_shows_its_legal_notices(shown: object) -> None:
    assert callable(shown)
    text = shown("online")
    for notice in (
        "Each game has nothing to do with the games before it",
        "If the game malfunctions, all its plays and pays are void. SG-14",
        "A game that is still open after 30 days is cancelled",
        "at most 7,800.00",
        "Wins are paid by the table of pays shown here",
        "trade dress of Scientific Games Corp.",
    ):
        assert notice in text


@pytest.mark.clause("CA-OWN")
@pytest.mark.parametrize("shown", [at_desk, in_game, in_rules])
def test_california_names_the_owner_of_the_game(shown: object) -> None:
    assert callable(shown)
    text = " ".join(shown("california").replace(" CA-OWN", "").split())
    for notice in (
        "Casino War belongs to SHFL Entertainment, Inc.",
        "needs the owner's agreement and the approval of the Bureau of Gambling Control",
        "takes no right away from the owner",
        "any dispute about it, is between the two of them",
    ):
        assert notice in text


@pytest.mark.clause("CA-DECK-1")
@pytest.mark.parametrize("decks", [6, 12])
def test_california_says_how_many_decks_a_batch_has(decks: int) -> None:
    text = at_desk("california", "--decks", str(decks))
    assert f"\n Shoe {decks} decks in each of two batches, red and blue backs, shoe by shoe" in text


@pytest.mark.clause("CA-ROUND-5")
@pytest.mark.parametrize("command", ["deal", "play"])
def test_everyone_is_told_that_war_costs_the_primary(command: str) -> None:
    told = "Going to war costs the primary wager"
    opening = run(command, "california", "--reading", "primary-collected").splitlines()
    assert any(line.startswith(told) for line in opening)
    assert told not in run(command, "california")


@pytest.mark.clause("SD-5")
def test_the_report_has_the_schedule_and_the_clauses(tmp_path: Path) -> None:
    page = tmp_path / "price.html"
    run("odds", "south-dakota", "--html", str(page))
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.read_text()))
    for says, figure in SCHEDULES["south-dakota"]:
        assert f" {says} {figure} {figure} SD-5 " in text
    assert "SD-4c: A tie wager wins 10 to 1 when the cards are equal." in text
    assert "This table is designated for Casino War. (SD-1a)" in text
