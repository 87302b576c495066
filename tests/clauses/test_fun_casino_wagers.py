"""The clause of fun-casino by which the pit boss rules on one wager (FC-18)."""

from typing import Any

import pytest

from casinowar.cards import parse_card
from casinowar.errors import RuleError
from casinowar.game.actions import (
    CorrectCard,
    Deal,
    GoToWar,
    Pay,
    PlaceBet,
    Rule,
    RuleWager,
    Surrender,
)
from casinowar.game.events import (
    BetWithdrawn,
    RoundEnded,
    RoundRuled,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
)
from casinowar.game.needs import BetsNeeded, ChoiceNeeded
from casinowar.game.notation import format_round, read_round
from casinowar.game.table import Actor, legal
from casinowar.record.state import read_table, write_table
from tests.support.game.rulefiles import variant, variant_rules
from tests.support.game.table import Game, net_of, rules_of

pytestmark = pytest.mark.clause("FC-18")


def ruling(word: str, wager: str = "primary", outcome: str = "", seat: int = 1) -> RuleWager:
    player = "ann" if seat == 1 else "bob"
    words: dict[str, Any] = {"wager": wager, "ruling": word, "outcome": outcome}
    return RuleWager(player, seat, reason="the dealer erred", **words)


def betting(**options: object) -> Game:
    """Ann has bet 10.00 and 5.00 on a tie, Bob 20.00."""
    game = Game("fun-casino", None, **options)
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.bet("ann", primary=1000, tie=500)
    game.bet("bob", primary=2000)
    return game


def lost(**options: object) -> Game:
    game = betting(**options)
    game.deal("4h Kh 9c")
    return game


@pytest.mark.parametrize(
    "word, wager, outcome, net",
    [
        ("pay as", "primary", "higher", 1000),
        ("return", "primary", "", 0),
        ("take", "primary", "", -1000),
        ("pay as", "tie", "equal", 5000),
        ("return", "tie", "", 0),
    ],
)
def test_settled_wager_is_reversed_then_settled_anew(
    word: str, wager: str, outcome: str, net: int
) -> None:
    game = lost()
    stake = 1000 if wager == "primary" else 500
    told = game.do(ruling(word, wager, outcome))
    assert told == [
        WagerReversed("ann", 1, wager, -stake),  # type: ignore[arg-type]
        WagerRuled("ann", 1, wager, word, outcome, stake, 0, net, "the dealer erred"),  # type: ignore[arg-type]
    ]
    assert net_of(game.events, "ann") == net - (500 if wager == "primary" else 1000)
    assert net_of(game.events, "bob") == 2000
    game.awaits(BetsNeeded())


def test_one_ruling_a_wager_and_each_is_final() -> None:
    game = lost()
    game.do(ruling("return"))
    game.refused(ruling("take"), "this wager already has its final ruling")
    game.do(ruling("take", "tie"))
    game.do(ruling("take", seat=2))
    assert net_of(game.events, "bob") == -2000


def test_pay_names_an_outcome_that_pays_the_wager() -> None:
    game = lost()
    game.refused(ruling("pay as", outcome="lower"), "'lower' does not pay this wager: use higher")
    game.refused(ruling("pay as"), "'' does not pay this wager: use higher")
    game.refused(ruling("pay as", "tie", "higher"), "use equal")
    game.refused(ruling("take", outcome="higher"), "only a wager that is paid has an outcome")
    game.refused(
        ruling("halve"), "'halve' is not a ruling on a wager: use pay as or return or take"
    )
    game.refused(ruling("take", "war"), "ann at seat 1 has no war wager in this round")
    game.refused(ruling("take", "tie", seat=2), "bob at seat 2 has no tie wager in this round")
    game.refused(RuleWager("ann", 2, "primary", "take", "", "x"), "ann at seat 2 has no primary")
    game.refused(RuleWager("ann", 1, "primary", "take", "", " "), "a ruling needs a reason")


def test_ruling_is_possible_until_the_first_bet_of_the_next_round() -> None:
    game = Game("fun-casino")
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.refused(ruling("take"), "there is no round to rule on before the first bet")
    game.bet("ann", primary=1000)
    game.deal("4h 9c")
    game.bet("bob", primary=2000)
    game.refused(ruling("take"), "ann at seat 1 has no primary wager in this round")


def test_wager_is_ruled_on_while_bets_are_open() -> None:
    game = betting()
    assert game.do(ruling("take")) == [
        WagerRuled("ann", 1, "primary", "take", "", 1000, 1000, -1000, "the dealer erred")
    ]
    assert game.table.bets[0].tie == 500
    game.do(PlaceBet("ann", 1, "primary", 700))  # another wager
    game.deal("Kh 4h 9c")
    assert net_of(game.events, "ann") == -1000 + 700 - 500


