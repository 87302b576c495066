"""Shoes' files of a table, one after the other: where one goes on from another, they are one chain.

Files come in any order and more than once, and some are not there: none of that is anyone's fault,
and what could not be checked for it is told. Two files that are right, each in itself, and have
another entry in the same place are not.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from casinowar.audit import Auditor
from casinowar.audit.files import audit_shoe
from casinowar.errors import WrongEntry
from casinowar.record.canonical import Json
from casinowar.record.preparing import Preparation
from casinowar.shoefile import ShoeFile


@dataclass
class _Known:
    """What the files of one table have told so far, which were right."""

    last: Auditor | None = None
    """That of the file that goes furthest; none after a file that is wrong."""
    ends: dict[int, Auditor] = field(default_factory=dict)
    """By the entry that is next, those another file may go on from."""
    seen: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Hash and file of every entry."""


class Chains:
    """Checks files of any tables; those of one table are given in the order of `place`."""

    def __init__(self) -> None:
        self._tables: dict[str, _Known] = {}

    def take(self, file: ShoeFile, name: str) -> tuple[Auditor, list[str]]:
        """Check the next file; also what cannot be told, because a file between is not there."""
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
    """Where a file belongs: its table, by the hash of the header, and its first entry."""
    return str(file.header.get("hash")), file.entries[0]["seq"]


def _all_entries(file: ShoeFile) -> Iterator[Json]:
    yield file.header
    yield from file.steps
    yield from file.entries


def _check_agrees(file: ShoeFile, known: _Known) -> None:
    """Refuse a file that has another entry than a file before it in the same place."""
    for entry in _all_entries(file):
        seen = known.seen.get(entry["seq"])
        if seen is not None and seen[0] != entry["hash"]:
            raise WrongEntry(
                entry["seq"], f"it is another one in {seen[1]}: both cannot be of one record"
            )


def _absent(file: ShoeFile, last: Auditor | None) -> list[str]:
    """What lies between a file and the one before, in words; refused if there can be nothing."""
    _, begins = place(file)
    if last is None or begins <= last.record.seq:
        return []
    record, shoe = last.record, last.shoes[-1]
    coming, number = record.coming, int(file.shoe.rpartition("/")[2])
    if number <= record.shoes and not (coming is not None and _comes_of(coming, file)):
        raise WrongEntry(begins, f"shoe {file.shoe} was told of before entry {record.seq} already")
    absent = _shoes(record.id, range(record.shoes + (coming is None), number))
    rounds, there = file.entries[0]["state"]["rounds"], record.table.rounds
    if rounds != there and shoe.end in ("dealt", "abandoned") and not absent:
        raise WrongEntry(
            begins, f"{rounds} rounds were played, but {there} when the shoe before was over"
        )
    if shoe.end == "open" or not absent:
        absent.insert(0, f"the rest of shoe {shoe.brought.shoe}")
    what = " and ".join(absent)
    return [f"{what}, entries {record.seq} to {begins - 1}: not in these files"]


def _comes_of(coming: Preparation, file: ShoeFile) -> bool:
    """Whether a file's shoe is the one in preparation; a list that is closed does not change."""
    known = coming.steps if coming.ceremony.is_closed else (coming.server,)
    told = [step["hash"] for step in file.steps[: len(known)]]
    return told == [place.hash for place in known]


def _shoes(table: str, numbers: range) -> list[str]:
    match len(numbers):
        case 0:
            return []
        case 1:
            return [f"shoe {table}/{numbers[0]}"]
        case _:
            return [f"shoes {table}/{numbers[0]} to {table}/{numbers[-1]}"]
