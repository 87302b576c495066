"""How a table is opened: every default, every choice, and every refusal with its words."""

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import pytest

from casinowar.errors import RuleError
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import Limit, RuleSet
from casinowar.rules.options import Options, resolve
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import rules_of

RANGE = Limit(500, 50_000)
LISTED = Limit(500, 10_000, (500, 1000, 2500, 10_000))
SMALL = Limit(100, 10_000)

LISTED_RANGE = Limit(500, 10_000)


def options(name: str, **given: Any) -> Options:
    return resolve(rules_of(name), **given)


@pytest.mark.parametrize(
    "name, expected",
    [
        ("washington", (6, 7, RANGE, RANGE, 50_000, None, 64, 78, False, "pick and pay", False)),
        ("fun-casino", (6, 7, RANGE, RANGE, None, None, 19, 30, True, "lay and pay", False)),
        ("online", (6, 3, SMALL, SMALL, 10_000, 780_000, 0, 0, False, "lay and pay", False)),
        (
            "south-dakota",
            (6, 7, LISTED, LISTED_RANGE, None, None, 64, 78, False, "pick and pay", False),
        ),
        ("california", (6, 8, RANGE, RANGE, None, None, 40, 78, True, "by deal", False)),
    ],
)
def test_what_is_not_said_is_as_the_rules_have_it(name: str, expected: tuple[object, ...]) -> None:
    stated = {"authorised": 50_000} if name == "washington" else {}
    opened = options(name, **stated)
    assert tuple(getattr(opened, field.name) for field in fields(Options)) == expected


def test_every_rule_set_has_its_defaults_tested() -> None:
    assert builtin_names() == ("california", "fun-casino", "online", "south-dakota", "washington")


@pytest.mark.parametrize(
    "name, given, expected",
    [
        ("south-dakota", {"decks": 8}, {"decks": 8, "behind_most": 104}),
        ("south-dakota", {"seats": 1}, {"seats": 1, "behind_least": 10}),
        ("california", {"seats": 2}, {"seats": 2, "behind_least": 10}),
        ("south-dakota", {"first_burn": True}, {"first_burn": True}),
        ("south-dakota", {"first_burn": False}, {"first_burn": False}),
        ("fun-casino", {"first_burn": True}, {"first_burn": True}),
        ("online", {"first_burn": False}, {"first_burn": False}),
        ("california", {"hand_dealt": True}, {"hand_dealt": True}),
        ("california", {"primary": SMALL}, {"primary": SMALL, "tie": SMALL}),
        ("california", {"tie": SMALL}, {"primary": RANGE, "tie": SMALL}),
        ("california", {"authorised": 60_000}, {"authorised": 60_000}),
        ("online", {"authorised": 10_000}, {"authorised": 10_000}),
        ("online", {"most_returned": 780_000}, {"most_returned": 780_000}),
        ("online", {"most_returned": 120_000}, {"most_returned": 120_000}),
        (
            "washington",
            {"authorised": 50_000, "collect": "lay and pay"},
            {"collect": "lay and pay"},
        ),
        (
            "south-dakota",
            {"primary": Limit(2000, 2000, (2000,)), "tie": SMALL},
            {"primary": Limit(2000, 2000, (2000,)), "tie": SMALL},
        ),
        (
            "washington",
            {"authorised": 50_000, "primary": LISTED},
            {"primary": LISTED, "tie": RANGE},
        ),
    ],
)
def test_an_operator_chooses_within_the_rules(
    name: str, given: Mapping[str, Any], expected: Mapping[str, object]
) -> None:
    chosen = options(name, **given)
    assert {field: getattr(chosen, field) for field in expected} == expected


