"""What a user asks to be simulated, read from texts; what is not said has its usual value.

A run that is gone on with takes what is not said from its file; what is said must be the same.
"""

import re
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

from casinowar.errors import RuleError
from casinowar.odds.composition import fresh
from casinowar.odds.request import decision_of
from casinowar.odds.sheet import Sheet
from casinowar.rulefile import RuleFile
from casinowar.rules import RuleSet
from casinowar.sim import vector
from casinowar.sim.chunks import Kernel
from casinowar.sim.game import Game, game_of
from casinowar.sim.run import MOST_ROUNDS, Job, Totals
from casinowar.sim.saved import Goal, Subject, differences, subject_of

MOST_SEED = 2**53 - 1
"""A larger number is not the same in every reader of JSON."""

USUAL_GOAL = Goal(10**9, None)

_NUMBER = re.compile(r"-?[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?", re.ASCII | re.I)
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be simulated; `None` where nothing is said."""

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
        """What is not said is as in a saved simulation."""
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


def subject_of_request(
    file: RuleFile, request: Request, version: str, drawn_seed: int
) -> tuple[RuleSet, Subject]:
    """The rules and the subject that are asked for; a seed is drawn where none is said."""
    rules = file.rules(request.reading)
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
        raise RuleError(f"--seed: {seed} cannot be; 0 to {MOST_SEED} can")
    job = Job(game, request.kernel or quickest(game), seed)
    if job.kernel == "vector" and (lacks := vector_lacks(game)) is not None:
        raise RuleError(f"--kernel vector: {lacks}; the general kernel deals every table")
    return rules, subject_of(version, rules, decision, job)


def refuse_other_rules(name: str, saved: Subject, file: RuleFile) -> None:
    """A saved simulation is gone on with under the rule file it was begun with."""
    if (saved.rules, saved.sha256) != (file.id, file.sha256):
        raise RuleError(
            f"{name}: was saved with rules {saved.rules} (SHA-256 {saved.sha256[:16]}), "
            f"not {file.id} ({file.sha256[:16]}); it is left as it is"
        )


def refuse_others(name: str, saved: Subject, asked: Subject, begun: Totals, rounds: int) -> None:
    """A saved simulation is gone on with as it was begun, or not at all."""
    found = differences(saved, asked)
    if found:
        raise RuleError(f"{name}: was saved with {'; '.join(found)}; it is left as it is")
    if rounds < begun.rounds:
        raise RuleError(
            f"{name}: holds {begun.rounds:,} rounds already; ask for no fewer with --rounds"
        )


def quickest(game: Game) -> Kernel:
    """The fastest kernel that deals a game."""
    return "vector" if vector_lacks(game) is None else "general"


def vector_lacks(game: Game) -> str | None:
    """Why the vector kernel does not deal a game; `None` where it does."""
    lacks = vector.lacks(game)
    return None if lacks is None else f"the vector kernel deals {lacks}"


def kernel_reason(job: Job) -> str | None:
    """Why a simulation did not have the vector kernel; `None` where it had."""
    return None if job.kernel == "vector" else vector_lacks(job.game) or "as it was asked for"


def goal_of(rounds: str | None, error: str | None) -> Goal | None:
    """How far a simulation is to go, if anything is said of it."""
    if error is not None:
        return Goal(MOST_ROUNDS if rounds is None else rounds_of(rounds), error_of(error))
    return None if rounds is None else Goal(rounds_of(rounds), None)


def rounds_of(text: str, most: int = MOST_ROUNDS) -> int:
    """A number of rounds, such as ``1000``, ``1_000_000`` or ``1e9``, and no more than the most."""
    number = _number(text)
    if number is None or number.denominator != 1:
        raise RuleError(
            f"--rounds: {text!r} is no whole number of rounds; write 1000, 1_000_000 or 1e9"
        )
    if not 1 <= number <= most:
        raise RuleError(f"--rounds: {text} cannot be simulated; 1 to {most:,} can")
    return int(number)


def error_of(text: str) -> Fraction:
    """A standard error to be reached, such as ``1e-6`` or ``0.0001``."""
    number = _number(text)
    if number is None or not 0 < number <= 1:
        raise RuleError(
            f"--until-error: {text!r} is no standard error; write one above 0 and up to 1, as 1e-5"
        )
    return number


def _number(text: str) -> Fraction | None:
    """The exact value of a text, if it is a number."""
    stripped = text.strip()
    if len(stripped) > _LONGEST or _NUMBER.fullmatch(stripped) is None:
        return None
    return Fraction(stripped)
