"""The watching kernel, in plain Python: it records the unseen cards when each round starts.

A player who has seen every card that was turned up knows how many of each rank are unseen. Let c be
these counts, u cards in total. Two whole numbers decide the value of every wager:

    pairs = Σ c(c - 1)       ordered pairs of equal cards
    quads = pairs (pairs - 2) - 4 Σ c(c - 1)(c - 2)

A tie has the chance pairs / u(u - 1). A tie followed by a tie in the war has the chance
quads / u(u - 1)(u - 2)(u - 3): quads are ordered pairs of such pairs, with four different cards.
(They are all pairs², less those that share a card: for each rank 4 c(c - 1)(c - 2) share one card
and 2 c(c - 1) share both.) When one of c cards is seen, the pairs lose 2(c - 1), and the triples
Σ c(c - 1)(c - 2) lose 3(c - 1)(c - 2).

Shoes are dealt as in `casinowar.sim.kernels.general`, card for card from the same words. The sums
are kept by the number of unseen cards, burned ones included; other modules price them.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from casinowar.cards import RANKS
from casinowar.sim.game import Game
from casinowar.sim.kernels.general import Cells, Plan, draw

Row = TypeVar("Row", bound=Cells)


class Depths(NamedTuple, Generic[Row]):
    """Sums over rounds, each kept by the number of unseen cards."""

    rounds: Row
    """The rounds that started with this many unseen cards."""
    pairs: Row
    quads: Row
    marked: Row
    """The rounds whose pairs were within the marks."""
    marked_pairs: Row
    places: Row
    """Places in front of the cut card taken by rounds that left this many unseen cards."""
    place_pairs: Row
    """The pairs left by these rounds, counted once for every place they took."""
    place_quads: Row


class Marks(NamedTuple):
    """The fewest and the most pairs to mark, for each number of unseen cards."""

    least: Cells
    most: Cells


def unwatched(game: Game) -> list[int]:
    """Return the state before the first shoe: cards left, gone, rounds, pairs, triples."""
    return [0, game.cards, 0, 0, 0]


def no_ranks() -> list[int]:
    """Return the unseen cards of each rank before the first shoe."""
    return [0] * len(RANKS)


def see(ranks: Cells, card: int, pairs: int, triples: int) -> tuple[int, int]:
    """Mark a card as seen; return the pairs and triples of the unseen cards that remain."""
    others = ranks[card] - 1
    ranks[card] = others
    return pairs - 2 * others, triples - 3 * others * (others - 1)


def watch_shoes(
    seats: int,
    plan: Plan,
    marks: Marks,
    shoe: Cells,
    ranks: Cells,
    state: Cells,
    words: Sequence[int],
    shoes: int,
    depths: Depths[Row],
) -> tuple[int, int]:
    """Play so many shoes, or as many as the words allow; return the shoes and words used.

    `shoe`, `ranks` (the unseen cards of each) and `state` are updated for the next call.
    """
    left, gone, played, pairs, triples = state[0], state[1], state[2], state[3], state[4]
    done = used = 0
    last_used = len(words) - plan.words
    while done < shoes and used <= last_used:
        if gone >= plan.last_gone or played >= plan.most_rounds:
            left, gone, played = plan.cards, plan.first_burn, 0
            each = plan.cards // len(ranks)
            for rank in range(len(ranks)):
                ranks[rank] = each
            pairs = plan.cards * (each - 1)
            triples = pairs * (each - 2)
        depths.rounds[left] += 1
        depths.pairs[left] += pairs
        depths.quads[left] += pairs * (pairs - 2) - 4 * triples
        if marks.least[left] <= pairs <= marks.most[left]:
            depths.marked[left] += 1
            depths.marked_pairs[left] += pairs
        before = gone
        gone += plan.deal_cards
        dealer, left, used = draw(shoe, left, words, used)
        pairs, triples = see(ranks, dealer, pairs, triples)
        higher = equal = 0
        for _ in range(seats):
            card, left, used = draw(shoe, left, words, used)
            pairs, triples = see(ranks, card, pairs, triples)
            higher += card < dealer
            equal += card == dealer
        fighters = plan.fights_equal * equal + plan.fights_higher * higher
        fighters += plan.fights_lower * (seats - higher - equal)
        if fighters:
            gone += plan.war_cards + plan.war_cards_each * fighters
            for _ in range(2 * fighters if plan.individual else fighters + 1):
                card, left, used = draw(shoe, left, words, used)
                pairs, triples = see(ranks, card, pairs, triples)
        places = min(gone, plan.last_gone) - before
        depths.places[left] += places
        depths.place_pairs[left] += places * pairs
        depths.place_quads[left] += places * (pairs * (pairs - 2) - 4 * triples)
        played += 1
        done += gone >= plan.last_gone or played >= plan.most_rounds
    state[0], state[1], state[2], state[3], state[4] = left, gone, played, pairs, triples
    return done, used
