"""The sections of a report on many rounds: sessions, risk of ruin, the bank's hour.

Short sessions are exact fractions. Long ones are computed in floats with a bound on their error,
and the report states the largest bound among the figures it shows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from casinowar.odds.distribution import Distribution
from casinowar.odds.rounding import fixed, root
from casinowar.odds.sessions.ruin import Risk, risk_of_ruin
from casinowar.odds.sessions.session import (
    SessionResult,
    rounds_to_one_deviation,
    session,
    theoretical_win,
)
from casinowar.report.layout import Cell, Grid, Section, chance, count_noun, figure, minus, net

ROUNDS = (100, 1_000, 10_000)
BANKROLLS = (10, 20, 50, 100, 200, 500)
PACES = (60, 120, 200)
SHOWN_BANKROLLS = 300
"""The largest bankroll in the plot."""
_PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True, slots=True)
class SessionTable:
    """The possible results of a player's session, and the risk of ruin in it."""

    rounds: int
    session: SessionResult[Fraction] | SessionResult[float]
    risks: dict[int, Risk]
    """By bankroll in primaries."""

    @property
    def error(self) -> float:
        """A bound on the error of each of its probabilities."""
        return max(self.session.error, *(risk.error for risk in self.risks.values()))


def session_tables(
    distribution: Distribution, rounds: int, bankroll: int
) -> tuple[SessionTable, ...]:
    """Return short and long sessions of one wager a round, and the session asked for."""
    bankrolls = sorted({*range(1, SHOWN_BANKROLLS + 1), *BANKROLLS, bankroll})
    return tuple(
        SessionTable(
            number,
            session(distribution, number),
            dict(zip(bankrolls, risk_of_ruin(distribution, bankrolls, number), strict=True)),
        )
        for number in sorted({*ROUNDS, rounds})
    )


def sessions(found: tuple[SessionTable, ...], play: str) -> Section:
    """Return the section on a player's result after many rounds."""
    says = [
        f"One primary of 1 in every round, {play}. The rounds are taken as independent. Results "
        "are the player's, in primaries. Of 100 sessions, 5 end at or below the 5th percentile."
    ]
    distribution = found[0].session.round
    until = rounds_to_one_deviation(distribution)
    if until is not None:
        says.append(
            "The expected result is at least one standard deviation from zero after "
            + count_noun(until, "round")
            + (": until then luck outweighs the edge." if until > 1 else ".")
        )
    names = ("ahead", "even", "behind", "expected", "SD")
    percentiles = (f"{percentile}th percentile" for percentile in _PERCENTILES)
    columns = ("", *(count_noun(sitting.rounds, "round") for sitting in found))
    rows = tuple(
        (Cell(name), *figures)
        for name, *figures in zip((*names, *percentiles), *map(_session, found), strict=True)
    )
    return Section("sessions", "Sessions", tuple(says), (Grid("", columns, rows),))


def _session(sitting: SessionTable) -> tuple[Cell, ...]:
    found = sitting.session
    # a chance within its error of 0 or 1 must not be shown as impossible or certain
    least = Fraction(found.error)
    chances = (
        min(max(Fraction(value), least), 1 - least)
        for value in (found.ahead, found.even, found.behind)
    )
    return (
        *(Cell(chance(value)) for value in chances),
        Cell(minus(fixed(found.mean, 2))),
        Cell(fixed(root(found.variance), 2)),
        *(Cell(net(found.quantile(Fraction(share, 100)))) for share in _PERCENTILES),
    )


def ruin(found: tuple[SessionTable, ...], bankroll: int, play: str, wars: bool) -> Section:
    """Return the section on the risk that a bankroll runs out."""
    says = (
        "The chance that a bankroll, in primaries, falls below one primary within so many "
        f"rounds, {play}."
        + (" Every round is played to its end, its war included." if wars else ""),
    )
    columns = ("bankroll", *(f"within {sitting.rounds:,}" for sitting in found))
    rows = tuple(
        (
            Cell(f"{amount:,}"),
            *(Cell(_risk(sitting.risks[amount])) for sitting in found),
        )
        for amount in sorted({*BANKROLLS, bankroll})
    )
    return Section("ruin", "Risk of ruin", says, (Grid("", columns, rows),))


def _risk(risk: Risk) -> str:
    """Format a risk; one that is left out as negligible is not shown as impossible."""
    return chance(max(Fraction(risk.probability), Fraction(risk.error)))


def hour(distribution: Distribution, seats: Iterable[int], pace: int, play: str) -> Section:
    """Return the section on the bank's expected win in an hour, with the pace asked for."""
    numbers = sorted(set(seats))
    rows = tuple(
        (
            Cell(f"{count_noun(rounds, 'round')} an hour"),
            *(
                figure(theoretical_win(distribution, 1, rounds, number), 3, exact=False)
                for number in numbers
            ),
        )
        for rounds in sorted({*PACES, pace})
    )
    columns = ("", *(count_noun(number, "seat") for number in numbers))
    says = (
        f"The bank's theoretical win an hour from primaries alone, {play}. It is in units of the "
        "average primary: multiply by the average primary to get money.",
    )
    return Section("hour", "Theoretical win an hour", says, (Grid("", columns, rows),))


def error_bound(found: tuple[SessionTable, ...]) -> str:
    """Return a bound on the error of every session's probabilities, as ``less than 10⁻⁹``."""
    largest = Fraction(max(sitting.error for sitting in found))
    digits = 0
    while largest * 10 ** (digits + 1) < 1 and digits < 15:
        digits += 1
    raised = str(digits).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"less than 10⁻{raised}"
