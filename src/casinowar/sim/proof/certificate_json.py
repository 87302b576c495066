"""A certificate as one plain object: what `casinowar prove --json` prints and a report shows."""

from typing import Any

from casinowar.sim.chisquare import Fit
from casinowar.sim.kernels.trace import Seen
from casinowar.sim.proof.agreement import Agreement, Disagreement
from casinowar.sim.proof.certificate import (
    FALSE_ALARM,
    Certificate,
    CutCard,
    ProvenTable,
    Simulated,
)
from casinowar.sim.proof.machine import machine
from casinowar.sim.result_json import beside, number


def proof(table: ProvenTable, found: Certificate, version: str) -> dict[str, Any]:
    """Return the certificate: what was shown, on which machine, by which version of casinowar."""
    rules, game = table.rules, table.game
    return {
        "format": "casinowar/certificate/1",
        "version": version,
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": game.decks,
        "seats": game.seats,
        "policy": table.decision,
        "cut_card": None if game.rounds_per_shoe else game.behind,
        "rounds_per_shoe": game.rounds_per_shoe or None,
        "seed": table.seed,
        "machine": machine(),
        "bounds": {
            "false_alarm": FALSE_ALARM,
            "figures": found.bounds.figures,
            "z": found.bounds.z,
            "p_value": found.bounds.p_value,
        },
        "agreements": [_agreement(agreement) for agreement in found.agreements],
        "simulation": _simulation(table, found.fresh),
        "cut_card_effect": None if found.cut_card is None else _effect(found.cut_card),
        "failures": list(found.failures),
        "proved": not found.failures,
    }


def _agreement(agreement: Agreement) -> dict[str, Any]:
    return {
        "shoe": "fresh" if agreement.fresh else "cut card",
        "drawn_by": agreement.drawn_by,
        "compared": list(agreement.compared),
        "shoes": agreement.shoes,
        "rounds": agreement.rounds,
        "cards": agreement.cards,
        "difference": None if agreement.difference is None else _difference(agreement.difference),
    }


def _difference(difference: Disagreement) -> dict[str, Any]:
    instead = difference.instead
    return {
        "who": difference.who,
        "round": difference.round,
        "seen": _seen(difference.seen),
        "instead": instead if isinstance(instead, str) else _seen(instead),
    }


def _seen(seen: Seen) -> dict[str, Any]:
    return {"opens_shoe": seen.opens_shoe, "cards": list(seen.cards), "counted_at": seen.place}


def _simulation(table: ProvenTable, simulated: Simulated) -> dict[str, Any]:
    totals, estimates = simulated.totals, simulated.estimates
    return {
        "kernel": table.kernel,
        "rounds": totals.rounds,
        "seconds": totals.seconds,
        "wagers": {
            name: {"mean": number(each.mean), **beside(each)}
            for name, each in estimates.wagers.items()
        },
        "outcomes": {
            name: {"frequency": number(each.mean), **beside(each)}
            for name, each in estimates.outcomes.items()
        },
        "chi_square": _fit(simulated.fit),
    }


def _fit(fit: Fit | None) -> dict[str, Any] | None:
    if fit is None:
        return None
    return {
        "statistic": fit.statistic,
        "degrees_of_freedom": fit.degrees,
        "p_value": fit.p_value,
    }


def _effect(cut_card: CutCard) -> dict[str, Any]:
    wagers = cut_card.simulated.estimates.wagers
    return {
        "rounds": cut_card.simulated.totals.rounds,
        "wagers": {
            name: {
                "effect": effect.value,
                "effect_error": effect.standard_error,
                "mean": number(wagers[name].mean),
                **beside(wagers[name]),
                "z_with_effect": cut_card.z(name),
            }
            for name, effect in cut_card.effects.items()
        },
    }
