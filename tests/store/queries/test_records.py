"""What is read from a database is what was kept in it."""

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import Connection

from casinowar.audit.files import audit_shoe
from casinowar.errors import RecordError, WrongEntry
from casinowar.record.shoefile import read_shoe
from casinowar.store import schema
from casinowar.store.queries.records import (
    Settled,
    Unknown,
    entries_from,
    entry,
    list_tables,
    load_record,
    one_round,
    rule_file,
    shoe_of,
    shoe_text,
)
from tests.support.game.table import rules_of
from tests.support.house.postgres import Postgres
from tests.support.house.stored import Stored, empty, put
from tests.support.record.every_entry import HOUSE
from tests.support.record.small_house import House

NEW = House(rules_of("washington"), Random(4), id="t2")
"""A table whose first shoe was never brought."""


@pytest.fixture(scope="module")
def kept(
    made_on: Postgres | None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Connection]:
    """A database that has both."""
    file = str(tmp_path_factory.mktemp("house") / "house.db")
    with empty(file if made_on is None else made_on.new()) as writer:
        Stored(writer).keep(HOUSE).keep(NEW)
        yield writer


def hidden(house: House) -> dict[str, bytes]:
    revealed = {e.body["shoe"] for e in house.entries if e.kind == "server_reveal"}
    return {shoe: seed for shoe, seed in house.seeds.items() if shoe not in revealed}


@pytest.mark.parametrize("house", [HOUSE, NEW], ids=["in its second shoe", "new"])
def test_a_record_goes_on_where_it_was_left(kept: Connection, house: House) -> None:
    record, seeds = load_record(kept, house.record.id)
    assert record == house.record
    assert seeds == hidden(house)
    assert len(seeds) == (2 if house is HOUSE else 1)


def test_entries_are_read_from_any_number_on(kept: Connection) -> None:
    texts = [one.text for one in HOUSE.entries]
    assert list(entries_from(kept, "t1", 0)) == texts
    assert list(entries_from(kept, "t1", 7, 12)) == texts[7:12]
    assert list(entries_from(kept, "t1", len(texts))) == []
    assert entry(kept, "t1", 3) == texts[3]


def test_what_is_not_there_is_said_so(kept: Connection) -> None:
    with pytest.raises(Unknown, match="there is no table t9"):
        load_record(kept, "t9")
    with pytest.raises(Unknown, match="there is no entry 99999 at table t1"):
        entry(kept, "t1", 99999)
    with pytest.raises(Unknown, match="no rule file with the SHA-256 abc"):
        rule_file(kept, "abc")


def test_a_record_that_was_changed_is_not_gone_on_with(database: str) -> None:
    with empty(database) as writer:
        Stored(writer).keep(HOUSE)
        last, row = HOUSE.entries[-1], schema.entries.c
        changed = schema.entries.update().where(row.seq == last.seq)
        writer.execute(changed.values(text=last.text.replace('"seq":', '"seq":1')))
        with pytest.raises(WrongEntry, match=f"entry {last.seq}"):
            load_record(writer, "t1")


def test_a_rule_file_that_was_changed_is_refused(database: str) -> None:
    with empty(database) as writer:
        Stored(writer).keep(NEW)
        writer.execute(schema.rule_files.update().values(text=b""))
        with pytest.raises(RecordError, match="was altered"):
            load_record(writer, "t2")


def test_shoes_files_are_one_chain(kept: Connection) -> None:
    files = [read_shoe(shoe_text(kept, "t1", number).encode()) for number in (1, 2)]
    assert [file.shoe for file in files] == ["t1/1", "t1/2"]
    first = audit_shoe(files[0])
    second = audit_shoe(files[1], first)
    assert second.record == HOUSE.record
    alone = audit_shoe(files[1])
    assert alone.record.head == HOUSE.record.head
    assert [entry for file in files for entry in file.entries] == [e.body for e in HOUSE.entries]


def test_an_entry_is_in_the_file_of_its_shoe(kept: Connection) -> None:
    begins = [entry.seq for entry in HOUSE.entries if entry.kind == "shoe"]
    found = [shoe_of(kept, "t1", seq) for seq in (0, begins[0], begins[1] - 1, begins[1])]
    assert found == [1, 1, 1, 2]
    with pytest.raises(Unknown, match="no shoe at table t2 yet"):
        shoe_of(kept, "t2", 0)
    for number in (0, 3):
        with pytest.raises(Unknown, match=f"there is no shoe t1/{number}"):
            shoe_text(kept, "t1", number)


def test_one_round_has_its_entries_and_its_wagers(kept: Connection) -> None:
    found = one_round(kept, "t1", 5)
    read = [HOUSE.entries[found.seq + n].body for n in range(len(found.entries))]
    assert found.entries == [entry.text for entry in HOUSE.entries[found.seq :][: len(read)]]
    told = [event for entry in read for event in entry.get("events", [])]
    assert told[0]["type"] == "bets_closed"
    decided = [event for event in told if event["type"] in ("wager_settled", "wager_returned")]
    assert decided[-1] in read[-1]["events"]
    assert sorted(found.settlements) == sorted(
        Settled(
            event["player"],
            event["seat"],
            event["wager"],
            event.get("stake", event.get("amount")),
            event.get("net", 0),
        )
        for event in decided
    )
    with pytest.raises(Unknown, match="there is no round 9999 at table t1"):
        one_round(kept, "t1", 9999)


def test_the_last_round_is_shown_as_far_as_it_is(kept: Connection) -> None:
    last = HOUSE.table.rounds
    found = one_round(kept, "t1", last)
    assert found.entries[-1] == HOUSE.entries[-1].text


def test_tables_come_in_pages(kept: Connection) -> None:
    first = list_tables(kept, 1)
    assert [table.id for table in first] == ["t1"]
    assert first[0].seq == HOUSE.record.seq
    assert [table.id for table in list_tables(kept, 5, "t1")] == ["t2"]
    assert list_tables(kept, 5, "t2") == []


def test_wagers_of_one_entry_are_told_seat_by_seat(database: str) -> None:
    """Whatever their players' ids are, which chance has made."""
    with empty(database) as writer:
        stored = Stored(writer).keep(NEW)
        place = {"table_id": NEW.record.id, "seq": 1}
        with writer.begin():
            row = {"number": 1, "at": 7, "banker": None, "stake": None}
            put(writer, schema.rounds, place | row)
            for seat, player in enumerate(("zoe", "ann", "mia"), 1):
                one = {"player": player, "seat": seat, "wager": "primary", "kind": "settled"}
                put(writer, schema.settlements, {**place, **one, "round": 1, "stake": 5, "net": 5})
        found = one_round(stored.writer, NEW.record.id, 1)
    assert [each.player for each in found.settlements] == ["zoe", "ann", "mia"]
