"""What is asked of the ledger while people play is found by an index, however much was played.

SQLite takes an index of a part of the rows only where a query says in its words that it wants no
others: each query is asked for its plan.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, event

from casinowar.store.queries import floor, money, own_limits, player_rounds, retention
from tests.support.house.stored import filled
from tests.support.record.every_entry import HOUSE

ASKED: dict[str, Callable[[Connection], object]] = {
    "refill": lambda connection: money.last_moved(connection, "ann", "refill", 3),
    "played": lambda connection: own_limits.playtime(connection, "ann", 0),
    "last wager": lambda connection: own_limits.last_wager(connection, "ann", 0, "other"),
    "wagers": lambda connection: player_rounds.tables_with_wagers(connection, "ann", 0),
    "idle guests": lambda connection: retention.idle_guests(connection, [1, 2, 3]),
    "stake": lambda connection: floor.last_stake(connection, "t", "ann"),
}


@pytest.mark.parametrize("name", ASKED)
def test_no_query_goes_through_the_whole_ledger(tmp_path: Path, name: str) -> None:
    with filled(tmp_path / "house.db", HOUSE) as writer:
        plans: list[str] = []

        def explain(
            connection: Connection, cursor: object, text: str, values: object, *_: object
        ) -> None:
            driver = connection.connection.driver_connection
            assert driver is not None, "this connection is open"
            plans.extend(row[3] for row in driver.execute(f"EXPLAIN QUERY PLAN {text}", values))

        event.listen(writer, "before_cursor_execute", explain)
        ASKED[name](writer)
    ledger = [plan for plan in plans if plan.split()[1] in ("transfers", "rounds")]
    assert ledger
    for plan in ledger:
        assert plan.startswith("SEARCH"), plan
