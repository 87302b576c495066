"""The clauses of online on games that end otherwise: void, cancelled, or capped."""

import pytest

from casinowar.errors import RuleError
from casinowar.game.actions import CancelRound, CloseBets, PlaceBet, Rule, VoidRound
from casinowar.game.decided_wager import DecidedWager
from casinowar.game.events import (
    BetsClosed,
    RoundCancelled,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerSettled,
)
from casinowar.game.needs import BetsNeeded, ShoeNeeded
from casinowar.game.table import Actor, Offer, legal
from casinowar.rules.model import Limit
from casinowar.rules.options import resolve
from tests.support.game.rulefiles import variant, variant_rules
from tests.support.game.table import NOON, Game, net_of, rules_of, tie_hand

THIRTY_DAYS = 30 * 24 * 60 * 60
MALFUNCTION = Rule("void", "the display froze")


def tied_game(**options: object) -> Game:
    """Three hands of 100.00 with tie bets of 100.00, all of them tied."""
    game = Game("online", None, **options)
    game.sit("ann")
    for seat in (1, 2, 3):
        game.bet("ann", primary=10_000, tie=10_000, seat=seat)
    game.deal("9h 9d 9s 9c")
    return game


def largest_game(**options: object) -> Game:
    """Every bet at its maximum, every deal a tie."""
    game = tied_game(**options)
    for seat in (1, 2, 3):
        game.war("ann", seat=seat, tie=10_000)
    game.deal("5h 5d 5s 5c")
    return game


def returned(game: Game) -> int:
    return sum(event.stake + event.net for event in game.told(WagerSettled))


def undecided_game() -> Game:
    """Hand 1 has won, hand 2 has surrendered, hand 3 is tied and its war goes on."""
    game = Game("online")
    game.sit("ann")
    for seat, main in ((1, 500), (2, 700), (3, 900)):
        game.bet("ann", primary=main, tie=300, seat=seat)
    game.deal("Kh 9d 9s 9c")
    game.surrender("ann", seat=2)
    game.war("ann", seat=3, tie=900)
    return game


DECIDED = [
    ("ann", 1, "primary", 500),
    ("ann", 1, "tie", -300),
    ("ann", 2, "tie", 3000),
    ("ann", 3, "tie", 3000),
    ("ann", 2, "primary", -350),
]


@pytest.mark.clause("SG-14")
def test_malfunction_returns_every_wager_settled_ones_too() -> None:
    game = undecided_game()
    assert game.results() == DECIDED
    assert game.do(MALFUNCTION) == [
        RoundRuled(1, "void", "the display froze"),
        *(WagerReversed("ann", s, w, n) for _, s, w, n in reversed(DECIDED)),  # type: ignore[arg-type]
        WagerReturned("ann", 3, "primary", 900, "void"),
        WagerReturned("ann", 3, "war", 900, "void"),
        WagerReturned("ann", 3, "war_tie", 900, "void"),
    ]
    assert net_of(game.events, "ann") == 0
    game.awaits(ShoeNeeded(1, "red"))  # and the cards are not used again


@pytest.mark.clause("SG-14")
def test_malfunction_voids_a_game_that_is_over_until_the_next_is_begun() -> None:
    game = undecided_game()
    game.deal("Kh Kd")
    assert net_of(game.events, "ann") == 500 - 300 + 3000 + 3000 - 350 + 1800 + 9000
    game.do(MALFUNCTION)
    assert net_of(game.events, "ann") == 0
    game.refused(MALFUNCTION, "this round already has its final ruling")
    game.bet("ann", primary=500)
    game.deal("Kh 9c")
    game.prepare_shoe()
    game.do(PlaceBet("ann", 1, "primary", 500))
    game.do(MALFUNCTION)
    assert net_of(game.events, "ann") == 500  # the game before it stands


@pytest.mark.clause("SG-14")
def test_malfunction_is_declared_by_the_operator_with_a_reason() -> None:
    game = undecided_game()
    assert legal(game.table, Actor("operator")) == (Offer(Rule("void", "as ruled")),)
    assert legal(game.table, Actor("pit boss")) == ()
    game.refused(Rule("void", ""), "a ruling needs a reason")
    game.refused(Rule("stands", "it looked right"), "'stands' is not a ruling: use void")


WON = DecidedWager("ann", 1, "primary", 500, 500)
LOST = DecidedWager("ann", 2, "tie", 300, -300)


def third_game() -> Game:
    """Two games are over, and the third has its first bet."""
    game = Game("online")
    game.sit("ann")
    for _ in range(2):
        game.bet("ann", primary=500)
        game.deal("Kh 9c")
        game.prepare_shoe()
    game.bet("ann", primary=700)
    return game


