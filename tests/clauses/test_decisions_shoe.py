"""What the project decides where the texts are silent: the cut, the cut card, burns, errors."""

import pytest

from casinowar.cards import parse_card
from casinowar.errors import RuleError
from casinowar.game.actions import (
    Burn,
    ChangeDealer,
    CutDeck,
    Deal,
    DiscloseCard,
    DrawExcess,
    Leave,
    NewShoe,
    PassCut,
    Pay,
    PlaceCutCard,
    Rule,
    Sit,
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
    ExcessDrawn,
    RoundEnded,
    RoundRuled,
    SeatLeft,
    StakeReturned,
    WagerReturned,
    WagerReversed,
)
from casinowar.game.needs import (
    BetsNeeded,
    BurnNeeded,
    CutCardNeeded,
    CutNeeded,
    PaymentNeeded,
    ShoeNeeded,
    StakeNeeded,
)
from casinowar.game.table import need
from casinowar.rules.options import resolve
from tests.support.game.california import banked
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import Game, rules_of

CARD = Deal(parse_card("2c"))


def at_the_cut(*players: str, name: str = "washington") -> Game:
    """These players at the seats 1, 2, 3 …, and an uncut pack."""
    game = Game(name)
    game.sit(*players)
    game.do(NewShoe(1))
    return game


def next_shoe(game: Game) -> None:
    """Finish the preparation, use the shoe up, and bring the next."""
    game.prepare_shoe()
    game.run_down(left=game.table.shoe.behind + 1)
    player = next(holder for holder in game.table.seats if holder)
    game.bet(player, primary=500)
    game.deal("2h 9d")
    game.do(NewShoe(1))


# ALL-9: the cut


@pytest.mark.clause("ALL-9")
def test_the_cut_goes_round_from_the_seat_after_the_last_cutter() -> None:
    game = at_the_cut("ann", "bob", "cy")
    assert need(game.table) == CutNeeded("ann", 1, 1, 311)
    assert game.do(PassCut("ann")) == [CutPassed("ann", "player")]
    assert game.do(CutDeck("bob", 100)) == [DeckCut("bob", 2, 100)]
    next_shoe(game)
    for player, seat in (("cy", 3), ("ann", 1), ("bob", 2)):
        assert need(game.table) == CutNeeded(player, seat, 1, 311)
        game.do(PassCut(player))


@pytest.mark.clause("ALL-9")
def test_the_dealer_cuts_when_nobody_will() -> None:
    game = at_the_cut("ann", "bob")
    game.refused(CutDeck("", 100), "no cut by the dealer is awaited")
    game.do(PassCut("ann"), TimeOut())
    assert need(game.table) == CutNeeded("", 0, 1, 311)
    game.refused(PassCut(""), "awaited")
    game.refused(CutDeck("ann", 100), "no cut by ann is awaited", "a cut by the dealer")
    assert game.do(CutDeck("", 100)) == [DeckCut("", 0, 100)]
    next_shoe(game)
    assert need(game.table) == CutNeeded("ann", 1, 1, 311), "nobody has cut before her"


@pytest.mark.clause("ALL-9")
def test_a_cut_by_the_dealer_does_not_move_the_turn() -> None:
    game = at_the_cut("ann", "bob", "cy")
    game.do(CutDeck("ann", 100))
    next_shoe(game)
    game.do(PassCut("bob"), PassCut("cy"), PassCut("ann"), CutDeck("", 100))
    next_shoe(game)
    assert need(game.table) == CutNeeded("bob", 2, 1, 311)


@pytest.mark.clause("ALL-9")
def test_a_player_with_several_seats_is_asked_once() -> None:
    game = Game("washington")
    game.do(Sit("ann", 2), Sit("bob", 4), Sit("ann", 6), NewShoe(1))
    game.do(PassCut("ann"), PassCut("bob"))
    assert need(game.table) == CutNeeded("", 0, 1, 311)


