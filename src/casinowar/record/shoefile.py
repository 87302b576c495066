"""A shoe's file: everything about one shoe, so that anyone can check it anywhere.

It holds the table's header, the text of its rule file, all entries of the shoe
(`casinowar.record`), and the steps of its fair shuffle that were taken earlier, while the shoe
before it was dealt. `docs/shoe-file.md` describes the format for readers without this program.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casinowar.errors import RecordError, RuleError, WrongEntry
from casinowar.record.chain import SHOE
from casinowar.record.codec.canonical import Json, canonical, read_object
from casinowar.record.header import HEADER
from casinowar.rules.file import RuleFile, read_rules

FORMAT = "casinowar/shoe/1"

MOST_BYTES = 1 << 26
"""The most bytes that a shoe's file may have."""

_FIELDS = ("format", "shoe", "table", "rules", "steps", "entries")


@dataclass(frozen=True, slots=True)
class ShoeFile:
    """The contents of a shoe's file; its entries are not checked."""

    shoe: str
    header: Json
    rules: RuleFile
    steps: tuple[Json, ...]
    """The steps of its fair shuffle that were taken before its first entry."""
    entries: tuple[Json, ...]


def write_shoe(
    header: str, rules: bytes, entries: Sequence[str], earlier: Iterable[str] = ()
) -> str:
    """The text of a shoe's file, from the texts of a record's entries as they were stored.

    `entries` run from the shoe's first entry (for a table's first shoe, from the header) up to the
    next shoe's. Of the `earlier` entries, those that the shoe's first entry names are used. `rules`
    is the content of the rule file.
    """
    return begin_shoe(header, rules, entries, earlier) + with_entries(entries)


def begin_shoe(
    header: str, rules: bytes, entries: Sequence[str], earlier: Iterable[str] = ()
) -> str:
    """The part of a shoe's file before the entries.

    It is complete once the shoe's first entry is among `entries`; more may follow later.
    """
    read = list(map(read_object, entries))
    first = next((fields for fields in read if fields["kind"] == SHOE), None)
    if first is None:
        raise RecordError("there is no shoe in these entries")
    known = {fields["hash"]: text for text in earlier for fields in [read_object(text)]}
    steps = []
    for place in first["steps"]:
        if place["seq"] < read[0]["seq"]:
            if place["hash"] not in known:
                raise RecordError(f"entry {place['seq']}, a step of this shoe, is missing")
            steps.append(known[place["hash"]])
    return (
        f'{{"format":"{FORMAT}",\n"shoe":"{first["shoe"]}",\n"table":{header},\n'
        f'"rules":{canonical(rules.decode()).decode()},\n"steps":{_listed(steps)},\n'
    )


def with_entries(entries: Sequence[str]) -> str:
    """The rest of a shoe's file: its entries."""
    return f'"entries":{_listed(entries)}}}\n'


def _listed(texts: Sequence[str]) -> str:
    """A list of entries, one to a line, so that people can compare files."""
    return "[\n" + ",\n".join(texts) + "\n]" if texts else "[]"


def read_shoe(data: bytes) -> ShoeFile:
    """Read a shoe's file; raises `RecordError` if it does not have the right format.

    Raises `WrongEntry` if the format is right but the rules are not those that the header names, or
    are not valid.
    """
    try:
        written = read_object(data.decode())
    except UnicodeDecodeError:
        raise RecordError("this is not UTF-8") from None
    if written.get("format") != FORMAT:
        raise RecordError(f"this is not a shoe's file: its format is not {FORMAT!r}")
    missing = [name for name in _FIELDS if name not in written]
    if missing or len(written) > len(_FIELDS):
        raise RecordError(f"a shoe's file must have exactly these fields: {', '.join(_FIELDS)}")
    shoe, header, rules = written["shoe"], written["table"], written["rules"]
    if not isinstance(shoe, str) or not isinstance(rules, str):
        raise RecordError("the shoe's id and the rules are texts")
    if not isinstance(header, dict) or header.get("kind") != HEADER:
        raise RecordError("the table is not the header of a record")
    steps, entries = _entries(written["steps"], "steps"), _entries(written["entries"], "entries")
    if not entries:
        raise RecordError("entries is empty")
    if not all(_is_numbered(entry) for entry in (entries[0], *steps)):
        raise RecordError("the first entry, or a step, does not have its number in the record")
    return ShoeFile(shoe, header, _rules(header, rules.encode()), steps, entries)


def _rules(header: Json, source: bytes) -> RuleFile:
    """The table's rules; rules with another hash than the header's are not even read."""
    found = hashlib.sha256(source).hexdigest()
    if header.get("sha256") != found:
        raise WrongEntry(0, f"the file holds other rules: their SHA-256 is {found}")
    try:
        return read_rules(source, "the rules in this file")
    except RuleError as error:
        raise WrongEntry(0, f"no table can be opened under {error}") from None


def _entries(value: object, name: str) -> tuple[Json, ...]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise RecordError(f"{name} is not a list of objects")
    return tuple(value)


def _is_numbered(entry: Json) -> bool:
    seq = entry.get("seq")
    return type(seq) is int and seq >= 0
