"""California's table, clause by clause: places, backline, batches, bets, and the shoe."""

import pytest

from casinowar.cards import RANKS, parse_card
from casinowar.errors import RuleError
from casinowar.game.actions import CloseBets, GoToWar, Leave, NewShoe, PlaceBet, Sit, WithdrawBet
from casinowar.game.events import (
    BankMatched,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardDealt,
    Seated,
    ShoeBrought,
    WarDeclared,
)
from casinowar.game.needs import ChoiceNeeded, Hand, PlayersNeeded, ShoeNeeded
from casinowar.game.table import need
from casinowar.rules.model import Limit
from casinowar.rules.options import resolve
from tests.support.game.california import banked, each_reading
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game, rules_of

EIGHT = ("ann", "bob", "cy", "eve", "fay", "gus", "hal", "dee")


# CA-SEAT: places and the backline


@each_reading
@pytest.mark.clause("CA-SEAT-1")
def test_there_are_eight_places_the_bankers_included(reading: str) -> None:
    rules = rules_of("california", reading)
    assert resolve(rules).seats == 8
    for seats in (1, 9):
        with pytest.raises(RuleError, match=f"seats: {seats} is not allowed; use 2 to 8"):
            resolve(rules, seats=seats)
    game = Game(rules)
    game.sit(*EIGHT)
    game.refused(Sit("zoe", 9), "there is no seat 9 here: seats are 1 to 8")
    game.bank("dee", 100_000)
    for player in EIGHT[:-1]:
        game.bet(player, primary=500)
    game.deal("2h 3h 4h 5h 6h 7h 8h 9d")
    assert len(game.results()) == 7


@pytest.mark.clause("CA-SEAT-1")
def test_at_least_two_places_must_be_taken() -> None:
    game = Game("california")
    assert need(game.table) == PlayersNeeded(2)
    game.do(Sit("ann", 4))
    assert need(game.table) == PlayersNeeded(2)
    game.refused(NewShoe(), "no new shoe is due", "at least 2 seated players")
    game.do(Sit("bob", 2))
    assert need(game.table) == ShoeNeeded(1, "red")
    game.prepare_shoe()
    game.do(Leave("ann", 4))
    assert need(game.table) == PlayersNeeded(2)


@pytest.mark.clause("CA-SEAT-1")
def test_a_player_has_one_place() -> None:
    game = Game("california")
    game.do(Sit("ann", 4))
    game.refused(Sit("ann", 5), "ann has seat 4 already: one seat a player here")
    game.refused(Sit("bob", 4), "seat 4 is taken by ann")


@pytest.mark.clause("CA-SEAT-1")
def test_a_seated_player_may_sit_a_round_out() -> None:
    game = banked(5000, "ann", "bob")
    game.bet("bob", primary=500)
    told = game.deal("9h Kd")
    assert [event.seat for event in told if isinstance(event, CardDealt)] == [2, 0]
    assert game.table.seats[:3] == ("ann", "bob", "dee")


@pytest.mark.clause("CA-SEAT-2")
def test_people_without_a_place_bet_behind_one() -> None:
    game = banked(50_000, "ann", "bob")
    game.bet("ann", primary=500)
    assert game.do(
        PlaceBet("yan", 1, "primary", 1000),
        PlaceBet("yan", 1, "tie", 700),
        PlaceBet("zoe", 1, "primary", 600),
    ) == [
        BetPlaced("yan", 1, "primary", 1000),
        BetPlaced("yan", 1, "tie", 700),
        BetPlaced("zoe", 1, "primary", 600),
    ]
    told = game.deal("Kh 9d")
    assert [event.seat for event in told if isinstance(event, CardDealt)] == [1, 0]
    assert game.results() == [
        ("ann", 1, "primary", 500),
        ("yan", 1, "primary", 1000),
        ("yan", 1, "tie", -700),
        ("zoe", 1, "primary", 600),
    ]


@pytest.mark.clause("CA-SEAT-2")
def test_the_backline_is_only_for_people_without_a_place() -> None:
    game = banked(50_000, "ann", "bob")
    game.bet("ann", primary=500)
    game.refused(
        PlaceBet("bob", 1, "primary", 500), "backline betting is for people without a seat"
    )


@pytest.mark.clause("CA-SEAT-2")
def test_the_backline_needs_a_primary_of_the_seat_itself() -> None:
    game = banked(50_000, "ann", "bob")
    game.bet("ann", primary=500)
    for seat in (2, 5):
        game.refused(
            PlaceBet("yan", seat, "primary", 500),
            f"seat {seat} has no primary wager of its own",
        )
    game.refused(PlaceBet("yan", 3, "primary", 500), "seat 3 is the banker's")


