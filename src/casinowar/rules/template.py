"""A commented rule file to start from, made from the declarations of the fields.

The comments come from `casinowar.rules.fields`, so they are always up to date. This module adds
only the values and clauses of the example: a house-banked table with six decks, surrender, war and
a tie wager.
"""

import re
from collections.abc import Iterator, Mapping
from textwrap import wrap

from casinowar.rules.fields import TABLES, TERMS, Term, toml
from casinowar.rules.file import builtin_names
from casinowar.rules.model import GROUPS
from casinowar.rules.vocabulary.forms import Value

_WIDTH = 100

CLAUSES: Mapping[str, str] = {
    "T-1": "Six decks are used; aces are high, and suits count for nothing.",
    "T-2": "A player makes a primary wager, and may put a tie wager beside it.",
    "T-3": "Wagers are from 5.00 to 500.00.",
    "T-4": "Each player gets a card, then the dealer.",
    "T-5": "A higher card wins even money, a lower one loses; a tie wager loses with either.",
    "T-6": "Equal cards pay a tie wager 10 to 1, and leave the choice of surrender or war.",
    "T-7": "Surrender costs half of the primary wager.",
    "T-8": "In a war three cards are burned, and each player at war and then the dealer get one.",
    "T-9": "A war won pays the war wager 1 to 1, a war tied 2 to 1; a war lost loses both wagers.",
    "T-10": "The house has an advantage of 18.65 % on the tie wager.",
}
"""The rules of the example, for its user to replace."""

_HEAD = """\
# The rules of a table. Every field has a value and the clauses behind it:
#
#     field = { is = VALUE, by = ["CLAUSE", ...] }
#
# Put your own sentences into [clauses] and cite their ids. Where your text is silent, cite one of
# the project's decisions, ALL-1 and so on; casinowar rules shows those that apply.
#
#     casinowar check FILE    says whether the file is sound
#     casinowar rules FILE    shows the table it describes

# the name of the rule set: small letters, digits and hyphens
id = "{id}"
# a title for people
name = "{name}"
# what the rules come from
document = "The rules of our house"
# the reading that holds unless another is asked for
default_reading = "as-written"

# The clauses of the document: an id and one sentence each.
[clauses]
"""

_READINGS = """
# One way to understand the document. Where it contradicts itself, write one for each way: `set`
# gives fields other values, `removes` takes fields or whole tables away.
[readings.as-written]
says = "As it is written."
by = ["T-1"]
#
# [readings.another]
# says = "The primary wager is lost when a war is won, too."
# by = ["T-9"]
# removes = []
#
# [readings.another.set]
# "pays.war_higher.primary" = { is = "lose", by = ["T-9"] }
"""

_PRINTED = """
# A figure that the document prints. With a measure (house_edge, return or return_of_total, of
# primary, tie or war_tie) it is checked against the exact odds, to its last digit; `basis` says
# what it is a share of. `instead` is what to show in the place of a misprint; `readings` are those
# in which the figure holds, if not in all.
[[printed]]
says = "house advantage on the tie wager"
figure = "18.65 %"
by = ["T-10"]
measure = "tie.house_edge"
basis = "of the tie wager"
"""

_NOTICES = """
# What the document wants the players to be told, in a sentence. It stands on the table's sign.
# [[notice]]
# says = "A malfunction voids the round."
# by = ["T-1"]
"""

_CITED: Mapping[str, str] = {
    "shoe.ranks": "T-1",
    "shoe.decks": "T-1",
    "shoe.backs": "ALL-22",
    "shoe.cut_by": "ALL-9",
    "shoe.cut_card": "ALL-11",
    "shoe.first_burn": "ALL-12",
    "shoe.dealer_burn": "ALL-22",
    "seats.most": "ALL-2",
    "seats.usual": "ALL-2",
    "seats.holding": "ALL-2",
    "seats.players_needed": "ALL-22",
    "seats.backline": "ALL-22",
    "bank.held_by": "T-5",
    "bets.tie": "T-2",
    "limits.primary": "T-3",
    "limits.tie": "T-3",
    "limits.unit": "ALL-4",
    "limits.below": "ALL-18",
    "limits.above": "ALL-18",
    "limits.authorised": "ALL-19",
    "limits.most_returned": "ALL-19",
    "deal.direction": "ALL-20",
    "deal.original": "T-4",
    "settle.original": "ALL-20",
    "settle.collect": "ALL-21",
    "pays.odd_cent": "ALL-4",
    "pays.higher.primary": "T-5",
    "pays.higher.tie": "T-5",
    "pays.lower.primary": "T-5",
    "pays.lower.tie": "T-5",
    "pays.equal.tie": "T-6",
    "pays.surrender.primary": "T-7",
    "pays.war_higher.primary": "T-9",
    "pays.war_higher.war": "T-9",
    "pays.war_lower.primary": "T-9",
    "pays.war_lower.war": "T-9",
    "pays.war_equal.primary": "T-9",
    "pays.war_equal.war": "T-9",
    "disputes.ruled_by": "ALL-24",
    "disputes.rulings": "ALL-24",
    "disputes.cancelled_after_days": "ALL-19",
    "errors.excess": "ALL-23",
    "errors.disclosed": "ALL-23",
    "choice.offers": "T-6",
    "choice.time_out": "ALL-8",
    "war.deal": "T-8",
    "war.settle": "ALL-20",
    "war.tie_wager": "T-2",
}
"""The fields that the example has, each with the clause it cites."""

