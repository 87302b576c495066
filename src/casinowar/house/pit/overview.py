"""The pit: every table as it is now, what the house won there, and whether that can be chance.

What was played is counted on from look to look, and all who look at the same time are told the
same. Where players bank there is nothing the house wins or loses: there only what was played is
told.
"""

import asyncio
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import Connection

from casinowar.desk.desk_view import rulings
from casinowar.game.table import Table, need, round_to_rule_on
from casinowar.house.house import House
from casinowar.house.tables.views import need_json
from casinowar.house.timeouts import people
from casinowar.house.upkeep.metrics import MetricsReader, kind_of
from casinowar.odds.deviation import Band, Price, Staked, band, price_of
from casinowar.odds.rounding import percent
from casinowar.record.ledger import HOUSE
from casinowar.store.queries import listing, metrics, wagered
from casinowar.store.queries import people as store_people
from casinowar.store.queries.floor import HOUSE_PAUSED
from casinowar.store.queries.metrics import CountedTable, RoundsPlayed
from casinowar.store.queries.wagered import Progress, WageredTotals
from casinowar.store.writer.running import Running

Json = dict[str, Any]

MOST_LISTED = 300
"""How many tables are told of; of the others only that they are there."""

MOST_POINTS = 200
"""Of a plot."""

DEVIATIONS = 2
"""How many make the band that is shown: an honest table is outside of it one look in twenty."""


class _Counted(NamedTuple):
    """What the database says at one moment."""

    now: int
    tables: list[tuple[CountedTable, RoundsPlayed]]
    """All there ever were."""
    listed: list[CountedTable]
    left_out: int
    names: dict[str, str]
    paused: str | None
    sessions: int
    balance: int


class Pit:
    """Looks at the whole house, once for all who ask at the same time."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._counting = MetricsReader()
        self._course = WageredTotals()
        self._looking: asyncio.Task[Json] | None = None

    async def look(self) -> Json:
        """Every table, and the house."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> Json:
        counted = await self._house.read_with_time(self._count)
        running = {row.id: await self._house.committed(row.id) for row in counted.listed}
        against = await self._house.read(
            lambda connection: self._against(connection, counted, running)
        )
        played = self._with_games(counted)
        rows = [
            {
                **_row(running[row.id], row),
                "name": counted.names[row.id],
                **self._figures(row.id, played[row.id]),
                "against": against[row.id],
            }
            for row in counted.listed
        ]
        return {"now": counted.now, "house": self._of_house(counted, rows), "tables": rows}

    def _count(self, connection: Connection, now: int) -> _Counted:
        tables = self._counting.take(connection)
        seated = metrics.seats_taken(connection)
        is_open = [row for row, _ in tables if row.closed_at is None]
        shown = [row for row in is_open if row.game_of is None or row.id in seated]
        shown.sort(key=lambda row: (row.owner is not None, row.id not in seated, row.id))
        listed = shown[:MOST_LISTED]
        return _Counted(
            now,
            tables,
            listed,
            len(shown) - len(listed),
            listing.titles(connection, (row.id for row in listed)),
            store_people.note(connection, HOUSE_PAUSED),
            metrics.sessions_open(connection, now),
            metrics.balances_of(connection, [str(HOUSE)])[str(HOUSE)],
        )

    def _against(
        self, connection: Connection, counted: _Counted, running: Mapping[str, Running]
    ) -> dict[str, Json | None]:
        """How the result of each table compares; a table for one player has those of its games."""
        banked = [row for row in counted.listed if self._counting.is_house_banked(row.id)]
        wanted = {row.id: Progress(row.seq, _over(running[row.id].record.table)) for row in banked}
        games = _games(counted, wanted)
        for rows in games.values():
            wanted |= {row.id: Progress(row.seq) for row in rows if row.id not in wanted}
        staked = self._course.take(connection, wanted)
        found: dict[str, Json | None] = {row.id: None for row in counted.listed}
        for row in banked:
            total = staked[row.id]
            for game in games.get(row.id, ()):
                total = total.plus(staked[game.id])
            table = running[row.id].record.table
            found[row.id] = compared(price_of(table.rules, table.options.decks), total)
        return found

    def _with_games(self, counted: _Counted) -> dict[str, RoundsPlayed]:
        """What was played at each table; at one for one player, in all its games."""
        played = {row.id: each for row, each in counted.tables}
        for table_id, rows in _games(counted, played).items():
            for row in rows:
                played[table_id] = played[table_id].plus(played[row.id])
        return played

    def _figures(self, table_id: str, played: RoundsPlayed) -> Json:
        is_banked = self._counting.is_house_banked(table_id)
        return {
            "rounds": played.rounds,
            "wagers": played.wagers,
            "handle": played.staked,
            "hold": -played.net if is_banked else None,
        }

    def _of_house(self, counted: _Counted, rows: Iterable[Json]) -> Json:
        every = RoundsPlayed()
        won = 0
        for row, played in counted.tables:
            every = every.plus(played)
            won -= played.net if self._counting.is_house_banked(row.id) else 0
        listed = list(rows)
        return {
            "paused": counted.paused or "",
            "tables": len(listed) + counted.left_out,
            "left_out": counted.left_out,
            "people": sum(row["people"] for row in listed),
            "bots": sum(row["bots"] for row in listed),
            "sessions": counted.sessions,
            "rounds": every.rounds,
            "handle": every.staked,
            "hold": won,
            "balance": counted.balance,
            "alarms": sum(bool(row["against"] and row["against"]["alarm"]) for row in listed),
        }


