"""Rows that go to a database together come back as they went, whatever is in them."""

from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, String, Table, Text, select

from casinowar.store.backends import bulk
from casinowar.store.backends.engine import connect_writer

_ODD = Table(
    "odd",
    MetaData(),
    Column("id", BigInteger, primary_key=True),
    Column("name", String(40)),
    Column("text", Text),
    Column("number", BigInteger),
    Column("data", LargeBinary),
)
_TEXTS = (
    "",
    "null",
    "NULL",
    '{"a":"\\\\"}',
    "{}",
    ",",
    "\\",
    '"',
    "ten\N{NO-BREAK SPACE}♠\n",
    None,
)
_NUMBERS = (0, -1, 2**15, 2**31, -(2**62), 2**63 - 1, None, 7, 7, 7)
_ROWS: list[dict[str, Any]] = [
    {"id": 2**40 + place, "name": said, "text": said, "number": number, "data": data}
    for place, (said, number) in enumerate(zip(_TEXTS, _NUMBERS, strict=True))
    for data in [None if said is None else said.encode() + bytes([0, 255, place])]
]
_BARE: list[dict[str, Any]] = [
    {"id": place, "name": None, "text": None, "number": None, "data": None} for place in range(9)
]


@pytest.mark.parametrize("count", [1, 4, len(_ROWS)])
@pytest.mark.parametrize("rows", [_ROWS, _BARE], ids=["odd", "bare"])
def test_rows_come_back_as_they_went(database: str, rows: list[dict[str, Any]], count: int) -> None:
    rows = rows[:count]
    turned = [{**row, "text": f"{row['text']}'", "number": 5} for row in rows]
    with connect_writer(database) as writer, writer.begin():
        _ODD.create(writer)
        bulk.add(writer, _ODD, rows)
        assert _found(writer) == rows
        bulk.change(writer, _ODD, turned)
        assert _found(writer) == turned
        bulk.change(writer, _ODD, rows)
        assert _found(writer) == rows
        writer.rollback()


def _found(writer: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in writer.execute(select(_ODD).order_by(_ODD.c.id)).mappings()]
