"""The form for any number of seats: every shoe is at its own point of a round.

Two cards at a time leave each of the 32 shoes, so all shoes have the same number left. Burned cards
stay where they are, because nobody sees them. What a card is differs from shoe to shoe: the
dealer's or a player's, of an original deal or of a war. In each deal the dealer's card comes first,
then the players': every order of unseen cards is equally likely. Each shoe stores

    to_come    the cards still to come in its deal,
    at_dealer  whether the next card is the dealer's,
    dealer     the dealer's card,
    sums       16 times the higher hands so far, plus the equal ones,
    spent      the cards burned, or the rounds started if a shoe ends after a number of rounds,

and nothing branches on them. The dealer's card is compared with itself and counts as a tie, so
`sums` starts one lower in each deal. If a deal ends with the first card of two, the second card
opens the next deal.

With an odd number of seats, an original deal is a whole number of pairs. If a war ends with the
first card of two, the second counts as one of the cards it burns, if it burns any. Then every deal
starts with a pair, and there is a third less to do (`go_on_in_pairs`).

A deal with ties, or with other hands that have a choice, starts a war. Otherwise the round ends,
and the next round starts if the cards gone, seen or burned, are fewer than those in front of the
cut card, or if there are rounds left to play. Shoes that have ended wait for the others.

If each war has its own dealer's card, the war is a deal of two cards for each hand, and a left-over
card before it is ignored.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casinowar.sim.game import Game
from casinowar.sim.kernels.compiled import compiled
from casinowar.sim.kernels.vector.batches import in_batches
from casinowar.sim.kernels.vector.codes import (
    EQUAL,
    HIGHER,
    NONE,
    Counts,
    Heap,
    Indices,
    Log,
    add_up,
    count_rounds,
    log_cards,
    log_rounds,
    new_heap,
    new_indices,
    none_counted,
    write_rounds,
)
from casinowar.sim.kernels.vector.inline import inlined
from casinowar.sim.kernels.vector.lanes import (
    LANES,
    Lanes,
    align_stack,
    all_bytes,
    any_lane,
    difference_in_turn,
    select,
    shift_right,
    small_products,
)
from casinowar.sim.kernels.vector.places import Line, line_of, two_places
from casinowar.sim.kernels.vector.shoes import MIDDLE, Shoes, fill, new_shoes, take_ranks
from casinowar.sim.kernels.vector.streams import State, left_off, resumed

NONE_SPENT = -127
"""The value at which a signed byte starts to count what is spent, with room for one less."""
MOST_SPENT = 253
"""The most it can count and still be compared with a larger value."""
MOST_FACTOR = 255 // EQUAL
"""The most cards burned for each tie: a byte holds the product with any number of ties."""


def most_spent(game: Game) -> int:
    """Return the most that a shoe can have spent, the next deal included."""
    if game.rounds_per_shoe:
        return game.rounds_per_shoe
    in_front = game.cards - game.behind - game.first_burn
    worst = 0
    for ties in range(game.seats + 1):
        war = ties and game.fights
        burned = game.deal_burn + (game.war_burn + ties * game.war_burn_each if war else 0)
        cards = game.deal_cards + (game.war_cards + ties * game.war_cards_each if war else 0)
        worst = max(worst, -(-in_front // cards) * burned)
    return worst + game.deal_burn


def fits(game: Game) -> bool:
    """Tell whether bytes can count what a shoe spends."""
    return most_spent(game) <= MOST_SPENT and game.war_burn_each <= MOST_FACTOR


def in_pairs(game: Game) -> bool:
    """Tell whether every deal can start with a pair: a left-over card after a war is burned."""
    burned = game.war_burn + game.war_burn_each
    return game.seats % 2 == 1 and not game.individual and (burned > 0 or not game.fights)


Unequal = bool | None
"""`None` if only ties go to war; the kernel is compiled separately for each case."""

Mixed = bool | None
"""`None` if every deal starts with a pair; the kernel is compiled separately for each case."""


class Numbers(NamedTuple):
    """A game as the kernel takes it."""

    cards: int
    decks: int
    middle: int
    seats: int
    by_cards: int
    """-1 if the cut card ends the shoe, else 0."""
    deal_spends: int
    war_spends: int
    war_spends_each: int
    fights: int
    """-1 if ties go to war, else 0."""
    fights_higher: int
    fights_lower: int
    individual: int
    """-1 if each war has its own dealer's card, else 0."""


