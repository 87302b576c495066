"""South Dakota, clause by clause, as intended and where a tie loses.

`test_readings` has the reading in which the winner chooses.
"""

from itertools import pairwise

import pytest

from casinowar.cards import RANKS, parse_card
from casinowar.errors import RuleError
from casinowar.game.actions import (
    Burn,
    CloseBets,
    Deal,
    GoToWar,
    NewShoe,
    PlaceBet,
    Rule,
    Surrender,
    TimeOut,
)
from casinowar.game.events import (
    BankMatched,
    BetPlaced,
    CardDealt,
    CardsBurned,
    CardsCollected,
    RoundEnded,
    ShoeBrought,
    Surrendered,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BetsNeeded, BurnNeeded, CardNeeded, ChoiceNeeded, Hand
from casinowar.game.table import Actor, legal, need
from casinowar.rules.file import load_rules
from casinowar.rules.model import Limit
from casinowar.rules.options import resolve
from tests.support.game.table import Game, rules_of

READINGS = ("intended", "tie-loses")
each_reading = pytest.mark.parametrize("reading", READINGS)


def table(reading: str = "intended", seats: int = 3) -> Game:
    """Ann, Bob and Cy at the seats 1 to 3, a shoe ready."""
    game = Game("south-dakota", reading, seats=seats)
    game.sit(*("ann", "bob", "cy")[:seats])
    game.prepare_shoe()
    return game


def at_war(tie: int = 0) -> Game:
    """Ann alone, at war for 10.00 on a pair of nines."""
    game = table(seats=1)
    game.bet("ann", primary=1000, tie=tie)
    game.deal("9h 9d")
    game.war("ann")
    return game


@each_reading
@pytest.mark.clause("SD-1a")
def test_a_table_keeps_the_rule_set_it_was_opened_with(reading: str) -> None:
    rules = rules_of("south-dakota", reading)
    game = Game(rules)
    assert (game.table.rules.id, game.table.rules.reading) == ("south-dakota", reading)
    game.sit("ann")
    for _ in range(2):
        game.bet("ann", primary=500)
        game.deal("9h Kd")
        assert game.table.rules is rules
    game.do(Rule("void", "a misdeal"))
    assert game.table.rules is rules
    with pytest.raises(AttributeError):
        game.table.rules = rules_of("washington")  # type: ignore[misc]


@each_reading
@pytest.mark.clause("SD-1b")
def test_a_shoe_has_six_seven_or_eight_decks(reading: str) -> None:
    for decks in (6, 7, 8):
        game = Game("south-dakota", reading, decks=decks)
        game.sit("ann")
        assert game.do(NewShoe()) == [ShoeBrought(1, 1, "red", decks)]
        assert game.table.shoe.left == 52 * decks
    assert resolve(rules_of("south-dakota", reading)).decks == 6


@pytest.mark.parametrize("decks", [0, 1, 5, 9, 12, -6])
@pytest.mark.clause("SD-1b")
def test_any_other_number_of_decks_is_refused(decks: int) -> None:
    with pytest.raises(RuleError, match=f"decks: {decks} is not allowed; use 6 or 7 or 8"):
        resolve(rules_of("south-dakota"), decks=decks)


@each_reading
@pytest.mark.clause("SD-1c")
def test_cards_rank_from_ace_to_two_and_suits_do_not_count(reading: str) -> None:
    rules = rules_of("south-dakota", reading)
    for low, high in pairwise(RANKS):
        assert rules.compare(parse_card(high + "c"), parse_card(low + "s")) == "higher"
        assert rules.compare(parse_card(low + "s"), parse_card(high + "c")) == "lower"
        assert rules.compare(parse_card(low + "s"), parse_card(low + "c")) == "equal"
    assert rules.compare(parse_card("Ac"), parse_card("2s")) == "higher"


@pytest.mark.clause("SD-1c")
def test_the_ranks_decide_the_money() -> None:
    game = table()
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=500)
    game.deal("Ac Ts 2s Kh")
    assert game.results() == [
        ("ann", 1, "primary", 500),
        ("bob", 2, "primary", -500),
        ("cy", 3, "primary", -500),
    ]


