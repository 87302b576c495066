"""One round of a shoe's file, told as it happened: what is needed to settle a dispute.

The whole file is audited on the way. Where an entry is wrong, the story ends before it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from casinowar.audit.files import start
from casinowar.errors import WrongEntry
from casinowar.events import (
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardDealt,
    CardsBurned,
    Event,
    RoundRuled,
    StakePosted,
    StakeReturned,
)
from casinowar.grounds import grounds
from casinowar.ledger import Balances, transfers
from casinowar.record.canonical import Json
from casinowar.record.chain import Recorded
from casinowar.shoefile import ShoeFile
from casinowar.table import Table
from casinowar.table.state import cards_in

_BETTING = (BetPlaced, BetWithdrawn, StakePosted, StakeReturned)
"""What is told while bets are open; what else goes with a bet is told beside it."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened in the round."""

    seq: int
    """The number of its entry."""
    who: str
    at: int | None
    card: int
    """Its place in the shoe where a card left it, the first place where several did; else 0."""
    event: Event
    clauses: tuple[str, ...]


@dataclass
class Story:
    """A round as far as it is recorded, and what it did to everyone's money."""

    number: int
    told: list[Told] = field(default_factory=list)
    balances: Balances = field(default_factory=Balances)
    rounds: set[int] = field(default_factory=set)
    """Every round of the file, or of its part before the entry that is wrong."""
    banker: str = ""
    """Which player was the bank; nobody where it is the house."""
    table: Table | None = None
    """The table after the last thing told."""
    fault: WrongEntry | None = None


def retell(file: ShoeFile, number: int) -> Story:
    """The story of a round by its number; nothing is told of one that is not in the file."""
    story = Story(number)
    try:
        auditor, texts = start(file)
        fields = file.entries[len(file.entries) - len(texts) :]
        for text, entry in zip(texts, fields, strict=True):
            before = auditor.record.table
            _tell(story, file, entry, before, auditor.take(text))
    except WrongEntry as error:
        story.fault = error
    return story


def _gone(table: Table) -> int | None:
    """How many cards have left the shoe; not counted where a dealer may draw one too many."""
    if table.options.hand_dealt:
        return None
    return cards_in(table.options.decks) - table.shoe.left


def _tell(story: Story, file: ShoeFile, entry: Json, before: Table, made: Recorded) -> None:
    number = _round_of(before, made.events)
    if number == 0:
        return
    story.rounds.add(number)
    if number != story.number:
        return
    rules, after = before.rules, made.record
    for event, place in _placed(made.events, _gone(before)):
        fields = grounds(event, rules)
        cited = dict.fromkeys(c for name in fields for c in file.rules.cites(name, rules.reading))
        seq, who, at = made.entries[0].seq, entry.get("who", ""), entry.get("at")
        story.told.append(Told(seq, who, at, place, event, tuple(cited)))
    if not story.banker or any(isinstance(event, StakePosted) for event in made.events):
        story.banker = after.table.bank.player
    story.balances.post(transfers(after.id, made.events, player_banked=rules.player_banked))
    story.table = after.table


def _round_of(before: Table, events: tuple[Event, ...]) -> int:
    """The round that an action has to do with; 0 if it is none."""
    for event in events:
        if isinstance(event, BetsClosed | RoundRuled):
            return event.round
    if before.playing:
        return before.rounds
    return before.rounds + 1 if any(isinstance(event, _BETTING) for event in events) else 0


def _placed(events: tuple[Event, ...], gone: int | None) -> Iterator[tuple[Event, int]]:
    """The events, each with the place in the shoe of the first card that it took."""
    for event in events:
        taken = event.count if isinstance(event, CardsBurned) else isinstance(event, CardDealt)
        yield event, gone + 1 if taken and gone is not None else 0
        gone = None if gone is None else gone + taken
