"""Reading a record: each entry is made again from its input, and compared.

An entry is right if the same action, or the same step of the fair shuffle, makes the same entry
under the same rules, to the last digit of its hash.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import cast, get_args

from casinowar.errors import CasinoWarError, FairError, RecordError, WrongEntry
from casinowar.fair import next_cutter, terms_of
from casinowar.game.actions import Action, NewShoe
from casinowar.game.events import Event
from casinowar.game.table import Table
from casinowar.record import ceremonies
from casinowar.record.ceremonies import ChainPlace, Preparation
from casinowar.record.chain import (
    SHOE,
    Record,
    Recorded,
    act,
    announce,
    begin,
    take,
)
from casinowar.record.codec.canonical import Json, read_object
from casinowar.record.codec.events import from_json, parse_json
from casinowar.record.codec.values import from_plain
from casinowar.record.difference import first_difference
from casinowar.record.entry import FRAME, check_frame, hash_of
from casinowar.record.header import read_options
from casinowar.record.state import read_table
from casinowar.record.steps import STEPS, PlayerCommitment, ServerCommitment, Step
from casinowar.rules.model import RuleSet

_NOT_NEXT = "it does not follow the entry before it: prev is another hash"
_NUMBER = re.compile(r"[1-9][0-9]{0,14}", re.ASCII)
_TAKEN_IN = re.compile(r'\{"action":(\{[^{}]*\}),(?:"at":([0-9]{1,16}),)?"events":', re.ASCII)
"""The beginning of most entries, from which their action and time can be read quickly."""


def open_again(rules: RuleSet, header: str) -> Record:
    """The record of an existing table, just after its header, from the text of that header."""
    fields = read_object(header)
    try:
        made = begin(
            cast(str, fields.get("table")),
            rules,
            read_options(rules, fields.get("options"), practice="practice" in fields),
            who=fields.get("who"),
            at=fields.get("at"),
        )
    except CasinoWarError as error:
        _check_hash(0, fields)
        raise WrongEntry(0, str(error)) from None
    due = made.entries[0].body
    if due != fields:
        _check_hash(0, fields)
        raise WrongEntry(0, first_difference(due, fields))
    return made.record


def resume(rules: RuleSet, header: str, first: str, steps: Sequence[str]) -> Record:
    """The record of a table just before the first entry of a shoe, from that entry's text.

    `steps` are the texts of the entries it names. They are not checked against who sat where, since
    that is not known here.
    """
    opened, fields = open_again(rules, header), read_object(first)
    seq = _seq_of(fields)
    _check_hash(seq, fields)
    if fields.get("kind") != SHOE:
        raise WrongEntry(seq, "this is not the first entry of a shoe")
    if seq < 2:  # before it come at least the header and a player who sat down
        raise WrongEntry(seq, "no shoe can begin before anyone has a seat")
    serial = _serial(opened.id, seq, fields.get("shoe"))
    taken = list(map(read_object, steps))
    _check_ascending([read_object(header), *taken, fields])
    coming = _prepared_by(taken, str(fields.get("shoe")), opened.table)
    try:
        table = read_table(rules, opened.table.options, fields.get("state"))
    except RecordError as error:
        raise WrongEntry(seq, str(error)) from None
    before = Record(opened.id, opened.header, table, seq, str(fields.get("prev")), shoes=serial - 1)
    if coming is None:
        return before
    _check_first_cutter(before, coming)
    return before._replace(shoes=serial, coming=coming)


def _check_first_cutter(record: Record, coming: Preparation) -> None:
    """Refuse a list whose first cutter is not the seat after the last cutter's."""
    seat, seats = coming.ceremony.first_cutter, len(record.table.seats)
    if coming.answers and seat != next_cutter(record.table.shoe.cutter, seats):
        raise WrongEntry(
            coming.answers[0].seq, f"seat {seat} is not the one to be asked first to cut"
        )


def follow(record: Record, text: str) -> Recorded:
    """The record after a stored entry; raises `WrongEntry` if that entry cannot come next.

    `text` is the JSON of the entry as it was stored.
    """
    return _follow_quickly(record, text) or _follow_slowly(record, text)


def _follow_quickly(record: Record, text: str) -> Recorded | None:
    """`follow` for an action whose entry comes out with exactly the same text; else `None`.

    Nearly all entries do. A new shoe is rare, and left to `_follow_slowly`.
    """
    found = _TAKEN_IN.match(text)
    if found is None:
        return None
    written, at = found.groups()
    who = text[:-2].rpartition(',"who":"')[2] if text.endswith('"}') else None
    try:
        action = _parsed(written)
        if isinstance(action, NewShoe):
            return None
        made = act(record, action, who, None if at is None else int(at))
    except CasinoWarError:
        return None
    return made if made.entries[0].text == text else None


