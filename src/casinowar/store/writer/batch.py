"""The changes of one commit: later jobs see them, and memory keeps them after the commit.

A job's `Changes` are added to the `Batch` of its commit, which writes them. `Memory` holds what was
committed. If a job fails, its changes are dropped; if a commit fails, its batch is dropped. So
memory is never ahead of the disk.

If other servers write to the same database, the rows of a table and its balances are locked first.
What is in memory counts only if it agrees with those rows.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, bindparam, delete, select, update

from casinowar.record.ledger import MAY_OWE, Account, CheckedBalances
from casinowar.store import schema
from casinowar.store.backends import bulk, notifications
from casinowar.store.backends.engine import sent_together
from casinowar.store.queries import own_limits
from casinowar.store.queries.own_limits import NOTHING, OwnLimits
from casinowar.store.writer.running import Running, status_of

Load = Callable[[Connection, str, Running | None], Running]
"""Reads a table from its rows, starting with an earlier state if one is known."""

Clock = Callable[[Connection], int]
"""Gives milliseconds since 1970, by the clock of this machine or of the database."""

Key = tuple[int, str]
"""An account and its Idempotency-Key."""


MOST_TABLES = 5_000
MOST_BALANCES = 50_000
"""The most that memory keeps; the rest is read again when needed."""


class Kept(NamedTuple):
    """A request that was accepted before."""

    request_sha256: str
    answer: bytes


class Published(NamedTuple):
    """What a commit made public at a table."""

    running: Running
    """The table after it."""
    texts: tuple[str, ...]
    """The new entries, in order; the table's `seq` is the number after the last."""

    @property
    def first(self) -> int:
        """The number of the first new entry."""
        return self.running.record.seq - len(self.texts)


class Memory:
    """The committed state that was used recently."""

    def __init__(self, load: Load, server: str = "") -> None:
        """`server` is the name of this server if others write too; then only rows are trusted."""
        self.load = load
        self.server = server
        self.running: dict[str, Running] = {}
        self.balances: dict[Account, int | None] = {}
        """`None` for an account without a row."""
        self.owing: set[Account] = set()
        """The accounts that may owe, and have a row."""
        self.own: dict[int, OwnLimits] | None = None
        """The players' own limits, once they have been read."""

    @property
    def is_shared(self) -> bool:
        """Whether other servers write to the database."""
        return bool(self.server)

    def remember(self, running: dict[str, Running], balances: dict[Account, int]) -> None:
        """Remember committed tables and balances; forget those unused for longest."""
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
    schema.incidents,
    schema.keys,
)
"""The database tables to which rows are only added, in the order of writing."""

_STAND_UP = delete(schema.seated).where(
    schema.seated.c.player == bindparam("player"), schema.seated.c.table_id == bindparam("table_id")
)
_FORGET = delete(schema.seeds).where(schema.seeds.c.shoe == bindparam("of"))


_KEPT = select(schema.keys.c.request_sha256, schema.keys.c.answer).where(
    schema.keys.c.account == bindparam("of"), schema.keys.c.key == bindparam("named")
)


_OWE_MORE = (
    update(schema.balances)
    .where(schema.balances.c.account == bindparam("of"))
    .values(amount=schema.balances.c.amount + bindparam("more"))
)