@pytest.mark.clause("SG-14")
def test_malfunction_voids_any_earlier_game_and_leaves_the_present_one_alone() -> None:
    game = third_game()
    before = game.table
    assert game.do(VoidRound(1, "the display froze", (WON, LOST))) == [
        RoundRuled(1, "void", "the display froze"),
        WagerReversed("ann", 2, "tie", -300),
        WagerReversed("ann", 1, "primary", 500),
    ]
    assert game.table == before
    game.deal("Kh 9c")
    assert game.results()[-1] == ("ann", 1, "primary", 700)


@pytest.mark.clause("SG-14")
@pytest.mark.parametrize(
    "action, why",
    [
        (VoidRound(3, "froze", (WON,)), "3 is not the number of an earlier round"),
        (VoidRound(0, "froze", (WON,)), "0 is not the number of an earlier round"),
        (VoidRound(1, " ", (WON,)), "a ruling needs a reason"),
        (VoidRound(1, "froze", ()), "these are not the wagers of a round"),
        (VoidRound(1, "froze", (WON, WON)), "these are not the wagers of a round"),
        (VoidRound(1, "froze", (DecidedWager("ann", 4, "tie", 5, 5),)), "not the wagers"),
        (VoidRound(1, "froze", (DecidedWager("ann", 1, "tie", 5, -6),)), "not the wagers"),
        (VoidRound(1, "froze", (DecidedWager("", 1, "tie", 5, 5),)), "not the wagers"),
    ],
)
def test_what_is_no_ruling_on_an_earlier_game_is_refused(action: VoidRound, why: str) -> None:
    third_game().refused(action, why)


@pytest.mark.clause("SG-14")
def test_other_rules_void_no_earlier_round() -> None:
    game = Game("fun-casino")
    game.sit("ann")
    for _ in range(2):
        game.bet("ann", primary=500)
        game.deal("Kh 9c")
        game.prepare_shoe()
    action = VoidRound(1, "froze", (WON,))
    game.refused(action, "these rules do not let an earlier round be voided")
    for changes, why in (
        ({"disputes.rulings": ["stands"]}, "'any round' needs 'void' among the rulings"),
        ({"bank.held_by": "player"}, "'any round' needs the house as the bank"),
    ):
        with pytest.raises(RuleError, match=why):
            variant("online", changes)


@pytest.mark.clause("SG-15")
def test_game_of_more_than_thirty_days_is_cancelled_and_not_one_of_thirty() -> None:
    game = tie_hand("online", primary=700)
    for seconds in (0, 1, THIRTY_DAYS - 1, THIRTY_DAYS):
        game.refused(CancelRound(NOON + seconds), "only after more than 30 days")
    assert game.do(CancelRound(NOON + THIRTY_DAYS + 1)) == [
        RoundCancelled(1, NOON + THIRTY_DAYS + 1),
        WagerReturned("ann", 1, "primary", 700, "cancelled"),
    ]


@pytest.mark.clause("SG-15")
def test_cancelled_game_returns_what_is_undecided_and_lets_the_rest_stand() -> None:
    game = undecided_game()
    assert game.do(CancelRound(NOON + THIRTY_DAYS + 1))[1:] == [
        WagerReturned("ann", 3, "primary", 900, "cancelled"),
        WagerReturned("ann", 3, "war", 900, "cancelled"),
        WagerReturned("ann", 3, "war_tie", 900, "cancelled"),
    ]
    assert game.results() == DECIDED
    assert game.told(WagerReversed) == []


@pytest.mark.clause("SG-15")
def test_after_a_cancelled_game_another_can_be_played() -> None:
    game = tie_hand("online", primary=700)
    late = NOON + THIRTY_DAYS + 1
    game.do(CancelRound(late))
    game.refused(CancelRound(late), "no round is in progress")
    game.bet("ann", primary=500)
    game.close(late)
    game.refused(CancelRound(late + THIRTY_DAYS), "more than 30 days")  # days count anew
    game.deal("Kh 9c")
    assert game.results() == [("ann", 1, "primary", 500)]


@pytest.mark.clause("SG-15")
def test_time_of_a_game_is_told_when_it_begins_and_is_a_whole_number() -> None:
    game = Game("online")
    game.sit("ann")
    game.bet("ann", primary=500)
    for at in (0, -1, True, 1.5):
        game.refused(CloseBets(at), "bets, then no more bets")  # type: ignore[arg-type]
    game.refused(CancelRound(NOON), "no round is in progress")
    assert game.do(CloseBets(NOON)) == [BetsClosed(1, NOON)]
    game.refused(CancelRound(NOON + 1e9), "more than 30 days")  # type: ignore[arg-type]


@pytest.mark.clause("SG-15")
def test_house_is_offered_the_cancellation_from_its_first_second() -> None:
    game = tie_hand("online", primary=700)
    (offer,) = legal(game.table, Actor("house"))
    assert offer.action == CancelRound(NOON + THIRTY_DAYS + 1)
    assert offer.least == NOON + THIRTY_DAYS + 1


