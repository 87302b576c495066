"""One seat, a new shoe for each round: nothing of a shoe has to be kept.

With all n cards in a line, highest ranks first and s of each rank, a card's rank is its place div
s. A tie of rank r takes two of that rank, as well the last two as any. The war's cards lie in a
line of n-2; from place s·(r+1)-2 on they are those of the whole line two places further.

Shoes without a tie draw war cards too, which are not looked at.
"""

from typing import NamedTuple

import numpy as np

from casinowar.sim.compiled import compiled
from casinowar.sim.game import Game
from casinowar.sim.vector.batches import in_batches
from casinowar.sim.vector.codes import Counts, Log, log_cards
from casinowar.sim.vector.inlining import inlined
from casinowar.sim.vector.lanes import (
    Lanes,
    align_stack,
    all_bytes,
    all_words,
    high_product,
    squeeze,
)
from casinowar.sim.vector.places import Line, line_of, two_numbers
from casinowar.sim.vector.single import (
    MOST_PAIRS,
    SUMS,
    add_to_counts,
    add_up,
    log_outcome,
    nothing_tallied,
    tally,
)
from casinowar.sim.vector.streams import Generators, State, left_off, resumed


class Numbers(NamedTuple):
    """What the kernel is given of a game."""

    cards: int
    of_a_rank: int
    share: int
    """65536 div the cards of a rank, and one more: a factor instead of a division."""
    fights: int
    """-1 or 0: whether a tie goes to war."""


def numbers_of(game: Game) -> Numbers:
    """A game as the kernel takes it."""
    of_a_rank = 4 * game.decks
    return Numbers(game.cards, of_a_rank, (1 << 16) // of_a_rank + 1, -int(game.fights))


def fits(game: Game) -> bool:
    """Whether a shoe has one round of one seat."""
    return game.seats == 1 and game.rounds_per_shoe == 1


@inlined
def two_in_line(
    left: int, line: Line, generators: Generators
) -> tuple[Lanes, Lanes, Lanes, Generators]:
    """The places of two cards, and whether the second comes first."""
    place, other, generators = two_numbers(left, line, generators)
    before = place > other
    return place, other + all_words(1) + before, before, generators


@inlined
def in_whole_line(place: Lanes, gone: Lanes) -> Lanes:
    """A place in the line of all cards, the two from `gone` on being left out."""
    before = gone > place
    return place + all_words(2) + before + before


@inlined
def first_of_rank(numbers: Numbers, place: Lanes) -> Lanes:
    """Where the cards of the same rank as one begin."""
    return high_product(place, all_words(numbers.share)) * all_words(numbers.of_a_rank)


@inlined
def unlike(numbers: Numbers, first: Lanes, other: Lanes) -> Lanes:
    """Whether a card is of another rank than those from `first` on, in bytes."""
    return squeeze((first > other) | ~(first + all_words(numbers.of_a_rank) > other))


@inlined
def log_ranks(log: Log, row: int, numbers: Numbers, place: Lanes, other: Lanes) -> None:
    """Write which cards lie at these places."""
    if log is not None:
        share = all_words(numbers.share)
        log_cards(
            log, row, squeeze(high_product(place, share)), squeeze(high_product(other, share))
        )


@compiled
def play_shoes(
    state: State, line: Line, numbers: Numbers, batches: int, sums: Counts, log: Log
) -> None:
    """Play so many times 32 shoes of one round, and add to the sums of `single`."""
    align_stack()
    generators = resumed(state)
    tallied, uncounted, zero = nothing_tallied(), 0, all_bytes(0)
    for _ in range(batches):
        place, other, before, generators = two_in_line(numbers.cards, line, generators)
        log_ranks(log, 0, numbers, place, other)
        first = first_of_rank(numbers, place)
        differ, higher = unlike(numbers, first, other), squeeze(before)
        tallied, ties = tally(tallied, ~zero, zero, differ, higher)
        war = ties & all_bytes(numbers.fights)
        log_outcome(log, 0, ~war, zero, differ, higher)

        gone = first + all_words(numbers.of_a_rank - 2)
        place, other, before, generators = two_in_line(numbers.cards - 2, line, generators)
        place, other = in_whole_line(place, gone), in_whole_line(other, gone)
        log_ranks(log, 1, numbers, place, other)
        differ = unlike(numbers, first_of_rank(numbers, place), other)
        tallied, _ = tally(tallied, war, war, differ, squeeze(before))
        log_outcome(log, 1, war, war, differ, squeeze(before))
        uncounted += 2
        if uncounted + 2 > MOST_PAIRS:
            add_up(tallied, sums)
            tallied, uncounted = nothing_tallied(), 0
    add_up(tallied, sums)
    left_off(state, generators)


def play(game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
    """Play whole shoes of no more than so many rounds, and count these; how many they were."""
    line = line_of(game.cards)

    def play_batches(batches: int) -> int:
        sums = np.zeros(SUMS, dtype=np.int64)
        play_shoes(state, line, numbers_of(game), batches, sums, log)
        return add_to_counts(sums, counts)

    return in_batches(game, rounds, play_batches)
