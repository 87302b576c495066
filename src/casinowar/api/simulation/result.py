"""The result of a simulation: every wager's estimate beside its exact figure."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal

from casinowar.api.rules import Rules
from casinowar.odds.pricing import Decision
from casinowar.sim import tallies
from casinowar.sim.estimates import Estimate, Estimates, Prices

if TYPE_CHECKING:  # these need the extra `sim`
    import numpy as np
    from numpy.typing import NDArray

    from casinowar.sim.run import SimulationJob, Totals

__all__ = ["Simulation", "WagerEstimate"]

Stopped = Literal["rounds", "error", "interrupted", "cluster"]
"""What ended a simulation: its rounds, an error small enough, Ctrl-C, or a lost cluster."""

COLUMNS = ("higher", "lower", "equal", "war_higher", "war_lower", "war_equal", "rounds")
"""The columns of `Simulation.counts`."""


@dataclass(frozen=True, slots=True, repr=False)
class WagerEstimate:
    """The player's average result per wager, as simulated, beside the exact one.

    >>> import casinowar as cw
    >>> tie = cw.simulate(cw.load("washington"), rounds=100_000, seed=7).tie
    >>> tie.exact
    Fraction(-58, 311)
    >>> abs(tie.z) < 4
    True
    """

    name: str
    estimate: Fraction | None
    """`None` where no such wager was made."""
    error: float | None
    """The standard error; `None` if all rounds had the same result."""
    exact: Fraction
    """The exact average with a fresh shoe: minus the house edge."""
    z: float | None
    """How many standard errors the estimate is off."""

    def __repr__(self) -> str:
        found = "none" if self.estimate is None else f"{float(self.estimate):+.6f}"
        error = "" if self.error is None else f" +- {self.error:.1e}"
        z = "" if self.z is None else f", z {self.z:+.2f}"
        exact = f"{float(self.exact):+.6f}"
        return f"<WagerEstimate {self.name}: {found}{error}, exact {exact}{z}>"


@dataclass(frozen=True, repr=False)
class Simulation:
    """The result of a simulation.

    `counts` is a NumPy array with a row for each outcome of a round that occurred: how many seats
    were `higher`, `lower` and `equal`, how many wars ended `war_higher`, `war_lower` and
    `war_equal`, and how many `rounds` had this outcome.

    >>> import casinowar as cw
    >>> found = cw.simulate(cw.load("washington"), rounds=100_000, seed=7)
    >>> found
    <Simulation of washington/right-to-left: 100,000 rounds, seed 7>
    >>> found.counts.dtype.names
    ('higher', 'lower', 'equal', 'war_higher', 'war_lower', 'war_equal', 'rounds')
    >>> int(found.counts["rounds"].sum())
    100000
    """

    rules: Rules
    policy: Decision | None
    """What every tie hand does; `None` where it has no choice."""
    job: "SimulationJob"
    """The game, the kernel and the seed, for the tools of `casinowar.sim`."""
    totals: "Totals"
    threads: int | None
    cluster: str | None
    stopped: Stopped
    _prices: Prices = field(compare=False)

    @property
    def rounds(self) -> int:
        """How many rounds were dealt."""
        return self.totals.rounds

    @property
    def seed(self) -> int:
        """The seed, which gives the same cards again."""
        return self.job.seed

    @property
    def seconds(self) -> float:
        """The seconds spent dealing."""
        return self.totals.seconds

    @property
    def primary(self) -> WagerEstimate:
        """The primary wager, with the war or surrender that may follow."""
        found = self._wager("primary")
        assert found is not None, "every table has a primary wager"
        return found

    @property
    def tie(self) -> WagerEstimate | None:
        """The tie wager; `None` where it is not offered."""
        return self._wager("tie")

    @property
    def war(self) -> WagerEstimate | None:
        """A tie hand that goes to war, per primary; `None` where none does."""
        return self._wager("war")

    @property
    def war_tie(self) -> WagerEstimate | None:
        """The tie wager on the war deal; `None` where it cannot be made."""
        return self._wager("war_tie")

    @property
    def wagers(self) -> dict[str, WagerEstimate]:
        """Every wager by its name."""
        return {name: _estimate(name, each) for name, each in self._estimates.wagers.items()}

    @property
    def outcomes(self) -> dict[str, WagerEstimate]:
        """How often a seat had each outcome, by its name."""
        return {name: _estimate(name, each) for name, each in self._estimates.outcomes.items()}

    @cached_property
    def counts(self) -> "NDArray[np.void]":
        """How many rounds had each outcome, with the columns above."""
        rows = [
            (*(seats or 0 for seats in tally), count)
            for tally, count in tallies.read(self.job.game, self.totals.all_counts())
        ]
        import numpy as np

        found = np.array(rows, dtype=[(name, np.int64) for name in COLUMNS])
        found.flags.writeable = False
        return found

    @cached_property
    def _estimates(self) -> Estimates:
        return self._prices.estimates(self.totals.all_counts())

    def _wager(self, name: str) -> WagerEstimate | None:
        found = self._estimates.wagers.get(name)
        return None if found is None else _estimate(name, found)

    def to_json(self) -> dict[str, Any]:
        """Every figure as `casinowar simulate --json` prints it."""
        from casinowar.sim.request import kernel_reason
        from casinowar.sim.result_json import result_json

        rules = self.rules.rules
        return {
            "version": version("casinowar"),
            **result_json(rules, self.policy, self.job, self.totals, self._prices),
            "kernel_reason": kernel_reason(self.job),
            "threads": self.threads,
            "cluster": self.cluster,
            "stopped": self.stopped,
        }

    def __repr__(self) -> str:
        of = f"{self.rules.id}/{self.rules.reading}"
        return f"<Simulation of {of}: {self.rounds:,} rounds, seed {self.seed}>"


def _estimate(name: str, found: Estimate) -> WagerEstimate:
    error, z = found.standard_error, found.z
    return WagerEstimate(
        name,
        found.mean,
        None if error is None else float(error),
        found.exact,
        None if z is None else float(z),
    )
