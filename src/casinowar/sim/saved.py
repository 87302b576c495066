"""A simulation in a file, to be gone on with: what was simulated, and what came of it so far.

The file is a JSON object. `whole_chunks` has a row for each way a round came out: how many seats
were higher, lower and equal, how many wars were won, lost and tied, and the number of such rounds.
A last chunk that was cut short stands apart in `tail`: a longer run deals it anew. `goal` is how
far the run was to go. `kernels` is a digest of the sources that decide which cards a seed deals:
with others it cannot be gone on with, whatever their version. `digest` is the SHA-256 of the object
without it, keys sorted, as compact JSON: no program but this one writes it.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any

from casinowar.errors import NotationError
from casinowar.odds.pricing import Decision
from casinowar.odds.tally import Tally
from casinowar.rules import RuleSet
from casinowar.sim import tallies
from casinowar.sim.compiled import dealing_digest
from casinowar.sim.game import MOST_SEATS, Game
from casinowar.sim.run import MOST_ROUNDS, Job, Totals, rounds_before

FORMAT = "casinowar/simulation/1"

_GAME = {
    "behind": "cut card",
    "rounds_per_shoe": "rounds per shoe",
    "first_burn": "first burn",
}
"""What fields of a game are called where a user chooses them."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is simulated, and by which program."""

    version: str
    """Of casinowar, which began it."""
    kernels: str
    """Other kernels may deal other cards for the same seed."""
    rules: str
    reading: str
    sha256: str
    policy: Decision | None
    job: Job
    chunk_rounds: int


def subject_of(version: str, rules: RuleSet, policy: Decision | None, job: Job) -> Subject:
    """The subject of a run with this version."""
    kernels = dealing_digest()
    named = (rules.id, rules.reading, rules.sha256)
    return Subject(version, kernels, *named, policy, job, job.chunk_rounds)


@dataclass(frozen=True, slots=True)
class Goal:
    """How far a simulation goes."""

    rounds: int
    error: Fraction | None
    """Of the primary's mean: it ends before where this is reached."""


def text_of(subject: Subject, goal: Goal, totals: Totals) -> str:
    """The text of the file."""
    game = subject.job.game
    told = {
        "format": FORMAT,
        **asdict(subject),
        "goal": {"rounds": goal.rounds, "error": None if goal.error is None else str(goal.error)},
        "chunks": totals.chunks,
        "rounds": totals.rounds,
        "seconds": totals.seconds,
        "tail_seconds": totals.tail_seconds,
        "whole_chunks": _rows(game, totals.counts),
        "tail": _rows(game, totals.tail),
    }
    return json.dumps({**told, "digest": _digest(told)}) + "\n"


def read(name: str, text: str) -> tuple[Subject, Goal, Totals]:
    """What the file of a name holds; a text that no run has written is refused."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{name}: is no saved simulation, or a damaged one") from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise NotationError(f"{name}: is no saved simulation: its format is not {FORMAT}")
    if told.pop("digest", None) != _digest(told):
        raise NotationError(f"{name}: is damaged: its digest is that of another text")
    try:
        subject, goal = _subject(told), _goal(told["goal"])
        totals = _totals(told, subject)
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError) as error:
        raise NotationError(f"{name}: is damaged: it holds no whole simulation") from error
    return subject, goal, totals


def _subject(told: dict[str, Any]) -> Subject:
    job = told["job"]
    own = {field.name: told[field.name] for field in fields(Subject)}
    own["job"] = Job(Game(**job["game"]), job["kernel"], job["seed"])
    return Subject(**own)


def _goal(told: dict[str, Any]) -> Goal:
    rounds, error = told["rounds"], told["error"]
    if not (isinstance(rounds, int) and 1 <= rounds <= MOST_ROUNDS):
        raise ValueError("no simulation has such a goal")
    return Goal(rounds, None if error is None else Fraction(error))


def _totals(told: dict[str, Any], subject: Subject) -> Totals:
    seats, chunks, seconds = subject.job.game.seats, told["chunks"], told["seconds"]
    of_tail = told["tail_seconds"]
    if not 1 <= seats <= MOST_SEATS or chunks < 0 or not 0 <= of_tail <= seconds:
        raise ValueError("no simulation has such numbers")
    counts = _counts(seats, told["whole_chunks"])
    tail = _counts(seats, told["tail"]) if told["tail"] else ()
    whole = rounds_before(subject.chunk_rounds, chunks)
    if sum(counts) != whole or sum(tail) != told["rounds"] - whole:
        raise ValueError("the counts are not those of so many rounds")
    return Totals(chunks, counts, told["rounds"], tail, float(seconds), float(of_tail))


def differences(saved: Subject, asked: Subject) -> list[str]:
    """What keeps a saved simulation from being gone on with as it is asked, field by field."""
    there, here = _told(saved), _told(asked)
    if saved.kernels != asked.kernels:  # told with what a user knows of it
        there["kernels"] = f"{saved.kernels} (casinowar {saved.version})"
        here["kernels"] = f"{asked.kernels} (casinowar {asked.version}), which deal other cards"
    return [f"{what} {there[what]}, not {here[what]}" for what in here if there[what] != here[what]]


def _told(subject: Subject) -> dict[str, object]:
    """A subject in words that a user knows; what differs first is named first."""
    job = subject.job
    return {
        "rules": subject.rules,
        "reading": subject.reading,
        "rule file": f"SHA-256 {subject.sha256[:16]}",
        "policy": subject.policy or "none",
        **{_GAME.get(name, name): value for name, value in asdict(job.game).items()},
        "kernel": job.kernel,
        "seed": job.seed,
        "kernels": subject.kernels,
        "rounds of a chunk": subject.chunk_rounds,
    }


def _rows(game: Game, counts: Sequence[int]) -> list[tuple[int, ...]]:
    return [(*tally, count) for tally, count in tallies.read(game, counts)]


def _counts(seats: int, rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    counts = [0] * tallies.size(seats)
    for *fared, rounds in rows:
        tally = Tally(*fared)
        at = (tally.higher, tally.equal, tally.war_higher, tally.war_lower)
        counts[tallies.place(seats, *at)] = rounds
    return tuple(counts)


def _digest(told: dict[str, Any]) -> str:
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
