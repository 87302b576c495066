"""The tables of docs/rule-files.md, written from the declarations of the fields.

`python -m tests.docs.rule_tables` writes them anew after a field has changed.
"""

import re
from typing import get_origin

from casinowar.rules.fields import TERMS, Term, toml
from casinowar.rules.model import GROUPS
from tests.paths import ROOT

PAGE = ROOT / "docs" / "rule-files.md"
_HEAD = "| field | what it says | values |\n|---|---|---|\n"


def rule_table(group: str) -> str:
    """The table of one group; the page explains the pays of the outcomes in tables of its own."""
    terms = [term for term in TERMS.values() if term.table == group]
    return _HEAD + "".join(_row(term) for term in terms)


def with_tables(page: str) -> str:
    """The page with each table of fields as the declarations have it."""
    for group in GROUPS:
        old = re.compile(rf"{re.escape(_HEAD)}(\| `{group}\.[a-z_]+` \|.*\n)+")
        found = old.findall(page)
        assert len(found) == 1, f"the page has {len(found)} tables for [{group}], not one"
        page = old.sub(rule_table(group).replace("\\", r"\\"), page)
    return page


def _row(term: Term) -> str:
    means = f"{term.means}; {term.rule.only}" if term.rule.only else term.means
    return f"| `{term.field}` | {means} | {_values(term)} |\n"


def _values(term: Term) -> str:
    values = re.sub(r'"[^"]+"', r"`\g<0>`", _plain_values(term))
    if term.rule.values and get_origin(term.type) is tuple:
        values = f"{values}, such as `{term.example}`"
    default = term.written_default
    return values if default is None else f"{values}; `{toml(default)}` if left out"


def _plain_values(term: Term) -> str:
    if term.rule.values or not term.allowed_words:
        return term.rule.values
    separator = "; " if term.rule.words else ", "
    words = separator.join(_explained(term, word) for word in term.allowed_words)
    return f"one or more of {words}" if get_origin(term.type) is tuple else words


def _explained(term: Term, word: str) -> str:
    says = term.rule.words.get(word)
    return f'"{word}": {says}' if says else f'"{word}"'


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text("utf-8")), "utf-8")
