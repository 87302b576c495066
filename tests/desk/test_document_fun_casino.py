"""The table guide of the fun casino, sentence by sentence, as a dealer works it."""

import pytest

from casinowar.errors import RuleError
from tests.desk.session import Session, fun_casino


@pytest.mark.clause("FC-1")
def test_six_decks_aces_are_high_and_suits_do_not_count() -> None:
    assert Session("fun-casino").desk.opening()[0].text.endswith("6 decks")
    with pytest.raises(RuleError, match="decks: 8 is not allowed"):
        Session("fun-casino", decks=8)
    session = fun_casino("ann", "bob", "cy")
    session.type("1=20 2=20 3=20")
    told = session.type("Ah 2d Ks Kc")
    assert "1. seat 1, ann: primary 20.00, pay 20.00" in told
    session.type("")
    assert session.next == "surrender or war from cy at seat 3", "the kings tie"


@pytest.mark.clause("FC-2")
def test_a_bet_on_war_on_tie_or_on_both_and_tie_alone_has_no_war() -> None:
    session = fun_casino("ann", "bob", "cy")
    assert session.type("1=20 2=/10 3=20/10")[:3] == [
        "seat 1, ann: bets 20.00 primary",
        "seat 2, bob: bets 10.00 tie",
        "seat 3, cy: bets 20.00 primary, 10.00 tie",
    ]
    assert session.type("K 9 4 9")[1] == "seat 1: K, seat 2: 9, seat 3: 4, dealer: 9"
    assert "round 1 is over: ann +20.00, bob +100.00, cy -30.00, the house -90.00" in (
        session.type("")
    )


@pytest.mark.clause("FC-3a", "FC-3c", "FC-3d")
def test_shuffle_cut_cut_card_and_first_card_come_before_the_bets() -> None:
    session = Session("fun-casino")
    session.type("sit ann bob")
    assert session.type("shoe")[0] == "shoe 1: 6 decks, red backs, shuffled"
    assert session.next == "a cut by ann at seat 1"
    session.refused("1=20", "bets are not open")
    session.type("cut 100")
    session.refused("cutcard 31", "31 cards behind the cut card is not allowed")
    session.type("cutcard 30")
    assert session.next == "1 card to burn, the first of the shoe"
    session.refused("9", "no card is due")
    assert session.type("")[0] == "1 card burned, the first of the shoe"
    assert session.next == "bets, then the first card"


@pytest.mark.clause("FC-4")
def test_after_the_first_card_no_wager_is_placed_or_altered() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20", "9")
    for line in ("2=20", "1=30", "1=20/5", "withdraw 1"):
        session.refused(line, "bets are not open")


@pytest.mark.clause("FC-5", "FC-6", "FC-7")
def test_tie_wagers_from_the_right_then_war_bets_from_the_left() -> None:
    session = fun_casino("ann", "bob", "cy")
    session.type("1=20/5 2=/5 3=20/5")
    assert session.type("9 9 9")[-1] == "next: a card for the dealer"
    assert session.type("K")[1:4] == [
        "1. seat 3, cy: tie 5.00, take it",
        "2. seat 2, bob: tie 5.00, take it",
        "3. seat 1, ann: tie 5.00, take it; primary 20.00, take it",
    ]


@pytest.mark.clause("FC-8")
def test_each_tied_seat_is_asked_and_settled_in_turn() -> None:
    session = fun_casino("ann", "bob", "cy")
    session.type("1=20 2=10 3=20", "9 9 9 9")
    assert session.next == "surrender or war from ann at seat 1"
    session.refused("2 w", "bob at seat 2 is asked after ann at seat 1")
    assert session.type("s")[:-1] == [
        "seat 1, ann: surrenders",
        "seat 1, ann: primary 20.00, take 10.00, give back 10.00",
    ]
    assert session.next == "surrender or war from bob at seat 2"
    assert session.type("w")[0] == "seat 2, bob: goes to war for 10.00"
    assert session.next == "surrender or war from cy at seat 3"
    session.type("s")
    assert session.next == "3 cards to burn, for the war"


