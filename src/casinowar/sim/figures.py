"""The result of a simulation as one plain object: what `casinowar simulate --json` prints.

Estimates are sampled, so they are numbers, and so is the exact figure beside them; its text as a
fraction stands there too. `None` is what the rounds do not give.
"""

from fractions import Fraction
from typing import Any

from casinowar.odds.pricing import Decision
from casinowar.rules import RuleSet
from casinowar.sim.chisquare import fit_of
from casinowar.sim.estimates import Estimate, Prices
from casinowar.sim.run import Job, Totals

CUT_CARD_EFFECT = (
    "The exact figures are those of a fresh shoe. To a cut card the number of rounds in a shoe "
    "depends on its cards, so true means differ from them: that of the tie wager by tens of "
    "millionths at six decks and by more with fewer, the others by less. A long run shows it in z. "
    "It is the cut-card effect, which `casinowar prove` measures."
)


def figures(
    rules: RuleSet, decision: Decision | None, job: Job, totals: Totals, prices: Prices
) -> dict[str, Any]:
    """All figures of a simulation that is over."""
    game, counts = job.game, totals.all_counts()
    found, fit = prices.estimates(counts), fit_of(game, counts)
    return {
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": game.decks,
        "seats": game.seats,
        "policy": decision,
        "cut_card": None if game.rounds_per_shoe else game.behind,
        "rounds_per_shoe": game.rounds_per_shoe or None,
        "first_burn": bool(game.first_burn),
        "rounds": totals.rounds,
        "seconds": totals.seconds,
        "rounds_per_second": totals.rounds / totals.seconds if totals.seconds else None,
        "kernel": job.kernel,
        "seed": job.seed,
        "wagers": {
            name: {"mean": number(estimate.mean), **beside(estimate)}
            for name, estimate in found.wagers.items()
        },
        "outcomes": {
            name: {"frequency": number(estimate.mean), **beside(estimate)}
            for name, estimate in found.outcomes.items()
        },
        "chi_square": None
        if fit is None
        else {
            "statistic": fit.statistic,
            "degrees_of_freedom": fit.degrees,
            "p_value": fit.p_value,
        },
        "note": None if game.rounds_per_shoe else CUT_CARD_EFFECT,
    }


def beside(estimate: Estimate) -> dict[str, Any]:
    """What stands beside an estimate: its error, the exact figure, and how far it is off."""
    return {
        "standard_error": number(estimate.standard_error),
        "exact": number(estimate.exact),
        "exact_fraction": str(estimate.exact),
        "z": number(estimate.z),
    }


def number(value: Fraction | None) -> float | None:
    """The nearest floating-point number."""
    return None if value is None else float(value)
