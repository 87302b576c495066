"""A lobby in which only the tables of others change is quiet, and shows that it is there."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from casinowar.house.tables import lobby_feed
from tests.support.house.served import SOON, Client, Served

WAGER = {"seat": 1, "wager": "primary", "amount": 100}


@contextmanager
def playing(client: Client, table: str) -> Iterator[None]:
    """Something happens at a table all the while."""
    over = threading.Event()

    def play() -> None:
        while not over.is_set():
            client.command(table, "bet", bets=[WAGER])
            client.command(table, "withdraw", seat=1, wager="primary")

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(SOON)
    assert not thread.is_alive()


def test_heartbeats_come_while_others_play(
    house: Served, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_feed, "QUIET", 0.3)
    game = ann.ask("/api/tables/online/game")["table"]
    ann.command(game, "sit", seat=1)
    stranger = house.stranger()
    stranger.http.timeout = 5.0
    with playing(ann, game), stranger.http.stream("GET", "/api/lobby/events") as answer:
        lines = answer.iter_lines()
        heartbeats = [line for line, _ in zip(lines, range(12), strict=False) if line[:1] == ":"]
    assert len(heartbeats) >= 2
