"""Many rows at once, in the way that each database likes best.

To SQLite a statement is a call of a function, and one for each row is cheap. To PostgreSQL it is a
message: there many rows go in one, as a list for each column.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Executable,
    Table,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY

Row = dict[str, Any]
_FEW = 3
"""So many rows are sent sooner one by one."""


def add(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Add rows, which all name the same columns."""
    if not rows:
        return
    if _in_lists(connection, rows):
        connection.execute(_add_lists(table, tuple(rows[0])), _lists(rows))
    else:
        connection.execute(_add_each(table), rows)


def change(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Change rows, each found by the first of the columns named, in all the others."""
    if not rows:
        return
    if _in_lists(connection, rows):
        connection.execute(_change_lists(table, tuple(rows[0])), _lists(rows))
    else:
        each = [{f"new_{name}": value for name, value in row.items()} for row in rows]
        connection.execute(_change_each(table, tuple(rows[0])), each)


def _in_lists(connection: Connection, rows: Sequence[Row]) -> bool:
    return connection.dialect.name == "postgresql" and len(rows) > _FEW


def _lists(rows: Sequence[Row]) -> dict[str, list[Any]]:
    return {f"new_{name}": [row[name] for row in rows] for name in rows[0]}


@cache
def _add_each(table: Table) -> Executable:
    return insert(table).inline()


@cache
def _add_lists(table: Table, names: tuple[str, ...]) -> Executable:
    return insert(table).inline().from_select(names, select(*_unnested(table, names)))


@cache
def _change_each(table: Table, names: tuple[str, ...]) -> Executable:
    key, *others = names
    changed = update(table).where(table.c[key] == bindparam(f"new_{key}"))
    return changed.values({name: bindparam(f"new_{name}") for name in others})


@cache
def _change_lists(table: Table, names: tuple[str, ...]) -> Executable:
    key, *others = names
    new = select(*_unnested(table, names)).subquery("new")
    changed = update(table).where(table.c[key] == new.c[key])
    return changed.values({name: new.c[name] for name in others})


def _unnested(table: Table, names: tuple[str, ...]) -> list[Any]:
    return [
        func.unnest(bindparam(f"new_{name}", type_=ARRAY(table.c[name].type))).label(name)
        for name in names
    ]
