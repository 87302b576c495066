"""The round by itself: every card it can be given, and every input it must refuse.

`PAYS` is written from the table "What each wager pays" of the rules, in units of the wager and
independently of the rule files; `EDGES` are the figures that follow from it for six decks.
"""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from casinowar.cards import RANKS, Card
from casinowar.errors import IllegalAction
from casinowar.game.actions import Burn, Deal, GoToWar, RoundAction, Surrender, TimeOut
from casinowar.game.events import RoundEnded, RoundEvent, WagerReturned, WagerSettled
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Hand, Nothing
from casinowar.game.round import Bet, Round, begin, need, step
from tests.support.game.rulefiles import variant_rules
from tests.support.game.table import rules_of

READINGS = [
    ("washington", "right-to-left"),
    ("washington", "left-to-right"),
    ("fun-casino", "as-printed"),
    ("fun-casino", "first-bet-lost"),
    ("online", "by-the-text"),
    ("south-dakota", "intended"),
    ("south-dakota", "tie-loses"),
    ("california", "three-units"),
    ("california", "primary-collected"),
]

HALF = Fraction(1, 2)

USUAL: dict[str, tuple[Fraction | int, int]] = {
    "surrender": (-HALF, 0),
    "won": (0, 1),
    "tied": (0, 2),
    "lost": (-1, -1),
}
"""What becomes of the primary and of the war wager of a tie hand."""

PAYS: dict[str, dict[str, tuple[Fraction | int, int]]] = {
    "right-to-left": USUAL,
    "left-to-right": USUAL,
    "by-the-text": USUAL,
    "intended": USUAL,
    "three-units": USUAL,
    "as-printed": USUAL | {"won": (0, 2), "tied": (0, 3)},
    "first-bet-lost": USUAL | {"won": (-1, 2), "tied": (-1, 3)},
    "primary-collected": USUAL | {"won": (-1, 1), "tied": (-1, 2)},
    "tie-loses": {},
}
WAR_TIE = ("by-the-text", "three-units", "primary-collected")
"""The readings that offer a tie wager on the war deal."""

EDGES = {
    "right-to-left": Fraction(23138, 993023),
    "left-to-right": Fraction(23138, 993023),
    "by-the-text": Fraction(23138, 993023),
    "intended": Fraction(23138, 993023),
    "three-units": Fraction(23138, 993023),
    "as-printed": Fraction(-81489, 4965115),
    "first-bet-lost": Fraction(23138, 993023),
    "primary-collected": Fraction(312869, 4965115),
    "tie-loses": Fraction(23, 311),
}
"""What the house keeps of the primary wager when every tie hand goes to war."""

PRIMARY, TIE, WAR_TIE_BET = 1000, 700, 1000
SEAT = 3


def begun(name: str, reading: str | None = None, tie: int = TIE) -> Round:
    rules = rules_of(name, reading)
    stake = 10**9 if rules.player_banked else None
    return begin(rules, [Bet("ann", SEAT, PRIMARY, tie)], stake=stake)


def after(state: Round, *actions: RoundAction) -> Round:
    for action in actions:
        state, _ = step(state, action)
    return state


def dealt(state: Round, rank: str) -> Round:
    """The next card, after what is to be burned before it."""
    while isinstance(awaited := need(state), BurnNeeded):
        state = after(state, Burn(awaited.count))
    return after(state, Deal(Card(rank)))


def nets(state: Round) -> dict[str, int]:
    assert state.over
    assert need(state) == Nothing()
    assert all(isinstance(result, WagerSettled) for result in state.results)
    found = {r.wager: r.net for r in state.results if isinstance(r, WagerSettled)}
    assert len(found) == len(state.results)  # no wager is settled twice
    return {str(wager): net for wager, net in found.items()}


def higher(rank: str, other: str) -> bool:
    return RANKS.index(rank) > RANKS.index(other)


def in_units(of_primary: Fraction | int, of_war: int) -> dict[str, int]:
    return {"primary": int(of_primary * PRIMARY), "war": of_war * PRIMARY}