_LOCK_TABLES = (
    select(
        *(schema.tables.c[name] for name in ("id", "owner", "seq")),
        *(schema.tables.c[name] for name in ("ready", "away", "since", "due", "closed_at")),
        *(schema.tables.c[name] for name in ("paused", "house_paused", "replaced_by")),
    )
    .where(schema.tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(schema.tables.c.id)
    .with_for_update()
)
_INVITED = select(schema.invited.c.account).where(schema.invited.c.table_id == bindparam("of"))
_BALANCES = (
    select(schema.balances.c.account, schema.balances.c.amount)
    .where(schema.balances.c.account.in_(bindparam("names", expanding=True)))
    .order_by(schema.balances.c.account)
)
_LOCK_BALANCES = _BALANCES.with_for_update()


class Changes:
    """What one job changes."""

    def __init__(self, key: Key | None, purse: CheckedBalances) -> None:
        self.key = key
        self.changed: dict[str, Running] = {}
        self.purse = purse
        self.rows: defaultdict[Table, list[dict[str, Any]]] = defaultdict(list)
        self.published: list[Published] = []
        self.own_set: dict[int, OwnLimits] = {}
        """The own limits that this job sets."""
        self.answered: Kept | None = None
        self.wrote = False
        """Whether the job has written to the connection directly."""


class Held:
    """The balances of accounts before a batch; locked if other servers write too.

    It does not know its batch, which is large and is to be freed at once.
    """

    def __init__(self, memory: Memory, connection: Connection) -> None:
        self.known: dict[Account, int | None] = {} if memory.is_shared else memory.balances
        self._query = _LOCK_BALANCES if memory.is_shared else _BALANCES
        self._connection = connection

    def before(self, account: Account) -> int:
        """The balance of an account; 0 for one that may owe, because it is not locked."""
        if account in MAY_OWE:
            return 0
        if account not in self.known:
            self.know((account,))
        return self.known[account] or 0

    def know(self, accounts: Iterable[Account]) -> None:
        """Read the balances of several accounts at once."""
        # a difference of sets would visit every known account
        missing = {str(account): account for account in accounts if account not in self.known}
        if not missing:
            return
        self.known |= dict.fromkeys(missing.values())
        for name, amount in self._connection.execute(self._query, {"names": sorted(missing)}):
            self.known[missing[name]] = amount


class Batch:
    """What the jobs of one commit have done so far."""

    def __init__(self, memory: Memory, connection: Connection, clock: Clock) -> None:
        self.memory = memory
        self.connection = connection
        self.running: dict[str, Running] = {}
        self._held = Held(memory, connection)
        self.purse = CheckedBalances(self._held.before)
        """The changed balances; for accounts that may owe, only the change.

        Every round changes those, so they are not locked.
        """
        self.callers: set[int] = set()
        """The accounts whose requests are in this batch."""
        self.own_set: dict[int, OwnLimits] = {}
        self._own: dict[int, OwnLimits] = {}
        self._clock = clock
        self._locked: set[str] = set()
        self.kept: dict[Key, Kept] = {}
        self.rows: defaultdict[Table, list[dict[str, Any]]] = defaultdict(list)
        self.published: list[Published] = []
        self.wrote = False
        """Whether a job has written to the connection directly."""

    @cached_property
    def now(self) -> int:
        """The time of all these jobs, in milliseconds, read once the locks are held."""
        return self._clock(self.connection)

    def hold(self, table_ids: Iterable[str]) -> None:
        """Lock tables and the balances at them until the commit, and bring memory up to date.

        Rows are locked in the order of their ids, so that no two servers wait for each other.
        """
        if not self.memory.is_shared:
            return
        wanted = sorted(set(table_ids) - self._locked)
        if not wanted:
            return
        self._locked |= set(wanted)
        running = self.memory.running
        found = self.connection.execute(_LOCK_TABLES, {"ids": wanted}).all()
        for row in found:
            running[row.id] = self._as_it_is(row, running.get(row.id))
        self._held.know(account for row in found for account in _accounts_at(running[row.id]))

    def _as_it_is(self, row: Any, known: Running | None) -> Running:
        """A table as its row says; it is loaded again only if somebody moved it."""
        if known is None or known.record.seq != row.seq:
            return self.memory.load(self.connection, row.id, known)
        came = known.invited
        if row.owner is not None:
            came = frozenset(self.connection.scalars(_INVITED, {"of": row.id}))
        return known._replace(
            invited=came,
            closed_at=row.closed_at,
            ready=frozenset(row.ready.split()),
            away=frozenset(row.away.split()),
            since=row.since,
            due=row.due,
            paused=row.paused,
            house_paused=row.house_paused,
            replaced_by=row.replaced_by,
        )

    def own(self, account: int) -> OwnLimits:
        """A player's own limits; with several servers, those of all callers are read at once."""
        if account in self.own_set:
            return self.own_set[account]
        if not self.memory.is_shared:
            if self.memory.own is None:
                self.memory.own = own_limits.own_limits_of(self.connection)
            return self.memory.own.get(account, NOTHING)
        if account not in self._own:
            wanted = {account, *self.callers}
            self._own = dict.fromkeys(wanted, NOTHING) | own_limits.own_limits_of(
                self.connection, wanted
            )
        return self._own[account]

    def look_up(self, key: Key) -> bool:
        """Whether a request was accepted before; remember its answer if so."""
        if key not in self.kept:
            row = self.connection.execute(_KEPT, {"of": key[0], "named": key[1]}).first()
            if row is not None:
                self.kept[key] = Kept(*row)
        return key in self.kept

    def add(self, work: "Changes") -> None:
        """Add the changes of a finished job, so that the next job sees them."""
        self.running |= work.changed
        self.purse.update(work.purse)
        for table, rows in work.rows.items():
            self.rows[table] += rows
        self.published += work.published
        self.own_set |= work.own_set
        self.wrote |= work.wrote
        if work.answered is not None and work.key is not None:
            self.kept[work.key] = work.answered

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not (self.wrote or self.running or self.rows or self.purse)

    def flush(self) -> None:
        """Write all changes that are only in memory so far."""
        self._open_accounts()
        with sent_together(self.connection):
            self._write()

    def _open_accounts(self) -> None:
        """Make a row for each account that may owe and has none yet."""
        fresh = {str(account) for account in self._owing() - self.memory.owing}
        if not fresh:
            return
        there = {row.account for row in self.connection.execute(_BALANCES, {"names": [*fresh]})}
        for name in sorted(fresh - there):
            bulk.add(self.connection, schema.balances, [{"account": name, "amount": 0}])

    def _owing(self) -> frozenset[Account]:
        """The changed accounts that may owe."""
        return MAY_OWE & self.purse.keys()

    def _balances(self) -> dict[Account, int]:
        """The new balances of all other accounts."""
        return {account: amount for account, amount in self.purse.items() if account not in MAY_OWE}

    def _write(self) -> None:
        connection = self.connection
        bulk.change(connection, schema.tables, [_row_of(table) for table in self.running.values()])
        for table in _ORDER:
            bulk.add(connection, table, self.rows.get(table, ()))
        self._write_differences()
        rows = {
            account: {"account": str(account), "amount": amount}
            for account, amount in self._balances().items()
        }
        known = self._held.known
        fresh = [row for account, row in rows.items() if known[account] is None]
        changed = [row for account, row in rows.items() if known[account] is not None]
        bulk.add(connection, schema.balances, fresh)
        bulk.change(connection, schema.balances, changed)
        for account in sorted(self._owing()):
            connection.execute(_OWE_MORE, {"of": str(account), "more": self.purse[account]})
        if self.memory.is_shared and self.running:
            notifications.notify(connection, self.memory.server, sorted(self.running))

    def _write_differences(self) -> None:
        """Write who sat down or left, and which seeds were made or revealed."""
        sit: list[dict[str, Any]] = []
        stand_up: list[dict[str, Any]] = []
        hide: list[dict[str, Any]] = []
        forget: list[dict[str, Any]] = []
        for table_id, running in self.running.items():
            before = self.memory.running.get(table_id)
            old, new = _sitting(before), _sitting(running)
            sit += [
                {"player": player, "table_id": table_id, "seen": self.now} for player in new - old
            ]
            stand_up += [{"player": player, "table_id": table_id} for player in old - new]
            hidden, seeds = {} if before is None else before.dealer.seeds, running.dealer.seeds
            hide += [
                {"shoe": shoe, "table_id": table_id, "seed": seed}
                for shoe, seed in seeds.items()
                if shoe not in hidden
            ]
            forget += [{"of": shoe} for shoe in hidden if shoe not in seeds]
        bulk.add(self.connection, schema.seated, sit)
        bulk.add(self.connection, schema.seeds, hide)
        for change, rows in ((_STAND_UP, stand_up), (_FORGET, forget)):
            if rows:
                self.connection.execute(change, rows)

    def remember(self) -> None:
        """Remember the changes: they are committed."""
        self.memory.owing |= self._owing()
        if self.memory.own is not None:
            self.memory.own |= self.own_set
        self.memory.remember(self.running, {} if self.memory.is_shared else self._balances())


def _accounts_at(running: Running) -> Iterator[Account]:
    """The accounts whose balance a table is likely to change."""
    table = running.record.table
    players = {*table.players(), *(bet.player for bet in table.bets_in_play())}
    yield from (Account("player", player) for player in players if player)
    yield Account("felt", running.id)
    if table.rules.player_banked:
        yield Account("stake", running.id)


def _sitting(running: Running | None) -> set[str]:
    """The players at a table, including those who are about to leave."""
    return set() if running is None else running.record.table.players()


def _row_of(running: Running) -> dict[str, Any]:
    return {"id": running.id, **status_of(running)._asdict()}
