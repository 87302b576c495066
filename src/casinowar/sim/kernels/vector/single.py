"""The form for one seat: it draws two cards at a time, the dealer's and the player's.

Burned cards are never drawn, because nobody sees them. So an original deal and a war both show two
cards, and each of the 32 shoes can be in either. Every shoe loses the same number of cards, so the
number left is the same in all. But shoes differ in how far they are from their end. After k pairs,
w of them wars, this many cards are gone:

    first burn + (k - w)·(cards of a deal) + w·(cards of a war)

A round may start as long as these are fewer than the cards in front of the cut card. If a shoe ends
after a number of rounds, the same formula holds with 1 for a deal and 0 for a war. So a round may
start as long as w, or -w if a war counts less than a deal, is below a limit that depends only on k.
Shoes that have ended wait for the others and are not counted.

The outcomes of pairs are counted in bytes, lane by lane, and added up before a byte is full.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casinowar.rules.model import Comparison
from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.kernels.compiled import compiled
from casinowar.sim.kernels.vector.batches import in_batches
from casinowar.sim.kernels.vector.codes import HIGHER, NONE, Counts, Log, log_cards, log_rounds
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    Lanes,
    align_stack,
    all_bytes,
    any_lane,
    select,
    total,
)
from casinowar.sim.kernels.vector.places import Line, Places, line_of, two_places
from casinowar.sim.kernels.vector.shoes import Shoes, fill, new_shoes, ranks, take_unlike
from casinowar.sim.kernels.vector.streams import State, left_off, resumed

TIE = 1
"""The byte of a tie in the log."""
Unequal = bool | None
"""`None` if only ties go to war; the kernel is compiled separately for each case."""
MOST_WARS = 126
"""The most wars of a shoe that a signed byte can compare."""
MOST_PAIRS = 255
"""The most pairs that an unsigned byte can count."""
SUMS = 5
"""The number of sums: higher cards, lower cards and ties of original deals; higher and lower cards
of wars."""


class ShoeLength(NamedTuple):
    """How fast a shoe comes to its end; a round may start as long as the end is not reached."""

    end: int
    deal: int
    """What an original deal counts towards the end."""
    war: int

    @property
    def most_pairs(self) -> int:
        """The most pairs that a shoe can have."""
        without_war = -(-self.end // self.deal) + 1
        return max(without_war, 2 * self.most_wars)

    @property
    def most_wars(self) -> int:
        """The most wars that a shoe can have, one in each round."""
        return -(-self.end // (self.deal + self.war))

    @property
    def weight(self) -> int:
        """1 if a war counts more than a deal, -1 if it counts less, 0 if they count the same."""
        return (self.war > self.deal) - (self.war < self.deal)

    def limits(self) -> NDArray[np.int8]:
        """Return, by the pairs so far, the limit that the weighted wars must be below."""
        extra = abs(self.war - self.deal) or 1
        left = [self.end - pairs * self.deal for pairs in range(self.most_pairs + 1)]
        if not self.weight:
            return np.array([127 if rest > 0 else -128 for rest in left], dtype=np.int8)
        return np.array([max(-128, min(-(-rest // extra), 127)) for rest in left], dtype=np.int8)


def shoe_length(game: Game) -> ShoeLength:
    """Return how fast the shoes of a game come to their end."""
    if game.rounds_per_shoe:
        return ShoeLength(game.rounds_per_shoe, 1, 0)
    in_front = game.cards - game.behind - game.first_burn
    return ShoeLength(in_front, game.deal_cards, game.war_cards + game.war_cards_each)


def fits(game: Game) -> bool:
    """Tell whether bytes can count the pairs of a shoe, and one comparison leads to war."""
    length = shoe_length(game)
    counts = length.most_wars <= MOST_WARS and length.most_pairs <= MOST_PAIRS
    return game.seats == 1 and counts and (not game.fights or " " not in game.on)


class Numbers(NamedTuple):
    """A game as the kernel takes it."""

    cards: int
    decks: int
    most_pairs: int
    weight: int
    fights: int
    """-1 if a tie, or another hand with a choice, goes to war, else 0."""
    fights_lower: int
    """-1 if the other hands that go to war have a lower card, else 0."""
    before_war: int
    """The byte of an original deal that leads to war."""


def numbers_of(game: Game) -> Numbers:
    """Return a game as the kernel takes it."""
    length = shoe_length(game)
    return Numbers(
        cards=game.cards,
        decks=game.decks,
        most_pairs=length.most_pairs,
        weight=length.weight,
        fights=-int(game.fights),
        fights_lower=-int(game.fights_on("lower")),
        before_war={"equal": TIE, "higher": HIGHER, "lower": 0}.get(game.on, TIE),
    )


class Tallied(NamedTuple):
    """The counts of each lane that are not yet added up."""

    higher: Lanes
    lower: Lanes
    ties: Lanes
    war_higher: Lanes
    war_lower: Lanes


@inlined
def nothing_tallied() -> Tallied:
    """Return zero counts in every lane."""
    zero = all_bytes(0)
    return Tallied(zero, zero, zero, zero, zero)


@inlined
def tally(
    tallied: Tallied, playing: Lanes, war: Lanes, differ: Lanes, higher: Lanes
) -> tuple[Tallied, Lanes]:
    """Count a pair of cards in each playing shoe; also return where an original deal tied."""
    wins, loses = playing & differ & higher, playing & differ & ~higher
    ties = playing & ~(differ | war)
    return (
        Tallied(
            tallied.higher - wins,
            tallied.lower - loses,
            tallied.ties - ties,
            tallied.war_higher - (wins & war),
            tallied.war_lower - (loses & war),
        ),
        ties,
    )


@inlined
def add_up(tallied: Tallied, sums: Counts) -> None:
    """Add the counts of all lanes to the sums."""
    sums[0] += total(tallied.higher)
    sums[1] += total(tallied.lower)
    sums[2] += total(tallied.ties)
    sums[3] += total(tallied.war_higher)
    sums[4] += total(tallied.war_lower)


@inlined
def log_pair(log: Log, row: int, shoes: Shoes, from_top: Places, from_bottom: Places) -> None:
    """Write the cards that are about to be taken to the log."""
    if log is not None:
        dealer = ranks(shoes, from_top[0], from_bottom[0])
        log_cards(log, row, dealer, ranks(shoes, from_top[1], from_bottom[1]))


@inlined
def log_outcome(
    log: Log, row: int, over: Lanes, war: Lanes, differ: Lanes, higher: Lanes, before_war: int
) -> None:
    """Write the outcomes of finished rounds to the log."""
    if log is not None:
        code = select(differ, higher & all_bytes(HIGHER), all_bytes(TIE))
        first = select(war, all_bytes(before_war), code)
        log_rounds(log, row, select(over, first, all_bytes(NONE)), code & war)


@compiled
def play_shoes(
    state: State,
    shoes: Shoes,
    line: Line,
    numbers: Numbers,
    limits: NDArray[np.int8],
    batches: int,
    sums: Counts,
    log: Log,
    unequal: Unequal,
) -> None:
    """Play so many batches of 32 shoes, and add to the sums."""
    align_stack()
    generators = resumed(state)
    tallied, uncounted = nothing_tallied(), 0
    for _ in range(batches):
        fill(shoes, numbers.decks)
        left, pairs = numbers.cards, 0
        war = wars = all_bytes(0)
        while True:
            playing = war | (all_bytes(limits[pairs & 0xFFFF]) > wars)
            if not any_lane(playing):
                break
            from_top, from_bottom, higher, generators = two_places(left, line, generators)
            log_pair(log, pairs, shoes, from_top, from_bottom)
            differ = take_unlike(shoes, from_top, from_bottom)
            tallied, ties = tally(tallied, playing, war, differ, higher)
            begins = ties
            if unequal is not None:
                wins = higher ^ all_bytes(numbers.fights_lower)
                begins = playing & ~war & differ & wins
            begins = begins & all_bytes(numbers.fights)
            log_outcome(log, pairs, playing & ~begins, war, differ, higher, numbers.before_war)
            war, wars = begins, wars + (begins & all_bytes(numbers.weight))
            left, pairs = left - 2, pairs + 1
        uncounted += pairs
        if uncounted + numbers.most_pairs > MOST_PAIRS:
            add_up(tallied, sums)
            tallied, uncounted = nothing_tallied(), 0
    add_up(tallied, sums)
    left_off(state, generators)


def add_to_counts(game: Game, sums: Counts, counts: Counts) -> int:
    """Add the sums to the counts by place; return the number of rounds."""
    higher, lower, ties, war_higher, war_lower = map(int, sums)
    found: dict[Comparison, int] = {
        "higher": higher - war_higher,
        "lower": lower - war_lower,
        "equal": ties,
    }
    for first, count in found.items():
        at = (1, int(first == "higher"), int(first == "equal"))
        if game.fights_on(first):
            counts[tallies.place(*at, 1, 0)] += war_higher
            counts[tallies.place(*at, 0, 1)] += war_lower
            counts[tallies.place(*at)] += count - war_higher - war_lower
        else:
            counts[tallies.place(*at)] += count
    return sum(found.values())


def play(game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
    """Play and count whole shoes with at most so many rounds; return the rounds played."""
    shoes, line, limits = new_shoes(), line_of(game.cards), shoe_length(game).limits()
    unequal: Unequal = None if game.fights_on_ties_alone else True

    def play_batches(batches: int) -> int:
        sums = np.zeros(SUMS, dtype=np.int64)
        play_shoes(state, shoes, line, numbers_of(game), limits, batches, sums, log, unequal)
        return add_to_counts(game, sums, counts)

    return in_batches(game, rounds, play_batches)
