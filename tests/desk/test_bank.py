"""The hand-dealt table where a player holds the bank: offers, coverage, backline, batches."""

import pytest

from casinowar.desk.describe import describe_need
from casinowar.game.events import CardsBurned
from casinowar.game.needs import BankerNeeded
from tests.desk.session import Session, california


@pytest.mark.clause("CA-BANK-2")
def test_the_bank_is_offered_declined_taken_and_moves_on() -> None:
    session = Session("california")
    session.type("sit ann bob cy")
    session.prepared(78)
    assert session.next == "ann to take the bank or decline"
    session.refused("bank bob", "the bank is not offered to bob")
    session.refused("1=20", "bets are not open")
    session.type("decline", "pass")
    assert session.next == "cy to take the bank or decline"
    session.type("timeout")
    assert session.next == "ann or bob or cy to take the bank"
    session.refused("bank 300", "everyone has declined: say who takes the bank")
    assert session.type("bank bob 300")[:2] == [
        "seat 2, bob: has the bank",
        "bob posts 300.00 for the bank",
    ]
    session.refused("2=20", "the banker cannot bet")
    session.type("1=20", "9 4", "")
    assert session.next == "the stake of the banker bob, 5.00 or more"
    session.refused("1=20", "bets are not open")
    session.refused("stake 1", "1.00 is not a stake")
    session.type("stake", "1=20", "9 4")
    assert session.type("")[:-1] == [
        "paid",
        "bob: 280.00 back from the bank",
        "bob must give up the bank after 2 rounds",
        "seat 3, cy: is offered the bank",
        "round 2 is over: ann +20.00, bob -20.00",
    ]
    session.type("bank", "giveup")
    assert session.next == "ann to take the bank or decline"


@pytest.mark.clause("CA-BANK-4")
@pytest.mark.clause("CA-SEAT-2")
def test_payments_name_what_the_bank_covers_and_backline_bets_decide_alone() -> None:
    session = california("ann", "bob", "cy", stake=100)
    session.type("2=20/5 3=25; bet 2 dan 30")
    session.refused("bet 3 bob 10", "backline betting is for people without a seat")
    session.refused("bet 1 dan 10", "seat 1 is the banker's")
    assert session.type("9 k 9")[2:-1] == [
        "1. seat 2, bob: tie 5.00, pay 50.00",
        "2. seat 3, cy: primary 25.00, pay 25.00",
    ]
    session.type("", "2 w 5")
    session.refused("2 w", "bob at seat 2 has no tie hand to decide")
    assert session.desk.opening()[-1].hint == "dan w or dan s"
    session.type("dan w", "")
    session.type("a", "", "a")
    assert session.type("status")[-4:-1] == [
        "1. seat 2, bob: primary 20.00, push; war 20.00, pay 25.00 of the 40.00 due; "
        "war tie 5.00, pay nothing of the 50.00 due",
        "2. seat 2, dan: primary 30.00, push; war 30.00, pay nothing of the 60.00 due",
        "3. pick up seat 2: 9 A, dealer: 9 A",
    ]
    assert session.type("")[1:3] == [
        "ann: 0.00 back from the bank",
        "round 1 is over: ann -100.00, bob +75.00, cy +25.00, dan 0.00",
    ]


@pytest.mark.clause("CA-ROUND-4")
@pytest.mark.clause("CA-ROUND-5")
def test_status_in_a_war_lists_only_the_cards_on_the_table() -> None:
    session = california("ann", "bob", "cy")
    session.type("2=20 3=25", "9 k 9")
    assert session.type("status")[-4:-2] == [
        "seat 2: bob, 20.00, cards 9",
        "seat 3: cy, 25.00, cards K",
    ]
    session.type("", "2 w")
    told = session.type("status")
    assert "seat 2: bob, 20.00, cards 9" in told
    assert "seat 3: cy, 25.00" in told


def test_bets_are_repeated_while_the_bank_moves_round_the_table() -> None:
    session = california("ann", "bob", "cy")
    session.type("2=20/5 3=10", "k k 9", "")
    session.refused("again", "bets are not open")
    session.type("stake", "again", "k k 9", "", "bank 300", "1=50")
    assert session.type("again")[:-1] == ["seat 3, cy: bets 10.00 primary"]
    session.type("k k 9", "", "stake", "again", "k k 9", "", "bank 300")
    assert session.type("again")[:-1] == [
        "seat 1, ann: bets 50.00 primary",
        "seat 2, bob: bets 20.00 primary, 5.00 tie",
    ]


def test_two_backline_bets_of_one_person_need_the_seat() -> None:
    session = california("ann", "bob", "cy")
    session.type("2=20 3=20; bet 2 dan 10; bet 3 dan 10", "9 9 9")
    session.refused("dan s", "dan has 2 tie hands to decide: write the seat first")
    session.type("2 dan s", "dan w", "2 s", "3 s")
    assert session.next == "3 cards to burn, for the war"
    assert session.type("status")[5] == "seat 3: cy, 20.00, backline dan 10.00, cards 9"


