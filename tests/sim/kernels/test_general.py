"""The general kernel deals what the core deals: the same cards, the same rounds, card for card."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import IllegalAction
from casinowar.odds.pricing import Decision, decisions
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.soundness import has_cards
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels import compiled, general
from casinowar.sim.kernels.trace import Seen, trace, words_for
from casinowar.sim.proof.replay import replay
from tests.support.game.random_rules import rule_sets

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]
WORDS = np.random.SFC64(np.random.SeedSequence(20)).random_raw(40_000).view(np.uint16)


def plainly(game: Game, rounds: int, words: Sequence[int] | None = None) -> list[Seen]:
    given_words = WORDS.tolist() if words is None else words
    return list(trace(general.play_rounds, game, given_words, rounds))


def compiled_too(game: Game, rounds: int) -> list[Seen]:
    return list(trace(compiled.play_rounds, game, WORDS, rounds, np.array))


def policies(rules: RuleSet) -> tuple[Decision | None, ...]:
    return decisions(rules) or (None,)


@pytest.mark.parametrize("seats", [1, 2, 7, 8])
@pytest.mark.parametrize("name, reading", READINGS)
def test_core_plain_and_compiled_kernel_agree(name: str, reading: str, seats: int) -> None:
    rules = load_rules(name).rules(reading)
    decks = max(rules.shoe.decks)
    for decision in policies(rules):
        game = game_of(rules, seats=seats, decks=decks, decision=decision)
        seen = plainly(game, 100)
        assert compiled_too(game, 100) == seen
        assert list(replay(rules, game, decision, seen)) == seen


@given(rules=rule_sets(), data=st.data())
def test_agreement_for_any_rule_set(rules: RuleSet, data: st.DataObject) -> None:
    decks = data.draw(st.sampled_from(rules.shoe.decks))
    seats = data.draw(st.integers(1, 8))
    table = seats + 1 if rules.player_banked else seats
    decision = data.draw(st.sampled_from(policies(rules)))
    first_burn = data.draw(st.booleans()) if rules.shoe.first_burn == "option" else None
    if not has_cards(rules, decks, table):
        return
    game = game_of(rules, decks=decks, seats=seats, decision=decision, first_burn=first_burn)
    words = data.draw(st.integers(0, 2**32).map(np.random.SFC64))
    drawn = words.random_raw(4_000).view(np.uint16).tolist()
    seen = plainly(game, 30, drawn)
    assert list(replay(rules, game, decision, seen)) == seen


@pytest.mark.parametrize("rounds_per_shoe", [1, 2, 5])
def test_fixed_number_of_rounds_in_a_shoe(rounds_per_shoe: int) -> None:
    rules = load_rules("washington").rules()
    game = game_of(rules, seats=3, rounds_per_shoe=rounds_per_shoe)
    seen = plainly(game, 60)
    assert [at for at, one in enumerate(seen) if one.opens_shoe] == [*range(0, 60, rounds_per_shoe)]
    assert compiled_too(game, 60) == seen
    assert list(replay(rules, game, None, seen)) == seen


@pytest.mark.parametrize("behind", [19, 30, 100, 300])
def test_shoe_ends_at_its_cut_card(behind: int) -> None:
    rules = load_rules("fun-casino").rules("first-bet-lost")
    game = game_of(rules, seats=7, cut_card=behind)
    seen = plainly(game, 80)
    assert sum(one.opens_shoe for one in seen) > 1
    assert list(replay(rules, game, None, seen)) == seen


def test_shoe_holds_each_rank_as_often_as_it_must() -> None:
    game = game_of(load_rules("fun-casino").rules(), cut_card=7)
    shoe, state, counts = general.new_shoe(game), general.no_shoe(game), [0] * 16
    for _ in range(5):
        general.play_rounds((0,), general.plan_of(game), shoe, state, WORDS.tolist(), 500, counts)
        assert sorted(shoe) == sorted(general.new_shoe(game))


def test_kernel_stops_when_words_may_not_last_and_goes_on() -> None:
    game = game_of(load_rules("washington").rules(), seats=2)
    plan, whole = general.plan_of(game), [0] * 81
    general.play_rounds(
        (0, 0), plan, general.new_shoe(game), general.no_shoe(game), WORDS.tolist(), 100, whole
    )
    shoe, state, counts = general.new_shoe(game), general.no_shoe(game), [0] * 81
    done = used = 0
    while done < 100:
        words = WORDS[used : used + plan.words + 50].tolist()
        more, taken = general.play_rounds((0, 0), plan, shoe, state, words, 100 - done, counts)
        assert 0 < taken <= 50 + game.most_cards + general.SPARE_WORDS
        done, used = done + more, used + taken
    assert counts == whole


@pytest.mark.parametrize("left", [1, 2, 3, 311, 312, 624])
def test_every_card_is_drawn_by_as_many_words(left: int) -> None:
    """Over all 65,536 words: the same number for each place, the rest dropped."""
    ways, shoe, others = [0] * left, [*range(left)], WORDS[:40].tolist()
    for word in range(1 << 16):
        card, rest, used = general.draw(shoe, left, [word, *others], 0)
        assert rest == left - 1
        assert shoe[rest] == card
        shoe[card], shoe[rest] = card, rest
        if used == 1:
            ways[card] += 1
    assert set(ways) == {(1 << 16) // left}


def test_words_that_would_favour_a_card_are_dropped() -> None:
    shoe = [*range(312)]
    assert (1 << 16) % 312 == 16
    card, left, used = general.draw(shoe, 312, [0, 0, 65535], 0)
    assert (card, left, used) == (311, 311, 3)


@pytest.mark.parametrize("seats, rounds_per_shoe", [(1, None), (3, None), (5, 1)])
def test_words_can_be_made_for_any_cards(seats: int, rounds_per_shoe: int | None) -> None:
    game = game_of(load_rules("washington").rules(), seats=seats, rounds_per_shoe=rounds_per_shoe)
    seen = plainly(game, 300)
    words = words_for(game, seen)
    assert words[:20] != WORDS[:20].tolist()
    assert plainly(game, 300, words) == seen


class TestFaultsAreFound:
    """What a wrong kernel would do, the core does not."""

    rules = load_rules("fun-casino").rules("first-bet-lost")

    def faulty(self, game: Game) -> bool:
        seen = plainly(game, 1_500)
        try:
            return list(replay(self.rules, game_of(self.rules), None, seen)) != seen
        except IllegalAction:
            return True

    def test_the_right_game_is_not(self) -> None:
        assert not self.faulty(game_of(self.rules))

    @pytest.mark.parametrize(
        "changes",
        [
            {"war_burn": 2},
            {"first_burn": 0},
            {"deal_burn": 1},
            {"behind": 29},
            {"behind": 31},
            {"war_burn_each": 1},
        ],
        ids=str,
    )
    def test_wrong_number_of_cards_gone(self, changes: dict[str, Any]) -> None:
        assert self.faulty(replace(game_of(self.rules), **changes))
