"""No two different tables look alike in a comparison."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, islice, permutations, product

import pytest
from hypothesis import given

from casinowar.errors import CasinoWarError, RuleError
from casinowar.odds.comparison import COLUMNS, STATED, compare
from casinowar.rules.fields import TERMS
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.variant import changed_rules
from casinowar.rules.vocabulary.forms import Value
from tests.support.game.random_rules import rule_sets

BUILT_IN = [
    load_rules(name).rules(reading.name)
    for name in builtin_names()
    for reading in load_rules(name).readings
]


def unnamed(rules: RuleSet, sha256: str = "") -> RuleSet:
    return replace(rules, id="", reading="", sha256=sha256)


def look_alike(one: RuleSet, other: RuleSet) -> bool:
    """Whether a comparison of the two has the same facts for both."""
    rows = compare([unnamed(one, "one"), unnamed(other, "other")]).rows
    return rows[0].facts == rows[1].facts


@pytest.mark.parametrize(
    "one, other",
    [
        pytest.param(one, other, id=f"{one.id}-{one.reading}-{other.id}-{other.reading}")
        for one, other in combinations(BUILT_IN, 2)
    ],
)
def test_two_built_in_tables_look_different(one: RuleSet, other: RuleSet) -> None:
    assert unnamed(one) != unnamed(other), "these are one table"
    assert not look_alike(one, other)


@pytest.mark.parametrize("rules", BUILT_IN, ids=lambda rules: f"{rules.id}-{rules.reading}")
def test_the_same_table_looks_the_same(rules: RuleSet) -> None:
    assert look_alike(rules, rules)


TEXTS = (
    *("none", "push", "lose", "lose half", "1 to 1", "3 to 2", "7 to 1", "5.00", "25.00"),
    *("5.00 to 400.00", "1.00 to 20.00", "5.00, 50.00", "9,000.00", "20 cards", "1/5 of the shoe"),
    "2 A K Q J 10 9 8 7 6 5 4 3",
)
LISTED = (
    *("each: player", "once: dealer", "once: burn 2", "each: burn 1, player, dealer", "green"),
    *(
        f"{direction}: {wagers}"
        for direction in ("left to right", "right to left")
        for wagers in ("primary", "tie", "war", "war_tie", "primary, tie", "war, primary")
    ),
)


def values(field: str) -> Iterator[Value]:
    """Values for a field, as a rule file writes them; not all of them are allowed."""
    words = TERMS[field].allowed_words
    yield from (*words, *TEXTS, *range(13))
    for count in (1, 2):
        yield from (list(some) for some in permutations((*words, *LISTED), count))
        yield from ([6, 8][:count], [8, 6][:count])


def changed(own: RuleSet, field: str) -> Iterator[RuleSet]:
    """The rules with one field changed, for each value that is sound."""
    for value in values(field):
        if is_readable(field, value):
            with suppress(RuleError):
                yield changed_rules(load_rules(own.id), own.reading, {field: value})


@pytest.mark.takes(9)
def test_a_table_with_one_field_changed_looks_different() -> None:
    found = set()
    for field, own in product(TERMS, (BUILT_IN[0], BUILT_IN[-1])):
        for other in islice(changed(own, field), 3):
            assert look_alike(own, other) == (unnamed(own) == unnamed(other)), field
            if unnamed(own) != unnamed(other):
                found.add(field)
    assert len(found) > len(TERMS) // 2, "most fields can be changed alone"


def is_readable(field: str, value: Value) -> bool:
    try:
        TERMS[field].read(value)
    except CasinoWarError:
        return False
    return True


@given(rule_sets(), rule_sets())
def test_random_tables_that_differ_look_different(one: RuleSet, other: RuleSet) -> None:
    assert look_alike(one, other) == (unnamed(one) == unnamed(other))


def test_every_field_is_a_column_or_stated_by_one() -> None:
    assert set(TERMS) > STATED
    assert not set(COLUMNS) & set(TERMS)
