"""What can be asked about the past: the rounds of a player or a table, one round, a shoe's file."""

from sqlalchemy import Connection

from casinowar.house import cursors
from casinowar.house.history.history_messages import (
    BankResult,
    OwnRound,
    OwnRounds,
    OwnWager,
    RoundDetails,
    RulesPlayed,
    SettledWager,
    TableRound,
    TableRounds,
)
from casinowar.house.history.round_report import (
    dealt_cards,
    notes_on,
    open_wagers,
    players_in,
    recorded_events,
    report_round,
    timed_out,
)
from casinowar.house.house import House
from casinowar.house.messages import embed
from casinowar.house.people.names import Names
from casinowar.house.tables.commands import Caller
from casinowar.store.queries import floor, listing, records
from casinowar.store.queries.listing import Bets
from casinowar.store.queries.player_rounds import PlayerRound, player_rounds
from casinowar.store.queries.records import OneRound


class HistoryService:
    """Reads rounds and shoes from the records of tables."""

    def __init__(self, house: House, names: Names) -> None:
        self._house = house
        self._names = names

    async def rounds_of(self, player: str, limit: int, after: str = "") -> OwnRounds:
        """A page of a player's rounds, newest first."""
        before = cursors.round_place(after)

        def query(connection: Connection) -> OwnRounds:
            found = player_rounds(connection, player, limit + 1, before)
            page = found[:limit]
            rows = [_own_round(connection, player, each) for each in page]
            more = len(found) > limit
            return OwnRounds(rows, cursors.cursor(*page[-1].cursor) if more else None)

        return await self._house.read(query)

    async def rounds_at(
        self, caller: Caller | None, table_id: str, limit: int, after: str = ""
    ) -> TableRounds:
        """A page of a table's rounds, newest first."""
        before = cursors.number_place(after)
        await self._house.table(table_id, caller)

        def query(connection: Connection) -> tuple[list[TableRound], bool, str]:
            found = listing.rounds_at(connection, table_id, limit + 1, before)
            page = [_table_round(connection, table_id, each) for each in found[:limit]]
            return page, len(found) > limit, floor.name_of(connection, table_id)

        page, more, name = await self._house.read(query)
        players = {wager.player for row in page for wager in row.wagers}
        players |= {row.bank.player for row in page if row.bank is not None}
        return TableRounds(
            table=table_id,
            name=name,
            names=await self._names.of(players),
            rounds=page,
            next=cursors.cursor(page[-1].round) if more else None,
        )

    async def round(self, caller: Caller | None, table_id: str, number: int) -> RoundDetails:
        """A round with its entries, its wagers, and the clauses that decided them."""
        table = (await self._house.table(table_id, caller)).record.table
        found, shoe, name, file = await self._house.read(
            lambda connection: (
                found := records.one_round(connection, table_id, number),
                records.shoe_of(connection, table_id, found.seq),
                floor.name_of(connection, table_id),
                records.rule_file(connection, table.rules.sha256),
            )
        )
        events = list(recorded_events(found.entries))
        undecided, bank = open_wagers(table, number, found.settlements), _bank(found)
        players = players_in(events) | {wager.player for wager in undecided}
        names = await self._names.of(players | ({bank.player} if bank is not None else set()))
        called = {player: each.name for player, each in names.items()}
        lines, clauses = report_round(events, file, table.rules.reading, called)
        return RoundDetails(
            table=table_id,
            name=name,
            round=number,
            at=found.at,
            shoe=shoe,
            rules=RulesPlayed(file.id, file.name, table.rules.reading),
            names=names,
            bank=bank,
            settlements=_settled(found),
            open=undecided,
            told=lines,
            clauses=clauses,
            entries=embed(found.entries),
        )

    async def shoe_file(self, caller: Caller | None, table_id: str, number: int) -> bytes:
        """The file of a shoe; of an open shoe, what there is so far."""
        await self._house.table(table_id, caller)
        text = await self._house.read(
            lambda connection: records.shoe_text(connection, table_id, number)
        )
        return text.encode()


def _own_round(connection: Connection, player: str, row: PlayerRound) -> OwnRound:
    """A player's round. A banker played against every seat, so they get all cards."""
    found = records.one_round(connection, row.table, row.round)
    wagers = [
        OwnWager(each.seat, each.wager, each.stake, each.net)
        for each in found.settlements
        if each.player == player
    ]
    seats = {0, *(wager.seat for wager in wagers)}
    cards = [card for card in dealt_cards(found.entries) if row.banked or card.seat in seats]
    late = [hand for hand in timed_out(found.entries) if hand.player == player]
    name, notes = floor.name_of(connection, row.table), notes_on(found.entries)
    return OwnRound(*row, name, wagers, cards, late, notes)


def _table_round(connection: Connection, table_id: str, bets: Bets) -> TableRound:
    found = records.one_round(connection, table_id, bets.round)
    cards = list(dealt_cards(found.entries))
    late, notes = list(timed_out(found.entries)), notes_on(found.entries)
    return TableRound(*bets, _bank(found), _settled(found), cards, late, notes)


def _settled(found: OneRound) -> list[SettledWager]:
    return [SettledWager(*each) for each in found.settlements]


def _bank(found: OneRound) -> BankResult | None:
    return None if found.bank is None else BankResult(*found.bank)
