"""An audit of the whole database finds nothing in a sound one, and whatever is wrong in another."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import Connection, text

from casinowar.house.upkeep.audit import Findings, Wrong, audit
from casinowar.rules.file import builtin_names, load_rules
from casinowar.store.backends.engine import is_shared, open_reader
from tests.support.house.postgres import Postgres
from tests.support.house.stored import Stored, filled
from tests.support.record.every_entry import HOUSE
from tests.support.record.small_house import House

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]


@pytest.fixture(scope="module")
def sound(made_on: Postgres | None, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house with one table, in its second shoe and in the middle of a round."""
    file = str(tmp_path_factory.mktemp("house") / "house.db")
    database = file if made_on is None else made_on.new()
    filled(database, HOUSE).close()
    return database


@pytest.fixture
def copied(sound: str, made_on: Postgres | None, tmp_path: Path) -> Iterator[str]:
    """A copy of it, to be spoilt."""
    if made_on is None:
        yield str(shutil.copy(sound, tmp_path / "copy.db"))
        return
    made = made_on.copy(sound)
    yield made
    made_on.drop(made)


def test_a_sound_house(sound: str) -> None:
    told: list[tuple[int, int]] = []
    with open_reader(sound) as reader:
        found = audit(reader, lambda done, of: told.append((done, of)))
    assert found.tables == found.rule_files == 1
    assert found.entries == len(HOUSE.entries)
    assert (found.shoes, found.open_shoes) == (2, 1)
    assert found.rounds == HOUSE.table.rounds
    assert found.accounts > 4
    assert told[-1] == (len(HOUSE.entries), len(HOUSE.entries))


@pytest.mark.parametrize("name, reading", READINGS)
def test_every_rule_set(database: str, name: str, reading: str) -> None:
    house = House(load_rules(name).rules(reading), Random(5), players=3, wildness=0.02)
    house.play(until=lambda: len(house.entries) > 400 and house.table.playing)
    new = House(load_rules(name).rules(reading), Random(5), id="t2")
    closed = House(load_rules(name).rules(reading), Random(6), id="t3").close()
    with filled(database, house, new, closed) as writer:
        found = audit(writer)
    assert (found.tables, found.rule_files) == (3, 1)
    assert found.entries == sum(len(one.entries) for one in (house, new, closed))
    assert found.rounds > 5


def test_an_empty_house(database: str) -> None:
    with filled(database) as writer:
        assert audit(writer) == Findings()


def test_a_house_at_work_is_audited_as_it_was_when_the_audit_began(database: str) -> None:
    other = House(load_rules("washington").rules(), Random(1), id="t2")
    with filled(database, HOUSE) as writer:
        stored = Stored(writer)
        stored.balances.update(balances(writer))
        with open_reader(database) as reader:
            reader.execute(text("SELECT count(*) FROM entries"))
            stored.keep(other)
            assert audit(reader).tables == 1
        with open_reader(database) as reader:
            assert audit(reader).tables == 2


def balances(writer: Connection) -> dict[str, int]:
    found = {row.account: row.amount for row in writer.execute(text("SELECT * FROM balances"))}
    writer.rollback()
    return found


ROUND = "(SELECT seq FROM rounds WHERE number = 7)"

