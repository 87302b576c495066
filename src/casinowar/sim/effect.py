"""The cut-card effect: what a round of a real shoe is worth beside one of a fresh shoe.

**What it is.** The n-th round of a shoe is worth, on average, what the first is. But where a cut
card ends the shoe, the number of rounds depends on the cards. A war takes more of them, so a shoe
with many ties has fewer rounds; and a tie leaves the ranks less even, which makes other ties more
likely. Of shoes rich in ties there are too few rounds, of poor ones too many, and so the average
over all rounds is not quite that of a fresh shoe.

**What is averaged.** Not results, but what each round is worth to one who knows the unseen cards
when it begins. A round's result has this expectation given all that came before, and whether the
round is played at all is settled by what came before; so both have the same average over rounds,
in shoes that end in any way that looks only back. Every wager is linear in two chances, of a tie
and of a tie followed by a tie in the war, p and q (`casinowar.sim.depth`); higher and lower are
equally likely in each deal, whatever cards are unseen. So the averages of p and q are enough.

**What it is compared with.** The chance p of what is left changes from card to card, but is
expected to stay as it is: a martingale, as is q. Take any place of the shoe in front of the cut
card, and look at p when the round in which this place is dealt is over. Every shoe deals all of
these places, so this p is expected to be exactly that of a fresh shoe, for each place and so for
their average. Averaged over *places* p is a fresh shoe's, averaged over *rounds* it is not: the
difference is the effect. The two averages come from the same shoes and go up and down together,
so that their difference has a hundredth of the variance of the average over rounds alone.
(In other words: the sum over rounds of what p gained in it, times the places that were left in
front of the cut card before it, is expected to be 0, and is subtracted as a control variate.)

**How large it is.** At one seat, with c cards a round, w more in a war, and chances t of a tie and
q of two: a tie more in a shoe makes w / (c + wt) rounds less, and raises the chance of a tie in
every other round from t to q/t. So the average chance of a tie is lower by about

    w (q - t²) / (c + wt)

which is 3 in a million at six decks. This explains the effect; the figure is the measured one.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing

import numpy as np

from casinowar.errors import CasinoWarError
from casinowar.odds.pricing import Decision
from casinowar.rules import RuleSet
from casinowar.sim.estimates import Measure, Prices
from casinowar.sim.game import Game
from casinowar.sim.watch import (
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

CHUNKS = 1000
"""A hundred million rounds, and a few seconds."""

Effect = Figure
"""What the player gains per wager made."""


def cut_card_effect(
    rules: RuleSet,
    game: Game,
    decision: Decision | None,
    *,
    seed: int,
    executor: Executor,
    chunks: int = CHUNKS,
    heard: Callable[[float], object] = lambda _: None,
) -> dict[str, Effect]:
    """What the player gains by the cut card on each wager, per wager made.

    `decision` is what the tie hands of the game do; `heard` is told which share of the work is
    done. Where a shoe ends after so many rounds, there is no effect and nothing to be measured.
    """
    wagers = Prices(rules, game, decision).wagers
    if game.rounds_per_shoe:
        return dict.fromkeys(wagers, Effect(0.0, 0.0))
    if chunks < LEAST_CHUNKS:
        raise CasinoWarError(f"chunks: {chunks} are too few; {LEAST_CHUNKS} or more will do")
    rows = []
    with closing(watch(game, no_marks(game), seed, range(chunks), executor)) as listened:
        for watched in listened:
            rows.append((over_rounds(watched), over_places(watched)))
            heard(len(rows) / chunks)
    rounds, places = np.array(rows).swapaxes(0, 1)
    return {
        name: worth(measure, game, rounds).less(worth(measure, game, places)).figure()
        for name, measure in wagers.items()
    }


def over_rounds(watched: Watched) -> Numbers:
    """How many rounds there were, and the sums of their chances of a tie and of two."""
    return np.array([watched.rounds.sum(), *tie_chances(watched.pairs, watched.quads)])


def over_places(watched: Watched) -> Numbers:
    """How many places were dealt in front of the cut card, and the same sums over them."""
    chances = tie_chances(watched.place_pairs, watched.place_quads)
    return np.array([watched.places.sum(), *chances])


def worth(measure: Measure, game: Game, sums: Numbers) -> Ratio:
    """What a wager is worth on average, from chunks' numbers of rounds and sums of chances."""
    number, ties, two = sums.T
    decided = ((number - ties) / 2,) * 2
    wars = ((ties - two) / 2, (ties - two) / 2, two) if game.fights else (ties,)
    outcomes = np.array([*decided, *wars])
    adds = np.array([float(add) for add in measure.adds])
    return ratio(adds @ outcomes, np.array(measure.counted) @ outcomes)
