"""The electronic dealer: what it is bound to, what it deals, and what it shows when."""

import json
from random import Random

import pytest

from casinowar.errors import FairError
from casinowar.fair import FairShoe, build, parse_hex
from casinowar.game.actions import Burn, CutDeck, Deal, Leave, NewShoe, PassCut, PlaceCutCard, Sit
from casinowar.game.events import CardDealt, DeckCut
from casinowar.game.needs import BetsNeeded
from casinowar.record.chain import begin
from casinowar.record.dealer import Dealer
from casinowar.record.steps import ListClosed, ServerCommitment, ServerReveal
from tests.support.game.table import rules_of
from tests.support.game.walk import options_for
from tests.support.record.dealt import Dealt


def fair_shoe(game: Dealt, number: int = 1) -> FairShoe:
    """A shoe as anyone can compute it once its seed is shown."""
    assert game.record.shoe is not None
    assert game.record.shoe.prepared is not None
    ceremony = game.record.shoe.prepared.ceremony
    seed = next(
        parse_hex(entry["seed"], "seed")
        for entry in game.entries
        if entry["kind"] == "server_reveal" and entry["shoe"] == f"t1/{number}"
    )
    return build(ceremony.terms, seed, ceremony.first_cutter, ceremony.parts)


def closed(game: Dealt) -> Dealt:
    while (step := game.dealer.close(game.record)) is not None:
        game.do(step)
    return game


def kinds(game: Dealt) -> list[str]:
    return [entry["kind"] for entry in game.entries]


@pytest.mark.parametrize("rules", ["washington", "fun-casino", "online"])
def test_cards_are_those_of_the_fair_shoe(rules: str) -> None:
    game = Dealt(rules, "ann")
    game.bring(game.commit(1, 30))
    game.play()
    gone = list(game.gone)
    closed(game)
    fair = fair_shoe(game)
    assert len(gone) > 4
    assert all(card in (None, due) for card, due in zip(gone, fair.cards, strict=False))
    assert fair.cut == 30


def test_server_is_bound_to_the_next_shoe_before_the_first_card() -> None:
    game = Dealt("washington", "ann")
    assert kinds(game)[:2] == ["table", "server_commitment"]
    game.bring(game.commit(1, 30))
    game.play()
    first_card = next(
        number
        for number, entry in enumerate(game.entries)
        if any(event["type"] == "card_dealt" for event in entry.get("events", ()))
    )
    assert kinds(game)[:first_card].count("server_commitment") == 2


def test_order_of_the_ceremony() -> None:
    game = Dealt("washington", "ann", "bob")
    secrets = game.commit(2, 60), game.commit(1, 30)
    closing = game.deal()
    assert closing == ListClosed("t1/1", 1, (1, 2))
    assert game.dealer.answer(game.record) is None, "the dealer waits for the reveals"
    game.do(secrets[0])
    assert game.dealer.answer(game.record) is None
    game.do(secrets[1])
    assert game.deal() == NewShoe(1)
    assert isinstance(game.deal(), ServerCommitment)
    assert game.deal() == CutDeck("ann", 30)
    assert isinstance(game.deal(), PlaceCutCard)
    assert isinstance(game.need, BetsNeeded)


def test_only_the_one_whose_cut_counts_cuts() -> None:
    game = Dealt("washington", "ann", "bob", "cy")
    game.bring(game.commit(2, 60), game.commit(3, 90))
    assert [event for event in game.events if isinstance(event, DeckCut)] == [DeckCut("bob", 2, 60)]
    game.play()
    game.bring(game.commit(1, 10), game.commit(2, 20))
    assert game.events.count(DeckCut("ann", 1, 10)) == 1, "counting goes on from seat 3, and round"


def test_nobody_committed_so_the_dealer_cuts() -> None:
    game = Dealt("washington", "ann")
    game.bring()
    (cut,) = (event for event in game.events if isinstance(event, DeckCut))
    assert cut == DeckCut("", 0, cut.at)
    assert cut.at == fair_shoe(closed(game)).cut


def test_where_no_player_cuts_their_cut_counts_all_the_same() -> None:
    game = Dealt("online", "ann")
    game.bring(game.commit(1, 77))
    assert DeckCut("", 0, 77) in game.events


def test_who_has_left_does_not_cut() -> None:
    game = Dealt("washington", "ann", "bob")
    secret = game.commit(1, 30)
    game.deal()
    game.do(secret, Leave("ann", 1), Sit("cy", 1))
    assert game.deal() == NewShoe(1)
    game.deal()
    assert game.deal() == PassCut("cy")
    assert game.deal() == PassCut("bob")
    assert game.deal() == CutDeck("", 30)


def test_who_has_changed_seats_does_not_cut() -> None:
    game = Dealt("washington", "ann")
    secret = game.commit(1, 30)
    game.deal()
    game.do(secret, Leave("ann", 1), Sit("ann", 3))
    assert game.deal() == NewShoe(1)
    game.deal()
    assert game.deal() == PassCut("ann")
    assert game.deal() == CutDeck("", 30)


def test_cut_card_and_burns() -> None:
    game = Dealt("fun-casino", "ann")
    game.bring(game.commit(1, 30))
    placed = next(e["action"]["behind"] for e in game.entries if "place_cut_card" in json.dumps(e))
    assert game.gone == [None], "the first card is burned unseen"
    assert fair_shoe(closed(game)).behind == placed


def test_seed_is_shown_when_the_shoe_is_done_and_not_before() -> None:
    game = Dealt("online", "ann")
    game.bring(game.commit(1, 77))
    game.play()
    seed = Random(1).randbytes(32).hex()
    assert seed not in json.dumps(game.entries)
    assert game.deal() == ServerReveal("t1/1", seed, "dealt")


def test_closed_table_shows_every_seed() -> None:
    game = Dealt("washington", "ann")
    game.bring()
    closed(game)
    shown = [entry for entry in game.entries if entry["kind"] == "server_reveal"]
    assert [(entry["shoe"], entry["end"]) for entry in shown] == [
        ("t1/1", "abandoned"),
        ("t1/2", "abandoned"),
    ]


def test_shoe_that_was_dealt_is_shown_as_dealt_when_the_table_is_closed() -> None:
    game = Dealt("online", "ann")
    game.bring()
    game.play()
    assert game.dealer.close(game.record) == ServerReveal(
        "t1/1", Random(1).randbytes(32).hex(), "dealt"
    )


def test_same_entropy_same_shoes() -> None:
    dealt = []
    for seed in (5, 5, 6):
        game = Dealt("washington", "ann", seed=seed)
        game.bring(game.commit(1, 30))
        game.play()
        dealt.append([event for event in game.events if isinstance(event, CardDealt)])
    assert dealt[0] == dealt[1] != dealt[2]


def test_same_answer_until_it_is_done() -> None:
    game = Dealt("fun-casino", "ann")
    for _ in range(7):
        answer = game.dealer.answer(game.record)
        if not isinstance(answer, ServerCommitment):
            assert game.dealer.answer(game.record) == answer
        game.deal()
    assert isinstance(answer, Burn | Deal | PlaceCutCard)


def test_what_is_not_the_dealers_is_left_alone() -> None:
    game = Dealt("washington", "ann")
    game.bring()
    assert game.dealer.answer(game.record) is None


def test_failing_source_of_chance_means_no_shoe() -> None:
    rules = rules_of("washington")
    record = begin("t1", rules, options_for(rules)).record
    with pytest.raises(FairError, match="no shoe: the seed from the random source is not 32"):
        Dealer(lambda _: b"short").answer(record)
