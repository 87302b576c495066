"""Dealers err: mis-keyed cards, cards drawn or shown too early, a shoe that runs out."""

from typing import TypeVar

import pytest

from casinowar.game.events import (
    CardCorrected,
    CardDisclosed,
    ExcessDiscarded,
    RoundRuled,
    WagerReturned,
)
from tests.desk.session import Session, fun_casino

E = TypeVar("E")


@pytest.mark.clause("FC-16")
def test_an_excess_card_is_the_next_one_whatever_that_is() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20 2=20", "9")
    assert session.type("x")[:2] == [
        "a card too many was drawn: it is the next card",
        "next: a card for seat 2 (bob) (take the card set aside: 1)",
    ]
    left = session.desk.table.shoe.left
    session.type("k")
    assert session.desk.table.shoe.left == left, "the card was out of the shoe already"
    session.type("9", "", "1 w")
    assert session.type("excess")[-1] == (
        "next: 3 cards to burn, for the war (take the card set aside: 1)"
    )
    session.type("x")
    left = session.desk.table.shoe.left
    session.type("")
    assert session.desk.table.shoe.left == left - 1


@pytest.mark.clause("FC-16")
def test_an_excess_card_goes_over_into_the_next_round_but_not_into_the_next_shoe() -> None:
    session = fun_casino("ann")
    session.type("1=20", "9 k", "x", "")
    session.type("again", "close")
    assert session.next == "a card for seat 1 (ann) (take the card set aside: 1)"
    session.run_down(31)
    session.type("9 k", "x", "")
    assert session.next == "a new shoe, batch 1 (red backs)"
    assert session.type("shoe")[0] == "1 card drawn too early: to the discards"
    assert any(isinstance(event, ExcessDiscarded) for event in session.desk.events)


@pytest.mark.clause("FC-17")
def test_a_card_shown_by_mistake_is_discarded_and_replaced() -> None:
    session = fun_casino("ann")
    session.type("1=20")
    left = session.desk.table.shoe.left
    assert session.type("shown 9h")[:2] == [
        "9h was shown by mistake: to the discards",
        "next: bets, then the first card",
    ]
    session.type("close", "shown K")
    assert session.next == "a card for seat 1 (ann)"
    assert session.desk.table.shoe.left == left - 2
    assert [str(event.card) for event in told(session, CardDisclosed)] == ["9h", "K"]


def test_a_card_that_has_left_the_shoe_already_is_refused_by_rank_and_by_suit() -> None:
    session = fun_casino("ann")
    session.type("1=20")
    for _ in range(6):
        session.type("shown 9h")
    session.refused("shown 9h", "every 9h of the 6 decks has left this shoe already")
    for _ in range(17):
        session.type("shown 9")
    session.type("shown 9s")
    for card in ("9", "9c"):
        session.refused(card, f"every {card} of the 6 decks has left this shoe already")
    session.type("8")
    session.refused("fix 9", "every 9 of the 6 decks has left this shoe already")
    assert session.type("fix 7")[0] == "seat 1: 7, not 8"


def test_a_rank_alone_can_be_typed_until_all_of_that_rank_are_out() -> None:
    session = fun_casino("ann")
    for _ in range(12):
        session.type("1=20", "9 9", "s")
    assert session.desk.table.rounds == 12
    session.type("1=20")
    session.refused("9", "every 9 of the 6 decks has left this shoe already")
    assert session.type("10 k")[-1] == "next: make these payments"


def test_a_card_can_be_corrected_until_the_next_card() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20 2=20", "9")
    assert session.type("fix 10h")[:2] == ["seat 1: 10h, not 9", "next: a card for seat 2 (bob)"]
    session.type("fix 8", "k")
    session.type("fix q")
    session.type("9")
    cards = session.desk.table.round.cards if session.desk.table.round else ()
    assert [str(dealt.card) for dealt in cards] == ["8", "Q"]
    assert [event.was.rank for event in told(session, CardCorrected)] == ["9", "T", "K"]


