"""The certificate: this program plays what it was priced at.

Three things are shown, with bounds that are fixed before the first card:

1. the core and every kernel deal the same rounds from the same cards (`casinowar.sim.agreement`);
2. rounds that each have a fresh shoe come out as the exact odds say: every wager, every outcome,
   and all outcomes of the whole table at once;
3. to the cut card the number of rounds in a shoe depends on its cards, which moves the average of
   all rounds a little. That *cut-card effect* is measured by itself (`casinowar.sim.effect`); a
   simulation to the cut card differs from the exact odds by just this much.

**Bounds.** A right program fails once in `1 / FALSE_ALARM` proofs at most: with n figures each
one may leave its bound with a chance of `FALSE_ALARM / n`.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import hypot
from statistics import NormalDist

from casinowar.errors import RuleError
from casinowar.odds.pricing import Decision
from casinowar.rules import RuleSet
from casinowar.sim import chisquare
from casinowar.sim.agreement import Agreement, agree, drawn_by_general, drawn_by_vector
from casinowar.sim.chunks import Kernel
from casinowar.sim.effect import Effect, cut_card_effect
from casinowar.sim.estimates import Estimate, Estimates, Prices
from casinowar.sim.game import Game
from casinowar.sim.run import Job, Totals, run

FALSE_ALARM = 1e-6
LEAST_ROUNDS = 1_000_000
"""With fewer, the rarest outcomes come too seldom for bounds that rest on a normal distribution."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far a figure may be off, set before the run."""

    figures: int
    z: float
    p_value: float
    """The least that a chi-square may have."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulation beside the exact odds."""

    totals: Totals
    estimates: Estimates
    fit: chisquare.Fit | None


@dataclass(frozen=True, slots=True)
class CutCard:
    """The cut-card effect, and a simulation to the cut card."""

    effects: dict[str, Effect]
    simulated: Simulated

    def z(self, wager: str) -> float | None:
        """How far simulation and exact odds with their effect are apart, in standard errors."""
        found = self.simulated.estimates.wagers[wager]
        if found.mean is None or found.standard_error is None:
            return None
        effect = self.effects[wager]
        apart = float(found.mean - found.exact) - effect.value
        return apart / hypot(float(found.standard_error), effect.standard_error)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a proof found."""

    bounds: Bounds
    agreements: tuple[Agreement, ...]
    fresh: Simulated
    cut_card: CutCard | None
    """Nothing where every round has a fresh shoe anyway."""
    failures: tuple[str, ...]
    """What left its bound; nothing where all is proved."""


@dataclass(frozen=True, slots=True)
class Table:
    """The table that is proved, and by how much play."""

    rules: RuleSet
    game: Game
    decision: Decision | None
    kernel: Kernel
    seed: int
    rounds: int
    """Simulated, with fresh shoes and again to the cut card."""
    compared: int
    """Rounds dealt by core and kernels alike."""


def bounds_of(table: Table) -> Bounds:
    """The bounds of a proof: every figure has its share of the false alarm."""
    prices = Prices(table.rules, table.game, table.decision)
    wagers, outcomes = len(prices.wagers), len(prices.frequencies)
    figures = wagers + outcomes + 1 + (0 if table.game.rounds_per_shoe else wagers)
    share = FALSE_ALARM / figures
    return Bounds(figures, NormalDist().inv_cdf(1 - share / 2), share)


def prove(
    table: Table,
    executor: Executor,
    *,
    ahead: int,
    clock: Callable[[], float],
    heard: Callable[[str, float], None],
) -> Certificate:
    """Prove a table; `heard` is told what is being done, and which share of it is."""
    if table.rounds < LEAST_ROUNDS:
        raise RuleError(f"rounds: {table.rounds:,} prove nothing; {LEAST_ROUNDS:,} or more will do")
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
            heard("comparing core and kernels", share)

    def simulated(of: Game, seed: int, what: str) -> Simulated:
        job = Job(of, table.kernel, seed)
        totals = None
        for totals in run(job, table.rounds, executor, ahead=ahead, clock=clock):
            heard(what, totals.rounds / table.rounds)
        assert totals is not None, "a proof has rounds"
        counts = totals.all_counts()
        estimates = Prices(table.rules, of, table.decision).estimates(counts)
        return Simulated(totals, estimates, chisquare.fit_of(of, counts))

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
            heard=lambda share: heard("measuring the cut-card effect", share),
        )
        cut_card = CutCard(effects, to_cut_card)
    failures = tuple(_failures(bounds, agreements, by_price, cut_card))
    return Certificate(bounds, tuple(agreements), by_price, cut_card, failures)


def _agreement(table: Table, drawn_by: Kernel) -> Agreement:
    draw = {"general": drawn_by_general, "vector": drawn_by_vector}[drawn_by]
    drawn = draw(table.game, table.seed, table.compared)
    return agree(table.rules, table.game, table.decision, drawn_by, drawn)


def _failures(
    bounds: Bounds, agreements: list[Agreement], fresh: Simulated, cut_card: CutCard | None
) -> Iterator[str]:
    for agreement in agreements:
        if agreement.difference is not None:
            yield f"{agreement.difference.who} differs at round {agreement.difference.round}"
    for kind, estimates in fresh.estimates._asdict().items():
        for name, estimate in estimates.items():
            if off := _off(estimate, bounds):
                yield f"{kind}: {name} is off by {off}"
    if fresh.fit is None or fresh.fit.p_value < bounds.p_value:
        yield "the outcomes of the whole table do not fit the exact odds"
    if cut_card is not None:
        for wager in cut_card.effects:
            z = cut_card.z(wager)
            if z is not None and abs(z) > bounds.z:
                yield f"to the cut card: {wager} is off by {z:+.1f} standard errors"


def _off(estimate: Estimate, bounds: Bounds) -> str:
    """How far a figure is off if it leaves its bound; else nothing."""
    if estimate.mean is None:
        return "everything: there was no such round"
    if estimate.z is None:  # all rounds alike, so the figure has no error
        apart = estimate.mean - estimate.exact
        return f"{float(apart):+g} although no round varies" if apart else ""
    return f"{float(estimate.z):+.1f} standard errors" if abs(estimate.z) > bounds.z else ""