@pytest.mark.clause("ALL-9")
def test_whoever_leaves_is_not_asked_any_more() -> None:
    game = at_the_cut("ann", "bob", "cy")
    assert game.do(Leave("ann", 1), Leave("bob", 2)) == [SeatLeft("ann", 1), SeatLeft("bob", 2)]
    assert need(game.table) == CutNeeded("cy", 3, 1, 311)


# ALL-10 and ALL-11: the cut card


@pytest.mark.clause("ALL-10")
def test_the_last_card_in_front_of_the_cut_card_brings_it_out() -> None:
    game = Game("washington")
    game.sit("ann")
    game.prepare_shoe(behind=64)
    game.run_down(left=66)
    game.bet("ann", primary=500)
    assert CutCardReached not in map(type, game.deal("9h"))
    assert game.do(Deal(parse_card("Kd")))[:2] == [
        CardDealt("original", "dealer", 0, parse_card("Kd")),
        CutCardReached(64),
    ]
    assert game.told(RoundEnded) == [RoundEnded()]
    assert need(game.table) == ShoeNeeded(1, "red")


@pytest.mark.clause("ALL-10")
def test_a_burned_card_brings_it_out_and_the_round_is_finished() -> None:
    game = Game("washington")
    game.sit("ann")
    game.prepare_shoe(behind=64)
    game.run_down(left=68)
    game.bet("ann", primary=500)
    game.deal("9h 9d")
    game.war("ann")
    assert game.do(Burn(3)) == [CardsBurned(3, "war"), CutCardReached(63)]
    game.deal("Kh 4d")
    assert game.told(RoundEnded) == [RoundEnded()]
    assert len(game.told(CutCardReached)) == 1
    assert game.results()[-1] == ("ann", 1, "war", 500)
    assert need(game.table) == ShoeNeeded(1, "red")


@pytest.mark.clause("ALL-10")
def test_reached_between_rounds_the_shoe_is_changed_first() -> None:
    game = Game("california", hand_dealt=True)
    game.sit("ann", "dee")
    game.prepare_shoe(behind=40)
    game.run_down(left=41)
    game.bank("dee", 5000)
    game.bet("ann", primary=500)
    game.do(ChangeDealer("kim"))
    assert game.do(Burn()) == [CardsBurned(1, "new dealer"), CutCardReached(40)]
    assert need(game.table) == ShoeNeeded(2, "blue")
    game.refused(CARD, "no card is due", "a new shoe, batch 2")
    game.prepare_shoe()
    assert need(game.table) == BetsNeeded()
    assert [bet.player for bet in game.table.bets] == ["ann"], "bets on the felt stay there"
    game.deal("2h 9d")


@pytest.mark.clause("ALL-10")
def test_reached_by_an_excess_card_between_rounds_the_shoe_is_changed_first() -> None:
    game = Game("washington", hand_dealt=True)
    game.sit("ann")
    game.prepare_shoe(behind=64)
    game.run_down(left=65)
    assert game.do(DrawExcess()) == [ExcessDrawn("next card"), CutCardReached(64)]
    assert need(game.table) == ShoeNeeded(1, "red")


@pytest.mark.parametrize(
    "name, seats, least, most",
    [
        ("washington", 7, 64, 78),
        ("washington", 1, 10, 78),
        ("fun-casino", 7, 19, 30),
        ("south-dakota", 7, 64, 78),
        ("california", 8, 40, 78),
        ("california", 2, 10, 78),
    ],
)
@pytest.mark.clause("ALL-11")
def test_behind_the_cut_card_lies_what_the_longest_round_needs_and_no_more_than_allowed(
    name: str, seats: int, least: int, most: int
) -> None:
    game = Game(name, seats=seats)
    game.sit("ann", *(["bob"] if seats > 1 else []))
    game.do(NewShoe(1), CutDeck("ann", 100))
    assert need(game.table) == CutCardNeeded(least, most)
    for behind in (least - 1, most + 1, 0, -1):
        game.refused(
            PlaceCutCard(behind),
            f"{behind} cards behind the cut card is not allowed",
            f"{least} to",
        )
    for behind in (least, most):
        trial = Game(name, seats=seats)
        trial.table = game.table
        assert trial.do(PlaceCutCard(behind)) == [CutCardPlaced(behind)]


