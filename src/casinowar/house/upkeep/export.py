"""The money of a house as CSV: all decided wagers, or all transfers, streamed.

Amounts are whole cents and times ISO 8601 in UTC. Texts that people have given are written so that
no spreadsheet takes one for a formula.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal, TextIO

from sqlalchemy import Connection

from casinowar.errors import NotationError
from casinowar.store.migrations import check_version
from casinowar.store.queries import exports
from casinowar.store.queries.exports import Span
from casinowar.store.queries.records import MOST_AT_ONCE, rule_file

What = Literal["rounds", "transfers"]
Cell = str | int | None
Tell = Callable[[int, int], None]

ROUNDS: tuple[str, ...] = (
    *("at", "table", "table_name", "rules", "round", "seat", "player", "name"),
    *("wager", "kind", "stake", "net", "entry", "banker", "banker_name"),
)
TRANSFERS: tuple[str, ...] = ("at", "id", "table", "entry", "source", "target", "amount", "why")

_FORMULA = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")
_BLANKS = frozenset("\t\r\n")


def export(
    connection: Connection, what: What, span: Span, to: TextIO, tell: Tell | None = None
) -> int:
    """Write the rows after a line with the names of the columns; returns the number of rows."""
    check_version(connection)
    if span.table_id is not None:
        exports.check_table(connection, span.table_id)
    if what == "rounds":
        columns, count, rows = ROUNDS, exports.count_decided, _rounds(connection, span)
    else:
        columns, count, rows = TRANSFERS, exports.count_moved, _transfers(connection, span)
    total = 0 if tell is None else count(connection, span)
    writer, done = csv.writer(to, lineterminator="\n"), 0
    writer.writerow(columns)
    for row in rows:
        writer.writerow(map(plain, row))
        done += 1
        if tell is not None and done % MOST_AT_ONCE == 0:
            tell(done, total)
    return done


def _rounds(connection: Connection, span: Span) -> Iterator[Iterable[Cell]]:
    rules: dict[str, str] = {}
    for row in exports.decided(connection, span):
        sha256 = row.rules_sha256
        if sha256 not in rules:
            rules[sha256] = rule_file(connection, sha256).id
        yield time(row.at), *row._replace(rules_sha256=rules[sha256])[1:]


def _transfers(connection: Connection, span: Span) -> Iterator[Iterable[Cell]]:
    for row in exports.moved(connection, span):
        yield time(row.at), *row[1:]


def plain(cell: Cell) -> Cell:
    """A cell that is no formula: a text that looks like one gets an apostrophe in front."""
    if isinstance(cell, str) and (cell.lstrip()[:1] in _FORMULA or cell[:1] in _BLANKS):
        return f"'{cell}"
    return cell


def time(milliseconds: int | None) -> str:
    """A time as it is written: `2026-05-04T21:07:33.125Z`."""
    if milliseconds is None:
        return ""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(maxsize=64)
def _second(seconds: int) -> str:
    """A second as text, cached because many rows have the same one."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def read_time(text: str) -> int:
    """The milliseconds of a date, with or without a time; UTC if it names no zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise NotationError(
            f"{text[:40]!r} is not a date: write 2026-05-04 or 2026-05-04T21:00+02:00"
        ) from None
    if found.tzinfo is None:
        found = found.replace(tzinfo=UTC)
    return round(found.timestamp() * 1000)
