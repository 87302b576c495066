"""What the jobs of one commit change: seen by the jobs after them, kept only if it is committed.

A job's `Changes` are added to a `Batch`, which holds what the jobs before it in the same commit
have changed, and writes it; `Memory` is what was committed. A job that fails leaves its changes
behind, a commit that fails its `Batch`: so memory never runs ahead of the disk.

Where other servers write to the same database, the rows of a table and of the balances at it are
locked before they are gone on from, and what is in memory counts only if it is what they say.
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
"""Reads a table as it is now, from what is known of it if that is some time ago."""

Clock = Callable[[Connection], int]
"""Gives milliseconds since 1970: this machine's, or those of the database."""

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

    def __init__(self, load: Load, server: str = "") -> None:
        """`server` is this one's name, where others write too: then the rows are the truth."""
        self.load = load
        self.server = server
        self.running: dict[str, Running] = {}
        self.balances: dict[Account, int | None] = {}
        """`None` where an account has no row yet."""
        self.owing: set[Account] = set()
        """The accounts that may owe, and have a row."""
        self.own: dict[int, OwnLimits] | None = None
        """What players allow themselves, of all who have said so; once it is read."""

    @property
    def is_shared(self) -> bool:
        """Whether other servers write to the database."""
        return bool(self.server)

    def remember(self, running: dict[str, Running], balances: dict[Account, int]) -> None:
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
    schema.incidents,
    schema.keys,
)
"""The tables that only grow by rows, in the order they are written."""

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
        *(schema.tables.c[name] for name in ("ready", "since", "due", "closed_at")),
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
        """What players allow themselves from now on."""
        self.answered: Kept | None = None
        self.wrote = False
        """Whether it has written to the connection by itself."""


class Held:
    """What accounts of the ledger held before a batch; locked where others write too.

    It does not know its batch, which is large and is to be freed at once.
    """

    def __init__(self, memory: Memory, connection: Connection) -> None:
        self.known: dict[Account, int | None] = {} if memory.is_shared else memory.balances
        self._query = _LOCK_BALANCES if memory.is_shared else _BALANCES
        self._connection = connection

    def before(self, account: Account) -> int:
        """The balance of an account; 0 if it may owe, since it is not locked."""
        if account in MAY_OWE:
            return 0
        if account not in self.known:
            self.know((account,))
        return self.known[account] or 0

    def know(self, accounts: Iterable[Account]) -> None:
        """Read the balances of several accounts at once."""
        # one by one: the difference of sets would go through everything that is known
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
        """The balances that changed; for accounts that may owe, the change alone.

        Every round changes those, so they are not locked.
        """
        self.callers: set[int] = set()
        """The accounts of those who ask something."""
        self.own_set: dict[int, OwnLimits] = {}
        self._own: dict[int, OwnLimits] = {}
        self._clock = clock
        self._locked: set[str] = set()
        self.kept: dict[Key, Kept] = {}
        self.rows: defaultdict[Table, list[dict[str, Any]]] = defaultdict(list)
        self.published: list[Published] = []
        self.wrote = False
        """Whether a job has written to the connection by itself."""

    @cached_property
    def now(self) -> int:
        """The one time of all that these jobs do, in milliseconds; after what they wait for."""
        return self._clock(self.connection)

    def hold(self, table_ids: Iterable[str]) -> None:
        """Have tables to oneself until the commit, as they are now, and the money at them.

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
        """A table as its row has it; what nobody has moved since is known."""
        if known is None or known.record.seq != row.seq:
            return self.memory.load(self.connection, row.id, known)
        came = known.invited
        if row.owner is not None:
            came = frozenset(self.connection.scalars(_INVITED, {"of": row.id}))
        return known._replace(
            invited=came,
            closed_at=row.closed_at,
            ready=frozenset(row.ready.split()),
            since=row.since,
            due=row.due,
            paused=row.paused,
            house_paused=row.house_paused,
            replaced_by=row.replaced_by,
        )

    def own(self, account: int) -> OwnLimits:
        """What someone allows themselves; where others write too, all callers' is read at once."""
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
        """Find whether a request was accepted before."""
        if key not in self.kept:
            row = self.connection.execute(_KEPT, {"of": key[0], "named": key[1]}).first()
            if row is not None:
                self.kept[key] = Kept(*row)
        return key in self.kept

    def add(self, work: "Changes") -> None:
        """A job is done: what it changed is seen by the next one."""
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
        """Write everything that is still in memory alone."""
        self._open_accounts()
        with sent_together(self.connection):
            self._write()

    def _open_accounts(self) -> None:
        """Whoever may owe has an account from the first time on."""
        fresh = {str(account) for account in self._owing() - self.memory.owing}
        if not fresh:
            return
        there = {row.account for row in self.connection.execute(_BALANCES, {"names": [*fresh]})}
        for name in sorted(fresh - there):
            bulk.add(self.connection, schema.balances, [{"account": name, "amount": 0}])

    def _owing(self) -> frozenset[Account]:
        """The accounts that may owe, among those that changed."""
        return MAY_OWE & self.purse.keys()

    def _balances(self) -> dict[Account, int]:
        """The new balances of all others."""
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
        """Who sits where, and which seeds are hidden: only what is not as it was."""
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
        """It is committed: from now on this is how things are."""
        self.memory.owing |= self._owing()
        if self.memory.own is not None:
            self.memory.own |= self.own_set
        self.memory.remember(self.running, {} if self.memory.is_shared else self._balances())


def _accounts_at(running: Running) -> Iterator[Account]:
    """The accounts of the ledger that a table is likely to move money of."""
    table = running.record.table
    players = {*table.players(), *(bet.player for bet in table.bets_in_play())}
    yield from (Account("player", player) for player in players if player)
    yield Account("felt", running.id)
    if table.rules.player_banked:
        yield Account("stake", running.id)


def _sitting(running: Running | None) -> set[str]:
    """Who sits at a table; who is leaving still does."""
    return set() if running is None else running.record.table.players()


def _row_of(running: Running) -> dict[str, Any]:
    return {"id": running.id, **status_of(running)._asdict()}
