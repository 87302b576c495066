"""An entry of a record: a JSON object that names its place, its forerunner's hash and its own.

``hash`` is the SHA-256 of the canonical JSON of all the other fields, ``prev`` among them: so the
last hash of a chain stands for every byte before it. An entry may say who acted and when; both
come from outside.
"""

import re

from casinowar.errors import RecordError
from casinowar.record.canonical import MOST_NUMBER, Json, digest

Entry = Json
"""``{"seq": …, "prev": …, "kind": …, …, "hash": …}``."""

NO_HASH = "0" * 64
"""What stands before the first entry of a chain."""

MOST_WHO = 200
"""The most characters of a text that says who acted."""

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)


def seal(
    seq: int, prev: str, kind: str, body: Json, *, who: str | None = None, at: int | None = None
) -> Entry:
    """The entry of this place in a chain, with its hash."""
    entry = {"seq": seq, "prev": prev, "kind": kind, **body}
    if who is not None:
        entry["who"] = checked_who(who)
    if at is not None:
        entry["at"] = checked_at(at)
    entry["hash"] = digest(entry)
    return entry


def hash_of(entry: Entry) -> str:
    """The hash an entry must have."""
    return digest({name: value for name, value in entry.items() if name != "hash"})


def checked_who(who: object) -> str:
    """Who acted, as a text of any contents."""
    if isinstance(who, str) and 0 < len(who) <= MOST_WHO:
        return who
    raise RecordError(f"who acted is a text of 1 to {MOST_WHO} characters")


def checked_at(at: object) -> int:
    """When it was, in whole units of the caller's choice."""
    if type(at) is int and 0 <= at <= MOST_NUMBER:
        return at
    raise RecordError("the time of an entry is a whole number from 0 up, below 2**53")


def is_hash(value: object) -> bool:
    """Whether a value is the text of a hash."""
    return isinstance(value, str) and _HASH.fullmatch(value) is not None
