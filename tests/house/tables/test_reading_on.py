"""A server that only looks at a table reads what is new of its record, not all of it."""

import asyncio
import secrets

import pytest

from casinowar.house.house import House
from casinowar.house.tables.commands import Bet, Wager
from casinowar.store.writer.running import Running
from tests.support.house.floor import Floor
from tests.support.house.postgres import Postgres
from tests.support.house.served import clock

pytestmark = pytest.mark.needs("postgres")


def test_what_was_read_once_is_gone_on_from(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = server.new()
    mover = Floor(database)
    mover.open("washington")
    (ann,) = mover.seat(1)
    looker = House(database, clock=clock, entropy=secrets.token_bytes)
    known: list[int] = []
    load = looker._load

    def watched(connection: object, table_id: str, before: Running | None) -> Running:
        known.append(0 if before is None else before.record.seq)
        return load(connection, table_id, before)  # type: ignore[arg-type]

    monkeypatch.setattr(looker, "_load", watched)
    seen = []
    for _ in range(3):
        mover.do(ann, Bet((Wager(1, "primary", 10_00),)))
        mover.do(ann, Bet((Wager(1, "primary", 20_00),)))
        seen.append(asyncio.run(looker.committed("t1")).record)
        assert seen[-1] == mover.table().record
    assert known == [0, *(record.seq for record in seen[:-1])]
    looker.close()
    mover.close()
    server.drop(database)
