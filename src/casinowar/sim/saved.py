"""A simulation saved in a file, so that it can be continued later.

The file is a JSON object. `whole_chunks` has a row for each outcome of a round: how many seats were
higher, lower and equal, how many wars were won, lost and tied, and the number of such rounds. If
the last chunk was cut short, its rounds are kept apart in `tail`, because a longer run deals that
chunk again. `goal` is where the run was to stop. `kernels` is the version of the kernels that dealt
the cards. Another version cannot continue the run, because it deals other cards from the same seed.
casinowar 0.1 wrote a digest of the kernels' sources instead. `digest` is the SHA-256 of the object
without that field, as compact JSON with sorted keys; it detects damaged and edited files.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from hashlib import sha256
from typing import Any

from casinowar.errors import NotationError
from casinowar.odds.pricing import Decision
from casinowar.odds.table_outcomes import TableOutcome
from casinowar.rules.model import RuleSet
from casinowar.sim import tallies
from casinowar.sim.game import MOST_SEATS, Game
from casinowar.sim.kernels.compiled import KERNELS
from casinowar.sim.run import MOST_ROUNDS, SimulationJob, Totals, rounds_before

FORMAT = "casinowar/simulation/1"

_DIGESTS = {"f5e5f37666e2fa75": 1}
"""The version of the kernels for each digest that casinowar 0.1 wrote instead."""

_GAME = {
    "behind": "cut card",
    "rounds_per_shoe": "rounds per shoe",
    "first_burn": "first burn",
}
"""The names that users know for fields of a game."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is simulated, and by which version of the program."""

    version: str
    """The version of casinowar that started it."""
    kernels: int | str
    """The version of the kernels; a text is the digest of unknown kernels."""
    rules: str
    reading: str
    sha256: str
    policy: Decision | None
    job: SimulationJob
    chunk_rounds: int


def subject_of(
    version: str, rules: RuleSet, policy: Decision | None, job: SimulationJob
) -> Subject:
    """Return the subject of a run with this version."""
    named = (rules.id, rules.reading, rules.sha256)
    return Subject(version, KERNELS, *named, policy, job, job.chunk_rounds)


@dataclass(frozen=True, slots=True)
class Goal:
    """When a simulation stops."""

    rounds: int
    error: Fraction | None
    """The standard error of the primary's mean at which it stops early; `None`: never."""


def text_of(subject: Subject, goal: Goal, totals: Totals) -> str:
    """Return the text of the file."""
    game = subject.job.game
    data = {
        "format": FORMAT,
        **_plain(subject),
        "goal": {"rounds": goal.rounds, "error": None if goal.error is None else str(goal.error)},
        "chunks": totals.chunks,
        "rounds": totals.rounds,
        "seconds": totals.seconds,
        "tail_seconds": totals.tail_seconds,
        "whole_chunks": _rows(game, totals.counts),
        "tail": _rows(game, totals.tail),
    }
    return json.dumps({**data, "digest": _digest(data)}) + "\n"


def _plain(subject: Subject) -> dict[str, Any]:
    """The fields of a subject. Older versions can read it if only tie hands have a choice."""
    plain = asdict(subject)
    if subject.job.game.on == "equal":
        del plain["job"]["game"]["on"]
    return plain


def read(name: str, text: str) -> tuple[Subject, Goal, Totals]:
    """Parse a saved simulation; raise a `NotationError` if no run wrote this text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{name}: is not a saved simulation, or a damaged one") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError(f"{name}: is not a saved simulation: its format is not {FORMAT}")
    if data.pop("digest", None) != _digest(data):
        raise NotationError(f"{name}: is damaged or edited: the digest does not match the contents")
    try:
        subject, goal = _subject(data), _goal(data["goal"])
        totals = _totals(data, subject)
    except (KeyError, TypeError, ValueError, IndexError, ZeroDivisionError) as error:
        raise NotationError(f"{name}: is damaged: a field is missing or wrong") from error
    return subject, goal, totals


def _subject(data: dict[str, Any]) -> Subject:
    job = data["job"]
    own = {field.name: data[field.name] for field in fields(Subject)}
    own["kernels"] = _DIGESTS.get(own["kernels"], own["kernels"])
    own["job"] = SimulationJob(Game(**job["game"]), job["kernel"], job["seed"])
    return Subject(**own)


def _goal(data: dict[str, Any]) -> Goal:
    rounds, error = data["rounds"], data["error"]
    if not (isinstance(rounds, int) and 1 <= rounds <= MOST_ROUNDS):
        raise ValueError("the goal is out of range")
    return Goal(rounds, None if error is None else Fraction(error))


def _totals(data: dict[str, Any], subject: Subject) -> Totals:
    seats, chunks, seconds = subject.job.game.seats, data["chunks"], data["seconds"]
    tail_seconds = data["tail_seconds"]
    if not 1 <= seats <= MOST_SEATS or chunks < 0 or not 0 <= tail_seconds <= seconds:
        raise ValueError("a number is out of range")
    counts = _counts(seats, data["whole_chunks"])
    tail = _counts(seats, data["tail"]) if data["tail"] else ()
    whole = rounds_before(subject.chunk_rounds, chunks)
    if sum(counts) != whole or sum(tail) != data["rounds"] - whole:
        raise ValueError("the counts do not add up to the rounds")
    return Totals(chunks, counts, data["rounds"], tail, float(seconds), float(tail_seconds))


def differences(saved: Subject, asked: Subject) -> list[str]:
    """List the fields in which a saved simulation differs from the one asked for."""
    of_saved, of_asked = _user_fields(saved), _user_fields(asked)
    if saved.kernels != asked.kernels:  # users know the version of casinowar, not of the kernels
        of_saved["kernels"] = f"{saved.kernels} (casinowar {saved.version})"
        of_asked["kernels"] = f"{asked.kernels} (casinowar {asked.version}), which deal other cards"
    return [
        f"{what} {of_saved[what]}, not {of_asked[what]}"
        for what in of_asked
        if of_saved[what] != of_asked[what]
    ]


def _user_fields(subject: Subject) -> dict[str, object]:
    """Return a subject's fields under the names that users know, most important first."""
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
    for *numbers, rounds in rows:
        tally = TableOutcome(*numbers)
        at = (tally.higher, tally.equal, tally.war_higher, tally.war_lower)
        counts[tallies.place(seats, *at)] = rounds
    return tuple(counts)


def _digest(data: dict[str, Any]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
