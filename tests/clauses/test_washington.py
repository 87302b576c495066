"""The clauses of washington: the house's card-room game."""

from fractions import Fraction

import pytest

from casinowar.cards import Card, parse_card
from casinowar.errors import RuleError, WrongEntry
from casinowar.game.actions import CloseBets, GoToWar, PlaceBet, Surrender, WithdrawBet
from casinowar.game.events import (
    BetPlaced,
    BetWithdrawn,
    CardDealt,
    CardsBurned,
    CardsCollected,
    Event,
    RoundEnded,
    WagerSettled,
)
from casinowar.game.needs import BetsNeeded, CardNeeded, ChoiceNeeded, Hand
from casinowar.record import begin
from casinowar.record.reader import open_again
from casinowar.rules.file import load_rules
from casinowar.rules.model import Limit
from casinowar.rules.options import resolve
from casinowar.rules.pay import parse_pay
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game, rules_of, tie_hand

READINGS = ("right-to-left", "left-to-right")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(card) for card in text.split())


@pytest.mark.clause("WA-1")
@pytest.mark.parametrize("reading", READINGS)
def test_players_play_against_the_dealer_alone_and_the_house_banks(reading: str) -> None:
    game = Game("washington", reading, seats=3)
    assert not game.rules.player_banked
    game.sit("ann", "bob", "cy")
    game.bet("ann", primary=1000)
    game.bet("bob", primary=2000)
    game.bet("cy", primary=4000)
    game.awaits(BetsNeeded())  # no banker, no stake
    game.deal("Kh 2d Ks 9c")
    assert sorted(game.results()) == [
        ("ann", 1, "primary", 1000),
        ("bob", 2, "primary", -2000),
        ("cy", 3, "primary", 4000),
    ]
    assert game.table.round is not None
    assert game.table.round.bank_result == -3000
    assert game.table.bank.player == ""


@pytest.mark.clause("WA-2")
def test_tie_wager_without_a_primary_is_refused() -> None:
    game = Game("washington", seats=2)
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.refused(PlaceBet("ann", 1, "tie", 500), "needs a primary wager beside it")
    game.bet("bob", primary=500)
    game.refused(PlaceBet("ann", 1, "tie", 500), "needs a primary wager beside it")
    game.bet("ann", primary=500, tie=700)
    assert game.told(BetPlaced)[-1] == BetPlaced("ann", 1, "tie", 700)


@pytest.mark.clause("WA-2")
def test_primary_wager_is_enough_and_nothing_is_dealt_without_one() -> None:
    game = Game("washington", seats=2)
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.refused(CloseBets(), "there is no bet yet", "waiting for bets")
    game.bet("bob", primary=500)
    game.deal("Kh 9c")
    assert game.results() == [("bob", 2, "primary", 500)]


@pytest.mark.clause("WA-2")
def test_primary_withdrawn_takes_its_tie_wager_with_it() -> None:
    game = Game("washington", seats=1)
    game.sit("ann")
    game.bet("ann", primary=500, tie=700)
    events = game.do(WithdrawBet("ann", 1, "primary"))
    assert events == [
        BetWithdrawn("ann", 1, "primary", 500),
        BetWithdrawn("ann", 1, "tie", 700),
    ]
    assert game.table.bets == ()


@pytest.mark.clause("WA-3")
@pytest.mark.parametrize("reading", READINGS)
def test_one_card_face_up_to_each_player_from_the_left_then_the_dealer(reading: str) -> None:
    game = Game("washington", reading, seats=4)
    game.sit("ann", "bob", "cy", "dee")
    for player in ("dee", "ann", "cy"):  # in any order; bob sits this one out
        game.bet(player, primary=500)
    game.close()
    game.awaits(CardNeeded("original", "player", 1))
    game.deal("Kh Qs 9d Ac")
    assert game.told(CardDealt) == [
        CardDealt("original", "player", 1, parse_card("Kh")),
        CardDealt("original", "player", 3, parse_card("Qs")),
        CardDealt("original", "player", 4, parse_card("9d")),
        CardDealt("original", "dealer", 0, parse_card("Ac")),
    ]
    assert not game.told(CardsBurned)


