"""Whole rounds of every rule set and reading over HTTP, as clients play them; then an audit.

Two people and some of the house's own players do what they are offered: they sit, bet on their own
card or another's, hold the bank, commit and cut, go to war. The house is stopped and started again
in the middle, and the operator voids a round.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from casinowar.cli import main
from casinowar.house.people import accounts
from casinowar.house.timeouts import Seconds
from casinowar.rules.file import builtin_names, load_rules
from tests.support.house.player import Player
from tests.support.house.served import Client, Served, served

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
HURRIED = Seconds(1, 1, 1, 1, 1, 1)
ROUNDS = 8
PATIENCE = 60.0


class Place:
    """Where a house is now: it is opened and closed, its players stay."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house: Served | None = None

    def url(self) -> str:
        return "" if self.house is None else self.house.url

    @contextmanager
    def open(self) -> Iterator[Served]:
        with served(self.folder, HURRIED) as self.house:
            yield self.house
        self.house = None


def company(place: Place, rules: str, reading: str) -> list[Player]:
    """Those who play at a table under these rules, which one of them opens."""
    solo = load_rules(rules).rules(reading).seats.holding == "solo"
    players = [Player(place.url, Random(f"{rules} {seed}")) for seed in range(1 if solo else 2)]
    for player in players:
        player.player = player.send("POST", "/api/guest").json()["player"]
    asked = {"rules": rules, "reading": reading, "players_may_have_edge": True}
    opened = players[0].post("/api/tables", asked | {"bots": 0 if solo else 2})
    for player in players:
        player.table = opened["table"]
    for guest in players[1:]:
        guest.post("/api/join", {"invitation": opened["invitation"]})
    return players


def play(players: list[Player], until: int) -> dict[str, Any]:
    """Play until so many rounds are over, or until one is in its middle; the table then."""
    end = time.monotonic() + PATIENCE
    while True:
        view: dict[str, Any] = players[0].look(f"/api/tables/{players[0].table}")["view"]
        begun = view["round"] or {"number": 0, "playing": False}
        if begun["number"] >= until and (begun["playing"] or begun["number"] > until):
            return view
        assert time.monotonic() < end, f"they play no more: {view['need']['says']}"
        if not sum(player.act() for player in players):
            time.sleep(0.02)


def void_the_round(house: Served, table: str) -> None:
    """The operator's ruling on the round that lies on a table."""
    secret = house.house.do_now(
        lambda work: accounts.new_operator_link(work, house.house.means.entropy)
    )
    operator: Client = house.guest()
    assert operator.post(f"/operator/{secret}").status_code == 200
    done = operator.command(table, "rule", ruling="void", reason="a wrong card")
    assert "round_ruled" in str(done["entries"])


@pytest.mark.parametrize("rules, reading", READINGS)
def test_rounds_are_played_over_http(tmp_path: Path, rules: str, reading: str) -> None:
    place = Place(tmp_path)
    with place.open():
        players = company(place, rules, reading)
        left = play(players, ROUNDS // 2)
    with place.open() as house:
        found = players[0].look(f"/api/tables/{players[0].table}")["view"]
        if not left["due"]:
            assert found == left, "it goes on as it was left"
        last = play(players, ROUNDS)
        void_the_round(house, players[0].table)
        for player in players:
            player.repeat()
            player.close()
    assert last["round"]["number"] >= ROUNDS
    audited = CliRunner().invoke(main, ["audit", "--data", str(tmp_path)])
    assert audited.exit_code == 0, audited.output
