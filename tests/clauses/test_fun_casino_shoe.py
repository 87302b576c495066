"""The clauses of fun-casino on the shoe: cut, cut card, first burn, and cards drawn in error."""

from dataclasses import replace

import pytest

from casinowar.cards import Card, parse_card
from casinowar.errors import RuleError
from casinowar.fair import card_of, keys, transcript
from casinowar.fair.shoe import shuffle
from casinowar.fair.stream import Stream, word_stream
from casinowar.game.actions import (
    Burn,
    CutDeck,
    Deal,
    DiscloseCard,
    DrawExcess,
    NewShoe,
    PassCut,
    Pay,
    PlaceBet,
    PlaceCutCard,
    TimeOut,
)
from casinowar.game.events import (
    CardDealt,
    CardDisclosed,
    CardsBurned,
    CutCardPlaced,
    CutCardReached,
    CutPassed,
    DeckCut,
    ExcessDiscarded,
    ExcessDrawn,
    RoundEnded,
    RoundRuled,
    ShoeBrought,
)
from casinowar.game.needs import (
    BetsNeeded,
    BurnNeeded,
    CardNeeded,
    CutCardNeeded,
    CutNeeded,
    PaymentNeeded,
    ShoeNeeded,
)
from casinowar.record.steps import ServerReveal
from casinowar.rules.options import resolve
from casinowar.rules.soundness import most_seats
from tests.support.game.rulefiles import variant, variant_rules
from tests.support.game.table import Game, rules_of
from tests.support.record.dealt import Dealt

SHOE = 6 * 52


def seated(*players: str, **options: object) -> Game:
    game = Game("fun-casino", None, **options)
    game.sit(*players)
    return game


def hand_dealt(*players: str) -> Game:
    """A table with a dealer who can err, its shoe ready."""
    game = seated(*players, seats=len(players), hand_dealt=True)
    game.prepare_shoe()
    return game


@pytest.mark.clause("FC-3a")
def test_a_player_is_invited_to_cut_the_shuffled_pack() -> None:
    game = seated("ann", "bob")
    game.awaits(ShoeNeeded(1, "red"))
    assert game.do(NewShoe()) == [ShoeBrought(1, 1, "red", 6)]
    game.awaits(CutNeeded("ann", 1, 1, SHOE - 1))
    game.refused(CutDeck("bob", 100), "no cut by bob is awaited")
    game.refused(CutDeck("", 100), "no cut by the dealer is awaited")
    game.refused(PlaceCutCard(25), "no cut card is due")
    game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open")
    assert game.do(CutDeck("ann", 100)) == [DeckCut("ann", 1, 100)]


@pytest.mark.clause("FC-3a")
def test_the_cut_goes_round_the_table_from_shoe_to_shoe() -> None:
    game = seated("ann", "bob", "cy")
    cutters = []
    for _ in range(4):
        game.do(NewShoe())
        assert isinstance(game.need, CutNeeded)
        cutters.append(game.need.player)
        game.bet("ann", primary=500)
        game.run_down(20)  # one before the cut card
        game.deal("Kh 2d")
    assert cutters == ["ann", "bob", "cy", "ann"]


@pytest.mark.clause("FC-3a")
def test_who_is_asked_may_pass_and_the_dealer_cuts_when_nobody_did() -> None:
    game = seated("ann", "bob")
    game.do(NewShoe())
    game.refused(PassCut("bob"), "no cut by bob is awaited")
    assert game.do(PassCut("ann")) == [CutPassed("ann", "player")]
    game.awaits(CutNeeded("bob", 2, 1, SHOE - 1))
    assert game.do(TimeOut()) == [CutPassed("bob", "house")]
    game.awaits(CutNeeded("", 0, 1, SHOE - 1))
    game.refused(TimeOut(), "nobody's time can run out")
    assert game.do(CutDeck("", 7)) == [DeckCut("", 0, 7)]


