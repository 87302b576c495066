"""The documents of Washington and South Dakota, sentence by sentence, as a dealer works them."""

import pytest

from casinowar.errors import RuleError
from tests.desk.session import Session

BURNED = "3 cards burned for the war"


def washington(*names: str, reading: str | None = None) -> Session:
    session = Session("washington", reading)
    session.type(f"sit {' '.join(names)}")
    session.prepared(78)
    return session


def south_dakota(*names: str, reading: str | None = None) -> Session:
    session = Session("south-dakota", reading)
    session.type(f"sit {' '.join(names)}")
    session.prepared(78)
    return session


def fight(session: Session, player: str, dealer: str) -> list[str]:
    """A war at seat 1: burns, a card, burns, a card; the orders that follow."""
    assert session.next == "3 cards to burn, for the war"
    assert session.type("")[0] == BURNED
    assert session.type(player)[0] == f"war, seat 1: {player}"
    assert session.next == "3 cards to burn, for the war"
    assert session.type("")[0] == BURNED
    return session.type(dealer)


@pytest.mark.clause("WA-2")
def test_washington_takes_a_tie_wager_only_beside_a_primary() -> None:
    session = washington("ann", "bob")
    session.refused("1=/5", "a tie wager")
    assert session.type("1=20/5")[0] == "seat 1, ann: bets 20.00 primary, 5.00 tie"
    assert session.type("2=20")[0] == "seat 2, bob: bets 20.00 primary"


@pytest.mark.clause("WA-3", "WA-4", "WA-4a", "WA-4b")
def test_washington_deals_from_the_left_and_settles_from_the_right() -> None:
    session = washington("ann", "bob")
    session.type("1=20/5 2=10/5")
    assert session.type("K 4 9")[1:4] == [
        "seat 1: K, seat 2: 4, dealer: 9",
        "1. seat 2, bob: pick up 4; primary 10.00, take it; tie 5.00, take it",
        "2. seat 1, ann: pick up K; primary 20.00, pay 20.00; tie 5.00, take it",
    ]


@pytest.mark.clause("WA-4c", "WA-4c-i")
def test_washington_pays_the_tie_wager_then_asks_and_takes_half_on_surrender() -> None:
    session = washington("ann")
    session.type("1=20/5")
    assert "tie 5.00, pay 50.00" in session.type("9 9")[2]
    session.type("")
    assert session.next == "surrender or war from ann at seat 1"
    assert "primary 20.00, take 10.00, give back 10.00" in session.type("s")[1]


@pytest.mark.clause("WA-4c-ii", "WA-4c-ii-1", "WA-4c-ii-1a", "WA-4c-ii-1b", "WA-4c-ii-1c")
@pytest.mark.parametrize(
    "player, dealer, order, result",
    [
        ("A", "2", "primary 5.00, push; war 5.00, pay 5.00", "ann +5.00, the house -5.00"),
        ("8", "8", "primary 5.00, push; war 5.00, pay 10.00", "ann +10.00, the house -10.00"),
        ("2", "A", "primary 5.00, take it; war 5.00, take it", "ann -10.00, the house +10.00"),
    ],
)
def test_washington_fights_a_war(player: str, dealer: str, order: str, result: str) -> None:
    session = washington("ann")
    session.type("1=5", "9 9")
    assert "seat 1, ann: goes to war for 5.00" in session.type("w")
    assert fight(session, player, dealer)[1] == f"1. seat 1, ann: pick up 9 {player}; {order}"
    assert f"round 1 is over: {result}" in session.type("")


@pytest.mark.clause("SD-1b", "SD-1c")
def test_south_dakota_has_six_to_eight_decks_and_ignores_suits() -> None:
    for decks in (6, 7, 8):
        assert (
            Session("south-dakota", decks=decks).desk.opening()[0].text.endswith(f"{decks} decks")
        )
    with pytest.raises(RuleError, match="decks: 5 is not allowed"):
        Session("south-dakota", decks=5)
    session = south_dakota("ann")
    session.type("1=10")
    assert "primary 10.00, pay 10.00" in session.type("Ac Ks")[2]


@pytest.mark.clause("SD-3", "SD-4", "SD-4c", "SD-5")
def test_south_dakota_picks_up_and_pays_from_the_left() -> None:
    session = south_dakota("ann", "bob")
    session.type("1=10/5 2=25/10")
    assert session.type("4 K 9")[1:4] == [
        "seat 1: 4, seat 2: K, dealer: 9",
        "1. seat 1, ann: pick up 4; primary 10.00, take it; tie 5.00, take it",
        "2. seat 2, bob: pick up K; primary 25.00, pay 25.00; tie 10.00, take it",
    ]


@pytest.mark.clause("SD-4a", "SD-4b")
def test_south_dakota_by_each_of_its_readings() -> None:
    session = south_dakota("ann")
    session.type("1=10", "9 9")
    assert session.next == "surrender or war from ann at seat 1"
    session = south_dakota("ann", reading="tie-loses")
    session.type("1=10")
    assert "primary 10.00, take it" in session.type("9 9")[2]
    session = south_dakota("ann", reading="winner-chooses")
    session.type("1=10", "K 9")
    assert session.next == "surrender or war from ann at seat 1"
    session.type("s", "")
    assert session.closing()[1] == "ann +5.00"


@pytest.mark.clause("SD-4d")
@pytest.mark.parametrize(
    "player, dealer, order",
    [
        ("A", "2", "primary 10.00, push; war 10.00, pay 10.00"),
        ("8", "8", "primary 10.00, push; war 10.00, pay 20.00"),
        ("2", "A", "primary 10.00, take it; war 10.00, take it"),
    ],
)
def test_south_dakota_fights_a_war(player: str, dealer: str, order: str) -> None:
    session = south_dakota("ann")
    session.type("1=10", "9 9", "w")
    assert order in fight(session, player, dealer)[1]


@pytest.mark.clause("WA-4c-ii", "SD-4d")
def test_the_house_posts_a_unit_beside_each_war_wager() -> None:
    for session in (washington("ann"), south_dakota("ann")):
        session.type("1=5", "9 9")
        assert "seat 1, ann: post 5.00 for the bank beside the war wager" in session.type("w")
