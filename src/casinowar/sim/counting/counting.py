"""Counting: how often the tie wager has a positive expectation for a player who sees every card.

The more uneven the unseen cards are, the likelier a tie is. The player bets before the round and
knows the cards that were turned up, but not those that were burned. So the value of the wager
depends on the unseen cards, burned ones included. With the chance p of a tie it is

    (1 - p) · (the result without a tie) + p · (the result with a tie)

per wager, where the core settles both results. A round is favourable if this is above 0: at 10 to
1, if p is above 1/11. For each number of unseen cards this is a bound on their pairs, computed in
fractions beforehand; the kernel only compares whole numbers (`casinowar.sim.kernels.watching`).

**No favourable round.** If none of n shoes had a favourable round, then with a confidence of 95 %
fewer than 3 in n shoes have any. Each shoe has at most `Game.most_rounds` rounds, so of all rounds
fewer than 3 · most_rounds / rounds are favourable. If no set of unseen cards could make a round
favourable, `Counting.possible` is false.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

import numpy as np

from casinowar.cards import RANKS
from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.sheet import Sheet
from casinowar.rules.model import RuleSet
from casinowar.rules.pay import Pay, parse_pay
from casinowar.rules.soundness import contradictions
from casinowar.sim.counting.watch import (
    LEAST_CHUNKS,
    Figure,
    Numbers,
    Watched,
    chunk_shoes,
    ratio,
    watch,
    watch_chunk,
)
from casinowar.sim.game import Game
from casinowar.sim.kernels.watching import Marks

MOST_ROUNDS = 10**10
PARTS = 10
"""The number of equal parts in which the shoe is reported."""
_FEW = 0.001
"""A part with a smaller share of the rounds is merged with the one before it."""


@dataclass(frozen=True, slots=True)
class TieLine:
    """The value of the tie wager, as a linear function of the chance of a tie."""

    without: Fraction
    """The average result if there is no tie."""
    tie: Fraction

    @property
    def slope(self) -> Fraction:
        """The difference that a tie makes."""
        return self.tie - self.without

    @property
    def fair(self) -> Fraction | None:
        """The chance of a tie at which the wager is fair; `None` if there is no such chance."""
        return -self.without / self.slope if self.slope else None


@dataclass(frozen=True, slots=True)
class ShoePart:
    """The rounds that started in one part of the shoe."""

    first: int
    """The fewest cards seen before these rounds; `last` is the most."""
    last: int
    rounds: int
    share: Figure
    """The share of these rounds that were favourable."""
    worth: Figure | None
    """The average value of a wager in the favourable ones; `None` if there are too few."""


@dataclass(frozen=True, slots=True)
class Counting:
    """The measured gain from counting at a table."""

    rules: RuleSet
    game: Game
    seed: int
    shoes: int
    rounds: int
    line: TieLine
    share: Figure
    """The share of all rounds that were favourable."""
    worth: Figure | None
    """The average value of a wager in the favourable rounds; `None` if there are too few."""
    gain: Figure
    """The gain per round, in tie wagers, from betting in the favourable rounds only."""
    possible: bool
    """Whether any round could be favourable."""
    parts: tuple[ShoePart, ...]

    @property
    def at_most(self) -> float | None:
        """An upper bound on the share at 95 % confidence, if no round was favourable."""
        if self.share.value or not self.possible:
            return None
        return 3 * self.game.most_rounds / self.rounds

    def shoe(self) -> str:
        """Describe the shoe."""
        decks = f"{self.game.decks} deck{'s' if self.game.decks > 1 else ''}"
        match self.game.rounds_per_shoe:
            case 0:
                return f"{decks}, {self.game.behind} cards behind the cut card"
            case 1:
                return f"{decks}, a fresh shoe each round"
            case rounds:
                return f"{decks}, {rounds} rounds per shoe"


def paying(rules: RuleSet, pay: str) -> RuleSet:
    """Return the same rules with another pay for a tie."""
    _check_offered(rules)
    equal = replace(rules.pays.equal, tie=parse_pay(pay))
    other = replace(rules, pays=replace(rules.pays, equal=equal))
    for field, message in contradictions(other):
        raise RuleError(f"a tie cannot pay {pay!r}: {field}: {message}")
    return other


def tie_pay(rules: RuleSet) -> Pay:
    """Return the pay for a tie."""
    pay = rules.pays.pay("equal", "tie")
    assert pay is not None, "the tie wager is offered"
    return pay


def line_of(rules: RuleSet) -> TieLine:
    """Return the value of the tie wager, from the core's settlement."""
    _check_offered(rules)
    results = Sheet(rules, fresh(rules.shoe.decks[0])).tie
    assert results is not None, "the tie wager is offered"
    nets = {chance.label: chance.net for chance in results.chances}
    return TieLine((nets["higher"] + nets["lower"]) / 2, nets["equal"])


def _check_offered(rules: RuleSet) -> None:
    if not rules.has_tie:
        raise RuleError(f"{rules.id} ({rules.reading}) offers no tie wager, which counting needs")


