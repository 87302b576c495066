"""A table's record as it grows: a chain of entries, each with the hash of the one before.

A `Record` is frozen, as a table is: `take` adds an action or a step of the fair shuffle, and
returns the next record, the events and the entries to keep. A record holds the table, the hash of
the last entry and the shoe in preparation, but not the entries themselves. So it stays small, and
it can be rebuilt from the first entry of the last shoe.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from casinowar.errors import FairError, RecordError
from casinowar.fair import terms_of
from casinowar.game.actions import Action, Burn, CutDeck, Deal, NewShoe, PlaceCutCard
from casinowar.game.events import Event
from casinowar.game.table import Table, open_table, step
from casinowar.game.table.shoe import without_shoe
from casinowar.record import ceremonies
from casinowar.record.ceremonies import ChainPlace, Preparation, check_server_seed
from casinowar.record.codec.canonical import Json
from casinowar.record.codec.values import to_plain
from casinowar.record.entry import NO_HASH, Entry, seal, seal_action
from casinowar.record.header import HEADER, check_id, header_body
from casinowar.record.ledger import Transfer, transfers
from casinowar.record.state import write_table
from casinowar.record.steps import KIND_OF, End, ServerCommitment, ServerReveal, Step
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options

SHOE = "shoe"
"""The kind of the first entry of a shoe."""

_ON_SHOE = (CutDeck, PlaceCutCard, Burn, Deal)


@dataclass(frozen=True, slots=True)
class Brought:
    """The shoe on the table: its id, its preparation, and how it ended, if it has."""

    shoe: str
    prepared: Preparation | None
    """`None` if the cards are shuffled by hand."""
    end: End | None = None


class Record(NamedTuple):
    """The part of a table's record that is needed to continue it."""

    id: str
    header: str
    """The hash of the first entry."""
    table: Table
    seq: int
    """The number of the next entry."""
    head: str
    """The hash of the last entry."""
    shoes: int = 0
    """How many shoes have been given an id."""
    coming: Preparation | None = None
    """The shoe in preparation; there is at most one."""
    announced: str = ""
    """The shoe whose first entry is written but which is not on the table yet."""
    shoe: Brought | None = None
    """The shoe on the table, or the last one."""


class Recorded(NamedTuple):
    """The result of an action or a step: the next record, the events and the new entries."""

    record: Record
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    transfers: tuple[Transfer, ...] = ()
    """The money that the events moved; it belongs to the last entry."""


def begin(
    table_id: str,
    rules: RuleSet,
    options: Options,
    *,
    who: str | None = None,
    at: int | None = None,
) -> Recorded:
    """Begin the record of a new table, with its header."""
    check_id(table_id)
    body = header_body(table_id, rules, options)
    header = seal(0, NO_HASH, HEADER, body, who, at)
    record = Record(table_id, header.hash, open_table(rules, options), 1, header.hash)
    return Recorded(record, (), (header,))


def take(
    record: Record, what: Action | Step, *, who: str | None = None, at: int | None = None
) -> Recorded:
    """Add an action or a step of the fair shuffle to a record, unless it is refused.

    Before the action that brings a new shoe comes an extra entry that holds the table's state.
    """
    if isinstance(what, Step):
        return _prepare(record, what, who, at)
    if not isinstance(what, NewShoe) or record.announced:
        return act(record, what, who, at)
    stepped = step(record.table, what)  # first, so that a refusal uses the table's own message
    announced = announce(record, who=who, at=at)
    brought = _acted(announced.record, what, stepped, who, at)
    return brought._replace(entries=(*announced.entries, *brought.entries))


def next_shoe(record: Record) -> str:
    """The id of the next shoe that the server commits to."""
    return f"{record.id}/{record.shoes + 1}"


def server_commitment(record: Record, commitment: str) -> ServerCommitment:
    """The step by which the server commits to the next shoe."""
    terms = terms_of(next_shoe(record), record.table.rules, record.table.options)
    return ServerCommitment(
        terms.shoe, terms.decks, terms.behind_least, terms.behind_most, commitment
    )


def announce(record: Record, *, who: str | None = None, at: int | None = None) -> Recorded:
    """Add the first entry of a shoe: the table's state, and the steps that prepared the shoe."""
    _check_not_announced(record)
    if record.table.shoe.stage != "spent":
        raise RecordError("no new shoe is due")
    if record.table.options.hand_dealt:
        shoe, shoes, steps = next_shoe(record), record.shoes + 1, []
    else:
        coming = _prepared(record)
        shoe, shoes, steps = coming.shoe, record.shoes, list(map(to_plain, coming.steps))
    body = {
        "shoe": shoe,
        "table": record.header,
        "steps": steps,
        "state": write_table(record.table),
    }
    entry = _seal(record, SHOE, body, who, at)
    return Recorded(_grown(record, entry, announced=shoe, shoes=shoes), (), (entry,))


