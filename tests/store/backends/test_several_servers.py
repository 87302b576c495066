"""Several servers of one house in PostgreSQL: what one does, the others go on from."""

import threading
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.default import DefaultDialect

from casinowar.errors import CasinoWarError
from casinowar.game.needs import ChoiceNeeded
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor
from casinowar.house.tables.commands import Bet, Caller, Ready, Sit, Wager
from casinowar.house.upkeep.audit import audit
from casinowar.record.ledger import Account
from casinowar.rules.file import load_rules
from casinowar.store.backends.engine import connect_writer, open_reader
from casinowar.store.backends.notifications import NotificationListener
from casinowar.store.writer import writer as writing
from casinowar.store.writer.batch import Memory
from casinowar.store.writer.work import Work
from casinowar.store.writer.writer import Writer
from tests.house.tables.test_rounds import answer_all
from tests.support.house.floor import Floor, two_servers
from tests.support.house.postgres import Postgres

pytestmark = pytest.mark.needs("postgres")
SOON = 20.0


@pytest.fixture
def name(server: Postgres) -> Iterator[str]:
    made = server.new()
    yield made
    server.drop(made)


@pytest.fixture
def two(name: str) -> Iterator[tuple[Floor, Floor]]:
    with two_servers(name) as both:
        yield both


def bet(amount: int = 1000, *, ready: bool = True) -> Bet:
    return Bet((Wager(1, "primary", amount),), ready)


def play(house: Floor, ann: Caller, table_id: str = "t1") -> None:
    """One more round, whatever comes in it."""
    house.do(ann, bet(), table_id)
    while isinstance(house.need(table_id), ChoiceNeeded):
        answer_all(house, {ann.player: ann}, table_id)


def sound(name: str) -> None:
    with open_reader(name) as reader:
        audit(reader)


