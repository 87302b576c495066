"""A simulation of a banker's rounds, and its estimates in cents beside the exact figures."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from typing import Any

from casinowar.game.round import Bet
from casinowar.odds.banker import banker
from casinowar.odds.composition import fresh
from casinowar.odds.distribution import Distribution
from casinowar.odds.pricing import Decision
from casinowar.rules.model import RuleSet
from casinowar.sim.banker.rounds import play_banked
from casinowar.sim.chisquare import fit
from casinowar.sim.chunks import blocks_of_words, stream
from casinowar.sim.game import Game

WHY = "only the core settles rounds in which the stake can run out"
_CHUNK_ROUNDS = 1_000


@dataclass(frozen=True, slots=True)
class Banking:
    """A bank to simulate."""

    rules: RuleSet
    game: Game
    stake: int
    bets: tuple[Bet, ...]
    decision: Decision | None
    seed: int

    def exact(self) -> Distribution:
        """Return the exact distribution of the banker's result with a fresh shoe, in cents."""
        return banker(self.rules, fresh(self.game.decks), self.stake, self.bets, self.decision)

    def run(self, rounds: int) -> Iterator[Counter[int]]:
        """Play so many rounds; after each chunk, yield the count of each result so far."""
        results: Counter[int] = Counter()
        while (left := rounds - results.total()) > 0:
            chance = stream(self.seed, results.total() // _CHUNK_ROUNDS)
            words = chain.from_iterable(block.tolist() for block in blocks_of_words(chance))
            more = play_banked(
                self.rules,
                self.game,
                self.bets,
                self.stake,
                self.decision,
                words,
                min(_CHUNK_ROUNDS, left),
            )
            results = results + more
            yield results


def banker_json(banking: Banking, results: Counter[int], seconds: float) -> dict[str, Any]:
    """Return all figures of a bank's rounds, for `--json`."""
    rules, game, exact = banking.rules, banking.game, banking.exact()
    rounds = results.total()
    return {
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": game.decks,
        "seats": game.seats,
        "policy": banking.decision,
        "cut_card": None if game.rounds_per_shoe else game.behind,
        "rounds_per_shoe": game.rounds_per_shoe or None,
        "stake": banking.stake,
        "bets": [{"primary": bet.primary, "tie": bet.tie} for bet in banking.bets],
        "rounds": rounds,
        "seconds": seconds,
        "rounds_per_second": rounds / seconds if seconds else None,
        "kernel": "core",
        "kernel_reason": WHY,
        "seed": banking.seed,
        "wagers": {"bank": _estimate(results, exact)},
        "results": [
            {"result": int(won), "rounds": results[int(won)], "exact": float(chance)}
            for won, chance in exact.by_net().items()
        ],
        "chi_square": _fit(results, exact),
    }


def _estimate(results: Counter[int], exact: Distribution) -> dict[str, Any]:
    """Return the mean result of a round, in cents, beside the exact one."""
    rounds = results.total()
    mean = sum(won * count for won, count in results.items()) / rounds
    squares = sum((won - mean) ** 2 * count for won, count in results.items())
    error = sqrt(squares / (rounds - 1) / rounds) if squares else None
    return {
        "mean": mean,
        "standard_error": error,
        "exact": float(exact.mean),
        "exact_fraction": str(exact.mean),
        "z": None if error is None else (mean - float(exact.mean)) / error,
    }


def _fit(results: Counter[int], exact: Distribution) -> dict[str, Any] | None:
    """Test all results against the exact odds; `None` if the rounds are too few."""
    rounds = results.total()
    found = fit((results[int(won)], rounds * chance) for won, chance in exact.by_net().items())
    if found is None:
        return None
    return {
        "statistic": found.statistic,
        "degrees_of_freedom": found.degrees,
        "p_value": found.p_value,
    }
