"""What the project decides where the texts are silent: bets, limits, leaving, disputes."""

from typing import get_args

import pytest

from casinowar.cards import DECK, parse_card
from casinowar.game.actions import (
    CancelRound,
    ChangeDealer,
    CloseBets,
    Deal,
    Leave,
    NewShoe,
    PlaceBet,
    Role,
    Rule,
    Sit,
    WithdrawBet,
)
from casinowar.game.events import (
    BankGivenUp,
    BankOffered,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardDealt,
    CardsCollected,
    DealerChanged,
    LeavePlanned,
    RoundEnded,
    RoundRuled,
    SeatLeft,
    ShoeBrought,
    StakeReturned,
    WagerReturned,
    WagerSettled,
)
from casinowar.game.needs import BetsNeeded, CardNeeded, PlayersNeeded, ShoeNeeded
from casinowar.game.table import Actor, legal, need
from casinowar.rules.file import load_rules
from casinowar.rules.model import Limit, RoundRuling
from casinowar.rules.options import resolve
from tests.support.game.california import banked
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import NOON, Game, rules_of
from tests.support.game.tables import tied, with_bank

SHARED = ("fun-casino", "california")
INDIVIDUAL = ("washington", "south-dakota")
ROLES: tuple[Role, ...] = get_args(Role)
NINE = Deal(parse_card("9h"))


# ALL-13 and ALL-14: bets


@pytest.mark.parametrize("name", [*INDIVIDUAL, *SHARED])
@pytest.mark.clause("ALL-13")
def test_the_first_card_closes_the_bets_as_well(name: str) -> None:
    game = with_bank(name, "ann", "bob")
    game.bet("ann", primary=500)
    assert need(game.table) == BetsNeeded()
    assert game.do(NINE) == [
        BetsClosed(1, 0),
        CardDealt("original", "player", 1, parse_card("9h")),
    ]
    game.refused(PlaceBet("bob", 2, "primary", 500), "bets are not open")
    game.refused(WithdrawBet("ann", 1, "primary"), "bets are not open")


@pytest.mark.parametrize("name", [*INDIVIDUAL, *SHARED])
@pytest.mark.clause("ALL-13")
def test_no_more_bets_closes_them_before_the_first_card(name: str) -> None:
    game = with_bank(name, "ann", "bob")
    game.bet("ann", primary=500)
    assert game.do(CloseBets(NOON)) == [BetsClosed(1, NOON)]
    game.refused(PlaceBet("bob", 2, "primary", 500), "bets are not open")
    assert need(game.table) == CardNeeded("original", "player", 1)
    assert game.do(NINE) == [CardDealt("original", "player", 1, parse_card("9h"))]


@pytest.mark.parametrize("name", [*INDIVIDUAL, *SHARED])
@pytest.mark.clause("ALL-13")
def test_no_card_begins_a_round_without_a_bet(name: str) -> None:
    game = with_bank(name, "ann")
    game.refused(NINE, "there is no bet yet")
    game.refused(CloseBets(), "there is no bet yet")


@pytest.mark.clause("ALL-14")
def test_tie_wagers_have_the_limits_of_the_primary_unless_a_table_sets_its_own() -> None:
    rules, limit = rules_of("california"), Limit(1000, 2000)
    assert resolve(rules).tie == resolve(rules).primary == Limit(500, 50_000)
    assert resolve(rules, primary=limit).tie == limit
    assert resolve(rules, tie=limit).primary == Limit(500, 50_000)
    own = resolve(rules, primary=limit, tie=Limit(500, 500))
    assert (own.primary, own.tie) == (limit, Limit(500, 500))


@pytest.mark.clause("ALL-14")
def test_tie_limits_that_a_rule_file_sets_apart_stay_when_the_primary_changes() -> None:
    rules = variant_rules("california", {"limits.tie": "5.00 to 25.00"})
    assert resolve(rules, primary=Limit(1000, 2000)).tie == Limit(500, 2500)


# ALL-16: leaving


@pytest.mark.clause("ALL-16")
def test_nobody_leaves_a_seat_while_a_wager_is_on_it() -> None:
    game = with_bank("washington", "ann", "bob")
    game.bet("ann", primary=500)
    assert game.do(Leave("bob", 2)) == [SeatLeft("bob", 2)]
    assert game.do(Leave("ann", 1)) == [LeavePlanned("ann", 1)]
    game.refused(Leave("ann", 1), "ann is leaving already: seat 1 is free after this round")
    game.refused(Sit("cy", 1), "seat 1 is taken by ann")
    game.refused(PlaceBet("ann", 1, "primary", 600), "ann is leaving seat 1")
    told = game.deal("Kh 9d")
    assert told[-2:] == [RoundEnded(), SeatLeft("ann", 1)]
    assert game.results() == [("ann", 1, "primary", 500)]