def kill_connections(name: str) -> int:
    """End every connection to a database from outside."""
    with psycopg.connect(name, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert ended is not None
    return int(ended[0])


def test_servers_take_turns_at_one_table(two: tuple[Floor, Floor], name: str) -> None:
    two[0].open("washington")
    (ann,) = two[0].seat(1)
    for turn in range(30):
        play(two[turn % 2], ann)
        mine, others = (house.table() for house in two)
        assert mine.record == others.record
        assert two[0].chips(ann) == two[1].chips(ann)
    assert two[0].table().record.table.rounds == 30
    sound(name)


def test_what_changes_beside_the_record_is_seen(two: tuple[Floor, Floor]) -> None:
    one, other = two
    one.open("washington")
    ann, bob = one.seat(1, 2)
    while one.table().due is not None:
        one.wait(10)
    one.do(ann, bet(ready=False))
    assert other.table().due == one.table().due
    seq = one.table().record.seq
    one.do(ann, Ready())
    assert one.table().record.seq == seq
    assert other.table().ready == one.table().ready == {ann.player}
    other.do(bob, Bet((Wager(2, "primary", 1000),), ready=True))
    assert one.table().record.table.rounds == 1


def test_the_same_chips_are_not_bet_twice(two: tuple[Floor, Floor], name: str) -> None:
    """At two tables, of two servers, at once."""
    one, other = two
    one.open("washington")
    one.open("washington", "t2")
    ann = one.guest(1500)
    for table_id in ("t1", "t2"):
        one.do(ann, Sit(1), table_id)
    told: list[object] = []

    def act(house: Floor, table_id: str) -> None:
        try:
            told.append(house.do(ann, bet(ready=False), table_id))
        except Refused as error:
            told.append(error.kind)

    for _ in range(5):
        told.clear()
        both = [
            threading.Thread(target=act, args=(house, table_id))
            for house, table_id in ((one, "t1"), (other, "t2"))
        ]
        for each in both:
            each.start()
        for each in both:
            each.join(SOON)
        assert len(told) == 2
    assert one.chips(ann) in (500, 0)
    assert sum(isinstance(each, dict) for each in told) <= 1
    sound(name)


def test_a_request_is_done_once_whichever_server_it_comes_to(two: tuple[Floor, Floor]) -> None:
    one, other = two
    one.open("washington")
    (ann,) = one.seat(1)
    first = one.raw(ann, bet(), "t1", "the key")
    assert other.raw(ann, bet(), "t1", "the key") == first
    assert one.table().record.table.rounds == 1


def test_killed_connections_heal(two: tuple[Floor, Floor], name: str) -> None:
    one, _ = two
    one.open("washington")
    (ann,) = one.seat(1)
    for _ in range(8):
        play(one, ann)
        assert kill_connections(name) >= 1
    assert one.table().record.table.rounds == 8
    sound(name)


def test_a_commit_whose_answer_is_lost_is_not_done_again(
    two: tuple[Floor, Floor], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two
    one.open("washington")
    (ann,) = one.seat(1)
    whole: Any = DefaultDialect.do_commit
    lost: list[object] = []

    def commit(self: DefaultDialect, connection: Any) -> None:
        whole(self, connection)
        if not lost:
            lost.append(connection)
            kill_connections(name)
            connection.cursor().execute("SELECT 1")

    monkeypatch.setattr(DefaultDialect, "do_commit", commit)
    told = one.do(ann, bet(), key="once")
    assert lost
    monkeypatch.undo()
    assert one.table().record.table.rounds == 1
    assert told["seq"] == one.table().record.seq or isinstance(one.need(), ChoiceNeeded)
    sound(name)


def test_others_hear_which_tables_moved(two: tuple[Floor, Floor], name: str) -> None:
    one, _ = two
    heard: list[list[str]] = []
    moved, begun = threading.Event(), threading.Event()

    def hear(tables: list[str]) -> None:
        begun.set()
        if tables:
            heard.append(tables)
            moved.set()

    ear = NotificationListener(name, "another", hear, lambda _: None)
    try:
        assert begun.wait(SOON)
        one.open("washington")
        assert moved.wait(SOON)
        assert heard[0] == ["t1"]
        moved.clear()
        kill_connections(name)
        (ann,) = one.seat(1)
        for _ in range(20):
            play(one, ann)
            if moved.wait(0.5):
                break
        assert moved.is_set(), "it listens again"
    finally:
        ear.close()


def test_money_of_the_house_is_not_locked(two: tuple[Floor, Floor], name: str) -> None:
    """Its account changes with every round at every table: nobody waits for it."""
    one, other = two
    one.open("washington")
    other.open("washington", "t2")
    (ann,) = one.seat(1)
    (bob,) = other.seat(1, table_id="t2")
    locked: set[str] = set()

    def hear(_connection: object, _cursor: object, text: str, given: Any, *_: object) -> None:
        if "FOR UPDATE" in text and "balances" in text:
            locked.update(given.values())

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        for _ in range(4):
            play(one, ann)
            play(other, bob, "t2")
    finally:
        event.remove(Engine, "before_cursor_execute", hear)
    players = {str(Account("player", each.player)) for each in (ann, bob)}
    assert locked == {*players, "felt:t1", "felt:t2"}
    sound(name)


def test_a_writer_that_finds_no_database_at_first_waits_for_it(name: str) -> None:
    tries = 0

    def connect() -> Connection:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise CasinoWarError("not yet")
        return connect_writer(name)

    writer = Writer(connect, Memory(no_table, "this"), lambda _: 1)
    assert writer.do(lambda work: work.balance(Account("player", "ann"))) == 0
    writer.close()


def test_a_writer_without_a_database_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "LOST_SECONDS", 0.001)

    def connect() -> Connection:
        raise CasinoWarError("never")

    writer = Writer(connect, Memory(no_table, "this"), lambda _: 1)
    with pytest.raises(CasinoWarError, match="does not answer"):
        writer.do(lambda work: work.now)
    writer.close()


def no_table(_connection: object, table_id: str, _known: object) -> Any:
    raise AssertionError(f"no table {table_id} is here")


def test_nobody_opens_too_many_private_tables_at_once(two: tuple[Floor, Floor]) -> None:
    ann = two[0].guest()
    opening = floor.Opening(load_rules("washington"), practice=True)
    opened: list[str] = []
    refused: list[str] = []

    def open_private(house: Floor) -> None:
        def run(work: Work) -> str:
            return floor.open_private(work, house.means, ann, opening)[0].id

        try:
            opened.append(house.alone(run))
        except Refused as error:
            refused.append(error.kind)

    threads = [threading.Thread(target=open_private, args=(two[n % 2],)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
    assert len(set(opened)) == floor.MOST_PRIVATE
    assert set(refused) == {"too-many-tables"}