@pytest.mark.clause("SD-2")
def test_the_primary_has_one_of_the_amounts_listed() -> None:
    game = table()
    for amount in (500, 1000, 2500, 10000):
        assert BetPlaced("ann", 1, "primary", amount) in game.do(
            PlaceBet("ann", 1, "primary", amount)
        )
    for amount in (100, 400, 600, 2000, 9900, 20000):
        game.refused(
            PlaceBet("ann", 1, "primary", amount),
            "the primary wager here is 5.00 or 10.00 or 25.00 or 100.00",
        )


@pytest.mark.clause("SD-2")
def test_a_table_may_fix_a_single_amount() -> None:
    game = Game("south-dakota", primary=Limit(2000, 2000, (2000,)))
    game.sit("ann")
    game.prepare_shoe()
    for amount in (1900, 2100, 500):
        game.refused(PlaceBet("ann", 1, "primary", amount), "the primary wager here is 20.00")
    game.do(PlaceBet("ann", 1, "primary", 2000))
    game.do(PlaceBet("ann", 1, "tie", 700))
    game.refused(PlaceBet("ann", 1, "tie", 10_100), "the tie maximum is 100.00")


@each_reading
@pytest.mark.clause("SD-2")
def test_a_table_does_not_take_a_range_of_primaries(reading: str) -> None:
    with pytest.raises(RuleError, match="primary limits: these rules require one or more fixed"):
        resolve(rules_of("south-dakota", reading), primary=Limit(500, 10_000))


@pytest.mark.clause("SD-2")
def test_the_tie_wager_is_optional_and_beside_a_primary() -> None:
    game = table()
    game.refused(PlaceBet("ann", 1, "tie", 500), "a tie wager needs a primary wager beside it")
    game.bet("ann", primary=500)
    game.bet("bob", primary=500, tie=1000)
    game.do(CloseBets())
    assert need(game.table) == CardNeeded("original", "player", 1)


@each_reading
@pytest.mark.clause("SD-3")
def test_cards_go_from_left_to_right_and_then_to_the_dealer(reading: str) -> None:
    game = table(reading)
    for player in ("cy", "bob", "ann"):
        game.bet(player, primary=500)
    told = game.deal("2h 3h 4h Kd")
    assert [event for event in told if isinstance(event, CardDealt)] == [
        CardDealt("original", "player", 1, parse_card("2h")),
        CardDealt("original", "player", 2, parse_card("3h")),
        CardDealt("original", "player", 3, parse_card("4h")),
        CardDealt("original", "dealer", 0, parse_card("Kd")),
    ]
    assert not [event for event in told if isinstance(event, CardsBurned)]


@pytest.mark.clause("SD-3")
def test_nothing_is_burned_before_the_first_card() -> None:
    game = table()
    game.bet("ann", primary=500)
    game.close()
    game.refused(Burn(), "no burn is due", "a card for seat 1")


@each_reading
@pytest.mark.clause("SD-4")
def test_hands_are_settled_clockwise_from_the_left(reading: str) -> None:
    game = table(reading)
    for player in ("bob", "cy", "ann"):
        game.bet(player, primary=1000, tie=500)
    game.deal("Ah 3h Kh Td")
    assert game.results() == [
        ("ann", 1, "primary", 1000),
        ("ann", 1, "tie", -500),
        ("bob", 2, "primary", -1000),
        ("bob", 2, "tie", -500),
        ("cy", 3, "primary", 1000),
        ("cy", 3, "tie", -500),
    ]


@pytest.mark.clause("SD-4")
def test_a_war_on_the_left_ends_before_the_next_hand_is_settled() -> None:
    game = table()
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("9h Ah 9s 9d")
    assert game.results() == []
    assert need(game.table) == ChoiceNeeded((Hand("ann", 1),), ("surrender", "war"))
    game.war("ann")
    game.deal("Kh 5d")
    assert game.results() == [
        ("ann", 1, "primary", 0),
        ("ann", 1, "war", 1000),
        ("bob", 2, "primary", 1000),
    ]
    assert need(game.table) == ChoiceNeeded((Hand("cy", 3),), ("surrender", "war"))


@each_reading
@pytest.mark.clause("SD-4a")
def test_a_higher_card_wins_even_money_and_has_no_choice(reading: str) -> None:
    game = table(reading, seats=1)
    game.bet("ann", primary=1000, tie=500)
    told = game.deal("Kh 9d")
    assert game.results() == [("ann", 1, "primary", 1000), ("ann", 1, "tie", -500)]
    assert told[-1] == RoundEnded()
    game.refused(GoToWar("ann", 1), "no choice is due")
    game.refused(Surrender("ann", 1), "no choice is due")


