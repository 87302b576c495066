"""What is read from a database is what was kept in it."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection

from casinowar.errors import RecordError, WrongEntry
from casinowar.store import schema
from casinowar.store.reading import Unknown, entries_from, entry, load_record, rule_file
from tests.support.game import rules_of
from tests.support.house import House
from tests.support.kept import HOUSE
from tests.support.stored import Stored, empty

NEW = House(rules_of("washington"), Random(4), id="t2")
"""A table whose first shoe was never brought."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Connection:
    writer = empty(tmp_path_factory.mktemp("house") / "house.db")
    Stored(writer).keep(HOUSE).keep(NEW)
    return writer


def hidden(house: House) -> dict[str, bytes]:
    revealed = {e.body["shoe"] for e in house.entries if e.kind == "server_reveal"}
    return {shoe: seed for shoe, seed in house.seeds.items() if shoe not in revealed}


@pytest.mark.parametrize("house", [HOUSE, NEW], ids=["in its second shoe", "new"])
def test_a_record_goes_on_where_it_was_left(database: Connection, house: House) -> None:
    record, seeds = load_record(database, house.record.id)
    assert record == house.record
    assert seeds == hidden(house)
    assert len(seeds) == (2 if house is HOUSE else 1)


def test_entries_are_read_from_any_number_on(database: Connection) -> None:
    texts = [one.text for one in HOUSE.entries]
    assert list(entries_from(database, "t1", 0)) == texts
    assert list(entries_from(database, "t1", 7, 12)) == texts[7:12]
    assert list(entries_from(database, "t1", len(texts))) == []
    assert entry(database, "t1", 3) == texts[3]


def test_what_is_not_there_is_said_so(database: Connection) -> None:
    with pytest.raises(Unknown, match="there is no table t9"):
        load_record(database, "t9")
    with pytest.raises(Unknown, match="there is no entry 99999 at table t1"):
        entry(database, "t1", 99999)
    with pytest.raises(Unknown, match="no rule file with the SHA-256 abc"):
        rule_file(database, "abc")


def test_a_record_that_was_changed_is_not_gone_on_with(tmp_path: Path) -> None:
    with empty(tmp_path / "house.db") as writer:
        Stored(writer).keep(HOUSE)
        last, row = HOUSE.entries[-1], schema.entries.c
        changed = schema.entries.update().where(row.seq == last.seq)
        writer.execute(changed.values(text=last.text.replace('"seq":', '"seq":1')))
        with pytest.raises(WrongEntry, match=f"entry {last.seq}"):
            load_record(writer, "t1")


def test_a_rule_file_that_was_changed_is_refused(tmp_path: Path) -> None:
    with empty(tmp_path / "house.db") as writer:
        Stored(writer).keep(NEW)
        writer.execute(schema.rule_files.update().values(text=b""))
        with pytest.raises(RecordError, match="is another"):
            load_record(writer, "t2")