@pytest.mark.clause("FC-3b")
def test_the_cut_has_cards_on_both_sides_and_loses_none_of_them() -> None:
    game = seated("ann")
    game.do(NewShoe())
    for place in (0, -1, SHOE, SHOE + 1, True):
        game.refused(CutDeck("ann", place), f"{place!r} is not a place to cut at")
    for place in (1, SHOE - 1):
        cut = seated("ann")
        cut.do(NewShoe())
        assert cut.do(CutDeck("ann", place)) == [DeckCut("ann", 1, place)]
        assert cut.table.shoe.left == SHOE


@pytest.mark.clause("FC-3b")
def test_cards_in_front_of_the_cut_go_to_the_rear_of_the_pack() -> None:
    game = Dealt("fun-casino", "ann")
    game.bring(game.commit(1, 290))
    game.play()
    shuffled = pack_of(game)
    order = [*shuffled[290:], *shuffled[:290]]
    assert len(game.gone) > 100, "the cards of the rear come to the front of the next"
    for card, due in zip(game.gone, order, strict=False):
        assert card in (None, due)


def pack_of(game: Dealt) -> list[Card]:
    """The cards as they were shuffled, before the cut."""
    reveal = game.deal()
    assert isinstance(reveal, ServerReveal)
    assert game.record.shoe is not None
    assert game.record.shoe.prepared is not None
    ceremony, seed = game.record.shoe.prepared.ceremony, bytes.fromhex(reveal.seed)
    said = transcript(ceremony.server, ceremony.first_cutter, ceremony.parts)
    stream = Stream(word_stream(keys(said, seed).shuffle))
    return [card_of(number) for number in shuffle(SHOE, stream)]


@pytest.mark.clause("FC-3c")
def test_cut_card_goes_into_the_last_thirty_but_leaves_enough_for_a_round() -> None:
    game = seated("ann")  # seven seats can need 19 cards
    game.do(NewShoe(), CutDeck("ann", 100))
    game.awaits(CutCardNeeded(19, 30))
    for behind in (18, 31, 0, -1, 311):
        game.refused(PlaceCutCard(behind), f"{behind} cards behind the cut card is not allowed")
    for behind in (19, 30):
        placed = seated("ann")
        placed.do(NewShoe(), CutDeck("ann", 100))
        assert placed.do(PlaceCutCard(behind)) == [CutCardPlaced(behind)]
        assert placed.table.shoe.behind == behind


@pytest.mark.clause("FC-3c")
@pytest.mark.parametrize("seats", range(1, 8))
def test_fewest_cards_behind_the_cut_card_are_what_a_round_can_need(seats: int) -> None:
    options = resolve(rules_of("fun-casino"), seats=seats)
    assert (options.behind_least, options.behind_most) == (2 * seats + 5, 30)


@pytest.mark.clause("FC-3c")
def test_longest_round_takes_what_lies_behind_the_cut_card_and_no_more() -> None:
    game = seated(*"abcdefg", seats=7)
    for player in "abcdefg":
        game.bet(player, primary=500)
    game.run_down(20)  # one card before the cut card, and 19 behind it
    game.deal("9h 9d 9s 9c 9h 9d 9s 9c")
    for player in "abcdefg":
        game.war(player)
    game.deal("5h 5d 5s 5c 5h 5d 5s 5c")
    assert isinstance(game.events[-1], RoundEnded)
    assert game.table.shoe.left == 1


@pytest.mark.clause("FC-3c")
def test_twelve_seats_are_the_most_that_thirty_cards_can_serve() -> None:
    rules = variant_rules("fun-casino", {"seats.most": 12, "seats.usual": 12})
    assert resolve(rules, seats=12).behind_least == 29
    assert most_seats(rules, 6) == 12
    crowded = replace(rules, seats=replace(rules.seats, most=13))
    with pytest.raises(RuleError, match="with 13 seats a round can need 31 cards, but at most 30"):
        resolve(crowded, seats=13)
    with pytest.raises(RuleError, match=r"shoe\.cut_card.* can need 29 cards"):
        variant("fun-casino", {"seats.most": 12, "seats.usual": 12, "shoe.cut_card": "28 cards"})