def test_wagers_that_depend_on_a_ruled_bet_go_back() -> None:
    game = Game(variant_rules("fun-casino", {"bets.tie": "beside primary"}))
    game.sit("ann", "bob")
    game.prepare_shoe()
    game.bet("ann", primary=1000, tie=500)
    told = game.do(ruling("return"))
    assert told[1:] == [BetWithdrawn("ann", 1, "tie", 500)]
    assert game.table.bets == ()


def test_wager_ruled_on_during_the_round_is_not_settled_by_the_cards() -> None:
    game = betting()
    game.deal("4h")
    game.do(ruling("return"))
    game.deal("Kh 9c")
    assert [event.wager for event in game.told(WagerSettled) if event.player == "ann"] == ["tie"]
    assert net_of(game.events, "ann") == -500


def test_tie_hand_that_was_ruled_on_has_no_choice() -> None:
    game = betting()
    game.deal("9h 9d 9c")
    told = game.do(ruling("pay as", outcome="higher"))
    assert net_of(told, "ann") == 1000
    awaited = game.need
    assert isinstance(awaited, ChoiceNeeded)
    assert [hand.player for hand in awaited.hands] == ["bob"]
    last = game.do(ruling("take", seat=2))
    assert isinstance(last[-1], RoundEnded)
    assert not game.table.playing
    assert sum(isinstance(event, RoundEnded) for event in game.events) == 1


def test_war_wager_is_ruled_on_and_the_primary_is_still_settled() -> None:
    game = betting()
    game.deal("9h 4d 9c")
    game.do(GoToWar("ann", 1))
    game.do(ruling("return", "war"))
    game.deal("5h 6c")
    won = {event.wager: event.net for event in game.told(WagerSettled) if event.player == "ann"}
    assert won == {"tie": 5000, "primary": -1000}


def test_void_leaves_a_ruled_wager_as_it_is() -> None:
    game = lost()
    game.do(ruling("pay as", "tie", "equal"))
    told = game.do(Rule("void", "a camera failed"))
    assert told == [
        RoundRuled(1, "void", "a camera failed"),
        WagerReversed("bob", 2, "primary", 2000),
        WagerReversed("ann", 1, "primary", -1000),
    ]
    assert (net_of(game.events, "ann"), net_of(game.events, "bob")) == (5000, 0)


def test_no_wager_is_ruled_on_after_the_ruling_on_the_round() -> None:
    game = lost()
    game.do(Rule("stands", "seen on camera"))
    game.refused(ruling("take"), "this round already has its final ruling")


def test_ruling_at_a_hand_dealt_table_outlasts_a_correction() -> None:
    game = betting(hand_dealt=True)
    game.do(Deal(parse_card("4")), Deal(parse_card("K")))
    game.do(ruling("return"))
    game.refused(CorrectCard(parse_card("5")), "no card can be corrected")
    game.do(Deal(parse_card("9")), CorrectCard(parse_card("8")), Pay())
    assert (net_of(game.events, "ann"), net_of(game.events, "bob")) == (-500, 2000)


def test_every_ruling_is_offered_to_the_pit_boss_and_reads_back() -> None:
    game = lost()
    offers = [offer.action for offer in legal(game.table, Actor("pit boss"))]
    assert sum(isinstance(action, RuleWager) for action in offers) == 9
    assert not legal(game.table, Actor("operator"))
    game.do(ruling("take", "tie"), ruling("pay as", outcome="higher"))
    table = game.table
    assert read_table(table.rules, table.options, write_table(table)) == table
    line = "ann@1:10/5 bob@2:20 | 4h Kh 9c ann@1:tie=take ann@1:primary=higher"
    assert table.round is not None
    assert format_round(table.round) == line
    state, _ = read_round(table.rules, line)
    assert (state.net_by_seat(), state.over) == ({1: 500, 2: 2000}, True)


def test_other_rules_have_no_rulings_on_wagers() -> None:
    game = Game("washington")
    game.sit("ann")
    game.prepare_shoe()
    game.bet("ann", primary=1000)
    game.refused(ruling("take"), "these rules have no rulings on one wager")


def test_players_bank_cannot_be_ruled_on_wager_by_wager() -> None:
    with pytest.raises(RuleError, match="'take' needs the house as the bank"):
        variant("california", {"disputes.rulings": ["void", "take"]})
    assert rules_of("fun-casino").disputes.rulings[2:] == ("pay as", "return", "take")


def test_surrendered_hand_can_be_ruled_on_before_it_is_settled() -> None:
    game = betting()
    game.deal("9h 9d 9c")
    game.do(Surrender("ann", 1), ruling("return"), Surrender("bob", 2))
    assert list(game.told(WagerReturned)) == []
    assert (net_of(game.events, "ann"), net_of(game.events, "bob")) == (5000, -1000)
