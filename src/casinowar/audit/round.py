"""The report of one round of a shoe's file, event by event: what you need to settle a dispute.

Making the report audits the whole file. If an entry is wrong, the report ends before it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from casinowar.audit.files import start
from casinowar.errors import WrongEntry
from casinowar.game.citations import cited_fields
from casinowar.game.events import (
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardDealt,
    CardsBurned,
    Event,
    RoundRuled,
    StakePosted,
    StakeReturned,
    WagerRuled,
)
from casinowar.game.table import Table, round_to_rule_on
from casinowar.game.table.state import cards_in
from casinowar.record.chain import Recorded
from casinowar.record.codec.canonical import Json
from casinowar.record.ledger import Balances
from casinowar.record.shoefile import ShoeFile

_BETTING = (BetPlaced, BetWithdrawn, StakePosted, StakeReturned)
"""The events that show, while bets are open, that an entry belongs to the coming round."""


@dataclass(frozen=True, slots=True)
class ReportedEvent:
    """One event of the round."""

    seq: int
    """The number of its entry."""
    who: str
    at: int | None
    card: int
    """The card's place in the shoe; the first place, if several cards left it; 0 for no card."""
    event: Event
    clauses: tuple[str, ...]


@dataclass
class RoundReport:
    """A round as far as it is recorded, and what everyone won or lost in it."""

    number: int
    told: list[ReportedEvent] = field(default_factory=list)
    balances: Balances = field(default_factory=Balances)
    rounds: set[int] = field(default_factory=set)
    """The numbers of all rounds in the file, up to the wrong entry if there is one."""
    banker: str = ""
    """The player who banked; empty if the house did."""
    table: Table | None = None
    """The table after the last event."""
    fault: WrongEntry | None = None


def report_round(file: ShoeFile, number: int) -> RoundReport:
    """Report a round by its number; the report is empty if the round is not in the file."""
    report = RoundReport(number)
    try:
        auditor, texts = start(file)
        fields = file.entries[len(file.entries) - len(texts) :]
        for text, entry in zip(texts, fields, strict=True):
            before = auditor.record.table
            _add_entry(report, file, entry, before, auditor.take(text))
    except WrongEntry as error:
        report.fault = error
    return report


def _cards_gone(table: Table) -> int | None:
    """Count the cards that left the shoe; `None` if dealt by hand: cards may be drawn in excess."""
    if table.options.hand_dealt:
        return None
    return cards_in(table.options.decks) - table.shoe.left


def _add_entry(
    report: RoundReport, file: ShoeFile, entry: Json, before: Table, recorded: Recorded
) -> None:
    number = _round_of(before, recorded.events)
    if number == 0:
        return
    report.rounds.add(number)
    if number != report.number:
        return
    rules, after = before.rules, recorded.record
    for event, place in _placed(recorded.events, _cards_gone(before)):
        fields = cited_fields(event, rules)
        cited = dict.fromkeys(c for name in fields for c in file.rules.cites(name, rules.reading))
        seq, who, at = recorded.entries[0].seq, entry.get("who", ""), entry.get("at")
        report.told.append(ReportedEvent(seq, who, at, place, event, tuple(cited)))
    if not report.banker or any(isinstance(event, StakePosted) for event in recorded.events):
        report.banker = after.table.bank.player
    report.balances.post(recorded.transfers)
    report.table = after.table


def _round_of(before: Table, events: tuple[Event, ...]) -> int:
    """Return the number of the round that these events belong to; 0 if none."""
    for event in events:
        if isinstance(event, BetsClosed | RoundRuled):
            return event.round
        if isinstance(event, WagerRuled):
            return round_to_rule_on(before)
    if before.playing:
        return before.rounds
    return before.rounds + 1 if any(isinstance(event, _BETTING) for event in events) else 0


def _placed(events: tuple[Event, ...], gone: int | None) -> Iterator[tuple[Event, int]]:
    """Yield each event with the place in the shoe of the first card it took, or 0."""
    for event in events:
        taken = event.count if isinstance(event, CardsBurned) else isinstance(event, CardDealt)
        yield event, gone + 1 if taken and gone is not None else 0
        gone = None if gone is None else gone + taken
