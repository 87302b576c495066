"""California's banker's wager: how it is posted, and how far it pays and collects."""

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import (
    CloseBets,
    GoToWar,
    PlaceBet,
    PostStake,
    Rule,
    Surrender,
    TakeBank,
    TimeOut,
)
from casinowar.game.events import (
    BankGivenUp,
    CardsCollected,
    RoundEnded,
    StakePosted,
    StakeReturned,
    WagerReturned,
    WagerReversed,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BetsNeeded, ChoiceNeeded, Hand, StakeNeeded
from casinowar.game.table import need
from casinowar.money import MOST
from casinowar.rules.model import Limit
from tests.support.game.california import banked, each_reading, returned, seated
from tests.support.game.table import Game


def settled(game: Game) -> list[tuple[str, str, int, int]]:
    """Player, wager, what was due and what was paid, of every settled wager in order."""
    return [(e.player, e.wager, e.due, e.net) for e in game.told(WagerSettled)]


def bankers_result(game: Game) -> int:
    return game.told(StakeReturned)[-1].amount - game.told(StakePosted)[-1].amount


# CA-BANK-3: the wager is posted


@each_reading
@pytest.mark.clause("CA-BANK-3")
def test_the_stake_is_posted_before_anyone_bets(reading: str) -> None:
    game = seated("ann", "bob", reading=reading)
    game.do(TakeBank("ann"))
    assert need(game.table) == StakeNeeded("ann", 500)
    game.refused(
        PlaceBet("bob", 2, "primary", 500), "bets are not open", "the stake of the banker ann"
    )
    game.refused(CloseBets(), "bets are not open")
    game.refused(PostStake("bob", 5000), "bob has no stake to post now")
    assert game.do(PostStake("ann", 5000)) == [StakePosted("ann", 5000)]
    assert need(game.table) == BetsNeeded()
    game.refused(PostStake("ann", 6000), "ann has no stake to post now")
    game.bet("bob", primary=500)
    game.refused(PostStake("ann", 6000), "ann has no stake to post now")


@pytest.mark.parametrize("amount", [0, -500, 1, 499, MOST + 1, True, "500", None])
@pytest.mark.clause("CA-BANK-3")
def test_the_stake_is_money_and_at_least_the_table_minimum(amount: int) -> None:
    game = seated("ann", "bob")
    game.do(TakeBank("ann"))
    game.refused(PostStake("ann", amount), "is not a stake", "5.00 or more")


@pytest.mark.clause("CA-BANK-3")
def test_the_stake_has_no_maximum() -> None:
    for amount in (500, 50_001, MOST):
        game = seated("ann", "bob")
        game.do(TakeBank("ann"))
        assert game.do(PostStake("ann", amount)) == [StakePosted("ann", amount)]


@pytest.mark.clause("CA-BANK-3")
def test_the_least_stake_is_the_minimum_of_this_table() -> None:
    game = Game("california", primary=Limit(2000, 9000), tie=Limit(500, 500))
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.do(TakeBank("ann"))
    assert need(game.table) == StakeNeeded("ann", 2000)
    game.refused(PostStake("ann", 1900), "20.00 or more")
    game.do(PostStake("ann", 2000))


@pytest.mark.clause("CA-BANK-3")
def test_the_stake_is_posted_afresh_each_round() -> None:
    game = banked(5000, "ann")
    game.bet("ann", primary=1000)
    told = game.deal("2h 9d")
    assert told[-2:] == [RoundEnded(), StakeReturned("dee", 6000)]
    assert need(game.table) == StakeNeeded("dee", 500)
    game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open")
    game.do(PostStake("dee", 500))
    game.bet("ann", primary=1000)
    game.deal("3h 9c")
    assert bankers_result(game) == 500, "the first round's stake covers nothing any more"


@pytest.mark.clause("CA-BANK-3")
def test_a_banker_who_posts_nothing_in_time_loses_the_bank() -> None:
    game = seated("ann", "bob")
    game.do(TakeBank("ann"))
    assert game.do(TimeOut())[0] == BankGivenUp("ann", 0, "time")


@pytest.mark.clause("CA-BANK-3")
def test_the_banker_makes_no_other_wager() -> None:
    game = banked(5000, "ann")
    for seat in (1, 2):
        game.refused(PlaceBet("dee", seat, "primary", 500), "the banker cannot bet")
        game.refused(PlaceBet("dee", seat, "tie", 500), "the banker cannot bet")
    game.bet("ann", primary=500)
    game.refused(PlaceBet("dee", 1, "primary", 500), "the banker cannot bet")


# CA-BANK-4: to the extent of that wager


@each_reading
@pytest.mark.clause("CA-BANK-4")
def test_what_is_won_and_lost_takes_from_the_cover_in_order(reading: str) -> None:
    """The first printed example: 30.00 against three times 20.00."""
    game = banked(3000, "ann", "bob", "cy", reading=reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=2000)
    game.deal("5h Kh 6h 9d")
    assert settled(game) == [
        ("ann", "primary", -2000, -2000),
        ("bob", "primary", 2000, 1000),
        ("cy", "primary", -2000, 0),
    ]
    assert bankers_result(game) == 1000


@each_reading
@pytest.mark.clause("CA-BANK-4")
def test_a_tie_wager_is_paid_as_far_as_the_cover_reaches(reading: str) -> None:
    """The second printed example: 30.00 of the 50.00 that a tie wager of 5.00 wins."""
    game = banked(3000, "ann", reading=reading)
    game.bet("ann", primary=1000, tie=500)
    told = game.deal("9h 9d")
    assert settled(game) == [("ann", "tie", 5000, 3000)]
    assert told[-6:] == [
        WagerSettled("ann", 1, "tie", "equal", 500, 5000, 3000),
        WagerReturned("ann", 1, "primary", 1000, "uncovered"),
        CardsCollected(1, (parse_card("9h"),)),
        CardsCollected(0, (parse_card("9d"),)),
        RoundEnded(),
        StakeReturned("dee", 0),
    ]


@pytest.mark.clause("CA-BANK-4")
def test_a_lost_war_is_collected_as_far_as_the_cover_reaches() -> None:
    """The third printed example: 20.00 paid, 10.00 of a lost war's 40.00 taken."""
    game = banked(3000, "ann", "bob")
    game.bet("ann", primary=2000)
    game.bet("bob", primary=2000)
    game.deal("Kh 9h 9d")
    game.war("bob")
    game.deal("3h 4d")
    assert settled(game) == [
        ("ann", "primary", 2000, 2000),
        ("bob", "primary", -2000, -1000),
        ("bob", "war", -2000, 0),
    ]
    assert bankers_result(game) == -1000


@each_reading
@pytest.mark.clause("CA-BANK-4")
def test_what_is_collected_does_not_add_to_the_cover(reading: str) -> None:
    game = banked(2500, "ann", "bob", "cy", reading=reading)
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=2000)
    game.deal("5h 6h Kh 9d")
    assert settled(game) == [
        ("ann", "primary", -2000, -2000),
        ("bob", "primary", -2000, -500),
        ("cy", "primary", 2000, 0),
    ]
    assert bankers_result(game) == 2500


