"""What a check of a rule file finds, and the few words and sheets that all checks share.

A finding names the field it is about and the clauses that field rests on, says what is the matter
in a sentence, and what would mend it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from casinowar.odds.composition import fresh
from casinowar.odds.rounding import percent
from casinowar.odds.sheet import Sheet
from casinowar.rules import RuleSet

Severity = Literal["error", "warning", "note"]

Code = Literal[
    "rule-file",
    "player-edge",
    "printed-figure",
    "never-happens",
    "cut-card",
    "never-right",
    "odd-half",
    "cap-cuts",
    "readings-differ",
    "counting",
]
"""The kinds of findings; ``rule-file`` is what the loader refuses, ``counting`` is measured."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check has found."""

    severity: Severity
    code: Code
    reading: str | None
    """The reading in which it is so; `None` where it is so in every reading."""
    field: str | None
    """The dotted path of the field it is about; `None` where it is the whole file."""
    clauses: tuple[str, ...]
    """The clauses that the field rests on."""
    says: str
    mend: str


@lru_cache(maxsize=256)
def sheet_for(rules: RuleSet, decks: int) -> Sheet:
    """The sheet of a fresh shoe; kept, because several checks ask for the same."""
    return Sheet(rules, fresh(decks))


def answers(sheet: Sheet) -> dict[str, Fraction]:
    """What each answer to a tie hand is worth, in primaries; war tie wagers aside.

    A fresh shoe holds all ranks alike, so one rank stands for all. Where silence is an answer of
    its own, because the rules let time run out on a choice, it is among them.
    """
    found: dict[str, Fraction] = {
        decision: sheet.expectation(0, decision)
        for decision in sheet.decisions
        if decision != "war and tie"
    }
    silence = sheet.rules.pays.pay("forfeit", "primary")
    if silence is not None:
        found["forfeit"] = silence
    return found


def best_answer(sheet: Sheet) -> str | None:
    """The answer that is worth most; `None` where a tie hand is not asked."""
    found = answers(sheet)
    return max(found, key=lambda name: found[name]) if found else None


def best_mean(sheet: Sheet) -> Fraction:
    """The player's expected result of a primary wager with the best answer to every tie hand."""
    best = best_answer(sheet)
    if best is None:
        return sheet.primary.mean
    decided = (
        chance.contribution
        for chance in sheet.primary.chances
        if chance.label in ("higher", "lower")
    )
    return sum(decided, Fraction(0)) + sheet.tie_chance * answers(sheet)[best]


def exact(share: Fraction) -> str:
    """``2.330 % (23138/993023)``."""
    return f"{percent(share)} ({share})"


def over_decks(figures: Sequence[tuple[int, Fraction]]) -> str:
    """A share that depends on the decks: one figure, or the least and the greatest."""
    (least_decks, least), (most_decks, most) = (
        min(figures, key=lambda pair: pair[1]),
        max(figures, key=lambda pair: pair[1]),
    )
    if least == most:
        return f"{exact(most)} with {decks_words(decks for decks, _ in figures)}"
    return (
        f"{percent(least)} with {decks_words([least_decks])} to "
        f"{exact(most)} with {decks_words([most_decks])}"
    )


def decks_words(decks: Iterable[int]) -> str:
    """``6 decks``, ``1 deck``, ``2, 3 and 5 decks``, ``6 to 12 decks``."""
    numbers = sorted(decks)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]} decks"
    noun = "deck" if numbers[-1] == 1 else "decks"
    return f"{listed(numbers)} {noun}"


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end
