"""What is forgotten and what never is: an audit finds nothing missing afterwards."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Table, insert, select, update

from casinowar.errors import CasinoWarError
from casinowar.house.house import House
from casinowar.house.tables.commands import Bet, Caller, Leave, Sit, Wager, Withdraw
from casinowar.house.upkeep import retention
from casinowar.house.upkeep.audit import Wrong, audit
from casinowar.house.upkeep.retention import Days, forget_old
from casinowar.store import schema
from casinowar.store.backends.engine import DatabaseAway, open_reader
from casinowar.store.writer.work import Work
from tests.support.house.floor import CHIPS, Floor

FOR_EVER = (
    schema.entries,
    schema.rule_files,
    schema.tables,
    schema.rounds,
    schema.settlements,
    schema.shoes,
    schema.seeds,
)
LONG_AGO = 1_000_000_000_000
"""A time before all that is kept, for any clock."""


@pytest.fixture
def floor(database: str) -> Iterator[Floor]:
    made = Floor(database)
    made.open("washington")
    yield made
    made.close()


def forget(floor: Floor, days: Days | None = None) -> int:
    """Let a house of the same database tidy up, with the clock of today."""
    floor.close()
    house = House(
        floor.database,
        clock=lambda: time.time_ns() // 1_000_000,
        entropy=secrets.token_bytes,
    )

    async def run() -> int:
        await house.start()
        try:
            return await forget_old(house, days)
        finally:
            await house.stop()

    gone = asyncio.run(run())
    floor._start()
    return gone


def let_go(floor: Floor, *callers: Caller) -> None:
    """They came long ago, and have no session to come back with."""

    def run(work: Work) -> None:
        for caller in callers:
            account = schema.accounts.c.id == caller.account
            work.connection.execute(update(schema.accounts).where(account).values(at=LONG_AGO))
            ended = update(schema.sessions).where(schema.sessions.c.account == caller.account)
            work.connection.execute(ended.values(until=LONG_AGO))
            old = update(schema.keys).where(schema.keys.c.account == caller.account)
            work.connection.execute(old.values(at=LONG_AGO))

    floor.alone(run)


def rows(database: str, table: Table) -> list[tuple[object, ...]]:
    with open_reader(database) as reader:
        return sorted((tuple(row) for row in reader.execute(select(table))), key=repr)


def known(database: str) -> set[int]:
    with open_reader(database) as reader:
        return set(reader.scalars(select(schema.accounts.c.id)))


def test_guests_who_never_played_are_forgotten_and_the_ledger_knows(floor: Floor) -> None:
    idle = [floor.guest() for _ in range(3)]
    newest = floor.guest()
    let_go(floor, *idle, newest)
    before = {table: rows(floor.database, table) for table in FOR_EVER}
    ledger = rows(floor.database, schema.transfers)
    assert forget(floor) == 4 + 3, "sessions, and guests; not the newest"
    assert known(floor.database) & {caller.account for caller in [*idle, newest]} == {
        newest.account
    }
    for table, kept in before.items():
        assert rows(floor.database, table) == kept
    after = rows(floor.database, schema.transfers)
    assert {*ledger} <= {*after}
    assert len(after) == len(ledger) + 3
    with open_reader(floor.database) as reader:
        audit(reader)
        lapsed = reader.execute(
            select(schema.transfers).where(schema.transfers.c.why == "lapse")
        ).all()
    assert {(row.target, row.amount) for row in lapsed} == {("mint", CHIPS)}
    assert forget(floor) == 0
    assert floor.guest().account > newest.account, "no number is given twice"


def test_the_house_goes_on_after_it_forgot(floor: Floor) -> None:
    idle = floor.guest()
    (ann,) = floor.seat(1)
    let_go(floor, idle)
    assert forget(floor) == 2
    floor.keys = 1000
    floor.do(ann, Bet((Wager(1, "primary", 1000),), ready=True))
    with open_reader(floor.database) as reader:
        assert audit(reader).tables == 1


def sits(floor: Floor, ann: Caller) -> None:
    floor.do(ann, Sit(1))


def bets(floor: Floor, ann: Caller) -> None:
    floor.do(ann, Sit(1))
    floor.do(ann, Bet((Wager(1, "primary", 1000),)))


def takes_it_back(floor: Floor, ann: Caller) -> None:
    bets(floor, ann)
    floor.do(ann, Withdraw(1, "primary"))
    stand_up(floor, ann)


def stand_up(floor: Floor, ann: Caller) -> None:
    floor.do(ann, Leave(1))


def plays(floor: Floor, ann: Caller) -> None:
    floor.do(ann, Sit(1))
    floor.do(ann, Bet((Wager(1, "primary", 1000),), ready=True))
    floor.wait(300)


def has_a_table(floor: Floor, ann: Caller) -> None:
    owned = update(schema.tables).where(schema.tables.c.id == "t1").values(owner=ann.account)
    floor.alone(lambda work: work.connection.execute(owned))


def is_invited(floor: Floor, ann: Caller) -> None:
    invited = insert(schema.invited).values(table_id="t1", account=ann.account)
    floor.alone(lambda work: work.connection.execute(invited))


def has_an_office(floor: Floor, ann: Caller) -> None:
    office = update(schema.accounts).where(schema.accounts.c.id == ann.account)
    floor.alone(lambda work: work.connection.execute(office.values(role="dealer")))


def is_banned(floor: Floor, ann: Caller) -> None:
    change = insert(schema.changes).values(
        at=0, by=ann.account, about=ann.account, what="ban", why="", before="", after=""
    )
    floor.alone(lambda work: work.connection.execute(change))


STAY = {
    each.__name__: each
    for each in (
        *(sits, bets, takes_it_back, plays),
        *(has_a_table, is_invited, has_an_office, is_banned),
    )
}


@pytest.mark.parametrize("do", STAY.values(), ids=STAY)
def test_who_has_left_a_trace_is_kept(floor: Floor, do: Callable[[Floor, Caller], None]) -> None:
    ann = floor.guest()
    floor.guest()
    do(floor, ann)
    let_go(floor, ann)
    forget(floor)
    assert ann.account in known(floor.database)
    with open_reader(floor.database) as reader:
        audit(reader)


def test_who_may_come_back_is_kept(floor: Floor) -> None:
    ann = floor.guest()
    floor.guest()
    let_go(floor, ann)
    far = update(schema.sessions).where(schema.sessions.c.account == ann.account)
    floor.alone(lambda work: work.connection.execute(far.values(until=10**14)))
    assert forget(floor) == 0
    assert ann.account in known(floor.database)


def test_how_long_is_a_setting(floor: Floor) -> None:
    ann = floor.guest()
    floor.guest()
    let_go(floor, ann)
    assert forget(floor, Days(guests=0)) == 1, "the session alone"
    assert ann.account in known(floor.database)
    assert forget(floor, Days(guests=20_000)) == 0
    assert forget(floor, Days(guests=1)) == 1
    assert ann.account not in known(floor.database)


def test_a_player_who_is_just_gone_is_missed_by_an_audit(floor: Floor) -> None:
    floor.guest()
    ann = floor.guest()
    floor.alone(lambda work: work.connection.execute(schema.sessions.delete()))
    gone = schema.accounts.delete().where(schema.accounts.c.id == ann.account)
    floor.alone(lambda work: work.connection.execute(gone))
    with open_reader(floor.database) as reader, pytest.raises(Wrong, match="no such player"):
        audit(reader)


def test_chips_lapse_from_a_player_to_the_mint_and_nowhere_else(floor: Floor) -> None:
    ann, bob = floor.guest(), floor.guest()
    row = {"source": f"player:{ann.player}", "target": f"player:{bob.player}", "why": "lapse"}
    moved = insert(schema.transfers).values(amount=1, at=0, **row)
    floor.alone(lambda work: work.connection.execute(moved))
    with open_reader(floor.database) as reader, pytest.raises(Wrong, match="'lapse' that a house"):
        audit(reader)


def test_many_are_forgotten_a_few_at_a_time(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 2)
    idle = [floor.guest() for _ in range(7)]
    stays = floor.seat(1, 2)
    let_go(floor, *idle)
    assert forget(floor) == 7 + 7
    assert known(floor.database) == {caller.account for caller in stays}


def test_an_untidy_hour_is_not_the_last(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "EVERY_SECONDS", 0)
    tried = []

    async def fails(*_: object) -> int:
        tried.append(1)
        if len(tried) < 3:
            raise DatabaseAway
        raise CasinoWarError("enough")

    monkeypatch.setattr(retention, "forget_old", fails)
    with pytest.raises(CasinoWarError, match="enough"):
        asyncio.run(asyncio.wait_for(retention.keep_forgetting(None), 20))  # type: ignore[arg-type]
    assert len(tried) == 3
