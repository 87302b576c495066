"""A report of a round: its events in words, with the clauses that decided them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

import msgspec

from casinowar.game.citations import cited_fields
from casinowar.game.describe import describe, describe_named
from casinowar.game.events import (
    CardDealt,
    Event,
    Forfeited,
    RoundCancelled,
    RoundEnded,
    RoundRuled,
    Surrendered,
    WagerReversed,
    WagerRuled,
)
from casinowar.game.table import Table
from casinowar.house.history.history_messages import OpenWager, RoundLine, TimedOutHand
from casinowar.house.tables.table_messages import TableCard
from casinowar.house.tables.views import event_text
from casinowar.record.codec.events import from_json
from casinowar.record.codec.names import type_name
from casinowar.rules.file import RuleFile
from casinowar.store.queries.records import Settled

_AFTER = (RoundRuled, WagerReversed, WagerRuled)
"""What can still happen to a round that is over."""

_CARD_DEALT = type_name(CardDealt)
_GIVEN_UP = {type_name(Surrendered), type_name(Forfeited)}


class _EntryEvents(msgspec.Struct):
    """The parts of a recorded entry that are read here."""

    seq: int
    events: list[dict[str, object]] = []


_ENTRY = msgspec.json.Decoder(_EntryEvents)


class RecordedEvent(NamedTuple):
    """An event, and the number of its entry."""

    seq: int
    event: Event


def recorded_events(entries: Iterable[str]) -> Iterator[RecordedEvent]:
    """The events of a round, from its entries. Events of the next round are left out."""
    over = False
    for text in entries:
        entry = _ENTRY.decode(text)
        events = [cast(Event, from_json(event)) for event in entry.events]
        for event in events:
            if not over or isinstance(event, _AFTER):
                yield RecordedEvent(entry.seq, event)
        over = over or any(isinstance(event, RoundEnded | RoundCancelled) for event in events)


def dealt_cards(entries: Iterable[str]) -> Iterator[TableCard]:
    """The cards that were dealt in these entries."""
    for text in entries:
        for event in _ENTRY.decode(text).events:
            if event["type"] == _CARD_DEALT:
                card = cast(CardDealt, from_json(event))
                yield TableCard(card.deal, card.to, card.seat, str(card.card))


def timed_out(entries: Iterable[str]) -> Iterator[TimedOutHand]:
    """The tie hands that the house answered, because time ran out (ALL-8)."""
    for text in entries:
        for told in _ENTRY.decode(text).events:
            if told["type"] not in _GIVEN_UP:
                continue
            event = cast(Surrendered | Forfeited, from_json(told))
            forfeited = isinstance(event, Forfeited)
            if isinstance(event, Forfeited) or event.by == "house":
                yield TimedOutHand(event.player, event.seat, forfeited)


def notes_on(entries: Iterable[str]) -> list[str]:
    """What was ruled on a round or its wagers, by seat, or that it was cancelled, in words."""
    noted = (
        replace(event, player="") if isinstance(event, WagerRuled) else event
        for _, event in recorded_events(entries)
        if isinstance(event, RoundRuled | WagerRuled | RoundCancelled)
    )
    return [describe(event) for event in noted]


def players_in(events: Iterable[RecordedEvent]) -> set[str]:
    """Every player and dealer in these events."""
    fields = ("player", "dealer")
    return {str(getattr(each.event, name, "")) for each in events for name in fields} - {""}


def report_round(
    events: Iterable[RecordedEvent], file: RuleFile, reading: str, names: Mapping[str, str]
) -> tuple[list[RoundLine], dict[str, str]]:
    """Each event with its fields and clauses, and the sentence of each clause."""
    rules = file.rules(reading)
    lines: list[RoundLine] = []
    sentences: dict[str, str] = {}
    for seq, event in events:
        fields = cited_fields(event, rules)
        cited = dict.fromkeys(clause for name in fields for clause in file.cites(name, reading))
        says = describe_named(event, names)
        lines.append(RoundLine(seq, event_text(event), says, tuple(fields), list(cited)))
        sentences |= {clause: file.says(clause) for clause in cited}
    return lines, sentences


def open_wagers(table: Table, number: int, settled: Sequence[Settled]) -> list[OpenWager]:
    """The wagers of a running round that are not decided yet."""
    if not table.playing or table.rounds != number or table.round is None:
        return []
    known = {(each.player, each.seat, each.wager) for each in settled}
    return [
        OpenWager(bet.player, bet.seat, wager, stake)
        for bet, wager, stake in table.round.open_wagers()
        if (bet.player, bet.seat, wager) not in known
    ]