@pytest.mark.clause("ALL-16")
def test_a_tie_hand_is_played_to_its_end_before_its_player_is_gone() -> None:
    game = tied("washington", "ann")
    assert game.do(Leave("ann", 1)) == [LeavePlanned("ann", 1)]
    game.war("ann")
    told = game.deal("Kh 4d")
    assert told[-1] == SeatLeft("ann", 1)


@pytest.mark.clause("ALL-16")
def test_whoever_takes_the_wager_back_can_go() -> None:
    game = with_bank("washington", "ann")
    game.bet("ann", primary=500)
    game.do(Leave("ann", 1))
    assert game.do(WithdrawBet("ann", 1, "primary")) == [
        BetWithdrawn("ann", 1, "primary", 500),
        SeatLeft("ann", 1),
    ]


@pytest.mark.clause("ALL-16")
def test_a_wager_is_taken_back_only_by_whom_it_belongs_to() -> None:
    game = with_bank("washington", "ann", "bob")
    game.bet("ann", primary=500)
    for player in ("bob", "zoe"):
        game.refused(WithdrawBet(player, 1, "primary"), f"{player} has no primary wager at seat 1")


@pytest.mark.clause("ALL-16")
def test_the_banker_of_a_round_with_wagers_stays_until_its_end() -> None:
    game = banked(5000, "ann", "bob")
    game.bet("ann", primary=500)
    assert game.do(Leave("dee", 3)) == [LeavePlanned("dee", 3)]
    game.deal("9h")
    assert game.table.seats[2] == "dee"
    told = game.deal("Kd")
    assert told[-5:] == [
        RoundEnded(),
        StakeReturned("dee", 5500),
        BankGivenUp("dee", 1, "left"),
        BankOffered("ann", 1),
        SeatLeft("dee", 3),
    ]


@pytest.mark.clause("ALL-16")
def test_a_player_who_sits_the_round_out_leaves_at_once() -> None:
    game = banked(5000, "ann", "bob")
    game.bet("ann", primary=500)
    game.deal("9h")
    assert game.do(Leave("bob", 2)) == [SeatLeft("bob", 2)]
    game.refused(Leave("bob", 2), "bob does not sit at seat 2")
    game.refused(Leave("bob", 1), "bob does not sit at seat 1")


# ALL-17 to ALL-21: ranks, amounts, orders


@pytest.mark.clause("ALL-17")
def test_the_ace_is_highest_where_the_text_ranks_no_cards() -> None:
    rules = rules_of("washington")
    assert "ALL-17" in load_rules("washington").cites("shoe.ranks")
    ranked = sorted(DECK, key=lambda card: rules.shoe.ranks.index(card.rank))
    assert (ranked[0].rank, ranked[-1].rank) == ("A", "2")
    assert rules.compare(parse_card("As"), parse_card("Kc")) == "higher"
    assert rules.compare(parse_card("2s"), parse_card("3c")) == "lower"
    assert all(rules.compare(card, parse_card(card.rank + "h")) == "equal" for card in DECK)


@pytest.mark.parametrize("name", ["washington", "california"])
@pytest.mark.clause("ALL-18")
def test_a_table_takes_five_to_five_hundred_and_refuses_the_rest(name: str) -> None:
    game = with_bank(name, "ann")
    game.refused(PlaceBet("ann", 1, "primary", 400), "the primary minimum is 5.00")
    game.refused(PlaceBet("ann", 1, "primary", 50_100), "the primary maximum is 500.00")
    for amount in (500, 50_000):
        assert BetPlaced("ann", 1, "primary", amount) in game.do(
            PlaceBet("ann", 1, "primary", amount)
        )


@pytest.mark.clause("ALL-18")
def test_amounts_that_the_text_leaves_open_are_five_to_five_hundred() -> None:
    assert rules_of("fun-casino").limits.primary == Limit(500, 50_000)
    south_dakota = rules_of("south-dakota").limits.primary
    assert south_dakota.amounts == (500, 1000, 2500, 10_000)
    limits = rules_of("online").limits
    assert (limits.below, limits.above) == ("refuse", "refuse")


@pytest.mark.parametrize("name", ["fun-casino", "south-dakota", "california"])
@pytest.mark.clause("ALL-19")
def test_what_the_text_does_not_bound_is_not_bounded(name: str) -> None:
    options = resolve(rules_of(name))
    assert (options.authorised, options.most_returned) == (None, None)
    game = with_bank(name, "ann")
    game.bet("ann", primary=500)
    game.do(CloseBets())
    game.refused(CancelRound(10**12), "these rules do not cancel a round that takes too long")


@pytest.mark.clause("ALL-19")
def test_a_table_without_a_bound_takes_whatever_its_operator_sets() -> None:
    game = Game("fun-casino", primary=Limit(100, 10**12))
    game.sit("ann")
    game.bet("ann", primary=10**12, tie=10**12)
    game.deal("9h 9d")
    assert game.results() == [("ann", 1, "tie", 10**13)]