@pytest.mark.clause("FC-3d")
def test_first_card_of_each_shoe_goes_to_the_discards_unseen() -> None:
    game = seated("ann")
    for shoe in (1, 2):
        game.do(NewShoe(), CutDeck("ann", 100), PlaceCutCard(25))
        game.awaits(BurnNeeded(1, "first card"))
        game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open")
        game.refused(Deal(parse_card("Kh")), "no card is due")
        game.refused(Burn(2), "2 cards cannot be burned now")
        assert game.do(Burn()) == [CardsBurned(1, "first card")]
        assert game.table.shoe.left == SHOE - 1
        game.awaits(BetsNeeded())
        game.bet("ann", primary=500)
        game.run_down(26)
        game.deal("Kh 2d")
        assert game.table.rounds == shoe
    assert Game("fun-casino").table.options.first_burn
    with pytest.raises(RuleError, match="first_burn: these rules say yes"):
        Game("fun-casino", first_burn=False)


@pytest.mark.clause("FC-12")
def test_round_in_which_the_cut_card_comes_out_is_completed_then_the_cards_are_shuffled() -> None:
    game = seated("ann", "bob", seats=2)
    game.prepare_shoe(behind=25)
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    game.run_down(27)
    events = game.deal("9h Kd 9c")
    assert [type(e) for e in events].count(CutCardReached) == 1
    brought = CardDealt("original", "player", 2, parse_card("Kd"))
    assert events.index(CutCardReached(25)) == events.index(brought) + 1
    game.war("ann")
    game.deal("5h 4d")
    assert game.results() == [
        ("bob", 2, "primary", 500),
        ("ann", 1, "primary", 0),
        ("ann", 1, "war", 1000),
    ]
    assert isinstance(game.events[-1], RoundEnded)
    game.awaits(ShoeNeeded(1, "red"))
    game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open; waiting for a new shoe")
    game.prepare_shoe()
    assert game.table.shoe.number == 2
    game.awaits(BetsNeeded())


@pytest.mark.clause("FC-12")
def test_shoe_goes_on_while_a_card_lies_before_the_cut_card() -> None:
    game = seated("ann", seats=1)
    game.prepare_shoe(behind=25)
    game.bet("ann", primary=500)
    game.run_down(28)
    game.deal("Kh 2d")
    game.awaits(BetsNeeded())
    assert not game.told(CutCardReached)
    game.bet("ann", primary=500)
    game.deal("Kh")
    assert game.told(CutCardReached) == [CutCardReached(25)]


@pytest.mark.clause("FC-16")
def test_excess_card_is_the_next_card_whoever_it_is_for() -> None:
    game = hand_dealt("ann", "bob")
    game.bet("ann", primary=500)
    game.bet("bob", primary=500)
    game.deal("Kh")
    left = game.table.shoe.left
    assert game.do(DrawExcess()) == [ExcessDrawn("next card")]
    assert (game.table.shoe.left, game.table.shoe.excess) == (left - 1, 1)
    game.awaits(CardNeeded("original", "player", 2))
    game.deal("Qd")  # no other card leaves the shoe for it
    assert (game.table.shoe.left, game.table.shoe.excess) == (left - 1, 0)
    game.deal("9c")
    assert game.table.shoe.left == left - 2


@pytest.mark.clause("FC-16")
def test_excess_card_is_burned_when_a_burn_comes_next() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.deal("9h 9c")
    game.do(DrawExcess())
    game.war("ann")
    left = game.table.shoe.left
    game.do(Burn(3))
    assert (game.table.shoe.left, game.table.shoe.excess) == (left - 2, 0)


@pytest.mark.clause("FC-16")
def test_excess_card_waits_for_the_next_round() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.deal("Kh 9c")
    game.do(DrawExcess(), Pay())
    left = game.table.shoe.left
    game.bet("ann", primary=500)
    assert game.table.shoe.excess == 1
    game.deal("Qd")
    assert (game.table.shoe.left, game.table.shoe.excess) == (left, 0)


@pytest.mark.clause("FC-16")
def test_excess_card_goes_to_the_discards_with_the_old_shoe() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.run_down(game.table.shoe.behind + 3)
    game.deal("Kh 9c")
    events = game.do(DrawExcess())
    assert events == [ExcessDrawn("next card"), CutCardReached(game.table.shoe.behind)]
    game.do(Pay())
    game.awaits(ShoeNeeded(1, "red"))
    assert game.do(NewShoe()) == [ExcessDiscarded(1), ShoeBrought(2, 1, "red", 6)]
    assert game.table.shoe.excess == 0
    game.prepare_shoe()
    assert game.table.shoe.left == SHOE - 1


