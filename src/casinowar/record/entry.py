"""An entry of a record: JSON with its number, the hash of the entry before, and its own hash.

``hash`` is the SHA-256 of the canonical JSON of all the other fields, including ``prev``, so the
last hash of a chain depends on every byte before it. An entry may say who acted and when; the
caller provides both.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from casinowar.errors import RecordError
from casinowar.game.actions import Action
from casinowar.game.events import Event
from casinowar.record.codec.canonical import (
    MOST_NUMBER,
    Json,
    canonical,
    digest,
    quoted,
    read_object,
)
from casinowar.record.codec.events import text_of

ACTION = "action"
"""The kind of an entry that holds an action and its events."""

FRAME = ("seq", "prev", "kind", "hash", "who", "at")
"""The fields that every entry has or may have; the others depend on its kind."""

NO_HASH = "0" * 64
"""The ``prev`` of the first entry of a chain."""

_GAP = f'"hash":"{NO_HASH}",'

MOST_WHO = 200
"""The most characters that ``who`` may have."""

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Entry(NamedTuple):
    """An entry to be stored; its number, kind and hash are in its text too."""

    seq: int
    kind: str
    hash: str
    text: str
    """Canonical JSON."""

    @property
    def body(self) -> Json:
        """All the fields of the entry."""
        return read_object(self.text)


def seal(seq: int, prev: str, kind: str, body: Json, who: str | None, at: int | None) -> Entry:
    """Make the entry at this place in a chain, with its hash.

    The JSON is written once, with a placeholder for the hash; the text around it is hashed. The
    placeholder cannot occur earlier: quotes inside strings are escaped, and no object in a field
    that sorts before ``hash`` has a ``hash`` of its own.
    """
    fields = {"seq": seq, "prev": prev, "kind": kind, "hash": NO_HASH, **body}
    if who is not None:
        fields["who"] = _checked_who(who)
    if at is not None:
        fields["at"] = _checked_at(at)
    before, _, after = canonical(fields).decode().partition(_GAP)
    hashed = hashlib.sha256(f"{before}{after}".encode()).hexdigest()
    return Entry(seq, kind, hashed, f'{before}"hash":"{hashed}",{after}')


def seal_action(
    seq: int,
    prev: str,
    action: Action,
    events: Iterable[Event],
    who: str | None,
    at: int | None,
) -> Entry:
    """A much faster `seal` for an action and its events, the most common kind of entry."""
    when = "" if at is None else f'"at":{_checked_at(at)},'
    told = ",".join([text_of(event) for event in events])
    by = "" if who is None else f',"who":{quoted(_checked_who(who))}'
    first = f'{{"action":{text_of(action)},{when}"events":[{told}],'
    last = f'"kind":"{ACTION}","prev":"{prev}","seq":{seq}{by}}}'
    hashed = hashlib.sha256(f"{first}{last}".encode()).hexdigest()
    return Entry(seq, ACTION, hashed, f'{first}"hash":"{hashed}",{last}')


def hash_of(fields: Json) -> str:
    """The hash that an entry with these fields must have."""
    return digest({name: value for name, value in fields.items() if name != "hash"})


def check_frame(fields: Json) -> None:
    """Refuse an entry whose ``prev``, ``who`` or ``at`` is not valid."""
    if _HASH.fullmatch(str(fields.get("prev"))) is None:
        raise RecordError("prev is not the hash of an entry")
    if "who" in fields:
        _checked_who(fields["who"])
    if "at" in fields:
        _checked_at(fields["at"])


def _checked_who(who: object) -> str:
    if isinstance(who, str) and 0 < len(who) <= MOST_WHO:
        return who
    raise RecordError(f"who acted is a text of 1 to {MOST_WHO} characters")


def _checked_at(at: object) -> int:
    if type(at) is int and 0 <= at <= MOST_NUMBER:
        return at
    raise RecordError("the time of an entry is a whole number from 0 up, below 2**53")
