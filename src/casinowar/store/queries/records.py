"""SQL of records: read a table's record, to continue it or to show it.

Every function only selects. If several statements must agree, the caller's transaction sees to it.
"""

import hashlib
from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, Row, Select, func, select

from casinowar.errors import CasinoWarError, RecordError
from casinowar.record import Record, open_again, read_object, replay, resume
from casinowar.record.shoefile import write_shoe
from casinowar.rules.file import RuleFile, read_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.script import Wager
from casinowar.store.queries.incidents import rulings_on, rulings_on_others
from casinowar.store.schema import (
    entries,
    rounds,
    rule_files,
    seeds,
    settlements,
    shoes,
    tables,
)

MOST_AT_ONCE = 1_000
"""How many rows of a long result are in memory at a time."""


class Unknown(CasinoWarError):
    """There is no such table, shoe, round or rule file here."""


def load_record(connection: Connection, table_id: str) -> tuple[Record, dict[str, bytes]]:
    """A table's record, and the server's seeds that are still hidden, by shoe.

    It is replayed from the last shoe on, so the cost does not grow with the table's age.
    """
    header = entry(connection, table_id, 0)
    rules = rules_in(connection, header)
    begins = connection.scalar(
        select(shoes.c.first_seq)
        .where(shoes.c.table_id == table_id)
        .order_by(shoes.c.number.desc())
        .limit(1)
    )
    if begins is None:
        record, begins = open_again(rules, header), 1
    else:
        first = entry(connection, table_id, begins)
        record = resume(rules, header, first, steps_of(connection, table_id, first))
    kept = replay(record, entries_from(connection, table_id, begins))
    return kept, hidden_seeds(connection, table_id)


def hidden_seeds(connection: Connection, table_id: str) -> dict[str, bytes]:
    """The server's seeds of a table that are not yet revealed, by shoe."""
    found = connection.execute(
        select(seeds.c.shoe, seeds.c.seed).where(seeds.c.table_id == table_id)
    )
    return {row.shoe: row.seed for row in found}


def entry(connection: Connection, table_id: str, seq: int) -> str:
    """The text of one entry of a table's record."""
    text = connection.scalar(
        select(entries.c.text).where(entries.c.table_id == table_id, entries.c.seq == seq)
    )
    if text is None:
        what = f"entry {seq} at table" if seq else "table"
        raise Unknown(f"there is no {what} {table_id[:80]}")
    return cast(str, text)


def entries_from(
    connection: Connection, table_id: str, seq: int, until: int | None = None
) -> Iterator[str]:
    """Stream the texts of a table's entries in order, from a number on and before another.

    The connection is busy until the last one is read.
    """
    chosen = select(entries.c.text).where(entries.c.table_id == table_id, entries.c.seq >= seq)
    if until is not None:
        chosen = chosen.where(entries.c.seq < until)
    return (row.text for row in streamed(connection, chosen.order_by(entries.c.seq)))


def streamed(connection: Connection, chosen: Select[Any]) -> Generator[Row[Any], None, None]:
    """The rows of a long result, with few of them in memory at a time."""
    with connection.execute(chosen, execution_options={"yield_per": MOST_AT_ONCE}) as rows:
        yield from rows


def entries_at(connection: Connection, table_id: str, seqs: Iterable[int]) -> list[str]:
    """The texts of a few entries of a table, in order."""
    return list(
        connection.scalars(
            select(entries.c.text)
            .where(entries.c.table_id == table_id, entries.c.seq.in_(list(seqs)))
            .order_by(entries.c.seq)
        )
    )


def steps_of(connection: Connection, table_id: str, first: str) -> list[str]:
    """The texts of the steps of the fair shuffle that a shoe's first entry names."""
    return entries_at(connection, table_id, (place["seq"] for place in read_object(first)["steps"]))


def rules_in(connection: Connection, header: str) -> RuleSet:
    """The rules and the reading in a table's first entry."""
    fields = read_object(header)
    return rule_file(connection, fields["sha256"]).rules(fields["reading"])


def rule_file(connection: Connection, sha256: str) -> RuleFile:
    """A rule file by the SHA-256 of its bytes."""
    text = connection.scalar(select(rule_files.c.text).where(rule_files.c.sha256 == sha256))
    if text is None:
        raise Unknown(f"there is no rule file with the SHA-256 {sha256[:64]}")
    return _read(sha256, text.encode() if isinstance(text, str) else bytes(text))


def check_rules(connection: Connection) -> None:
    """Refuse a database in which a rule file was altered: its tables could not continue."""
    for sha256 in connection.scalars(select(rule_files.c.sha256)).all():
        rule_file(connection, sha256)