@pytest.mark.clause("WA-4")
@pytest.mark.clause("WA-4c-iii")
@pytest.mark.parametrize("reading, order", [(None, [3, 2, 1]), ("left-to-right", [1, 2, 3])])
def test_hands_are_resolved_from_the_right_or_in_the_other_reading_from_the_left(
    reading: str | None, order: list[int]
) -> None:
    game = Game("washington", reading, seats=3)
    game.sit("ann", "bob", "cy")
    for player in ("ann", "bob", "cy"):
        game.bet(player, primary=500, tie=500)
    game.deal("Kh 2d Qs 9c")
    assert [(seat, wager) for _, seat, wager, _ in game.results()] == [
        (seat, wager) for seat in order for wager in ("primary", "tie")
    ]
    assert [event.seat for event in game.told(CardsCollected)] == [*order, 0]


@pytest.mark.clause("WA-4")
@pytest.mark.clause("WA-4c-iii")
@pytest.mark.parametrize("reading, order", [(None, [3, 2, 1]), ("left-to-right", [1, 2, 3])])
def test_a_war_ends_before_the_dealer_looks_at_the_next_hand(
    reading: str | None, order: list[int]
) -> None:
    names = {1: "ann", 2: "bob", 3: "cy"}
    game = Game("washington", reading, seats=3)
    game.sit(*names.values())
    for player in names.values():
        game.bet(player, primary=500)
    game.deal("9h Ks 9d 9c")  # seats 1 and 3 tie, seat 2 wins
    first, last = order[0], order[-1]
    assert game.results() == []
    game.awaits(ChoiceNeeded((Hand(names[first], first),), ("surrender", "war")))
    game.refused(Surrender(names[last], last), f"is asked after {names[first]} at seat {first}")
    game.war(names[first])
    game.deal("Kh 2h")
    assert [(seat, wager) for _, seat, wager, _ in game.results()] == [
        (first, "primary"),
        (first, "war"),
        (2, "primary"),
    ]
    game.awaits(ChoiceNeeded((Hand(names[last], last),), ("surrender", "war")))
    game.surrender(names[last])
    assert game.results()[-1] == (names[last], last, "primary", -250)
    assert isinstance(game.events[-1], RoundEnded)


@pytest.mark.clause("WA-4a")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("own, dealer", [("A", "K"), ("T", "9"), ("3", "2"), ("A", "2")])
def test_higher_card_wins_even_money_and_the_tie_wager_loses(
    own: str, dealer: str, reading: str
) -> None:
    game = Game("washington", reading, seats=1)
    game.sit("ann")
    game.bet("ann", primary=500, tie=1500)
    game.deal(f"{own}h {dealer}h")
    assert game.told(WagerSettled) == [
        WagerSettled("ann", 1, "primary", "higher", 500, 500, 500),
        WagerSettled("ann", 1, "tie", "higher", 1500, -1500, -1500),
    ]
    game.awaits(BetsNeeded())


@pytest.mark.clause("WA-4b")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("own, dealer", [("K", "A"), ("9", "T"), ("2", "3"), ("2", "A")])
def test_lower_card_loses_the_primary_and_the_tie_wager_too(
    own: str, dealer: str, reading: str
) -> None:
    game = Game("washington", reading, seats=1)
    game.sit("ann")
    game.bet("ann", primary=500, tie=1500)
    game.deal(f"{own}h {dealer}h")
    assert game.told(WagerSettled) == [
        WagerSettled("ann", 1, "primary", "lower", 500, -500, -500),
        WagerSettled("ann", 1, "tie", "lower", 1500, -1500, -1500),
    ]
    game.awaits(BetsNeeded())


@pytest.mark.clause("WA-4c")
@pytest.mark.parametrize("reading", READINGS)
def test_tie_pays_ten_to_one_at_once_and_the_player_chooses(reading: str) -> None:
    game = tie_hand("washington", reading, primary=500, tie=700)
    assert game.results() == [("ann", 1, "tie", 7000)]
    game.awaits(ChoiceNeeded((Hand("ann", 1),), ("surrender", "war")))
    game.refused(GoToWar("bob", 1), "bob at seat 1 has no tie hand to decide")
    game.refused(Surrender("ann", 2), "ann at seat 2 has no tie hand to decide")
    game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open")


