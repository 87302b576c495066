"""A table's record as it grows: one entry after the other, each with the hash of the one before.

A `Record` is frozen data, as a table is: `take` gives it an action, or a step of the fair shuffle,
and returns the next record with what happened and the entries to keep. It holds the table, the
hash of the last entry and the shoes in preparation, and nothing of the entries themselves: so it
can be kept for any number of tables, and begun again from the last shoe's first entry on.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from casinowar.actions import Action, Burn, Deal, NewShoe
from casinowar.errors import FairError, RecordError
from casinowar.events import Event
from casinowar.fair import Ceremony, terms_of
from casinowar.jsonform import to_json
from casinowar.options import Options
from casinowar.record import preparing
from casinowar.record.canonical import Json
from casinowar.record.entry import NO_HASH, Entry, seal
from casinowar.record.header import HEADER, check_id, header_body
from casinowar.record.plain import to_plain
from casinowar.record.preparing import Place, Preparation, check_server_seed
from casinowar.record.state import write_table
from casinowar.record.steps import KIND_OF, ServerCommitment, ServerReveal, Step
from casinowar.rules import RuleSet
from casinowar.table import Table, open_table, step

ACTION, SHOE = "action", "shoe"
"""The kinds of the entries that are neither the header nor a step of the fair shuffle."""


@dataclass(frozen=True, slots=True)
class Brought:
    """The shoe on the table: its id, the ceremony behind it, and how it ended, if it has."""

    shoe: str
    ceremony: Ceremony | None
    """None where the cards are dealt by hand."""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """As much of a table's record as is needed to go on with it."""

    id: str
    header: str
    """The hash of its first entry."""
    table: Table
    seq: int
    """The number of the next entry."""
    head: str
    """The hash of the last one."""
    shoes: int = 0
    """How many shoes have an id."""
    coming: tuple[Preparation, ...] = ()
    """The shoes in preparation, the next one first."""
    announced: str = ""
    """The shoe whose first entry is written, while it is not brought yet."""
    shoe: Brought | None = None
    """The shoe on the table, or the last one."""


class Recorded(NamedTuple):
    """What came of an action or a step."""

    record: Record
    events: tuple[Event, ...]
    entries: tuple[Entry, ...]


def begin(
    table_id: str,
    rules: RuleSet,
    options: Options,
    *,
    who: str | None = None,
    at: int | None = None,
) -> Recorded:
    """The record of a table that is opened now, and its header."""
    check_id(table_id)
    body = header_body(table_id, rules, options)
    header = seal(0, NO_HASH, HEADER, body, who=who, at=at)
    record = Record(table_id, header["hash"], open_table(rules, options), 1, header["hash"])
    return Recorded(record, (), (header,))


def take(
    record: Record, what: Action | Step, *, who: str | None = None, at: int | None = None
) -> Recorded:
    """The record after an action or a step of the fair shuffle, which may be refused.

    Where a new shoe is brought, an entry that holds the table's state comes before the action.
    """
    match what:
        case NewShoe() if not record.announced:
            step(record.table, what)  # refused before anything is written
            announced = announce(record, who=who, at=at)
            brought = _act(announced.record, what, who, at)
            return brought._replace(entries=(*announced.entries, *brought.entries))
        case _ if type(what) in KIND_OF:
            return _prepare(record, what, who, at)  # type: ignore[arg-type]
        case _:
            return _act(record, what, who, at)  # type: ignore[arg-type]


def next_shoe(record: Record) -> str:
    """The id of the shoe that the server commits to next."""
    return f"{record.id}/{record.shoes + 1}"


def server_commitment(record: Record, commitment: str) -> ServerCommitment:
    """The step with which the server commits to the next shoe."""
    terms = terms_of(next_shoe(record), record.table.rules, record.table.options)
    return ServerCommitment(
        terms.shoe, terms.decks, terms.behind_least, terms.behind_most, commitment
    )


def announce(record: Record, *, who: str | None = None, at: int | None = None) -> Recorded:
    """The first entry of a shoe: the state of the table, and the steps behind the shoe."""
    hand_dealt = record.table.options.hand_dealt
    if record.announced:
        raise RecordError(f"shoe {record.announced} has its first entry already")
    if not hand_dealt:
        _check_prepared(record)
    shoe = next_shoe(record) if hand_dealt else record.coming[0].shoe
    places = () if hand_dealt else record.coming[0].steps
    steps = [{"seq": place.seq, "hash": place.hash} for place in places]
    state = write_table(record.table)
    body = {"shoe": shoe, "table": record.header, "steps": steps, "state": state}
    entry = _seal(record, SHOE, body, who, at)
    shoes = record.shoes + 1 if hand_dealt else record.shoes
    return Recorded(_grown(record, entry, announced=shoe, shoes=shoes), (), (entry,))


