"""A shoe's file: everything of one shoe, so that it can be checked far from the table.

It holds the table's header, the text of its rule file, the entries of the shoe from its first to
its last (`casinowar.record`), and before them those steps of the fair shuffle that were taken
while the shoe before was dealt. `docs/shoe-file.md` describes it for those who want to read it
without this program.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from casinowar.errors import RecordError, RuleError
from casinowar.record.canonical import Json, canonical, read_object
from casinowar.record.chain import SHOE
from casinowar.record.entry import Entry
from casinowar.record.header import HEADER
from casinowar.rulefile import RuleFile, read_rules

FORMAT = "casinowar/shoe/1"

MOST_BYTES = 1 << 26
"""No shoe's file is larger."""

_FIELDS = ("format", "shoe", "table", "rules", "steps", "entries")


@dataclass(frozen=True, slots=True)
class ShoeFile:
    """The contents of a shoe's file, read but not checked."""

    shoe: str
    header: Entry
    rules: RuleFile
    steps: tuple[Entry, ...]
    """The steps of its fair shuffle that were taken before its first entry."""
    entries: tuple[Entry, ...]


def write_shoe(
    header: Entry, rules: bytes, entries: Iterable[Entry], earlier: Iterable[Entry] = ()
) -> str:
    """The text of a shoe's file.

    `entries` are those of the record from the shoe's first entry (for a table's first shoe, from
    the header) up to the next shoe's; `earlier` are entries before them, of which those are kept
    that the shoe's first entry names. `rules` are the bytes of the rule file.
    """
    own = list(entries)
    first = next((entry for entry in own if entry["kind"] == SHOE), None)
    if first is None:
        raise RecordError("there is no shoe in these entries")
    given = {entry["hash"] for entry in own}
    kept = {entry["hash"]: entry for entry in earlier}
    steps = []
    for place in first["steps"]:
        if place["hash"] not in given:
            if place["hash"] not in kept:
                raise RecordError(f"entry {place['seq']}, a step of this shoe, is not given")
            steps.append(kept[place["hash"]])
    parts = {
        "format": FORMAT,
        "shoe": first["shoe"],
        "table": header,
        "rules": rules.decode(),
    }
    return "".join(_lines(parts, steps, own))


def _lines(parts: Json, steps: list[Entry], entries: list[Entry]) -> Iterator[str]:
    """One entry a line, so that two files can be compared by eye."""
    yield "{"
    for name, value in parts.items():
        yield f"{json.dumps(name)}:{canonical(value).decode()},\n"
    for name, listed, end in (("steps", steps, ",\n"), ("entries", entries, "}\n")):
        inside = ",\n".join(canonical(entry).decode() for entry in listed)
        yield f'"{name}":[\n{inside}\n]{end}' if inside else f'"{name}":[]{end}'


def read_shoe(data: bytes) -> ShoeFile:
    """The contents of a shoe's file; what is not in its form is refused."""
    try:
        written = read_object(data.decode())
    except UnicodeDecodeError:
        raise RecordError("this is not UTF-8") from None
    if written.get("format") != FORMAT:
        raise RecordError(f"this is not a shoe's file: its format is not {FORMAT!r}")
    missing = [name for name in _FIELDS if name not in written]
    if missing or len(written) > len(_FIELDS):
        raise RecordError(f"a shoe's file has {', '.join(_FIELDS)}, and nothing else")
    shoe, header, rules = written["shoe"], written["table"], written["rules"]
    if not isinstance(shoe, str) or not isinstance(rules, str):
        raise RecordError("the shoe's id and the rules are texts")
    if not isinstance(header, dict) or header.get("kind") != HEADER:
        raise RecordError("the table is not the header of a record")
    try:
        loaded = read_rules(rules.encode(), "the rules in this file")
    except RuleError as error:
        raise RecordError(str(error)) from None
    return ShoeFile(
        shoe,
        header,
        loaded,
        _entries(written["steps"], "steps"),
        _entries(written["entries"], "entries"),
    )


def _entries(value: object, name: str) -> tuple[Entry, ...]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise RecordError(f"{name} is not a list of objects")
    if not value and name == "entries":
        raise RecordError("entries is empty")
    return tuple(value)