SPOILT = {
    "a rule file": (
        "UPDATE rule_files SET text = zeroblob(32)",
        "rule file .*: a rule file of this house was altered: its SHA-256 should be .* and is",
    ),
    "an entry": (
        f"UPDATE entries SET text = replace(text, '\"seq\":', '\"seq\":1') WHERE seq = {ROUND}",
        r"table t1, entry \d+: ",
    ),
    "an entry that is gone": (
        f"DELETE FROM entries WHERE seq = {ROUND}",
        r"table t1, entry \d+: it says it is entry",
    ),
    "the last entry": (
        "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)",
        "table t1: ",
    ),
    "all entries": ("DELETE FROM entries", "table t1, entry 0: there is no table t1"),
    "another header": (
        "UPDATE entries SET text = replace(text, 'fun-casino', 'washington') WHERE seq = 0",
        "table t1, entry 0: it was changed",
    ),
    "the number of entries": (
        "UPDATE tables SET seq = seq + 1",
        r"table t1: its row expects entry \d+, its record entry \d+",
    ),
    "a transfer's amount": (
        "UPDATE transfers SET amount = amount + 1 WHERE id = 20",
        r"table t1, entry \d+: transfers has felt:t1 house \d+, but felt:t1 house \d+ is right",
    ),
    "a transfer's target": (
        "UPDATE transfers SET target = 'player:eve' WHERE target = 'felt:t1' AND id % 7 = 0",
        r"table t1, entry \d+: transfers has",
    ),
    "a transfer that is gone": (
        "DELETE FROM transfers WHERE seq = (SELECT max(seq) FROM transfers)",
        r"table t1, entry \d+: transfers lacks",
    ),
    "a transfer too many": (
        "INSERT INTO transfers (table_id, seq, source, target, amount, why, at) "
        "VALUES ('t1', 1, 'house', 'player:ann', 1, 'play', 0)",
        "table t1, entry 1: transfers has house player:ann 1, which the entry does not say",
    ),
    "a transfer of no entry": (
        "INSERT INTO transfers (table_id, seq, source, target, amount, why, at) "
        "VALUES ('t1', 99999, 'house', 'player:ann', 1, 'play', 0)",
        "table t1: transfers has a row of entry 99999, which is not there",
    ),
    "a gift": (
        "INSERT INTO transfers (source, target, amount, why, at) "
        "VALUES ('house', 'player:ann', 100, 'gift', 0)",
        r"transfer \d+: 1\.00 from house to player:ann is not a 'gift' that a house makes",
    ),
    "a second grant": (
        "INSERT INTO transfers (source, target, amount, why, at) "
        "VALUES ('mint', 'player:ann', 100, 'grant', 0)",
        "player:ann got chips on arrival before",
    ),
    "a grant that the house pays": (
        "INSERT INTO transfers (source, target, amount, why, at) "
        "VALUES ('house', 'player:ann', 100, 'grant', 0)",
        "is not a 'grant' that a house makes",
    ),
    "a person who is lent chips": (
        "INSERT INTO transfers (source, target, amount, why, at) "
        "VALUES ('mint', 'player:ann', 100, 'bot', 0)",
        "is not a 'bot' that a house makes",
    ),
    "a person with real chips": (
        "INSERT INTO transfers (source, target, amount, why, at) "
        "VALUES ('mint', 'player:ann', 100, 'walk-in', 0)",
        "is not a 'walk-in' that a house makes",
    ),
    "real chips that another takes": (
        "INSERT INTO transfers (source, target, amount, why, at) "
        "VALUES ('player:walk-ann', 'player:ann', 100, 'walk-in', 0)",
        "is not a 'walk-in' that a house makes",
    ),
    "a balance": (
        "UPDATE balances SET amount = amount + 1 WHERE account = 'player:ann'",
        "account player:ann: it holds .*, but its transfers come to",
    ),
    "a balance that is gone": (
        "DELETE FROM balances WHERE account = 'player:bob'",
        "account player:bob: it holds",
    ),
    "an account that is gone": (
        "DELETE FROM accounts WHERE player = 'ann'",
        "account player:ann: there is no such player",
    ),
    "a shoe": (
        "UPDATE shoes SET first_seq = first_seq + 1 WHERE number = 2",
        r"table t1, entry \d+: shoes lacks 2",
    ),
    "a shoe's number": (
        "UPDATE shoes SET number = 9 WHERE number = 2",
        "shoes has 9, but 2 is right",
    ),
    "a round": (
        "UPDATE rounds SET seq = seq - 1 WHERE number = 7",
        "rounds has 7, which the entry does",
    ),
    "the times of rounds": (
        "UPDATE rounds SET at = at + 1",
        r"rounds has \d+ \d+, but \d+ \d+ is right",
    ),
    "the bank of a round": (
        "UPDATE rounds SET banker = 'eve', stake = 5 WHERE number = 7",
        r"rounds has 7 eve 5 \d+, but 7 \d+ is right",
    ),
    "a round that is gone": ("DELETE FROM rounds WHERE number = 7", "rounds lacks 7"),
    "a settlement": (
        "UPDATE settlements SET net = net + 1 WHERE round = 7",
        r"table t1, entry \d+: settlements has 7 .*, but 7 .* is right",
    ),
    "a settlement that is gone": (
        "DELETE FROM settlements WHERE round = 7",
        r"table t1, entry \d+: settlements lacks 7",
    ),
    "who sits": (
        "DELETE FROM seated WHERE player = (SELECT min(player) FROM seated)",
        "table t1: its rows name other players at the seats than its record",
    ),
    "a seed": (
        "UPDATE seeds SET seed = zeroblob(32) WHERE shoe = 't1/3'",
        "shoe t1/3: the server's seed is not the one it committed to",
    ),
    "the seed of the shoe on the table": (
        "UPDATE seeds SET seed = zeroblob(32) WHERE shoe = 't1/2'",
        "shoe t1/2: the server's seed is not the one it committed to",
    ),
    "a seed that is gone": (
        "DELETE FROM seeds WHERE shoe = 't1/2'",
        "shoe t1/2: its seed is missing and was not revealed",
    ),
    "a seed too many": (
        "INSERT INTO seeds VALUES ('t1/1', 't1', zeroblob(32))",
        "shoe t1/1: there is a seed for it, but it is not open",
    ),
    "another's entries": (
        "INSERT INTO entries VALUES ('t9', 0, '{}')",
        "table t9: there are entries of it, but no such table",
    ),
}


@pytest.mark.parametrize("spoil, message", SPOILT.values(), ids=SPOILT)
def test_what_is_wrong_is_named(copied: str, spoil: str, message: str) -> None:
    change(copied, spoil)
    with open_reader(copied) as reader, pytest.raises(Wrong, match=message):
        audit(reader)


def change(database: str, *statements: str) -> None:
    """Change a database behind the back of its rules."""
    if is_shared(database):
        change_postgres(database, *statements)
        return
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0


def change_postgres(database: str, *statements: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        checks = connection.execute(
            "SELECT conrelid::regclass::text, conname FROM pg_constraint "
            "WHERE contype = 'c' AND conrelid <> 0"
        ).fetchall()
        for table, name in checks:
            drop = sql.SQL("ALTER TABLE {} DROP CONSTRAINT {}")
            connection.execute(drop.format(sql.Identifier(table), sql.Identifier(name)))
        for statement in statements:
            written = statement.replace("zeroblob(32)", "decode(repeat('00', 32), 'hex')")
            assert connection.execute(written.encode()).rowcount > 0


def test_two_that_are_wrong_alike_are_found_by_their_record(copied: str) -> None:
    """Money that is moved in the ledger and in the balances, so that both agree."""
    moved = "(SELECT {} FROM transfers WHERE id = 20)"
    change(
        copied,
        "UPDATE transfers SET amount = amount + 5 WHERE id = 20",
        f"UPDATE balances SET amount = amount - 5 WHERE account = {moved.format('source')}",
        f"UPDATE balances SET amount = amount + 5 WHERE account = {moved.format('target')}",
    )
    wrong = pytest.raises(Wrong, match=r"table t1, entry \d+: transfers has")
    with open_reader(copied) as reader, wrong:
        audit(reader)
