"""What a player types is read, or refused with how to write it."""

import pytest

from casinowar.errors import NotationError
from casinowar.terminal.input import (
    ALL,
    Buy,
    Leave,
    ShowRules,
    WantedBet,
    read_bets,
    read_command,
    read_number,
)


@pytest.mark.parametrize(
    "text, wishes",
    [
        ("20", [WantedBet(4, 2000, 0)]),
        ("20 5", [WantedBet(4, 2000, 500)]),
        ("20/5", [WantedBet(4, 2000, 500)]),
        ("20 / 5", [WantedBet(4, 2000, 500)]),
        ("2.50", [WantedBet(4, 250, 0)]),
        ("1,250/5", [WantedBet(4, 125_000, 500)]),
        ("/5", [WantedBet(4, 0, 500)]),
        ("0/5", [WantedBet(4, 0, 500)]),
        ("0", []),
        ("skip", []),
        ("0/0", []),
        ("1:20/5 2:10", [WantedBet(1, 2000, 500), WantedBet(2, 1000, 0)]),
        ("1:20 2:0", [WantedBet(1, 2000, 0)]),
        ("all:5", [WantedBet(ALL, 500, 0)]),
        ("ALL:5/5", [WantedBet(ALL, 500, 500)]),
    ],
)
def test_bets_are_read(text: str, wishes: list[WantedBet]) -> None:
    assert read_bets(text, 4) == tuple(wishes)


@pytest.mark.parametrize(
    "text",
    [
        *("-1", "1e3", "half", "20/5/5", "1 2 3", "/", "0.005", "20.5", "1:20 10", "x:20", ":20"),
        *("1:20 1:20", "all:5 1:5", "1:", "10" * 30, "٣", "1:2:3", "NaN", "1000000000000000000"),
    ],
)
def test_no_bet_is_explained(text: str) -> None:
    with pytest.raises(NotationError):
        read_bets(text, 4)


@pytest.mark.parametrize(
    "text, command",
    [
        ("q", Leave()),
        (" Quit ", Leave()),
        ("?", ShowRules()),
        ("help", ShowRules()),
        ("buy", Buy(0)),
        ("buy 250", Buy(25_000)),
        ("", None),
        ("20", None),
        ("buy 1 2", None),
    ],
)
def test_commands_are_read(text: str, command: object) -> None:
    assert read_command(text) == command


@pytest.mark.parametrize("text", ["buy x", "buy 0", "buy -5", "buy 0.005"])
def test_no_purchase_is_explained(text: str) -> None:
    with pytest.raises(NotationError):
        read_command(text)


def test_number_is_read() -> None:
    assert read_number(" 100 ", "a place") == 100
    for text in ("", "-1", "x", "1.5", "9" * 9):
        with pytest.raises(NotationError, match="is not a place: type a whole number"):
            read_number(text, "a place")
