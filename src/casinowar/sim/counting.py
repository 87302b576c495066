"""Counting: how often the tie wager is worth more than it costs to one who has seen every card.

The more uneven the unseen cards are, the likelier is a tie. The player bets before the round and
knows the cards that were turned up, not those that were burned; so the unseen cards, burned ones
among them, are what the wager's worth follows from. With the chance p of a tie it is worth

    (1 - p) · (what it brings without a tie) + p · (what it brings with one)

per wager, both as the core settles them, and a round is favourable where that is above 0: at 10 to
1 where p is above 1/11. For each number of unseen cards this is a bound on their pairs, worked out
in fractions beforehand; the kernel only compares whole numbers (`casinowar.sim.depth`).

**None at all.** If not one of n shoes had a favourable round, then with a confidence of 95 % fewer
than 3 in n shoes have any; each has `Game.most_rounds` rounds at most, so of all rounds fewer than
3 · most_rounds / rounds are favourable. Where no unseen cards could bring such a round, that is
said instead.
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
from casinowar.pay import Pay, parse_pay
from casinowar.rules import RuleSet
from casinowar.sim.depth import Marks
from casinowar.sim.game import Game
from casinowar.sim.watch import (
    LEAST_CHUNKS,
    Figure,
    Numbers,
    Watched,
    chunk_shoes,
    ratio,
    watch,
    watch_chunk,
)
from casinowar.soundness import contradictions

MOST_ROUNDS = 10**10
PARTS = 10
"""The shoe is told in so many parts of equal size."""
_FEW = 0.001
"""A part that has no more of the rounds is told with the one before it."""


@dataclass(frozen=True, slots=True)
class Line:
    """What the tie wager is worth: a line in the chance of a tie."""

    without: Fraction
    """What it brings on average where there is no tie."""
    tie: Fraction

    @property
    def slope(self) -> Fraction:
        """What a tie brings more."""
        return self.tie - self.without

    @property
    def fair(self) -> Fraction | None:
        """The chance of a tie at which it is worth nothing; `None` where there is none."""
        return -self.without / self.slope if self.slope else None


@dataclass(frozen=True, slots=True)
class Part:
    """The rounds that began in one part of the shoe."""

    first: int
    """The fewest cards seen before them."""
    last: int
    rounds: int
    share: Figure
    """Of them, how many were favourable."""
    worth: Figure | None
    """What a wager was worth in these; `None` where there are too few to say."""


@dataclass(frozen=True, slots=True)
class Counting:
    """What counting gives at a table."""

    rules: RuleSet
    game: Game
    seed: int
    shoes: int
    rounds: int
    line: Line
    share: Figure
    """Of all rounds, how many were favourable."""
    worth: Figure | None
    """What a wager was worth in these, on average; `None` where there are too few to say."""
    gain: Figure
    """What betting in these alone brings a round, in tie wagers."""
    possible: bool
    """Whether a round could be favourable at all."""
    parts: tuple[Part, ...]

    @property
    def at_most(self) -> float | None:
        """Where no round was favourable: of all rounds fewer are, with a confidence of 95 %."""
        if self.share.value or not self.possible:
            return None
        return 3 * self.game.most_rounds / self.rounds

    def shoe(self) -> str:
        """The shoe in words."""
        decks = f"{self.game.decks} deck{'s' if self.game.decks > 1 else ''}"
        match self.game.rounds_per_shoe:
            case 0:
                return f"{decks}, {self.game.behind} cards behind the cut card"
            case 1:
                return f"{decks}, a fresh shoe each round"
            case rounds:
                return f"{decks}, {rounds} rounds a shoe"


def paying(rules: RuleSet, pay: str) -> RuleSet:
    """The same rules with another pay for a tie."""
    _check_offered(rules)
    equal = replace(rules.pays.equal, tie=parse_pay(pay))
    other = replace(rules, pays=replace(rules.pays, equal=equal))
    for field, message in contradictions(other):
        raise RuleError(f"{pay!r} cannot be paid for a tie: {field}: {message}")
    return other


def tie_pay(rules: RuleSet) -> Pay:
    """What a tie pays."""
    pay = rules.pays.pay("equal", "tie")
    assert pay is not None, "the tie wager is offered"
    return pay


def line_of(rules: RuleSet) -> Line:
    """What the tie wager is worth, as the core settles it."""
    _check_offered(rules)
    results = Sheet(rules, fresh(rules.shoe.decks[0])).tie
    assert results is not None, "the tie wager is offered"
    nets = {chance.label: chance.net for chance in results.chances}
    return Line((nets["higher"] + nets["lower"]) / 2, nets["equal"])


def _check_offered(rules: RuleSet) -> None:
    if rules.bets.tie == "none":
        raise RuleError(f"{rules.id} ({rules.reading}) offers no tie wager to count for")


def favourable(line: Line, unseen: int) -> tuple[int, int]:
    """The fewest and the most pairs of so many unseen cards with which the wager gains."""
    orders = unseen * (unseen - 1)
    if not line.slope:
        return (0, orders) if line.without > 0 else (1, 0)
    bound = -line.without / line.slope * orders
    if line.slope > 0:
        return min(max(floor(bound) + 1, 0), orders + 1), orders
    return 0, max(min(ceil(bound) - 1, orders), -1)


def is_possible(line: Line, game: Game) -> bool:
    """Whether some unseen cards, however rare, would make a round favourable."""
    for unseen in _unseen(game):
        least, most = favourable(line, unseen)
        fewest, largest = _pairs(game, unseen)
        if least <= largest and fewest <= most:
            return True
    return False


def _unseen(game: Game) -> Iterator[int]:
    """How many cards can be unseen when a round begins, and a few numbers that cannot."""
    yield game.cards
    shown = game.seats + 1
    wars = (2 * game.seats if game.individual else game.seats + 1) if game.fights else 0
    deepest = game.cards - (game.most_rounds - 1) * (shown + wars)
    yield from range(max(game.behind + 1, deepest), game.cards - shown + 1)


def _pairs(game: Game, unseen: int) -> tuple[int, int]:
    """The pairs of so many cards: spread over all ranks, and gathered in a few."""
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
    heard: Callable[[float], object] = lambda _: None,
) -> Counting:
    """Watch about so many rounds, in whole chunks; `heard` is told which share is done."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(f"--rounds: {rounds:,} cannot be counted; 1 to {MOST_ROUNDS:,} can")
    line = line_of(rules)
    bounds = np.array([favourable(line, unseen) for unseen in range(game.cards + 1)])
    marks = Marks(*np.ascontiguousarray(bounds.T))
    first = watch_chunk(game, marks, seed, 0)
    chunks = max(LEAST_CHUNKS, -(-rounds // int(first.rounds.sum())))
    rows = [_row(first)]
    with closing(watch(game, marks, seed, range(1, chunks), executor)) as listened:
        for watched in listened:
            rows.append(_row(watched))
            heard(len(rows) / chunks)
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
    """Rounds, favourable rounds and the sum of their chances of a tie, by parts of the shoe."""
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


def _parts(game: Game, line: Line, table: Numbers) -> Iterator[Part]:
    rounds = table[:, 0].sum(axis=0)
    groups: list[list[int]] = []
    for part in np.flatnonzero(rounds).tolist():
        if groups and rounds[part] < _FEW * rounds.sum():
            groups[-1].append(part)
        else:
            groups.append([part])
    for group in groups:
        sums = table[:, :, group].sum(axis=2)
        yield Part(
            -(-group[0] * game.cards // PARTS),
            -(-(group[-1] + 1) * game.cards // PARTS) - 1,
            int(sums[:, 0].sum()),
            ratio(sums[:, 1], sums[:, 0]).figure(),
            _worth(line, sums),
        )


def _won(line: Line, sums: Numbers) -> Numbers:
    """What wagers in the favourable rounds of each chunk are expected to win."""
    won: Numbers = float(line.without) * sums[:, 1] + float(line.slope) * sums[:, 2]
    return won


def _worth(line: Line, sums: Numbers) -> Figure | None:
    if np.count_nonzero(sums[:, 1]) < LEAST_CHUNKS:
        return None
    return ratio(_won(line, sums), sums[:, 1]).figure()
