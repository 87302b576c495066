"""The note on counting in a check of a rule file: it is measured, so it is never a warning."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from casinowar.errors import CasinoWarError
from casinowar.odds.checks.finding import Finding
from casinowar.optional_libraries import require_library
from casinowar.rules.file import RuleFile

ROUNDS = 2_000_000
"""Enough for a note; they take a fraction of a second."""
SEED = 1


def counting_notes(file: RuleFile) -> list[Finding]:
    """Note how often the tie wager has a positive expectation for a player who sees every card."""
    offering = [reading.name for reading in file.readings if file.rules(reading.name).has_tie]
    found: dict[Finding, list[str]] = {}
    for reading in offering:
        note = _note(file, reading)
        found.setdefault(replace(note, reading=None), []).append(reading)
    every = [reading.name for reading in file.readings]
    return [
        replace(note, reading=None if readings == every else reading)
        for note, readings in found.items()
        for reading in (readings[:1] if readings == every else readings)
    ]


def _note(file: RuleFile, reading: str) -> Finding:
    try:
        for library in ("numba", "numpy"):
            require_library(
                library, "measuring how often the tie wager is worth more than it costs", "sim"
            )
    except CasinoWarError as missing:
        says, _, mend = str(missing).partition(": ")
    else:
        says, mend = _measured(file, reading)
    by = (*file.cites("pays.equal.tie", reading), *file.cites("shoe.cut_card", reading))
    clauses = tuple(dict.fromkeys(by))
    return Finding("note", "counting", reading, "pays.equal.tie", clauses, says, mend)


def _measured(file: RuleFile, reading: str) -> tuple[str, str]:
    from casinowar.rules.pay import format_pay
    from casinowar.sim.counting.counting import count, tie_pay
    from casinowar.sim.game import game_of

    rules = file.rules(reading)
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        found = count(rules, game_of(rules), seed=SEED, rounds=ROUNDS, executor=executor)
    pay = format_pay(tie_pay(rules))
    says = f"for a player who remembers every card turned up, the tie wager at {pay} "
    other = "`casinowar counting` shows other pays and cut cards"
    if not found.possible:
        return f"{says}is never worth more than it costs", f"nothing to fix: {other}"
    over = f"measured over {found.rounds:,} rounds with one seat, {found.shoe()}"
    if found.at_most is not None:
        says += "was never worth more than it costs: with 95 % confidence, that happens in less "
        says += f"than {100 * found.at_most:.2g} % of the rounds; {over}"
        return says, f"nothing to fix: {other}"
    says += f"is worth more than it costs in {found.share.percent()} of the rounds"
    if found.worth is not None:
        says += f", by {found.worth.percent()} of the wager on average"
    mend = f"pay less than {pay}, or put more cards behind the cut card; {other}"
    return f"{says}; {over}", mend
