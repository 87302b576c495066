"""The general kernel, in plain Python: every table of the vocabulary, dealt and counted.

**The shoe.** Cards are ranks, 0 the highest, in an array whose first `left` places hold the cards
nobody has seen. A card is drawn from a random one of them and takes the last of these places,
which is then a seen one: a Fisher-Yates shuffle that is done only as far as cards are turned up.
Read from its end, the array is the order in which they were. A burned card stays among the
unseen, where it is as good as any other; it only counts as gone (`casinowar.sim.game`).

**Chance** is passed in: 16-bit words x, uniform on 0 … 65535. For n cards, x·n div 65536 is a
place. Each place has 65536 div n or one more word; dropping those x with x·n mod 65536 below
65536 mod n leaves the same number for each, so no card is preferred. The remainder is only worked
out where a word could be dropped, for x·n mod 65536 below n.

**The same function** is played as it stands here, in tests and by `casinowar prove`, and compiled
(`casinowar.sim.compiled`). The masks tell the compiler that an index is never negative; they
change no value.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from casinowar.cards import RANKS
from casinowar.sim.game import Game

WORD = 0xFFFF
_INDEX = 0x7FFF_FFFF
SPARE_WORDS = 256
"""Words beyond one for each card of a round: more are never dropped. A word is dropped once in a
hundred times at most, so so many in one round have a chance below 10 to the power of -500."""


class Words(Protocol):
    """Words of chance, by their places."""

    def __getitem__(self, at: int, /) -> int: ...


class Cells(Protocol):
    """Whole numbers in a row: a list, or an array."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Plan(NamedTuple):
    """What a kernel is given of a game: whole numbers only."""

    cards: int
    last_gone: int
    """The shoe is over when so many cards are gone: the cut card has come out."""
    most_rounds: int
    first_burn: int
    deal_cards: int
    war_cards: int
    war_cards_each: int
    fights: int
    individual: int
    words: int
    """The words that one round can need."""


def plan_of(game: Game) -> Plan:
    """A game as a kernel takes it."""
    return Plan(
        cards=game.cards,
        last_gone=game.cards - game.behind,
        most_rounds=game.most_rounds,
        first_burn=game.first_burn,
        deal_cards=game.deal_cards,
        war_cards=game.war_cards,
        war_cards_each=game.war_cards_each,
        fights=int(game.fights),
        individual=int(game.individual),
        words=game.most_cards + SPARE_WORDS,
    )


def new_shoe(game: Game) -> list[int]:
    """The ranks of a shoe's cards; any order will do."""
    return [card % len(RANKS) for card in range(game.cards)]


def no_shoe(game: Game) -> list[int]:
    """The state before the first round: cards left, cards gone, rounds played, of no shoe."""
    return [0, game.cards, 0]


def draw(shoe: Cells, left: int, words: Words, used: int) -> tuple[int, int, int]:
    """A card out of those unseen; with it, how many are left, and the words used so far."""
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
    """Play so many rounds, or as many as the words last for; how many, and the words used.

    `hands` has one item for each seat: its length is a type to the compiler, which so makes a
    kernel for each number of seats. `shoe` and `state` are left as the next call takes them.
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
            if equal and plan.fights:
                gone += plan.war_cards + plan.war_cards_each * equal
                won = lost = 0
                dealer, left, used = draw(shoe, left, words, used)
                for war in range(equal):
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
