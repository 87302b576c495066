"""The clauses of washington on tie hands: surrender, and wars that are fought one by one."""

import pytest

from casinowar.cards import Card, parse_card
from casinowar.game.actions import GoToWar, Surrender
from casinowar.game.events import (
    BankMatched,
    CardDealt,
    CardsBurned,
    CardsCollected,
    Event,
    RoundEnded,
    Surrendered,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BetsNeeded, BurnNeeded, CardNeeded
from tests.support.game.table import Game, tie_hand

READINGS = ("right-to-left", "left-to-right")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(card) for card in text.split())


@pytest.mark.clause("WA-4c-i")
@pytest.mark.parametrize("reading", READINGS)
def test_surrender_gives_up_half_of_the_primary_wager(reading: str) -> None:
    game = tie_hand("washington", reading, primary=700)
    events = game.surrender("ann")
    assert events == [
        Surrendered("ann", 1, "player"),
        CardsCollected(1, cards("9h")),
        WagerSettled("ann", 1, "primary", "surrender", 700, -350, -350),
        CardsCollected(0, cards("9c")),
        RoundEnded(),
    ]


@pytest.mark.clause("WA-4c-ii")
def test_war_adds_a_unit_on_each_side_so_that_five_makes_fifteen() -> None:
    game = tie_hand("washington", primary=500)
    assert game.war("ann") == [
        WarDeclared("ann", 1, 500, 0),
        BankMatched("ann", 1, 500),
    ]
    game.deal("Kh 2h")
    players_units = [(event.stake, event.net) for event in game.told(WagerSettled)]
    assert players_units == [(500, 0), (500, 500)]
    # the player's own two units, and the dealer's one that the player won
    assert sum(stake + net for stake, net in players_units) == 1500


@pytest.mark.clause("WA-4c-ii")
@pytest.mark.clause("WA-2")
def test_war_has_no_tie_wager_and_no_other_amount() -> None:
    game = tie_hand("washington", primary=500, tie=500)
    game.refused(GoToWar("ann", 1, 500), "no tie wager is offered on the war deal here")
    game.war("ann")
    game.refused(GoToWar("ann", 1), "waiting for 3 cards to burn, for the war")
    game.refused(Surrender("ann", 1), "waiting for 3 cards to burn, for the war")


@pytest.mark.clause("WA-4c-ii-1")
@pytest.mark.parametrize("reading", READINGS)
def test_three_are_burned_before_each_of_the_two_war_cards(reading: str) -> None:
    game = tie_hand("washington", reading, primary=500)
    start = len(game.events)
    left = game.table.shoe.left
    game.war("ann")
    game.awaits(BurnNeeded(3, "war"))
    game.burn_due()
    game.awaits(CardNeeded("war", "player", 1))
    game.deal("Kh")
    game.awaits(BurnNeeded(3, "war"))
    game.burn_due()
    game.awaits(CardNeeded("war", "dealer", 1))
    game.deal("2h")
    assert [e for e in game.events[start:] if isinstance(e, CardsBurned | CardDealt)] == [
        CardsBurned(3, "war"),
        CardDealt("war", "player", 1, parse_card("Kh")),
        CardsBurned(3, "war"),
        CardDealt("war", "dealer", 1, parse_card("2h")),
    ]
    assert game.table.shoe.left == left - 8


@pytest.mark.clause("WA-4c-ii-1")
@pytest.mark.parametrize("reading, order", [(None, [2, 1]), ("left-to-right", [1, 2])])
def test_each_war_has_its_own_burns_and_its_own_dealer_card(
    reading: str | None, order: list[int]
) -> None:
    names = {1: "ann", 2: "bob"}
    game = Game("washington", reading, seats=2)
    game.sit("ann", "bob")
    game.bet("ann", primary=500)
    game.bet("bob", primary=700)
    game.deal("9h 9d 9c")
    start = len(game.events)
    first, second = order
    game.war(names[first])
    game.deal("5h Ks")  # the first war is lost against a king
    game.war(names[second])
    game.deal("5d 4s")  # the same card wins the second, against its own four
    assert [e for e in game.events[start:] if not isinstance(e, CardsCollected)] == [
        WarDeclared(names[first], first, stakes(first), 0),
        BankMatched(names[first], first, stakes(first)),
        CardsBurned(3, "war"),
        CardDealt("war", "player", first, parse_card("5h")),
        CardsBurned(3, "war"),
        CardDealt("war", "dealer", first, parse_card("Ks")),
        *war_settled(names[first], first, "war_lower", -1, -1),
        WarDeclared(names[second], second, stakes(second), 0),
        BankMatched(names[second], second, stakes(second)),
        CardsBurned(3, "war"),
        CardDealt("war", "player", second, parse_card("5d")),
        CardsBurned(3, "war"),
        CardDealt("war", "dealer", second, parse_card("4s")),
        *war_settled(names[second], second, "war_higher", 0, 1),
        RoundEnded(),
    ]
    assert game.told(CardsCollected)[-1] == CardsCollected(0, cards("9c Ks 4s"))


def stakes(seat: int) -> int:
    return {1: 500, 2: 700}[seat]


def war_settled(player: str, seat: int, outcome: str, primary: int, war: int) -> list[Event]:
    stake = stakes(seat)
    assert outcome in ("war_higher", "war_lower")
    return [
        WagerSettled(player, seat, wager, outcome, stake, units * stake, units * stake)  # type: ignore[arg-type]
        for wager, units in (("primary", primary), ("war", war))
    ]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "drawn, outcome, primary, war",
    [
        pytest.param("3 2", "war_higher", 0, 500, marks=pytest.mark.clause("WA-4c-ii-1a")),
        pytest.param("A K", "war_higher", 0, 500, marks=pytest.mark.clause("WA-4c-ii-1a")),
        pytest.param("2 2", "war_equal", 0, 1000, marks=pytest.mark.clause("WA-4c-ii-1b")),
        pytest.param("A A", "war_equal", 0, 1000, marks=pytest.mark.clause("WA-4c-ii-1b")),
        pytest.param("2 3", "war_lower", -500, -500, marks=pytest.mark.clause("WA-4c-ii-1c")),
        pytest.param("K A", "war_lower", -500, -500, marks=pytest.mark.clause("WA-4c-ii-1c")),
    ],
)
def test_war_won_takes_three_units_tied_one_more_and_lost_none(
    drawn: str, outcome: str, primary: int, war: int, reading: str
) -> None:
    game = tie_hand("washington", reading, primary=500)
    game.war("ann")
    game.deal(drawn)
    assert [(e.wager, e.outcome, e.stake, e.due, e.net) for e in game.told(WagerSettled)] == [
        ("primary", outcome, 500, primary, primary),
        ("war", outcome, 500, war, war),
    ]
    game.awaits(BetsNeeded())


@pytest.mark.clause("WA-4c-ii-1a")
@pytest.mark.clause("WA-4c-ii-1b")
@pytest.mark.clause("WA-4c-ii-1c")
@pytest.mark.parametrize("drawn, taken", [("K 2", 1500), ("K K", 2000), ("2 K", 0)])
def test_the_units_that_the_player_takes_from_the_table(drawn: str, taken: int) -> None:
    game = tie_hand("washington", primary=500)
    game.war("ann")
    game.deal(drawn)
    assert sum(event.stake + event.net for event in game.told(WagerSettled)) == taken
