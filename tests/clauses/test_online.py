"""The clauses of online on play: one player, up to three hands, a tie bet on the war."""

from collections import Counter
from fractions import Fraction

import pytest

from casinowar.cards import DECK, RANKS, Card, Suit, parse_card
from casinowar.errors import NotationError, RuleError
from casinowar.game.actions import (
    CloseBets,
    Deal,
    DiscloseCard,
    GoToWar,
    Leave,
    NewShoe,
    PlaceBet,
    Sit,
    Surrender,
    TimeOut,
)
from casinowar.game.events import (
    CardDealt,
    CardsBurned,
    LeavePlanned,
    RoundEnded,
    Seated,
    SeatLeft,
    ShoeBrought,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.needs import BetsNeeded, BurnNeeded, CardNeeded, ChoiceNeeded, Hand, ShoeNeeded
from casinowar.game.table import Actor, Offer, legal
from casinowar.rules.file import load_rules
from casinowar.rules.model import Choice, Limit
from casinowar.rules.options import resolve
from tests.support.game.table import NOON, Game, rules_of, tie_hand

CHOICE: tuple[Choice, ...] = ("surrender", "war")


def hands(*mains: int, tie: int = 0) -> Game:
    """Ann with main bets on her hands, and the same tie bet on each."""
    game = Game("online")
    game.sit("ann")
    for seat, main in enumerate(mains, 1):
        if main:
            game.bet("ann", primary=main, tie=tie, seat=seat)
    return game


@pytest.mark.clause("SG-1")
def test_six_standard_decks_without_jokers() -> None:
    game = hands(500)
    assert game.told(ShoeBrought) == [ShoeBrought(1, 1, "red", 6)]
    assert game.table.shoe.left == 6 * 52
    assert len(set(DECK)) == 52
    assert Counter(card.rank for card in DECK) == Counter(dict.fromkeys(RANKS, 4))
    with pytest.raises(NotationError, match="'Joker' is not a card"):
        parse_card("Joker")
    for decks in (1, 5, 7, 8):
        with pytest.raises(RuleError, match=f"decks: {decks} is not allowed; use 6"):
            Game("online", decks=decks)


@pytest.mark.clause("SG-1")
def test_each_card_is_in_the_shoe_six_times() -> None:
    game = Game("online", hand_dealt=True)  # where cards can be shown besides the game's own
    game.sit("ann")
    game.bet("ann", primary=100)
    game.close()
    for _ in range(6):
        game.do(DiscloseCard(parse_card("Kh")))
    game.refused(Deal(parse_card("Kh")), "every Kh of the 6 decks has left this shoe already")
    game.do(Deal(parse_card("Kd")))


@pytest.mark.clause("SG-2")
@pytest.mark.parametrize("mains", [(500,), (500, 700), (500, 700, 900), (0, 700, 0), (500, 0, 900)])
def test_one_two_or_three_hands_of_any_amounts_against_one_dealer_card(
    mains: tuple[int, ...],
) -> None:
    game = hands(*mains)
    played = [seat for seat, main in enumerate(mains, 1) if main]
    game.deal(" ".join(["Kh"] * len(played)) + " 9c")
    assert [(e.to, e.seat) for e in game.told(CardDealt)] == [
        *(("player", seat) for seat in played),
        ("dealer", 0),
    ]
    assert game.results() == [("ann", seat, "primary", mains[seat - 1]) for seat in played]


@pytest.mark.clause("SG-2")
def test_tie_bet_is_optional_by_hand_but_needs_a_main_bet() -> None:
    game = hands(500, 700)
    game.refused(PlaceBet("ann", 3, "tie", 500), "a tie wager needs a primary wager beside it")
    game.bet("ann", tie=300, seat=2)
    game.deal("9h 9d 9c")
    assert game.results() == [("ann", 2, "tie", 3000)]


@pytest.mark.clause("SG-2")
def test_one_player_has_all_hands_and_nobody_else_can_join() -> None:
    game = Game("online")
    assert game.do(Sit("ann", 2)) == [Seated("ann", seat) for seat in (1, 2, 3)]
    game.refused(Sit("bob", 1), "seat 1 is taken by ann")
    fewer = Game("online", seats=2)
    assert fewer.do(Sit("ann", 1)) == [Seated("ann", 1), Seated("ann", 2)]
    game.prepare_shoe()
    game.refused(PlaceBet("bob", 1, "primary", 500), "seat 1 is ann's")
    for seats in (0, 4):
        with pytest.raises(RuleError, match=f"seats: {seats} is not allowed; use 1 to 3"):
            Game("online", seats=seats)


@pytest.mark.clause("SG-3")
def test_one_card_to_each_hand_and_the_dealer() -> None:
    game = hands(500, 500, 500)
    game.close()
    game.awaits(CardNeeded("original", "player", 1))
    game.deal("2h 3h 4h 5h")
    assert game.told(CardDealt) == [
        CardDealt("original", "player", 1, parse_card("2h")),
        CardDealt("original", "player", 2, parse_card("3h")),
        CardDealt("original", "player", 3, parse_card("4h")),
        CardDealt("original", "dealer", 0, parse_card("5h")),
    ]
    assert not game.told(CardsBurned)
    assert isinstance(game.events[-1], RoundEnded)


@pytest.mark.clause("SG-4")
def test_main_bet_wins_one_to_one_or_loses() -> None:
    game = hands(500, 700, 900, tie=300)
    game.deal("Kh 2d Ts 9c")
    assert game.told(WagerSettled) == [
        WagerSettled("ann", 1, "primary", "higher", 500, 500, 500),
        WagerSettled("ann", 1, "tie", "higher", 300, -300, -300),
        WagerSettled("ann", 2, "primary", "lower", 700, -700, -700),
        WagerSettled("ann", 2, "tie", "lower", 300, -300, -300),
        WagerSettled("ann", 3, "primary", "higher", 900, 900, 900),
        WagerSettled("ann", 3, "tie", "higher", 300, -300, -300),
    ]


@pytest.mark.clause("SG-5")
def test_tie_pays_the_tie_bet_ten_to_one_and_must_be_answered() -> None:
    game = hands(500, 700, 900, tie=300)
    game.deal("9h 2d 9s 9c")
    assert game.results() == [
        ("ann", 1, "tie", 3000),
        ("ann", 2, "primary", -700),
        ("ann", 2, "tie", -300),
        ("ann", 3, "tie", 3000),
    ]
    game.awaits(ChoiceNeeded((Hand("ann", 1), Hand("ann", 3)), CHOICE))
    game.surrender("ann", seat=3)
    game.awaits(ChoiceNeeded((Hand("ann", 1),), CHOICE))  # every tie, not only one of them
    game.refused(GoToWar("ann", 2), "ann at seat 2 has no tie hand to decide")


@pytest.mark.clause("SG-5")
def test_game_waits_for_its_player_without_a_deadline() -> None:
    game = hands(500, 700)
    game.deal("9h 9d 9c")
    waits = "this game has no time limit for a choice: ann at seat 1 must choose"
    game.refused(TimeOut(), waits)
    assert Offer(TimeOut()) not in legal(game.table, Actor("house"))
    game.war("ann", seat=1)
    game.refused(TimeOut(), "ann at seat 2 must choose")  # still the other hand


@pytest.mark.clause("SG-5")
def test_no_second_game_is_opened_while_one_waits() -> None:
    game = hands(500)
    game.deal("9h 9c")
    game.refused(PlaceBet("ann", 2, "primary", 500), "bets are not open", "surrender or war")
    game.refused(CloseBets(NOON), "bets are not open")
    game.refused(NewShoe(), "no new shoe is due")
    assert game.do(Leave("ann", 1)) == [LeavePlanned("ann", seat) for seat in (1, 2, 3)]
    game.refused(Sit("ann", 1), "seat 1 is taken by ann")
    game.surrender("ann")
    assert game.told(SeatLeft) == [SeatLeft("ann", seat) for seat in (1, 2, 3)]


@pytest.mark.clause("SG-6")
def test_surrender_returns_half_of_the_main_bet() -> None:
    game = hands(500, 700)
    game.deal("9h 9d 9c")
    game.surrender("ann", seat=2)
    game.surrender("ann", seat=1)
    settled = game.told(WagerSettled)
    assert settled == [
        WagerSettled("ann", 1, "primary", "surrender", 500, -250, -250),
        WagerSettled("ann", 2, "primary", "surrender", 700, -350, -350),
    ]
    assert [event.stake + event.net for event in settled] == [250, 350]


@pytest.mark.clause("SG-7")
def test_war_raises_by_the_main_bet_and_offers_a_tie_bet_of_the_same_amount() -> None:
    game = tie_hand("online", primary=700, tie=300)
    for tie in (100, 300, 600, 699, 701, 1400):
        game.refused(GoToWar("ann", 1, tie), "a war tie wager must equal the primary wager: 7.00")
    for wrong in (-700, 700.0, True):
        war = GoToWar("ann", 1, wrong)  # type: ignore[arg-type]
        game.refused(war, "is a whole number of cents")
    assert game.war("ann", tie=700) == [WarDeclared("ann", 1, 700, 700)]
    without = tie_hand("online", primary=700)
    assert without.war("ann") == [WarDeclared("ann", 1, 700, 0)]


@pytest.mark.clause("SG-7")
def test_tie_bet_on_the_war_equals_the_main_bet_whatever_the_tie_maximum() -> None:
    game = Game("online", tie=Limit(100, 1_000))
    game.sit("ann")
    game.bet("ann", primary=10_000)
    game.refused(PlaceBet("ann", 1, "tie", 1_100), "the tie maximum is 10.00")
    game.deal("9h 9c")
    offers = legal(game.table, Actor("player", "ann"))
    assert Offer(GoToWar("ann", 1, 10_000), 10_000, 10_000, (10_000,)) in offers
    game.war("ann", tie=10_000)
    game.deal("Kh Kd")
    assert game.results()[-1] == ("ann", 1, "war_tie", 100_000)


@pytest.mark.clause("SG-8")
def test_three_are_burned_once_then_each_hand_still_in_play_and_the_dealer_get_a_card() -> None:
    game = hands(500, 700, 900)
    game.deal("9h 9d 9s 9c")
    game.war("ann", seat=3)
    game.surrender("ann", seat=2)
    start, left = len(game.events), game.table.shoe.left
    game.war("ann", seat=1)
    game.awaits(BurnNeeded(3, "war"))
    game.deal("5h 6h 7h")
    assert [e for e in game.events[start:] if isinstance(e, CardsBurned | CardDealt)] == [
        CardsBurned(3, "war"),
        CardDealt("war", "player", 1, parse_card("5h")),
        CardDealt("war", "player", 3, parse_card("6h")),
        CardDealt("war", "dealer", 0, parse_card("7h")),
    ]
    assert left - game.table.shoe.left == 6


@pytest.mark.clause("SG-9")
@pytest.mark.parametrize("tie", [0, 700])
@pytest.mark.parametrize(
    "drawn, main, raised, war_tie",
    [("K 2", 0, 700, -700), ("2 K", -700, -700, -700), ("K K", 0, 1400, 7000)],
)
def test_war_pays_the_raise_and_pushes_the_main_bet_unless_it_is_lost(
    drawn: str, main: int, raised: int, war_tie: int, tie: int
) -> None:
    game = tie_hand("online", primary=700)
    game.war("ann", tie=tie)
    game.deal(drawn)
    expected = [("ann", 1, "primary", main), ("ann", 1, "war", raised)]
    if tie:
        expected.append(("ann", 1, "war_tie", war_tie))
    assert game.results() == expected


@pytest.mark.clause("SG-10")
def test_cards_rank_from_ace_to_two_whatever_their_suit() -> None:
    rules, high_to_low = rules_of("online"), "A K Q J 10 9 8 7 6 5 4 3 2".split()
    for place, rank in enumerate(high_to_low):
        for suit in Suit:
            card = parse_card(rank + suit.value)
            for lower in high_to_low[place + 1 :]:
                other = parse_card(lower)
                assert rules.compare(card, other) == "higher"
                assert rules.compare(other, card) == "lower"
            assert rules.compare(card, Card(card.rank, Suit.SPADES)) == "equal"


@pytest.mark.clause("SG-11")
def test_printed_returns_stand_with_their_basis() -> None:
    printed = {p.measure: (p.figure, p.basis) for p in load_rules("online").printed if p.measure}
    assert printed == {
        "primary.return_of_total": ("97.83 %", "of everything wagered on main bet and raise"),
        "tie.return": ("81.35 %", "of the tie bet"),
    }


@pytest.mark.clause("SG-11")
def test_tie_bet_returns_what_is_printed() -> None:
    pays, tied = rules_of("online").pays, Fraction(23, 311)
    won, lost = pays.pay("equal", "tie"), pays.pay("higher", "tie")
    assert won is not None
    assert lost is not None
    returned = 1 + tied * won + (1 - tied) * lost
    assert returned == Fraction(253, 311)
    assert round(returned * 10_000) == 8135


@pytest.mark.clause("SG-12")
def test_main_and_tie_bets_are_at_most_a_hundred_a_hand() -> None:
    game = hands(10_000, 10_000, 10_000, tie=10_000)
    for seat in (1, 2, 3):
        game.refused(PlaceBet("ann", seat, "primary", 10_100), "the primary maximum is 100.00")
        game.refused(PlaceBet("ann", seat, "tie", 10_100), "the tie maximum is 100.00")
    rules = rules_of("online")
    for wager in ("primary", "tie"):
        limits = {"primary": Limit(100, 10_000), "tie": Limit(100, 10_000)}
        limits[wager] = Limit(100, 10_100)
        with pytest.raises(RuleError, match=rf"{wager} limits: 101\.00 is above the .* 100\.00"):
            resolve(rules, primary=limits["primary"], tie=limits["tie"])
    with pytest.raises(RuleError, match=r"authorised: the rules allow no more than 100\.00"):
        resolve(rules, authorised=10_100)


@pytest.mark.clause("SG-12")
def test_operator_may_set_lower_limits() -> None:
    game = Game("online", primary=Limit(100, 5_000))
    game.sit("ann")
    game.bet("ann", primary=5_000, tie=5_000)
    game.refused(PlaceBet("ann", 1, "primary", 5_100), "the primary maximum is 50.00")


@pytest.mark.clause("SG-13")
def test_every_game_has_freshly_shuffled_cards() -> None:
    game = hands(500)
    game.deal("Kh 9c")
    for number in (2, 3, 4, 5, 6, 7, 8):
        game.awaits(ShoeNeeded(1, "red"))
        game.refused(PlaceBet("ann", 1, "primary", 500), "bets are not open")
        game.bet("ann", primary=500)
        assert game.table.shoe.number == number
        assert game.table.shoe.left == 312
        game.deal("Kh 9c")  # more kings of hearts in all than one shoe holds
    assert [event.shoe for event in game.told(ShoeBrought)] == list(range(1, 9))


@pytest.mark.clause("SG-13")
def test_shoe_lasts_for_the_whole_of_the_largest_game() -> None:
    game = hands(500, 500, 500)
    game.deal("9h 9d 9s 9c")
    for seat in (1, 2, 3):
        game.war("ann", seat=seat)
    game.deal("5h 5d 5s 5c")
    assert game.table.shoe.left == 312 - 11
    assert len(game.told(ShoeBrought)) == 1
    game.awaits(ShoeNeeded(1, "red"))


@pytest.mark.clause("SG-17")
def test_game_pays_by_the_printed_table_with_its_misprint_put_right() -> None:
    file = load_rules("online")
    pays = file.rules().pays
    printed = {
        p.says: p.figure if p.holds_in("by-the-text") else p.instead
        for p in file.printed
        if p.by[0] == "SG-17"
    }
    assert printed == {
        "first round, main bet, win": "1:1",
        "first round, main bet, tie": "surrender or war",
        "first round, tie bet, won": "10:1",
        "first round, tie bet, in the column for ties": "-",
        "war, main bet, win": "PUSH",
        "war, main bet, tie": "PUSH",
    }
    assert pays.pay("higher", "primary") == 1
    assert pays.pay("equal", "primary") is None  # no push: a tie is answered
    assert pays.pay("equal", "tie") == 10
    assert pays.pay("war_higher", "primary") == pays.pay("war_equal", "primary") == 0
    game = tie_hand("online")
    game.awaits(ChoiceNeeded((Hand("ann", 1),), CHOICE))
    game.do(Surrender("ann", 1))
    assert game.results() == [("ann", 1, "primary", -250)]


@pytest.mark.clause("SG-18")
@pytest.mark.parametrize("drawn", ["K 2", "K K"])
def test_pushed_bet_is_returned_and_wins_nothing(drawn: str) -> None:
    game = tie_hand("online", primary=700)
    game.war("ann")
    game.deal(drawn)
    pushed = game.told(WagerSettled)[0]
    assert (pushed.wager, pushed.stake, pushed.due, pushed.net) == ("primary", 700, 0, 0)
    game.prepare_shoe()
    game.awaits(BetsNeeded())