def numbers_of(game: Game) -> Numbers:
    """Return a game as the kernel takes it."""
    in_rounds = bool(game.rounds_per_shoe)
    return Numbers(
        cards=game.cards,
        decks=game.decks,
        middle=MIDDLE,
        seats=game.seats,
        by_cards=0 if in_rounds else -1,
        deal_spends=1 if in_rounds else game.deal_burn,
        war_spends=0 if in_rounds else game.war_burn,
        war_spends_each=0 if in_rounds else game.war_burn_each,
        fights=-int(game.fights_on("equal")),
        fights_higher=-int(game.fights_on("higher")),
        fights_lower=-int(game.fights_on("lower")),
        individual=-int(game.individual),
    )


def limits_of(game: Game) -> NDArray[np.int8]:
    """Return, by the pairs of cards seen, the limit below which a round may start."""
    in_front = game.cards - game.behind - game.first_burn
    limits = (game.rounds_per_shoe or in_front - seen for seen in range(0, game.cards + 3, 2))
    return np.array(
        [NONE_SPENT + max(-1, min(limit, MOST_SPENT + 1)) for limit in limits], dtype=np.int8
    )


class Deals(NamedTuple):
    """The point that each shoe has reached in its round."""

    to_come: Lanes
    at_dealer: Lanes
    dealer: Lanes
    sums: Lanes
    spent: Lanes
    """Counted from `NONE_SPENT`."""
    war: Lanes
    """-1 in a war."""
    first: Lanes
    """In a war, the sums of the original deal."""
    over_first: Lanes
    """The sums of the original deal of a finished, uncounted round, or `NONE`."""
    over_war: Lanes
    """The sums of its war."""


@inlined
def first_deals(numbers: Numbers) -> Deals:
    """Return the state of all shoes before the first card."""
    zero, none = all_bytes(0), all_bytes(NONE)
    to_come, spent = all_bytes(numbers.seats + 1), all_bytes(NONE_SPENT + numbers.deal_spends)
    return Deals(to_come, ~zero, zero, ~zero, spent, zero, zero, none, zero)


@inlined
def see(deals: Deals, card: Lanes, other: Lanes) -> tuple[Lanes, Lanes]:
    """Return the dealer's card, and the sums after two more cards, or one if only one is due."""
    dealer = select(deals.at_dealer, card, deals.dealer)
    alone = deals.to_come == all_bytes(1)
    ties, higher = card == dealer, card < dealer
    rival = dealer | alone  # no rank is as low as -1: neither equal nor higher
    other_ties, other_higher = other == rival, other < rival
    more = (higher & all_bytes(HIGHER)) + (other_higher & all_bytes(HIGHER))
    return dealer, deals.sums - ties - other_ties + more


@inlined
def fighters_of(numbers: Numbers, sums: Lanes, unequal: Unequal) -> Lanes:
    """Return how many hands of an original deal with these sums go to war."""
    equal = sums & all_bytes(EQUAL)
    fighters = equal & all_bytes(numbers.fights)
    if unequal is not None:
        higher = shift_right(sums, 4)
        lower = all_bytes(numbers.seats) - higher - equal
        fighters = fighters + (higher & all_bytes(numbers.fights_higher))
        fighters = fighters + (lower & all_bytes(numbers.fights_lower))
        fighters = fighters & all_bytes(EQUAL)  # the sums of a deal under way may be anything
    return fighters


@inlined
def go_on(
    numbers: Numbers, deals: Deals, card: Lanes, other: Lanes, limit: int, unequal: Unequal
) -> Deals:
    """Take two more cards of each shoe; if its deal has ended, start its war or the next round.

    A round may start if less than the limit is spent.
    """
    dealer, sums = see(deals, card, other)
    alone = deals.to_come == all_bytes(1)
    ended = alone | (deals.to_come == all_bytes(2))
    fighters = fighters_of(numbers, sums, unequal)
    begins = ended & ~deals.war & (fighters > all_bytes(0))
    over = ended & ~begins
    over_first = select(over, select(deals.war, deals.first, sums), deals.over_first)
    over_war = select(over, sums & deals.war, deals.over_war)
    first = select(begins, sums, deals.first)
    war = select(ended, begins, deals.war)
    in_pairs = war & all_bytes(numbers.individual)
    kept = alone & ~in_pairs
    dealer = select(kept, other, dealer)

    not_dealt = alone & all_bytes(numbers.by_cards)
    next_deal = all_bytes(numbers.seats + 1) & (all_bytes(limit) > deals.spent + not_dealt)
    next_war = fighters + select(in_pairs, fighters, all_bytes(1))
    to_come = difference_in_turn(deals.to_come, all_bytes(2))
    to_come = select(ended, select(begins, next_war, next_deal) + kept, to_come)
    war_spends = all_bytes(numbers.war_spends) + small_products(fighters, numbers.war_spends_each)
    spends = select(begins, war_spends, all_bytes(numbers.deal_spends))
    false_ties = select(in_pairs, fighters, all_bytes(1) + kept)
    return Deals(
        to_come,
        (ended & ~kept) | in_pairs,
        dealer,
        select(ended, all_bytes(0) - false_ties, sums),
        deals.spent + (ended & spends) + (not_dealt & in_pairs),
        war,
        first,
        over_first,
        over_war,
    )


