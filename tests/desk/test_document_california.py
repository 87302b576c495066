"""The posting of California's Bureau of Gambling Control, sentence by sentence, at the desk."""

import pytest

from casinowar.errors import RuleError
from tests.desk.session import Session, california


@pytest.mark.clause("CA-BET-1", "CA-BET-2", "CA-BANK-3")
def test_each_player_needs_a_primary_and_may_add_a_tie_within_the_limits() -> None:
    session = california("ann", "bob", "cy")
    session.refused("2=/5", "a tie wager needs a primary wager beside it")
    session.refused("1=20", "the banker cannot bet")
    for line, why in (
        ("2=4", "the primary minimum is 5.00"),
        ("2=501", "the primary maximum is 500.00"),
        ("2=20/4", "the tie minimum is 5.00"),
        ("2=20/501", "the tie maximum is 500.00"),
    ):
        session.refused(line, why)
    assert session.type("2=20/5 3=500")[:2] == [
        "seat 2, bob: bets 20.00 primary, 5.00 tie",
        "seat 3, cy: bets 500.00 primary",
    ]


@pytest.mark.clause("CA-BET-3")
def test_after_no_more_bets_nothing_is_made_increased_or_withdrawn() -> None:
    session = california("ann", "bob", "cy")
    session.type("2=20")
    assert session.type("close")[0] == "no more bets: round 1 begins"
    for line in ("3=20", "2=30", "2=20/5", "withdraw 2", "bet 2 dan 20"):
        session.refused(line, "bets are not open")


@pytest.mark.clause("CA-RANK", "CA-DEAL-3", "CA-ROUND-1", "CA-ROUND-2", "CA-BANK-1", "CA-ODDS")
def test_cards_and_settlement_go_clockwise_and_the_banker_takes_and_pays() -> None:
    session = california("ann", "bob", "cy", "dan")
    session.type("2=20/5 3=30/5 4=10/5", "close")
    for place in ("seat 2 (bob)", "seat 3 (cy)", "seat 4 (dan)"):
        assert session.next == f"a card for {place}"
        session.type({"2": "Ad", "3": "Qs", "4": "Kc"}[place[5]])
    assert session.next == "a card for the dealer"
    assert session.type("Kh")[1:4] == [
        "1. seat 2, bob: primary 20.00, pay 20.00; tie 5.00, take it",
        "2. seat 3, cy: primary 30.00, take it; tie 5.00, take it",
        "3. seat 4, dan: tie 5.00, pay 50.00",
    ]
    session.type("", "s")
    assert session.closing()[1:] == ["ann -25.00", "bob +15.00", "cy -35.00", "dan +45.00"]


@pytest.mark.clause("CA-ROUND-3", "CA-ROUND-4")
def test_surrender_costs_half_and_the_cards_not_at_war_are_picked_up() -> None:
    session = california("ann", "bob", "cy", "dan")
    session.type("2=20 3=20 4=20", "9 4 9 9", "", "2 s")
    told = session.type("4 w")
    assert "seat 2, bob: primary 20.00, take 10.00, give back 10.00" in told
    assert "pick up seat 2: 9, seat 3: 4" in told
    assert "seat 4: dan, 20.00, cards 9" in session.type("status")


@pytest.mark.clause("CA-ROUND-5", "CA-ROUND-6", "CA-ROUND-8")
@pytest.mark.clause("CA-ROUND-7a", "CA-ROUND-7b", "CA-ROUND-7c")
def test_three_cards_are_burned_before_each_war_card_and_wars_settle_clockwise() -> None:
    session = california("ann", "bob", "cy", "dan")
    session.type("2=20 3=20 4=20", "9 9 9 9")
    told = session.type("2 w, 3 w, 4 w")
    for place in ("2, bob", "3, cy", "4, dan"):
        assert f"seat {place}: goes to war for 20.00" in told
    for seat, card in ((2, "K"), (3, "8"), (4, "6")):
        assert session.next == "3 cards to burn, for the war"
        session.type("")
        assert session.type(card)[0] == f"war, seat {seat}: {card}"
    assert session.next == "3 cards to burn, for the war"
    session.type("")
    told = session.type("8")
    assert told[1:5] == [
        "1. seat 2, bob: primary 20.00, push; war 20.00, pay 20.00",
        "2. seat 3, cy: primary 20.00, push; war 20.00, pay 40.00",
        "3. seat 4, dan: primary 20.00, take it; war 20.00, take it",
        "4. pick up seat 2: 9 K, seat 3: 9 8, seat 4: 9 6, dealer: 9 8",
    ]
    session.type("")
    assert session.closing()[1:] == ["ann -20.00", "bob +20.00", "cy +40.00", "dan -40.00"]