@pytest.mark.clause("FC-16")
@pytest.mark.clause("FC-17")
def test_only_a_dealer_can_err_and_only_with_a_shoe() -> None:
    game = seated("ann")
    game.prepare_shoe()
    game.refused(DrawExcess(), "this is possible only at a hand-dealt table")
    game.refused(DiscloseCard(parse_card("Kh")), "this is possible only at a hand-dealt table")
    by_hand = seated("ann", hand_dealt=True)
    for preparing in (NewShoe(), CutDeck("ann", 100)):
        by_hand.refused(DrawExcess(), "no card can leave the shoe now")
        by_hand.refused(DiscloseCard(parse_card("Kh")), "no card can leave the shoe now")
        by_hand.do(preparing)


@pytest.mark.clause("FC-16")
@pytest.mark.clause("FC-17")
def test_no_card_leaves_an_empty_shoe() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.deal("9h 9c")
    game.run_down(0)
    game.refused(DrawExcess(), "no card can leave the shoe now")
    game.refused(DiscloseCard(parse_card("Kh")), "no card can leave the shoe now")


@pytest.mark.clause("FC-17")
def test_disclosed_card_is_recorded_and_discarded_and_the_next_one_replaces_it() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.deal("Kh")
    left = game.table.shoe.left
    assert game.do(DiscloseCard(parse_card("2s"))) == [CardDisclosed(parse_card("2s"))]
    assert game.table.shoe.left == left - 1
    game.awaits(CardNeeded("original", "dealer", 0))
    game.deal("Ac")
    game.awaits(PaymentNeeded())
    game.do(Pay())
    assert game.results() == [("ann", 1, "primary", -500)]  # the two decided nothing


@pytest.mark.clause("FC-17")
@pytest.mark.clause("FC-16")
def test_excess_card_that_was_disclosed_is_not_used() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.close()
    game.do(DrawExcess())
    left = game.table.shoe.left
    game.do(DiscloseCard(parse_card("2s")))  # it was the one set aside
    assert (game.table.shoe.left, game.table.shoe.excess) == (left, 0)
    game.deal("Kh")
    assert game.table.shoe.left == left - 1


@pytest.mark.clause("FC-17")
def test_disclosed_card_has_left_the_shoe_for_good() -> None:
    game = hand_dealt("ann")
    for _ in range(6):
        game.do(DiscloseCard(parse_card("2s")))
    gone = "every 2s of the 6 decks has left this shoe already"
    game.refused(DiscloseCard(parse_card("2s")), gone)
    game.bet("ann", primary=500)
    game.refused(Deal(parse_card("2s")), gone)
    game.deal("2h")


@pytest.mark.clause("FC-17")
def test_rules_that_keep_a_disclosed_card_refuse_to_discard_it() -> None:
    rules = variant_rules("fun-casino", {"errors.disclosed": "next card"})
    game = Game(rules, hand_dealt=True)
    game.sit("ann")
    game.prepare_shoe()
    game.refused(DiscloseCard(parse_card("2s")), "is dealt as the next card")


@pytest.mark.clause("FC-16")
def test_rules_that_discard_an_excess_card_do_not_set_it_aside() -> None:
    game = Game(variant_rules("fun-casino", {"errors.excess": "discard"}), hand_dealt=True)
    game.sit("ann")
    game.prepare_shoe()
    assert game.do(DrawExcess()) == [ExcessDrawn("discard")]
    assert game.table.shoe.excess == 0


@pytest.mark.clause("FC-16")
@pytest.mark.clause("FC-17")
def test_last_card_of_the_shoe_drawn_in_excess_can_be_disclosed() -> None:
    game = hand_dealt("ann")
    game.bet("ann", primary=500)
    game.deal("9h")
    game.run_down(1)
    game.do(DrawExcess())
    events = game.do(DiscloseCard(parse_card("2s")))
    assert RoundRuled(1, "void", "the shoe ran out") in events
