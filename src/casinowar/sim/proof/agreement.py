"""The first part of a proof: core and kernels deal the same rounds, card for card.

One kernel draws the cards. The plain Python kernel, the compiled kernel and the core's own table
(`casinowar.sim.proof.replay`) then deal the same cards. Each decides for itself when the shoe ends,
which card goes where, and what is counted.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from casinowar.errors import CasinoWarError
from casinowar.odds.pricing import Decision
from casinowar.rules.model import RuleSet
from casinowar.sim.chunks import BLOCK, COMPARED, blocks_of_words, stream
from casinowar.sim.game import Game
from casinowar.sim.kernels import compiled, general
from casinowar.sim.kernels.trace import Seen, trace, words_for
from casinowar.sim.proof.replay import replay


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The first round with a different outcome."""

    who: str
    round: int
    seen: Seen
    instead: Seen | str
    """The other side's round, or the error that stopped it."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of comparing one kernel's rounds with the others."""

    drawn_by: str
    fresh: bool
    """Whether each round had a fresh shoe."""
    compared: tuple[str, ...]
    shoes: int
    rounds: int
    cards: int
    difference: Disagreement | None


def drawn_by_general(game: Game, seed: int, rounds: int) -> list[Seen]:
    """Return rounds drawn by the compiled general kernel."""
    blocks = blocks_of_words(stream(seed, 0, COMPARED))
    needed = rounds * general.plan_of(game).words
    words = np.concatenate([next(blocks) for _ in range(-(-needed // BLOCK))])
    return list(trace(compiled.play_rounds, game, words, rounds, np.array))


def drawn_by_vector(game: Game, seed: int, rounds: int) -> list[Seen]:
    """Return rounds drawn by the vector kernel, one lane's shoes after the other's."""
    from casinowar.sim.kernels import vector

    return list(islice(vector.trace(game, stream(seed, 1, COMPARED)), rounds))


def agree(
    rules: RuleSet, game: Game, decision: Decision | None, drawn_by: str, rounds: Sequence[Seen]
) -> Agreement:
    """Deal one kernel's rounds with the other kernels and at the core's table, and compare."""
    words = words_for(game, rounds)
    others: dict[str, Callable[[], Iterator[Seen]]] = {
        "plain": lambda: trace(general.play_rounds, game, words, len(rounds)),
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


def first_difference(
    who: str, rounds: Sequence[Seen], dealt: Iterator[Seen]
) -> Disagreement | None:
    """Return the first round that was not dealt the same; `None` if there is none."""
    for number, seen in enumerate(rounds, 1):
        try:
            instead = next(dealt)
        except (CasinoWarError, LookupError) as error:
            return Disagreement(who, number, seen, str(error))
        if instead != seen:
            return Disagreement(who, number, seen, instead)
    return None