@pytest.mark.parametrize("decks, most", [(6, 78), (7, 91), (8, 104)])
@pytest.mark.clause("ALL-11")
def test_the_most_is_a_quarter_of_the_shoe(decks: int, most: int) -> None:
    assert resolve(rules_of("south-dakota"), decks=decks).behind_most == most


@pytest.mark.clause("ALL-11")
def test_a_table_whose_rounds_could_run_dry_is_refused() -> None:
    rules = variant_rules("washington", {"shoe.decks": [6], "seats.most": 9})
    assert resolve(rules, seats=8, authorised=50_000).behind_least == 73
    with pytest.raises(RuleError, match="with 9 seats a round can need 82 cards, but at most 78"):
        resolve(rules, seats=9, authorised=50_000)


@pytest.mark.clause("ALL-11")
def test_a_game_of_independent_rounds_has_no_cut_card_but_a_fresh_shoe() -> None:
    game = Game("online")
    game.sit("ann")
    for _ in range(2):
        assert need(game.table) == ShoeNeeded(1, "red")
        game.bet("ann", primary=500)
        game.deal("2h 9d")
    assert game.told(CutCardPlaced) == []


# ALL-12: the first burn


@pytest.mark.parametrize("name", ["washington", "south-dakota"])
@pytest.mark.clause("ALL-12")
def test_the_first_card_is_burned_only_if_the_table_says_so(name: str) -> None:
    for first_burn in (None, False, True):
        game = Game(name, first_burn=first_burn)
        game.sit("ann")
        game.do(NewShoe(1), CutDeck("ann", 100), PlaceCutCard(64))
        expected = BurnNeeded(1, "first card") if first_burn else BetsNeeded()
        assert need(game.table) == expected
        game.prepare_shoe()
        assert game.table.shoe.left == (311 if first_burn else 312)


@pytest.mark.parametrize("name", ["fun-casino", "california"])
@pytest.mark.clause("ALL-12")
def test_where_the_text_burns_it_a_table_cannot_choose(name: str) -> None:
    rules = rules_of(name)
    assert resolve(rules).first_burn is True
    assert resolve(rules, first_burn=True).first_burn is True
    with pytest.raises(RuleError, match="first_burn: these rules say yes"):
        resolve(rules, first_burn=False)


# ALL-15: a shoe that runs out


def nearly_dry(left: int) -> Game:
    """Ann at war, for 10.00 and with a tie wager won, and so many cards left."""
    game = Game("washington", seats=1, hand_dealt=True)
    game.sit("ann")
    game.prepare_shoe(behind=10)
    game.run_down(left=12)
    game.bet("ann", primary=1000, tie=500)
    game.do(Deal(parse_card("9h")), Deal(parse_card("9d")))
    assert need(game.table) == PaymentNeeded()
    game.do(Pay())
    game.war("ann")
    for _ in range(10 - left):
        game.do(DiscloseCard(parse_card("2")))
    return game


@pytest.mark.clause("ALL-15")
def test_a_round_whose_shoe_runs_out_is_void() -> None:
    game = nearly_dry(left=7)
    game.do(Burn(3), Deal(parse_card("Kh")))
    assert game.do(Burn(3)) == [
        CardsBurned(3, "war"),
        RoundRuled(1, "void", "the shoe ran out"),
        WagerReversed("ann", 1, "tie", 5000, ""),
        WagerReturned("ann", 1, "primary", 1000, "void"),
        WagerReturned("ann", 1, "war", 1000, "void"),
    ]
    assert need(game.table) == ShoeNeeded(1, "red")
    game.refused(Rule("stands", "it was good"), "this round already has its final ruling")


