"""The pit: every table as it is now, what the house won there, and whether chance can explain it.

Totals are kept from one look to the next, and everyone who asks at the same time gets the same
answer. Where players bank, the house wins and loses nothing: there are only totals of what was
played.
"""

import asyncio
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Connection

from casinowar.desk.desk_view import rulings, wager_rulings
from casinowar.game.table import Table, need, round_to_rule_on
from casinowar.house.house import House
from casinowar.house.people.names import Names
from casinowar.house.pit.pit_messages import (
    HouseResult,
    PitHouse,
    PitOverview,
    PitTable,
    PitWager,
    ResultHistory,
    ResultPoint,
)
from casinowar.house.tables.views import need_text
from casinowar.house.timeouts import people
from casinowar.house.upkeep.metrics import MetricsReader, kind_of
from casinowar.odds.deviation import Band, Price, Staked, band, price_of
from casinowar.odds.rounding import percent
from casinowar.record.ledger import HOUSE
from casinowar.rules.script import Wager
from casinowar.store.queries import listing, metrics, wagered
from casinowar.store.queries import people as store_people
from casinowar.store.queries.floor import HOUSE_PAUSED
from casinowar.store.queries.metrics import CountedTable, RoundsPlayed
from casinowar.store.queries.wagered import Progress, WageredTotals
from casinowar.store.writer.running import Running

MOST_LISTED = 300
"""The most tables of an answer; the others are only counted."""

MOST_POINTS = 200
"""The most points of a plot."""

DEVIATIONS = 2
"""Half the width of the band that is shown: an honest table is outside it one look in twenty."""


class _Counted(NamedTuple):
    """The contents of the database at one moment."""

    now: int
    tables: list[tuple[CountedTable, RoundsPlayed]]
    """All tables there ever were."""
    listed: list[CountedTable]
    left_out: int
    names: dict[str, str]
    paused: str | None
    sessions: int
    balance: int


class Pit:
    """Reads the whole house, once for everyone who asks at the same time."""

    def __init__(self, house: House, names: Names) -> None:
        self._house = house
        self._names = names
        self._counting = MetricsReader()
        self._totals = WageredTotals()
        self._reading: asyncio.Task[PitOverview] | None = None

    async def overview(self) -> PitOverview:
        """Every table, and the house."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return await asyncio.shield(self._reading)

    async def _read(self) -> PitOverview:
        counted = await self._house.read_with_time(self._count)
        running = {row.id: await self._house.committed(row.id) for row in counted.listed}
        results = await self._house.read(
            lambda connection: self._results(connection, counted, running)
        )
        totals = self._with_games(counted)
        rows = [
            await self._row(row, running[row.id], counted.names[row.id], totals[row.id], result)
            for row, result in zip(counted.listed, results, strict=True)
        ]
        players = {player for row in rows for player in row.seats}
        players |= {wager.player for row in rows for wager in row.open}
        names = await self._names.of(players)
        return PitOverview(counted.now, self._of_house(counted, rows), rows, names)

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

    def _results(
        self, connection: Connection, counted: _Counted, running: Mapping[str, Running]
    ) -> list[HouseResult | None]:
        """The house's result at each listed table; a table for one player has those of its games.

        It is `None` where players bank.
        """
        banked = [row for row in counted.listed if self._counting.is_house_banked(row.id)]
        wanted = {row.id: Progress(row.seq, _over(running[row.id].record.table)) for row in banked}
        games = _games(counted, wanted)
        for rows in games.values():
            wanted |= {row.id: Progress(row.seq) for row in rows if row.id not in wanted}
        staked = self._totals.take(connection, wanted)
        found: dict[str, HouseResult] = {}
        for row in banked:
            total = staked[row.id]
            for game in games.get(row.id, ()):
                total = total.plus(staked[game.id])
            table = running[row.id].record.table
            found[row.id] = house_result(price_of(table.rules, table.options.decks), total)
        return [found.get(row.id) for row in counted.listed]

    def _with_games(self, counted: _Counted) -> dict[str, RoundsPlayed]:
        """What was played at each table; at one for one player, in all its games."""
        played = {row.id: each for row, each in counted.tables}
        for table_id, rows in _games(counted, played).items():
            for row in rows:
                played[table_id] = played[table_id].plus(played[row.id])
        return played

    async def _row(
        self,
        row: CountedTable,
        running: Running,
        name: str,
        total: RoundsPlayed,
        result: HouseResult | None,
    ) -> PitTable:
        table = running.record.table
        here, wagers, possible = people(running.record), _open_wagers(table), rulings(table)
        awaited = need(table)
        return PitTable(
            id=running.id,
            seq=running.record.seq,
            rules=table.rules.id,
            reading=table.rules.reading,
            kind=kind_of(row),
            hand_dealt=table.options.hand_dealt,
            seats=table.seats,
            leaving=table.leaving,
            people=len(here),
            bots=len(table.players()) - len(here),
            need=need_text(awaited, await self._names.in_words(str(awaited))),
            since=running.since,
            due=running.due,
            paused=running.paused or "",
            playing=table.playing,
            round=table.rounds,
            rulings=possible,
            rule_wagers=wager_rulings(table),
            voids_any=table.rules.disputes.void_reaches == "any round",
            rules_on=round_to_rule_on(table) if possible else None,
            wagered=sum(wager.amount for wager in wagers),
            open=wagers,
            name=name,
            rounds=total.rounds,
            wagers=total.wagers,
            handle=total.staked,
            hold=-total.net if self._counting.is_house_banked(running.id) else None,
            against=result,
        )

    def _of_house(self, counted: _Counted, rows: list[PitTable]) -> PitHouse:
        every = RoundsPlayed()
        won = 0
        for row, played in counted.tables:
            every = every.plus(played)
            won -= played.net if self._counting.is_house_banked(row.id) else 0
        return PitHouse(
            paused=counted.paused or "",
            tables=len(rows) + counted.left_out,
            left_out=counted.left_out,
            people=sum(row.people for row in rows),
            bots=sum(row.bots for row in rows),
            sessions=counted.sessions,
            rounds=every.rounds,
            handle=every.staked,
            hold=won,
            balance=counted.balance,
            alarms=sum(row.against is not None and row.against.alarm != "" for row in rows),
        )


def _games(counted: _Counted, among: Iterable[str]) -> dict[str, list[CountedTable]]:
    """The players' own games of tables for one player, by the table."""
    found: dict[str, list[CountedTable]] = {}
    for row, _ in counted.tables:
        if row.game_of is not None:
            found.setdefault(row.game_of, []).append(row)
    return {table_id: found[table_id] for table_id in among if table_id in found}


