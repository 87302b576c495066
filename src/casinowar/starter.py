"""A commented rule file to start from, written from the vocabulary itself.

Each field carries its meaning and its words from `casinowar.vocabulary`, so the file can never
lag behind what rule files may say. Here stand only the values and the clauses of the example: a
house-banked table of six decks with surrender, war and a tie wager.
"""

import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, get_args, get_origin

from casinowar.rulefile import builtin_names
from casinowar.rules import GROUPS
from casinowar.vocabulary import TERMS, Term

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
# The rules of a table. Every field is a value and the clauses it rests on:
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
# what it is a share of. `instead` is what to show in the place of a misprint.
[[printed]]
says = "house advantage on the tie wager"
figure = "18.65 %"
by = ["T-10"]
measure = "tie.house_edge"
basis = "of the tie wager"
"""

_TABLES: Mapping[str, str] = {
    "shoe": "The cards, and how a shoe begins and ends.",
    "seats": "Who sits where.",
    "bank": "Who pays and collects.",
    "bets": "The wagers before the deal.",
    "limits": "What a wager may amount to. Amounts are texts.",
    "deal": "The original deal: steps done once, or for each seat, of burn N, player and dealer.",
    "settle": "Settlement: passes along the table, each over some wagers.",
    "pays": "What each wager pays, net: push, lose, lose half, or odds such as 3 to 2. A wager is "
    "paid at the outcome that decides it.",
    "disputes": "Who rules on a round.",
    "errors": "Cards drawn or shown by mistake.",
    "choice": "What the holder of a tie hand may do. Without it pays.equal.primary settles a tie.",
    "war": "The war deal. It stands in the file if war is offered.",
}

_VALUES: Mapping[str, tuple[str, str]] = {
    "shoe.ranks": ("", "T-1"),
    "shoe.decks": ("[6]", "T-1"),
    "shoe.backs": ("", "ALL-22"),
    "shoe.cut_by": ("", "ALL-9"),
    "shoe.cut_card": ("", "ALL-11"),
    "shoe.first_burn": ("", "ALL-12"),
    "shoe.dealer_burn": ("", "ALL-22"),
    "seats.most": ("", "ALL-2"),
    "seats.usual": ("", "ALL-2"),
    "seats.holding": ("", "ALL-2"),
    "seats.players_needed": ("", "ALL-22"),
    "seats.backline": ("", "ALL-22"),
    "bank.held_by": ("", "T-5"),
    "bets.tie": ('"beside primary"', "T-2"),
    "limits.primary": ("", "T-3"),
    "limits.tie": ("", "T-3"),
    "limits.unit": ("", "ALL-4"),
    "limits.below": ("", "ALL-18"),
    "limits.above": ("", "ALL-18"),
    "limits.authorised": ("", "ALL-19"),
    "limits.most_returned": ("", "ALL-19"),
    "deal.direction": ("", "ALL-20"),
    "deal.original": ("", "T-4"),
    "settle.original": ("", "ALL-20"),
    "settle.collect": ("", "ALL-21"),
    "pays.odd_cent": ("", "ALL-4"),
    "pays.higher.primary": ('"1 to 1"', "T-5"),
    "pays.higher.tie": ('"lose"', "T-5"),
    "pays.lower.primary": ('"lose"', "T-5"),
    "pays.lower.tie": ('"lose"', "T-5"),
    "pays.equal.tie": ('"10 to 1"', "T-6"),
    "pays.surrender.primary": ('"lose half"', "T-7"),
    "pays.war_higher.primary": ('"push"', "T-9"),
    "pays.war_higher.war": ('"1 to 1"', "T-9"),
    "pays.war_lower.primary": ('"lose"', "T-9"),
    "pays.war_lower.war": ('"lose"', "T-9"),
    "pays.war_equal.primary": ('"push"', "T-9"),
    "pays.war_equal.war": ('"2 to 1"', "T-9"),
    "disputes.ruled_by": ("", "ALL-24"),
    "disputes.rulings": ("", "ALL-24"),
    "disputes.cancelled_after_days": ("", "ALL-19"),
    "errors.excess": ("", "ALL-23"),
    "errors.disclosed": ("", "ALL-23"),
    "choice.offers": ("", "T-6"),
    "choice.time_out": ("", "ALL-8"),
    "war.deal": ('["once: burn 3", "each: player", "once: dealer"]', "T-8"),
    "war.settle": ("", "ALL-20"),
    "war.tie_wager": ("", "T-2"),
}
"""The value of each field, where the vocabulary's own example will not do, and its clause."""