@pytest.mark.clause("SD-4a")
def test_as_intended_a_tie_gives_the_choice_and_surrender_loses_half() -> None:
    game = table(seats=1)
    game.bet("ann", primary=2500)
    game.deal("9h 9d")
    assert need(game.table) == ChoiceNeeded((Hand("ann", 1),), ("surrender", "war"))
    assert game.surrender("ann") == [
        Surrendered("ann", 1, "player"),
        CardsCollected(1, (parse_card("9h"),)),
        WagerSettled("ann", 1, "primary", "surrender", 2500, -1250, -1250),
        CardsCollected(0, (parse_card("9d"),)),
        RoundEnded(),
    ]


@pytest.mark.clause("SD-4b")
def test_literally_a_tie_loses_the_primary_without_a_choice() -> None:
    game = table("tie-loses", seats=1)
    game.bet("ann", primary=1000, tie=500)
    told = game.deal("9h 9d")
    assert told[-4:] == [
        WagerSettled("ann", 1, "primary", "equal", 1000, -1000, -1000),
        WagerSettled("ann", 1, "tie", "equal", 500, 5000, 5000),
        CardsCollected(0, (parse_card("9d"),)),
        RoundEnded(),
    ]
    assert isinstance(game.need, BetsNeeded)


@pytest.mark.clause("SD-4b")
def test_literally_there_is_no_surrender_and_no_war() -> None:
    rules = rules_of("south-dakota", "tie-loses")
    assert (rules.choice, rules.war) == (None, None)
    assert rules.reachable() == ("higher", "lower", "equal")
    assert rules.cards_needed(7) == 8
    game = table("tie-loses")
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("9h 9s 9c")
    for action in (GoToWar("ann", 1), Surrender("ann", 1), TimeOut()):
        game.refused(action, "a card for the dealer")
    offered = [offer.action for offer in legal(game.table, Actor("player", "ann"))]
    assert not [action for action in offered if isinstance(action, GoToWar | Surrender)]
    game.deal("9d")
    assert [net for *_, net in game.results()] == [-1000, -1000, -1000]


@pytest.mark.clause("SD-4b")
def test_a_tie_is_worse_in_the_other_readings() -> None:
    assert {reading.name for reading in load_rules("south-dakota").readings} == {
        *READINGS,
        "winner-chooses",
    }
    intended = rules_of("south-dakota")
    assert intended.reading == "intended"
    assert intended.pays.pay("equal", "primary") is None
    assert rules_of("south-dakota", "tie-loses").pays.pay("equal", "primary") == -1


@each_reading
@pytest.mark.clause("SD-4b")
def test_a_lower_card_loses_the_primary(reading: str) -> None:
    game = table(reading, seats=1)
    game.bet("ann", primary=1000, tie=500)
    game.deal("8h 9d")
    assert game.results() == [("ann", 1, "primary", -1000), ("ann", 1, "tie", -500)]


@pytest.mark.clause("SD-4c")
def test_the_tie_wager_wins_ten_to_one_before_the_choice() -> None:
    game = table(seats=1)
    game.bet("ann", primary=500, tie=2500)
    told = game.deal("9h 9d")
    assert told[-1] == WagerSettled("ann", 1, "tie", "equal", 2500, 25000, 25000)
    assert game.results() == [("ann", 1, "tie", 25000)]
    game.surrender("ann")
    assert game.results() == [("ann", 1, "tie", 25000), ("ann", 1, "primary", -250)]


@pytest.mark.clause("SD-4d")
def test_a_war_burns_three_before_each_of_its_two_cards() -> None:
    game = table(seats=1)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    left = game.table.shoe.left
    assert game.war("ann") == [
        WarDeclared("ann", 1, 1000, 0),
        BankMatched("ann", 1, 1000),
    ]
    assert need(game.table) == BurnNeeded(3, "war")
    game.refused(Deal(parse_card("2c")), "no card is due", "3 cards to burn")
    game.refused(Burn(4), "3 cards to burn")
    assert game.do(Burn(3)) == [CardsBurned(3, "war")]
    assert game.do(Deal(parse_card("Kh"))) == [CardDealt("war", "player", 1, parse_card("Kh"))]
    assert need(game.table) == BurnNeeded(3, "war")
    assert game.do(Burn(3)) == [CardsBurned(3, "war")]
    told = game.do(Deal(parse_card("5d")))
    assert told[0] == CardDealt("war", "dealer", 1, parse_card("5d"))
    assert game.table.shoe.left == left - 8