def test_a_card_can_be_corrected_until_it_is_paid_and_not_afterwards() -> None:
    session = fun_casino("ann")
    session.type("1=20/5")
    assert session.type("9 9")[-2] == "1. seat 1, ann: tie 5.00, pay 50.00"
    assert session.type("fix 8")[:2] == [
        "dealer: 8, not 9",
        "1. seat 1, ann: tie 5.00, take it; primary 20.00, pay 20.00",
    ]
    session.type("fix 9", "pay")
    session.refused("fix 8", "no card can be corrected: the next card or payment came after it")
    assert session.next == "surrender or war from ann at seat 1"


def test_a_war_declared_on_a_mis_keyed_card_is_undone_with_it() -> None:
    session = fun_casino("ann")
    session.type("1=20", "9 9", "w")
    assert session.type("fix 8")[:4] == [
        "seat 1, ann: war 20.00, give it back",
        "dealer: 8, not 9",
        "1. seat 1, ann: primary 20.00, pay 20.00",
        "2. pick up seat 1: 9, dealer: 8",
    ]
    assert [event.why for event in told(session, WagerReturned)] == ["corrected"]
    assert session.type("")[:2] == ["paid", "round 1 is over: ann +20.00, the house -20.00"]
    session.type("again", "9 9", "w", "b")
    session.refused("fix 8", "no card can be corrected")


@pytest.mark.clause("FC-18")
def test_the_pit_boss_rules_once_and_for_all() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20/5 2=10", "9 k 4", "")
    assert session.type("rule void the shoe fell, twice")[:-1] == [
        "ruling: round 1 is void (the shoe fell, twice)",
        "seat 2, bob: primary, take back 10.00",
        "seat 1, ann: primary, take back 20.00; tie, give back 5.00",
    ]
    session.refused("rule stands after all", "this round already has its final ruling")
    assert session.closing() == [
        "table closed after 1 round, 1 of them void",
        "ann 0.00",
        "bob 0.00",
        "the house 0.00",
    ]
    session = fun_casino("ann")
    session.type("1=20")
    assert session.type("rule stands fine")[0] == "ruling: round 1 stands (fine)"
    session = fun_casino("ann")
    session.type("1=20")
    assert session.type("rule void too early")[1] == "seat 1, ann: primary 20.00, give it back"
    assert session.closing()[0] == "table closed after 1 round, 1 of them void"


@pytest.mark.clause("ALL-15")
def test_a_shoe_that_runs_out_by_mistakes_voids_the_round() -> None:
    session = fun_casino("ann", behind=19)
    session.type("1=20", "9 9", "w")
    session.run_down(3)
    assert session.type("shown 4")[:3] == [
        "4 was shown by mistake: to the discards",
        "ruling: round 1 is void (the shoe ran out)",
        "seat 1, ann: primary 20.00, give it back; war 20.00, give it back",
    ]
    assert session.next == "a new shoe, batch 1 (red backs)"
    assert [event.ruling for event in told(session, RoundRuled)] == ["void"]


@pytest.mark.clause("FC-12")
@pytest.mark.clause("ALL-10")
def test_when_the_cut_card_is_out_the_round_is_finished_and_the_shoe_changed() -> None:
    session = fun_casino("ann")
    session.type("1=20")
    session.run_down(31)
    assert "the cut card is out, 30 cards left" in session.type("9 k")
    assert session.type("")[-1] == "next: a new shoe, batch 1 (red backs)"
    assert session.type("shoe")[0] == "shoe 2: 6 decks, red backs, shuffled"


@pytest.mark.clause("SG-15")
def test_a_game_in_progress_for_too_long_can_be_cancelled() -> None:
    session = Session("online")
    session.type("sit ann", "shoe", "cut 100", "1=20", "9 9")
    session.refused("timeout", "this game has no time limit for a choice")
    session.refused("cancel", "only after more than 30 days")
    session.now += 30 * 86_400 + 1
    assert session.type("cancel")[:2] == [
        "round 1 is cancelled: it took too long",
        "seat 1, ann: primary 20.00, give it back",
    ]


def told(session: Session, kind: type[E]) -> list[E]:
    return [event for event in session.desk.events if isinstance(event, kind)]
