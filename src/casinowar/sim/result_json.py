"""The result of a simulation as one plain object: what `casinowar simulate --json` prints.

Estimates are sampled, so they are floats. The exact figure beside each is given both as a float and
as a fraction in a text. A figure is `None` if the rounds cannot give it.
"""

from fractions import Fraction
from typing import Any

from casinowar.odds.pricing import Decision
from casinowar.rules.model import RuleSet
from casinowar.sim.chisquare import fit_of
from casinowar.sim.estimates import Estimate, Prices
from casinowar.sim.run import SimulationJob, Totals

CUT_CARD_EFFECT = (
    "The exact figures are for a fresh shoe. With a cut card, the number of rounds in a shoe "
    "depends on its cards, so the true means differ slightly: for the tie wager by tens of "
    "millionths with six decks and by more with fewer decks, for the other wagers by less. A long "
    "run shows this in z. It is called the cut-card effect; `casinowar prove` measures it."
)


def result_json(
    rules: RuleSet, decision: Decision | None, job: SimulationJob, totals: Totals, prices: Prices
) -> dict[str, Any]:
    """Return all figures of a finished simulation."""
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
    """Return the figures beside an estimate: its error, the exact figure, and its distance z."""
    return {
        "standard_error": number(estimate.standard_error),
        "exact": number(estimate.exact),
        "exact_fraction": str(estimate.exact),
        "z": number(estimate.z),
    }


def number(value: Fraction | None) -> float | None:
    """Return the nearest float."""
    return None if value is None else float(value)
