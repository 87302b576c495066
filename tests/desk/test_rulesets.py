"""Every built-in rule set under every reading is dealt by hand, with the money it says."""

from random import Random

import pytest

from casinowar.cards import DECK
from casinowar.game.needs import BetsNeeded, BurnNeeded, CardNeeded, ChoiceNeeded, PaymentNeeded
from casinowar.game.table import need
from casinowar.rules.file import builtin_names, load_rules
from tests.desk.session import Session

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]

WARS = {
    ("fun-casino", "as-printed"): (200, 300, -200),
    ("fun-casino", "first-bet-lost"): (100, 200, -200),
    ("california", "primary-collected"): (0, 100, -200),
    ("south-dakota", "tie-loses"): (-100, -100, -100),
    ("online", "by-the-table"): (0, 0, 0),
}
"""What 100 wins in a war won, tied and lost, where that is not 100, 200 and -200."""


def dealt(name: str, reading: str) -> Session:
    """A table with ann at seat 1, and with two who bank where players do."""
    session = Session(name, reading)
    session.type("sit ann" if name == "online" else "sit ann bob cy")
    session.ready("bob", "cy")
    return session


def play(session: Session, cards: str, choice: str = "", war: str = "") -> int:
    """One round of ann's, 100 and 5 on a tie; what she wins or loses."""
    before = result(session)
    session.ready("bob", "cy")
    session.type("1=100/5", cards)
    if session.next == "make these payments":
        session.type("")
    if session.next.startswith("surrender or war"):
        session.type(choice)
        for card in war.split():
            while "to burn" in session.next:
                session.type("")
            session.type(card)
    if session.next == "make these payments":
        session.type("")
    assert not session.desk.table.playing, session.next
    return result(session) - before


def result(session: Session) -> int:
    """What ann has won so far, in whole units."""
    for line in session.closing():
        name, _, net = line.partition(" ")
        if name == "ann":
            return int(net.replace(",", "").removesuffix(".00"))
    return 0


TIES = [each for each in READINGS if each != ("south-dakota", "winner-chooses")]


@pytest.mark.parametrize("name, reading", TIES)
def test_every_outcome_is_paid(name: str, reading: str) -> None:
    session = dealt(name, reading)
    rules = load_rules(name).rules(reading)
    pay = rules.pays.equal.primary
    surrendered = -50 if pay is None else int(100 * pay)
    won, tied, lost = WARS.get((name, reading), (100, 200, -200))
    assert play(session, "k 9") == 100 - 5
    assert play(session, "9 k") == -100 - 5
    assert play(session, "9 9", "s") == surrendered + 50
    assert play(session, "9 9", "w", "k 4") == won + 50
    assert play(session, "9 9", "1 w", "4 4") == tied + 50
    assert play(session, "9 9", "ann war", "4 k") == lost + 50
    assert session.desk.table.rounds == 6


@pytest.mark.clause("SD-4a")
def test_every_outcome_is_paid_where_the_winner_chooses() -> None:
    session = dealt("south-dakota", "winner-chooses")
    assert play(session, "9 9") == -100 + 50
    assert play(session, "9 k") == -100 - 5
    assert play(session, "k 9", "s") == 50 - 5
    assert play(session, "k 9", "w", "k 4") == 200 - 5
    assert play(session, "k 9", "1 w", "4 4") == 300 - 5
    assert play(session, "k 9", "ann war", "4 k") == -100 - 5


@pytest.mark.parametrize("name, reading", READINGS)
def test_a_whole_shoe_of_real_cards(name: str, reading: str) -> None:
    session = dealt(name, reading)
    decks, burned = session.desk.table.options.decks, session.desk.table.options.first_burn
    shoe = [str(card) for card in DECK * decks]
    Random(7).shuffle(shoe)
    del shoe[: int(burned)]
    while session.desk.table.shoe.number == 1 and not session.next.startswith("a new shoe"):
        match need(session.desk.table):
            case BetsNeeded():
                session.type("1=100/5", "2=100", "3=25/25")
                session.type(shoe.pop(0))
            case CardNeeded():
                session.type(shoe.pop(0))
            case BurnNeeded(count):
                session.type("")
                del shoe[:count]
            case PaymentNeeded():
                session.type("")
            case ChoiceNeeded():
                session.type("all w")
            case _:
                session.ready("bob", "cy")
        assert session.desk.table.shoe.left == len(shoe)
    assert not session.desk.table.playing
    assert not session.closing()[-1].startswith("still on the felt")


@pytest.mark.parametrize("name, reading", READINGS)
def test_the_sign_names_rule_set_and_reading(name: str, reading: str) -> None:
    first = Session(name, reading).desk.opening()[0].text
    assert first.startswith(f"{name} ({reading}), hand-dealt: ")


@pytest.mark.clause("WA-4")
@pytest.mark.clause("WA-4c-ii-1")
@pytest.mark.clause("ALL-7")
def test_washington_fights_each_war_to_its_end_from_the_right() -> None:
    session = Session("washington")
    session.type("sit ann bob")
    session.ready()
    session.type("1=20 2=20", "9 9 9")
    assert session.next == "surrender or war from bob at seat 2"
    session.refused("1 w", "ann at seat 1 is asked after bob at seat 2")
    session.type("w", "b k", "b")
    assert session.next == "a card for the dealer in the war of seat 2"
    assert session.type("3")[1] == (
        "1. seat 2, bob: pick up 9 K; primary 20.00, push; war 20.00, pay 20.00"
    )
    session.type("")
    assert session.next == "surrender or war from ann at seat 1"


@pytest.mark.clause("WA-4c-iii")
def test_lay_and_pay_picks_all_cards_up_at_the_end() -> None:
    laid, picked = Session("washington", collect="lay and pay"), Session("washington")
    for session in (laid, picked):
        session.type("sit ann bob")
        session.ready()
        session.type("1=20 2=20")
    assert laid.type("k 4 9")[2:-1] == [
        "1. seat 2, bob: primary 20.00, take it",
        "2. seat 1, ann: primary 20.00, pay 20.00",
        "3. pick up seat 1: K, seat 2: 4, dealer: 9",
    ]
    assert picked.type("k 4 9")[2:-1] == [
        "1. seat 2, bob: pick up 4; primary 20.00, take it",
        "2. seat 1, ann: pick up K; primary 20.00, pay 20.00",
        "3. pick up dealer: 9",
    ]


@pytest.mark.clause("SG-7")
@pytest.mark.clause("SG-13")
def test_online_plays_hands_from_a_fresh_shoe_for_each_game() -> None:
    session = Session("online")
    session.type("sit ann")
    session.ready()
    session.type("1=20 2=30/5 3=10", "9 9 4 9", "")
    session.refused("1 w 5", "a war tie wager must equal the primary wager: 20.00, not 5.00")
    session.type("1 w 20, 2 w", "b 5 5 5")
    assert session.type("")[:2] == ["paid", "round 1 is over: ann +340.00, the house -340.00"]
    assert session.next == "a new shoe, batch 1 (red backs)"


@pytest.mark.clause("SD-2")
def test_south_dakota_takes_only_the_amounts_of_its_table() -> None:
    session = Session("south-dakota", decks=8)
    session.type("sit ann")
    session.ready()
    session.refused("1=20", "the primary wager here is 5.00 or 10.00 or 25.00 or 100.00")
    assert session.type("1=25")[0] == "seat 1, ann: bets 25.00 primary"