def _follow_slowly(record: Record, text: str) -> Recorded:
    """`follow` for an entry of any kind and text; the error says what is wrong with it."""
    fields = read_object(text)
    check_links(record, fields)
    try:
        made = _made(record, fields)
    except CasinoWarError as error:
        raise WrongEntry(record.seq, str(error)) from None
    due = made.entries[0].body
    if due != fields:
        raise WrongEntry(record.seq, first_difference(due, fields))
    return made


def replay(record: Record, texts: Iterable[str]) -> Record:
    """The record after all these entries; raises `WrongEntry` for the first wrong one."""
    for text in texts:
        record = follow(record, text).record
    return record


def _made(record: Record, fields: Json) -> Recorded:
    """The result of giving the record the action or step that an entry holds."""
    who, at = fields.get("who"), fields.get("at")
    match fields.get("kind"):
        case "action":
            action = _as_action(from_json(fields.get("action")))
            _check_announced(record, action)
            return take(record, action, who=who, at=at)
        case "shoe":
            return announce(record, who=who, at=at)
        case "table":
            raise RecordError("a record has one header, its first entry")
        case kind:
            return take(record, _step(str(kind), fields), who=who, at=at)


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Action:
    """The action in a text, cached because the same ones come again and again."""
    return _as_action(parse_json(text))


def _as_action(read: Action | Event) -> Action:
    if not isinstance(read, get_args(Action)):
        raise RecordError("action: must be an action, not an event")
    return cast(Action, read)


def _check_announced(record: Record, action: Action) -> None:
    if isinstance(action, NewShoe) and not record.announced:
        raise RecordError("a new shoe needs an entry of kind 'shoe' before it")


def _step(kind: str, fields: Json) -> Step:
    if kind not in STEPS:
        raise RecordError("there is no entry of this kind")
    body = {name: value for name, value in fields.items() if name not in FRAME}
    step: Step = from_plain(STEPS[kind], body, kind)
    return step


def _serial(table_id: str, seq: int, shoe: object) -> int:
    """The number in a shoe's id."""
    table, _, number = shoe.rpartition("/") if isinstance(shoe, str) else ("", "", "")
    if table != table_id or _NUMBER.fullmatch(number) is None:
        raise WrongEntry(seq, f"{shoe!r:.80} is not the id of a shoe of table {table_id}")
    return int(number)


def _prepared_by(steps: Iterable[Json], shoe: str, opened: Table) -> Preparation | None:
    """The preparation of a shoe after these steps of its fair shuffle; `None` if there are none.

    Raises `WrongEntry` for the first wrong step. Each is checked against the table as it was
    opened.
    """
    coming: Preparation | None = None
    for fields in steps:
        seq = _seq_of(fields)
        _check_hash(seq, fields)
        place = ChainPlace(seq, fields["hash"])
        try:
            step = _step(str(fields.get("kind")), fields)
            if step.shoe != shoe:
                raise FairError("it is not a step of this shoe")
            if isinstance(step, PlayerCommitment) and not 1 <= step.seat <= len(opened.seats):
                raise FairError(f"there is no seat {step.seat} at this table")
            if coming is not None:
                coming = ceremonies.advance(coming, step, place)
            elif isinstance(step, ServerCommitment):
                coming = ceremonies.begin(step, place)
                if coming.ceremony.terms != terms_of(shoe, opened.rules, opened.options):
                    raise FairError("it is not on the terms of this table")
            else:
                raise FairError("the server has not committed to this shoe yet")
        except CasinoWarError as error:
            raise WrongEntry(seq, str(error)) from None
    return coming


def _seq_of(fields: Json) -> int:
    seq = fields.get("seq")
    if type(seq) is not int or seq < 0:
        raise RecordError(f"{seq!r:.20} is not the number of an entry")
    return seq


def _check_ascending(entries: Sequence[Json]) -> None:
    """Refuse entries that are out of order; between them, entries may be left out."""
    for before, entry in pairwise(entries):
        seq, apart = _seq_of(entry), _seq_of(entry) - _seq_of(before)
        try:
            check_frame(entry)
        except RecordError as error:
            raise WrongEntry(seq, str(error)) from None
        if apart < 1:
            raise WrongEntry(seq, f"it cannot come after entry {_seq_of(before)}")
        if apart == 1 and entry["prev"] != before.get("hash"):
            raise WrongEntry(seq, _NOT_NEXT)


def check_links(record: Record, fields: Json) -> None:
    """Refuse an entry that is out of place or was changed."""
    if fields.get("seq") != record.seq:
        raise WrongEntry(record.seq, f"it says it is entry {fields.get('seq')!r:.20}")
    _check_hash(record.seq, fields)
    if fields.get("prev") != record.head:
        raise WrongEntry(record.seq, _NOT_NEXT)


def _check_hash(seq: int, fields: Json) -> None:
    if fields.get("hash") != hash_of(fields):
        raise WrongEntry(seq, "it was changed: its contents do not match its hash")
