"""The exact price of one wager."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from casinowar.odds.distribution import Distribution, PossibleResult
from casinowar.odds.price_json import wager as wager_json
from casinowar.odds.rounding import percent, root

__all__ = ["WagerPrice"]


@dataclass(frozen=True, slots=True, repr=False)
class WagerPrice:
    """The price of one wager, per unit wagered.

    >>> import casinowar as cw
    >>> tie = cw.price(cw.load("washington")).tie
    >>> tie
    <WagerPrice tie: house edge 18.650 % (58/311) of each wager made>
    >>> tie.hit_frequency
    Fraction(23, 311)
    >>> [(each.label, each.net) for each in tie.outcomes]
    [('higher', Fraction(-1, 1)), ('lower', Fraction(-1, 1)), ('equal', Fraction(10, 1))]
    """

    name: str
    basis: str
    """What the figures are a share of."""
    distribution: Distribution

    @property
    def house_edge(self) -> Fraction:
        """The bank's expected share of the wager; below 0 the player has the edge."""
        return -self.distribution.mean

    @property
    def mean(self) -> Fraction:
        """The player's expected result: minus the house edge."""
        return self.distribution.mean

    @property
    def return_to_player(self) -> Fraction:
        """The share of the wager that comes back on average."""
        return 1 + self.distribution.mean

    @property
    def variance(self) -> Fraction:
        """The square of the standard deviation."""
        return self.distribution.variance

    @property
    def standard_deviation(self) -> float:
        """How far results usually are from the expected one; the root of `variance`."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float | None:
        """The third standardised moment; `None` where every result is the same."""
        variance = self.variance
        if not variance:
            return None
        return float(self.distribution.moment(3) / (variance * root(variance)))

    @property
    def kurtosis(self) -> Fraction | None:
        """The fourth standardised moment; `None` where every result is the same."""
        variance = self.variance
        return self.distribution.moment(4) / variance**2 if variance else None

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins: more comes back than was wagered."""
        return self.distribution.hit_frequency

    @property
    def outcomes(self) -> tuple[PossibleResult, ...]:
        """Every possible result of the wager: label, probability, net and contribution."""
        return self.distribution.chances

    def to_json(self) -> dict[str, object]:
        """The figures as `casinowar odds --json` prints them."""
        return {**wager_json(self.distribution, self.basis)}

    def __repr__(self) -> str:
        edge = self.house_edge
        return f"<WagerPrice {self.name}: house edge {percent(edge)} ({edge}) {self.basis}>"