_LEFT_OUT: Mapping[str, str] = {
    "bank.rounds": "only where a player holds the bank",
    "pays.equal.primary": "only without [choice]",
    "pays.forfeit.primary": "only where choice.time_out is forfeit",
    "pays.war_declared.primary": "only if it ends there, and not in the war",
    "pays.war_higher.war_tie": "only with a tie wager on the war deal",
    "pays.war_lower.war_tie": "only with a tie wager on the war deal",
    "pays.war_equal.war_tie": "only with a tie wager on the war deal",
}
"""Fields that other rules need: they stand in the file as comments."""


_HINTS: Mapping[str, str] = {
    "shoe.cut_by": "",
    "bank.held_by": "",
    "shoe.decks": "1 to 12",
    "shoe.cut_card": '"30 cards", a share, or "none": always a fresh shoe',
    "limits.primary": 'a range, or fixed amounts as "5.00, 10.00, 25.00"',
    "limits.tie": "the same; may be left out and is then the primary's",
    "limits.authorised": 'an amount, "none", or "stated": the operator states it',
    "limits.most_returned": 'an amount or "none"',
    "disputes.cancelled_after_days": 'a number of days or "none"',
}
"""The values of fields that are no choice of words, or whose meaning has its words."""


def starter(file: str) -> str:
    """The text of a rule file to start from; its id and title come from the file's name."""
    stem = re.sub(r"[^a-z0-9]+", "-", file.removesuffix(".toml").lower()).strip("-") or "table"
    stem = f"my-{stem}" if stem in builtin_names() else stem
    name = stem.replace("-", " ").capitalize()
    head = _HEAD
    for key, value in (("id", stem), ("name", name)):
        head = head.replace(f"{{{key}}}", value)
    clauses = "".join(f'{clause} = "{says}"\n' for clause, says in CLAUSES.items())
    return head + clauses + _READINGS + "\n".join(_tables()) + _PRINTED


def _tables() -> Iterator[str]:
    """The tables of the file, line by line, in the order of the vocabulary."""
    yield ""
    for group in GROUPS:
        yield from _comment(_TABLES[group])
        shown = None
        for term in TERMS.values():
            table = term.field.rpartition(".")[0]
            if table.partition(".")[0] != group or not _is_shown(term):
                continue
            if table != shown:
                if shown is not None:
                    yield ""
                yield f"[{table}]" if _is_in_use(table) else f"# [{table}]"
                shown = table
            yield from _field(term)
        yield ""


def _is_shown(term: Term) -> bool:
    return term.field in _VALUES or term.field in _LEFT_OUT


def _is_in_use(table: str) -> bool:
    return any(field.rpartition(".")[0] == table for field in _VALUES)


def _field(term: Term) -> Iterator[str]:
    words = ", ".join(f'"{word}"' for word in _words(term.type))
    values = _HINTS.get(term.field, words)
    told = f"{term.means}: {values}" if values else term.means
    if term.field in _LEFT_OUT:
        yield from _comment(f"{told}; {_LEFT_OUT[term.field]}")
        yield f"# {term.line}"
        return
    value, clause = _VALUES[term.field]
    yield from _comment(told)
    yield f'{term.name} = {{ is = {value or term.example}, by = ["{clause}"] }}'


def _comment(text: str) -> list[str]:
    return wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _words(kind: Any) -> list[str]:
    """The words that a field's type allows, in lists and unions too."""
    if isinstance(kind, str):
        return [kind]
    if get_origin(kind) is None:
        return []
    return [word for argument in get_args(kind) for word in _words(argument)]
