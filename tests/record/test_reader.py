"""A record read again: any entry may be the last before a stop."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar import record
from casinowar.game.actions import Action, Sit
from casinowar.record import Entry, Record
from casinowar.record.codec.events import from_json
from casinowar.record.reader import _follow_quickly
from casinowar.rules.model import Limit, RuleSet
from casinowar.rules.options import resolve
from tests.support.examples import percent
from tests.support.game.playthrough import built_in
from tests.support.game.random_rules import rule_sets
from tests.support.game.table import rules_of
from tests.support.record.small_house import House

BUILT_IN = [pytest.param(rules, id=name) for name, rules in built_in()]
RULES = rules_of("fun-casino")


def restart(rules: RuleSet, entries: list[Entry]) -> Record:
    """As a house does that was stopped: from the last shoe's first entry, or the header."""
    texts = [entry.text for entry in entries]
    begins = [place for place, entry in enumerate(entries) if entry.kind == "shoe"]
    if not begins:
        return record.replay(record.open_again(rules, texts[0]), texts[1:])
    first = entries[begins[-1]].body
    steps = [texts[place["seq"]] for place in first["steps"]]
    resumed = record.resume(rules, texts[0], texts[begins[-1]], steps)
    return record.replay(resumed, texts[begins[-1] :])


def known_alike(one: Record, other: Record) -> bool:
    """The same but for the end of the shoe before, which a resumed record need not know."""
    if one.announced:
        return one._replace(shoe=None) == other._replace(shoe=None)
    return one == other


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_a_stop_after_any_entry_changes_nothing(rules: RuleSet, hand_dealt: bool) -> None:
    house = House(rules, Random(11), players=3, wildness=0.1, hand_dealt=hand_dealt)
    house.play(until=lambda: house.table.shoe.number >= 2 and house.table.rounds > 12)
    whole = record.open_again(rules, house.entries[0].text)
    for place, entry in enumerate(house.entries[1:], 2):
        whole = record.follow(whole, entry.text).record
        if place % 29 == 0 or entry.kind != "action":
            assert known_alike(restart(rules, house.entries[:place]), whole), entry.text
    assert whole == house.record


@percent(15)
@given(rule_sets(), st.integers(0, 2**32), st.booleans())
def test_a_stop_changes_nothing_under_random_rules(
    rules: RuleSet, seed: int, hand_dealt: bool
) -> None:
    random = Random(seed)
    house = House(rules, random, players=3, wildness=0.2, hand_dealt=hand_dealt)
    house.play(until=lambda: len(house.entries) > 120)
    place = random.randint(1, len(house.entries))
    again = restart(rules, house.entries[:place])
    assert record.replay(again, [entry.text for entry in house.entries[place:]]) == house.record


def test_a_house_that_was_stopped_goes_on_to_the_same_hashes() -> None:
    """Stopped in the middle of a round, with a war to come."""
    house = House(RULES, Random(5), players=3)
    house.play(until=lambda: house.table.playing and house.table.rounds == 9)
    again = restart(RULES, house.entries)
    assert again == house.record
    actions: list[Any] = []
    at = len(house.entries)
    house.play(until=lambda: house.table.rounds == 12)
    for entry in house.entries[at:]:
        fields = entry.body
        assert entry.kind == "action"
        made = record.take(again, action_of(fields), who=fields.get("who"), at=fields.get("at"))
        again = made.record
        actions.append(made.entries[0])
    assert actions == house.entries[at:]


def action_of(fields: dict[str, Any]) -> Action:
    return from_json(fields["action"])  # type: ignore[return-value]


def test_following_gives_what_taking_gave() -> None:
    house = House(RULES, Random(3), players=3)
    house.play(until=lambda: house.table.rounds == 3)
    followed = record.open_again(RULES, house.entries[0].text)
    told: list[Any] = []
    for entry in house.entries[1:]:
        made = record.follow(followed, entry.text)
        assert made.entries == (entry,)
        followed = made.record
        told.extend(made.events)
    assert told == house.events


def test_actions_take_the_short_way() -> None:
    house = House(RULES, Random(3), players=3, wildness=0.1).play(1)
    followed = record.open_again(RULES, house.entries[0].text)
    for entry in house.entries[1:]:
        quick = _follow_quickly(followed, entry.text)
        brings = entry.body.get("action", {}).get("type") == "new_shoe"
        assert (quick is not None) == (entry.kind == "action" and not brings)
        followed = record.follow(followed, entry.text).record


@pytest.mark.parametrize(
    "name, options",
    [
        ("fun-casino", {"primary": Limit(1_000, 20_000)}),
        ("fun-casino", {"tie": Limit(1_000, 20_000)}),
        ("fun-casino", {"hand_dealt": True}),
        ("washington", {"authorised": 60_000}),
        ("online", {}),
        ("online", {"seats": 2}),
        ("online", {"most_returned": 500_000}),
    ],
)
def test_a_table_is_opened_again_with_options_of_its_own(
    name: str, options: dict[str, Any]
) -> None:
    rules = rules_of(name)
    begun = record.begin("t1", rules, resolve(rules, **options))
    assert record.open_again(rules, begun.entries[0].text) == begun.record


def test_a_table_is_opened_again_where_the_rules_return_less_than_can_be_staked() -> None:
    """An operator could not state such a limit, but rules may have it."""
    rules = rules_of("online")
    tight = replace(rules, limits=replace(rules.limits, most_returned=1))
    begun = record.begin("t1", tight, resolve(tight))
    assert record.open_again(tight, begun.entries[0].text) == begun.record


@pytest.mark.parametrize(
    "who, at, is_quick",
    [
        (None, 7, True),
        ("ann", None, True),
        ("ann é", 0, True),
        ("a", 2**53 - 1, True),
        ('"ann"', 7, False),
    ],
)
def test_who_and_when_are_followed_both_ways(
    who: str | None, at: int | None, is_quick: bool
) -> None:
    """The short way reads who acted as it stands, so one that is escaped goes the long way."""
    begun = record.begin("t1", RULES, resolve(RULES)).record
    made = record.take(begun, Sit("ann", 1), who=who, at=at)
    text = made.entries[0].text
    assert _follow_quickly(begun, text) == (made if is_quick else None)
    assert record.follow(begun, text) == made


def test_an_entry_may_be_kept_as_any_json_of_the_same_value() -> None:
    house = House(RULES, Random(3), players=3)
    house.play(until=lambda: house.table.rounds == 2)
    spaced = [json.dumps(entry.body, indent=1) for entry in house.entries]
    assert record.replay(record.open_again(RULES, spaced[0]), spaced[1:]) == house.record