def favourable(line: TieLine, unseen: int) -> tuple[int, int]:
    """Return the fewest and the most pairs among the unseen cards that make a round favourable."""
    orders = unseen * (unseen - 1)
    if not line.slope:
        return (0, orders) if line.without > 0 else (1, 0)
    bound = -line.without / line.slope * orders
    if line.slope > 0:
        return min(max(floor(bound) + 1, 0), orders + 1), orders
    return 0, max(min(ceil(bound) - 1, orders), -1)


def is_possible(line: TieLine, game: Game) -> bool:
    """Tell whether any set of unseen cards, however rare, makes a round favourable."""
    for unseen in _unseen(game):
        least, most = favourable(line, unseen)
        fewest, largest = _pairs(game, unseen)
        if least <= largest and fewest <= most:
            return True
    return False


def _unseen(game: Game) -> Iterator[int]:
    """Yield the possible numbers of unseen cards when a round starts, and a few impossible ones."""
    yield game.cards
    shown = game.seats + 1
    wars = (2 * game.seats if game.individual else game.seats + 1) if game.fights else 0
    deepest = game.cards - (game.most_rounds - 1) * (shown + wars)
    yield from range(max(game.behind + 1, deepest), game.cards - shown + 1)


def _pairs(game: Game, unseen: int) -> tuple[int, int]:
    """Return the fewest and the most pairs that so many cards can have."""
    each, over = divmod(unseen, len(RANKS))
    fewest = over * (each + 1) * each + (len(RANKS) - over) * each * (each - 1)
    of_a_rank = game.cards // len(RANKS)
    whole, rest = divmod(unseen, of_a_rank)
    return fewest, whole * of_a_rank * (of_a_rank - 1) + rest * (rest - 1)


def count(
    rules: RuleSet,
    game: Game,
    *,
    seed: int,
    rounds: int,
    executor: Executor,
    on_progress: Callable[[float], object] = lambda _: None,
) -> Counting:
    """Watch about so many rounds, in whole chunks; `on_progress` is called with the share done."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(f"--rounds: cannot count {rounds:,}; use 1 to {MOST_ROUNDS:,}")
    line = line_of(rules)
    bounds = np.array([favourable(line, unseen) for unseen in range(game.cards + 1)])
    marks = Marks(*np.ascontiguousarray(bounds.T))
    first = watch_chunk(game, marks, seed, 0)
    chunks = max(LEAST_CHUNKS, -(-rounds // int(first.rounds.sum())))
    rows = [_row(first)]
    with closing(watch(game, marks, seed, range(1, chunks), executor)) as watched_chunks:
        for watched in watched_chunks:
            rows.append(_row(watched))
            on_progress(len(rows) / chunks)
    table = np.array(rows)
    every = table.sum(axis=2)
    return Counting(
        rules,
        game,
        seed,
        chunk_shoes(game) * chunks,
        int(every[:, 0].sum()),
        line,
        share=ratio(every[:, 1], every[:, 0]).figure(),
        worth=_worth(line, every),
        gain=ratio(_won(line, every), every[:, 0]).figure(),
        possible=is_possible(line, game),
        parts=tuple(_parts(game, line, table)),
    )


def _row(watched: Watched) -> Numbers:
    """Return rounds, favourable rounds and the latter's summed tie chances, by part of the shoe."""
    cards = len(watched.rounds) - 1
    unseen = np.arange(cards + 1)
    chances = watched.marked_pairs / np.maximum(unseen * (unseen - 1), 1)
    part = np.minimum((cards - unseen) * PARTS // cards, PARTS - 1)
    return np.array(
        [
            np.bincount(part, weights=row, minlength=PARTS)
            for row in (watched.rounds, watched.marked, chances)
        ]
    )


def _parts(game: Game, line: TieLine, table: Numbers) -> Iterator[ShoePart]:
    rounds = table[:, 0].sum(axis=0)
    groups: list[list[int]] = []
    for part in np.flatnonzero(rounds).tolist():
        if groups and rounds[part] < _FEW * rounds.sum():
            groups[-1].append(part)
        else:
            groups.append([part])
    for group in groups:
        sums = table[:, :, group].sum(axis=2)
        yield ShoePart(
            -(-group[0] * game.cards // PARTS),
            -(-(group[-1] + 1) * game.cards // PARTS) - 1,
            int(sums[:, 0].sum()),
            ratio(sums[:, 1], sums[:, 0]).figure(),
            _worth(line, sums),
        )


def _won(line: TieLine, sums: Numbers) -> Numbers:
    """Return the expected winnings of wagers in each chunk's favourable rounds."""
    won: Numbers = float(line.without) * sums[:, 1] + float(line.slope) * sums[:, 2]
    return won


def _worth(line: TieLine, sums: Numbers) -> Figure | None:
    if np.count_nonzero(sums[:, 1]) < LEAST_CHUNKS:
        return None
    return ratio(_won(line, sums), sums[:, 1]).figure()
