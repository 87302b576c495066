"""Bets around the close: whatever the clocks say, the order of the record decides."""

import json
import threading
from pathlib import Path
from random import Random
from typing import Any

from casinowar.house.timeouts import Seconds
from casinowar.store.backends.engine import open_reader
from casinowar.store.queries.records import entries_from
from tests.support.house.player import Player
from tests.support.house.served import served

TABLE = "washington"
SECONDS = 6.0
SOON = 40.0


def bet_on(player: Player, seat: int, over: threading.Event) -> None:
    """Change one's mind about a wager, again and again, and never be ready."""
    while not over.is_set():
        offers = player.offers()
        if "choose" in offers:
            player.command("choose", seat=seat, choice="war")
            continue
        amount = 500 + 100 * player.random.randrange(20)
        player.command("bet", bets=[{"seat": seat, "wager": "primary", "amount": amount}])


def record_of(data: Path) -> list[dict[str, Any]]:
    with open_reader(data / "house.db") as reader:
        return [json.loads(text) for text in entries_from(reader, TABLE, 0)]


def test_bet_counts_if_it_stands_before_the_close(tmp_path: Path) -> None:
    hurried = Seconds(commitments=1, reveals=1, bets=1, choice=2)
    over = threading.Event()
    with served(tmp_path, hurried, grant=10**9) as house:
        players = [Player(lambda: house.url, Random(seed)) for seed in range(4)]
        for seat, player in enumerate(players, 1):
            player.arrive(TABLE)
            player.command("sit", seat=seat)
        threads = [
            threading.Thread(target=bet_on, args=(player, seat, over))
            for seat, player in enumerate(players, 1)
        ]
        for thread in threads:
            thread.start()
        over.wait(SECONDS)
        over.set()
        for thread in threads:
            thread.join(SOON)
            assert not thread.is_alive()
        for player in players:
            player.close()
    check(record_of(tmp_path), players)


def check(record: list[dict[str, Any]], players: list[Player]) -> None:
    """Every accepted bet stands in the record, and the last before a close is what is played."""
    accepted = [
        (entry["seq"], entry["action"])
        for player in players
        for each in player.accepted
        for entry in json.loads(each.answer).get("entries", ())
        if entry.get("action", {}).get("type") == "place_bet"
    ]
    placed: dict[int, Any] = {}
    waiting: dict[int, int] = {}
    playing: dict[int, int] = {}
    closes = 0
    for entry in record:
        action = entry.get("action", {})
        if action.get("type") == "place_bet":
            placed[entry["seq"]] = action
            waiting[action["seat"]] = action["amount"]
        elif action.get("type") == "close_bets":
            assert entry["who"] == "house"
            playing, waiting, closes = waiting, {}, closes + 1
        for event in entry.get("events", ()):
            if event["type"] == "wager_settled" and event["wager"] == "primary":
                assert event["stake"] == playing.pop(event["seat"])
    assert sorted(accepted, key=lambda each: each[0]) == list(placed.items())
    assert closes >= 2
