"""A table's state as JSON: the same table comes back, whatever it is in the middle of."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.game import actions
from casinowar.game.table import Table, step
from casinowar.record.codec.canonical import canonical, read_object
from casinowar.record.state import read_table, write_table
from casinowar.rules.model import RuleSet
from tests.support.examples import percent
from tests.support.game.california import banked
from tests.support.game.playthrough import built_in
from tests.support.game.random_rules import rule_sets
from tests.support.game.table import NOON, Game, tie_hand
from tests.support.game.walk import Walk

BUILT_IN = [pytest.param(rules, id=name) for name, rules in built_in()]
seeds = st.integers(0, 2**32)


def again(table: Table) -> Table:
    """A table written, hashed as text, and read back."""
    text = canonical(write_table(table))
    return read_table(table.rules, table.options, read_object(text))


@pytest.mark.parametrize("hand_dealt", [False, True], ids=["shoe", "hand-dealt"])
@pytest.mark.parametrize("rules", BUILT_IN)
def test_every_state_of_a_walk_reads_back(rules: RuleSet, hand_dealt: bool) -> None:
    @percent(3)
    @given(seeds)
    def walk(seed: int) -> None:
        read_back(rules, Random(seed), hand_dealt, steps=150)

    walk()


@percent(20)
@given(rule_sets(), seeds, st.booleans())
def test_every_state_of_a_walk_under_random_rules_reads_back(
    rules: RuleSet, seed: int, hand_dealt: bool
) -> None:
    read_back(rules, Random(seed), hand_dealt, steps=80)


def read_back(rules: RuleSet, random: Random, hand_dealt: bool, steps: int) -> None:
    walk = Walk(rules, random, hand_dealt=hand_dealt)
    for _ in range(steps):
        assert again(walk.table) == walk.table
        walk.take(walk.choose())


def test_what_is_none_is_left_out_and_truths_are_numbers() -> None:
    game = Game("washington", seats=2)
    game.sit("ann")
    assert write_table(game.table) == {
        "seats": ["ann", ""],
        "shoe": {
            "number": 0,
            "batch": 0,
            "stage": "spent",
            "left": 0,
            "behind": 0,
            "excess": 0,
            "seen": "",
            "asked": [],
            "cutter": 0,
        },
        "bank": {
            "player": "",
            "seat": 0,
            "stake": 0,
            "offers": [],
            "went_round": 0,
            "last": "",
            "rounds": 0,
        },
        "bets": [],
        "leaving": [],
        "honoured": [],
        "dealer": "",
        "burns_owed": 0,
        "rounds": 0,
        "began_at": 0,
        "betting": 0,
        "ruled": 0,
        "banked_before": {"last": "", "rounds": 0},
    }


def test_a_round_is_its_bets_and_its_actions() -> None:
    game = tie_hand("washington", tie=500)
    assert write_table(game.table)["round"] == {
        "bets": [{"player": "ann", "seat": 1, "primary": 500, "tie": 500}],
        "history": [{"type": "deal", "card": "9h"}, {"type": "deal", "card": "9c"}],
        "cancelled": 0,
    }
    assert again(game.table) == game.table


def test_a_cancelled_round_reads_back() -> None:
    game = tie_hand("online")
    game.do(actions.CancelRound(NOON + 31 * 86_400))
    assert write_table(game.table)["round"]["cancelled"] == 1
    assert again(game.table) == game.table


def test_the_round_before_a_card_that_can_be_corrected_reads_back() -> None:
    game = tie_hand("washington", hand_dealt=True)
    assert write_table(game.table)["before_card"] == 1
    assert again(game.table) == game.table
    game.war("ann")
    assert write_table(game.table)["before_card"] == 1
    restored = again(game.table)
    assert restored == game.table
    corrected = actions.CorrectCard(game.table.round.cards[0].card)  # type: ignore[union-attr]
    assert step(restored, corrected) == step(game.table, corrected)


@pytest.mark.parametrize(
    "name, options",
    [("washington", {"collect": "lay and pay"}), ("online", {"most_returned": 500_000})],
)
def test_a_round_reads_back_under_the_options_of_its_table(
    name: str, options: dict[str, Any]
) -> None:
    game, usual = tie_hand(name, **options), tie_hand(name)
    assert game.table.round != usual.table.round
    assert again(game.table) == game.table


def test_a_stake_is_part_of_a_round() -> None:
    game = banked(5_000, "ann", "bob")
    game.bet("ann", primary=1_000)
    game.deal("9h 9c")
    assert write_table(game.table)["round"]["stake"] == 5_000
    assert again(game.table) == game.table
