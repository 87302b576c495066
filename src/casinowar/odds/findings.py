"""Is a rule file sound? Everything a check finds in one that loads: warnings first, then notes.

A warning is something its author will want to mend: the player has the edge, a printed figure is
wrong, a pay or limit is out of reach, a number of seats is not safe. A note is a fact about the
rules as they are.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from casinowar.odds.edges import player_edges
from casinowar.odds.finding import Finding, Severity
from casinowar.odds.printed import printed_figures
from casinowar.odds.remarks import differing_readings, never_right, odd_halves
from casinowar.odds.unreachable import cut_pays, never_happening, unsafe_seats
from casinowar.rulefile import RuleFile
from casinowar.rules import RuleSet

_ORDER: tuple[Severity, ...] = ("error", "warning", "note")
_EXIT: dict[Severity, int] = {"error": 2, "warning": 1, "note": 0}
_OF_A_READING: tuple[Callable[[RuleFile, RuleSet], Iterator[Finding]], ...] = (
    player_edges,
    never_happening,
    unsafe_seats,
    never_right,
    odd_halves,
    cut_pays,
)
_OF_THE_FILE: tuple[Callable[[RuleFile], Iterator[Finding]], ...] = (
    printed_figures,
    differing_readings,
)


def findings(file: RuleFile) -> list[Finding]:
    """What there is to say about a rule file, the gravest first."""
    every = [reading.name for reading in file.readings]
    met: dict[Finding, list[str]] = {}
    for check in _OF_A_READING:
        for reading in every:
            for found in check(file, file.rules(reading)):
                met.setdefault(replace(found, reading=None), []).append(reading)
    told = []
    for found, readings in met.items():
        shared = len(readings) == len(every)
        told += [found] if shared else [replace(found, reading=reading) for reading in readings]
    told += [found for check in _OF_THE_FILE for found in check(file)]
    return sorted(told, key=lambda found: _ORDER.index(found.severity))


def exit_status(found: list[Finding]) -> int:
    """The exit status of a check: 2 for an error, 1 for a warning, else 0."""
    return max((_EXIT[finding.severity] for finding in found), default=0)
