"""One seat: two cards at a time, the dealer's and the player's, and which of them is higher.

Burned cards are never drawn, for nobody sees them. So an original deal and a war are both two cards
to look at, and each of the 32 shoes can be in either; as many cards are drawn from each, and the
number left is the same. What differs is how far a shoe is from its end. After k pairs, w of them
wars, so many cards are gone:

    first burn + (k - w)·(cards of a deal) + w·(cards of a war)

and a round may begin as long as they are fewer than those in front of the cut card. Where a shoe
ends after so many rounds, it is the same with 1 for a deal and 0 for a war. So a round may begin as
long as w, or -w where a war counts less than a deal, is below a limit that depends on k alone.
Shoes that are over wait, uncounted, for the others.

What came of the pairs is counted in bytes, lane by lane, and added up before a byte is full.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casinowar.sim import tallies
from casinowar.sim.compiled import compiled
from casinowar.sim.game import Game
from casinowar.sim.vector.batches import in_batches
from casinowar.sim.vector.codes import HIGHER, NONE, Counts, Log, log_cards, log_rounds
from casinowar.sim.vector.inlining import inlined
from casinowar.sim.vector.lanes import (
    Lanes,
    align_stack,
    all_bytes,
    any_lane,
    select,
    total,
)
from casinowar.sim.vector.places import Line, Places, line_of, two_places
from casinowar.sim.vector.shoes import Shoes, fill, new_shoes, ranks, take_unlike
from casinowar.sim.vector.streams import State, left_off, resumed

MOST_WARS = 126
"""As many wars of a shoe as a byte with a sign can compare."""
MOST_PAIRS = 255
"""As many pairs as a byte without a sign can count."""
SUMS = 5
"""Higher cards, lower ones, ties of original deals; higher and lower ones of wars."""


class Course(NamedTuple):
    """How a shoe goes to its end: a round may begin as long as it has not come so far."""

    end: int
    deal: int
    """How far an original deal brings it."""
    war: int

    @property
    def most_pairs(self) -> int:
        """The most pairs of a shoe."""
        without_war = -(-self.end // self.deal) + 1
        return max(without_war, 2 * self.most_wars)

    @property
    def most_wars(self) -> int:
        """The most wars of a shoe, one in each round."""
        return -(-self.end // (self.deal + self.war))

    @property
    def weight(self) -> int:
        """1 where wars bring the end nearer than deals do, -1 where less near, 0 where as near."""
        return (self.war > self.deal) - (self.war < self.deal)

    def limits(self) -> NDArray[np.int8]:
        """By the pairs so far: a round may begin if the wars, weighed, are below this."""
        far = abs(self.war - self.deal) or 1
        left = [self.end - pairs * self.deal for pairs in range(self.most_pairs + 1)]
        if not self.weight:
            return np.array([127 if rest > 0 else -128 for rest in left], dtype=np.int8)
        return np.array([max(-128, min(-(-rest // far), 127)) for rest in left], dtype=np.int8)


def course_of(game: Game) -> Course:
    """How the shoes of a game go to their ends."""
    if game.rounds_per_shoe:
        return Course(game.rounds_per_shoe, 1, 0)
    in_front = game.cards - game.behind - game.first_burn
    return Course(in_front, game.deal_cards, game.war_cards + game.war_cards_each)


def fits(game: Game) -> bool:
    """Whether bytes can count the pairs of a shoe."""
    course = course_of(game)
    return game.seats == 1 and course.most_wars <= MOST_WARS and course.most_pairs <= MOST_PAIRS


class Numbers(NamedTuple):
    """What the kernel is given of a game."""

    cards: int
    decks: int
    most_pairs: int
    weight: int
    fights: int
    """-1 or 0: whether a tie goes to war."""


def numbers_of(game: Game) -> Numbers:
    """A game as the kernel takes it."""
    course = course_of(game)
    return Numbers(
        cards=game.cards,
        decks=game.decks,
        most_pairs=course.most_pairs,
        weight=course.weight,
        fights=-int(game.fights),
    )


class Tallied(NamedTuple):
    """Counts of each lane, not yet added up."""

    higher: Lanes
    lower: Lanes
    ties: Lanes
    war_higher: Lanes
    war_lower: Lanes


@inlined
def nothing_tallied() -> Tallied:
    """No count in any lane."""
    zero = all_bytes(0)
    return Tallied(zero, zero, zero, zero, zero)


@inlined
def tally(
    tallied: Tallied, playing: Lanes, war: Lanes, differ: Lanes, higher: Lanes
) -> tuple[Tallied, Lanes]:
    """Count a pair of cards in each shoe that plays; where it is a tie of an original deal."""
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
    """Add what the lanes have counted."""
    sums[0] += total(tallied.higher)
    sums[1] += total(tallied.lower)
    sums[2] += total(tallied.ties)
    sums[3] += total(tallied.war_higher)
    sums[4] += total(tallied.war_lower)


@inlined
def log_pair(log: Log, row: int, shoes: Shoes, from_top: Places, from_bottom: Places) -> None:
    """Write which cards are about to be taken."""
    if log is not None:
        dealer = ranks(shoes, from_top[0], from_bottom[0])
        log_cards(log, row, dealer, ranks(shoes, from_top[1], from_bottom[1]))


@inlined
def log_outcome(log: Log, row: int, over: Lanes, war: Lanes, differ: Lanes, higher: Lanes) -> None:
    """Write how the rounds that are over came out."""
    if log is not None:
        tie = all_bytes(1)
        code = select(differ, higher & all_bytes(HIGHER), tie)
        log_rounds(log, row, select(over, select(war, tie, code), all_bytes(NONE)), code & war)


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
) -> None:
    """Play so many times 32 shoes, and add to the sums."""
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
            begins = ties & all_bytes(numbers.fights)
            log_outcome(log, pairs, playing & ~begins, war, differ, higher)
            war, wars = begins, wars + (begins & all_bytes(numbers.weight))
            left, pairs = left - 2, pairs + 1
        uncounted += pairs
        if uncounted + numbers.most_pairs > MOST_PAIRS:
            add_up(tallied, sums)
            tallied, uncounted = nothing_tallied(), 0
    add_up(tallied, sums)
    left_off(state, generators)


def add_to_counts(sums: Counts, counts: Counts) -> int:
    """Add the sums to counts by place; how many rounds they are."""
    higher, lower, ties, war_higher, war_lower = map(int, sums)
    found = {
        tallies.place(1, 1, 0): higher - war_higher,
        tallies.place(1, 0, 0): lower - war_lower,
        tallies.place(1, 0, 1, 1, 0): war_higher,
        tallies.place(1, 0, 1, 0, 1): war_lower,
        tallies.place(1, 0, 1): ties - war_higher - war_lower,
    }
    for place, count in found.items():
        counts[place] += count
    return sum(found.values())


def play(game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
    """Play whole shoes of no more than so many rounds, and count these; how many they were."""
    shoes, line, limits = new_shoes(), line_of(game.cards), course_of(game).limits()

    def play_batches(batches: int) -> int:
        sums = np.zeros(SUMS, dtype=np.int64)
        play_shoes(state, shoes, line, numbers_of(game), limits, batches, sums, log)
        return add_to_counts(sums, counts)

    return in_batches(game, rounds, play_batches)
