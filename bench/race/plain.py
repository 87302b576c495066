"""What people write first: Casino War in plain Python, and in NumPy.

One seat, six decks, the cut card 30 from the end, one card burned when a shoe begins, war on every
tie with 3 cards burned. Both are meant to be good code of their kind, not straw men.
"""

import random
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from bench.race.contender import Contender, Counts, Sample
from casinowar.sim import tallies
from casinowar.sim.game import Game

Source = TypeVar("Source")

RANKS = "A K Q J 10 9 8 7 6 5 4 3 2".split()
VALUES = {rank: value for value, rank in enumerate(reversed(RANKS), 2)}
DECKS, BEHIND = 6, 30
CARDS = DECKS * 52
SHOES = 4_096
"""Shoes that NumPy deals from at a time: enough that Python's own part is small."""
WON, LOST = tallies.place(1, 1, 0), tallies.place(1, 0, 0)
WAR_WON, WAR_LOST = tallies.place(1, 0, 1, 1, 0), tallies.place(1, 0, 1, 0, 1)
WAR_TIED = tallies.place(1, 0, 1, 0, 0)


def in_python(game: Game) -> Contender:
    """As a beginner writes it, and not badly."""
    play = timed(deal_lists, random.Random(1))
    return Contender("plain Python", "one seat", play, game, note="lists and random.shuffle")


def in_numpy(game: Game) -> Contender:
    """Many shoes side by side, one round of each at a time."""
    play = timed(deal_arrays, np.random.default_rng(1))
    return Contender("NumPy", "one seat", play, game, note=f"{SHOES:,} shoes side by side")


def timed(deal: Callable[[Source, int], Counts], source: Source) -> Callable[[int], Sample]:
    """Rounds from one source of chance, with the time they take."""

    def play(rounds: int) -> Sample:
        began = time.thread_time()
        counts = deal(source, rounds)
        return Sample(time.thread_time() - began, counts)

    return play


def deal_lists(source: random.Random, rounds: int) -> Counts:
    """So many rounds."""
    counts = [0] * tallies.size(1)
    shoe: list[str] = []
    for _ in range(rounds):
        if len(shoe) <= BEHIND:
            shoe = RANKS * 4 * DECKS
            source.shuffle(shoe)
            shoe.pop()
        player, dealer = VALUES[shoe.pop()], VALUES[shoe.pop()]
        if player > dealer:
            counts[WON] += 1
        elif player < dealer:
            counts[LOST] += 1
        else:
            del shoe[-3:]
            player, dealer = VALUES[shoe.pop()], VALUES[shoe.pop()]
            if player > dealer:
                counts[WAR_WON] += 1
            elif player < dealer:
                counts[WAR_LOST] += 1
            else:
                counts[WAR_TIED] += 1
    return np.array(counts, dtype=np.int64)


def deal_arrays(source: np.random.Generator, rounds: int) -> Counts:
    """Whole shoes until there are so many rounds: a few more than asked for."""
    counts: Counts = np.zeros(tallies.size(1), dtype=np.int64)
    ordered = np.tile(np.arange(CARDS, dtype=np.int8) % 13, (SHOES, 1))
    while counts.sum() < rounds:
        shoes = source.permuted(ordered, axis=1)
        shoe = np.arange(SHOES)
        at = np.ones(SHOES, dtype=np.intp)
        while len(shoe):
            player, dealer = shoes[shoe, at], shoes[shoe, at + 1]
            tied = player == dealer
            counts[WON] += np.count_nonzero(player > dealer)
            counts[LOST] += np.count_nonzero(player < dealer)
            at += 2
            war, first = shoe[tied], at[tied] + 3
            player, dealer = shoes[war, first], shoes[war, first + 1]
            counts[WAR_WON] += np.count_nonzero(player > dealer)
            counts[WAR_LOST] += np.count_nonzero(player < dealer)
            counts[WAR_TIED] += np.count_nonzero(player == dealer)
            at[tied] += 5
            goes_on = at < CARDS - BEHIND
            shoe, at = shoe[goes_on], at[goes_on]
    return counts
