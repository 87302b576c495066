"""Move a whole house from one database to another: every row unchanged, in one transaction."""

from collections.abc import Callable

from sqlalchemy import Connection, Table, func, select, text

from casinowar.errors import CasinoWarError
from casinowar.store import schema
from casinowar.store.backends import bulk
from casinowar.store.migrations import check_version
from casinowar.store.queries.records import MOST_AT_ONCE, streamed

Tell = Callable[[int, int], None]


def move(source: Connection, target: Connection, tell: Tell | None = None) -> int:
    """Copy every row into a database with empty tables; returns the number of rows.

    Both connections are in a transaction; the target is empty until its commit.
    """
    check_version(source)
    check_version(target)
    tables = schema.metadata.sorted_tables
    for table in tables:
        if _count(target, table):
            raise CasinoWarError("the target database already has a house in it")
    total, done = sum(_count(source, table) for table in tables), 0
    for table in tables:
        rows: list[bulk.Row] = []
        for row in streamed(source, select(table)):
            rows.append(row._asdict())
            if len(rows) == MOST_AT_ONCE:
                done = _write(target, table, rows, done, total, tell)
                rows = []
        done = _write(target, table, rows, done, total, tell)
        _go_on_counting(target, table)
    return done


def _write(
    target: Connection,
    table: Table,
    rows: list[bulk.Row],
    done: int,
    total: int,
    tell: Tell | None,
) -> int:
    bulk.add(target, table, rows)
    if tell is not None:
        tell(done + len(rows), total)
    return done + len(rows)


def _count(connection: Connection, table: Table) -> int:
    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


def _go_on_counting(target: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after the last one; SQLite does so by itself."""
    column = table.autoincrement_column
    if column is None or target.dialect.name != "postgresql":
        return
    last = target.scalar(select(func.max(column)))
    if last is not None:
        named = {"of": table.name, "column": column.name, "last": last}
        target.execute(text("SELECT setval(pg_get_serial_sequence(:of, :column), :last)"), named)
