"""Every figure of a price as one plain object: what `casinowar odds --json` prints.

Exact figures are texts such as ``"23138/993023"``; those that are no fractions (standard
deviations, correlations) are decimals, and say so by their form. `None` is what a reading does
not have. Edges are the bank's: a negative one is the player's.
"""

from fractions import Fraction
from typing import Any

from casinowar.odds.distribution import Distribution
from casinowar.odds.exposure import largest_return
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import fixed, root
from casinowar.odds.sheet import Sheet

FIRST_WAGER = "of the first wager"
EVERYTHING = "of everything wagered on primary and war"
EACH_WAGER = "of each wager made"
MOST_SEATS = 8
_DECIMALS = 12


def figures(
    sheet: Sheet, decks: int | str, policy: Decision | None = None, seats: int = 1
) -> dict[str, Any]:
    """All figures of a sheet; `policy` adds those of one decision on every tie hand."""
    rules = sheet.rules
    largest = largest_return(rules, rules.seats.usual)
    return {
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": decks,
        "cards": list(sheet.cards.counts),
        "primary": _primary(sheet),
        "tie": None if sheet.tie is None else wager(sheet.tie, EACH_WAGER),
        "war_tie": None if sheet.war_tie is None else wager(sheet.war_tie, EACH_WAGER),
        "war": None if sheet.war is None else {"expectation": text(sheet.war.mean)},
        "policy": None if policy is None else _policy(sheet, policy),
        "decisions": _decisions(sheet),
        "covariance": {
            "two_seats": text(sheet.two_seats),
            "primary_tie": None if sheet.primary_tie is None else text(sheet.primary_tie),
        },
        "correlation": {"two_seats": _correlation(sheet)},
        "bank": {
            "basis": "one round against equal primaries of 1, war on every tie",
            "seats": seats,
            "expectation": text(-seats * sheet.primary.mean),
            "standard_deviation": {
                str(number): decimal(root(sheet.round_variance(number)))
                for number in range(1, MOST_SEATS + 1)
            },
        },
        "largest_return": None if largest is None else largest.returned,
    }


def text(value: Fraction) -> str:
    """The exact text of a fraction."""
    return str(value)


def decimal(value: Fraction) -> str:
    """A figure that is no fraction, to twelve decimals."""
    return fixed(value, _DECIMALS)


def _primary(sheet: Sheet) -> dict[str, Any]:
    surrender = "surrender" in sheet.decisions
    return {
        **wager(sheet.primary, FIRST_WAGER),
        "best_house_edge": text(-sheet.main(sheet.best).mean),
        "surrender_house_edge": (
            text(-sheet.main(sheet.always("surrender")).mean) if surrender else None
        ),
        "element_of_risk": text(sheet.element_of_risk),
        "return_of_total": text(1 - sheet.element_of_risk),
        "total_basis": EVERYTHING,
    }


def _policy(sheet: Sheet, policy: Decision) -> dict[str, Any]:
    return {"decision": policy, **wager(sheet.main(sheet.always(policy)), FIRST_WAGER)}


def _correlation(sheet: Sheet) -> str | None:
    """Of two seats' primaries; what never varies has none."""
    variance = sheet.primary.variance
    return decimal(sheet.two_seats / variance) if variance else None


def wager(results: Distribution, basis: str) -> dict[str, Any]:
    """The figures of one wager, per unit of it."""
    variance = results.variance
    deviation = root(variance)
    return {
        "basis": basis,
        "house_edge": text(-results.mean),
        "return": text(1 + results.mean),
        "variance": text(variance),
        "standard_deviation": decimal(deviation),
        "skewness": decimal(results.moment(3) / (variance * deviation)) if variance else None,
        "kurtosis": text(results.moment(4) / variance**2) if variance else None,
        "hit_frequency": text(results.hit_frequency),
        "outcomes": [
            {
                "outcome": chance.label,
                "probability": text(chance.probability),
                "net": text(chance.net),
                "contribution": text(chance.probability * chance.net),
            }
            for chance in results.chances
        ],
    }


def _decisions(sheet: Sheet) -> list[dict[str, Any]]:
    """What each decision on a tie hand is worth, by rank where the ranks differ."""
    ranks = sheet.rules.shoe.ranks
    found = []
    for place, count in sheet.cards.places():
        if count < 2 and not sheet.cards.endless:
            continue
        worth = {decision: sheet.expectation(place, decision) for decision in sheet.decisions}
        if not worth:
            continue
        best = max(worth, key=lambda decision: worth[decision])
        found.append(
            {
                "rank": ranks[place],
                "best": best,
                "expectation": {decision: text(value) for decision, value in worth.items()},
                "cost_of_mistake": {
                    decision: text(worth[best] - value)
                    for decision, value in worth.items()
                    if decision != best
                },
            }
        )
    return found