@inlined
def go_on_in_pairs(
    numbers: Numbers, deals: Deals, card: Lanes, other: Lanes, limit: int, unequal: Unequal
) -> Deals:
    """Do the same if each deal starts with a pair."""
    dealer, sums = see(deals, card, other)
    alone = deals.to_come == all_bytes(1)
    ended = alone | (deals.to_come == all_bytes(2))
    fighters = fighters_of(numbers, sums, unequal)
    begins = ended & ~deals.war & (fighters > all_bytes(0))
    over = ended & ~begins
    first = select(deals.war, deals.first, sums)

    spent = deals.spent + (alone & all_bytes(numbers.by_cards))  # the second card counts as burned
    next_deal = all_bytes(numbers.seats + 1) & (all_bytes(limit) > spent)
    next_war = fighters + all_bytes(1)
    to_come = difference_in_turn(deals.to_come, all_bytes(2))
    war_spends = all_bytes(numbers.war_spends) + small_products(fighters, numbers.war_spends_each)
    spends = select(begins, war_spends, all_bytes(numbers.deal_spends))
    return Deals(
        select(ended, select(begins, next_war, next_deal), to_come),
        ended,
        dealer,
        sums | ended,
        spent + (ended & spends),
        select(ended, begins, deals.war),
        first,
        select(over, first, deals.over_first),
        select(over, sums & deals.war, deals.over_war),
    )


@inlined
def nothing_over(deals: Deals) -> Deals:
    """Return the same state with no round left to count."""
    return Deals(*deals[:7], all_bytes(NONE), all_bytes(0))


@compiled
def play_shoes(
    state: State,
    shoes: Shoes,
    line: Line,
    numbers: Numbers,
    limits: NDArray[np.int8],
    batches: int,
    indices: Indices,
    heap: Heap,
    log: Log,
    mixed: Mixed,
    unequal: Unequal,
) -> int:
    """Play so many batches of 32 shoes, and count on the heap; return how often all counted."""
    align_stack()
    generators = resumed(state)
    pairs_to_count = (numbers.seats + 1) // 2  # no shoe ends two rounds in so many pairs
    lanes_to_count = -(-LANES // pairs_to_count)
    times, counted = 0, LANES
    for _ in range(batches):
        fill(shoes, numbers.decks)
        deals = first_deals(numbers)
        seen, playing = 0, True
        while playing:
            for _ in range(pairs_to_count):
                from_top, from_bottom, _, generators = two_places(
                    numbers.cards - seen, line, generators
                )
                card, other = take_ranks(shoes, numbers.middle, from_top, from_bottom)
                log_cards(log, seen // 2, card, other)
                seen += 2
                counted = count_rounds(indices, counted, counted + lanes_to_count, heap)
                limit = limits[(seen // 2) & 0xFFFF]
                if mixed is None:
                    deals = go_on_in_pairs(numbers, deals, card, other, limit, unequal)
                else:
                    deals = go_on(numbers, deals, card, other, limit, unequal)
                playing = any_lane(deals.to_come > all_bytes(0))
                if not playing:
                    break
            count_rounds(indices, counted, LANES, heap)
            log_rounds(log, seen // 2 - 1, deals.over_first, deals.over_war)
            write_rounds(deals.over_first, deals.over_war, indices)
            deals, counted, times = nothing_over(deals), 0, times + 1
    count_rounds(indices, counted, LANES, heap)
    left_off(state, generators)
    return times


def play(game: Game, state: State, rounds: int, counts: Counts, log: Log) -> int:
    """Play and count whole shoes with at most so many rounds; return the rounds played."""
    shoes, line, limits = new_shoes(), line_of(game.cards), limits_of(game)
    numbers, indices, heap = numbers_of(game), new_indices(), new_heap()
    mixed = None if in_pairs(game) else True
    unequal: Unequal = None if game.fights_on_ties_alone else True

    def play_batches(batches: int) -> int:
        before = none_counted(heap)
        times: int = play_shoes(
            state, shoes, line, numbers, limits, batches, indices, heap, log, mixed, unequal
        )
        return LANES * times - (none_counted(heap) - before)

    done = in_batches(game, rounds, play_batches)
    add_up(game, heap, counts)
    return done
