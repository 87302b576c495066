"""A kernel's rounds one by one: the cards it turned up, and what it counted.

The same rounds can be dealt again at the core's own table (`casinowar.sim.proof.replay`), or by
the other form of the kernel, and must have the same outcomes.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from casinowar.sim import tallies
from casinowar.sim.game import Game
from casinowar.sim.kernels.general import WORD, Cells, draw, new_shoe, no_shoe, plan_of


class Seen(NamedTuple):
    """One round: the cards turned up, and the place where it was counted."""

    opens_shoe: bool
    cards: tuple[int, ...]
    """Ranks; 0 is the highest. First the dealer's card and each seat's. Then, for a shared war, the
    dealer's card and each fighter's; for individual wars, the dealer's and the fighter's, war by
    war."""
    place: int
    """The place at which `casinowar.sim.tallies` counts it."""


def trace(
    play: Callable[..., tuple[int, int]],
    game: Game,
    words: Any,
    rounds: int,
    cells: Callable[[list[int]], Cells] = list,
) -> Iterator[Seen]:
    """Play so many rounds with a kernel and these words, and yield each.

    `cells` makes the rows that the kernel writes to: lists for the plain form, arrays for the
    compiled one. The words are a list or an array accordingly.
    """
    hands, plan = (0,) * game.seats, plan_of(game)
    shoe, state = cells(new_shoe(game)), cells(no_shoe(game))
    used = 0
    for _ in range(rounds):
        counts: Any = cells([0] * tallies.size(game.seats))
        left, played = int(state[0]), int(state[2])
        done, more = play(hands, plan, shoe, state, words[used:], 1, counts)
        assert done == 1, "more words are needed for so many rounds"
        used += more
        opens_shoe = int(state[2]) <= played or not left
        before = plan.cards if opens_shoe else left
        turned_up = (int(shoe[at]) for at in range(before - 1, int(state[0]) - 1, -1))
        yield Seen(opens_shoe, tuple(turned_up), list(counts).index(1))


def words_for(game: Game, rounds: Iterable[Seen]) -> list[int]:
    """Return the words with which a kernel deals exactly these cards, and some to spare."""
    shoe, left = new_shoe(game), 0
    words: list[int] = []
    for seen in rounds:
        if seen.opens_shoe:
            left = game.cards
        for card in seen.cards:
            pick = shoe.index(card, 0, left)
            first = -(-pick * (WORD + 1) // left)  # the least word for this place may be dropped
            words.append(first + 1)
            _, left, _ = draw(shoe, left, words, len(words) - 1)
    return words + [0] * plan_of(game).words