@pytest.mark.clause("SG-15")
def test_cancelled_game_can_still_be_void_and_returns_nothing_twice() -> None:
    game = undecided_game()
    game.do(CancelRound(NOON + THIRTY_DAYS + 1))
    events = game.do(MALFUNCTION)
    assert not [e for e in events if isinstance(e, WagerReturned)]
    assert net_of(game.events, "ann") == 0


@pytest.mark.clause("SG-16")
def test_largest_game_returns_exactly_7800() -> None:
    game = largest_game()
    assert game.table.options.most_returned == 780_000
    assert returned(game) == 780_000
    assert all(event.net == event.due for event in game.told(WagerSettled))
    uncapped = Game(variant_rules("online", {"limits.most_returned": "none"}))
    assert uncapped.table.options.most_returned is None


@pytest.mark.clause("SG-16")
def test_cap_holds_for_the_whole_game_and_its_gross_return() -> None:
    pays = {"pays.war_equal.war_tie": "11 to 1"}  # one that can reach beyond the cap
    game = Game(variant_rules("online", pays))
    game.sit("ann")
    for seat in (1, 2, 3):
        game.bet("ann", primary=10_000, tie=10_000, seat=seat)
    game.deal("9h 9d 9s 9c")
    for seat in (1, 2, 3):
        game.war("ann", seat=seat, tie=10_000)
    game.deal("5h 5d 5s 5c")
    assert returned(game) == 780_000
    last = game.told(WagerSettled)[-1]
    assert (last.wager, last.seat, last.due, last.net) == ("war_tie", 3, 110_000, 80_000)


@pytest.mark.clause("SG-16")
@pytest.mark.parametrize("cap", [779_900, 700_000, 660_000, 500_000, 120_000])
def test_lower_cap_cuts_the_last_settled_wager_first_and_says_so(cap: int) -> None:
    game = largest_game(most_returned=cap)
    assert returned(game) == cap
    left = cap
    for event in game.told(WagerSettled):
        full = event.stake + event.due
        assert event.stake + event.net == min(full, left)
        left -= min(full, left)
    cut = [event for event in game.told(WagerSettled) if event.net != event.due]
    assert cut  # what is due is told beside what is paid
    assert cut == game.told(WagerSettled)[-len(cut) :]


@pytest.mark.clause("SG-16")
def test_cut_of_a_hundred_units_falls_on_the_last_tie_bet_alone() -> None:
    game = largest_game(most_returned=770_000)
    cut = [event for event in game.told(WagerSettled) if event.net != event.due]
    assert cut == [WagerSettled("ann", 3, "war_tie", "war_equal", 10_000, 100_000, 90_000)]


@pytest.mark.clause("SG-16")
def test_cap_counts_anew_for_each_game() -> None:
    game = largest_game(most_returned=120_000)
    assert returned(game) == 120_000
    game.bet("ann", primary=10_000)
    game.deal("Kh 9c")
    assert game.results()[-1] == ("ann", 1, "primary", 10_000)


@pytest.mark.clause("SG-16")
def test_cap_below_the_most_a_game_can_stake_is_refused() -> None:
    rules = rules_of("online")
    with pytest.raises(RuleError, match=r"1,199\.99 is less than the 1,200\.00 a round can stake"):
        resolve(rules, most_returned=119_999)
    assert resolve(rules, most_returned=120_000).most_returned == 120_000
    # fewer hands and lower limits stake less
    assert resolve(rules, seats=1, most_returned=40_000).most_returned == 40_000
    low = resolve(rules, primary=Limit(100, 1_000), most_returned=12_000)
    assert low.most_returned == 12_000
    with pytest.raises(RuleError, match=r"less than the 120\.00 a round can stake"):
        resolve(rules, primary=Limit(100, 1_000), most_returned=11_999)


@pytest.mark.clause("SG-16")
def test_cap_above_the_rules_or_where_the_rules_have_none_is_refused() -> None:
    with pytest.raises(RuleError, match=r"most_returned: at most 7,800\.00, not 7,800\.01"):
        resolve(rules_of("online"), most_returned=780_001)
    assert resolve(rules_of("online"), most_returned=780_000).most_returned == 780_000
    with pytest.raises(RuleError, match="these rules set no limit on what a round returns"):
        resolve(rules_of("fun-casino"), most_returned=780_000)
    with pytest.raises(RuleError, match=r"limits\.most_returned: .* 1,200\.00"):
        variant("online", {"limits.most_returned": "1,199.99"})


@pytest.mark.clause("SG-16")
def test_capped_wager_is_reversed_by_what_was_paid() -> None:
    game = largest_game(most_returned=500_000)
    assert net_of(game.events, "ann") == 500_000 - 120_000
    game.do(MALFUNCTION)
    assert net_of(game.events, "ann") == 0
    game.prepare_shoe()
    game.awaits(BetsNeeded())
