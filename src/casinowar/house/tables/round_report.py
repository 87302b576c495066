"""Rounds for those who look back: what happened, in words, with the clauses that decided it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection

from casinowar.game.citations import cited_fields
from casinowar.game.describe import describe
from casinowar.game.events import Event, RoundEnded, RoundRuled, WagerReversed
from casinowar.game.table import Table
from casinowar.record.codec.events import from_json, to_json
from casinowar.rules.file import RuleFile
from casinowar.store.queries import floor, listing, records
from casinowar.store.queries.player_rounds import Cursor, PlayerRound, player_rounds

Json = dict[str, Any]

_AFTER = (RoundRuled, WagerReversed)
"""What can still become of a round that is over."""


class RecordedEvent(NamedTuple):
    """Something that happened, and the number of its entry."""

    seq: int
    event: Event


def recorded_events(entries: Iterable[str]) -> Iterator[RecordedEvent]:
    """What happened in a round, from its entries; not what came after it."""
    over = False
    for text in entries:
        entry = json.loads(text)
        events = [cast(Event, from_json(event)) for event in entry.get("events", ())]
        for event in events:
            if not over or isinstance(event, _AFTER):
                yield RecordedEvent(entry["seq"], event)
        over = over or any(isinstance(event, RoundEnded) for event in events)


def players_in(told: Iterable[RecordedEvent]) -> set[str]:
    """Everyone who has a part in it."""
    fields = ("player", "dealer")
    return {str(getattr(each.event, name, "")) for each in told for name in fields} - {""}


def report_round(
    told: Iterable[RecordedEvent], file: RuleFile, under: str, names: Mapping[str, str]
) -> tuple[list[Json], dict[str, str]]:
    """Each thing in words, the fields and clauses behind it; and what those clauses say."""
    rules = file.rules(under)
    lines: list[Json] = []
    sentences: dict[str, str] = {}
    for seq, event in told:
        fields = cited_fields(event, rules)
        cited = dict.fromkeys(clause for name in fields for clause in file.cites(name, under))
        says = describe(named(event, names))
        lines.append(
            {
                "entry": seq,
                "event": to_json(event),
                "says": says,
                "grounds": list(fields),
                "clauses": list(cited),
            }
        )
        sentences |= {clause: file.says(clause) for clause in cited}
    return lines, sentences


def named(event: Event, names: Mapping[str, str]) -> Event:
    """The same with its players by name."""
    called = {
        field: names[player]
        for field in ("player", "banker", "dealer")
        if (player := getattr(event, field, "")) in names
    }
    return replace(cast(Any, event), **called) if called else event


def rounds_of(
    connection: Connection, player: str, limit: int, before: Cursor | None
) -> tuple[list[Json], Cursor | None]:
    """A page of a player's rounds, and where the next one begins if there is one."""
    found = player_rounds(connection, player, limit + 1, before)
    page = found[:limit]
    rows = [_with_cards(connection, player, each) for each in page]
    return rows, page[-1].cursor if len(found) > limit else None


def rounds_at(
    connection: Connection, table_id: str, limit: int, before: int | None
) -> tuple[list[Json], int | None]:
    """A page of a table's rounds, everyone's, and the last one's number if there are older ones."""
    found = listing.rounds_at(connection, table_id, limit + 1, before)
    page = found[:limit]
    rows = []
    for bets in page:
        told = records.one_round(connection, table_id, bets.round)
        wagers = [each._asdict() for each in told.settlements]
        cards = list(_cards(told.entries))
        rows.append({**bets._asdict(), "bank": bank_of(told), "wagers": wagers, "cards": cards})
    return rows, page[-1].round if len(found) > limit else None


def bank_of(told: records.OneRound) -> Json | None:
    """Who was the bank of a round, with what stake, and what it won; none where it is the house."""
    return None if told.bank is None else told.bank._asdict()


def _cards(entries: Iterable[str]) -> Iterator[Json]:
    """The cards that were dealt in these entries."""
    for text in entries:
        for event in json.loads(text).get("events", ()):
            if event["type"] == "card_dealt":
                yield {name: event[name] for name in ("deal", "to", "seat", "card")}


def _with_cards(connection: Connection, player: str, row: PlayerRound) -> Json:
    """A round of a player's with their wagers, and the cards at their seats and the dealer's.

    The cards of all seats are there if they were the bank: they played against each.
    """
    found = records.one_round(connection, row.table, row.round)
    wagers = [
        {"seat": each.seat, "wager": each.wager, "stake": each.stake, "net": each.net}
        for each in found.settlements
        if each.player == player
    ]
    seats = {wager["seat"] for wager in wagers}
    cards = [card for card in _cards(found.entries) if row.banked or card["seat"] in {0, *seats}]
    name = floor.name_of(connection, row.table)
    return {**row._asdict(), "name": name, "wagers": wagers, "cards": cards}


def open_wagers(table: Table, number: int, settled: Sequence[records.Settled]) -> list[Json]:
    """The wagers of a round that is under way of which nothing has become yet."""
    if not table.playing or table.rounds != number or table.round is None:
        return []
    known = {(each.player, each.seat, each.wager) for each in settled}
    return [
        {"player": bet.player, "seat": bet.seat, "wager": wager, "stake": stake}
        for bet, wager, stake in table.round.open_wagers()
        if (bet.player, bet.seat, wager) not in known
    ]
