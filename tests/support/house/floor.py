"""A house whose clock stands still until a test moves it: its tables, asked as a client would."""

import hashlib
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from casinowar.errors import IllegalAction
from casinowar.game.table import need
from casinowar.house.people import accounts
from casinowar.house.refusals import Refused
from casinowar.house.tables import floor, jobs
from casinowar.house.tables.commands import Caller, Command, Sit
from casinowar.house.tables.floor import Means, Opening
from casinowar.house.timeouts import Seconds
from casinowar.record.ledger import Account
from casinowar.rules.file import load_rules
from casinowar.store.backends.engine import connect_writer, is_shared
from casinowar.store.migrations import migrate
from casinowar.store.queries import floor as store_floor
from casinowar.store.writer.batch import Memory
from casinowar.store.writer.running import Running
from casinowar.store.writer.work import Work
from casinowar.store.writer.writer import Writer
from tests.support.game.table import NOON
from tests.support.house.template import begin

CHIPS = 10_000_00


class Floor:
    """One house on one database, driven job by job."""

    def __init__(self, database: str | Path, *, seed: int = 0) -> None:
        self.now = NOON * 1000
        self.database = str(database)
        self.entropy = random.Random(seed).randbytes
        self.means = Means(self.entropy, Seconds())
        self.keys = 0
        begin(self.database)
        with connect_writer(self.database) as connection:
            migrate(connection)
        self._start()

    def _start(self) -> None:
        self.memory = Memory(
            lambda connection, table_id, known: store_floor.load(
                connection, table_id, self.entropy, known
            ),
            "this" if is_shared(self.database) else "",
        )
        self.writer = Writer(lambda: connect_writer(self.database), self.memory, lambda _: self.now)

    def close(self) -> None:
        self.writer.close()

    def restart(self) -> None:
        """Forget everything that is not on the disk."""
        self.close()
        self._start()

    def open(self, rules: str, table_id: str = "t1", **given: Any) -> Running:
        """Open a table; it is a practice table unless `practice` says otherwise."""
        usual = {"players_may_have_edge": True, "practice": True}
        opening = Opening(load_rules(rules), **{**usual, **given})
        opened: Running = self.alone(
            lambda work: floor.open_table(work, self.means, opening, table_id)
        )
        return opened

    def alone(self, run: Any) -> Any:
        return self.writer.do(run, alone=True)

    def guest(self, chips: int = CHIPS) -> Caller:
        arrived = self.alone(lambda work: accounts.new_guest(work, self.entropy, chips))
        return Caller(arrived.person.account, arrived.person.player)

    def do(
        self, caller: Caller, command: Command, table_id: str = "t1", key: str = ""
    ) -> dict[str, Any]:
        """Give a command; its answer."""
        self.keys += 1
        answer: dict[str, Any] = json.loads(
            self.raw(caller, command, table_id, key or f"key {self.keys}")
        )
        return answer

    def raw(self, caller: Caller, command: Command, table_id: str, key: str) -> bytes:
        sha256 = hashlib.sha256(f"{table_id} {command!r}".encode()).hexdigest()

        def run(work: Work) -> bytes:
            return jobs.act(work, self.means, caller, table_id, command, sha256)

        alone = jobs.is_alone(command)
        answer: bytes = self.writer.do(run, key=(caller.account, key), alone=alone)
        return answer

    def refused(self, caller: Caller, command: Command, table_id: str = "t1") -> Exception:
        """Give a command that must be refused, and change nothing."""
        before = self.table(table_id), self.chips(caller)
        try:
            self.do(caller, command, table_id)
        except (Refused, IllegalAction) as error:
            assert (self.table(table_id), self.chips(caller)) == before
            return error
        raise AssertionError(f"{command} was accepted")

    def table(self, table_id: str = "t1") -> Running:
        found: Running = self.writer.do(lambda work: work.running(table_id))
        return found

    def need(self, table_id: str = "t1") -> Any:
        return need(self.table(table_id).record.table)

    def chips(self, caller: Caller) -> int:
        account = Account("player", caller.player)
        found: int = self.writer.do(lambda work: work.balance(account))
        return found

    def wait(self, seconds: float, table_id: str = "t1") -> None:
        """Time passes; the house does what falls due at a table, when it does."""
        until = self.now + int(seconds * 1000)
        while (due := self.table(table_id).due) is not None and due <= until:
            self.now = max(self.now, due)
            self.writer.do(lambda work: jobs.time_is_up(work, self.means, table_id))
        self.now = until

    def own_game(self, caller: Caller, table_id: str = "t1") -> str:
        """The id of a player's own game, at which they sit."""
        game: Running = self.alone(lambda work: floor.own_game(work, self.means, caller, table_id))
        self.do(caller, Sit(1), game.id)
        return game.id

    def seat(self, *seats: int, table_id: str = "t1", chips: int = CHIPS) -> list[Caller]:
        """Someone new at each of these seats."""
        came = [self.guest(chips) for _ in seats]
        for caller, seat in zip(came, seats, strict=True):
            self.do(caller, Sit(seat), table_id)
        return came


@contextmanager
def two_servers(database: str) -> Iterator[tuple[Floor, Floor]]:
    """Two servers of one house; no key of one is the other's."""
    one, other = Floor(database, seed=1), Floor(database, seed=2)
    other.keys = 10**6
    yield one, other
    one.close()
    other.close()
