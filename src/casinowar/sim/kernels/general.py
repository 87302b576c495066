"""The general kernel, in plain Python: it deals and counts rounds of any table.

**The shoe** is an array of ranks; 0 is the highest. Its first `left` places hold the unseen cards.
To draw a card, the kernel picks one of these places at random and swaps its card with the one in
the last of them, which then counts as seen. This is a Fisher-Yates shuffle that goes only as far as
cards are turned up. Read from its end, the array gives the order in which they were. A burned card
stays among the unseen, where it is as good as any other; it only counts as gone
(`casinowar.sim.game`).

**Random words** are passed in: 16-bit words x, uniform on 0 … 65535. For n cards, x·n div 65536 is
a place. Each place has 65536 div n words or one more. Dropping those x with x·n mod 65536 below
65536 mod n leaves the same number of words for each place, so no card is preferred. The remainder
is only computed if a word could be dropped, that is for x·n mod 65536 below n.

**The same function** runs as plain Python, in tests and in `casinowar prove`, and compiled
(`casinowar.sim.kernels.compiled`). The masks tell the compiler that an index is never negative;
they change no value.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from casinowar.cards import RANKS
from casinowar.sim.game import Game

WORD = 0xFFFF
_INDEX = 0x7FFF_FFFF
SPARE_WORDS = 256
"""Spare words for a round, beyond one for each card. At most one word in a hundred is dropped, so
the chance of dropping this many in one round is below 10 to the power of -500."""


class WordSource(Protocol):
    """Random words, by index."""

    def __getitem__(self, at: int, /) -> int: ...


class Cells(Protocol):
    """A row of whole numbers: a list or an array."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Plan(NamedTuple):
    """A game as a kernel takes it: whole numbers only."""

    cards: int
    last_gone: int
    """The shoe ends when this many cards are gone: then the cut card has come out."""
    most_rounds: int
    first_burn: int
    deal_cards: int
    war_cards: int
    war_cards_each: int
    fights_higher: int
    """1 if hands with a higher card go to war, else 0; the next two likewise."""
    fights_equal: int
    fights_lower: int
    individual: int
    words: int
    """The most words that one round can need."""


def plan_of(game: Game) -> Plan:
    """Return a game as a kernel takes it."""
    return Plan(
        cards=game.cards,
        last_gone=game.cards - game.behind,
        most_rounds=game.most_rounds,
        first_burn=game.first_burn,
        deal_cards=game.deal_cards,
        war_cards=game.war_cards,
        war_cards_each=game.war_cards_each,
        fights_higher=int(game.fights_on("higher")),
        fights_equal=int(game.fights_on("equal")),
        fights_lower=int(game.fights_on("lower")),
        individual=int(game.individual),
        words=game.most_cards + SPARE_WORDS,
    )


def new_shoe(game: Game) -> list[int]:
    """Return the ranks of a shoe's cards, in any order."""
    return [card % len(RANKS) for card in range(game.cards)]


def no_shoe(game: Game) -> list[int]:
    """Return the state before the first shoe: cards left, cards gone, rounds played."""
    return [0, game.cards, 0]


def draw(shoe: Cells, left: int, words: WordSource, used: int) -> tuple[int, int, int]:
    """Draw an unseen card; return it, the number of cards left, and the words used so far."""
    product = words[used & _INDEX] * left
    used += 1
    if product & WORD < left:
        least = (WORD + 1) % left
        while product & WORD < least:
            product = words[used & _INDEX] * left
            used += 1
    pick = (product >> 16) & WORD
    last = (left - 1) & WORD
    card = shoe[pick]
    shoe[pick] = shoe[last]
    shoe[last] = card
    return card, last, used


def play_rounds(
    hands: tuple[int, ...],
    plan: Plan,
    shoe: Cells,
    state: Cells,
    words: Sequence[int],
    rounds: int,
    counts: Cells,
) -> tuple[int, int]:
    """Play so many rounds, or as many as the words allow; return the rounds and words used.

    `hands` has one item for each seat. Its length is part of its type, so the compiler makes one
    kernel for each number of seats. `shoe` and `state` are updated for the next call.
    """
    radix = len(hands) + 1
    left, gone, played = state[0], state[1], state[2]
    done = used = 0
    last_used = len(words) - plan.words
    while done < rounds and used <= last_used:
        if gone >= plan.last_gone or played >= plan.most_rounds:
            left, gone, played = plan.cards, plan.first_burn, 0
        before = done
        until = min(rounds, done + plan.most_rounds - played)
        while done < until and gone < plan.last_gone and used <= last_used:
            done += 1
            gone += plan.deal_cards
            dealer, left, used = draw(shoe, left, words, used)
            higher = equal = 0
            for _ in range(len(hands)):
                card, left, used = draw(shoe, left, words, used)
                higher += card < dealer
                equal += card == dealer
            place = (higher * radix + equal) * radix * radix
            lower = len(hands) - higher - equal
            fighters = plan.fights_equal * equal
            fighters += plan.fights_higher * higher + plan.fights_lower * lower
            if fighters:
                gone += plan.war_cards + plan.war_cards_each * fighters
                won = lost = 0
                dealer, left, used = draw(shoe, left, words, used)
                for war in range(fighters):
                    if war and plan.individual:
                        dealer, left, used = draw(shoe, left, words, used)
                    card, left, used = draw(shoe, left, words, used)
                    won += card < dealer
                    lost += card > dealer
                place += won * radix + lost
            counts[place & _INDEX] += 1
        played += done - before
    state[0], state[1], state[2] = left, gone, played
    return done, used
