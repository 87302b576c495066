"""All checks of a rule file that loads, and their findings: warnings first, then notes.

A warning is something the author will want to fix: the bank has no edge, a printed figure is
wrong, a pay or limit can never apply, or the cards cannot serve a number of seats. A note is a fact
about the rules.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from casinowar.odds.checks.edges import no_edge, player_edges
from casinowar.odds.checks.finding import Finding, Severity
from casinowar.odds.checks.printed import printed_figures
from casinowar.odds.checks.remarks import differing_readings, never_right, odd_halves
from casinowar.odds.checks.unreachable import cut_pays, never_happening, unsafe_seats
from casinowar.rules.file import RuleFile
from casinowar.rules.model import RuleSet

_ORDER: tuple[Severity, ...] = ("error", "warning", "note")
_EXIT: dict[Severity, int] = {"error": 2, "warning": 1, "note": 0}
_READING_CHECKS: tuple[Callable[[RuleFile, RuleSet], Iterator[Finding]], ...] = (
    player_edges,
    no_edge,
    never_happening,
    unsafe_seats,
    never_right,
    odd_halves,
    cut_pays,
)
_FILE_CHECKS: tuple[Callable[[RuleFile], Iterator[Finding]], ...] = (
    printed_figures,
    differing_readings,
)


def findings(file: RuleFile) -> list[Finding]:
    """Return all findings about a rule file, most severe first."""
    names = [reading.name for reading in file.readings]
    readings_of: dict[Finding, list[str]] = {}
    for check in _READING_CHECKS:
        for reading in names:
            for found in check(file, file.rules(reading)):
                readings_of.setdefault(replace(found, reading=None), []).append(reading)
    listed = []
    for found, readings in readings_of.items():
        shared = len(readings) == len(names)
        listed += [found] if shared else [replace(found, reading=reading) for reading in readings]
    listed += [found for check in _FILE_CHECKS for found in check(file)]
    return sorted(listed, key=lambda found: _ORDER.index(found.severity))


def exit_status(found: list[Finding]) -> int:
    """Return the exit status of a check: 2 for an error, 1 for a warning, else 0."""
    return max((_EXIT[finding.severity] for finding in found), default=0)
