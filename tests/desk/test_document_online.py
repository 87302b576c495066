"""The help page of the online game, sentence by sentence, dealt by hand."""

import pytest

from tests.desk.session import Session


def online(reading: str | None = None) -> Session:
    session = Session("online", reading)
    session.type("sit ann")
    session.ready()
    return session


@pytest.mark.clause("SG-1", "SG-10")
def test_six_decks_without_jokers_and_suits_do_not_count() -> None:
    session = online()
    assert session.desk.opening()[0].text.endswith("6 decks")
    assert session.desk.table.shoe.left == 6 * 52
    session.type("1=20 2=20 3=20")
    session.refused("joker", "'joker' is not understood")
    assert session.type("Ad Qc 10s Qh")[2:4] == [
        "1. seat 1, ann: primary 20.00, pay 20.00",
        "2. seat 3, ann: primary 20.00, take it",
    ]
    session.type("")
    assert session.next == "surrender or war from ann at seat 2", "the queens tie"


@pytest.mark.clause("SG-2", "SG-3", "SG-4")
@pytest.mark.parametrize("hands", [1, 2, 3])
def test_up_to_three_hands_against_one_card_of_the_dealer(hands: int) -> None:
    session = online()
    session.type("1=20", *(f"{hand}=1{hand}/5" for hand in range(2, hands + 1)))
    session.refused("4=20", "there is no seat 4")
    session.type("close")
    for hand, card in zip(range(1, hands + 1), ("K", "4", "A"), strict=False):
        assert session.next == f"a card for seat {hand} (ann)"
        session.type(card)
    assert session.next == "a card for the dealer"
    session.type("9", "")
    net = sum((20, -12 - 5, 13 - 5)[:hands])
    assert session.closing()[1] == f"ann {net:+}.00"


@pytest.mark.clause("SG-2", "SG-12")
def test_a_tie_bet_goes_with_a_main_bet_and_each_is_at_most_100() -> None:
    session = online()
    session.refused("1=/5", "a tie wager needs a primary wager beside it")
    session.refused("1=101", "the primary maximum is 100.00")
    session.refused("1=100/101", "the tie maximum is 100.00")
    assert session.type("1=100/100")[0] == "seat 1, ann: bets 100.00 primary, 100.00 tie"


@pytest.mark.clause("SG-5", "SG-6")
def test_a_tie_pays_the_tie_bet_and_must_be_answered() -> None:
    session = online()
    session.type("1=20/5")
    assert "1. seat 1, ann: tie 5.00, pay 50.00" in session.type("9 9")
    session.type("")
    assert session.next == "surrender or war from ann at seat 1"
    for line, why in (
        ("timeout", "this game has no time limit for a choice"),
        ("1=20", "bets are not open"),
        ("shoe", "no new shoe is due"),
        ("9", "no card is due"),
    ):
        session.refused(line, why)
    assert "seat 1, ann: primary 20.00, take 10.00, give back 10.00" in session.type("s")


@pytest.mark.clause("SG-7", "SG-8", "SG-9", "SG-18")
@pytest.mark.parametrize(
    "war, cards, order, result",
    [
        ("w", "K 8", "primary 20.00, push; war 20.00, pay 20.00", "+5.00"),
        ("w", "8 8", "primary 20.00, push; war 20.00, pay 40.00", "+25.00"),
        ("w", "6 8", "primary 20.00, take it; war 20.00, take it", "-55.00"),
        (
            "w 20",
            "K 8",
            "primary 20.00, push; war 20.00, pay 20.00; war tie 20.00, take it",
            "-15.00",
        ),
        (
            "w 20",
            "8 8",
            "primary 20.00, push; war 20.00, pay 40.00; war tie 20.00, pay 200.00",
            "+225.00",
        ),
    ],
)
def test_a_war_raises_by_the_main_bet(war: str, cards: str, order: str, result: str) -> None:
    session = online()
    session.type("1=20 2=30", "9 9 9")
    session.refused("1 w 5", "a war tie wager must equal the primary wager: 20.00, not 5.00")
    session.type(f"1 {war}", "2 s")
    assert session.next == "3 cards to burn, for the war"
    told = session.type(f"b {cards}")
    player, dealer = cards.split()
    assert told[:2] == ["3 cards burned for the war", f"war, seat 1: {player}, dealer: {dealer}"]
    assert told[2] == f"1. seat 1, ann: {order}"
    session.type("")
    assert session.closing()[1] == f"ann {result}", "hand 2 lost half of 30.00"


@pytest.mark.clause("SG-17", "SG-18")
def test_by_the_table_a_tie_is_a_push_and_asks_nothing() -> None:
    session = online("by-the-table")
    session.type("1=20/5")
    told = session.type("9 9")
    assert "1. seat 1, ann: primary 20.00, push; tie 5.00, pay 50.00" in told
    assert "round 1 is over: ann +50.00, the house -50.00" in session.type("")


@pytest.mark.clause("SG-13")
def test_each_game_begins_with_all_cards_shuffled() -> None:
    session = online()
    for number in (1, 2, 3):
        assert session.desk.table.shoe.left == 6 * 52
        session.type("1=20", "K 9", "")
        assert session.next.startswith("a new shoe")
        session.refused("1=20", "bets are not open")
        assert session.type("shoe")[0] == f"shoe {number + 1}: 6 decks, red backs, shuffled"
        session.ready()


@pytest.mark.clause("SG-14")
def test_a_malfunction_voids_what_was_paid_and_what_was_lost() -> None:
    session = online()
    session.type("1=20/5 2=30 3=10", "9 4 K 9", "", "1 w")
    assert session.type("rule void the display froze")[:-1] == [
        "ruling: round 1 is void (the display froze)",
        "seat 3, ann: primary, take back 10.00",
        "seat 2, ann: primary, give back 30.00",
        "seat 1, ann: tie, take back 50.00; primary 20.00, give it back; war 20.00, give it back",
    ]
    assert session.closing()[1:] == ["ann 0.00", "the house 0.00"]


@pytest.mark.clause("SG-15")
def test_after_30_days_only_the_undecided_bets_go_back() -> None:
    session = online()
    session.type("1=20/5 2=30", "9 4 9", "", "1 w 20")
    session.now += 30 * 86_400
    session.refused("cancel", "only after more than 30 days")
    session.now += 1
    assert session.type("cancel")[:2] == [
        "round 1 is cancelled: it took too long",
        "seat 1, ann: primary 20.00, give it back; war 20.00, give it back; "
        "war tie 20.00, give it back",
    ]
    assert session.closing()[1] == "ann +20.00", "the tie bet won and hand 2 lost"
