"""A banker's rounds in chunks, and what they say: results in cents beside the exact ones."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from typing import Any

from casinowar.odds.banker import banker
from casinowar.odds.composition import fresh
from casinowar.odds.distribution import Distribution
from casinowar.odds.pricing import Decision
from casinowar.round import Bet
from casinowar.rules import RuleSet
from casinowar.sim.banked import play_banked
from casinowar.sim.chisquare import fit
from casinowar.sim.chunks import blocks_of_words, stream
from casinowar.sim.game import Game

WHY = "what a stake may not cover is settled by the core itself"
_CHUNK_ROUNDS = 1_000


@dataclass(frozen=True, slots=True)
class Banking:
    """A bank to be simulated."""

    rules: RuleSet
    game: Game
    stake: int
    bets: tuple[Bet, ...]
    decision: Decision | None
    seed: int

    def exact(self) -> Distribution:
        """The banker's result of a round with a fresh shoe, in cents."""
        return banker(self.rules, fresh(self.game.decks), self.stake, self.bets, self.decision)

    def run(self, rounds: int) -> Iterator[Counter[int]]:
        """Play so many rounds; after each chunk, how often each result came so far."""
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


def figures(of: Banking, results: Counter[int], seconds: float) -> dict[str, Any]:
    """All figures of a bank's rounds."""
    rules, game, exact = of.rules, of.game, of.exact()
    rounds = results.total()
    return {
        "rules": rules.id,
        "reading": rules.reading,
        "sha256": rules.sha256,
        "decks": game.decks,
        "seats": game.seats,
        "policy": of.decision,
        "cut_card": None if game.rounds_per_shoe else game.behind,
        "rounds_per_shoe": game.rounds_per_shoe or None,
        "stake": of.stake,
        "bets": [{"primary": bet.primary, "tie": bet.tie} for bet in of.bets],
        "rounds": rounds,
        "seconds": seconds,
        "rounds_per_second": rounds / seconds if seconds else None,
        "kernel": "core",
        "kernel_reason": WHY,
        "seed": of.seed,
        "wagers": {"bank": _estimate(results, exact)},
        "results": [
            {"result": int(won), "rounds": results[int(won)], "exact": float(chance)}
            for won, chance in exact.by_net().items()
        ],
        "chi_square": _fit(results, exact),
    }


def _estimate(results: Counter[int], exact: Distribution) -> dict[str, Any]:
    """The mean of a round, in cents."""
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
    """How well all results fit the exact odds."""
    rounds = results.total()
    found = fit((results[int(won)], rounds * chance) for won, chance in exact.by_net().items())
    if found is None:
        return None
    return {
        "statistic": found.statistic,
        "degrees_of_freedom": found.degrees,
        "p_value": found.p_value,
    }