@pytest.mark.clause("CA-SEAT-2")
def test_a_tie_wager_alone_carries_no_backline() -> None:
    game = Game(variant_rules("california", {"bets.tie": "alone too"}))
    game.sit("ann", "dee")
    game.bank("dee", 50_000)
    game.bet("ann", tie=500)
    game.refused(PlaceBet("yan", 1, "primary", 500), "seat 1 has no primary wager of its own")


@pytest.mark.clause("CA-SEAT-2")
def test_the_backline_goes_back_when_the_seat_withdraws_its_primary() -> None:
    game = banked(50_000, "ann", "bob")
    game.bet("ann", primary=500, tie=800)
    game.bet("bob", primary=500)
    game.bet("yan", primary=1000, tie=700, seat=1)
    game.bet("zoe", primary=600, seat=2)
    assert game.do(WithdrawBet("ann", 1, "tie")) == [BetWithdrawn("ann", 1, "tie", 800)]
    game.bet("ann", tie=800)
    assert game.do(WithdrawBet("ann", 1, "primary")) == [
        BetWithdrawn("ann", 1, "primary", 500),
        BetWithdrawn("ann", 1, "tie", 800),
        BetWithdrawn("yan", 1, "primary", 1000),
        BetWithdrawn("yan", 1, "tie", 700),
    ]
    assert [(bet.player, bet.seat) for bet in game.table.bets] == [("bob", 2), ("zoe", 2)]


@pytest.mark.clause("CA-SEAT-2")
def test_a_backline_bettor_withdraws_alone() -> None:
    game = banked(50_000, "ann")
    game.bet("ann", primary=500)
    game.bet("yan", primary=1000, tie=700, seat=1)
    assert game.do(WithdrawBet("yan", 1, "primary")) == [
        BetWithdrawn("yan", 1, "primary", 1000),
        BetWithdrawn("yan", 1, "tie", 700),
    ]
    assert [bet.player for bet in game.table.bets] == ["ann"]


@pytest.mark.clause("CA-SEAT-2")
def test_the_backline_keeps_to_the_limits_each_for_itself() -> None:
    game = banked(500_000, "ann")
    game.bet("ann", primary=50_000)
    game.refused(PlaceBet("yan", 1, "tie", 500), "needs a primary wager beside it")
    game.refused(PlaceBet("yan", 1, "primary", 400), "the primary minimum is 5.00")
    game.refused(PlaceBet("yan", 1, "primary", 50_100), "the primary maximum is 500.00")
    game.do(PlaceBet("yan", 1, "primary", 50_000), PlaceBet("zoe", 1, "primary", 50_000))


@pytest.mark.clause("CA-SEAT-2")
def test_each_on_a_seat_decides_alone_and_they_share_one_war_card() -> None:
    game = banked(50_000, "ann")
    game.bet("ann", primary=500)
    game.bet("yan", primary=1000, seat=1)
    game.bet("zoe", primary=600, seat=1)
    game.deal("9h 9d")
    hands = (Hand("ann", 1), Hand("yan", 1), Hand("zoe", 1))
    assert need(game.table) == ChoiceNeeded(hands, ("surrender", "war"))
    game.refused(GoToWar("vic", 1), "vic at seat 1 has no tie hand to decide")
    game.surrender("ann")
    game.war("zoe", seat=1)
    assert need(game.table) == ChoiceNeeded((Hand("yan", 1),), ("surrender", "war"))
    game.war("yan", seat=1, tie=700)
    told = game.deal("Kh 4d")
    assert [event for event in told if isinstance(event, CardDealt)] == [
        CardDealt("war", "player", 1, parse_card("Kh")),
        CardDealt("war", "dealer", 0, parse_card("4d")),
    ]
    assert game.results() == [
        ("ann", 1, "primary", -250),
        ("yan", 1, "primary", 0),
        ("yan", 1, "war", 1000),
        ("yan", 1, "war_tie", -700),
        ("zoe", 1, "primary", 0),
        ("zoe", 1, "war", 600),
    ]