@pytest.mark.clause("CA-BET-1", "CA-BET-4", "CA-ROUND-5", "CA-ODDS")
@pytest.mark.parametrize(
    "reading, war, result",
    [
        ("three-units", "w 5", "bob +90.00"),
        ("tie-before-cards", "w", "bob +40.00"),
        ("primary-collected", "w 5", "bob +70.00"),
    ],
)
def test_a_tied_war_by_each_of_its_readings(reading: str, war: str, result: str) -> None:
    session = Session("california", reading)
    session.type("sit ann bob")
    session.prepared(78)
    session.type("bank ann 300", "2=20", "9 9")
    if reading == "tie-before-cards":
        session.refused("w 5", "no tie wager is offered on the war deal here")
    taken = any("primary 20.00, take it" in line for line in session.type(war))
    assert taken == (reading == "primary-collected")
    session.type("b 8", "b 8", "")
    assert session.closing()[2] == result


@pytest.mark.clause("CA-BANK-1", "CA-BANK-3")
def test_the_stake_has_no_maximum_and_the_house_has_no_result() -> None:
    session = Session("california")
    session.type("sit ann bob")
    session.prepared(78)
    assert session.type("bank ann 9000000")[1] == "ann posts 9,000,000.00 for the bank"
    session.type("2=20", "4 9", "")
    assert session.closing() == ["table closed after 1 round", "ann +20.00", "bob -20.00"]


@pytest.mark.clause("CA-SEAT-1")
def test_two_to_eight_players_with_one_place_each() -> None:
    names = ["ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal"]
    session = Session("california")
    session.type("sit ann")
    assert session.next == "at least 2 seated players"
    session.refused("shoe", "no new shoe is due")
    session.refused("sit 2 ann", "ann has seat 1 already: one seat a player here")
    for name in names[1:]:
        session.type(f"sit {name}")
    assert session.next.startswith("a new shoe")
    session.refused("sit ida", "every seat is taken")
    session.refused("sit 9 ida", "there is no seat 9: seats are 1 to 8")


@pytest.mark.clause("CA-DECK-1", "CA-DECK-2")
def test_a_shoe_is_one_batch_of_six_decks_or_more() -> None:
    with pytest.raises(RuleError, match="decks: 5 is not allowed"):
        Session("california", decks=5)
    session = Session("california", decks=12)
    session.type("sit ann bob")
    assert session.type("shoe")[0] == "shoe 1: 12 decks, red backs, shuffled"
    assert session.desk.table.shoe.left == 12 * 52


@pytest.mark.clause("CA-DEAL-1", "CA-DEAL-4")
def test_players_cut_and_the_first_card_is_burned_unseen() -> None:
    session = Session("california")
    session.type("sit ann bob", "shoe")
    assert session.next == "a cut by ann at seat 1"
    session.type("cut 100", "cutcard 78")
    assert session.next == "1 card to burn, the first of the shoe"
    session.refused("9h", "no card is due")
    assert session.type("")[0] == "1 card burned, the first of the shoe"


@pytest.mark.clause("CA-DEAL-2")
def test_when_the_cutting_card_comes_the_round_is_finished_first() -> None:
    session = california("ann", "bob")
    session.type("2=20")
    session.run_down(80)
    assert "the cut card is out, 78 cards left" in session.type("9 9")
    session.type("w", "b K", "b 4")
    assert session.type("")[-1] == "next: a new shoe, batch 2 (blue backs)"


@pytest.mark.clause("CA-ROUND-3")
def test_the_banker_matches_each_war_wager_as_far_as_the_stake_reaches() -> None:
    session = california("ann", "bob", "cy", "dan", stake=50)
    session.type("2=20 3=20 4=20", "9 9 9 9")
    told = session.type("2 w, 3 w, 4 w")
    for line in ("2, bob: post 20.00", "3, cy: post 20.00", "4, dan: post 10.00"):
        assert f"seat {line} for the bank beside the war wager" in told