@pytest.mark.clause("CA-BANK-4")
def test_a_winner_keeps_the_stake_when_nothing_is_left_to_pay() -> None:
    game = banked(500, "ann", "bob")
    game.bet("ann", primary=1000)
    game.bet("bob", primary=1000)
    told = game.deal("Kh Qh 9d")
    assert WagerSettled("bob", 2, "primary", "higher", 1000, 1000, 0) in told
    assert settled(game) == [("ann", "primary", 1000, 500), ("bob", "primary", 1000, 0)]
    assert bankers_result(game) == -500


@each_reading
@pytest.mark.clause("CA-BANK-4")
def test_at_each_seat_primary_tie_and_then_the_backline_as_placed(reading: str) -> None:
    game = banked(10_000, "ann", "bob", reading=reading)
    game.bet("bob", primary=600, tie=700)
    game.bet("ann", primary=800, tie=900)
    game.bet("yan", primary=1000, tie=500, seat=1)
    game.bet("vic", primary=500, seat=2)
    game.bet("una", primary=1100, seat=1)
    game.deal("2h 3h 9d")
    assert settled(game) == [
        ("ann", "primary", -800, -800),
        ("ann", "tie", -900, -900),
        ("yan", "primary", -1000, -1000),
        ("yan", "tie", -500, -500),
        ("una", "primary", -1100, -1100),
        ("bob", "primary", -600, -600),
        ("bob", "tie", -700, -700),
        ("vic", "primary", -500, -500),
    ]


