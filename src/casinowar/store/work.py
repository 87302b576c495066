"""What the jobs of one commit change: seen by the jobs after them, kept only if it is committed.

A `Work` is one job's view of the database and what it writes; a `Batch` holds what the jobs before
it in the same commit have written; `Memory` is what was committed. A job that fails leaves its
`Work` behind, a commit that fails its `Batch`: so memory never runs ahead of the disk.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from casinowar.errors import CasinoWarError
from casinowar.events import BetsClosed, Event, WagerReturned, WagerReversed, WagerSettled
from casinowar.ledger import HOUSE, MINT, Account, Transfer
from casinowar.record import Record, Recorded
from casinowar.record.chain import SHOE
from casinowar.store import schema
from casinowar.store.running import Running

Load = Callable[[Connection, str], Running]
"""Reads a table that is not in memory."""

Key = tuple[int, str]
"""An account, and the key it gave to a request."""


MOST_TABLES = 5_000
MOST_BALANCES = 50_000
"""How much is kept in memory; the rest is read again when it is needed."""


class Kept(NamedTuple):
    """A request that was accepted before."""

    request_sha256: str
    answer: bytes


class Published(NamedTuple):
    """What became public at a table, once it is committed."""

    running: Running
    """The table after it."""
    texts: tuple[str, ...]
    """The new entries, in order; the table's `seq` is the number after the last."""

    @property
    def first(self) -> int:
        """The number of the first new entry."""
        return self.running.record.seq - len(self.texts)


