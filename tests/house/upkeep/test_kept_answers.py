"""The answers of old requests are forgotten, and nothing else."""

import asyncio
import secrets
import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from casinowar.house.house import House
from casinowar.house.people.sessions import DAY_MS
from casinowar.house.upkeep import retention
from casinowar.house.upkeep.retention import KEYS_DAYS, forget_old
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer
from casinowar.store.migrations import migrate
from casinowar.store.queries.retention import forget_keys
from casinowar.store.writer.work import Work

NOW = time.time_ns() // 1_000_000
"""As it is for a database that has a clock of its own; nothing here is near a limit."""
KEPT_FROM = NOW - KEYS_DAYS * DAY_MS


def fill(work: Work) -> None:
    ann = {"player": "p1", "name": "ann", "name_key": "ann", "at": 0}
    work.connection.execute(insert(schema.accounts).values(kind="guest", role="player", **ann))
    for number in range(7):
        times = {"old": KEPT_FROM - 1 - number, "new": KEPT_FROM + DAY_MS + number}
        for age, at in times.items():
            row = {"account": 1, "key": f"{age} {number}", "request_sha256": "", "answer": b""}
            work.connection.execute(insert(schema.keys).values(at=at, **row))


def left(connection: Connection) -> list[str]:
    return sorted({key.split()[0] for key in connection.scalars(select(schema.keys.c.key))})


def test_what_is_old_is_forgotten(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 3)
    house = House(database, clock=lambda: NOW, entropy=secrets.token_bytes)
    house.do_now(fill)

    async def run() -> tuple[int, int]:
        await house.start()
        try:
            return await forget_old(house), await forget_old(house)
        finally:
            await house.stop()

    assert house.read_now(left) == ["new", "old"]
    assert asyncio.run(run()) == (7, 0)
    again = House(database, clock=lambda: NOW, entropy=secrets.token_bytes)
    assert again.read_now(left) == ["new"]
    again.close()


def steps_of_forgetting(file: Path, kept: int) -> int:
    """How much SQLite does to forget a few requests of someone of whom others are kept."""
    row = {"account": 1, "request_sha256": "", "answer": b""}
    rows = [{**row, "key": f"{number:05}", "at": number} for number in range(10 + kept)]
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    with connect_writer(file) as writer:
        migrate(writer)
        with writer.begin():
            ann = {"player": "p1", "name": "ann", "name_key": "ann", "at": 0}
            writer.execute(insert(schema.accounts).values(kind="guest", role="player", **ann))
            writer.execute(insert(schema.keys), rows)
        driver = writer.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.set_progress_handler(step, 10)
        with writer.begin():
            assert forget_keys(writer, 10, 10) == 10
        driver.set_progress_handler(None, 0)
        with writer.begin():
            assert len(writer.scalars(select(schema.keys.c.key)).all()) == kept
    return steps


def test_what_it_costs_does_not_grow_with_what_is_kept(tmp_path: Path) -> None:
    few, many = (steps_of_forgetting(tmp_path / f"{kept}.db", kept) for kept in (10, 10_000))
    assert many < 2 * few


def test_whatever_names_an_account_is_found_by_it(tmp_path: Path) -> None:
    """The database looks for it there before someone is forgotten, and nobody plays meanwhile."""
    naming = [
        (table.name, key.parent.name)
        for table in schema.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is schema.accounts.c.id
    ]
    assert ("invited", "account") in naming
    with connect_writer(tmp_path / "house.db") as writer:
        migrate(writer)
        for table, column in naming:
            plan = f'EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE "{column}" = 1'
            (says,) = [row.detail for row in writer.exec_driver_sql(plan)]
            assert says.startswith("SEARCH"), f"{table}.{column}: {says}"
