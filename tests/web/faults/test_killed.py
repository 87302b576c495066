"""A server that is killed at any moment: nothing it acknowledged is lost, and nothing is doubled.

Clients play at several tables and repeat what was not answered, under the same key. Afterwards all
that they were told is compared with the database, their chips with what the events say.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from casinowar.cli import main
from casinowar.record.codec.canonical import canonical
from casinowar.store import schema
from casinowar.store.backends.engine import open_reader
from casinowar.store.queries.records import entries_from
from tests.support.house.load import load
from tests.support.house.nursery import SOON, Nursery, nursery
from tests.support.house.player import Player

TABLES = ("washington", "washington", "fun-casino", "california", "online", "online")
GRANT = 10**9
FEW, MANY = 50, 3000
"""How often the server is killed: as a rule, and in long mode."""
HURRIED: dict[str, object] = {
    "requests_per_second": 0,
    "grant": GRANT,
    "betting_seconds": 1,
    "choice_seconds": 1,
    "bank_seconds": 1,
    "stake_seconds": 1,
    "commit_seconds": 1,
    "reveal_seconds": 1,
}


def arrived(house: Nursery, random: Random) -> list[Player]:
    """A player at each table."""
    players = [Player(lambda: house.url, Random(random.random())) for _ in TABLES]
    for player, table in zip(players, TABLES, strict=True):
        player.arrive(table)
    return players


def records(database: str, tables: set[str]) -> dict[str, list[str]]:
    with open_reader(database) as reader:
        return {table: list(entries_from(reader, table, 0)) for table in tables}


def check(database: str, players: Sequence[Player], told: Sequence[dict[str, Any]]) -> None:
    """What the players were told is what is there; `told` is what each had after their last act.

    A house whose players have left goes on: a choice may run out of time after its player looked.
    """
    found = records(database, {player.table for player in players})
    taken: Counter[tuple[str, int]] = Counter()
    for player, has in zip(players, told, strict=True):
        check_keys(database, player)
        texts = found[player.table]
        own = [seq for each in player.accepted for seq in places(each.answer, texts)]
        assert doings(texts, player.player) <= set(own)
        taken.update((player.table, seq) for seq in own)
        assert has["balance"] - GRANT in model(texts, player.player)[max(own, default=0) :]
    assert max(taken.values()) == 1
    audited = CliRunner().invoke(main, ["audit", "--database", database])
    assert audited.exit_code == 0, audited.output


def check_keys(database: str, player: Player) -> None:
    """Every answer is kept as it was given, and there are no others."""
    keys, accounts = schema.keys, schema.accounts
    query = select(keys.c.key, keys.c.answer).join(accounts, accounts.c.id == keys.c.account)
    with open_reader(database) as reader:
        rows = reader.execute(query.where(accounts.c.player == player.player))
        kept = {row.key: row.answer for row in rows}
    assert kept == {each.key: each.answer for each in player.accepted}


def places(answer: bytes, texts: Sequence[str]) -> range:
    """Which entries of the record an answer tells of; they are there as it tells them."""
    told = json.loads(answer)
    if "entries" not in told:  # nothing was done at a table yet
        return range(0)
    where = range(told["seq"] - len(told["entries"]), told["seq"])
    assert [canonical(entry).decode() for entry in told["entries"]] == [texts[at] for at in where]
    return where


DEALERS = ("cut_deck", "pass_cut", "time_out")
"""Actions that the dealer takes in a player's name."""


def doings(texts: Sequence[str], player: str) -> set[int]:
    """The places of the actions that a player took."""
    actions = [json.loads(text).get("action", {}) for text in texts]
    return {
        at
        for at, action in enumerate(actions)
        if action.get("player") == player and action["type"] not in DEALERS
    }


def model(texts: Sequence[str], player: str) -> list[int]:
    """What a player has won or lost, or has on the table, after each entry: from events alone."""
    events = (json.loads(text).get("events", ()) for text in texts)
    own = ([each for each in some if each.get("player") == player] for some in events)
    return list(accumulate(sum(map(change, some)) for some in own))


def change(event: dict[str, Any]) -> int:
    """What an event puts into its player's hands."""
    match event["type"]:
        case "bet_placed" | "stake_posted":
            return -int(event["amount"])
        case "bet_withdrawn" | "wager_returned" | "stake_returned":
            return int(event["amount"])
        case "war_declared":
            return -int(event["war"] + event["war_tie"])
        case "wager_settled":
            return int(event["stake"] + event["net"])
        case _:
            return 0


def have_done(players: Sequence[Player], least: int) -> bool:
    return sum(len(player.accepted) for player in players) > least


@pytest.mark.takes(30)
def test_nothing_acknowledged_is_lost_or_doubled(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    kills = MANY if pytestconfig.getoption("--long") else FEW
    random = Random(17)
    with nursery(tmp_path, **HURRIED) as house:
        house.start()
        players = arrived(house, random)
        with load(players) as playing:
            for kill in range(kills):
                time.sleep(random.uniform(0.02, 0.25))
                house.end()
                if kill % 10 == 9:  # now and then before it listens
                    house.bear()
                    time.sleep(random.uniform(0, 0.25))
                    house.end()
                house.start()
                playing.check()
                if kill % 5 == 4:  # a slow machine has its time to do something in between
                    playing.until(partial(have_done, players, 2 * kill))
        told = [player.look("/api/me") for player in players]
        for player in players:
            player.repeat()
            player.close()
        house.end(signal.SIGINT)
    check(str(tmp_path / "data" / "house.db"), players, told)
    assert sum(player.asked_again for player in players) > kills
    assert have_done(players, 2 * (kills - 1))
    assert b'"error"' not in (tmp_path / "log").read_bytes()


def test_first_start_may_be_cut_short(tmp_path: Path) -> None:
    random = Random(18)
    with nursery(tmp_path, **HURRIED) as house:
        for _ in range(8):
            house.bear()
            time.sleep(random.uniform(0, 0.3))
            house.end()
        house.start()
        players = arrived(house, random)
        for player in players:
            player.act()
        told = [player.look("/api/me") for player in players]
        for player in players:
            player.close()
    check(str(tmp_path / "data" / "house.db"), players, told)


def test_program_itself_is_killed_and_goes_on(tmp_path: Path) -> None:
    """The same without a fork, as it is started by hand."""
    command = [sys.executable, "-m", "casinowar", "serve", "--port", "0"]
    where = ""
    player = Player(lambda: where, Random(19))
    for turn in range(2):
        server = subprocess.Popen(
            [*command, "--data", str(tmp_path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "CASINOWAR_GRANT": str(GRANT)},
        )
        try:
            assert server.stdout is not None
            where = server.stdout.readline().split()[-1]
            if not turn:
                player.arrive("online")
            player.act()
            player.act()
            for each in player.accepted:
                again = player.send("POST", each.path, each.body, each.key)
                assert again.content == each.answer
            told = [player.look("/api/me")]
        finally:
            server.kill()
            server.communicate(timeout=SOON)
    player.close()
    check(str(tmp_path / "house.db"), [player], told)
