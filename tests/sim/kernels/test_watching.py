"""The watching kernel sees what there is to see: its counts, counted again from the cards."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import perm
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.odds.composition import Composition
from casinowar.odds.outcomes import one_seat
from casinowar.odds.pricing import decisions
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.rules.soundness import has_cards
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels import compiled, general
from casinowar.sim.kernels.general import new_shoe, plan_of
from casinowar.sim.kernels.trace import Seen, trace
from casinowar.sim.kernels.watching import Depths, Marks, no_ranks, see, unwatched, watch_shoes
from tests.support.game.random_rules import rule_sets

WORDS = np.random.SFC64(np.random.SeedSequence(30)).random_raw(10_000).view(np.uint16)
Lists = dict[str, list[int]]


def marks_of(game: Game) -> Marks:
    """Of the usual shoes about every second round is marked."""
    fair = [unseen * (unseen - 1) * 5 // 68 for unseen in range(game.cards + 1)]
    return Marks(fair, [pairs * 21 // 20 for pairs in fair])


def watched(game: Game, shoes: int, words: Any = WORDS, *, plain: bool = True) -> Lists:
    cells: Any = list if plain else np.array
    depths = Depths(*(cells([0] * (game.cards + 1)) for _ in Depths._fields))
    marks = Marks(*map(cells, marks_of(game)))
    shoe, ranks, state = map(cells, (new_shoe(game), no_ranks(), unwatched(game)))
    play = watch_shoes if plain else compiled.watch_shoes
    given_words = words.tolist() if plain else words
    done, _ = play(game.seats, plan_of(game), marks, shoe, ranks, state, given_words, shoes, depths)
    assert done == shoes
    return {name: [*map(int, row)] for name, row in depths._asdict().items()}


def rounds_of(game: Game, shoes: int, words: Any = WORDS) -> Iterator[Seen]:
    """The rounds of so many shoes as the general kernel deals them."""
    opened = 0
    for seen in trace(general.play_rounds, game, words.tolist(), shoes * game.most_rounds + 1):
        opened += seen.opens_shoe
        if opened > shoes:
            return
        yield seen


def pairs_of(counts: Iterable[int]) -> int:
    return sum(perm(count, 2) for count in counts)


def quads_of(counts: Iterable[int]) -> int:
    """Two ties, one after the other: of one rank and of another, or all four of one."""
    listed = list(counts)
    return sum(
        perm(one, 2) * perm(other, 2) if place != at else perm(one, 4)
        for place, one in enumerate(listed)
        for at, other in enumerate(listed)
    )


def recounted(game: Game, rounds: Iterable[Seen]) -> Lists:
    """The same counts, from the cards alone."""
    found: dict[str, Counter[int]] = {name: Counter() for name in Depths._fields}
    least, most = marks_of(game)
    cards: Counter[int] = Counter()
    gone = 0
    for seen in rounds:
        if seen.opens_shoe:
            cards, gone = Counter(new_shoe(game)), game.first_burn
        unseen, pairs = cards.total(), pairs_of(cards.values())
        found["rounds"][unseen] += 1
        found["pairs"][unseen] += pairs
        found["quads"][unseen] += quads_of(cards.values())
        if least[unseen] <= pairs <= most[unseen]:
            found["marked"][unseen] += 1
            found["marked_pairs"][unseen] += pairs
        cards.subtract(seen.cards)
        dealer, *hands = seen.cards[: game.seats + 1]
        fighters = game.fighters(sum(card < dealer for card in hands), hands.count(dealer))
        before = gone
        gone += game.deal_cards
        if fighters:
            gone += game.war_cards + fighters * game.war_cards_each
        places, unseen = min(gone, game.cards - game.behind) - before, cards.total()
        found["places"][unseen] += places
        found["place_pairs"][unseen] += places * pairs_of(cards.values())
        found["place_quads"][unseen] += places * quads_of(cards.values())
    return {name: [row[unseen] for unseen in range(game.cards + 1)] for name, row in found.items()}


@pytest.mark.parametrize("seats", [1, 2, 7])
@pytest.mark.parametrize("name", builtin_names())
def test_counts_are_those_of_the_cards(name: str, seats: int) -> None:
    rules = load_rules(name).rules()
    for decision in decisions(rules):
        game = game_of(rules, seats=seats, decision=decision)
        found = watched(game, 3)
        assert found == recounted(game, rounds_of(game, 3))
        assert found == watched(game, 3, plain=False)
        assert sum(found["places"]) == 3 * (game.cards - game.behind - game.first_burn) or (
            game.rounds_per_shoe
        )


def test_some_rounds_are_marked_and_some_are_not() -> None:
    found = watched(game_of(load_rules("fun-casino").rules()), 20)
    assert 0.2 < sum(found["marked"]) / sum(found["rounds"]) < 0.8


@given(rules=rule_sets(), data=st.data())
def test_counts_for_any_rule_set(rules: RuleSet, data: st.DataObject) -> None:
    decks = data.draw(st.sampled_from(rules.shoe.decks))
    seats = data.draw(st.integers(1, 8))
    decision = data.draw(st.sampled_from(decisions(rules) or (None,)))
    if not has_cards(rules, decks, seats + 1 if rules.player_banked else seats):
        return
    game = game_of(rules, decks=decks, seats=seats, decision=decision)
    chance = data.draw(st.integers(0, 2**32).map(np.random.SFC64))
    words = chance.random_raw(1_500).view(np.uint16)
    shoes = data.draw(st.integers(1, 2))
    found = watched(game, shoes, words)
    assert found == recounted(game, rounds_of(game, shoes, words))
    assert found == watched(game, shoes, words, plain=False)


def test_kernel_goes_on_where_its_words_ended() -> None:
    game = game_of(load_rules("washington").rules(), seats=2)
    depths = Depths(*([0] * (game.cards + 1) for _ in Depths._fields))
    shoe, ranks, state = new_shoe(game), no_ranks(), unwatched(game)
    plan, marks = plan_of(game), marks_of(game)
    done = used = 0
    while done < 5:
        words = WORDS[used : used + plan.words + 50].tolist()
        more, taken = watch_shoes(2, plan, marks, shoe, ranks, state, words, 5 - done, depths)
        assert 0 < taken <= 50 + plan.words
        done, used = done + more, used + taken
    assert depths._asdict() == watched(game, 5)


def test_a_card_that_is_seen_takes_its_pairs_along() -> None:
    ranks, pairs, triples = [3, 1], 6, 6
    pairs, triples = see(ranks, 0, pairs, triples)
    assert (ranks, pairs, triples) == ([2, 1], 2, 0)
    assert see(ranks, 1, pairs, triples) == (2, 0)
    assert see(ranks, 0, pairs, triples) == (0, 0)


@pytest.mark.parametrize("counts", [(24,) * 13, (4, 0, 1, 2, 3, 0, 0, 7, 1, 1, 0, 2, 5)])
def test_pairs_and_quads_are_chances_of_ties(counts: tuple[int, ...]) -> None:
    rules = load_rules("washington").rules()
    hands = one_seat(rules, Composition(counts), "war")
    tied = {hand: p for hand, p in hands.items() if hand.first == "equal"}
    cards = sum(counts)
    assert sum(tied.values()) == Fraction(pairs_of(counts), perm(cards, 2))
    assert sum(p for hand, p in tied.items() if hand.war == "equal") == Fraction(
        quads_of(counts), perm(cards, 4)
    )
