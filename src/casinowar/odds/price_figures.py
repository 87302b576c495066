"""The types of the figures of a price, as `casinowar odds --json` and the web write them.

Exact figures are texts such as ``"23138/993023"``. Irrational figures (standard deviations,
skewness, correlations) are decimal texts. A figure is `None` if the reading does not have it. A
positive edge is the bank's, a negative one the player's.
"""

from typing import TypedDict

from casinowar.odds.pricing import Decision


class OutcomeFigures(TypedDict):
    """One possible result of a wager, per unit: its probability, net, and share of the mean."""

    outcome: str
    probability: str
    net: str
    contribution: str


_Return = TypedDict("_Return", {"return": str})
_ReturnIfAny = TypedDict("_ReturnIfAny", {"return": str | None})


class WagerFigures(_Return):
    """The figures of a wager, per unit; `basis` says of what the edge is a share."""

    basis: str
    house_edge: str
    variance: str
    standard_deviation: str
    skewness: str | None
    kurtosis: str | None
    hit_frequency: str
    outcomes: list[OutcomeFigures]


class OptionalWagerFigures(_ReturnIfAny):
    """The figures of a wager, per unit; all are null if the wager cannot be made."""

    basis: str
    house_edge: str | None
    variance: str | None
    standard_deviation: str | None
    skewness: str | None
    kurtosis: str | None
    hit_frequency: str | None
    outcomes: list[OutcomeFigures]


class PrimaryFigures(WagerFigures):
    """The figures of a primary wager with the war or surrender that may follow it."""

    assumes: str
    best_house_edge: str
    surrender_house_edge: str | None
    element_of_risk: str
    return_of_total: str
    total_basis: str


class PolicyFigures(WagerFigures):
    """The figures of a primary wager with one decision on every tie hand."""

    decision: Decision


class WarFigures(TypedDict):
    """What a tie hand that goes to war is worth, in primaries."""

    expectation: str | None


class TieHandFigures(TypedDict):
    """What each decision on a tie hand of one rank is worth, and what the others cost."""

    rank: str
    best: Decision
    expectation: dict[Decision, str]
    cost_of_mistake: dict[Decision, str]


class PairFigures(TypedDict):
    """The covariance or correlation of two seats, and of one seat's two wagers."""

    two_seats: str | None
    primary_tie: str | None


class BankFigures(TypedDict):
    """The bank's result in a round; standard deviations are by the number of seats."""

    basis: str
    seats: int
    expectation: str
    standard_deviation: dict[str, str | None]


class ExposureFigures(TypedDict):
    """The most a full table's round can return, and the bank can lose, in cents."""

    seats: int
    returned: int | None
    probability: str | None
    lost: int | None
    lost_probability: str | None


class PriceFigures(TypedDict):
    """All figures of a price."""

    rules: str
    reading: str
    sha256: str
    decks: int | str
    cards: list[int]
    primary: PrimaryFigures
    tie: OptionalWagerFigures
    war_tie: OptionalWagerFigures
    war: WarFigures
    policy: PolicyFigures | None
    decisions: list[TieHandFigures]
    covariance: PairFigures
    correlation: PairFigures
    bank: BankFigures
    largest_return: int | None
    exposure: ExposureFigures
