"""A bank that may not cover everything, simulated by the core."""

from collections import Counter
from fractions import Fraction
from itertools import chain, islice
from math import sqrt

import pytest

from casinowar.game.round import Bet
from casinowar.odds.banker import banker
from casinowar.odds.composition import fresh
from casinowar.odds.pricing import Decision
from casinowar.rules.file import load_rules
from casinowar.sim.banker.rounds import BankedShoe, play_banked
from casinowar.sim.chunks import blocks_of_words, stream
from casinowar.sim.game import game_of
from casinowar.sim.kernels.general import draw, new_shoe

RULES = load_rules("california").rules()


def words(seed: int) -> chain[int]:
    return chain.from_iterable(block.tolist() for block in blocks_of_words(stream(seed)))


def moments(results: Counter[int]) -> tuple[float, float]:
    """The mean, and its standard error."""
    rounds = results.total()
    mean = Fraction(sum(won * count for won, count in results.items()), rounds)
    square = Fraction(sum(won * won * count for won, count in results.items()), rounds)
    return float(mean), sqrt(float(square - mean * mean) / rounds)


@pytest.mark.parametrize("decision", ["war", "surrender"])
@pytest.mark.parametrize("stake, amounts", [(3_000, [2_000] * 3), (500, [500, 1_000])])
def test_banker_fares_as_priced(stake: int, amounts: list[int], decision: Decision) -> None:
    bets = [Bet(f"p{seat}", seat, amount) for seat, amount in enumerate(amounts, 1)]
    game = game_of(RULES, seats=len(bets), rounds_per_shoe=1, decision=decision)
    results = play_banked(RULES, game, bets, stake, decision, words(5), 8_000)
    exact = banker(RULES, fresh(6), stake, bets, decision)
    mean, error = moments(results)
    assert abs(mean - float(exact.mean)) < 4 * error
    assert min(results) >= -stake
    whole = banker(RULES, fresh(6), 10**9, bets, decision)
    assert abs(mean - float(whole.mean)) > 3 * error, "a bank that covers everything is another"


def test_same_words_give_the_same_rounds() -> None:
    bets, game = [Bet("p1", 1, 2_000)], game_of(RULES)
    first, again = (play_banked(RULES, game, bets, 3_000, "war", words(9), 300) for _ in range(2))
    assert first == again
    assert first != play_banked(RULES, game, bets, 3_000, "war", words(10), 300)


def test_shoe_is_dealt_to_its_end_and_holds_every_card() -> None:
    game = game_of(RULES, cut_card=20)
    shoe, dealt = BankedShoe(game, words(3)), []
    shoe.begin_round()
    shoe.burn(game.cards - game.behind - game.first_burn - 1)
    shoe.begin_round()
    dealt = [shoe.deal() for _ in range(game.cards)]
    assert sorted(dealt) == sorted(new_shoe(game))
    shoe.begin_round()
    again = [shoe.deal() for _ in range(game.cards)]
    assert sorted(again) == sorted(dealt)
    assert again != dealt


def test_shoe_deals_what_the_kernels_would() -> None:
    game = game_of(RULES)
    shoe, cards = BankedShoe(game, words(4)), new_shoe(game)
    shoe.begin_round()
    left, used, given_words = game.cards, 0, list(islice(words(4), 400))
    for _ in range(200):
        card, left, used = draw(cards, left, given_words, used)
        assert shoe.deal() == card
