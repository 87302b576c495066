"""Prove that a table plays at its exact price."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from casinowar.api.arguments import rules_given, whole, whole_or_none
from casinowar.api.rules import Rules
from casinowar.api.simulation.simulate import (
    MOST_SHOE,
    MOST_THREADS,
    USUAL_ROUNDS,
    arguments_named,
    kernel_given,
    require_numbers,
)

__all__ = ["Proof", "prove"]

if TYPE_CHECKING:
    from casinowar.sim.chunks import Kernel
    from casinowar.sim.proof.certificate import Certificate, ProvenTable
    from casinowar.sim.request import Request

OnProgress = Callable[[str, float], None]
"""Called with what is being done, and the share of it that is done."""

_COMPARED = 2_000
"""Rounds that core and kernels deal for comparison; the core needs a second or two."""


@dataclass(frozen=True, slots=True, repr=False)
class Proof:
    """The result of a proof.

    >>> import casinowar as cw
    >>> cw.prove(cw.load("online"), rounds=1_000_000, seed=7).failures
    ()
    """

    rules: Rules
    table: "ProvenTable"
    """The table, and the number of rounds it was proved with."""
    certificate: "Certificate"
    """Every figure of the proof."""

    @property
    def proved(self) -> bool:
        """Whether play, price and simulation agree."""
        return not self.certificate.failures

    @property
    def failures(self) -> tuple[str, ...]:
        """What does not agree, in words."""
        return self.certificate.failures

    @property
    def seed(self) -> int:
        """The seed, which gives the same proof again."""
        return self.table.seed

    def to_json(self) -> dict[str, Any]:
        """The certificate as `casinowar prove --json` prints it."""
        from casinowar.sim.proof.certificate_json import proof

        return proof(self.table, self.certificate, version("casinowar"))

    def __repr__(self) -> str:
        of, rounds = f"{self.rules.id}/{self.rules.reading}", self.table.rounds
        verdict = "proved" if self.proved else f"not proved, {len(self.failures)} failures"
        return f"<Proof of {of}: {verdict}, {rounds:,} rounds, seed {self.seed}>"


def prove(
    rules: Rules,
    *,
    rounds: int = USUAL_ROUNDS,
    seed: int | None = None,
    seats: int = 1,
    decks: int | None = None,
    policy: str | None = None,
    cut_card: int | None = None,
    kernel: "Kernel | None" = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Proof:
    """Prove that play, price and simulation of a table agree, and return the certificate.

    The proof has three parts. The core and every kernel deal the same rounds from the same cards.
    The results of `rounds` rounds with fresh shoes agree with the exact odds. And the effect of the
    cut card is measured. `on_progress` is called with the progress. It needs the extra
    ``casinowar[sim]``.

    >>> import casinowar as cw
    >>> cw.prove(cw.load("online"), rounds=1_000_000, seed=7)
    <Proof of online/by-the-text: proved, 1,000,000 rounds, seed 7>
    """
    loaded = rules_given(rules)
    require_numbers("a proof")
    from casinowar.sim.request import MOST_SEED, Request
    from casinowar.sim.run import MOST_ROUNDS

    request = Request(
        decks=decks,
        seats=whole("seats", seats, 1, MOST_SHOE),
        policy=policy,
        cut_card=whole_or_none("cut_card", cut_card, 0, MOST_SHOE),
        kernel=kernel_given(kernel),
        seed=whole_or_none("seed", seed, 0, MOST_SEED),
    )
    workers = None if threads is None else whole("threads", threads, 1, MOST_THREADS)
    whole("rounds", rounds, 1, MOST_ROUNDS)
    with arguments_named():
        return prove_request(loaded, request, rounds, workers, on_progress or _ignore_progress)


def _ignore_progress(_what: str, _share: float) -> None:
    return


def prove_request(
    rules: Rules, request: "Request", rounds: int, threads: int | None, on_progress: OnProgress
) -> Proof:
    """Prove what is asked; unless a number of threads is given, use one for each core."""
    from casinowar.api.simulation.run import cores
    from casinowar.sim.proof import certificate
    from casinowar.sim.request import MOST_SEED, subject_of_request

    subject = subject_of_request(rules.rules, request, version("casinowar"), randbelow(MOST_SEED))
    table = certificate.ProvenTable(
        rules=rules.rules,
        game=subject.job.game,
        decision=subject.policy,
        kernel=subject.job.kernel,
        seed=subject.job.seed,
        rounds=rounds,
        compared=_COMPARED,
    )
    workers = cores() if threads is None else threads
    with ThreadPoolExecutor(workers) as executor:
        found = certificate.prove(
            table, executor, ahead=2 * workers, clock=time.perf_counter, on_progress=on_progress
        )
    return Proof(rules, table, found)