@pytest.mark.clause("CA-BANK-4")
def test_the_order_decides_who_is_covered() -> None:
    game = banked(2000, "ann", "bob")
    game.bet("bob", primary=600)
    game.bet("ann", primary=800, tie=900)
    game.bet("yan", primary=1000, seat=1)
    game.deal("2h Kh 9d")
    assert settled(game) == [
        ("ann", "primary", -800, -800),
        ("ann", "tie", -900, -900),
        ("yan", "primary", -1000, -300),
        ("bob", "primary", 600, 0),
    ]


@pytest.mark.clause("CA-BANK-4")
def test_tie_wagers_of_tie_hands_are_covered_in_the_first_pass() -> None:
    game = banked(10_000, "ann", "bob")
    game.bet("ann", primary=1000, tie=600)
    game.bet("bob", primary=1000)
    game.deal("9h Kh 9d")
    assert settled(game) == [("ann", "tie", 6000, 6000), ("bob", "primary", 1000, 1000)]
    game.surrender("ann")
    assert settled(game)[2:] == [("ann", "primary", -500, -500)]


@pytest.mark.clause("CA-BANK-4")
def test_surrenders_are_covered_before_wars() -> None:
    game = banked(1200, "ann", "bob", "cy")
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=1000)
    game.deal("9h 9s 9c 9d")
    game.war("ann")
    game.surrender("cy")
    assert settled(game) == []
    game.surrender("bob")
    assert settled(game) == [("bob", "primary", -500, -500), ("cy", "primary", -500, -500)]
    game.deal("Kh 4d")
    assert settled(game)[2:] == [("ann", "primary", 0, 0), ("ann", "war", 1000, 200)]
    assert bankers_result(game) == 800


@pytest.mark.clause("CA-BANK-4")
def test_a_war_takes_primary_war_and_war_tie_and_then_the_backline() -> None:
    game = banked(10_000, "ann", "bob")
    game.bet("ann", primary=1000)
    game.bet("bob", primary=500)
    game.bet("yan", primary=2000, seat=1)
    game.deal("9h 9s 9d")
    game.war("bob")
    game.war("yan", seat=1, tie=700)
    game.war("ann", tie=600)
    game.deal("2h Kh 4d")
    assert settled(game) == [
        ("ann", "primary", -1000, -1000),
        ("ann", "war", -1000, -1000),
        ("ann", "war_tie", -600, -600),
        ("yan", "primary", -2000, -2000),
        ("yan", "war", -2000, -2000),
        ("yan", "war_tie", -700, -700),
        ("bob", "primary", 0, 0),
        ("bob", "war", 500, 500),
    ]


@pytest.mark.clause("CA-BANK-4")
def test_a_war_reached_with_the_cover_spent_moves_no_money() -> None:
    game = banked(500, "ann", "bob")
    game.bet("ann", primary=1000)
    game.bet("bob", primary=1000)
    game.deal("9h 9s 9d")
    game.war("bob", tie=600)
    game.surrender("ann")
    game.deal("4h 4d")
    assert settled(game) == [
        ("ann", "primary", -500, -500),
        ("bob", "primary", 0, 0),
        ("bob", "war", 2000, 0),
        ("bob", "war_tie", 6000, 0),
    ]
    assert bankers_result(game) == 500