def test_a_lost_wager_is_taken_only_as_far_as_the_stake_reaches() -> None:
    session = california("ann", "bob", stake=5)
    session.type("2=20")
    assert session.type("4 9")[2] == (
        "1. seat 2, bob: primary 20.00, take 5.00 of the 20.00 due, give back 15.00"
    )


def test_a_tie_hand_without_coverage_is_given_back() -> None:
    session = california("ann", "bob", "cy", stake=20)
    session.type("2=20 3=20")
    assert session.type("k 9 9")[2:-1] == [
        "1. seat 2, bob: primary 20.00, pay 20.00",
        "2. seat 3, cy: primary 20.00, give it back",
        "3. pick up seat 2: K, seat 3: 9, dealer: 9",
    ]


def test_a_round_voided_after_its_end_names_the_bankers_own_money() -> None:
    session = california("ann", "bob", "cy")
    session.type("2=20 3=10", "k 4 9", "")
    assert session.type("rule void wrong cards")[1:3] == [
        "seat 3, cy: primary, give back 10.00 from ann",
        "seat 2, bob: primary, take back 20.00 for ann",
    ]
    assert session.closing()[1:] == ["ann 0.00", "bob 0.00", "cy 0.00"]


@pytest.mark.clause("CA-DEAL-1")
def test_each_new_dealer_burns_one() -> None:
    session = california("ann", "bob")
    assert session.type("dealer dora")[:2] == [
        "dora deals from now on",
        "next: 1 card to burn, for the new dealer",
    ]
    session.refused("9", "no card is due")
    session.type("")
    assert session.next == "bets, then the first card"
    burned = [event for event in session.desk.events if isinstance(event, CardsBurned)]
    assert [event.why for event in burned] == ["first card", "new dealer"]
    session.type("2=20", "9")
    session.refused("dealer eli", "dealers change between rounds")


@pytest.mark.clause("CA-DEAL-1")
@pytest.mark.clause("ALL-10")
def test_a_new_dealers_burn_can_bring_the_cut_card_out() -> None:
    session = california("ann", "bob")
    session.type("2=20")
    session.run_down(79)
    session.type("dealer dora")
    assert session.type("")[:3] == [
        "1 card burned for the new dealer",
        "the cut card is out, 78 cards left",
        "next: a new shoe, batch 2 (blue backs)",
    ]
    session.type("shoe", "cut 100", "cutcard 78", "")
    assert session.type("9")[1] == "seat 2: 9", "the bets have stayed on the felt"


@pytest.mark.clause("CA-DECK-2")
def test_the_batches_are_swapped_and_the_dealer_is_told_which_is_due() -> None:
    session = california("ann", "bob")
    for backs, other, batch in (("blue", "red", 2), ("red", "blue", 1), ("blue", "red", 2)):
        for line in ("bank 300", "stake", "1=20", "2=20"):
            session.type(line)  # whoever has the bank; the other one bets
        session.run_down(80)
        session.type("9 4", "")
        assert session.next == f"a new shoe, batch {batch} ({backs} backs)"
        session.refused(f"shoe {other}", f"batch {3 - batch} is not the next batch")
        session.refused("shoe green", "write shoe, or shoe and its backs: red or blue")
        assert f"{backs} backs, shuffled" in session.type(f"shoe {backs}")[0]
        session.type("cut 100", "cutcard 78", "")


@pytest.mark.clause("CA-BANK-1")
def test_the_least_stake_is_told_before_and_after_a_smaller_one() -> None:
    session = Session("california")
    session.type("sit ann bob")
    session.prepared(78)
    assert session.desk.opening()[-1].hint == "bank STAKE, 5.00 or more, or decline"
    answer = session.refused("bank 4", "4.00 is not a stake")
    assert answer[0].endswith("; waiting for the stake of the banker ann, 5.00 or more")
    session.type("decline", "decline")
    assert session.desk.opening()[-1].hint == "bank NAME STAKE, 5.00 or more"
    session.type("bank ann 5")
    assert session.next.startswith("bets")


def test_where_nobody_may_bank_no_stake_is_named() -> None:
    table = california("ann", "bob").desk.table
    assert describe_need(table, BankerNeeded(())) == (
        "another player to take the bank",
        "bank NAME STAKE",
    )


def test_who_holds_a_seat_does_not_bet_behind_it() -> None:
    session = california("ann", "bob")
    session.type("2=20")
    session.refused("bet 2 bob 5", "bob has seat 2: leave out the name, as 2=5")
    assert session.type("2=5")[-2].endswith("seat 2, bob: bets 5.00 primary")
    assert session.type("bet 2 dan 5")[0] == "seat 2, dan: bets 5.00 primary"
