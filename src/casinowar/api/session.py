"""What many rounds come to: a session of equal wagers, and the risk of ruin."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from casinowar.odds.distribution import Distribution
from casinowar.odds.sessions import session as core
from casinowar.odds.sessions.ruin import Risk, risk_of_ruin

__all__ = ["SessionOutlook"]


@dataclass(frozen=True, slots=True, repr=False)
class SessionOutlook:
    """What to expect of so many independent rounds; all results are in primary wagers.

    With up to 200 rounds every chance is a `Fraction`; with more, a float that is at most `error`
    off.

    >>> import casinowar as cw
    >>> played = cw.price(cw.load("washington")).session(rounds=100, bankroll=20)
    >>> played
    <SessionOutlook of 100 rounds: ahead 0.3953, ruin of 20 0.0877>
    >>> played.ahead + played.even + played.behind
    Fraction(1, 1)
    >>> from fractions import Fraction
    >>> played.quantile(Fraction(1, 20))
    Fraction(-20, 1)
    """

    _session: core.SessionResult[Fraction] | core.SessionResult[float]
    _risk: Risk

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self._session.rounds

    @property
    def bankroll(self) -> Fraction:
        """What the player brings, in primary wagers."""
        return self._risk.bankroll

    @property
    def mean(self) -> Fraction:
        """The player's expected result."""
        return self._session.mean

    @property
    def variance(self) -> Fraction:
        """The square of the standard deviation."""
        return self._session.variance

    @property
    def standard_deviation(self) -> float:
        """How far results usually are from the expected one."""
        return self._session.standard_deviation

    @property
    def ahead(self) -> Fraction | float:
        """The chance that the player has won."""
        return self._session.ahead

    @property
    def even(self) -> Fraction | float:
        """The chance that the player has neither won nor lost."""
        return self._session.even

    @property
    def behind(self) -> Fraction | float:
        """The chance that the player has lost."""
        return self._session.behind

    @property
    def ruin(self) -> Fraction | float:
        """The chance that the bankroll falls below one primary wager at some point."""
        return self._risk.probability

    @property
    def error(self) -> float:
        """How far a chance can be off; 0 where all are exact."""
        return max(self._session.error, self._risk.error)

    @property
    def rounds_to_one_deviation(self) -> int | None:
        """After how many rounds the expected result is one standard deviation from 0."""
        return core.rounds_to_one_deviation(self._session.round)

    def at_most(self, result: Fraction | int) -> Fraction | float:
        """The chance of this result or a lower one."""
        return self._session.at_most(Fraction(result))

    def quantile(self, share: Fraction) -> Fraction:
        """The lowest result r for which the chance of r or less is at least `share`."""
        return self._session.quantile(share)

    def results(self) -> Iterator[tuple[Fraction, Fraction | float]]:
        """Every possible result with its chance, the lowest first."""
        yield from self._session.results()

    def __repr__(self) -> str:
        return (
            f"<SessionOutlook of {self.rounds:,} rounds: ahead {float(self.ahead):.4f}, "
            f"ruin of {self.bankroll} {float(self.ruin):.4f}>"
        )


def session_of(one: Distribution, rounds: int, bankroll: Fraction | int) -> SessionOutlook:
    """The outlook for a session in which every round has this distribution."""
    played = core.session(one, rounds)
    (risk,) = risk_of_ruin(one, [bankroll], rounds)
    return SessionOutlook(played, risk)