@pytest.mark.clause("WA-4c")
def test_tie_wager_is_paid_by_the_original_deal_alone() -> None:
    game = tie_hand("washington", primary=500, tie=700)
    game.war("ann")
    game.deal("Kh Kd")  # the war is tied too, and pays its own rate
    assert [result for result in game.results() if result[2] == "tie"] == [("ann", 1, "tie", 7000)]


def collected_and_paid(events: list[Event]) -> list[tuple[str, int]]:
    return [
        ("collect" if isinstance(event, CardsCollected) else event.wager, event.seat)
        for event in events
        if isinstance(event, CardsCollected | WagerSettled)
    ]


def three_hands(collect: str | None) -> Game:
    """A loser, a tie hand that goes to war, and a winner."""
    game = Game("washington", seats=3, collect=collect)
    game.sit("ann", "bob", "cy")
    game.bet("ann", primary=500)
    game.bet("bob", primary=700, tie=900)
    game.bet("cy", primary=1100)
    game.deal("2h 9d Ks 9c")
    game.war("bob")
    game.deal("Qh Js")
    return game


@pytest.mark.clause("WA-4c-iii")
@pytest.mark.parametrize("collect", [None, "pick and pay"])
def test_pick_and_pay_collects_each_hand_right_before_it_is_paid(collect: str | None) -> None:
    game = three_hands(collect)
    assert collected_and_paid(game.events) == [
        ("collect", 3),
        ("primary", 3),
        ("tie", 2),
        ("collect", 2),
        ("primary", 2),
        ("war", 2),
        ("collect", 1),
        ("primary", 1),
        ("collect", 0),
    ]
    assert CardsCollected(2, cards("9d Qh")) in game.events
    assert CardsCollected(0, cards("9c Js")) in game.events


@pytest.mark.clause("WA-4c-iii")
def test_lay_and_pay_settles_all_hands_and_then_collects_all_cards() -> None:
    game = three_hands("lay and pay")
    assert collected_and_paid(game.events) == [
        ("primary", 3),
        ("tie", 2),
        ("primary", 2),
        ("war", 2),
        ("primary", 1),
        ("collect", 1),
        ("collect", 2),
        ("collect", 3),
        ("collect", 0),
    ]


@pytest.mark.clause("WA-4c-iii")
def test_both_ways_to_collect_give_the_same_cards_and_the_same_money() -> None:
    picked, laid = three_hands("pick and pay"), three_hands("lay and pay")
    assert picked.results() == laid.results()
    assert sorted(map(repr, picked.events)) == sorted(map(repr, laid.events))
    with pytest.raises(RuleError, match="collect: by deal is not allowed; use pick and pay or lay"):
        Game("washington", collect="by deal")


@pytest.mark.clause("WA-LIM")
@pytest.mark.parametrize("reading", READINGS)
def test_operator_must_state_the_authorised_limit(reading: str) -> None:
    rules = rules_of("washington", reading)
    with pytest.raises(RuleError, match="state the authorised limit"):
        resolve(rules)
    assert resolve(rules, authorised=50_000).authorised == 50_000


@pytest.mark.clause("WA-LIM")
def test_table_limit_above_the_authorised_one_is_refused() -> None:
    rules, low = rules_of("washington"), Limit(500, 20_000)
    with pytest.raises(
        RuleError, match=r"primary limits: .* is above the authorised limit of 400\.00"
    ):
        resolve(rules, authorised=40_000)
    with pytest.raises(RuleError, match=r"primary limits: 201\.00 is above the .* 200\.00"):
        resolve(rules, authorised=20_000, primary=Limit(500, 20_100), tie=low)
    with pytest.raises(RuleError, match=r"tie limits: 201\.00 is above the .* 200\.00"):
        resolve(rules, authorised=20_000, primary=low, tie=Limit(500, 20_100))
    options = resolve(rules, authorised=20_000, primary=low)
    assert (options.primary, options.tie) == (low, low)