class Memory:
    """What is committed, as far as it was needed lately."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.running: dict[str, Running] = {}
        self.balances: dict[str, int | None] = {}
        """`None` where an account has no row yet."""

    def remember(self, running: dict[str, Running], balances: dict[str, int]) -> None:
        """Keep what is committed now; what was not touched for long is forgotten."""
        for table_id, table in running.items():
            self.running.pop(table_id, None)
            self.running[table_id] = table
        while len(self.running) > MOST_TABLES:
            del self.running[next(iter(self.running))]
        if len(self.balances) > MOST_BALANCES:
            self.balances.clear()
        self.balances |= balances


_ORDER = (
    schema.entries,
    schema.shoes,
    schema.rounds,
    schema.transfers,
    schema.settlements,
    schema.keys,
)
"""The tables that only grow by rows, in the order they are written."""

_INSERTS = {table: insert(table) for table in (*_ORDER, schema.balances)}
_SET_BALANCE = (
    update(schema.balances)
    .where(schema.balances.c.account == bindparam("of"))
    .values(amount=bindparam("to"))
)
_SET_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of"))
    .values(
        {name: bindparam(f"to_{name}") for name in ("seq", "ready", "since", "due", "closed_at")}
    )
)
_SIT = insert(schema.seated)
_STAND_UP = delete(schema.seated).where(
    schema.seated.c.player == bindparam("player"), schema.seated.c.table_id == bindparam("table_id")
)
_HIDE = insert(schema.seeds)
_FORGET = delete(schema.seeds).where(schema.seeds.c.shoe == bindparam("of"))


_MAY_OWE = (str(HOUSE), str(MINT))


_KEPT = select(schema.keys.c.request_sha256, schema.keys.c.answer).where(
    schema.keys.c.account == bindparam("of"), schema.keys.c.key == bindparam("named")
)


class Batch:
    """What the jobs of one commit have done so far."""

    def __init__(self, memory: Memory, connection: Connection, now: int) -> None:
        self.memory = memory
        self.connection = connection
        self.now = now
        self.running: dict[str, Running] = {}
        self.balances: dict[str, int] = {}
        self.kept: dict[Key, Kept] = {}
        self.rows: defaultdict[Table, list[dict[str, Any]]] = defaultdict(list)
        self.published: list[Published] = []
        self.wrote = False
        """Whether a job has written to the connection by itself."""

    def look_up(self, key: Key) -> bool:
        """Find whether a request was accepted before."""
        if key not in self.kept:
            row = self.connection.execute(_KEPT, {"of": key[0], "named": key[1]}).first()
            if row is not None:
                self.kept[key] = Kept(*row)
        return key in self.kept

    def add(self, work: "Work") -> None:
        """A job is done: what it changed is seen by the next one."""
        self.running |= work.changed
        self.balances |= work.balances
        for table, rows in work.rows.items():
            self.rows[table] += rows
        self.published += work.published
        self.wrote |= work.wrote
        if work.answered is not None and work.key is not None:
            self.kept[work.key] = work.answered

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not (self.wrote or self.running or self.rows or self.balances)

    def flush(self) -> None:
        """Write everything that is still in memory alone."""
        execute = self.connection.execute
        if self.running:
            execute(_SET_TABLE, [_row_of(running) for running in self.running.values()])
        for table in _ORDER:
            if rows := self.rows.get(table):
                execute(_INSERTS[table], rows)
        self._flush_differences()
        known = self.memory.balances
        fresh = [name for name in self.balances if known.get(name) is None]
        if fresh:
            rows = [{"account": name, "amount": self.balances[name]} for name in fresh]
            execute(_INSERTS[schema.balances], rows)
        if changed := self.balances.keys() - set(fresh):
            execute(_SET_BALANCE, [{"of": name, "to": self.balances[name]} for name in changed])

    def _flush_differences(self) -> None:
        """Who sits where, and which seeds are hidden: only what is not as it was."""
        sit: list[dict[str, Any]] = []
        stand_up: list[dict[str, Any]] = []
        hide: list[dict[str, Any]] = []
        forget: list[dict[str, Any]] = []
        for table_id, running in self.running.items():
            before = self.memory.running.get(table_id)
            old, new = _sitting(before), _sitting(running)
            sit += [{"player": player, "table_id": table_id} for player in new - old]
            stand_up += [{"player": player, "table_id": table_id} for player in old - new]
            hidden, seeds = {} if before is None else before.dealer.seeds, running.dealer.seeds
            hide += [
                {"shoe": shoe, "table_id": table_id, "seed": seed}
                for shoe, seed in seeds.items()
                if shoe not in hidden
            ]
            forget += [{"of": shoe} for shoe in hidden if shoe not in seeds]
        for change, rows in ((_SIT, sit), (_STAND_UP, stand_up), (_HIDE, hide), (_FORGET, forget)):
            if rows:
                self.connection.execute(change, rows)

    def remember(self) -> None:
        """It is committed: from now on this is how things are."""
        self.memory.remember(self.running, self.balances)


class Work:
    """One job: what it sees, and what it changes."""

    def __init__(self, batch: Batch, key: Key | None) -> None:
        self.connection = batch.connection
        self.now = batch.now
        self.key = key
        self.changed: dict[str, Running] = {}
        self.balances: dict[str, int] = {}
        self.rows: defaultdict[Table, list[dict[str, Any]]] = defaultdict(list)
        self.published: list[Published] = []
        self.answered: Kept | None = None
        self.wrote = False
        self._batch = batch

    def kept(self) -> Kept | None:
        """What the same request was answered before, if it was accepted."""
        return None if self.key is None else self._batch.kept.get(self.key)

    def keep(self, request_sha256: str, answer: bytes) -> None:
        """Remember the answer of this request, which is accepted."""
        assert self.key is not None, "only a request with a key is remembered"
        self.answered = Kept(request_sha256, answer)
        account, key = self.key
        self.rows[schema.keys].append(
            {
                "account": account,
                "key": key,
                "request_sha256": request_sha256,
                "answer": answer,
                "at": self.now,
            }
        )

    def running(self, table_id: str) -> Running:
        """A table as this job finds it."""
        for known in (self.changed, self._batch.running, self._batch.memory.running):
            if table_id in known:
                return known[table_id]
        loaded = self._batch.memory.load(self.connection, table_id)
        self._batch.memory.running[table_id] = loaded
        return loaded

    def balance(self, account: Account) -> int:
        """What an account of the ledger holds."""
        name = str(account)
        for known in (self.balances, self._batch.balances):
            if name in known:
                return known[name]
        memory = self._batch.memory.balances
        if name not in memory:
            table = schema.balances
            query = select(table.c.amount).where(table.c.account == name)
            memory[name] = self.connection.scalar(query)
        return memory[name] or 0

    def move(self, transfers: Iterable[Transfer], why: str) -> None:
        """Money that the house moves by itself, outside any table."""
        for transfer in transfers:
            self._transfer(transfer, why, None, None)

    def take(
        self,
        running: Running,
        made: Iterable[Recorded],
        moved: Mapping[int, Iterable[Transfer]],
    ) -> None:
        """A table has moved on to this: its new entries, and what each of them moved."""
        texts = []
        for recorded in made:
            for entry in recorded.entries:
                texts.append(entry.text)
                self.rows[schema.entries].append(
                    {"table_id": running.id, "seq": entry.seq, "text": entry.text}
                )
                if entry.kind == SHOE:
                    self._shoe(recorded.record, entry.seq)
            self._events(running.id, recorded)
        for seq, transfers in moved.items():
            for transfer in transfers:
                self._transfer(transfer, "play", running.id, seq)
        self.changed[running.id] = running
        self.published.append(Published(running, tuple(texts)))

    def check(self) -> None:
        """Refuse a job that would leave an account below zero, even if a later one made it good."""
        for name, amount in self.balances.items():
            if amount < 0 and name not in _MAY_OWE:
                raise CasinoWarError(f"{name} would be {-amount} cents below zero")

    def _shoe(self, record: Record, seq: int) -> None:
        assert record.shoe is not None, "its first entry is written when a shoe is brought"
        number = int(record.shoe.shoe.rpartition("/")[2])
        row = {"table_id": record.id, "number": number, "first_seq": seq}
        self.rows[schema.shoes].append(row)

    def _events(self, table_id: str, recorded: Recorded) -> None:
        """The rows by which rounds are found, and which let each wager be settled once."""
        seq = recorded.entries[-1].seq
        number = recorded.record.table.rounds
        for event in recorded.events:
            if isinstance(event, BetsClosed):
                self.rows[schema.rounds].append(
                    {"table_id": table_id, "number": event.round, "seq": seq, "at": self.now}
                )
            elif (decided := _decided(event)) is not None:
                decided |= {"table_id": table_id, "round": number, "seq": seq}
                self.rows[schema.settlements].append(decided)

    def _transfer(
        self, transfer: Transfer, why: str, table_id: str | None, seq: int | None
    ) -> None:
        source, target, amount = transfer
        self.rows[schema.transfers].append(
            {
                "table_id": table_id,
                "seq": seq,
                "source": str(source),
                "target": str(target),
                "amount": amount,
                "why": why,
                "at": self.now,
            }
        )
        self.balances[str(source)] = self.balance(source) - amount
        self.balances[str(target)] = self.balance(target) + amount


def _sitting(running: Running | None) -> set[str]:
    """Who sits at a table; who is leaving still does."""
    return set() if running is None else running.record.table.players()


def _decided(event: Event) -> dict[str, Any] | None:
    """The row of a wager that is settled, given back or reversed; one corrected is none of it."""
    match event:
        case WagerSettled(player=player, seat=seat, wager=wager, stake=stake, net=net):
            pass
        case WagerReturned(player=player, seat=seat, wager=wager, amount=stake, why=why):
            if why == "corrected":
                return None
            net = 0
        case WagerReversed(player=player, seat=seat, wager=wager, net=won):
            row = {"player": player, "seat": seat, "wager": wager, "kind": "reversed"}
            return {**row, "stake": 0, "net": -won}
        case _:
            return None
    row = {"player": player, "seat": seat, "wager": wager, "kind": "settled"}
    return {**row, "stake": stake, "net": net}


def _row_of(running: Running) -> dict[str, Any]:
    return {
        "of": running.id,
        "to_seq": running.record.seq,
        "to_ready": " ".join(sorted(running.ready)),
        "to_since": running.since,
        "to_due": running.due,
        "to_closed_at": running.closed_at,
    }