def _games(counted: _Counted, among: Iterable[str]) -> dict[str, list[CountedTable]]:
    """The own games of tables for one player, by the table."""
    found: dict[str, list[CountedTable]] = {}
    for row, _ in counted.tables:
        if row.game_of is not None:
            found.setdefault(row.game_of, []).append(row)
    return {table_id: found[table_id] for table_id in among if table_id in found}


def _over(table: Table) -> int:
    """The last round that is over."""
    return table.rounds - 1 if table.playing else table.rounds


def _row(running: Running, row: CountedTable) -> Json:
    """A table as it stands."""
    table = running.record.table
    here, wagers = people(running.record), _open_wagers(table)
    ways = rulings(table)
    return {
        "id": running.id,
        "seq": running.record.seq,
        "rules": table.rules.id,
        "reading": table.rules.reading,
        "kind": kind_of(row),
        "hand_dealt": table.options.hand_dealt,
        "seats": list(table.seats),
        "leaving": list(table.leaving),
        "people": len(here),
        "bots": len(table.players()) - len(here),
        "need": need_json(need(table)),
        "since": running.since,
        "due": running.due,
        "paused": running.paused or "",
        "playing": table.playing,
        "round": table.rounds,
        "rulings": ways,
        "rules_on": round_to_rule_on(table) if ways else None,
        "wagered": sum(wager["amount"] for wager in wagers),
        "open": wagers,
    }


def _open_wagers(table: Table) -> list[Json]:
    """Every wager that is not decided yet."""
    if table.playing and table.round is not None:
        return [
            {"player": bet.player, "seat": bet.seat, "wager": wager, "amount": amount}
            for bet, wager, amount in table.round.open_wagers()
        ]
    return [
        {"player": bet.player, "seat": bet.seat, "wager": wager, "amount": amount}
        for bet in table.bets
        for wager, amount in (("primary", bet.primary), ("tie", bet.tie))
        if amount
    ]


def compared(price: Price, staked: Staked) -> Json:
    """The house's result beside what was to be expected, in cents and of what was wagered."""
    found = band(price, staked)
    reach = DEVIATIONS * found.deviation
    return {
        **_point(found, staked),
        "rounds": staked.rounds,
        "wagered": staked.wagered,
        "lowest": _cents(found.lowest),
        "highest": _cents(found.highest),
        "alarm": found.alarm(-staked.net),
        "return": _returned(Fraction(-staked.net), staked),
        "expected_return": _returned(found.expected, staked),
        "least_return": _returned(found.expected + reach, staked),
        "most_return": _returned(found.expected - reach, staked),
        "basis": price.basis,
    }


def _returned(kept: Fraction, staked: Staked) -> str | None:
    """What went back to the players where the house has kept so much, of what they wagered."""
    return percent(1 - kept / staked.wagered, 2) if staked.wagered else None


def _point(found: Band, staked: Staked) -> Json:
    reach = DEVIATIONS * found.deviation
    return {
        "result": -staked.net,
        "expected": _cents(found.expected),
        "low": _cents(found.expected - reach),
        "high": _cents(found.expected + reach),
    }


def _cents(value: Fraction) -> int:
    return round(value)


def result_history(connection: Connection, running: Running) -> Json:
    """How the result of a table went, round by round, beside its band: for a plot."""
    table = running.record.table
    if table.rules.player_banked:
        return {"table": running.id, "banked_by": "player", "basis": "", "points": []}
    price = price_of(table.rules, table.options.decks)
    found = wagered.wagered_by_round(connection, running.id, _over(table), MOST_POINTS)
    points = []
    for number, staked in found:
        around = band(price, staked)
        bounds = {"lowest": _cents(around.lowest), "highest": _cents(around.highest)}
        points.append({"round": number, **_point(around, staked), **bounds})
    return {
        "table": running.id,
        "banked_by": "house",
        "basis": price.basis,
        "points": points,
    }
