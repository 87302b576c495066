"""What the project decides where the texts are silent: seats, wagers, wars, time, and leaving."""

from dataclasses import fields

import pytest

from casinowar.cards import parse_card
from casinowar.errors import RuleError
from casinowar.game.actions import (
    CancelRound,
    CloseBets,
    Deal,
    DeclineBank,
    GoToWar,
    NewShoe,
    PlaceBet,
    Sit,
    Surrender,
    TakeBank,
    TimeOut,
)
from casinowar.game.events import (
    BankDeclined,
    BankGivenUp,
    BankOffered,
    CardDealt,
    CutPassed,
    RoundEnded,
    Seated,
    Surrendered,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import ChoiceNeeded, Hand
from casinowar.game.table import Actor, legal, need
from casinowar.rules.options import resolve
from casinowar.rules.script import along
from tests.support.game.california import seated
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import NOON, Game, rules_of
from tests.support.game.tables import tied, with_bank

SHARED = ("fun-casino", "california")
TOGETHER = ("california",)
"""Shared wars in which all tie hands are asked at once."""
INDIVIDUAL = ("washington", "south-dakota")
NINE = Deal(parse_card("9h"))


def dealt_to(game: Game) -> list[int]:
    """The seats that got the cards, in order; 0 is the dealer."""
    return [event.seat for event in game.told(CardDealt)]


# ALL-1 to ALL-3: the seats


@pytest.mark.clause("ALL-1")
def test_seats_ascend_from_left_to_right() -> None:
    assert along({5, 2, 7, 1}, "left to right") == [1, 2, 5, 7]
    assert along({5, 2, 7, 1}, "right to left") == [7, 5, 2, 1]


@pytest.mark.parametrize("name", ["washington", "fun-casino", "south-dakota", "california"])
@pytest.mark.clause("ALL-1", "ALL-3")
def test_seat_one_gets_the_first_card_and_the_dealer_the_last(name: str) -> None:
    game = with_bank(name, "ann", "bob", "cy")
    for player in ("cy", "bob", "ann"):
        game.bet(player, primary=1000)
    game.deal("2h 3h 4h 9d")
    assert dealt_to(game) == [1, 2, 3, 0]


@pytest.mark.clause("ALL-1")
def test_clockwise_ascends_too() -> None:
    game = seated("ann", "bob", "cy")
    game.do(DeclineBank("ann"), DeclineBank("bob"))
    assert game.told(BankOffered) == [
        BankOffered("ann", 1),
        BankOffered("bob", 2),
        BankOffered("cy", 3),
    ]


@pytest.mark.parametrize("name", ["washington", "fun-casino", "south-dakota"])
@pytest.mark.clause("ALL-2")
def test_a_table_has_one_to_seven_seats_and_usually_seven(name: str) -> None:
    rules = rules_of(name)
    authorised = 50_000 if rules.limits.authorised == "stated" else None
    assert resolve(rules, authorised=authorised).seats == 7
    assert resolve(rules, authorised=authorised, seats=1).seats == 1
    for seats in (0, 8, -1):
        with pytest.raises(RuleError, match=f"seats: {seats} is not allowed; use 1 to 7"):
            resolve(rules, authorised=authorised, seats=seats)


@pytest.mark.clause("ALL-2")
def test_the_bank_takes_one_of_eight_seats_and_a_hand_counts_as_one() -> None:
    california, online = rules_of("california"), rules_of("online")
    assert california.betting_seats(resolve(california).seats) == 7
    assert online.betting_seats(resolve(online).seats) == 3
    game = Game("online")
    assert game.do(Sit("ann", 1)) == [Seated("ann", 1), Seated("ann", 2), Seated("ann", 3)]


@pytest.mark.parametrize("name", ["washington", "fun-casino", "south-dakota"])
@pytest.mark.clause("ALL-2")
def test_a_player_may_hold_several_seats(name: str) -> None:
    game = Game(name)
    game.do(Sit("ann", 2), Sit("ann", 5))
    game.bet("ann", primary=1000, seat=2)
    game.bet("ann", primary=500, seat=5)
    game.deal("Kh 2h 9d")
    assert sorted(game.results()) == [("ann", 2, "primary", 1000), ("ann", 5, "primary", -500)]


@pytest.mark.clause("ALL-2")
def test_a_player_holds_one_seat_where_players_bank() -> None:
    game = Game("california")
    game.do(Sit("ann", 2))
    game.refused(Sit("ann", 5), "one seat a player here")


@pytest.mark.clause("ALL-3")
def test_a_card_goes_to_every_seat_with_a_wager_and_to_no_other() -> None:
    game = with_bank("fun-casino", "ann", "bob", "cy", "eve")
    game.bet("ann", primary=500)
    game.bet("cy", tie=500)
    game.deal("2h 3h 9d")
    assert dealt_to(game) == [1, 3, 0]
    assert [event.card for event in game.told(CardDealt)] == [*map(parse_card, ("2h", "3h", "9d"))]


# ALL-4 to ALL-6: amounts


@pytest.mark.parametrize("primary, lost", [(500, 250), (501, 250), (503, 251), (599, 299)])
@pytest.mark.clause("ALL-4")
def test_of_an_odd_number_of_cents_the_player_loses_the_smaller_half(
    primary: int, lost: int
) -> None:
    game = Game(variant_rules("fun-casino", {"limits.unit": "0.01"}))
    game.sit("ann")
    game.bet("ann", primary=primary)
    game.deal("9h 9d")
    game.surrender("ann")
    assert game.results() == [("ann", 1, "primary", -lost)]


@pytest.mark.clause("ALL-4")
def test_a_rule_file_may_give_the_odd_cent_to_the_house() -> None:
    fields = {"limits.unit": "0.01", "pays.odd_cent": "house"}
    game = Game(variant_rules("fun-casino", fields))
    game.sit("ann")
    game.bet("ann", primary=501)
    game.deal("9h 9d")
    game.surrender("ann")
    assert game.results() == [("ann", 1, "primary", -251)]


@pytest.mark.parametrize("name", ["washington", "fun-casino", "online", "california"])
@pytest.mark.clause("ALL-4")
def test_wagers_are_multiples_of_one(name: str) -> None:
    game = with_bank(name, "ann")
    for amount in (550, 501, 599):
        game.refused(PlaceBet("ann", 1, "primary", amount), "wagers are multiples of 1.00")
    assert rules_of(name).limits.unit == 100
    assert rules_of("south-dakota").limits.unit == 100


@pytest.mark.parametrize("name", [*INDIVIDUAL, *SHARED, "online"])
@pytest.mark.clause("ALL-5")
def test_a_war_wager_is_the_primary_again_whatever_the_maximum(name: str) -> None:
    most = rules_of(name).limits.primary.most
    game = tied(name, "ann", primary=most)
    assert game.war("ann")[0] == WarDeclared("ann", 1, most, 0)
    game.deal("Kh 4d")
    assert ("ann", 1, "war", most * (2 if name == "fun-casino" else 1)) in game.results()


@pytest.mark.parametrize("name", [*INDIVIDUAL, *SHARED, "online"])
@pytest.mark.clause("ALL-6")
def test_there_is_no_war_for_less(name: str) -> None:
    """The action names no amount: a house that lacks chips for a war can only leave it out."""
    assert [field.name for field in fields(GoToWar)] == ["player", "seat", "tie"]
    game = tied(name, "ann", primary=1000)
    assert game.war("ann")[0] == WarDeclared("ann", 1, 1000, 0)


@pytest.mark.parametrize("name", [*INDIVIDUAL, *SHARED, "online"])
@pytest.mark.clause("ALL-6")
def test_a_hand_that_is_not_offered_war_keeps_surrender_and_its_time(name: str) -> None:
    """A house may leave war out of what it shows: surrender is an offer of its own beside it."""
    game = tied(name, "ann")
    offered = [offer.action for offer in legal(game.table, Actor("player", "ann"))]
    assert Surrender("ann", 1) in offered
    assert GoToWar("ann", 1) in offered, "as soon as chips are added war can be declared"
    game.surrender("ann")
    assert game.results() == [("ann", 1, "primary", -500)]


# ALL-7: the timing of wars


@pytest.mark.parametrize("name", INDIVIDUAL)
@pytest.mark.clause("ALL-7")
def test_an_individual_war_ends_before_the_next_seat_is_looked_at(name: str) -> None:
    game = tied(name, "ann", "bob", "cy")
    order = [("ann", 1), ("bob", 2), ("cy", 3)]
    if name == "washington":
        order.reverse()
    for done, (player, seat) in enumerate(order):
        assert need(game.table) == ChoiceNeeded((Hand(player, seat),), ("surrender", "war"))
        for other, place in order[done + 1 :]:
            why = f"{other} at seat {place} is asked after {player} at seat {seat}"
            game.refused(GoToWar(other, place), why)
        game.war(player)
        game.deal("Kh 4d")
        assert len(game.results()) == 2 * (done + 1)
    assert game.told(RoundEnded) == [RoundEnded()]


@pytest.mark.parametrize("name", TOGETHER)
@pytest.mark.clause("ALL-7")
def test_shared_wars_are_asked_at_once_and_take_effect_in_settlement_order(name: str) -> None:
    game = tied(name, "ann", "bob", "cy")
    hands = (Hand("ann", 1), Hand("bob", 2), Hand("cy", 3))
    assert need(game.table) == ChoiceNeeded(hands, ("surrender", "war"))
    assert game.surrender("cy") == [Surrendered("cy", 3, "player")]
    assert need(game.table) == ChoiceNeeded(hands[:2], ("surrender", "war"))
    assert WarDeclared("bob", 2, 1000, 0) in game.war("bob")
    game.refused(Surrender("bob", 2), "bob at seat 2 has no tie hand to decide")
    told = game.surrender("ann")
    assert told[0] == Surrendered("ann", 1, "player")
    assert [event for event in told if isinstance(event, WagerSettled)] == [
        WagerSettled("ann", 1, "primary", "surrender", 1000, -500, -500),
        WagerSettled("cy", 3, "primary", "surrender", 1000, -500, -500),
    ]
    game.deal("Kh 4d")
    assert game.results()[2:] == [
        ("bob", 2, "primary", 0),
        ("bob", 2, "war", 1000),
    ]


@pytest.mark.clause("ALL-7")
def test_hands_asked_in_turn_have_each_their_own_time() -> None:
    game = tied("fun-casino", "ann", "bob", "cy")
    game.war("ann")
    told = game.do(TimeOut())
    assert told[:2] == [
        Surrendered("bob", 2, "house"),
        WagerSettled("bob", 2, "primary", "surrender", 1000, -500, -500),
    ]
    assert need(game.table) == ChoiceNeeded((Hand("cy", 3),), ("surrender", "war"))


# ALL-8: time


@pytest.mark.parametrize("name", INDIVIDUAL)
@pytest.mark.clause("ALL-8")
def test_a_choice_not_made_in_time_is_surrender_by_the_house(name: str) -> None:
    game = tied(name, "ann", "bob")
    first = "bob" if name == "washington" else "ann"
    assert game.do(TimeOut())[0] == Surrendered(first, game.table.seats_of(first)[0], "house")
    assert [(player, net) for player, *_, net in game.results()] == [(first, -500)]
    game.do(TimeOut())
    assert len(game.results()) == 2


@pytest.mark.parametrize("name", TOGETHER)
@pytest.mark.clause("ALL-8")
def test_only_those_who_have_not_answered_run_out_of_time(name: str) -> None:
    game = tied(name, "ann", "bob", "cy")
    game.war("bob")
    told = game.do(TimeOut())
    assert told[:2] == [Surrendered("ann", 1, "house"), Surrendered("cy", 3, "house")]
    assert [(player, net) for player, *_, net in game.results()] == [("ann", -500), ("cy", -500)]
    game.deal("Kh 4d")
    assert ("bob", 2, "primary", 0) in game.results()


@pytest.mark.clause("ALL-8")
def test_an_offer_of_the_bank_a_stake_and_a_cut_run_out_of_time() -> None:
    game = Game("california")
    game.sit("ann", "bob")
    game.do(NewShoe(1))
    assert game.do(TimeOut()) == [CutPassed("ann", "house")]
    assert game.do(TimeOut()) == [CutPassed("bob", "house")]
    game.refused(TimeOut(), "nobody's time can run out", "a cut by the dealer")
    game.prepare_shoe()
    assert game.do(TimeOut()) == [BankDeclined("ann", "house"), BankOffered("bob", 2)]
    game.do(TakeBank("bob"))
    assert game.do(TimeOut()) == [BankGivenUp("bob", 0, "time"), BankOffered("ann", 1)]


@pytest.mark.clause("ALL-8")
def test_time_runs_out_for_nobody_who_is_not_awaited() -> None:
    game = Game("california")
    game.refused(TimeOut(), "nobody's time can run out", "at least 2 seated players")
    game.sit("ann", "dee")
    game.refused(TimeOut(), "nobody's time can run out", "a new shoe")
    game.bank("dee", 5000)
    game.refused(TimeOut(), "nobody's time can run out", "bets, then no more bets")
    game.bet("ann", primary=500)
    game.close()
    game.refused(TimeOut(), "a card for seat 1")
    game.deal("9h 9d")
    game.war("ann")
    game.refused(TimeOut(), "3 cards to burn")


@pytest.mark.clause("ALL-8")
def test_only_the_house_lets_time_run_out() -> None:
    game = tied("washington", "ann")
    actors = [Actor("player", "ann"), Actor("dealer"), Actor("pit boss"), Actor("operator")]
    for actor in actors:
        offered = [offer.action for offer in legal(game.table, actor)]
        assert TimeOut() not in offered
    assert TimeOut() in [offer.action for offer in legal(game.table, Actor("house"))]


@pytest.mark.clause("ALL-8")
def test_an_act_that_depends_on_time_carries_it_and_is_checked() -> None:
    game = Game("online")
    game.sit("ann")
    game.bet("ann", primary=500)
    game.refused(CloseBets(), "say when it begins")
    game.do(CloseBets(NOON))
    game.refused(CancelRound(NOON + 30 * 86_400), "more than 30 days")
    game.deal("9h 9d")
    game.refused(TimeOut(), "this game has no time limit for a choice")
    game.do(CancelRound(NOON + 30 * 86_400 + 1))
