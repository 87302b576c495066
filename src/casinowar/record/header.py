"""The header, the first entry of a record: the table's id, its rules and its options."""

import re

from casinowar.errors import RecordError, RuleError
from casinowar.fair import PROTOCOL
from casinowar.record.codec.canonical import Json
from casinowar.record.codec.values import from_plain, to_plain
from casinowar.rules.model import RuleSet
from casinowar.rules.options import Options, PracticeOptions, resolve

FORMAT = "casinowar/record/1"
HEADER = "table"

ID_PATTERN = r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}"

_ID = re.compile(ID_PATTERN, re.ASCII)


def check_id(table_id: object) -> None:
    """Raise `RecordError` unless this is a valid table id."""
    if not isinstance(table_id, str) or _ID.fullmatch(table_id) is None:
        raise RecordError(
            f"{str(table_id)[:80]!r} is not the id of a table: use 1 to 64 letters, digits, dots, "
            "dashes or underscores, beginning with a letter or a digit"
        )


def header_body(table_id: str, rules: RuleSet, options: Options) -> Json:
    """The fields of a header; only a practice table's has the field `practice`."""
    practice: Json = {"practice": 1} if options.practice else {}
    return {
        "format": FORMAT,
        "table": table_id,
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "fair": "" if options.hand_dealt else PROTOCOL,
        "options": to_plain(options),
        **practice,
    }


def read_options(rules: RuleSet, value: object, *, practice: bool = False) -> Options:
    """Read the options in a header; raise `RecordError` if the rules do not allow them."""
    options = from_plain(PracticeOptions if practice else Options, value, "options")
    ruled = rules.limits.most_returned
    try:
        allowed = resolve(
            rules,
            decks=options.decks,
            seats=options.seats,
            primary=options.primary,
            tie=options.tie,
            authorised=options.authorised,
            most_returned=None if options.most_returned == ruled else options.most_returned,
            first_burn=options.first_burn,
            collect=options.collect,
            hand_dealt=options.hand_dealt,
            practice=practice,
        )
    except RuleError as error:
        raise RecordError(f"options: {error}") from None
    if options != allowed:
        raise RecordError("options: the range of the cut card's place does not follow these rules")
    return options