@pytest.mark.parametrize(
    "name, given, words",
    [
        ("california", {"decks": 5}, "decks: 5 is not allowed; use 6 or 7 or 8 or 9"),
        ("online", {"decks": 8}, "decks: 8 is not allowed; use 6"),
        ("online", {"seats": 4}, "seats: 4 is not allowed; use 1 to 3"),
        ("california", {"seats": 1}, "seats: 1 is not allowed; use 2 to 8"),
        ("fun-casino", {"seats": 0}, "seats: 0 is not allowed; use 1 to 7"),
        (
            "california",
            {"primary": Limit(550, 1000)},
            "primary limits: every amount must be above 0, and a multiple of the unit 1.00",
        ),
        (
            "california",
            {"primary": Limit(500, 1050)},
            "primary limits: every amount must be above 0, and a multiple of the unit 1.00",
        ),
        (
            "california",
            {"tie": Limit(0, 1000)},
            "tie limits: every amount must be above 0, and a multiple",
        ),
        (
            "california",
            {"tie": Limit(-100, 1000)},
            "tie limits: every amount must be above 0, and a multiple",
        ),
        (
            "california",
            {"tie": Limit(100, 100 * 10**13)},
            "tie limits: every amount must be above 0, and a multiple",
        ),
        (
            "south-dakota",
            {"primary": Limit(500, 1000, (500, 750, 1000))},
            "primary limits: every amount must be above 0, and a multiple of the unit 1.00",
        ),
        (
            "california",
            {"primary": Limit(1000, 500)},
            "primary limits: the least, 10.00, must not be above the most, 5.00",
        ),
        (
            "california",
            {"tie": Limit(1000, 900)},
            "tie limits: the least, 10.00, must not be above the most, 9.00",
        ),
        (
            "south-dakota",
            {"primary": Limit(500, 10_000)},
            "primary limits: these rules require one or more fixed amounts, not a range",
        ),
        (
            "south-dakota",
            {"primary": Limit(500, 10_000, (500, 9000))},
            "primary limits: least and most must be the lowest and the highest fixed amount",
        ),
        (
            "california",
            {"tie": Limit(400, 900, (500, 900))},
            "tie limits: least and most must be the lowest and the highest fixed amount",
        ),
        (
            "fun-casino",
            {"primary": LISTED},
            "primary limits: these rules do not refuse every wager outside a limit",
        ),
        ("washington", {}, "authorised: these rules ask the operator to state the authorised"),
        (
            "washington",
            {"authorised": 20_000},
            "primary limits: 500.00 is above the authorised limit of 200.00",
        ),
        (
            "california",
            {"authorised": 10_000, "primary": SMALL, "tie": RANGE},
            "tie limits: 500.00 is above the authorised limit of 100.00",
        ),
        (
            "online",
            {"authorised": 10_100},
            "authorised: the rules allow no more than 100.00",
        ),
        (
            "online",
            {"authorised": 5000},
            "primary limits: 100.00 is above the authorised limit of 50.00",
        ),
        (
            "online",
            {"primary": Limit(100, 10_100)},
            "primary limits: 101.00 is above the authorised limit of 100.00",
        ),
        (
            "california",
            {"most_returned": 780_000},
            "most_returned: these rules set no limit on what a round returns",
        ),
        (
            "online",
            {"most_returned": 780_001},
            "most_returned: at most 7,800.00, not 7,800.01",
        ),
        (
            "online",
            {"most_returned": 119_999},
            "most_returned: 1,199.99 is less than the 1,200.00 a round can stake; "
            "it must be at least that",
        ),
        ("california", {"first_burn": False}, "first_burn: these rules say yes"),
        ("online", {"first_burn": True}, "first_burn: these rules say no"),
        (
            "california",
            {"collect": "lay and pay"},
            "collect: lay and pay is not allowed; use by deal",
        ),
        (
            "washington",
            {"authorised": 50_000, "collect": "by deal"},
            "collect: by deal is not allowed; use pick and pay or lay and pay",
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_what_would_be_right(
    name: str, given: Mapping[str, Any], words: str
) -> None:
    with pytest.raises(RuleError, match="^this table cannot be opened: " + re.escape(words)):
        options(name, **given)


def test_a_cut_card_must_leave_enough_for_the_longest_round() -> None:
    rules = variant_rules("california", {"shoe.decks": [1, 6], "seats.usual": 2})
    assert resolve(rules).decks == 1
    with pytest.raises(RuleError, match=r"with 3 seats a round can need 15 cards, but at most 13"):
        resolve(rules, seats=3)
    assert resolve(rules, seats=3, decks=6).behind_least == 15


def fresh_shoe_each_round(burn: int) -> RuleSet:
    """One deck, shuffled afresh for each round, and individual wars with so many cards burned."""
    given = {
        "shoe.decks": [1],
        "shoe.cut_card": "none",
        "seats.usual": 2,
        "war.deal": [f"each: burn {burn}, player, burn {burn}, dealer"],
    }
    return variant_rules("washington", given)


def test_a_fresh_shoe_must_hold_the_longest_round_and_a_first_burn() -> None:
    fitting, tight = fresh_shoe_each_round(burn=11), fresh_shoe_each_round(burn=7)
    assert (fitting.cards_needed(2), tight.cards_needed(3)) == (51, 52)
    opened = resolve(fitting, seats=2, authorised=50_000)
    assert (opened.behind_least, opened.behind_most) == (0, 0)
    with pytest.raises(
        RuleError, match="seats: 3 seats can need 52 cards, more than a fresh shoe holds"
    ):
        resolve(tight, seats=3, authorised=50_000)


def test_every_reading_of_every_rule_set_can_be_opened() -> None:
    for name in builtin_names():
        for reading in load_rules(name).readings:
            rules = rules_of(name, reading.name)
            stated = 50_000 if rules.limits.authorised == "stated" else None
            assert resolve(rules, authorised=stated).seats == rules.seats.usual


def test_options_are_frozen() -> None:
    with pytest.raises(AttributeError):
        options("california").decks = 7  # type: ignore[misc]


@pytest.mark.parametrize(
    "options",
    [
        {"authorised": 50_000.5},
        {"authorised": "x"},
        {"seats": "x"},
        {"seats": 2.0},
        {"seats": True},
        {"decks": 6.0},
    ],
)
def test_options_that_are_no_whole_numbers_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="is not a whole number"):
        resolve(rules_of("washington"), **({"authorised": 50_000} | options))