@pytest.mark.clause("WA-LIM")
def test_authorised_limit_binds_each_wager_singly() -> None:
    game = Game("washington", seats=2, authorised=20_000, primary=Limit(500, 20_000))
    game.sit("ann", "ann")  # both seats are hers
    for seat in (1, 2):
        game.bet("ann", primary=20_000, tie=20_000, seat=seat)
        game.refused(PlaceBet("ann", seat, "primary", 20_100), "the primary maximum is 200.00")
        game.refused(PlaceBet("ann", seat, "tie", 20_100), "the tie maximum is 200.00")
    game.deal("9h 9d 9c")
    game.war("ann", seat=2)  # twice the primary is in action now
    game.deal("Kh 2h")
    game.war("ann", seat=1)
    game.deal("Kd Ks")
    assert sum(net for *_, net in game.results()) == 2 * 200_000 + 20_000 + 40_000


@pytest.mark.clause("WA-LIM")
def test_nothing_above_the_authorised_limit_is_accepted_even_where_maxima_are_loose() -> None:
    rules = variant_rules("washington", {"limits.above": "accept whole"})
    game = Game(rules, seats=1, authorised=60_000)
    game.sit("ann")
    game.bet("ann", primary=60_000, tie=60_000)
    game.refused(PlaceBet("ann", 1, "primary", 60_100), "authorised limit is 600.00 a wager")
    game.refused(PlaceBet("ann", 1, "tie", 60_100), "authorised limit is 600.00 a wager")


@pytest.mark.clause("WA-PAY")
def test_printed_pays_are_those_of_the_pay_table_over_the_units_at_risk() -> None:
    file = load_rules("washington")
    printed = {p.says: p.figure for p in file.printed if p.measure is None}
    pays = file.rules().pays
    assert pays.surrender is not None
    assert pays.war_higher is not None
    assert pays.war_equal is not None
    risked = 2  # units: the primary and the war wager
    assert {says: parse_pay(figure) for says, figure in printed.items()} == {
        "beating the dealer": pays.higher.primary,
        "surrendering instead of going to war": pays.surrender.primary,
        "winning a war, against the two units at risk": won(pays.war_higher.war) / risked,
        "tying a war, against the two units at risk": won(pays.war_equal.war) / risked,
        "winning the tie wager": pays.equal.tie,
    }
    shares = {p.measure: (p.figure, p.basis) for p in file.printed if p.measure is not None}
    assert shares == {
        "primary.house_edge": ("2.33 %", "of the primary wager"),
        "tie.house_edge": ("18.65 %", "of the tie wager"),
    }
    assert file.rules().shoe.decks == (6,)


def won(pay: Fraction | None) -> Fraction:
    assert pay is not None
    return pay


@pytest.mark.clause("WA-LIM")
def test_a_practice_table_has_its_maximum_for_the_limit_and_says_so() -> None:
    rules = rules_of("washington")
    practice = resolve(rules, practice=True, primary=Limit(500, 20_000))
    assert practice.practice
    assert practice.authorised == 20_000
    assert not resolve(rules, authorised=50_000).practice
    with pytest.raises(RuleError, match="at a practice table it is the table's maximum"):
        resolve(rules, practice=True, authorised=60_000)


@pytest.mark.clause("WA-LIM")
def test_a_record_says_that_its_table_is_for_practice() -> None:
    rules = rules_of("washington")
    practice, real = (
        begin("t1", rules, options).entries[0].text
        for options in (resolve(rules, practice=True), resolve(rules, authorised=50_000))
    )
    assert open_again(rules, practice).table.options.practice
    assert not open_again(rules, real).table.options.practice
    assert "practice" not in real, "records of tables that are none stay as they were"
    with pytest.raises(WrongEntry):
        open_again(rules, practice.replace('"practice":1,', ""))
    with pytest.raises(WrongEntry):
        open_again(rules, real.replace('"prev"', '"practice":1,"prev"'))