@pytest.mark.clause("ALL-15")
def test_a_round_with_just_enough_cards_is_finished() -> None:
    game = nearly_dry(left=8)
    game.do(Burn(3), Deal(parse_card("Kh")), Burn(3), Deal(parse_card("4d")))
    game.do(Pay())
    assert game.results()[-1] == ("ann", 1, "war", 1000)
    assert game.told(RoundRuled) == []


@pytest.mark.clause("ALL-15")
def test_a_burn_that_cannot_be_made_whole_voids_the_round_too() -> None:
    game = nearly_dry(left=3)
    assert game.told(RoundRuled) == []
    told = game.do(DiscloseCard(parse_card("2")))
    assert told[1] == RoundRuled(1, "void", "the shoe ran out")


@pytest.mark.clause("ALL-15")
def test_the_banker_gets_the_stake_back_and_the_round_does_not_count() -> None:
    game = Game("california", hand_dealt=True)
    game.sit("ann", "dee")
    game.prepare_shoe(behind=40)
    game.run_down(left=41)
    game.bank("dee", 5000)
    game.bet("ann", primary=500)
    game.do(Deal(parse_card("9h")))
    for rank in "2345678TJQ" * 3 + "2345678TJ":
        game.do(DiscloseCard(parse_card(f"{rank}c")))
    assert game.told(RoundRuled) == []
    told = game.do(DiscloseCard(parse_card("2d")))
    assert told[1:] == [
        RoundRuled(1, "void", "the shoe ran out"),
        WagerReturned("ann", 1, "primary", 500, "void"),
        StakeReturned("dee", 5000),
    ]
    game.prepare_shoe()
    assert need(game.table) == StakeNeeded("dee", 500)
    assert game.table.bank.rounds == 0


# ALL-23: dealers' errors


@pytest.mark.parametrize("name", ["washington", "south-dakota", "california"])
@pytest.mark.clause("ALL-23")
def test_an_unseen_card_too_many_is_the_next_card(name: str) -> None:
    game = hand_dealt(name)
    left = game.table.shoe.left
    assert game.do(DrawExcess()) == [ExcessDrawn("next card")]
    assert game.table.shoe.left == left - 1
    game.do(Deal(parse_card("9h")))
    assert game.table.shoe.left == left - 1, "the card set aside was dealt"
    game.do(Deal(parse_card("Kd")))
    assert game.table.shoe.left == left - 2


@pytest.mark.parametrize("name", ["washington", "south-dakota", "california"])
@pytest.mark.clause("ALL-23")
def test_a_card_shown_by_mistake_is_discarded(name: str) -> None:
    game = hand_dealt(name)
    left = game.table.shoe.left
    assert game.do(DiscloseCard(parse_card("As"))) == [CardDisclosed(parse_card("As"))]
    assert game.table.shoe.left == left - 1
    game.do(Deal(parse_card("9h")))
    assert game.told(CardDealt) == [CardDealt("original", "player", 1, parse_card("9h"))]
    assert game.table.shoe.left == left - 2


@pytest.mark.parametrize("action", [DrawExcess(), DiscloseCard(parse_card("As"))])
@pytest.mark.clause("ALL-23")
def test_a_shoe_that_nobody_deals_by_hand_knows_no_errors(
    action: DrawExcess | DiscloseCard,
) -> None:
    game = banked(5000, "ann")
    game.refused(action, "this is possible only at a hand-dealt table")


def hand_dealt(name: str) -> Game:
    """A hand-dealt table at which Ann has bet and bets are closed."""
    game = Game(name, hand_dealt=True)
    game.sit("ann", "dee")
    game.prepare_shoe()
    if name == "california":
        game.bank("dee", 5000)
    game.bet("ann", primary=500)
    game.close()
    return game
