"""Checks several shoe files together: files that follow one another form one chain.

Files may come more than once, and some may be missing. That is no error: the check says what it
could not check because of it. It is an error if two files are each right, but have different
entries with the same number.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from casinowar.audit import Auditor
from casinowar.audit.files import audit_shoe
from casinowar.errors import WrongEntry
from casinowar.record.ceremonies import Preparation
from casinowar.record.codec.canonical import Json
from casinowar.record.shoefile import ShoeFile


@dataclass
class _Known:
    """What is known of one table from the files that were right so far."""

    last: Auditor | None = None
    """The auditor of the file that reaches furthest; `None` after a wrong file."""
    ends: dict[int, Auditor] = field(default_factory=dict)
    """The auditors that another file may continue from, by the number of the next entry."""
    seen: dict[int, tuple[str, str]] = field(default_factory=dict)
    """The hash and file of every entry, by its number."""


class Chains:
    """Checks files of any tables. Give the files of one table in the order of `place`."""

    def __init__(self) -> None:
        self._tables: dict[str, _Known] = {}

    def take(self, file: ShoeFile, name: str) -> tuple[Auditor, list[str]]:
        """Check the next file; also return what could not be checked because files are missing."""
        table, begins = place(file)
        known = self._tables.setdefault(table, _Known())
        before = known.ends.get(begins)
        try:
            auditor = audit_shoe(file, before)
            _check_agrees(file, known)
            absent = [] if before is not None else _absent(file, known.last)
        except WrongEntry:
            known.last = None
            raise
        self._learn(known, file, name, auditor)
        return auditor, absent

    def _learn(self, known: _Known, file: ShoeFile, name: str, auditor: Auditor) -> None:
        _, begins = place(file)
        for entry in _all_entries(file):
            known.seen.setdefault(entry["seq"], (entry["hash"], name))
        known.ends = {seq: ended for seq, ended in known.ends.items() if seq >= begins}
        known.ends[auditor.record.seq] = auditor
        if known.last is None or known.last.record.seq <= auditor.record.seq:
            known.last = auditor


def place(file: ShoeFile) -> tuple[str, int]:
    """Return where a file belongs: the hash of its table's header, and its first entry's number."""
    return str(file.header.get("hash")), file.entries[0]["seq"]


def _all_entries(file: ShoeFile) -> Iterator[Json]:
    yield file.header
    yield from file.steps
    yield from file.entries


def _check_agrees(file: ShoeFile, known: _Known) -> None:
    """Refuse a file with an entry that differs from the same entry in an earlier file."""
    for entry in _all_entries(file):
        seen = known.seen.get(entry["seq"])
        if seen is not None and seen[0] != entry["hash"]:
            raise WrongEntry(
                entry["seq"], f"it differs in {seen[1]}: the two are not from one record"
            )


def _absent(file: ShoeFile, last: Auditor | None) -> list[str]:
    """Describe what is missing before a file; refuse a file that cannot follow the last one."""
    _, begins = place(file)
    if last is None or begins <= last.record.seq:
        return []
    record, shoe = last.record, last.shoes[-1]
    coming, number = record.coming, int(file.shoe.rpartition("/")[2])
    if number <= record.shoes and not (coming is not None and _comes_of(coming, file)):
        raise WrongEntry(begins, f"shoe {file.shoe} already appeared before entry {record.seq}")
    absent = _shoes(record.id, range(record.shoes + (coming is None), number))
    rounds, rounds_before = file.entries[0]["state"]["rounds"], record.table.rounds
    if rounds != rounds_before and shoe.end in ("dealt", "abandoned") and not absent:
        raise WrongEntry(
            begins, f"it counts {rounds} rounds, but the shoe before ended after {rounds_before}"
        )
    if shoe.end == "open" or not absent:
        absent.insert(0, f"the rest of shoe {shoe.brought.shoe}")
    what = " and ".join(absent)
    return [f"{what}, entries {record.seq} to {begins - 1}: not in these files"]


def _comes_of(coming: Preparation, file: ShoeFile) -> bool:
    """Whether a file's shoe is the one in preparation; a closed list does not change."""
    known = coming.steps if coming.ceremony.is_closed else (coming.server,)
    hashes = [step["hash"] for step in file.steps[: len(known)]]
    return hashes == [place.hash for place in known]


def _shoes(table: str, numbers: range) -> list[str]:
    match len(numbers):
        case 0:
            return []
        case 1:
            return [f"shoe {table}/{numbers[0]}"]
        case _:
            return [f"shoes {table}/{numbers[0]} to {table}/{numbers[-1]}"]
