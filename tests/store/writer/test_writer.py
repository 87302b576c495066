"""One writer: what shares a commit, what fails alone, and what nobody hears of too early."""

import gc
import threading
import weakref
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from casinowar.errors import CasinoWarError
from casinowar.record.ledger import HOUSE, MINT, Account, Transfer, grant
from casinowar.store import schema
from casinowar.store.backends.engine import connect_writer, is_shared, reading
from casinowar.store.migrations import migrate
from casinowar.store.writer import batch
from casinowar.store.writer.batch import Memory
from casinowar.store.writer.work import Work
from casinowar.store.writer.writer import Done, Job, Outcome, Writer, tell_all

ANN = Account("player", "ann")


def no_table(_connection: object, table_id: str, _known: object) -> Any:
    raise CasinoWarError(f"no table {table_id}")


class Counted:
    """A writer on a file, and what it delivered, commit by commit."""

    def __init__(self, database: str) -> None:
        with connect_writer(database) as connection:
            migrate(connection)
        self.database = database
        self.memory = Memory(no_table, "this" if is_shared(database) else "")
        self.writer = Writer(lambda: connect_writer(database), self.memory, lambda _: 1000)
        self.commits: list[Done] = []
        self.writer.deliver = self._deliver

    def _deliver(self, done: Done) -> None:
        self.commits.append(done)
        for tell, outcome in done.told:
            tell(outcome)

    def together(self, *jobs: Job) -> list[Outcome]:
        """Have jobs wait together, behind one that holds the writer up."""
        begun, go, all_told = threading.Event(), threading.Event(), threading.Event()
        outcomes: dict[int, Outcome] = {}

        def tell(place: int) -> Any:
            def hear(outcome: Outcome) -> None:
                outcomes[place] = outcome
                if len(outcomes) == len(jobs):
                    all_told.set()

            return hear

        def hold_up(_work: Work) -> None:
            begun.set()
            go.wait(10)

        self.writer.put(Job(hold_up), lambda _outcome: None)
        assert begun.wait(10)
        for place, job in enumerate(jobs):
            self.writer.put(job, tell(place))
        go.set()
        assert all_told.wait(10)
        return [outcomes[place] for place in range(len(jobs))]

    def on_disk(self, account: Account = ANN) -> int | None:
        engine = reading(self.database)
        with engine.connect() as connection:
            found: int | None = connection.scalar(
                select(schema.balances.c.amount).where(schema.balances.c.account == str(account))
            )
        engine.dispose()
        return found

    def holds(self) -> int:
        """What ann has, as the next job finds it."""
        found: int = self.writer.do(lambda work: work.balance(ANN))
        return found


@pytest.fixture
def counted(database: str) -> Iterator[Counted]:
    made = Counted(database)
    yield made
    made.writer.close()


def give(amount: int) -> Job:
    return Job(lambda work: work.move([grant("ann", amount)], "grant"))


def take(amount: int) -> Job:
    return Job(lambda work: work.move([Transfer(ANN, MINT, amount)], "grant"))


def test_jobs_that_wait_share_a_commit(counted: Counted) -> None:
    outcomes = counted.together(give(1), give(2), give(4))
    assert [outcome.error for outcome in outcomes] == [None] * 3
    assert [len(done.told) for done in counted.commits] == [1, 3]
    assert counted.on_disk() == 7
    assert counted.on_disk(MINT) == -7


def test_a_job_sees_what_the_one_before_it_did(counted: Counted) -> None:
    seen = counted.together(give(5), Job(lambda work: work.balance(ANN)))
    assert seen[1].value == 5


def test_a_refused_job_leaves_no_trace_and_sinks_nothing(counted: Counted) -> None:
    def refuse(work: Work) -> None:
        work.move([grant("ann", 100)], "grant")
        raise CasinoWarError("no")

    outcomes = counted.together(give(1), Job(refuse), give(2))
    assert str(outcomes[1].error) == "no"
    assert counted.on_disk() == 3
    assert counted.on_disk(MINT) == -3
    assert counted.holds() == 3


def test_nobody_is_below_zero_even_for_a_moment(counted: Counted) -> None:
    outcomes = counted.together(give(3), take(4), give(2))
    assert str(outcomes[1].error) == "player:ann would be 1 cents below zero"
    assert counted.on_disk() == 5


def test_a_job_does_not_ask_what_the_house_has(counted: Counted) -> None:
    """Only the change is known there: where other servers write, nobody locks that account."""
    for account in (HOUSE, MINT):
        with pytest.raises(AssertionError, match="only how these change"):
            counted.writer.do(partial(Work.balance, account=account))