@pytest.mark.parametrize("name", ["online", "california"])
@pytest.mark.clause("ALL-20")
def test_where_no_order_is_given_it_is_left_to_right_primary_tie_war_and_war_tie(
    name: str,
) -> None:
    game = with_bank(name, *(["ann"] if name == "online" else ["ann", "bob", "cy"]))
    names = {seat: game.table.seats[seat - 1] for seat in (1, 2, 3)}
    for seat in (3, 1, 2):
        game.bet(names[seat], primary=1000, tie=500, seat=seat)
    game.deal("9h 9s Kc 9d")
    for seat in (2, 1):
        game.war(names[seat], seat=seat, tie=1000)
    game.deal("4h 5h 4d")
    assert [event.seat for event in game.told(CardDealt)] == [1, 2, 3, 0, 1, 2, 0]
    assert [(seat, wager) for _, seat, wager, _ in game.results()] == [
        (1, "tie"),
        (2, "tie"),
        (3, "primary"),
        (3, "tie"),
        (1, "primary"),
        (1, "war"),
        (1, "war_tie"),
        (2, "primary"),
        (2, "war"),
        (2, "war_tie"),
    ]


@pytest.mark.clause("ALL-21")
def test_cards_are_picked_up_once_every_hand_is_settled() -> None:
    game = Game("online")
    game.sit("ann")
    for seat in (1, 2, 3):
        game.bet("ann", primary=1000, seat=seat)
    game.deal("9h 2h Kh 9d")
    assert game.told(CardsCollected) == []
    game.war("ann", seat=1)
    told = game.deal("Kd 4d")
    assert told[-5:] == [
        CardsCollected(1, (parse_card("9h"), parse_card("Kd"))),
        CardsCollected(2, (parse_card("2h"),)),
        CardsCollected(3, (parse_card("Kh"),)),
        CardsCollected(0, (parse_card("9d"), parse_card("4d"))),
        RoundEnded(),
    ]
    assert isinstance(told[-6], WagerSettled)


# ALL-22 and ALL-24: no more than is asked for, and who rules


@pytest.mark.parametrize("name", ["washington", "fun-casino", "south-dakota", "online"])
@pytest.mark.clause("ALL-22")
def test_there_is_one_batch_and_it_comes_again(name: str) -> None:
    game = Game(name)
    game.sit("ann")
    for shoe in (1, 2):
        assert need(game.table) == ShoeNeeded(1, "red")
        game.refused(NewShoe(2), "batch 2 is not the next batch")
        assert isinstance(brought := game.do(NewShoe(1))[0], ShoeBrought)
        assert (brought.shoe, brought.batch, brought.backs) == (shoe, 1, "red")
        game.prepare_shoe()
        if game.table.shoe.behind:  # else the shoe is changed after the round anyway
            game.run_down(left=game.table.shoe.behind + 1)
        game.bet("ann", primary=500)
        game.deal("2h 9d")


@pytest.mark.parametrize("name", ["washington", "fun-casino", "south-dakota"])
@pytest.mark.clause("ALL-22")
def test_a_new_dealer_burns_nothing(name: str) -> None:
    game = Game(name, hand_dealt=True)
    game.sit("ann")
    game.prepare_shoe()
    assert game.do(ChangeDealer("kim")) == [DealerChanged("kim")]
    assert need(game.table) == BetsNeeded()


@pytest.mark.parametrize("name", ["washington", "fun-casino", "south-dakota"])
@pytest.mark.clause("ALL-22")
def test_one_player_is_enough_and_only_seats_bet(name: str) -> None:
    game = Game(name)
    assert need(game.table) == PlayersNeeded(1)
    game.sit("ann")
    game.prepare_shoe()
    game.bet("ann", primary=500)
    game.refused(PlaceBet("zoe", 1, "primary", 500), "seat 1 is ann's")
    game.refused(PlaceBet("zoe", 2, "primary", 500), "nobody sits at seat 2")
    game.deal("2h 9d")
    assert game.results() == [("ann", 1, "primary", -500)]


@pytest.mark.parametrize("name", ["washington", "south-dakota", "california"])
@pytest.mark.clause("ALL-24")
def test_the_pit_boss_rules_that_a_round_stands_or_is_void(name: str) -> None:
    for ruling in get_args(RoundRuling):
        game = with_bank(name, "ann")
        game.refused(Rule("void", "no reason yet"), "there is no round to rule on")
        game.bet("ann", primary=500)
        game.close()
        for role in ROLES:
            actions = [offer.action for offer in legal(game.table, Actor(role, "ann"))]
            rulings = [action.ruling for action in actions if isinstance(action, Rule)]
            assert rulings == (["stands", "void"] if role == "pit boss" else [])
        told = game.do(Rule(ruling, "as seen"))
        assert told[0] == RoundRuled(1, ruling, "as seen")
        assert (WagerReturned("ann", 1, "primary", 500, "void") in told) == (ruling == "void")
        game.refused(Rule("void", "again"), "this round already has its final ruling")