def _check_prepared(record: Record) -> None:
    """Refuse a shoe before its ceremony is over, or while the last one's seed is not shown."""
    if record.shoe is not None and not record.shoe.end:
        raise RecordError(f"the server's seed of shoe {record.shoe.shoe} is not revealed yet")
    if not record.coming:
        raise RecordError(f"the server has not committed to shoe {next_shoe(record)}")
    first = record.coming[0]
    if not first.ceremony.is_closed:
        raise RecordError(f"the list of commitments to shoe {first.shoe} is not closed yet")
    if first.ceremony.awaited:
        seats = ", ".join(map(str, first.ceremony.awaited))
        raise RecordError(f"shoe {first.shoe} awaits the reveals of seats {seats}")


def _act(record: Record, action: Action, who: str | None, at: int | None) -> Recorded:
    if record.announced and not isinstance(action, NewShoe):
        raise RecordError(f"shoe {record.announced} is announced: it comes next")
    if isinstance(action, Deal | Burn) and not record.table.options.hand_dealt:
        _check_may_draw(record)
    written = to_json(action)
    table, events = step(record.table, action)
    body = {"action": written, "events": [to_json(event) for event in events]}
    entry = _seal(record, ACTION, body, who, at)
    after = _grown(record, entry, table=table)
    return Recorded(_bring(after) if record.announced else after, events, (entry,))


def _check_may_draw(record: Record) -> None:
    """Refuse cards of a shoe that is over, and any before the next shoe is committed to."""
    if record.shoe is None or record.shoe.end:
        raise RecordError("no card can leave a shoe whose seed is revealed")
    if not record.coming:
        raise RecordError(
            f"the server commits to shoe {next_shoe(record)} before the first card of this one"
        )


def _bring(record: Record) -> Record:
    """The announced shoe is on the table."""
    first = record.coming[0] if not record.table.options.hand_dealt else None
    return replace(
        record,
        announced="",
        shoe=Brought(record.announced, None if first is None else first.ceremony),
        coming=record.coming[1:],
    )


def _prepare(record: Record, what: Step, who: str | None, at: int | None) -> Recorded:
    """A step of the fair shuffle, for the shoe it names."""
    if record.table.options.hand_dealt:
        raise FairError("the cards of this table are shuffled and dealt by hand")
    if record.announced:
        raise RecordError(f"shoe {record.announced} is announced: it comes next")
    entry = _seal(record, KIND_OF[type(what)], to_plain(what), who, at)
    place = Place(entry["seq"], entry["hash"])
    after = _grown(record, entry)
    match what:
        case ServerCommitment():
            if what != server_commitment(record, what.commitment):
                raise FairError(f"a commitment to shoe {next_shoe(record)} is next, on its terms")
            coming = (*record.coming, preparing.begin(what, place))
            after = replace(after, coming=coming, shoes=record.shoes + 1)
        case ServerReveal():
            after = _end(after, what)
        case _:
            prepared = preparing.advance(_coming(record, what.shoe), what, place, record.table)
            coming = tuple(prepared if one.shoe == what.shoe else one for one in record.coming)
            after = replace(after, coming=coming)
    return Recorded(after, (), (entry,))


def _coming(record: Record, shoe: str) -> Preparation:
    for prepared in record.coming:
        if prepared.shoe == shoe:
            return prepared
    raise FairError(f"shoe {shoe[:80]!r} is not in preparation")


def _end(record: Record, reveal: ServerReveal) -> Record:
    """The server shows its seed: of the shoe on the table, or of one that will never be."""
    current = record.shoe
    if current is not None and current.shoe == reveal.shoe and current.ceremony is not None:
        if current.end:
            raise FairError(f"the seed of shoe {reveal.shoe} is revealed already")
        if (reveal.end == "dealt") != (record.table.shoe.stage == "spent"):
            done = "is dealt to its end" if reveal.end == "abandoned" else "is not dealt to its end"
            raise FairError(f"shoe {reveal.shoe} {done}")
        check_server_seed(current.ceremony, reveal.seed)
        return replace(record, shoe=replace(current, end=reveal.end))
    check_server_seed(_coming(record, reveal.shoe).ceremony, reveal.seed)
    if reveal.end != "abandoned":
        raise FairError(f"shoe {reveal.shoe} was never brought: it is abandoned")
    left = tuple(one for one in record.coming if one.shoe != reveal.shoe)
    return replace(record, coming=left)


def _seal(record: Record, kind: str, body: Json, who: str | None, at: int | None) -> Entry:
    return seal(record.seq, record.head, kind, body, who=who, at=at)


def _grown(record: Record, entry: Entry, **changes: object) -> Record:
    """The record with one more entry."""
    return replace(record, seq=record.seq + 1, head=entry["hash"], **changes)  # type: ignore[arg-type]
