"""What was played is counted on from the last time, and is what all rows come to."""

from random import Random

import pytest
from sqlalchemy import Connection, event, func, insert, select, update

from casinowar.house.tables.commands import Rule
from casinowar.house.upkeep.metrics import MetricsReader
from casinowar.rules.file import builtin_names
from casinowar.store import schema
from casinowar.store.queries.metrics import Count, RoundsPlayed
from tests.house.tables.test_rounds import operator, played
from tests.support.game.table import rules_of
from tests.support.house.floor import CHIPS, Floor
from tests.support.house.stored import filled
from tests.support.record.small_house import House

STEPS = 23


def all_rows(connection: Connection) -> RoundsPlayed:
    """Everything in the tables, added up at once."""
    settled = schema.settlements.c
    wagers = select(func.count()).where(settled.stake > 0)
    amounts = connection.execute(select(func.sum(settled.stake), func.sum(settled.net))).one()
    rounds = connection.scalar(select(func.count()).select_from(schema.rounds))
    staked, net = (int(amount or 0) for amount in amounts)
    return RoundsPlayed(int(rounds or 0), int(connection.scalar(wagers) or 0), staked, net)


def counted(count: Count, connection: Connection) -> RoundsPlayed:
    found = RoundsPlayed()
    for _, at_table in count.take(connection):
        found = found.plus(at_table)
    return found


def test_a_round_that_is_void_is_no_win(database: str) -> None:
    floor, count = Floor(database), Count()
    floor.open("fun-casino")
    (ann,) = floor.seat(1)
    while floor.chips(ann) == CHIPS:
        played(floor, ann)
        assert floor.alone(lambda work: counted(count, work.connection)).wagers > 0
    lost = floor.alone(lambda work: counted(count, work.connection))
    assert lost.net == floor.chips(ann) - CHIPS
    floor.do(operator(floor), Rule("void", "the shoe fell down"))
    assert floor.alone(lambda work: counted(count, work.connection)) == lost._replace(net=0)
    floor.close()


@pytest.mark.parametrize("name", builtin_names())
def test_counting_on_is_counting_all(database: str, name: str) -> None:
    house = House(rules_of(name), Random(3), players=3, wildness=0.05)
    house.play(until=lambda: house.table.rounds > 40)
    quiet = House(rules_of(name), Random(4), id="t2")
    with filled(database, house, quiet) as writer, writer.begin():
        written = {
            table: [row._asdict() for row in writer.execute(select(table).order_by(table.c.seq))]
            for table in (schema.rounds, schema.settlements)
        }
        for table in written:
            writer.execute(table.delete())
        count, last = Count(), len(house.entries)
        begun = [count]
        assert counted(count, writer) == RoundsPlayed()
        for begin in range(0, last, STEPS):
            for table, rows in written.items():
                new = [row for row in rows if begin <= row["seq"] < begin + STEPS]
                if new:
                    writer.execute(insert(table), new)
            moved = update(schema.tables).where(schema.tables.c.id == house.record.id)
            writer.execute(moved.values(seq=begin + STEPS))
            begun.append(Count())
            assert {counted(each, writer) for each in begun} == {all_rows(writer)}
        assert counted(Count(), writer) == counted(count, writer)
        assert counted(count, writer).wagers > 40


def test_what_was_counted_is_not_looked_at_again(database: str) -> None:
    house = House(rules_of("washington"), Random(3), players=3)
    house.play(until=lambda: house.table.rounds > 20)
    with filled(database, house) as writer, writer.begin():
        count = Count()
        before = counted(count, writer)
        old = schema.settlements.c.round < house.table.rounds - 5
        assert writer.execute(schema.settlements.delete().where(old)).rowcount > 10
        writer.execute(update(schema.tables).values(seq=schema.tables.c.seq + 1))
        assert counted(count, writer) == before
        assert counted(Count(), writer) != before


def test_very_many_tables_are_counted_in_few_statements(database: str) -> None:
    house = House(rules_of("online"), Random(3))
    house.play(until=lambda: house.table.rounds > 3)
    with filled(database, house) as writer, writer.begin():
        before, heard = counted(Count(), writer), list[str]()
        table = writer.execute(select(schema.tables)).one()._asdict()
        more = [{**table, "id": f"more {number}"} for number in range(1000)]
        writer.execute(insert(schema.tables), more)

        @event.listens_for(writer, "before_cursor_execute")
        def hear(_writer: object, _cursor: object, says: str, *_: object) -> None:
            heard.append(says)

        found = MetricsReader().take(writer)
        event.remove(writer, "before_cursor_execute", hear)
    assert len(found) == 1001
    assert sum((played.rounds for _, played in found)) == before.rounds > 3
    assert len(heard) == 6
