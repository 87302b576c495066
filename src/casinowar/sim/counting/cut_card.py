"""The cut-card effect: how the value of a round differs between a real shoe and a fresh one.

**What it is.** The n-th round of a shoe has, on average, the same value as the first. But if a cut
card ends the shoe, the number of rounds depends on the cards. A war takes more cards, so a shoe
with many ties has fewer rounds. And a tie leaves the ranks less even, which makes other ties more
likely. Shoes with many ties contribute too few rounds, and shoes with few ties too many. So the
average over all rounds is not quite that of a fresh shoe.

**What is averaged.** Not results, but the value of each round to a player who knows the unseen
cards when it starts. This value is the round's expected result, given everything before it; and
whether the round is played at all depends only on what came before it. So values and results have
the same average over rounds, as long as the end of a shoe depends only on the past. Every wager is
linear in two chances: p of a tie, and q of a tie followed by a tie in the war
(`casinowar.sim.kernels.watching`). Higher and lower are equally likely in each deal, whatever cards
are unseen. So the averages of p and q are enough.

**What it is compared with.** The chance p changes from card to card, but its expected value does
not: p is a martingale, and so is q. Take any place of the shoe in front of the cut card, and look
at p after the round in which this place is dealt. Every shoe deals all of these places, so the
expected value of this p is exactly that of a fresh shoe, for each place and so for their average.
Averaged over *places*, p is that of a fresh shoe; averaged over *rounds*, it is not. The difference
is the effect. The two averages come from the same shoes and move together, so their difference has
a hundredth of the variance of the average over rounds alone. (In other words: take the change of p
in each round, times the places that were left in front of the cut card before it. The sum over
rounds has an expected value of 0 and is subtracted as a control variate.)

**How large it is.** At one seat, let a round take c cards and a war w more, let t be the chance of
a tie and q the chance of two. One more tie in a shoe costs w / (c + wt) rounds, and raises the
chance of a tie in every other round from t to q/t. So the average chance of a tie is lower by about

    w (q - t²) / (c + wt)

which is 3 in a million at six decks. This explains the effect; the reported figure is measured.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import closing

import numpy as np

from casinowar.errors import CasinoWarError
from casinowar.odds.pricing import Decision
from casinowar.rules.model import Comparison, RuleSet
from casinowar.sim.counting.watch import (
    LEAST_CHUNKS,
    Figure,
    Numbers,
    Ratio,
    Watched,
    no_marks,
    ratio,
    tie_chances,
    watch,
)
from casinowar.sim.estimates import Measure, Prices
from casinowar.sim.game import Game

CHUNKS = 1000
"""A hundred million rounds, which take a few seconds."""

Effect = Figure
"""The player's gain per wager made."""


def cut_card_effect(
    rules: RuleSet,
    game: Game,
    decision: Decision | None,
    *,
    seed: int,
    executor: Executor,
    chunks: int = CHUNKS,
    on_progress: Callable[[float], object] = lambda _: None,
) -> dict[str, Effect]:
    """Measure the player's gain from the cut card on each wager, per wager made.

    `decision` is what hands with a choice do; `on_progress` gets the share of the work done.
    If a shoe ends after a number of rounds, there is no effect and nothing to measure.
    """
    wagers = Prices(rules, game, decision).wagers
    if game.rounds_per_shoe:
        return dict.fromkeys(wagers, Effect(0.0, 0.0))
    if chunks < LEAST_CHUNKS:
        raise CasinoWarError(f"chunks: {chunks} is too few; use {LEAST_CHUNKS} or more")
    rows = []
    with closing(watch(game, no_marks(game), seed, range(chunks), executor)) as watched_chunks:
        for watched in watched_chunks:
            rows.append((over_rounds(watched), over_places(watched)))
            on_progress(len(rows) / chunks)
    rounds, places = np.array(rows).swapaxes(0, 1)
    return {
        name: worth(measure, game, rounds).less(worth(measure, game, places)).figure()
        for name, measure in wagers.items()
    }


def over_rounds(watched: Watched) -> Numbers:
    """Return the number of rounds, and the sums of their chances of one tie and of two."""
    return np.array([watched.rounds.sum(), *tie_chances(watched.pairs, watched.quads)])


def over_places(watched: Watched) -> Numbers:
    """Return the number of places dealt in front of the cut card, and the same sums over them."""
    chances = tie_chances(watched.place_pairs, watched.place_quads)
    return np.array([watched.places.sum(), *chances])


def worth(measure: Measure, game: Game, sums: Numbers) -> Ratio:
    """Return a wager's average value, from each chunk's number of rounds and sums of chances."""
    number, ties, two = sums.T
    unequal = (number - ties) / 2
    first: dict[Comparison, Numbers] = {"higher": unequal, "lower": unequal, "equal": ties}
    # a war ends in a tie as often as a deal does; after a tie, that makes two
    tied: dict[Comparison, Numbers] = {
        "higher": (ties - two) / 2,
        "lower": (ties - two) / 2,
        "equal": two,
    }
    fought = [comparison for comparison in first if game.fights_on(comparison)]
    fighters = sum((first[comparison] for comparison in fought), np.zeros_like(ties))
    war_equal = sum((tied[comparison] for comparison in fought), np.zeros_like(ties))
    decided = (fighters - war_equal) / 2
    outcomes = (*first.values(), decided, decided, war_equal)
    return ratio(
        _weighted(map(float, measure.adds), outcomes), _weighted(measure.counted, outcomes)
    )


def _weighted(weights: Iterable[float], outcomes: Iterable[Numbers]) -> Numbers:
    """Sum in this order: the last digits of a matrix product depend on the processor."""
    products = [weight * each for weight, each in zip(weights, outcomes, strict=True)]
    total: Numbers = np.sum(products, axis=0)
    return total