def _prepared(record: Record) -> Preparation:
    """The shoe that is ready to be brought; raises `RecordError` if none is ready."""
    coming = record.coming
    if record.shoe is not None and record.shoe.end is None:
        raise RecordError(f"the server's seed of shoe {record.shoe.shoe} is not revealed yet")
    if coming is None:
        raise RecordError(f"the server has not committed to shoe {next_shoe(record)}")
    if not coming.ceremony.is_closed:
        raise RecordError(f"the list of commitments to shoe {coming.shoe} is not closed yet")
    if coming.ceremony.awaited:
        seats = ", ".join(map(str, coming.ceremony.awaited))
        raise RecordError(f"shoe {coming.shoe} waits for the reveals of these seats: {seats}")
    return coming


def _check_not_announced(record: Record) -> None:
    if record.announced:
        raise RecordError(f"shoe {record.announced} is announced: it is brought next")


def act(record: Record, action: Action, who: str | None, at: int | None) -> Recorded:
    """Add an action to a record; a new shoe must have been announced."""
    if not isinstance(action, NewShoe):
        _check_not_announced(record)
    if isinstance(action, _ON_SHOE) and not record.table.options.hand_dealt:
        _check_may_touch(record, action)
    return _acted(record, action, step(record.table, action), who, at)


def _acted(
    record: Record,
    action: Action,
    stepped: tuple[Table, tuple[Event, ...]],
    who: str | None,
    at: int | None,
) -> Recorded:
    """Add an action whose new table and events are already known."""
    table, events = stepped
    entry = seal_action(record.seq, record.head, action, events, who, at)
    coming, shoe = record.coming, record.shoe
    if record.announced:
        coming, shoe = None, Brought(record.announced, coming)
    after = Record(
        record.id, record.header, table, record.seq + 1, entry.hash, record.shoes, coming, "", shoe
    )
    moved = transfers(record.id, events, player_banked=table.rules.player_banked)
    return Recorded(after, events, (entry,), tuple(moved))


def _check_may_touch(record: Record, action: Action) -> None:
    """Refuse actions on a finished shoe, and cards before the server commits to the next shoe."""
    if record.shoe is not None and record.shoe.end is not None:
        raise RecordError("nothing can be done with a shoe whose seed is revealed")
    if record.coming is None and isinstance(action, (Deal, Burn)):
        raise RecordError(
            f"the server must commit to shoe {next_shoe(record)} before the first card of this one"
        )


def _prepare(record: Record, what: Step, who: str | None, at: int | None) -> Recorded:
    """Add a step of the fair shuffle, for the shoe it names."""
    if record.table.options.hand_dealt:
        raise FairError("the cards of this table are shuffled by hand")
    _check_not_announced(record)
    entry = _seal(record, KIND_OF[type(what)], to_plain(what), who, at)
    place = ChainPlace(entry.seq, entry.hash)
    match what:
        case ServerCommitment():
            _check_commitment(record, what)
            changed = {"coming": ceremonies.begin(what, place), "shoes": record.shoes + 1}
        case ServerReveal():
            changed = _ended(record, what)
        case _:
            coming = ceremonies.advance(_coming(record, what.shoe), what, place, record.table)
            changed = {"coming": coming}
    return Recorded(_grown(record, entry, **changed), (), (entry,))


def _check_commitment(record: Record, step: ServerCommitment) -> None:
    if record.coming is not None:
        raise FairError(f"shoe {record.coming.shoe} is in preparation: only one can be at a time")
    if step != server_commitment(record, step.commitment):
        raise FairError(
            f"the server must commit to shoe {next_shoe(record)}, on this table's terms"
        )


def _coming(record: Record, shoe: str) -> Preparation:
    if record.coming is None or record.coming.shoe != shoe:
        raise FairError(f"shoe {shoe[:80]!r} is not in preparation")
    return record.coming


def _ended(record: Record, reveal: ServerReveal) -> dict[str, Any]:
    """The changes when the server reveals its seed, of the shoe on the table or the next one."""
    current = record.shoe
    if current is None or current.shoe != reveal.shoe:
        check_server_seed(_coming(record, reveal.shoe), reveal.seed)
        if reveal.end != "abandoned":
            raise FairError(f"shoe {reveal.shoe} was never brought, so its end is 'abandoned'")
        return {"coming": None}
    if current.end is not None:
        raise FairError(f"the seed of shoe {reveal.shoe} is revealed already")
    is_dealt = record.table.shoe.stage == "spent"
    if is_dealt != (reveal.end == "dealt"):
        raise FairError(f"shoe {reveal.shoe} is {'' if is_dealt else 'not '}dealt to its end")
    assert current.prepared is not None, "only a shoe that was committed to has a seed"
    check_server_seed(current.prepared, reveal.seed)
    return {"shoe": replace(current, end=reveal.end), "table": without_shoe(record.table)}


def _seal(record: Record, kind: str, body: Json, who: str | None, at: int | None) -> Entry:
    return seal(record.seq, record.head, kind, body, who, at)


def _grown(record: Record, entry: Entry, **changes: Any) -> Record:
    """The record with one more entry."""
    return record._replace(seq=record.seq + 1, head=entry.hash, **changes)