@pytest.mark.clause("CA-SEAT-2")
def test_a_backline_bettor_takes_no_place_while_the_wager_is_in_play() -> None:
    game = banked(50_000, "ann")
    game.bet("ann", primary=500)
    game.bet("yan", primary=1000, seat=1)
    game.refused(Sit("yan", 5), "yan has backline wagers in play")
    game.deal("9h")
    game.refused(Sit("yan", 5), "yan has backline wagers in play")
    game.deal("Kd")
    assert game.do(Sit("yan", 5))[0] == Seated("yan", 5)


# CA-DECK: two batches


@each_reading
@pytest.mark.clause("CA-DECK-1")
def test_a_shoe_is_one_of_two_equal_batches_of_six_decks_or_more(reading: str) -> None:
    rules = rules_of("california", reading)
    assert resolve(rules).decks == 6
    assert (len(rules.shoe.backs), len(set(rules.shoe.backs))) == (2, 2)
    assert all(2 * decks >= 12 for decks in rules.shoe.decks)
    for decks in (1, 5, 13):
        with pytest.raises(RuleError, match=f"decks: {decks} is not allowed"):
            resolve(rules, decks=decks)
    game = Game(rules, decks=7)
    game.sit("ann", "bob")
    assert game.do(NewShoe(1)) == [ShoeBrought(1, 1, "red", 7)]
    assert game.table.shoe.left == 7 * 52


@pytest.mark.clause("CA-DECK-2")
def test_the_batches_take_turns_shoe_by_shoe() -> None:
    game = Game("california")
    game.sit("ann", "bob")
    for shoe, batch, backs, wrong in ((1, 1, "red", 2), (2, 2, "blue", 1), (3, 1, "red", 2)):
        assert need(game.table) == ShoeNeeded(batch, backs)
        game.refused(
            NewShoe(wrong),
            f"batch {wrong} is not the next batch",
            f"a new shoe, batch {batch} ({backs} backs)",
        )
        game.refused(NewShoe(3), "batch 3 is not the next batch")
        assert game.do(NewShoe(batch)) == [ShoeBrought(shoe, batch, backs, 6)]
        game.refused(NewShoe(wrong), "no new shoe is due")
        use_up(game)


def use_up(game: Game) -> None:
    """A round at the end of which the cut card is out."""
    game.prepare_shoe()
    game.run_down(left=game.table.shoe.behind + 1)
    if not game.table.bank.player:
        game.bank(game.table.bank.offers[0], 5000)
    else:
        game.bank(game.table.bank.player, 5000)
    player = "bob" if game.table.bank.player == "ann" else "ann"
    game.bet(player, primary=500)
    game.deal("2h 9d")


@pytest.mark.clause("CA-DECK-2")
def test_the_discards_of_the_old_batch_are_gone_with_it() -> None:
    game = Game("california")
    game.sit("ann", "bob")
    use_up(game)
    assert game.table.shoe.seen
    game.do(NewShoe(2))
    assert not game.table.shoe.seen
    assert (game.table.shoe.left, game.table.shoe.excess) == (312, 0)


@each_reading
@pytest.mark.clause("CA-RANK")
def test_cards_rank_from_ace_to_two_whatever_their_suits(reading: str) -> None:
    rules = rules_of("california", reading)
    assert rules.shoe.ranks == RANKS[::-1] == "AKQJT98765432"
    game = banked(50_000, *EIGHT[:7], reading=reading)
    for player in EIGHT[:7]:
        game.bet(player, primary=500)
    game.deal("As Kc Qh Jd Ts 9c 2h Th")
    assert [net for *_, net in game.results()] == [500, 500, 500, 500, -500, -500]
    assert need(game.table) == ChoiceNeeded((Hand("fay", 5),), ("surrender", "war"))


# CA-BET: wagers


@pytest.mark.clause("CA-BET-1")
def test_a_primary_is_required_and_a_tie_wager_optional_beside_it() -> None:
    game = banked(5000, "ann", "bob")
    game.refused(PlaceBet("ann", 1, "tie", 500), "a tie wager needs a primary wager beside it")
    game.refused(CloseBets(), "there is no bet yet")
    game.bet("ann", primary=500)
    game.bet("bob", primary=500, tie=700)
    game.close()
    bets = [(bet.player, bet.primary, bet.tie) for bet in game.table.bets_in_play()]
    assert bets == [("ann", 500, 0), ("bob", 500, 700)]