def shoe_text(connection: Connection, table_id: str, number: int) -> str:
    """The text of a shoe's file, by the number in the shoe's id; unfinished for an open shoe.

    The file of a table's first shoe has everything since the table was opened.
    """
    begun = {
        row.number: row.first_seq
        for row in connection.execute(
            select(shoes.c.number, shoes.c.first_seq)
            .where(shoes.c.table_id == table_id, shoes.c.number <= number)
            .order_by(shoes.c.number.desc())
            .limit(2)
        )
    }
    if number not in begun:
        raise Unknown(f"there is no shoe {table_id[:64]}/{number}")
    first = entry(connection, table_id, begun[number])
    begins = begun[number] if len(begun) == 2 else 0
    ends = connection.scalar(
        select(func.min(shoes.c.first_seq)).where(
            shoes.c.table_id == table_id, shoes.c.number > number
        )
    )
    header = entry(connection, table_id, 0)
    return write_shoe(
        header,
        rule_file(connection, read_object(header)["sha256"]).source,
        list(entries_from(connection, table_id, begins, ends)),
        steps_of(connection, table_id, first),
    )


def shoe_of(connection: Connection, table_id: str, seq: int) -> int:
    """The number of the shoe whose file has an entry."""
    numbers = select(shoes.c.number).where(shoes.c.table_id == table_id)
    found = connection.scalar(
        numbers.where(shoes.c.first_seq <= seq).order_by(shoes.c.number.desc()).limit(1)
    )
    if found is None:
        found = connection.scalar(numbers.order_by(shoes.c.number).limit(1))
    if found is None:
        raise Unknown(f"there is no shoe at table {table_id[:64]} yet")
    return int(found)


class Settled(NamedTuple):
    """A wager that was settled or returned."""

    player: str
    seat: int
    wager: Wager
    stake: int
    net: int


class RoundBank(NamedTuple):
    """The player who is the bank of a round, the stake, and the bank's win so far."""

    player: str
    stake: int
    net: int


class OneRound(NamedTuple):
    """A round: when its bets were closed, its entries since then, and its settled wagers."""

    table: str
    round: int
    at: int
    seq: int
    entries: list[str]
    settlements: list[Settled]
    bank: RoundBank | None
    """`None` if the house is the bank."""


def one_round(connection: Connection, table_id: str, number: int) -> OneRound:
    """A round of a table up to its last settlement, or so far, and the rulings on it."""
    row = connection.execute(
        select(rounds.c.seq, rounds.c.at, rounds.c.banker, rounds.c.stake).where(
            rounds.c.table_id == table_id, rounds.c.number == number
        )
    ).first()
    if row is None:
        raise Unknown(f"there is no round {number} at table {table_id[:64]}")
    known = (settlements.c.player, settlements.c.seat, settlements.c.wager)
    sums = (func.sum(settlements.c.stake), func.sum(settlements.c.net))
    first = func.min(settlements.c.seq)
    wagers = connection.execute(
        select(*known, *sums)
        .where(settlements.c.table_id == table_id, settlements.c.round == number)
        .group_by(*known)
        .order_by(first, settlements.c.seat, *known)
    ).all()
    next_seq = connection.scalar(
        select(rounds.c.seq)
        .where(rounds.c.table_id == table_id, rounds.c.number > number)
        .order_by(rounds.c.number)
        .limit(1)
    )
    texts = _round_entries(connection, table_id, number, row.seq, next_seq)
    settled = [Settled(*wager[:3], int(wager[3]), int(wager[4])) for wager in wagers]
    bank = None
    if row.banker is not None:
        bank = RoundBank(row.banker, row.stake, -sum(each.net for each in settled))
    return OneRound(table_id, number, row.at, row.seq, texts, settled, bank)


def _round_entries(
    connection: Connection, table_id: str, number: int, begins: int, next_begins: int | None
) -> list[str]:
    """The entries of a round, and those that ruled on it before its first card or long after."""
    ends = None
    if next_begins is not None:  # then this round ends with its last settlement before that
        of_round = (settlements.c.table_id == table_id) & (settlements.c.round == number)
        last = select(func.max(settlements.c.seq)).where(of_round, settlements.c.seq < next_begins)
        ends = max(begins, connection.scalar(last) or 0) + 1
    ruled = rulings_on(connection, table_id, number)
    early = [seq for seq in ruled if seq < begins]
    late = [seq for seq in ruled if ends is not None and seq >= ends]
    others = rulings_on_others(connection, table_id, number, begins)
    texts = enumerate(entries_from(connection, table_id, begins, ends), begins)
    return [
        *(entry(connection, table_id, seq) for seq in early),
        *(text for seq, text in texts if seq not in others),
        *(entry(connection, table_id, seq) for seq in late),
    ]


class TableRow(NamedTuple):
    """A table of the house."""

    id: str
    name: str
    rules_sha256: str
    owner: int | None
    opened_at: int
    closed_at: int | None
    seq: int


def list_tables(connection: Connection, limit: int, after: str = "") -> list[TableRow]:
    """A page of all tables by their ids, open or closed, public or private."""
    columns = (tables.c[name] for name in TableRow._fields)
    chosen = select(*columns).where(tables.c.id > after).order_by(tables.c.id).limit(limit)
    return [TableRow(*row) for row in connection.execute(chosen)]


@lru_cache(maxsize=128)
def _read(sha256: str, text: bytes) -> RuleFile:
    found = hashlib.sha256(text).hexdigest()
    if found != sha256:
        raise RecordError(
            f"a rule file of this house was altered: "
            f"its SHA-256 should be {sha256[:64]} and is {found}"
        )
    return read_rules(text, "a rule file of the house")
