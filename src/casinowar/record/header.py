"""The first entry of a record: which table it is, under which rules, opened how."""

import re

from casinowar.errors import RecordError, RuleError
from casinowar.fair import PROTOCOL
from casinowar.options import Options, resolve
from casinowar.record.canonical import Json
from casinowar.record.plain import from_plain, to_plain
from casinowar.rules import RuleSet

FORMAT = "casinowar/record/1"
HEADER = "table"

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", re.ASCII)


def check_id(table_id: object) -> None:
    """Refuse what is no id of a table."""
    if not isinstance(table_id, str) or _ID.fullmatch(table_id) is None:
        raise RecordError(
            f"{str(table_id)[:80]!r} is not the id of a table: use 1 to 64 letters, digits, dots, "
            "dashes or underscores, beginning with a letter or a digit"
        )


def header_body(table_id: str, rules: RuleSet, options: Options) -> Json:
    """What the header says."""
    return {
        "format": FORMAT,
        "table": table_id,
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "fair": "" if options.hand_dealt else PROTOCOL,
        "options": to_plain(options),
    }


def read_options(rules: RuleSet, value: object) -> Options:
    """The options in a header; those the rules do not allow are refused."""
    options = from_plain(Options, value, "options")
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
        )
    except RuleError as error:
        raise RecordError(f"options: {error}") from None
    if options != allowed:
        raise RecordError("options: the cut card's place is not what these rules make it")
    return options