@pytest.mark.parametrize(
    "cards, primary, war",
    [("Kh 5d", 0, 1000), ("5h 5d", 0, 2000), ("4h 5d", -1000, -1000)],
    ids=["won", "tied", "lost"],
)
@pytest.mark.clause("SD-4d")
def test_a_war_wins_three_wagers_ties_for_one_more_or_loses_them(
    cards: str, primary: int, war: int
) -> None:
    game = at_war()
    game.deal(cards)
    assert game.results() == [("ann", 1, "primary", primary), ("ann", 1, "war", war)]


@pytest.mark.clause("SD-4d")
def test_each_war_has_its_own_burns_and_its_own_dealer_card() -> None:
    game = table(seats=2)
    game.bet("ann", primary=1000)
    game.bet("bob", primary=500)
    game.deal("9h 9s 9d")
    game.war("ann")
    game.deal("Kh 5d")
    game.war("bob")
    told = game.deal("3h 4d")
    assert [event for event in told if isinstance(event, CardsBurned | CardDealt)] == [
        CardsBurned(3, "war"),
        CardDealt("war", "player", 2, parse_card("3h")),
        CardsBurned(3, "war"),
        CardDealt("war", "dealer", 2, parse_card("4d")),
    ]
    assert game.results() == [
        ("ann", 1, "primary", 0),
        ("ann", 1, "war", 1000),
        ("bob", 2, "primary", -500),
        ("bob", 2, "war", -500),
    ]


@pytest.mark.clause("SD-4d")
def test_no_tie_wager_is_offered_on_the_war() -> None:
    game = table(seats=1)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    game.refused(GoToWar("ann", 1, 1000), "no tie wager is offered on the war deal here")


@each_reading
@pytest.mark.clause("SD-5")
def test_each_hand_is_picked_up_right_before_it_is_settled(reading: str) -> None:
    game = table(reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    told = game.deal("2h Ah 3h Td")
    assert told[-8:] == [
        CardsCollected(1, (parse_card("2h"),)),
        WagerSettled("ann", 1, "primary", "lower", 1000, -1000, -1000),
        CardsCollected(2, (parse_card("Ah"),)),
        WagerSettled("bob", 2, "primary", "higher", 1000, 1000, 1000),
        CardsCollected(3, (parse_card("3h"),)),
        WagerSettled("cy", 3, "primary", "lower", 1000, -1000, -1000),
        CardsCollected(0, (parse_card("Td"),)),
        RoundEnded(),
    ]


@pytest.mark.clause("SD-5")
def test_a_hand_at_war_is_picked_up_whole_when_the_war_is_settled() -> None:
    game = at_war(tie=500)
    assert game.told(CardsCollected) == []
    told = game.deal("Kh 5d")
    assert told[-5:] == [
        CardsCollected(1, (parse_card("9h"), parse_card("Kh"))),
        WagerSettled("ann", 1, "primary", "war_higher", 1000, 0, 0),
        WagerSettled("ann", 1, "war", "war_higher", 1000, 1000, 1000),
        CardsCollected(0, (parse_card("9d"), parse_card("5d"))),
        RoundEnded(),
    ]


@pytest.mark.clause("SD-5")
def test_picking_and_paying_is_not_left_to_the_house() -> None:
    with pytest.raises(RuleError, match="collect: lay and pay is not allowed; use pick and pay"):
        resolve(rules_of("south-dakota"), collect="lay and pay")


@pytest.mark.clause("SD-5")
def test_the_printed_schedule_is_there_to_be_displayed() -> None:
    printed = {line.says: line.figure for line in load_rules("south-dakota").printed}
    assert list(printed.values()) == ["1 to 1", "lose half", "1 to 2", "1 to 1", "10 to 1"]
    assert printed["winning a war, against the two units at risk"] == "1 to 2"
    assert printed["tying a war, against the two units at risk"] == "1 to 1"