@pytest.mark.parametrize("name, reading", READINGS)
def test_every_first_card_pays_what_the_table_of_pays_says(name: str, reading: str) -> None:
    state = begun(name, reading)
    for own in RANKS:
        own_out = dealt(state, own)
        for dealer in RANKS:
            both_out = dealt(own_out, dealer)
            if own != dealer:
                won = PRIMARY if higher(own, dealer) else -PRIMARY
                assert nets(both_out) == {"primary": won, "tie": -TIE}
            elif reading == "tie-loses":
                assert nets(both_out) == {"primary": -PRIMARY, "tie": 10 * TIE}
            else:
                hand = (Hand("ann", SEAT),)
                assert need(both_out) == ChoiceNeeded(hand, ("surrender", "war"))
                (tie,) = both_out.results
                assert isinstance(tie, WagerSettled)
                assert (tie.wager, tie.net) == ("tie", 10 * TIE)


@pytest.mark.parametrize("name, reading", READINGS)
def test_every_war_pays_what_the_table_of_pays_says(name: str, reading: str) -> None:
    pays = PAYS[reading]
    for tied in RANKS if pays else "":
        tie_hand = dealt(dealt(begun(name, reading), tied), tied)
        surrendered = after(tie_hand, Surrender("ann", SEAT))
        assert nets(surrendered) == {"primary": -PRIMARY // 2, "tie": 10 * TIE}
        for war_tie in (0, WAR_TIE_BET) if reading in WAR_TIE else (0,):
            at_war = after(tie_hand, GoToWar("ann", SEAT, war_tie))
            for own in RANKS:
                own_out = dealt(at_war, own)
                for dealer in RANKS:
                    result = "won" if higher(own, dealer) else "lost"
                    expected = in_units(*pays["tied" if own == dealer else result])
                    expected["tie"] = 10 * TIE
                    if war_tie:
                        expected["war_tie"] = 10 * war_tie if own == dealer else -war_tie
                    assert nets(dealt(own_out, dealer)) == expected


def edge(name: str, reading: str, decks: int, answer: RoundAction) -> Fraction:
    """What the house keeps of the primary wager: every card walked, and counted in the shoe."""
    lost = Fraction(0)
    shoe = dict.fromkeys(RANKS, 4 * decks)
    for chance, first, left in draws(shoe):
        own_out = dealt(begun(name, reading, tie=0), first)
        for chance_2, second, rest in draws(left):
            both_out = dealt(own_out, second)
            if both_out.over:
                lost -= chance * chance_2 * sum(nets(both_out).values())
                continue
            answered = after(both_out, answer)
            if answered.over:
                lost -= chance * chance_2 * sum(nets(answered).values())
                continue
            for chance_3, third, last in draws(rest):
                third_out = dealt(answered, third)
                for chance_4, fourth, _ in draws(last):
                    won = sum(nets(dealt(third_out, fourth)).values())
                    lost -= chance * chance_2 * chance_3 * chance_4 * won
    return lost / PRIMARY


def draws(shoe: dict[str, int]) -> Iterator[tuple[Fraction, str, dict[str, int]]]:
    """Each rank that can be drawn: how likely, and the shoe without it."""
    total = sum(shoe.values())
    for rank, count in shoe.items():
        yield Fraction(count, total), rank, shoe | {rank: count - 1}


@pytest.mark.parametrize("name, reading", READINGS)
def test_every_card_walked_gives_the_figure_that_the_rules_state(name: str, reading: str) -> None:
    assert edge(name, reading, 6, GoToWar("ann", SEAT)) == EDGES[reading]


@pytest.mark.clause("WA-PAY")
def test_house_advantages_that_washington_prints_hold_for_six_decks() -> None:
    primary = edge("washington", "right-to-left", 6, GoToWar("ann", SEAT))
    assert round(primary * 10_000) == 233
    tied = Fraction(23, 311)
    assert round((1 - 11 * tied) * 10_000) == 1865
    assert round((1 - 11 * Fraction(27, 363)) * 10_000) != 1865  # nor for seven


@pytest.mark.clause("SG-11")
def test_return_that_online_prints_is_of_main_bet_and_raise_together() -> None:
    lost = edge("online", "by-the-text", 6, GoToWar("ann", SEAT))
    returned = 1 - lost / (1 + Fraction(23, 311))
    assert round(returned * 10_000) == 9783
    assert lost < edge("online", "by-the-text", 6, Surrender("ann", SEAT))  # war is the best play


def test_surrender_is_the_best_play_where_the_primary_is_collected() -> None:
    surrendering = edge("california", "primary-collected", 6, Surrender("ann", SEAT))
    assert surrendering == Fraction(23, 622)
    assert surrendering < EDGES["primary-collected"]


@pytest.mark.parametrize(
    "decks, literal", [(6, Fraction(23, 311)), (7, Fraction(9, 121)), (8, Fraction(31, 415))]
)
def test_literal_figures_of_south_dakota(decks: int, literal: Fraction) -> None:
    assert edge("south-dakota", "tie-loses", decks, GoToWar("ann", SEAT)) == literal


@pytest.mark.clause("ALL-4")
@pytest.mark.parametrize("policy, lost", [("player", -250), ("house", -251)])
def test_half_of_an_odd_number_of_cents_is_lost_by_whom_the_rules_say(
    policy: str, lost: int
) -> None:
    rules = variant_rules("online", {"pays.odd_cent": policy, "limits.unit": "0.01"})
    state = dealt(dealt(begin(rules, [Bet("ann", 1, 501)]), "9"), "9")
    assert nets(after(state, Surrender("ann", 1))) == {"primary": lost}


@pytest.mark.clause("ALL-4")
@pytest.mark.parametrize("policy, won", [("player", 752), ("house", 751)])
def test_odd_cent_of_a_win_goes_by_the_same_rule(policy: str, won: int) -> None:
    fields = {"pays.odd_cent": policy, "limits.unit": "0.01", "pays.higher.primary": "3 to 2"}
    state = begin(variant_rules("washington", fields), [Bet("ann", 1, 501)])
    assert nets(dealt(dealt(state, "K"), "9")) == {"primary": won}


def refused(state: Round, action: RoundAction, *words: str) -> None:
    before = repr(state)
    with pytest.raises(IllegalAction) as error:
        step(state, action)
    for part in words:
        assert part in str(error.value)
    assert repr(state) == before


EVERY_ACTION: tuple[RoundAction, ...] = (
    Deal(Card("9")),
    Burn(1),
    Burn(3),
    Surrender("ann", SEAT),
    GoToWar("ann", SEAT),
    TimeOut(),
)


@pytest.mark.parametrize("name, reading", READINGS)
def test_what_is_not_awaited_is_refused(name: str, reading: str) -> None:
    start = begun(name, reading)
    assert need(start) == CardNeeded("original", "player", SEAT)
    for action in EVERY_ACTION[1:]:
        refused(start, action, f"is not possible now; waiting for a card for seat {SEAT}")
    refused(start, GoToWar("ann", SEAT), "go to war is not possible now; waiting for a card")
    over = dealt(dealt(start, "K"), "9")
    for action in EVERY_ACTION:
        refused(over, action, "waiting for nothing more: the round is over")
    tie_hand = dealt(dealt(start, "9"), "9")
    if tie_hand.over:
        return
    for action in EVERY_ACTION[:3]:
        refused(tie_hand, action, f"waiting for surrender or war from ann at seat {SEAT}")
    refused(tie_hand, GoToWar("bob", SEAT), f"bob at seat {SEAT} has no tie hand to decide")
    refused(tie_hand, Surrender("ann", 1), "ann at seat 1 has no tie hand to decide")
    at_war = after(tie_hand, GoToWar("ann", SEAT))
    for action in (EVERY_ACTION[0], *EVERY_ACTION[3:]):
        refused(at_war, action, "waiting for 3 cards to burn, for the war")
    for count in (0, -1, 4, True, 1.0):
        refused(at_war, Burn(count), "waiting for 3 cards to burn")  # type: ignore[arg-type]


@pytest.mark.parametrize("card", ["9h", None, ("9", ""), 9])
def test_what_is_no_card_is_refused(card: object) -> None:
    refused(begun("washington"), Deal(card), "is not possible now")  # type: ignore[arg-type]


def test_burn_can_be_made_card_by_card() -> None:
    state = after(dealt(dealt(begun("washington"), "9"), "9"), GoToWar("ann", SEAT))
    for left in (3, 2, 1):
        assert need(state) == BurnNeeded(left, "war")
        state = after(state, Burn(1))
    assert need(state) == CardNeeded("war", "player", SEAT)


def test_what_was_decided_and_what_was_done_is_kept() -> None:
    start = begun("online")
    state = after(dealt(dealt(start, "9"), "9"), GoToWar("ann", SEAT, PRIMARY))
    bet = Bet("ann", SEAT, PRIMARY, TIE)
    assert state.open_wagers() == [
        (bet, "primary", PRIMARY),
        (bet, "war", PRIMARY),
        (bet, "war_tie", PRIMARY),
    ]
    over = dealt(dealt(state, "K"), "2")
    assert over.open_wagers() == []
    assert after(start, *over.history) == over
    assert over.bank_result == -sum(nets(over).values())
    assert [str(card.card) for card in over.cards] == ["9", "9", "K", "2"]


def test_round_tells_its_end_once() -> None:
    state = begun("washington")
    told: list[RoundEvent] = []
    for rank in "9K":
        state, events = step(state, Deal(Card(rank)))
        told += events
    assert told.count(RoundEnded()) == 1
    assert told[-1] == RoundEnded()


@pytest.mark.parametrize(
    "name, bets, why",
    [
        ("washington", [], "a round needs at least one wager"),
        ("washington", [Bet("ann", 0, 500)], "seats are numbered from 1"),
        ("washington", [Bet("ann", -1, 500)], "seats are numbered from 1"),
        ("washington", [Bet("ann", 1, -500)], "a whole number of cents from 0 up"),
        ("washington", [Bet("ann", 1, 500, -1)], "a whole number of cents from 0 up"),
        ("washington", [Bet("ann", 1, 10**18)], "a whole number of cents from 0 up"),
        ("washington", [Bet("ann", 1)], "ann at seat 1 needs a primary wager"),
        ("washington", [Bet("ann", 1, 0, 500)], "ann at seat 1 needs a primary wager"),
        ("fun-casino", [Bet("ann", 1)], "ann at seat 1 needs a primary wager"),
        ("washington", [Bet("ann", 1, 500), Bet("bob", 1, 500)], "no backline betting here"),
        ("california", [Bet("ann", 1, 500), Bet("ann", 1, 500)], "has two bets on one card"),
    ],
)
def test_round_without_proper_wagers_is_refused(name: str, bets: list[Bet], why: str) -> None:
    rules = rules_of(name)
    with pytest.raises(IllegalAction, match=why):
        begin(rules, bets, stake=500 if rules.player_banked else None)


def test_tie_wager_is_refused_where_none_is_offered() -> None:
    fields = {"bets.tie": "none", "settle.original": ["left to right: primary"]}
    removes = ("pays.higher.tie", "pays.lower.tie", "pays.equal")
    rules = variant_rules("online", fields, removes=removes)
    with pytest.raises(IllegalAction, match="no tie wager is offered here"):
        begin(rules, [Bet("ann", 1, 500, 500)])


def test_stake_is_for_a_banker_alone() -> None:
    bets = [Bet("ann", 1, 500)]
    with pytest.raises(IllegalAction, match="the house banks here"):
        begin(rules_of("washington"), bets, stake=500)
    with pytest.raises(IllegalAction, match="a round needs the banker's stake"):
        begin(rules_of("california"), bets)
    for stake in (-1, True, 5.0, 10**18):
        with pytest.raises(IllegalAction, match="a stake is a whole number of cents"):
            begin(rules_of("california"), bets, stake=stake)  # type: ignore[arg-type]


def test_bets_may_come_in_any_order_of_their_seats() -> None:
    rules = rules_of("washington")
    one, two = Bet("ann", 1, 500), Bet("bob", 2, 700)
    assert begin(rules, [two, one]) == begin(rules, iter([one, two]))


def test_choice_of_war_alone_becomes_a_forfeit_when_time_runs_out() -> None:
    fields = {
        "choice.offers": ["war"],
        "choice.time_out": "forfeit",
        "pays.forfeit.primary": "lose",
    }
    rules = variant_rules("fun-casino", fields, removes=("pays.surrender",))
    state = dealt(dealt(begin(rules, [Bet("ann", 1, 500)]), "9"), "9")
    refused(state, Surrender("ann", 1), "that is not offered here; waiting for war from ann")
    assert nets(after(state, TimeOut())) == {"primary": -500}


def test_choice_of_surrender_alone_has_no_war() -> None:
    fields = {"choice.offers": ["surrender"]}
    removes = ("war", "pays.war_higher", "pays.war_lower", "pays.war_equal")
    rules = variant_rules("washington", fields, removes=removes)
    state = dealt(dealt(begin(rules, [Bet("ann", 1, 500)]), "9"), "9")
    refused(state, GoToWar("ann", 1), "that is not offered here; waiting for surrender from ann")
    assert nets(after(state, TimeOut())) == {"primary": -250}


def test_uncovered_tie_hand_gets_its_primary_back_without_a_choice() -> None:
    rules = rules_of("california")
    state = begin(rules, [Bet("ann", 1, 500), Bet("bob", 2, 500)], stake=500)
    over = dealt(dealt(dealt(state, "K"), "9"), "9")
    assert over.over
    assert over.results[-1] == WagerReturned("bob", 2, "primary", 500, "uncovered")