def _over(table: Table) -> int:
    """The last round that is over."""
    return table.rounds - 1 if table.playing else table.rounds


def _open_wagers(table: Table) -> list[PitWager]:
    """Every wager that is not decided yet."""
    if table.playing and table.round is not None:
        return [
            PitWager(bet.player, bet.seat, wager, amount)
            for bet, wager, amount in table.round.open_wagers()
        ]
    placed: list[tuple[str, int, Wager, int]] = []
    for bet in table.bets:
        placed += [(bet.player, bet.seat, "primary", bet.primary)]
        placed += [(bet.player, bet.seat, "tie", bet.tie)]
    return [PitWager(*each) for each in placed if each[-1]]


def house_result(price: Price, staked: Staked) -> HouseResult:
    """The house's result beside the expected one, in cents and as a share of the wagers."""
    found = band(price, staked)
    reach = DEVIATIONS * found.deviation
    result, expected, low, high, lowest, highest = _band(found, staked)
    return HouseResult(
        result=result,
        expected=expected,
        low=low,
        high=high,
        rounds=staked.rounds,
        wagered=staked.wagered,
        lowest=lowest,
        highest=highest,
        alarm=found.alarm(-staked.net),
        returned=_returned(Fraction(-staked.net), staked),
        expected_return=_returned(found.expected, staked),
        least_return=_returned(found.expected + reach, staked),
        most_return=_returned(found.expected - reach, staked),
        basis=price.basis,
    )


def _returned(kept: Fraction, staked: Staked) -> str | None:
    """The share of the wagers that the players got back, if the house kept this much."""
    return percent(1 - kept / staked.wagered, 2) if staked.wagered else None


def _band(found: Band, staked: Staked) -> tuple[int, int, int, int, int, int]:
    """Result, expected, low, high, lowest and highest, in whole cents."""
    reach = DEVIATIONS * found.deviation
    return (
        -staked.net,
        round(found.expected),
        round(found.expected - reach),
        round(found.expected + reach),
        round(found.lowest),
        round(found.highest),
    )


def result_history(connection: Connection, running: Running) -> ResultHistory:
    """The house's result at a table after each round, beside its band: for a plot."""
    table = running.record.table
    if table.rules.player_banked:
        return ResultHistory(running.id, "player", "", [])
    price = price_of(table.rules, table.options.decks)
    found = wagered.wagered_by_round(connection, running.id, _over(table), MOST_POINTS)
    points = [ResultPoint(number, *_band(band(price, staked), staked)) for number, staked in found]
    return ResultHistory(running.id, "house", price.basis, points)
