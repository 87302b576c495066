"""The audit of one shoe file, alone or as the continuation of the file before it."""

from casinowar.audit import Auditor
from casinowar.errors import RuleError, WrongEntry
from casinowar.record.chain import SHOE, Record
from casinowar.record.codec.canonical import Json, canonical
from casinowar.record.entry import hash_of
from casinowar.record.header import HEADER
from casinowar.record.reader import open_again, resume
from casinowar.record.shoefile import ShoeFile
from casinowar.record.steps import KIND_OF, ServerReveal
from casinowar.rules.model import RuleSet


def audit_shoe(file: ShoeFile, before: Auditor | None = None) -> Auditor:
    """Check a shoe's file; pass the auditor of the file before it to check that they connect."""
    auditor, rest = start(file, before)
    for text in rest:
        auditor.take(text)
    if not auditor.shoes:
        raise WrongEntry(auditor.record.seq, "the file ends before its shoe comes to the table")
    return auditor


def start(file: ShoeFile, before: Auditor | None = None) -> tuple[Auditor, list[str]]:
    """Return an auditor for a shoe's file, and the texts of the entries to give it."""
    _check_header(file)
    rules, header, texts = _rules(file), _text(file.header), list(map(_text, file.entries))
    opened, first = open_again(rules, header), _first_entry(file)
    begins_record = file.entries[0].get("kind") == HEADER
    if begins_record and texts[0] != header:
        raise WrongEntry(0, "it is not the header in the file's table field")
    _check_steps(file, first)
    seeds = {
        str(entry.get("shoe")): str(entry.get("seed"))
        for entry in file.entries
        if entry.get("kind") == KIND_OF[ServerReveal]
    }
    if before is not None and _same_table(file, before.record):
        _check_goes_on(file, before.record)
        known = before.known_from
        return Auditor(before.record, seeds, known_from=known, earlier=before.earlier), texts
    if begins_record:
        return Auditor(opened, seeds), texts[1:]
    record = resume(rules, header, _text(first), list(map(_text, file.steps)))
    return Auditor(record, seeds), texts


def _text(fields: Json) -> str:
    return canonical(fields).decode()


def _check_header(file: ShoeFile) -> None:
    if file.header.get("hash") != hash_of(file.header):
        raise WrongEntry(0, "it was changed: its contents do not match its hash")


def _same_table(file: ShoeFile, record: Record) -> bool:
    return bool(file.header.get("hash") == record.header)


def _check_goes_on(file: ShoeFile, record: Record) -> None:
    """Refuse a file that does not begin where the same table's file before it ends."""
    begins = _seq(file.entries[0])
    if begins != record.seq:
        raise WrongEntry(
            begins, f"the file before ends with entry {record.seq - 1}; next is entry {record.seq}"
        )


def _rules(file: ShoeFile) -> RuleSet:
    """Return the rules in the reading that the table was opened under."""
    try:
        return file.rules.rules(str(file.header.get("reading")))
    except RuleError as error:
        raise WrongEntry(0, str(error)) from None


def _first_entry(file: ShoeFile) -> Json:
    """Return the first entry of the file's one shoe."""
    shoes = [entry for entry in file.entries if entry.get("kind") == SHOE]
    begins = _seq(file.entries[0])
    if [shoe.get("shoe") for shoe in shoes] != [file.shoe]:
        raise WrongEntry(begins, f"the entries must be of shoe {file.shoe[:80]!r} and no other")
    if file.entries[0].get("kind") not in (SHOE, HEADER):
        raise WrongEntry(
            begins, "the entries must begin with a header or with a shoe's first entry"
        )
    return shoes[0]


def _check_steps(file: ShoeFile, first: Json) -> None:
    """Refuse a file whose steps are not exactly the earlier ones that its first entry names."""
    for step in file.steps:
        if step.get("hash") != hash_of(step):
            raise WrongEntry(_seq(step), "it was changed: its contents do not match its hash")
    begins, places = _seq(file.entries[0]), first.get("steps")
    named = places if isinstance(places, list) else []
    earlier = [place for place in named if isinstance(place, dict) and _seq(place) < begins]
    if [{"seq": step.get("seq"), "hash": step.get("hash")} for step in file.steps] != earlier:
        raise WrongEntry(_seq(first), "the file's steps are not the ones that this entry names")


def _seq(entry: Json) -> int:
    seq = entry.get("seq")
    return seq if isinstance(seq, int) else 0
