"""A finding about a rule file, and the wording and sheets that all checks share.

A finding names the field it is about and the clauses behind that field. It says in one sentence
what is wrong, and how to fix it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from casinowar.odds.composition import fresh
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rules.describe import listed
from casinowar.rules.model import RuleSet

Severity = Literal["error", "warning", "note"]

Code = Literal[
    "rule-file",
    "player-edge",
    "no-edge",
    "printed-figure",
    "never-happens",
    "cut-card",
    "never-right",
    "odd-half",
    "cap-cuts",
    "readings-differ",
    "counting",
]
"""The kinds of findings; the loader reports ``rule-file``, and ``counting`` is measured."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem or fact that a check has found."""

    severity: Severity
    code: Code
    reading: str | None
    """The reading it applies to; `None` if it applies to every reading."""
    field: str | None
    """The dotted path of the field it is about; `None` for the whole file."""
    clauses: tuple[str, ...]
    """The clauses that the field is based on."""
    says: str
    mend: str


@lru_cache(maxsize=256)
def sheet_for(rules: RuleSet, decks: int) -> Sheet:
    """Return the sheet of a fresh shoe; cached, because several checks use the same one."""
    return Sheet(rules, fresh(decks))


def answers(sheet: Sheet) -> dict[str, Fraction]:
    """Return the expected result of each answer to a choice, in primaries, without tie wagers.

    Silence is among the answers if the rules let the time for a choice run out.
    """
    found: dict[str, Fraction] = {
        decision: (sheet.main(sheet.always(decision)).mean - sheet.decided) / sheet.choice_chance
        for decision in sheet.decisions
        if decision != "war and tie"
    }
    silence = sheet.rules.pays.pay("forfeit", "primary")
    if silence is not None:
        found["forfeit"] = silence
    return found


def best_answer(sheet: Sheet) -> str | None:
    """Return the best answer to a choice; `None` if there is none."""
    found = answers(sheet)
    return max(found, key=lambda name: found[name]) if found else None


def best_mean(sheet: Sheet) -> Fraction:
    """Return the player's expected result of a primary with the best answer to every choice."""
    best = best_answer(sheet)
    if best is None:
        return sheet.primary.mean
    return sheet.decided + sheet.choice_chance * answers(sheet)[best]


def exact(share: Fraction) -> str:
    """Format a share as ``2.330 % (23138/993023)``."""
    return f"{percent(share)} ({share})"


def over_decks(figures: Sequence[tuple[int, Fraction]], wager: str) -> str:
    """Describe a share of a wager that depends on the decks: one figure, or smallest to largest."""
    (least_decks, least), (most_decks, most) = (
        min(figures, key=lambda pair: pair[1]),
        max(figures, key=lambda pair: pair[1]),
    )
    if least == most:
        return f"{exact(most)} of {wager} with {decks_words(decks for decks, _ in figures)}"
    return (
        f"from {percent(least)} of {wager} with {decks_words([least_decks])} to "
        f"{exact(most)} with {decks_words([most_decks])}"
    )


def decks_words(decks: Iterable[int]) -> str:
    """Format as ``6 decks``, ``1 deck``, ``2, 3 and 5 decks`` or ``6 to 12 decks``."""
    numbers = sorted(decks)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]} decks"
    noun = "deck" if numbers[-1] == 1 else "decks"
    return f"{listed(numbers)} {noun}"
