"""An entry of a record: a JSON text that names its place, its forerunner's hash and its own.

``hash`` is the SHA-256 of the canonical JSON of all the other fields, ``prev`` among them: so the
last hash of a chain stands for every byte before it. An entry may say who acted and when; both
come from outside.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from casinowar.actions import Action
from casinowar.errors import RecordError
from casinowar.events import Event
from casinowar.record.canonical import MOST_NUMBER, Json, canonical, digest, read_object
from casinowar.record.texts import quoted, text_of

ACTION = "action"
"""The kind of the entries that hold an action and its events."""

FRAME = ("seq", "prev", "kind", "hash", "who", "at")
"""The fields that any entry has, or may have; the others are its kind's."""

NO_HASH = "0" * 64
"""What stands before the first entry of a chain."""

_GAP = f'"hash":"{NO_HASH}",'

MOST_WHO = 200
"""The most characters of a text that says who acted."""

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Entry(NamedTuple):
    """An entry as it is kept; number, kind and hash are also in its text."""

    seq: int
    kind: str
    hash: str
    text: str
    """Canonical JSON."""

    @property
    def body(self) -> Json:
        """All its fields."""
        return read_object(self.text)


def seal(seq: int, prev: str, kind: str, body: Json, who: str | None, at: int | None) -> Entry:
    """The entry of this place in a chain, with its hash.

    It is written once, with a gap for the hash; what stands around the gap is hashed. Within a text
    quotes are escaped, and no object in a field that sorts before the hash has one of its own.
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
    """The same as `seal`, for an action and its events, which most entries are: much faster."""
    when = "" if at is None else f'"at":{_checked_at(at)},'
    told = ",".join([text_of(event) for event in events])
    by = "" if who is None else f',"who":{quoted(_checked_who(who))}'
    first = f'{{"action":{text_of(action)},{when}"events":[{told}],'
    last = f'"kind":"{ACTION}","prev":"{prev}","seq":{seq}{by}}}'
    hashed = hashlib.sha256(f"{first}{last}".encode()).hexdigest()
    return Entry(seq, ACTION, hashed, f'{first}"hash":"{hashed}",{last}')


def hash_of(fields: Json) -> str:
    """The hash that an entry of these fields must have."""
    return digest({name: value for name, value in fields.items() if name != "hash"})


def check_frame(fields: Json) -> None:
    """Refuse an entry without a hash of the one before, or that tells who or when as none does."""
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
