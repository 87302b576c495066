"""All figures of a price as one plain object: what `casinowar odds --json` prints.

`casinowar.odds.price_figures` has the types, and says how figures are written.
"""

from fractions import Fraction

from casinowar.odds.distribution import Distribution
from casinowar.odds.exposure import largest_return
from casinowar.odds.price_figures import (
    BankFigures,
    ExposureFigures,
    OptionalWagerFigures,
    PairFigures,
    PolicyFigures,
    PriceFigures,
    PrimaryFigures,
    TieHandFigures,
    WagerFigures,
)
from casinowar.odds.pricing import Decision
from casinowar.odds.rounding import fixed, root
from casinowar.odds.sheet import Sheet
from casinowar.rules.describe import occasion
from casinowar.rules.model import RuleSet

FIRST_WAGER = "of the first wager"
EVERYTHING = "of everything wagered on primary and war"
EACH_WAGER = "of each wager made"
MOST_SEATS = 8
_DECIMALS = 12


def price_json(
    sheet: Sheet, decks: int | str, policy: Decision | None = None, seats: int = 1
) -> PriceFigures:
    """Return all figures of a sheet; `policy` adds those of one decision at every choice."""
    rules, exposure = sheet.rules, _exposure(sheet)
    return {
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": decks,
        "cards": list(sheet.cards.counts),
        "primary": _primary(sheet),
        "tie": optional_wager(sheet.tie, EACH_WAGER),
        "war_tie": optional_wager(sheet.war_tie, EACH_WAGER),
        "war": {"expectation": None if sheet.war is None else text(sheet.war.mean)},
        "policy": None if policy is None else _policy(sheet, policy),
        "decisions": _decisions(sheet),
        "covariance": _covariance(sheet),
        "correlation": _correlation(sheet),
        "bank": _bank(sheet, seats),
        "largest_return": exposure["returned"],
        "exposure": exposure,
    }


def usual_play(sheet: Sheet) -> str:
    """Describe the play that figures without a policy assume."""
    match sheet.usual_decision:
        case None:
            return "tie hands settled without a choice"
        case decision:
            return always_play(sheet.rules, decision)


def always_play(rules: RuleSet, decision: str) -> str:
    """Describe the play of one decision at every choice, such as ``war on every tie``."""
    return f"{decision} on every {occasion(rules)}"


def _covariance(sheet: Sheet) -> PairFigures:
    seats, wagers = _two_seats(sheet), sheet.primary_tie
    return {
        "two_seats": None if seats is None else text(seats),
        "primary_tie": None if wagers is None else text(wagers),
    }


def _correlation(sheet: Sheet) -> PairFigures:
    seats, wagers, tie = _two_seats(sheet), sheet.primary_tie, sheet.tie
    variance = sheet.primary.variance
    spread = root(variance * tie.variance) if tie is not None else Fraction(0)
    return {
        "two_seats": decimal(seats / variance) if seats is not None and variance else None,
        "primary_tie": decimal(wagers / spread) if wagers is not None and spread else None,
    }


def _two_seats(sheet: Sheet) -> Fraction | None:
    return sheet.two_seats if sheet.serves(2) else None


def _bank(sheet: Sheet, seats: int) -> BankFigures:
    return {
        "basis": f"one round against equal primaries of 1, {usual_play(sheet)}",
        "seats": seats,
        "expectation": text(-seats * sheet.primary.mean),
        "standard_deviation": {
            str(number): (
                decimal(root(sheet.round_variance(number))) if sheet.serves(number) else None
            )
            for number in range(1, MOST_SEATS + 1)
        },
    }


def _exposure(sheet: Sheet) -> ExposureFigures:
    """Return the most a full table's round can return, and the bank can lose, at the limits."""
    seats = sheet.rules.betting_seats(sheet.rules.seats.usual)
    found = largest_return(sheet.rules, seats, sheet.cards) if sheet.serves(seats) else None
    return {
        "seats": seats,
        "returned": None if found is None else found.returned,
        "probability": None if found is None else text(found.probability),
        "lost": None if found is None else found.lost,
        "lost_probability": None if found is None else text(found.lost_probability),
    }


def text(value: Fraction) -> str:
    """Return the exact text of a fraction."""
    return str(value)


def decimal(value: Fraction) -> str:
    """Return an irrational figure as a text with twelve decimals."""
    return fixed(value, _DECIMALS)


def _primary(sheet: Sheet) -> PrimaryFigures:
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


def _policy(sheet: Sheet, policy: Decision) -> PolicyFigures:
    return {"decision": policy, **wager(sheet.main(sheet.always(policy)), FIRST_WAGER)}


def optional_wager(results: Distribution | None, basis: str) -> OptionalWagerFigures:
    """Return the figures of one wager, per unit; without results each of them is `None`."""
    if results is not None:
        return {**wager(results, basis)}
    return {
        "basis": basis,
        "house_edge": None,
        "return": None,
        "variance": None,
        "standard_deviation": None,
        "skewness": None,
        "kurtosis": None,
        "hit_frequency": None,
        "outcomes": [],
    }


def wager(results: Distribution, basis: str) -> WagerFigures:
    """Return the figures of one wager, per unit."""
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
                "contribution": text(chance.contribution),
            }
            for chance in results.chances
        ],
    }


def _decisions(sheet: Sheet) -> list[TieHandFigures]:
    """Return the expectation of each decision, by the rank of the player's card."""
    ranks = sheet.rules.shoe.ranks
    found: list[TieHandFigures] = []
    for place, worth in sheet.expectations():
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
