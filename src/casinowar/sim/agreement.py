"""The first part of a proof: core and kernels deal the same rounds, card for card.

The cards come from one kernel. The others are dealt the very same ones, and each says for itself
when the shoe is over, which cards lie where, and what is counted: the kernel as plain Python, the
compiled kernel, and the core's own table (`casinowar.sim.replay`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from casinowar.errors import CasinoWarError
from casinowar.odds.pricing import Decision
from casinowar.rules import RuleSet
from casinowar.sim import compiled, kernel
from casinowar.sim.chunks import BLOCK, COMPARED, blocks_of_words, stream
from casinowar.sim.game import Game
from casinowar.sim.replay import replay
from casinowar.sim.trace import Seen, trace, words_for


@dataclass(frozen=True, slots=True)
class Difference:
    """The first round that did not come out the same."""

    who: str
    round: int
    seen: Seen
    instead: Seen | str
    """What it was there, or why it could not be."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was dealt alike."""

    drawn_by: str
    fresh: bool
    """Whether each round had a fresh shoe."""
    compared: tuple[str, ...]
    shoes: int
    rounds: int
    cards: int
    difference: Difference | None


def drawn_by_general(game: Game, seed: int, rounds: int) -> list[Seen]:
    """Rounds as the compiled kernel draws them."""
    blocks = blocks_of_words(stream(seed, 0, COMPARED))
    needed = rounds * kernel.plan_of(game).words
    words = np.concatenate([next(blocks) for _ in range(-(-needed // BLOCK))])
    return list(trace(compiled.play_rounds, game, words, rounds, np.array))


def drawn_by_vector(game: Game, seed: int, rounds: int) -> list[Seen]:
    """Rounds as the lanes of the vector kernel draw them, one lane's shoes after the other's."""
    from casinowar.sim import vector

    return list(islice(vector.trace(game, stream(seed, 1, COMPARED)), rounds))


def agree(
    rules: RuleSet, game: Game, decision: Decision | None, drawn_by: str, rounds: Sequence[Seen]
) -> Agreement:
    """Deal rounds that one kernel drew with the others and at the core's table."""
    words = words_for(game, rounds)
    others: dict[str, Callable[[], Iterator[Seen]]] = {
        "plain": lambda: trace(kernel.play_rounds, game, words, len(rounds)),
        "compiled": lambda: trace(
            compiled.play_rounds, game, np.array(words, dtype=np.uint16), len(rounds), np.array
        ),
        "core": lambda: replay(rules, game, decision, rounds),
    }
    found = (first_difference(who, rounds, dealt()) for who, dealt in others.items())
    return Agreement(
        drawn_by=drawn_by,
        fresh=game.rounds_per_shoe == 1,
        compared=tuple(others),
        shoes=sum(seen.opens_shoe for seen in rounds),
        rounds=len(rounds),
        cards=sum(len(seen.cards) for seen in rounds),
        difference=next((difference for difference in found if difference is not None), None),
    )


def first_difference(who: str, rounds: Sequence[Seen], dealt: Iterator[Seen]) -> Difference | None:
    """Where another did not deal the same."""
    for number, seen in enumerate(rounds, 1):
        try:
            instead = next(dealt)
        except (CasinoWarError, LookupError) as error:
            return Difference(who, number, seen, str(error))
        if instead != seen:
            return Difference(who, number, seen, instead)
    return None