@pytest.mark.clause("CA-BET-1")
def test_the_tie_wager_has_a_circle_of_its_own() -> None:
    game = banked(5000, "ann")
    game.bet("ann", primary=500, tie=700)
    assert game.do(PlaceBet("ann", 1, "tie", 900)) == [
        BetWithdrawn("ann", 1, "tie", 700),
        BetPlaced("ann", 1, "tie", 900),
    ]
    assert game.do(PlaceBet("ann", 1, "primary", 600)) == [
        BetWithdrawn("ann", 1, "primary", 500),
        BetPlaced("ann", 1, "primary", 600),
    ]
    assert game.do(WithdrawBet("ann", 1, "tie")) == [BetWithdrawn("ann", 1, "tie", 900)]
    game.refused(WithdrawBet("ann", 1, "tie"), "ann has no tie wager at seat 1")


@pytest.mark.clause("CA-BET-2")
def test_wagers_keep_to_the_limits_of_the_table() -> None:
    game = Game("california", primary=Limit(1000, 20_000), tie=Limit(500, 2500))
    game.sit("ann", "dee")
    game.bank("dee", 100_000)
    game.refused(PlaceBet("ann", 1, "primary", 900), "the primary minimum is 10.00")
    game.refused(PlaceBet("ann", 1, "primary", 20_100), "the primary maximum is 200.00")
    game.refused(PlaceBet("ann", 1, "primary", 1050), "wagers are multiples of 1.00")
    game.do(PlaceBet("ann", 1, "primary", 1000), PlaceBet("ann", 1, "primary", 20_000))
    game.refused(PlaceBet("ann", 1, "tie", 400), "the tie minimum is 5.00")
    game.refused(PlaceBet("ann", 1, "tie", 2600), "the tie maximum is 25.00")
    game.do(PlaceBet("ann", 1, "tie", 500), PlaceBet("ann", 1, "tie", 2500))


@each_reading
@pytest.mark.clause("CA-BET-3")
def test_after_no_more_bets_nothing_is_made_raised_or_withdrawn(reading: str) -> None:
    game = banked(5000, "ann", "bob", reading=reading)
    game.bet("ann", primary=500, tie=700)
    assert game.do(CloseBets()) == [BetsClosed(1, 0)]
    for _ in range(2):
        game.refused(PlaceBet("bob", 2, "primary", 500), "bets are not open")
        game.refused(PlaceBet("ann", 1, "primary", 600), "bets are not open")
        game.refused(PlaceBet("ann", 1, "tie", 800), "bets are not open")
        game.refused(PlaceBet("yan", 1, "primary", 600), "bets are not open")
        game.refused(WithdrawBet("ann", 1, "primary"), "bets are not open")
        game.refused(WithdrawBet("ann", 1, "tie"), "bets are not open")
        game.refused(CloseBets(), "bets are not open")
        game.deal("9h")


@pytest.mark.clause("CA-BET-3")
def test_the_wagers_of_a_war_are_made_with_the_choice_and_not_afterwards() -> None:
    game = banked(50_000, "ann", "bob")
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    game.deal("9h 9s 9d")
    assert game.war("ann", tie=600) == [
        WarDeclared("ann", 1, 500, 600),
        BankMatched("ann", 1, 500),
    ]
    game.refused(GoToWar("ann", 1, 700), "ann at seat 1 has no tie hand to decide")
    game.refused(PlaceBet("ann", 1, "tie", 500), "bets are not open")


@each_reading
@pytest.mark.clause("CA-BET-4")
def test_a_tie_wager_on_the_war_has_any_amount_within_the_tie_limits(reading: str) -> None:
    game = Game("california", reading, tie=Limit(700, 2500))
    game.sit("ann", "dee")
    game.bank("dee", 100_000)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    for amount in (600, 2600, 100):
        game.refused(GoToWar("ann", 1, amount), "a war tie wager here is 7.00 to 25.00")
    game.refused(GoToWar("ann", 1, 750), "wagers are multiples of 1.00")
    game.refused(GoToWar("ann", 1, -700), "a war tie wager is a whole number of cents")
    assert WarDeclared("ann", 1, 1000, 2500) in game.war("ann", tie=2500)


@pytest.mark.parametrize("cards, net", [("4h 4d", 7000), ("Kh 4d", -700), ("3h 4d", -700)])
@each_reading
@pytest.mark.clause("CA-BET-4")
def test_a_tie_wager_on_the_war_is_settled_by_the_war(reading: str, cards: str, net: int) -> None:
    game = banked(100_000, "ann", reading=reading)
    game.bet("ann", primary=1000)
    game.deal("9h 9d")
    game.war("ann", tie=700)
    assert ("ann", 1, "war_tie", net) not in game.results()
    game.deal(cards)
    assert game.results()[-1] == ("ann", 1, "war_tie", net)
