"""Prices for those who look at a table or explore a rule set: exact, kept once they are known."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from casinowar import __version__
from casinowar.odds.comparison import COLUMNS, compare, differing
from casinowar.odds.price_json import decimal, price_json, text, usual_play
from casinowar.odds.request import sheet_of
from casinowar.odds.rounding import root
from casinowar.odds.sessions.convolution import lattice
from casinowar.odds.sessions.session import exact_session
from casinowar.odds.sheet import Sheet
from casinowar.rules.fields import TERMS
from casinowar.rules.file import RuleFile, builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.variant import Value, changed_rules, written_fields

Json = dict[str, Any]

MOST_ROUNDS = 200
"""Of a session that is worked out here."""

MOST_RESULTS = 4_000
"""A session with more different results is not worked out: odd pays have millions."""

_EXPLORED = (
    *("bets.tie", "choice.offers", "war.deal", "war.tie_wager"),
    *("shoe.first_burn", "shoe.dealer_burn"),
)


@lru_cache(maxsize=256)
def price(rules: RuleSet, decks: str, gone: str, rounds: int) -> Json:
    """Every figure of a rule set, with cards gone; and of a session, where it has rounds."""
    sheet, number = sheet_of(rules, decks or None, gone or None)
    told = {"version": __version__, **price_json(sheet, number), "gone": gone}
    return told | {"session": _session(sheet, rounds)} if rounds else told


def _session(sheet: Sheet, rounds: int) -> Json | None:
    """How so many rounds end; chances to twelve decimals, for a plot."""
    if lattice(sheet.primary).span * rounds >= MOST_RESULTS:
        return None
    played = exact_session(sheet.primary, rounds)
    return {
        "basis": f"independent rounds with a primary of 1, {usual_play(sheet)}",
        "rounds": rounds,
        "expectation": text(played.mean),
        "standard_deviation": decimal(root(played.variance)),
        "ahead": decimal(played.ahead),
        "even": decimal(played.even),
        "behind": decimal(played.behind),
        "results": [
            {"net": text(net), "probability": decimal(chance)} for net, chance in played.results()
        ],
    }


def explored(
    file: RuleFile, reading: str | None, changes: Mapping[str, Value], decks: str, rounds: int
) -> Json:
    """The price of a rule set with some fields changed, and the fields that can be."""
    rules = changed_rules(file, reading, changes)
    written = written_fields(file, rules.reading)
    fields = [
        {
            "field": field,
            "means": TERMS[field].means,
            "is": changes.get(field, was),
            "was": was,
            "words": list(TERMS[field].allowed_words),
            "by": list(file.cites(field, rules.reading)),
        }
        for field, was in written.items()
        if field in _EXPLORED or (field.startswith("pays.") and field != "pays.odd_cent")
    ]
    return {**price(rules, decks, "", rounds), "fields": fields}


@lru_cache(maxsize=1)
def comparison() -> Json:
    """Every built-in rule set under every reading, and in which facts it differs from most."""
    files = [load_rules(name) for name in builtin_names()]
    rows = compare(file.rules(reading.name) for file in files for reading in file.readings)
    return {
        "columns": list(COLUMNS),
        "rows": [
            {
                "rules": row.rules,
                "reading": row.reading,
                "facts": list(row.facts),
                "differs": list(marks),
            }
            for row, marks in zip(rows, differing(rows), strict=True)
        ],
    }
