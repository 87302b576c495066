"""The clauses of fun-casino on limits that bend once, and on the pit boss's ruling."""

import pytest

from casinowar.cards import parse_card
from casinowar.game.actions import Deal, DiscloseCard, Leave, Pay, PlaceBet, Rule, Sit, WithdrawBet
from casinowar.game.events import (
    BetPlaced,
    BetWithdrawn,
    CutCardReached,
    Event,
    ExcessReturned,
    LimitsReminded,
    MinimumReminded,
    RoundRuled,
    SeatLeft,
    WagerReturned,
    WagerReversed,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BetsNeeded, PaymentNeeded, ShoeNeeded
from casinowar.game.table import Actor, Offer, legal
from casinowar.rules.model import Limit
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game, net_of, tie_hand

VOID, STANDS = Rule("void", "a camera failed"), Rule("stands", "seen on camera")


def ready(*players: str, **options: object) -> Game:
    game = Game("fun-casino", None, **options)
    game.sit(*players)
    game.prepare_shoe()
    return game


@pytest.mark.clause("FC-14")
def test_wager_below_the_minimum_is_honoured_once_with_a_reminder() -> None:
    game = ready("ann")
    assert game.do(PlaceBet("ann", 1, "primary", 400)) == [
        LimitsReminded("ann", 1, "primary", 500, 50_000),
        BetPlaced("ann", 1, "primary", 400),
    ]
    game.deal("Kh 9c")
    assert game.results() == [("ann", 1, "primary", 400)]
    game.prepare_shoe()
    game.refused(
        PlaceBet("ann", 1, "primary", 400),
        "a wager by ann below the minimum was honoured once; the primary minimum is 5.00",
    )
    assert game.do(PlaceBet("ann", 1, "primary", 500)) == [BetPlaced("ann", 1, "primary", 500)]


@pytest.mark.clause("FC-14")
@pytest.mark.parametrize("first, second", [("primary", "tie"), ("tie", "primary")])
def test_war_and_tie_bets_below_the_minimum_count_together(first: str, second: str) -> None:
    game = ready("ann")
    game.do(PlaceBet("ann", 1, first, 100))  # type: ignore[arg-type]
    game.refused(
        PlaceBet("ann", 1, second, 400),  # type: ignore[arg-type]
        f"can be honoured; the {second} minimum is 5.00",
    )
    game.do(PlaceBet("ann", 1, first, 200))  # type: ignore[arg-type]


@pytest.mark.clause("FC-14")
def test_honoured_wagers_are_counted_by_player_whatever_the_seat() -> None:
    game = ready("ann", "ann", "bob")
    game.do(PlaceBet("ann", 1, "primary", 400))
    game.refused(PlaceBet("ann", 2, "primary", 400), "only one of the two wagers by ann")
    assert LimitsReminded("bob", 3, "primary", 500, 50_000) in game.do(
        PlaceBet("bob", 3, "primary", 400)
    )


@pytest.mark.clause("FC-14")
def test_the_chance_is_used_up_when_a_card_is_dealt_and_leaving_does_not_reset_it() -> None:
    game = ready("ann", seats=2)
    game.do(PlaceBet("ann", 1, "primary", 400), WithdrawBet("ann", 1, "primary"))
    assert game.do(PlaceBet("ann", 1, "primary", 400)), "a wager that is withdrawn gives it back"
    game.do(VOID)
    assert not game.table.honoured, "and so does one that is voided"
    game.do(PlaceBet("ann", 1, "primary", 400))
    game.deal("Kh")
    assert "ann" in game.table.honoured
    game.do(VOID)
    assert not game.table.honoured, "even after its card"
    game.do(PlaceBet("ann", 1, "primary", 400))
    game.deal("Kh 9c")
    assert game.do(Leave("ann", 1)) == [SeatLeft("ann", 1)]
    game.do(Sit("ann", 2))
    game.refused(PlaceBet("ann", 2, "primary", 400), "honoured once")


@pytest.mark.clause("FC-14")
def test_by_default_the_chance_is_used_up_when_the_wager_is_placed() -> None:
    rules = variant_rules("fun-casino", {"limits.honoured": "when placed"})
    game = Game(rules, seats=1)
    game.sit("ann")
    game.prepare_shoe()
    assert game.do(PlaceBet("ann", 1, "primary", 400)) == [
        MinimumReminded("ann", 1, "primary", 500),
        BetPlaced("ann", 1, "primary", 400),
    ]
    game.do(WithdrawBet("ann", 1, "primary"))
    game.refused(PlaceBet("ann", 1, "primary", 400), "honoured once")


@pytest.mark.clause("FC-14", "FC-15")
def test_chips_count_within_the_limits_alone() -> None:
    game = ready("ann")
    assert game.do(PlaceBet("ann", 1, "primary", 60_050)) == [
        BetPlaced("ann", 1, "primary", 50_000),
        ExcessReturned("ann", 1, "primary", 10_050),
    ]
    assert BetPlaced("ann", 1, "primary", 250) in game.do(PlaceBet("ann", 1, "primary", 250))
    game.refused(PlaceBet("ann", 1, "primary", 650), "wagers are multiples of 1.00")
    game.deal("Kh 9c")
    assert game.results() == [("ann", 1, "primary", 250)]


@pytest.mark.clause("FC-14")
def test_refused_wager_leaves_the_one_on_the_felt_and_the_honour_of_others() -> None:
    game = ready("ann")
    game.do(PlaceBet("ann", 1, "primary", 500))
    game.refused(PlaceBet("ann", 1, "primary", 550), "wagers are multiples of 1.00")
    game.refused(PlaceBet("ann", 1, "primary", 0), "0 is not an amount")
    game.refused(PlaceBet("ann", 1, "primary", -100), "-100 is not an amount")
    assert game.table.honoured == ()
    game.do(PlaceBet("ann", 1, "primary", 400))  # to lower a bet is a wager below the minimum too
    game.refused(PlaceBet("ann", 1, "tie", 300), "only one of the two wagers by ann")
    assert game.table.bets[0].primary == 400


@pytest.mark.clause("FC-14")
def test_war_bet_of_an_honoured_wager_is_allowed() -> None:
    game = tie_hand("fun-casino", primary=300)
    assert game.war("ann") == [WarDeclared("ann", 1, 300, 0)]
    game.deal("Kh 2d")
    assert game.results() == [("ann", 1, "primary", 0), ("ann", 1, "war", 600)]


@pytest.mark.clause("FC-14")
def test_offers_tell_whether_a_wager_below_the_minimum_is_still_honoured() -> None:
    def least(game: Game) -> set[int]:
        offers = legal(game.table, Actor("player", "ann"))
        return {offer.least for offer in offers if isinstance(offer.action, PlaceBet)}

    game = ready("ann", seats=1)
    assert least(game) == {1}
    game.do(PlaceBet("ann", 1, "primary", 100))
    assert least(game) == {1, 500}, "another amount for the same wager, but no other wager"
    game.deal("Kh 9c")
    game.prepare_shoe()
    assert least(game) == {500}


@pytest.mark.clause("FC-15")
def test_wager_above_the_maximum_is_cut_and_the_excess_returned_at_once() -> None:
    game = ready("ann", primary=Limit(500, 10_000), tie=Limit(500, 2_000))
    assert game.do(PlaceBet("ann", 1, "primary", 12_300)) == [
        BetPlaced("ann", 1, "primary", 10_000),
        ExcessReturned("ann", 1, "primary", 2_300),
    ]
    assert game.do(PlaceBet("ann", 1, "tie", 2_100)) == [
        BetPlaced("ann", 1, "tie", 2_000),
        ExcessReturned("ann", 1, "tie", 100),
    ]
    assert game.do(PlaceBet("ann", 1, "tie", 2_000)) == [
        BetWithdrawn("ann", 1, "tie", 2_000),
        BetPlaced("ann", 1, "tie", 2_000),
    ]
    game.deal("Kh 9c")
    assert game.results() == [("ann", 1, "tie", -2_000), ("ann", 1, "primary", 10_000)]


@pytest.mark.clause("FC-15")
def test_second_bet_equals_the_cut_one() -> None:
    game = Game("fun-casino", seats=1, primary=Limit(500, 10_000))
    game.sit("ann")
    game.bet("ann", primary=99_900, tie=99_900)
    game.deal("9h 9c")
    assert game.war("ann") == [WarDeclared("ann", 1, 10_000, 0)]
    game.deal("Kh 2d")
    assert game.results() == [
        ("ann", 1, "tie", 100_000),
        ("ann", 1, "primary", 0),
        ("ann", 1, "war", 20_000),
    ]


@pytest.mark.clause("FC-15")
def test_every_bet_above_the_maximum_is_cut_not_only_the_first() -> None:
    game = ready("ann", seats=1)
    for _ in range(2):
        game.bet("ann", primary=60_000)
        assert game.told(ExcessReturned)[-1] == ExcessReturned("ann", 1, "primary", 10_000)
        game.deal("Kh 9c")
    assert game.results() == [("ann", 1, "primary", 50_000)] * 2


def money(events: list[Event]) -> list[Event]:
    return [e for e in events if isinstance(e, WagerReturned | WagerReversed | RoundRuled)]


@pytest.mark.clause("FC-18")
def test_void_before_the_deal_returns_every_wager() -> None:
    game = ready("ann", "bob")
    game.refused(VOID, "there is no round to rule on before the first bet")
    game.do(PlaceBet("ann", 1, "primary", 500), PlaceBet("ann", 1, "tie", 600))
    game.do(PlaceBet("bob", 2, "tie", 700))
    assert game.do(VOID) == [
        RoundRuled(1, "void", "a camera failed"),
        WagerReturned("ann", 1, "primary", 500, "void"),
        WagerReturned("ann", 1, "tie", 600, "void"),
        WagerReturned("bob", 2, "tie", 700, "void"),
    ]
    assert game.table.bets == ()
    game.awaits(BetsNeeded())


@pytest.mark.clause("FC-18")
def test_void_in_mid_round_reverses_what_was_settled_and_returns_the_rest() -> None:
    game = ready("ann", "bob", "cy")
    game.bet("ann", primary=500, tie=600)
    game.bet("bob", primary=700, tie=800)
    game.bet("cy", primary=900)
    game.deal("9h Kd 2s 9c")
    game.war("ann")
    game.deal("5h")
    assert game.do(VOID) == [
        RoundRuled(1, "void", "a camera failed"),
        WagerReversed("cy", 3, "primary", -900),
        WagerReversed("bob", 2, "primary", 700),
        WagerReversed("ann", 1, "tie", 6000),
        WagerReversed("bob", 2, "tie", -800),
        WagerReturned("ann", 1, "primary", 500, "void"),
        WagerReturned("ann", 1, "war", 500, "void"),
    ]
    assert [net_of(game.events, player) for player in ("ann", "bob", "cy")] == [0, 0, 0]
    game.awaits(BetsNeeded())


@pytest.mark.clause("FC-18")
def test_void_after_the_round_reverses_all_of_it_until_the_next_bet() -> None:
    game = tie_hand("fun-casino", primary=500, tie=600)
    game.war("ann")
    game.deal("Kh 2d")
    left = game.table.shoe.left
    assert money(game.do(VOID)) == [
        RoundRuled(1, "void", "a camera failed"),
        WagerReversed("ann", 1, "war", 1000),
        WagerReversed("ann", 1, "tie", 6000),
    ]  # the pushed first bet has nothing to reverse
    assert net_of(game.events, "ann") == 0
    assert game.table.shoe.left == left  # the cards stay discarded
    for card in ("9h", "9c", "Kh", "2d"):
        assert card in str(game.table.shoe.seen)


@pytest.mark.clause("FC-18")
def test_voided_cards_do_not_come_back_into_the_shoe() -> None:
    game = Game("fun-casino", seats=1)
    game.sit("ann")
    for _ in range(6):
        game.bet("ann", primary=500)
        game.deal("Kh")
        game.do(VOID)
    game.bet("ann", primary=500)
    game.refused(Deal(parse_card("Kh")), "every Kh of the 6 decks has left this shoe already")
    game.deal("Kd")


@pytest.mark.clause("FC-18")
def test_ruling_that_the_round_stands_changes_no_wager() -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    assert game.do(STANDS) == [RoundRuled(1, "stands", "seen on camera")]
    game.deal("Kh 9c")
    assert game.results() == [("ann", 1, "primary", 500)]


@pytest.mark.clause("FC-18")
@pytest.mark.parametrize("ruling", [STANDS, VOID])
@pytest.mark.parametrize("moment", ["betting", "dealing", "choice", "over"])
def test_ruling_is_final_until_the_first_bet_of_the_next_round(ruling: Rule, moment: str) -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    cards = {"betting": "", "dealing": "9h", "choice": "9h 9c", "over": "Kh 9c"}[moment]
    if cards:
        game.deal(cards)
    game.do(ruling)
    for other in (STANDS, VOID):
        game.refused(other, "this round already has its final ruling")
    rest = {"betting": "Kh 9c", "dealing": "8c", "choice": "", "over": ""}[moment]
    if ruling is STANDS and rest:
        game.deal(rest)
    elif ruling is STANDS and moment == "choice":
        game.surrender("ann")
    for other in (STANDS, VOID):
        game.refused(other, "this round already has its final ruling")
    game.bet("ann", primary=500)
    (ruled,) = game.do(STANDS)
    assert isinstance(ruled, RoundRuled)


@pytest.mark.clause("FC-18")
def test_ruling_before_the_deal_is_final_for_the_bets_that_follow_it() -> None:
    game = ready("ann", "bob")
    game.bet("ann", primary=500)
    game.do(STANDS)
    game.bet("bob", primary=500)  # of the same round
    game.refused(VOID, "this round already has its final ruling")


@pytest.mark.clause("FC-18")
def test_first_bet_of_the_next_round_puts_the_last_one_to_rest() -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    game.deal("Kh 9c")
    game.bet("ann", primary=700)
    assert game.do(VOID) == [
        RoundRuled(2, "void", "a camera failed"),
        WagerReturned("ann", 1, "primary", 700, "void"),
    ]
    assert net_of(game.events, "ann") == 500


@pytest.mark.clause("FC-18")
def test_refused_bet_does_not_put_the_last_round_to_rest() -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    game.deal("Kh 9c")
    game.refused(PlaceBet("ann", 1, "primary", 550), "multiples of 1.00")
    assert WagerReversed("ann", 1, "primary", 500) in game.do(VOID)


@pytest.mark.clause("FC-18")
def test_ruling_needs_a_reason_and_a_known_ruling() -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    game.refused(Rule("void", "  "), "a ruling needs a reason")
    game.refused(
        Rule("again", "why not"),  # type: ignore[arg-type]
        "'again' is not a ruling: use stands or void",
    )


@pytest.mark.clause("FC-18")
def test_only_the_pit_boss_is_offered_a_ruling() -> None:
    game = ready("ann", seats=1)
    assert legal(game.table, Actor("pit boss")) == ()
    game.bet("ann", primary=500)
    rulings = (Offer(Rule("stands", "as ruled")), Offer(Rule("void", "as ruled")))
    assert legal(game.table, Actor("pit boss"))[:2] == rulings
    assert legal(game.table, Actor("operator")) == ()
    for actor in (Actor("player", "ann"), Actor("dealer"), Actor("house")):
        offers = legal(game.table, actor)
        assert not [offer for offer in offers if isinstance(offer.action, Rule)]
    game.do(STANDS)
    assert legal(game.table, Actor("pit boss")) == ()


@pytest.mark.clause("FC-18")
def test_void_while_a_hand_dealt_payment_waits() -> None:
    game = ready("ann", seats=1, hand_dealt=True)
    game.bet("ann", primary=500)
    game.deal("Kh 9c")
    game.awaits(PaymentNeeded())
    assert game.do(VOID) == [
        RoundRuled(1, "void", "a camera failed"),
        WagerReturned("ann", 1, "primary", 500, "void"),
    ]
    game.refused(Pay(), "there is nothing to pay")
    assert game.told(WagerSettled) == []
    game.awaits(BetsNeeded())


@pytest.mark.clause("FC-18")
def test_seat_planned_to_be_left_is_free_after_a_void_round_and_a_used_shoe_is_changed() -> None:
    game = ready("ann", "bob", seats=2)
    game.bet("ann", primary=500)
    game.run_down(game.table.shoe.behind + 1)
    game.deal("9h")
    assert game.told(CutCardReached)
    game.do(Leave("ann", 1))
    assert SeatLeft("ann", 1) in game.do(VOID)
    game.awaits(ShoeNeeded(1, "red"))


@pytest.mark.clause("FC-18")
@pytest.mark.clause("FC-17")
def test_errors_that_empty_the_shoe_void_the_round() -> None:
    game = ready("ann", seats=1, hand_dealt=True)
    game.bet("ann", primary=500)
    game.deal("9h")
    game.run_down(1)
    events = game.do(DiscloseCard(parse_card("2s")))
    assert money(events) == [
        RoundRuled(1, "void", "the shoe ran out"),
        WagerReturned("ann", 1, "primary", 500, "void"),
    ]
    game.awaits(ShoeNeeded(1, "red"))


@pytest.mark.clause("FC-18")
def test_round_void_before_the_deal_keeps_its_number_for_itself() -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    game.do(VOID)
    game.bet("ann", primary=500)
    assert game.do(STANDS) == [RoundRuled(2, "stands", "seen on camera")]


@pytest.mark.clause("FC-18")
def test_ruling_is_final_though_the_only_bet_was_withdrawn_after_it() -> None:
    game = ready("ann", seats=1)
    game.bet("ann", primary=500)
    game.do(STANDS, WithdrawBet("ann", 1, "primary"))
    game.bet("ann", primary=500)
    game.refused(VOID, "this round already has its final ruling")
