"""The form for one seat with a new shoe in each round: nothing of a shoe has to be stored.

Put all n cards in a line, highest ranks first, s of each rank. Then a card's rank is its place div
s. A tie of rank r takes two cards of that rank; we may take the last two. The war's cards lie in a
line of n-2 cards. From place s·(r+1)-2 on, they are the cards two places further in the whole line.

Shoes without a tie draw war cards too, but ignore them.
"""

from typing import NamedTuple

import numpy as np

from casinowar.sim.game import Game
from casinowar.sim.kernels.compiled import compiled
from casinowar.sim.kernels.vector.batches import in_batches
from casinowar.sim.kernels.vector.codes import Counts, Log, log_cards
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    Lanes,
    align_stack,
    all_bytes,
    all_words,
    high_product,
    squeeze,
)
from casinowar.sim.kernels.vector.places import Line, line_of, two_numbers
from casinowar.sim.kernels.vector.single import (
    MOST_PAIRS,
    SUMS,
    TIE,
    add_to_counts,
    add_up,
    log_outcome,
    nothing_tallied,
    tally,
)
from casinowar.sim.kernels.vector.streams import Generators, State, left_off, resumed


class Numbers(NamedTuple):
    """A game as the kernel takes it."""

    cards: int
    of_a_rank: int
    share: int
    """65536 div the cards of a rank, plus one: multiplying by it replaces a division."""
    fights: int
    """-1 if a tie goes to war, else 0."""


def numbers_of(game: Game) -> Numbers:
    """Return a game as the kernel takes it."""
    of_a_rank = 4 * game.decks
    return Numbers(game.cards, of_a_rank, (1 << 16) // of_a_rank + 1, -int(game.fights))


def fits(game: Game) -> bool:
    """Tell whether a shoe has one round with one seat, and a war only after a tie."""
    return game.seats == 1 and game.rounds_per_shoe == 1 and game.fights_on_ties_alone


@inlined
def two_in_line(
    left: int, line: Line, generators: Generators
) -> tuple[Lanes, Lanes, Lanes, Generators]:
    """Draw the places of two cards, and tell whether the second comes first."""
    place, other, generators = two_numbers(left, line, generators)
    before = place > other
    return place, other + all_words(1) + before, before, generators


@inlined
def in_whole_line(place: Lanes, gone: Lanes) -> Lanes:
    """Convert a place in the line without the two cards at `gone` to one in the whole line."""
    before = gone > place
    return place + all_words(2) + before + before


@inlined
def first_of_rank(numbers: Numbers, place: Lanes) -> Lanes:
    """Return the place of the first card with the same rank."""
    return high_product(place, all_words(numbers.share)) * all_words(numbers.of_a_rank)


@inlined
def unlike(numbers: Numbers, first: Lanes, other: Lanes) -> Lanes:
    """Tell whether a card has another rank than those from `first` on, in bytes."""
    return squeeze((first > other) | ~(first + all_words(numbers.of_a_rank) > other))


@inlined
def log_ranks(log: Log, row: int, numbers: Numbers, place: Lanes, other: Lanes) -> None:
    """Write the cards at these places to the log."""
    if log is not None:
        share = all_words(numbers.share)
        log_cards(
            log, row, squeeze(high_product(place, share)), squeeze(high_product(other, share))
        )


@compiled
def play_shoes(
    state: State, line: Line, numbers: Numbers, batches: int, sums: Counts, log: Log
) -> None:
    """Play so many batches of 32 shoes with one round each, and add to the sums of `single`."""
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
        log_outcome(log, 0, ~war, zero, differ, higher, TIE)

        gone = first + all_words(numbers.of_a_rank - 2)
        place, other, before, generators = two_in_line(numbers.cards - 2, line, generators)
        place, other = in_whole_line(place, gone), in_whole_line(other, gone)
        log_ranks(log, 1, numbers, place, other)
        differ = unlike(numbers, first_of_rank(numbers, place), other)
        tallied, _ = tally(tallied, war, war, differ, squeeze(before))
        log_outcome(log, 1, war, war, differ, squeeze(before), TIE)
        uncounted += 2
        if uncounted + 2 > MOST_PAIRS:
            add_up(tallied, sums)
            tallied, uncounted = nothing_tallied(), 0
    add_up(tallied, sums)
    left_off(state, generators)


def play(game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
    """Play and count whole shoes with at most so many rounds; return the rounds played."""
    line = line_of(game.cards)

    def play_batches(batches: int) -> int:
        sums = np.zeros(SUMS, dtype=np.int64)
        play_shoes(state, line, numbers_of(game), batches, sums, log)
        return add_to_counts(game, sums, counts)

    return in_batches(game, rounds, play_batches)
