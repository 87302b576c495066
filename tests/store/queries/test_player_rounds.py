"""The rounds of a player: all of them once, newest first, and a page costs what it shows."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from casinowar.game.events import BetsClosed, WagerReturned, WagerSettled
from casinowar.store import schema
from casinowar.store.queries.player_rounds import AT_ONCE, Cursor, PlayerRound, player_rounds
from tests.support.house.stored import NOW, Stored, empty, filled, put
from tests.support.record.every_entry import HOUSE

NOBODY = {"banker": None, "stake": None}


def net_by_round(player: str) -> dict[int, tuple[int, int]]:
    """What a player staked and won in each round, from the events."""
    number, found = 0, dict[int, tuple[int, int]]()
    for event in HOUSE.events:
        match event:
            case BetsClosed():
                number = event.round
            case WagerSettled(name, stake=stake, net=net) if name == player:
                staked, won = found.get(number, (0, 0))
                found[number] = staked + stake, won + net
            case WagerReturned(name, amount=stake) if name == player:
                staked, won = found.get(number, (0, 0))
                found[number] = staked + stake, won
            case _:
                pass
    return found


def pages_of(connection: Connection, player: str, limit: int) -> list[PlayerRound]:
    """Everything, page by page."""
    found: list[PlayerRound] = []
    cursor: Cursor | None = None
    while page := player_rounds(connection, player, limit, cursor):
        assert len(page) <= limit
        found += page
        cursor = page[-1].cursor
    return found


@pytest.mark.parametrize("limit", [1, 7, 1000])
def test_a_players_rounds_come_in_pages_the_newest_first(database: str, limit: int) -> None:
    with filled(database, HOUSE) as writer:
        pages = pages_of(writer, "ann", limit)
        assert player_rounds(writer, "nobody", 10) == []
        assert player_rounds(writer, "ann", 10, Cursor(0, "", 0)) == []
    due = net_by_round("ann")
    assert [(one.round, (one.staked, one.net)) for one in pages] == sorted(due.items())[::-1]
    assert len(pages) > 20


def put_rounds(writer: Connection, table_id: str, rows: Iterable[PlayerRound]) -> None:
    """Rounds of ann's at a table, with a primary wager and now and then a tie beside it.

    Where she was the bank, the wagers are bob's.
    """
    rounds, settled = [], []
    for row in rows:
        place = {"table_id": table_id, "seq": row.round}
        bank = {"banker": "ann", "stake": row.staked} if row.banked else NOBODY
        rounds.append({**place, **bank, "number": row.round, "at": row.at})
        parts = {"primary": row.staked} if row.round % 3 else {"primary": row.staked - 1, "tie": 1}
        for wager, stake in parts.items():
            player, won = ("bob", -row.net) if row.banked else ("ann", row.net)
            net = won if wager == "primary" else 0
            one = {"player": player, "seat": 1, "wager": wager, "kind": "settled"}
            settled.append({**place, **one, "round": row.round, "stake": stake, "net": net})
    put(writer, schema.rounds, *rounds)
    put(writer, schema.settlements, *settled)


def with_tables(file: str | Path, *ids: str) -> Connection:
    writer = empty(file)
    stored = Stored(writer)
    sha256 = HOUSE.table.rules.sha256
    with writer.begin():
        stored.put_rules(sha256, b"")
        for table_id in ids:
            row = stored.table_row(HOUSE, sha256) | {"id": table_id}
            put(writer, schema.tables, row)
    return writer


@pytest.mark.parametrize("limit", [1, 3, AT_ONCE + 1, 500])
def test_rounds_of_several_tables_are_merged_by_their_times(database: str, limit: int) -> None:
    chance, ids = Random(limit), ("a", "b", "c", "d")
    played: defaultdict[str, list[PlayerRound]] = defaultdict(list)
    at, number = NOW, dict.fromkeys(ids, 0)
    for _ in range(200):
        table = chance.choice(ids[:3])
        at += chance.choice((0, 0, 1, 50))  # several tables close their bets at the same moment
        number[table] += chance.choice((1, 1, 4))  # others played in between, or nobody did
        staked, net, banked = chance.randrange(2, 99), chance.randrange(9), chance.random() < 0.5
        row = PlayerRound(table, number[table], at, staked, net, banked)
        played[table].append(row)
    due = sorted((row for rows in played.values() for row in rows), key=lambda row: row.cursor)
    with with_tables(database, *ids) as writer:
        with writer.begin():
            for table, rows in played.items():
                put_rounds(writer, table, rows)
        assert pages_of(writer, "ann", limit) == due[::-1]


def test_a_round_that_was_void_before_its_first_card_is_none(database: str) -> None:
    rows = [PlayerRound("a", n, NOW + n, 5, 1) for n in range(1, 60)]
    with with_tables(database, "a") as writer:
        with writer.begin():
            put_rounds(writer, "a", rows)
            gone = schema.rounds.c.number.between(10, 10 + AT_ONCE)
            writer.execute(schema.rounds.delete().where(gone))
        found = pages_of(writer, "ann", 7)
    assert [row.round for row in found] == [*range(59, 10 + AT_ONCE, -1), *range(9, 0, -1)]


def work_of(connection: Connection, before: Cursor | None) -> int:
    """How much SQLite does for a page, in steps of its machine."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_progress_handler(count, 10)
    assert len(player_rounds(connection, "ann", 50, before)) == 50
    driver.set_progress_handler(None, 0)
    return steps


def test_what_a_page_costs_does_not_grow_with_the_rounds(tmp_path: Path) -> None:
    costs = []
    for size in (1_000, 20_000):
        rows = [PlayerRound("ab"[n % 2], n, NOW + n, 5, 1, n % 4 > 1) for n in range(1, size + 1)]
        with with_tables(tmp_path / f"{size}.db", "a", "b") as writer:
            with writer.begin():
                for table in ("a", "b"):
                    put_rounds(writer, table, (row for row in rows if row.table == table))
            costs.append((work_of(writer, None), work_of(writer, rows[size // 2].cursor)))
    (first, middle), (first_of_many, middle_of_many) = costs
    assert first_of_many < 2 * first
    assert middle_of_many < 2 * middle
