"""The certificate that this program plays at the prices it computes.

It shows three things, with bounds that are fixed before the first card:

1. The core and every kernel deal the same rounds from the same cards
   (`casinowar.sim.proof.agreement`).
2. Rounds with a fresh shoe each match the exact odds: every wager, every outcome, and all outcomes
   of the whole table at once.
3. With a cut card, the number of rounds in a shoe depends on its cards, which moves the average of
   all rounds a little. This *cut-card effect* is measured separately
   (`casinowar.sim.counting.cut_card`). A simulation to the cut card differs from the exact odds by
   just this much.

**Bounds.** A correct program fails at most once in `1 / FALSE_ALARM` proofs: with n figures, each
one may leave its bound with a chance of `FALSE_ALARM / n`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import hypot
from statistics import NormalDist

from casinowar.errors import RuleError
from casinowar.odds.pricing import Decision
from casinowar.rules.model import RuleSet
from casinowar.sim import chisquare
from casinowar.sim.chunks import Kernel
from casinowar.sim.counting.cut_card import Effect, cut_card_effect
from casinowar.sim.estimates import Estimate, Estimates, Prices
from casinowar.sim.game import Game
from casinowar.sim.proof.agreement import Agreement, agree, drawn_by_general, drawn_by_vector
from casinowar.sim.run import SimulationJob, Totals, run

FALSE_ALARM = 1e-6
LEAST_ROUNDS = 1_000_000
"""With fewer, the rarest outcomes are too few for bounds that assume a normal distribution."""


@dataclass(frozen=True, slots=True)
class ErrorBounds:
    """How far a figure may be off; set before the run."""

    figures: int
    z: float
    p_value: float
    """The smallest p-value that a chi-square test may have."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulation compared with the exact odds."""

    totals: Totals
    estimates: Estimates
    fit: chisquare.Fit | None


@dataclass(frozen=True, slots=True)
class CutCard:
    """The cut-card effect, and a simulation to the cut card."""

    effects: dict[str, Effect]
    simulated: Simulated

    def z(self, wager: str) -> float | None:
        """Return the distance from the exact odds plus the effect, in standard errors."""
        found = self.simulated.estimates.wagers[wager]
        if found.mean is None or found.standard_error is None:
            return None
        effect = self.effects[wager]
        apart = float(found.mean - found.exact) - effect.value
        return apart / hypot(float(found.standard_error), effect.standard_error)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The result of a proof."""

    bounds: ErrorBounds
    agreements: tuple[Agreement, ...]
    fresh: Simulated
    cut_card: CutCard | None
    """`None` if every round has a fresh shoe anyway."""
    failures: tuple[str, ...]
    """The figures that left their bounds; empty if everything is proved."""


@dataclass(frozen=True, slots=True)
class ProvenTable:
    """The table to prove, and the number of rounds to prove it with."""

    rules: RuleSet
    game: Game
    decision: Decision | None
    kernel: Kernel
    seed: int
    rounds: int
    """Rounds to simulate with fresh shoes, and again to the cut card."""
    compared: int
    """Rounds to deal with both core and kernels."""


def bounds_of(table: ProvenTable) -> ErrorBounds:
    """Return the bounds of a proof: every figure gets an equal share of the false alarm."""
    prices = Prices(table.rules, table.game, table.decision)
    wagers, outcomes = len(prices.wagers), len(prices.frequencies)
    figures = wagers + outcomes + 1 + (0 if table.game.rounds_per_shoe else wagers)
    share = FALSE_ALARM / figures
    return ErrorBounds(figures, NormalDist().inv_cdf(1 - share / 2), share)


def prove(
    table: ProvenTable,
    executor: Executor,
    *,
    ahead: int,
    clock: Callable[[], float],
    on_progress: Callable[[str, float], None],
) -> Certificate:
    """Prove a table; `on_progress` is called with the current step and the share of it done."""
    if table.rounds < LEAST_ROUNDS:
        raise RuleError(
            f"rounds: {table.rounds:,} is too few for a proof; use {LEAST_ROUNDS:,} or more"
        )
    bounds, game = bounds_of(table), table.game
    fresh = replace(game, rounds_per_shoe=1, behind=0)
    agreements: list[Agreement] = []
    games = (fresh,) if game == fresh else (fresh, game)
    drawers: tuple[Kernel, ...] = (
        ("general", "vector") if table.kernel == "vector" else ("general",)
    )
    for each in games:
        for drawn_by in drawers:
            agreements.append(_agreement(replace(table, game=each), drawn_by))
            share = len(agreements) / len(games) / len(drawers)
            on_progress("comparing core and kernels", share)

    def simulated(played: Game, seed: int, what: str) -> Simulated:
        job = SimulationJob(played, table.kernel, seed)
        totals = None
        for totals in run(job, table.rounds, executor, ahead=ahead, clock=clock):
            on_progress(what, totals.rounds / table.rounds)
        assert totals is not None, "a proof has rounds"
        counts = totals.all_counts()
        estimates = Prices(table.rules, played, table.decision).estimates(counts)
        return Simulated(totals, estimates, chisquare.fit_of(played, counts))

    by_price = simulated(fresh, table.seed, "simulating fresh shoes")
    cut_card = None
    if game != fresh:
        to_cut_card = simulated(game, table.seed + 1, "simulating to the cut card")  # other cards
        effects = cut_card_effect(
            table.rules,
            game,
            table.decision,
            seed=table.seed,
            executor=executor,
            on_progress=lambda share: on_progress("measuring the cut-card effect", share),
        )
        cut_card = CutCard(effects, to_cut_card)
    failures = tuple(_failures(bounds, agreements, by_price, cut_card))
    return Certificate(bounds, tuple(agreements), by_price, cut_card, failures)


def _agreement(table: ProvenTable, drawn_by: Kernel) -> Agreement:
    draw = {"general": drawn_by_general, "vector": drawn_by_vector}[drawn_by]
    drawn = draw(table.game, table.seed, table.compared)
    return agree(table.rules, table.game, table.decision, drawn_by, drawn)


def _failures(
    bounds: ErrorBounds, agreements: list[Agreement], fresh: Simulated, cut_card: CutCard | None
) -> Iterator[str]:
    for agreement in agreements:
        if agreement.difference is not None:
            yield f"{agreement.difference.who} deals round {agreement.difference.round} differently"
    for kind, estimates in fresh.estimates._asdict().items():
        for name, estimate in estimates.items():
            if off := _off(estimate, bounds):
                yield f"{kind}: {name} {off}"
    if fresh.fit is None or fresh.fit.p_value < bounds.p_value:
        yield "the outcomes of the whole table do not fit the exact odds"
    if cut_card is not None:
        for wager in cut_card.effects:
            z = cut_card.z(wager)
            if z is not None and abs(z) > bounds.z:
                yield f"with the cut card: {wager} is off by {z:+.1f} standard errors"


def _off(estimate: Estimate, bounds: ErrorBounds) -> str:
    """Describe how far a figure is off if it leaves its bound; else return ``""``."""
    if estimate.mean is None:
        return "occurred in no round"
    if estimate.z is None:  # all rounds were equal, so the figure has no error
        apart = estimate.mean - estimate.exact
        return f"is off by {float(apart):+g}, although all rounds were equal" if apart else ""
    return (
        f"is off by {float(estimate.z):+.1f} standard errors" if abs(estimate.z) > bounds.z else ""
    )