def test_a_commit_is_forgotten_at_once(counted: Counted) -> None:
    """All its rows go when it is over: no cycle keeps them until the collector comes."""
    seen: list[weakref.ref[Any]] = []

    def look(work: Work) -> None:
        seen.append(weakref.ref(work._batch))
        work.move([grant("ann", 1)], "grant")

    gc.disable()
    try:
        counted.writer.do(look)
        counted.holds()
        assert seen[0]() is None
    finally:
        gc.enable()


def test_what_the_database_refuses_sinks_only_itself(counted: Counted) -> None:
    twice = Job(
        lambda work: work.rows[schema.rounds].append(
            {"table_id": "none", "number": 1, "seq": 1, "at": 1}
        )
    )
    outcomes = counted.together(give(3), twice, give(2))
    assert outcomes[0].error is None
    assert isinstance(outcomes[1].error, IntegrityError)
    assert outcomes[2].error is None
    assert counted.on_disk() == 5
    assert counted.holds() == 5


def test_a_job_that_breaks_is_told_and_the_writer_goes_on(counted: Counted) -> None:
    outcomes = counted.together(Job(lambda _: 1 // 0), give(1))
    assert isinstance(outcomes[0].error, ZeroDivisionError)
    assert counted.on_disk() == 1


def test_a_job_alone_has_its_own_transaction(counted: Counted) -> None:
    def note(work: Work) -> None:
        work.connection.execute(insert(schema.notes).values(name="a", text="b"))

    def note_and_fail(work: Work) -> None:
        note(work)
        raise CasinoWarError("no")

    def count(work: Work) -> Any:
        return work.connection.scalar(select(func.count()).select_from(schema.notes))

    outcomes = counted.together(
        give(1), Job(note_and_fail, alone=True), give(2), Job(note, alone=True), Job(count)
    )
    assert str(outcomes[1].error) == "no"
    assert outcomes[4].value == 1
    assert [len(done.told) for done in counted.commits[1:]] == [1, 1, 1, 1, 1]


def test_nothing_is_told_before_it_is_on_the_disk(counted: Counted) -> None:
    seen: list[int | None] = []

    def deliver(done: Done) -> None:
        seen.append(counted.on_disk())
        tell_all(done)

    counted.writer.deliver = deliver
    counted.writer.do(lambda work: work.move([grant("ann", 9)], "grant"))
    assert seen == [9]


def test_memory_does_not_run_ahead_of_the_disk(
    counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit that fails leaves memory as it was."""
    counted.together(give(10))

    def twice(work: Work) -> None:
        work.move([grant("ann", 1)], "grant")
        work.rows[schema.balances].append({"account": str(ANN), "amount": 11})

    monkeypatch.setattr(batch, "_ORDER", (*batch._ORDER, schema.balances))
    failed = counted.together(Job(twice))
    assert isinstance(failed[0].error, IntegrityError)
    assert counted.holds() == 10
    counted.together(take(10))
    assert counted.on_disk() == 0


def test_an_accepted_request_is_answered_once(counted: Counted) -> None:
    with connect_writer(counted.database) as connection, connection.begin():
        connection.execute(
            insert(schema.accounts).values(
                id=1, player="ann", name="ann", name_key="ann", kind="guest", role="player", at=0
            )
        )

    def run(work: Work) -> bytes:
        kept = work.kept()
        if kept is not None:
            return kept.answer
        work.move([grant("ann", 1)], "grant")
        work.keep("sha", b"done")
        return b"done"

    twice = counted.together(Job(run, key=(1, "k")), Job(run, key=(1, "k")))
    assert [outcome.value for outcome in twice] == [b"done", b"done"]
    later = counted.together(Job(run, key=(1, "k")), Job(run, key=(1, "other")))
    assert [outcome.value for outcome in later] == [b"done", b"done"]
    assert counted.on_disk() == 2


def test_closing_finishes_what_waits(database: str) -> None:
    counted = Counted(database)
    told: list[Outcome] = []
    for _ in range(50):
        counted.writer.put(give(1), told.append)
    counted.writer.close()
    assert len(told) == 50
    assert counted.on_disk() == 50


def test_memory_is_bounded(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_BALANCES", 3)
    for number in range(10):
        given = [grant(f"p{number}", 1)]
        counted.writer.do(partial(Work.move, transfers=given, why="grant"))
        assert len(counted.memory.balances) <= 3 + 2
    assert counted.writer.do(lambda job: job.balance(Account("player", "p0"))) == 1
    assert counted.on_disk(MINT) == -10
