"""The certificate: it proves what is right, and what is wrong does not get one."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from casinowar.errors import IllegalAction, RuleError
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.sim import chunks, run
from casinowar.sim.estimates import Prices
from casinowar.sim.game import Game, game_of
from casinowar.sim.kernels.trace import Seen
from casinowar.sim.proof import certificate
from casinowar.sim.proof.agreement import agree, drawn_by_general, first_difference
from casinowar.sim.proof.certificate import FALSE_ALARM, Certificate, ProvenTable, bounds_of, prove
from casinowar.sim.proof.certificate_json import proof

FUN = load_rules("fun-casino").rules("first-bet-lost")


def table(rules: RuleSet = FUN, game: Game | None = None, **changes: Any) -> ProvenTable:
    return ProvenTable(
        rules=rules,
        game=game_of(rules, seats=2) if game is None else game,
        decision="war",
        **{"kernel": "general", "seed": 3, "rounds": 2_000_000, "compared": 150, **changes},
    )


def proved(of: ProvenTable, stages: list[str] | None = None) -> Certificate:
    heard = [] if stages is None else stages
    with ThreadPoolExecutor(2) as executor:
        return prove(
            of,
            executor,
            ahead=4,
            clock=time.perf_counter,
            on_progress=lambda what, _: heard.append(what),
        )


@pytest.mark.parametrize("name", builtin_names())
def test_every_built_in_table_is_proved(name: str) -> None:
    stages: list[str] = []
    of = table(load_rules(name).rules(), kernel="vector")
    found = proved(of, stages)
    assert found.failures == ()
    assert proof(of, found, "1")["proved"]
    assert all(agreement.rounds == 150 for agreement in found.agreements)
    assert {agreement.drawn_by for agreement in found.agreements} == {"general", "vector"}
    assert (found.cut_card is None) == (of.game.rounds_per_shoe == 1)
    assert ("measuring the cut-card effect" in stages) == (found.cut_card is not None)


def test_same_seed_gives_the_same_proof() -> None:
    of = table(rounds=1_000_000)
    first, again = (proof(of, proved(of), "1") for _ in range(2))
    for found in (first, again):
        del found["simulation"]["seconds"]
    assert first == again


def test_bounds_are_set_before_and_shared_by_all_figures() -> None:
    bounds = bounds_of(table())
    assert bounds.figures == 3 + 5 + 1 + 3  # wagers, outcomes, chi-square, wagers to the cut card
    assert bounds.p_value * bounds.figures == pytest.approx(FALSE_ALARM)
    assert 5 < bounds.z < 6


def test_biased_draws_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = chunks.blocks_of_words

    def biased(chance: np.random.SeedSequence) -> Iterator[chunks.Words]:
        for words in honest(chance):
            yield words & np.uint16(0xF000) | np.uint16(0x0801)  # sixteen places of the shoe

    monkeypatch.setattr(chunks, "blocks_of_words", biased)
    failures = proved(table(rounds=20_000_000)).failures
    assert any("standard errors" in failure for failure in failures)
    assert "the outcomes of the whole table do not fit the exact odds" in failures


def test_one_stream_for_all_chunks_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = chunks.stream
    monkeypatch.setattr(chunks, "stream", lambda seed, *_: honest(seed))
    monkeypatch.setitem(run._CHUNK_CARDS, "general", 1 << 16)
    of = table(game=game_of(FUN, rounds_per_shoe=1), rounds=10_000_000)
    failures = proved(of).failures
    assert "the outcomes of the whole table do not fit the exact odds" in failures


def test_wrong_price_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wager paid a unit too much against the exact figure of the right pay."""
    other = load_rules("fun-casino").rules("as-printed")
    of = table()
    right = Prices(FUN, of.game, of.decision)
    wrong = Prices(other, of.game, of.decision)

    class Mixed:
        wagers, frequencies = right.wagers, right.frequencies

        def __init__(self, *_: object) -> None: ...

        def estimates(self, counts: Any) -> Any:
            found, paid = right.estimates(counts), wrong.estimates(counts)
            primary = found.wagers["primary"]
            off = type(primary)(paid.wagers["primary"].mean, primary.standard_error, primary.exact)
            return found._replace(wagers={**found.wagers, "primary": off})

    monkeypatch.setattr(certificate, "Prices", Mixed)
    assert any(failure.startswith("wagers: primary") for failure in proved(of).failures)


def test_few_rounds_prove_nothing() -> None:
    with pytest.raises(RuleError, match="999,999 is too few for a proof; use 1,000,000 or more"):
        proved(table(rounds=999_999))


class TestAgreement:
    game = game_of(FUN, seats=3)

    def rounds(self) -> list[Seen]:
        return drawn_by_general(self.game, 5, 120)

    def test_all_deal_the_same(self) -> None:
        rounds = self.rounds()
        found = agree(FUN, self.game, "war", "general", rounds)
        assert found.difference is None
        assert found.compared == ("plain", "compiled", "core")
        assert found.rounds == 120
        assert found.shoes == sum(seen.opens_shoe for seen in rounds)
        assert found.cards == sum(len(seen.cards) for seen in rounds)

    def test_wrong_count_is_found_where_it_is(self) -> None:
        rounds = self.rounds()
        rounds[70] = rounds[70]._replace(place=rounds[70].place + 1)
        found = agree(FUN, self.game, "war", "general", rounds).difference
        assert found is not None
        assert (found.who, found.round) == ("plain", 71)

    def test_wrong_end_of_a_shoe_is_found(self) -> None:
        game = game_of(FUN, seats=3, cut_card=35)
        rounds = drawn_by_general(game, 5, 120)
        found = agree(FUN, self.game, "war", "general", rounds).difference
        assert found is not None
        assert rounds[found.round - 1].opens_shoe or found.round > 40

    def test_what_is_refused_is_told_in_its_words(self) -> None:
        rounds = self.rounds()

        def refusing() -> Iterator[Seen]:
            yield from rounds[:2]
            raise IllegalAction("every 9 of the 6 decks has left this shoe already")

        found = first_difference("core", rounds, refusing())
        assert found is not None
        assert (found.who, found.round) == ("core", 3)
        assert "every 9" in str(found.instead)
