"""All figures of a price as one plain object: what `casinowar odds --json` prints.

Exact figures are texts such as ``"23138/993023"``. Irrational figures (standard deviations,
correlations) are decimal texts. A figure is `None` if the reading does not have it. A positive edge
is the bank's, a negative one the player's.
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
_FIGURES = (
    "house_edge",
    "return",
    "variance",
    "standard_deviation",
    "skewness",
    "kurtosis",
    "hit_frequency",
)


def price_json(
    sheet: Sheet, decks: int | str, policy: Decision | None = None, seats: int = 1
) -> dict[str, Any]:
    """Return all figures of a sheet; `policy` adds those of one decision on every tie hand."""
    rules = sheet.rules
    return {
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": decks,
        "cards": list(sheet.cards.counts),
        "primary": _primary(sheet),
        "tie": wager(sheet.tie, EACH_WAGER),
        "war_tie": wager(sheet.war_tie, EACH_WAGER),
        "war": {"expectation": None if sheet.war is None else text(sheet.war.mean)},
        "policy": None if policy is None else _policy(sheet, policy),
        "decisions": _decisions(sheet),
        **_together(sheet),
        "bank": {
            "basis": f"one round against equal primaries of 1, {usual_play(sheet)}",
            "seats": seats,
            "expectation": text(-seats * sheet.primary.mean),
            "standard_deviation": {
                str(number): (
                    decimal(root(sheet.round_variance(number))) if sheet.serves(number) else None
                )
                for number in range(1, MOST_SEATS + 1)
            },
        },
        **_exposure(sheet),
    }


def usual_play(sheet: Sheet) -> str:
    """Describe the play on tie hands that figures without a policy assume."""
    match sheet.usual_decision:
        case None:
            return "tie hands settled without a choice"
        case decision:
            return f"{decision} on every tie"


def _together(sheet: Sheet) -> dict[str, Any]:
    """Return the covariances and correlations of two seats, and of one seat's two wagers."""
    seats = sheet.two_seats if sheet.serves(2) else None
    variance = sheet.primary.variance
    wagers, tie = sheet.primary_tie, sheet.tie
    spread = root(variance * tie.variance) if tie is not None else Fraction(0)
    return {
        "covariance": {
            "two_seats": None if seats is None else text(seats),
            "primary_tie": None if wagers is None else text(wagers),
        },
        "correlation": {
            "two_seats": decimal(seats / variance) if seats is not None and variance else None,
            "primary_tie": decimal(wagers / spread) if wagers is not None and spread else None,
        },
    }


def _exposure(sheet: Sheet) -> dict[str, Any]:
    """Return the most a full table's round can return, and the bank can lose, at the limits."""
    seats = sheet.rules.betting_seats(sheet.rules.seats.usual)
    found = largest_return(sheet.rules, seats, sheet.cards) if sheet.serves(seats) else None
    return {
        "largest_return": None if found is None else found.returned,
        "exposure": {
            "seats": seats,
            "returned": None if found is None else found.returned,
            "probability": None if found is None else text(found.probability),
            "lost": None if found is None else found.lost,
            "lost_probability": None if found is None else text(found.lost_probability),
        },
    }


def text(value: Fraction) -> str:
    """Return the exact text of a fraction."""
    return str(value)


def decimal(value: Fraction) -> str:
    """Return an irrational figure as a text with twelve decimals."""
    return fixed(value, _DECIMALS)


def _primary(sheet: Sheet) -> dict[str, Any]:
    surrender = "surrender" in sheet.decisions
    return {
        **wager(sheet.primary, FIRST_WAGER),
        "assumes": usual_play(sheet),
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


def wager(results: Distribution | None, basis: str) -> dict[str, Any]:
    """Return the figures of one wager, per unit; without results each of them is `None`."""
    if results is None:
        return {"basis": basis, **dict.fromkeys(_FIGURES), "outcomes": []}
    variance = results.variance
    deviation = root(variance)
    values = (
        text(-results.mean),
        text(1 + results.mean),
        text(variance),
        decimal(deviation),
        decimal(results.moment(3) / (variance * deviation)) if variance else None,
        text(results.moment(4) / variance**2) if variance else None,
        text(results.hit_frequency),
    )
    return {
        "basis": basis,
        **dict(zip(_FIGURES, values, strict=True)),
        "outcomes": [
            {
                "outcome": chance.label,
                "probability": text(chance.probability),
                "net": text(chance.net),
                "contribution": text(chance.contribution),
            }
            for chance in results.chances
        ],
    }


def _decisions(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the expectation of each decision on a tie hand, by rank."""
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
