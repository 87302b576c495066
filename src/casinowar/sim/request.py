"""Parse what a user wants simulated; options that are not given have default values.

A continued run takes options that are not given from its file. Options that are given must match
the file.
"""

import re
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.request import decision_of
from casinowar.odds.sheet import Sheet
from casinowar.rules.model import RuleSet
from casinowar.sim.chunks import Kernel
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels import vector
from casinowar.sim.run import MOST_ROUNDS, SimulationJob, Totals
from casinowar.sim.saved import Goal, Subject, differences, subject_of

MOST_SEED = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""

USUAL_GOAL = Goal(10**9, None)

_NUMBER = re.compile(r"-?[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?", re.ASCII | re.I)
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Request:
    """The options of a simulation; `None` for each that is not given."""

    reading: str | None = None
    decks: int | None = None
    seats: int | None = None
    policy: str | None = None
    cut_card: int | None = None
    rounds_per_shoe: int | None = None
    first_burn: bool | None = None
    kernel: Kernel | None = None
    seed: int | None = None

    def filled(self, saved: Subject) -> "Request":
        """Return the request with missing options filled in from a saved simulation."""
        game = saved.job.game
        ends_said = self.cut_card is not None or self.rounds_per_shoe is not None
        usual = Request(
            reading=saved.reading,
            decks=game.decks,
            seats=game.seats,
            policy=saved.policy,
            cut_card=None if ends_said or game.rounds_per_shoe else game.behind,
            rounds_per_shoe=None if ends_said else game.rounds_per_shoe or None,
            first_burn=bool(game.first_burn),
            kernel=saved.job.kernel,
            seed=saved.job.seed,
        )
        said = {name: value for name, value in asdict(self).items() if value is not None}
        return replace(usual, **said)


def subject_of_request(rules: RuleSet, request: Request, version: str, drawn_seed: int) -> Subject:
    """Return the subject of a request; without a seed it gets the drawn one."""
    decks = rules.shoe.decks[0] if request.decks is None else request.decks
    decision = decision_of(rules, request.policy) or Sheet(rules, fresh(decks)).usual_decision
    game = game_of(
        rules,
        decks=decks,
        seats=1 if request.seats is None else request.seats,
        decision=decision,
        cut_card=request.cut_card,
        rounds_per_shoe=request.rounds_per_shoe,
        first_burn=request.first_burn,
    )
    seed = drawn_seed if request.seed is None else request.seed
    if not 0 <= seed <= MOST_SEED:
        raise RuleError(f"--seed: {seed} is out of range; use 0 to {MOST_SEED}")
    job = SimulationJob(game, request.kernel or quickest(game), seed)
    if job.kernel == "vector" and (lacks := vector_lacks(game)) is not None:
        raise RuleError(f"--kernel vector: {lacks}; use the general kernel, which deals any table")
    return subject_of(version, rules, decision, job)


def refuse_other_rules(name: str, saved: Subject, rules: RuleSet) -> None:
    """Raise a `RuleError` unless a saved simulation has this rule file."""
    if (saved.rules, saved.sha256) != (rules.id, rules.sha256):
        raise RuleError(
            f"{name}: was saved with rules {saved.rules} (SHA-256 {saved.sha256[:16]}), "
            f"not {rules.id} ({rules.sha256[:16]}); the file is unchanged"
        )


def refuse_others(name: str, saved: Subject, asked: Subject, begun: Totals, rounds: int) -> None:
    """Raise a `RuleError` unless a saved simulation can be continued as asked."""
    found = differences(saved, asked)
    if found:
        raise RuleError(f"{name}: was saved with {'; '.join(found)}; the file is unchanged")
    if rounds < begun.rounds:
        raise RuleError(
            f"{name}: already holds {begun.rounds:,} rounds; use at least as many in --rounds"
        )


def quickest(game: Game) -> Kernel:
    """Return the fastest kernel that can deal a game."""
    return "vector" if vector_lacks(game) is None else "general"


def vector_lacks(game: Game) -> str | None:
    """Say why the vector kernel cannot deal a game; `None` if it can."""
    lacks = vector.lacks(game)
    return None if lacks is None else f"the vector kernel {lacks}"


def kernel_reason(job: SimulationJob) -> str | None:
    """Say why a simulation did not use the vector kernel; `None` if it did."""
    return None if job.kernel == "vector" else vector_lacks(job.game) or "you chose it"


def goal_of(rounds: str | None, error: str | None) -> Goal | None:
    """Return when a simulation is to stop; `None` if neither option is given."""
    if error is not None:
        return Goal(MOST_ROUNDS if rounds is None else rounds_of(rounds), error_of(error))
    return None if rounds is None else Goal(rounds_of(rounds), None)


def rounds_of(text: str, most: int = MOST_ROUNDS) -> int:
    """Parse a number of rounds such as ``1000``, ``1_000_000`` or ``1e9``, up to `most`."""
    number = _number(text)
    if number is None or number.denominator != 1:
        raise RuleError(f"--rounds: {text!r} is not a whole number; write 1000, 1_000_000 or 1e9")
    if not 1 <= number <= most:
        raise RuleError(f"--rounds: cannot simulate {text}; use 1 to {most:,}")
    return int(number)


def error_of(text: str) -> Fraction:
    """Parse a standard error such as ``1e-6`` or ``0.0001``."""
    number = _number(text)
    if number is None or not 0 < number <= 1:
        raise RuleError(
            f"--until-error: {text!r} is not a standard error; write a number above 0 and up to 1, "
            "such as 1e-5"
        )
    return number


def _number(text: str) -> Fraction | None:
    """Return the exact value of a text; `None` if it is not a number."""
    stripped = text.strip()
    if len(stripped) > _LONGEST or _NUMBER.fullmatch(stripped) is None:
        return None
    return Fraction(stripped)
