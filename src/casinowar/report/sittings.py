"""The sections of a report on many rounds: sessions, risk of ruin, the bank's hour.

Short sessions are exact fractions. Long ones are computed in floats with a bound on their error,
and the report states the largest bound among the figures it shows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from casinowar.odds.distribution import Distribution
from casinowar.odds.rounding import fixed, root
from casinowar.odds.ruin import Risk, risk_of_ruin
from casinowar.odds.sessions import Session, rounds_to_one_deviation, session, theoretical_win
from casinowar.report.page import Cell, Grid, Section, chance, counted, figure, minus, net

ROUNDS = (100, 1_000, 10_000)
BANKROLLS = (10, 20, 50, 100, 200, 500)
PACES = (60, 120, 200)
SHOWN_BANKROLLS = 300
"""The plot goes so far."""
_PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True, slots=True)
class Sitting:
    """What may become of a player in so many rounds."""

    rounds: int
    session: Session[Fraction] | Session[float]
    risks: dict[int, Risk]
    """By bankroll in primaries."""

    @property
    def error(self) -> float:
        """How far any of its probabilities can be from the true one."""
        return max(self.session.error, *(risk.error for risk in self.risks.values()))


def sittings(distribution: Distribution, rounds: int, bankroll: int) -> tuple[Sitting, ...]:
    """Short and long sessions of one wager a round; the asked one among them."""
    bankrolls = sorted({*range(1, SHOWN_BANKROLLS + 1), *BANKROLLS, bankroll})
    return tuple(
        Sitting(
            number,
            session(distribution, number),
            dict(zip(bankrolls, risk_of_ruin(distribution, bankrolls, number), strict=True)),
        )
        for number in sorted({*ROUNDS, rounds})
    )


def sessions(found: tuple[Sitting, ...], play: str) -> Section:
    """Where a player stands after many rounds."""
    says = [
        f"One primary of 1 in every round, {play}; rounds are taken as independent. Results are "
        "the player's, in primaries; of 100 sessions, 5 end at the 5th percentile or below it."
    ]
    distribution = found[0].session.round
    until = rounds_to_one_deviation(distribution)
    if until is not None:
        says.append(
            "The expected result is at least one standard deviation from zero after "
            + counted(until, "round")
            + (": until then luck outweighs the edge." if until > 1 else ".")
        )
    names = ("ahead", "even", "behind", "expected", "SD")
    percentiles = (f"{percentile}th percentile" for percentile in _PERCENTILES)
    columns = ("", *(counted(sitting.rounds, "round") for sitting in found))
    rows = tuple(
        (Cell(name), *figures)
        for name, *figures in zip((*names, *percentiles), *map(_session, found), strict=True)
    )
    return Section("sessions", "Sessions", tuple(says), (Grid("", columns, rows),))


def _session(sitting: Sitting) -> tuple[Cell, ...]:
    found = sitting.session
    # what is within its error of 0 or 1 is not said to be impossible or certain
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


def ruin(found: tuple[Sitting, ...], bankroll: int, play: str, wars: bool) -> Section:
    """How likely a bankroll does not last."""
    says = (
        "The chance that a bankroll of so many primaries falls below one primary within the "
        f"rounds, {play}."
        + (" A round once begun is played to its end, its war included." if wars else ""),
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
    """What is left out as negligible is not said to be impossible."""
    return chance(max(Fraction(risk.probability), Fraction(risk.error)))


def hour(distribution: Distribution, seats: Iterable[int], pace: int, play: str) -> Section:
    """What the bank can expect of an hour; the asked pace is among those shown."""
    numbers = sorted(set(seats))
    rows = tuple(
        (
            Cell(f"{counted(rounds, 'round')} an hour"),
            *(
                figure(theoretical_win(distribution, 1, rounds, number), 3, exact=False)
                for number in numbers
            ),
        )
        for rounds in sorted({*PACES, pace})
    )
    columns = ("", *(counted(number, "seat") for number in numbers))
    says = (
        "The bank's theoretical win an hour from primaries alone, in primaries of the average "
        f"size, {play}: multiply by the average primary.",
    )
    return Section("hour", "Theoretical win an hour", says, (Grid("", columns, rows),))


def error_bound(found: tuple[Sitting, ...]) -> str:
    """``less than 10⁻⁹``, a bound on every probability of the sessions."""
    largest = Fraction(max(sitting.error for sitting in found))
    digits = 0
    while largest * 10 ** (digits + 1) < 1 and digits < 15:
        digits += 1
    raised = str(digits).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"less than 10⁻{raised}"
