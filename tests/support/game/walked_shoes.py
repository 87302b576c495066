"""All shoes of one deck at once: what a cut card does, without chance.

Only how many ranks have how many cards unseen matters, so a state is that, with the cards gone; of
one deck there are few enough to follow every one of them with its probability.
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import perm
from typing import NamedTuple

from casinowar.sim.game import Game

Ranks = tuple[int, ...]
"""The unseen cards of each rank, the most first."""
Weighed = dict[tuple[Ranks, int], float]


class Averages(NamedTuple):
    """Chances of a tie and of two ties, averaged over rounds, and over places."""

    rounds: tuple[float, float]
    places: tuple[float, float]
    starts: dict[Ranks, float]
    """How many rounds of a shoe begin with these cards unseen, on average."""


@lru_cache(maxsize=8)
def averages(game: Game) -> Averages:
    """The exact averages, but for the rounding of floats."""
    end = game.cards - game.behind
    waiting: dict[int, dict[Ranks, float]] = defaultdict(lambda: defaultdict(float))
    waiting[game.first_burn][(4 * game.decks,) * 13] = 1.0
    starts: dict[Ranks, float] = defaultdict(float)
    by_place = [0.0, 0.0]
    for gone in range(end):
        for ranks, weight in waiting.pop(gone, {}).items():
            starts[ranks] += weight
            for (left, taken), probability in after_round(game, ranks).items():
                places = min(gone + taken, end) - gone
                for at, chance in enumerate(chances(left)):
                    by_place[at] += weight * probability * places * chance
                if gone + taken < end:
                    waiting[gone + taken][left] += weight * probability
    dealt, rounds = end - game.first_burn, sum(starts.values())
    by_round = [sum(n * chances(ranks)[at] for ranks, n in starts.items()) for at in (0, 1)]
    return Averages(
        (by_round[0] / rounds, by_round[1] / rounds),
        (by_place[0] / dealt, by_place[1] / dealt),
        starts,
    )


def chances(ranks: Ranks) -> tuple[float, float]:
    """Of a tie, and of a tie followed by a tie."""
    cards, pairs = sum(ranks), sum(perm(count, 2) for count in ranks)
    two = sum(perm(count, 2) * (pairs - perm(count, 2)) + perm(count, 4) for count in ranks)
    return pairs / perm(cards, 2), two / perm(cards, 4)


def after_round(game: Game, ranks: Ranks) -> Weighed:
    """What can be left after a round, and how many cards it took."""
    found: Weighed = defaultdict(float)
    for probability, left, ties in deals(ranks, game.seats):
        taken, cards = game.deal_cards, 0
        if ties and game.fights:
            taken += game.war_cards + ties * game.war_cards_each
            cards = 2 * ties if game.individual else ties + 1
        for after, weight in drawn(left, cards):
            found[after, taken] += probability * weight
    return found


def deals(ranks: Ranks, seats: int) -> Iterator[tuple[float, Ranks, int]]:
    """The original deals: their probability, what they leave, and the ties."""
    for at, count in firsts(ranks):
        others, own = ranks[:at] + ranks[at + 1 :], ranks[at] - 1
        yield from hands(count / sum(ranks), others, own, seats, 0)


def hands(
    probability: float, others: Ranks, own: int, seats: int, ties: int
) -> Iterator[tuple[float, Ranks, int]]:
    """The seats' cards, against a dealer's rank of which some are left."""
    if not seats:
        yield probability, ordered((*others, own)), ties
        return
    cards = sum(others) + own
    if own:
        yield from hands(probability * own / cards, others, own - 1, seats - 1, ties + 1)
    for at, count in firsts(others):
        rest = without(others, at)
        yield from hands(probability * count / cards, rest, own, seats - 1, ties)


@lru_cache(maxsize=1 << 16)
def drawn(ranks: Ranks, cards: int) -> tuple[tuple[Ranks, float], ...]:
    """What can be left when so many cards more are seen."""
    if not cards:
        return ((ranks, 1.0),)
    found: dict[Ranks, float] = defaultdict(float)
    for at, count in firsts(ranks):
        for left, weight in drawn(without(ranks, at), cards - 1):
            found[left] += weight * count / sum(ranks)
    return tuple(found.items())


def firsts(ranks: Ranks) -> Iterator[tuple[int, int]]:
    """One rank for all that have the same number of cards, and the cards of all of them."""
    for count in sorted({count for count in ranks if count}):
        yield ranks.index(count), count * ranks.count(count)


def without(ranks: Ranks, at: int) -> Ranks:
    return ordered((*ranks[:at], ranks[at] - 1, *ranks[at + 1 :]))


def ordered(ranks: Ranks) -> Ranks:
    return tuple(sorted(ranks, reverse=True))