@each_reading
@pytest.mark.clause("CA-BANK-4")
def test_tie_hands_reached_with_no_cover_left_get_their_primaries_back(reading: str) -> None:
    game = banked(1000, "ann", "bob", "cy", reading=reading)
    game.bet("ann", primary=1000)
    game.bet("yan", primary=600, seat=1)
    game.bet("bob", primary=700, tie=500)
    game.bet("cy", primary=1000)
    game.bet("zoe", primary=800, tie=500, seat=1)
    game.deal("9h 9s 2c")
    game.deal("9d")
    assert settled(game) == [
        ("zoe", "tie", 5000, 1000),
        ("bob", "tie", 5000, 0),
        ("cy", "primary", -1000, 0),
    ]
    assert returned(game) == [
        ("ann", 1, "primary", 1000),
        ("yan", 1, "primary", 600),
        ("zoe", 1, "primary", 800),
        ("bob", 2, "primary", 700),
    ]
    assert {event.why for event in game.told(WagerReturned)} == {"uncovered"}
    assert game.told(RoundEnded) == [RoundEnded()]
    assert bankers_result(game) == -1000


@pytest.mark.clause("CA-BANK-4")
def test_the_least_cover_left_still_gives_the_choice() -> None:
    game = banked(1001, "ann", "bob")
    game.bet("ann", primary=1000)
    game.bet("bob", primary=1000)
    game.deal("2h 9s 9d")
    assert need(game.table) == ChoiceNeeded((Hand("bob", 2),), ("surrender", "war"))
    game.surrender("bob")
    assert settled(game)[1:] == [("bob", "primary", -500, -1)]


@pytest.mark.clause("CA-BANK-4", "CA-ROUND-5")
def test_primary_collected_takes_from_the_cover_when_war_is_declared() -> None:
    game = banked(3500, "ann", "bob", reading="primary-collected")
    game.bet("ann", primary=2000)
    game.bet("bob", primary=1000)
    game.deal("9h 9s 9d")
    game.war("ann")
    told = game.surrender("bob")
    assert [event for event in told if isinstance(event, WagerSettled)] == [
        WagerSettled("ann", 1, "primary", "war_declared", 2000, -2000, -2000),
        WagerSettled("bob", 2, "primary", "surrender", 1000, -500, -500),
    ]
    game.deal("Kh 4d")
    assert settled(game)[2:] == [("ann", "war", 2000, 1000)]
    assert bankers_result(game) == 1500


@pytest.mark.clause("CA-BANK-4")
def test_the_banker_neither_wins_nor_loses_more_than_the_stake() -> None:
    lost, won = banked(1000, "ann", "bob"), banked(1000, "ann", "bob")
    for game, cards in ((lost, "Kh Qh 9d"), (won, "2h 3h 9d")):
        game.bet("ann", primary=50_000, tie=50_000)
        game.bet("bob", primary=50_000, tie=50_000)
        game.deal(cards)
    assert (bankers_result(lost), bankers_result(won)) == (-1000, 1000)


@pytest.mark.clause("CA-BANK-4")
def test_a_voided_round_gives_back_the_stake_and_the_uncovered_only_once() -> None:
    game = banked(1000, "ann", "bob")
    game.bet("ann", primary=2000)
    game.bet("bob", primary=600)
    game.deal("2h 9s 9d")
    assert returned(game) == [("bob", 2, "primary", 600)]
    assert game.do(Rule("void", "a marked card"))[1:] == [
        WagerReversed("ann", 1, "primary", -1000, "dee")
    ]
    assert game.told(StakeReturned) == [StakeReturned("dee", 2000)]


@pytest.mark.clause("CA-BANK-4")
def test_no_choice_is_taken_from_a_hand_that_was_given_back() -> None:
    game = banked(1000, "ann", "bob")
    game.bet("ann", primary=2000)
    game.bet("bob", primary=600)
    game.deal("2h 9s 9d")
    for action in (GoToWar("bob", 2), Surrender("bob", 2)):
        game.refused(action, "no choice is due")
    assert game.told(WarDeclared) == []
