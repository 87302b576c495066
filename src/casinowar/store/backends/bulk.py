"""Write many rows at once, in the fastest way of each database.

For SQLite a statement is a function call, so one for each row is cheap: its text is made once, and
the rows go straight to the driver, as numbers, texts and bytes. For PostgreSQL a statement is a
message, so one message carries many rows, as a list for each column.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    Connection,
    Table,
    UpdateBase,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import ARRAY

Row = dict[str, Any]
_FEW = 3
"""Up to this many rows are faster one by one."""


def add(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Add rows; all of them have the same columns."""
    if rows:
        _send(connection, _add_each, _add_lists, table, rows)


def change(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Change rows: the first column finds a row, the others get new values."""
    if rows:
        _send(connection, _change_each, _change_lists, table, rows)


Statement = Callable[[Table, tuple[str, ...]], UpdateBase]


def _send(
    connection: Connection, each: Statement, lists: Statement, table: Table, rows: Sequence[Row]
) -> None:
    names = tuple(rows[0])
    if connection.dialect.name == "sqlite":
        text, values = _text(each, table, names)
        connection.exec_driver_sql(text, [values(row) for row in rows])
    elif len(rows) > _FEW:
        connection.execute(lists(table, names), _lists(rows))
    else:
        one_by_one = [{f"new_{name}": value for name, value in row.items()} for row in rows]
        connection.execute(each(table, names), one_by_one)


@cache
def _text(
    each: Statement, table: Table, names: tuple[str, ...]
) -> tuple[str, Callable[[Row], tuple[Any, ...]]]:
    """A statement for SQLite's driver, and a function that puts a row's values in its order."""
    compiled = each(table, names).compile(dialect=sqlite.dialect())
    assert compiled.positiontup is not None, "SQLite's parameters have places, not names"
    order = [name.removeprefix("new_") for name in compiled.positiontup]
    return str(compiled), itemgetter(*order)


def _lists(rows: Sequence[Row]) -> dict[str, list[Any]]:
    return {f"new_{name}": [row[name] for row in rows] for name in rows[0]}


@cache
def _add_each(table: Table, names: tuple[str, ...]) -> UpdateBase:
    return insert(table).inline().values({name: bindparam(f"new_{name}") for name in names})


@cache
def _add_lists(table: Table, names: tuple[str, ...]) -> UpdateBase:
    return insert(table).inline().from_select(names, select(*_unnested(table, names)))


@cache
def _change_each(table: Table, names: tuple[str, ...]) -> UpdateBase:
    key, *others = names
    changed = update(table).where(table.c[key] == bindparam(f"new_{key}"))
    return changed.values({name: bindparam(f"new_{name}") for name in others})


@cache
def _change_lists(table: Table, names: tuple[str, ...]) -> UpdateBase:
    key, *others = names
    new = select(*_unnested(table, names)).subquery("new")
    changed = update(table).where(table.c[key] == new.c[key])
    return changed.values({name: new.c[name] for name in others})


def _unnested(table: Table, names: tuple[str, ...]) -> list[Any]:
    return [
        func.unnest(bindparam(f"new_{name}", type_=ARRAY(table.c[name].type))).label(name)
        for name in names
    ]
