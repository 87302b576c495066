"""Simulate a table: real shoes by the million, beside the exact odds."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING

from casinowar.api.arguments import path_given, rules_given, whole, whole_or_none
from casinowar.api.rules import Rules
from casinowar.errors import CasinoWarError, RuleError
from casinowar.optional_libraries import require_library

__all__ = ["simulate"]

if TYPE_CHECKING:
    from casinowar.api.simulation.result import Simulation
    from casinowar.sim.chunks import Kernel
    from casinowar.sim.saved import Goal

USUAL_ROUNDS = 10**8
MOST_THREADS = 1024
MOST_SHOE = 10**6


def require_numbers(what: str) -> None:
    """Refuse if numba or NumPy is missing, and name the extra to install."""
    for library in ("numba", "numpy"):
        require_library(library, what, "sim")


@contextmanager
def arguments_named() -> Iterator[None]:
    """Name arguments in errors as a program does, without the `--` of the command line."""
    try:
        yield
    except RuleError as error:
        raise RuleError(str(error).removeprefix("--")) from None


def kernel_given(kernel: "Kernel | None") -> "Kernel | None":
    """A kernel by its name."""
    if kernel is not None and kernel not in ("vector", "general"):
        raise CasinoWarError(f"kernel: {kernel!r:.80} is not a kernel; use 'vector' or 'general'")
    return kernel


def simulate(
    rules: Rules,
    *,
    rounds: int | None = None,
    seed: int | None = None,
    seats: int | None = None,
    decks: int | None = None,
    policy: str | None = None,
    cut_card: int | None = None,
    rounds_per_shoe: int | None = None,
    first_burn: bool | None = None,
    until_error: Fraction | float | None = None,
    kernel: "Kernel | None" = None,
    threads: int | None = None,
    cluster: str | None = None,
    save: str | PathLike[str] | None = None,
    resume: str | PathLike[str] | None = None,
) -> "Simulation":
    """Deal many rounds, 100 million if not set, and compare them with the exact odds.

    The same seed gives the same totals on any number of threads or machines. `until_error` ends
    the run when the primary wager's standard error falls to this value. `save` saves the run to a
    file, and `resume` continues a saved run. `kernel` is ``"vector"`` or ``"general"``. It needs
    the extra ``casinowar[sim]``.

    >>> import casinowar as cw
    >>> cw.simulate(cw.load("washington"), rounds=1_000_000, seed=7).primary
    <WagerEstimate primary: ... +- ..., exact -0.023301, z ...>
    """
    loaded = rules_given(rules)
    require_numbers("a simulation")
    from casinowar.api.simulation.run import RunRequest, cores, run_request
    from casinowar.sim.request import MOST_SEED, Request

    request = Request(
        reading=loaded.reading,
        decks=decks,
        seats=whole_or_none("seats", seats, 1, MOST_SHOE),
        policy=policy,
        cut_card=whole_or_none("cut_card", cut_card, 0, MOST_SHOE),
        rounds_per_shoe=whole_or_none("rounds_per_shoe", rounds_per_shoe, 1, MOST_SHOE),
        first_burn=first_burn,
        kernel=kernel_given(kernel),
        seed=whole_or_none("seed", seed, 0, MOST_SEED),
    )
    with arguments_named():
        asked = RunRequest(
            goal=_goal(rounds, until_error, resumes=resume is not None),
            threads=cores() if threads is None else whole("threads", threads, 1, MOST_THREADS),
            cluster=cluster,
            save=None if save is None else path_given("save", save),
            resume=None if resume is None else path_given("resume", resume),
        )
        found, trouble = run_request(loaded, request, asked)
    if found.stopped == "interrupted":
        raise KeyboardInterrupt
    if trouble is not None:
        raise trouble
    return found


def _goal(
    rounds: int | None, until_error: Fraction | float | None, *, resumes: bool
) -> "Goal | None":
    """The goal of a run; `None` keeps the goal that was saved."""
    from casinowar.sim.request import error_of
    from casinowar.sim.run import MOST_ROUNDS
    from casinowar.sim.saved import Goal

    whole_or_none("rounds", rounds, 1, MOST_ROUNDS)
    if until_error is not None:
        exact = isinstance(until_error, Fraction) and 0 < until_error <= 1
        error = Fraction(until_error) if exact else error_of(str(until_error))
        return Goal(rounds or MOST_ROUNDS, error)
    if rounds is None and resumes:
        return None
    return Goal(rounds or USUAL_ROUNDS, None)
