"""The metrics of a house, for monitoring: open tables, rounds played, money held.

They are read from the database, so that every server of a house reports the same. Labels are rule
sets and public tables: the operator decides how many there are, not the players.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlalchemy import Connection

from casinowar.record.ledger import HOUSE, MINT
from casinowar.store.queries import metrics as store
from casinowar.store.queries.metrics import CountedTable, RoundsPlayed
from casinowar.store.queries.records import entry, rule_file, rules_in

TableKind = Literal["public", "private", "game"]


class Under(NamedTuple):
    """The rules that something was played under."""

    id: str
    house_banked: bool


class RoundTotals(NamedTuple):
    """The rounds and wagers under some rules, at one table or at all tables."""

    rules: str
    table: str
    """Empty for all tables."""
    rounds: int
    wagers: int
    handle: int
    hold: int | None
    """The house's wins less its losses; `None` where players bank."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The house at one moment; amounts are whole cents."""

    open_tables: Counter[tuple[str, TableKind]]
    """By rule set and kind; a game is a player's own of a table for one player."""
    seats_taken: Counter[str]
    accounts: dict[str, int]
    totals: list[RoundTotals]
    """By rule set, at all tables, open or closed."""
    table_totals: list[RoundTotals]
    """By open public table."""
    balances: dict[str, int]
    overdue_ms: int
    """How late the house is with the oldest deadline of a table."""


class MetricsReader:
    """Reads the metrics of a house, again and again."""

    def __init__(self) -> None:
        self._count = store.Count()
        self._under: dict[str, Under] = {}
        """By table."""
        self._files: dict[str, tuple[str, frozenset[bool]]] = {}
        """By the SHA-256 of a rule file: its id, and whether players bank in its readings."""

    def take(self, connection: Connection) -> list[tuple[CountedTable, RoundsPlayed]]:
        """What was played at each table, open or closed; call it in one thread at a time."""
        counted = self._count.take(connection)
        for row, _ in counted:
            if row.id not in self._under:
                self._under[row.id] = self._rules_of(connection, row)
        return counted

    def _rules_of(self, connection: Connection, row: CountedTable) -> Under:
        """The rules of a table, from a file that is read once for all of its tables.

        The table's own reading is looked up only if the file has readings of both kinds.
        """
        if row.rules_sha256 not in self._files:
            file = rule_file(connection, row.rules_sha256)
            kinds = frozenset(file.rules(each.name).player_banked for each in file.readings)
            self._files[row.rules_sha256] = file.id, kinds
        name, banked = self._files[row.rules_sha256]
        if len(banked) > 1:
            banked = frozenset({rules_in(connection, entry(connection, row.id, 0)).player_banked})
        return Under(name, house_banked=True not in banked)

    def is_house_banked(self, table_id: str) -> bool:
        """Whether the house is the bank of a table that was counted."""
        return self._under[table_id].house_banked

    def read(self, connection: Connection, now: int) -> Metrics:
        """The metrics now; call it in one thread at a time."""
        counted = self.take(connection)
        due = store.longest_due(connection)
        is_open = [(row, played) for row, played in counted if row.closed_at is None]
        seats: Counter[str] = Counter()
        for table_id, number in store.seats_taken(connection).items():
            seats[self._under[table_id].id] += number
        return Metrics(
            Counter((self._under[row.id].id, kind_of(row)) for row, _ in is_open),
            seats,
            store.accounts_by_kind(connection),
            self._by_rules(counted),
            [
                _totals(self._under[row.id], played, row.id)
                for row, played in is_open
                if kind_of(row) == "public"
            ],
            store.balances_of(connection, (str(HOUSE), str(MINT))),
            0 if due is None else max(0, now - due),
        )

    def _by_rules(self, counted: Iterable[tuple[CountedTable, RoundsPlayed]]) -> list[RoundTotals]:
        found: dict[Under, RoundsPlayed] = {}
        for row, played in counted:
            under = self._under[row.id]
            found[under] = found.get(under, RoundsPlayed()).plus(played)
        return [_totals(under, played) for under, played in found.items()]


def _totals(under: Under, played: RoundsPlayed, table: str = "") -> RoundTotals:
    hold = -played.net if under.house_banked else None
    return RoundTotals(under.id, table, played.rounds, played.wagers, played.staked, hold)


def kind_of(row: CountedTable) -> TableKind:
    """Whether a table is for everyone, for invited players, or a player's own game."""
    if row.owner is None:
        return "public"
    return "private" if row.game_of is None else "game"