@pytest.mark.clause("FC-9", "FC-10", "FC-11")
@pytest.mark.parametrize(
    "reading, results",
    [
        ("as-printed", "ann +40.00, bob +60.00, cy -40.00, the house -60.00"),
        ("first-bet-lost", "ann +20.00, bob +40.00, cy -40.00, the house -20.00"),
    ],
)
def test_one_burn_for_all_wars_settled_from_the_left(reading: str, results: str) -> None:
    session = Session("fun-casino", reading)
    session.type("sit ann bob cy")
    session.prepared(30)
    session.type("1=20 2=20 3=20", "9 9 9 9")
    session.refused("1 w 5", "no tie wager is offered on the war deal here")
    session.type("w", "w", "w")
    assert session.next == "3 cards to burn, for the war"
    told = session.type("b K 8 2 8")
    assert told[:2] == [
        "3 cards burned for the war",
        "war, seat 1: K, seat 2: 8, seat 3: 2, dealer: 8",
    ]
    assert [line[:9] for line in told[2:5]] == ["1. seat 1", "2. seat 2", "3. seat 3"]
    assert told[5] == "4. pick up seat 1: 9 K, seat 2: 9 8, seat 3: 9 2, dealer: 9 8"
    assert f"round 1 is over: {results}" in session.type("")
    assert session.next == "bets, then the first card"


@pytest.mark.clause("FC-12")
def test_after_the_cut_card_everything_begins_again_with_the_next_cutter() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20 2=20")
    session.run_down(32)
    assert "the cut card is out, 30 cards left" in session.type("9 9")
    assert session.next == "a card for the dealer", "the round is completed"
    session.type("K", "")
    session.refused("1=20", "bets are not open")
    assert session.type("shoe")[0] == "shoe 2: 6 decks, red backs, shuffled"
    assert session.next == "a cut by bob at seat 2"
    session.type("cut 100", "cutcard 30", "")
    assert session.next == "bets, then the first card"


@pytest.mark.clause("FC-18")
def test_the_pit_boss_rules_on_one_wager_and_that_is_final() -> None:
    session = fun_casino("ann", "bob")
    session.type("1=20/5 2=10", "9 K 4", "")
    told = session.type("rule 2 primary take a late bet")
    assert "seat 2, bob: primary, take back 10.00; primary, take 10.00" in told
    session.refused("rule 2 primary return after all", "already has its final ruling")
    told = session.type("rule 1 tie pay equal the card was misread")
    assert "seat 1, ann: tie, give back 5.00; tie, pay 50.00" in told
    told = session.type("rule 1 primary return the card fell")
    assert "seat 1, ann: primary, take back 20.00; primary is returned" in told
    assert session.closing()[1:] == ["ann +50.00", "bob -10.00", "the house -40.00"]


@pytest.mark.clause("FC-14")
def test_a_bet_below_the_minimum_is_honoured_once_and_used_up_when_dealt_to() -> None:
    session = fun_casino("ann")
    reminder = (
        "seat 1, ann: the primary minimum is 5.00 and the maximum 500.00; "
        "a wager below the minimum is honoured this once"
    )
    assert reminder in session.type("1=3")
    session.type("withdraw 1")
    assert reminder in session.type("1=3"), "a bet that was taken back used nothing up"
    session.type("9 9")
    assert session.type("w")[0] == "seat 1, ann: goes to war for 3.00"
    session.type("b K 4", "")
    session.refused("1=4", "below the minimum was honoured once")
    session.refused("1=20/4", "below the minimum was honoured once")


@pytest.mark.clause("FC-15")
def test_any_excess_goes_back_and_the_second_bet_equals_the_cut_one() -> None:
    session = fun_casino("ann")
    assert session.type("1=600.50/600.25")[:4] == [
        "seat 1, ann: bets 500.00 primary",
        "seat 1, ann: 100.50 above the primary maximum is returned",
        "seat 1, ann: bets 500.00 tie",
        "seat 1, ann: 100.25 above the tie maximum is returned",
    ]
    session.type("9 9", "")
    assert session.type("w")[0] == "seat 1, ann: goes to war for 500.00"