_VALUES: Mapping[str, Value] = {
    "shoe.decks": [6],
    "bets.tie": "beside primary",
    "pays.higher.primary": "1 to 1",
    "pays.higher.tie": "lose",
    "pays.lower.primary": "lose",
    "pays.lower.tie": "lose",
    "pays.equal.tie": "10 to 1",
    "pays.surrender.primary": "lose half",
    "pays.war_higher.primary": "push",
    "pays.war_higher.war": "1 to 1",
    "pays.war_lower.primary": "lose",
    "pays.war_lower.war": "lose",
    "pays.war_equal.primary": "push",
    "pays.war_equal.war": "2 to 1",
    "war.deal": ["once: burn 3", "each: player", "once: dealer"],
}
"""The values that differ from the examples of the declarations."""

_WAR_TIE = "only with a tie wager on the war deal"
_OTHER_PAYS: Mapping[str, str] = {
    "pays.equal.primary": "only without [choice]",
    "pays.forfeit.primary": "only where choice.time_out is forfeit",
    "pays.war_declared.primary": "only if this decides it, and not the war",
    "pays.war_higher.war_tie": _WAR_TIE,
    "pays.war_lower.war_tie": _WAR_TIE,
    "pays.war_equal.war_tie": _WAR_TIE,
}
"""Pays that only other rules need, written as comments."""


def template(file: str) -> str:
    """The text of a rule file to start from; its id and title come from the file's name."""
    stem = re.sub(r"[^a-z0-9]+", "-", file.removesuffix(".toml").lower()).strip("-") or "table"
    stem = f"my-{stem}" if stem in builtin_names() else stem
    name = stem.replace("-", " ").capitalize()
    head = _HEAD
    for key, value in (("id", stem), ("name", name)):
        head = head.replace(f"{{{key}}}", value)
    clauses = "".join(f'{clause} = "{says}"\n' for clause, says in CLAUSES.items())
    return head + clauses + _READINGS + "\n".join(_tables()) + _PRINTED + _NOTICES


def _tables() -> Iterator[str]:
    """The tables of the file, line by line, in the order of the vocabulary."""
    yield ""
    for group in GROUPS:
        yield from _comment(TABLES[group])
        shown = None
        for term in TERMS.values():
            if term.group != group or not _is_shown(term):
                continue
            if term.table != shown:
                if shown is not None:
                    yield ""
                if term.table != group:
                    yield from _comment(f"when {TABLES[term.table]}")
                yield f"[{term.table}]" if _is_in_use(term.table) else f"# [{term.table}]"
                shown = term.table
            yield from _field(term)
        yield ""


def _is_shown(term: Term) -> bool:
    """Whether any rules can have the field: many pays are for wagers that are not at stake."""
    is_pay = term.table.startswith("pays.")
    return not is_pay or term.field in _CITED or term.field in _OTHER_PAYS


def _is_in_use(table: str) -> bool:
    return any(TERMS[field].table == table for field in _CITED)


def _field(term: Term) -> Iterator[str]:
    """A comment that explains the field, and the field, commented out if the example lacks it."""
    told = f"{term.means}: {term.values}" if term.values else term.means
    if term.field in _CITED:
        yield from _comment(told)
        value = toml(_VALUES.get(term.field, term.rule.example))
        yield f'{term.name} = {{ is = {value}, by = ["{_CITED[term.field]}"] }}'
        return
    default = term.written_default
    without = f"may be left out and is then {toml(default)}" if default is not None else ""
    when = _OTHER_PAYS.get(term.field) or term.rule.only or without
    yield from _comment(f"{told}; {when}" if when else told)
    yield f"# {term.line}"


def _comment(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")
