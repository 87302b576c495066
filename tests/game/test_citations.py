"""Every event of every rule set rests on fields, and so on clauses, that are there."""

from random import Random
from typing import Any, get_args

import pytest

from casinowar.game.citations import cited_fields
from casinowar.game.events import (
    BankMatched,
    BankTaken,
    BetPlaced,
    BetsClosed,
    CardDealt,
    CardDisclosed,
    CardsBurned,
    CutCardReached,
    CutPassed,
    DealerChanged,
    Event,
    ExcessDrawn,
    ExcessReturned,
    Forfeited,
    LeavePlanned,
    LimitsReminded,
    MinimumReminded,
    RoundCancelled,
    RoundEnded,
    RoundRuled,
    Seated,
    ShoeBrought,
    StakePosted,
    Surrendered,
    WagerReturned,
    WagerReversed,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.rules.fields import TERMS
from casinowar.rules.file import builtin_names, load_rules
from tests.support.game.table import rules_of
from tests.support.record.small_house import House

CARD = CardDealt("war", "player", 1, None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "event, fields",
    [
        (BetPlaced("ann", 1, "primary", 5), ["limits.primary"]),
        (BetPlaced("ann", 1, "tie", 5), ["bets.tie", "limits.tie"]),
        (ExcessReturned("ann", 1, "tie", 5), ["limits.above"]),
        (MinimumReminded("ann", 1, "tie", 5), ["limits.below"]),
        (LimitsReminded("ann", 1, "tie", 5, 9), ["limits.below"]),
        (BankMatched("ann", 1, 5), ["war.match"]),
        (BankTaken("ann", 1), ["bank.rounds"]),
        (StakePosted("ann", 1), ["bank.held_by"]),
        (ShoeBrought(1, 1, "red", 6), ["shoe.decks", "shoe.backs"]),
        (CutPassed("ann", "player"), ["shoe.cut_by"]),
        (CutCardReached(5), ["shoe.cut_card"]),
        (CardsBurned(1, "first card"), ["shoe.first_burn"]),
        (CardsBurned(1, "new dealer"), ["shoe.dealer_burn"]),
        (CardsBurned(1, "original"), ["deal.original"]),
        (CardsBurned(1, "war"), ["war.deal"]),
        (CARD, ["war.deal"]),
        (CardDisclosed(None), ["errors.disclosed"]),  # type: ignore[arg-type]
        (ExcessDrawn("discard"), ["errors.excess"]),
        (Surrendered("ann", 1, "player"), ["choice.offers"]),
        (Surrendered("ann", 1, "house"), ["choice.time_out"]),
        (Forfeited("ann", 1), ["choice.time_out"]),
        (WarDeclared("ann", 1, 5, 0), ["choice.offers"]),
        (WarDeclared("ann", 1, 5, 5), ["choice.offers", "war.tie_wager"]),
        (WagerReturned("ann", 1, "tie", 5, "uncovered"), ["bank.held_by"]),
        (WagerReturned("ann", 1, "tie", 5, "cancelled"), ["disputes.cancelled_after_days"]),
        (WagerReturned("ann", 1, "tie", 5, "void"), ["disputes.rulings"]),
        (WagerReturned("ann", 1, "tie", 5, "corrected"), []),
        (WagerReversed("ann", 1, "tie", 5), ["disputes.rulings"]),
        (RoundRuled(1, "void", "x"), ["disputes.ruled_by", "disputes.rulings"]),
        (
            WagerRuled("ann", 1, "tie", "take", "", 5, 0, -5, "x"),
            ["disputes.ruled_by", "disputes.rulings"],
        ),
        (RoundCancelled(1, 5), ["disputes.cancelled_after_days"]),
        (LeavePlanned("ann", 1), ["seats.holding"]),
        (Seated("ann", 1), []),
        (BetsClosed(1, 0), []),
        (RoundEnded(), []),
        (DealerChanged("dee"), []),
    ],
)
def test_the_fields_behind_an_event(event: Event, fields: list[str]) -> None:
    assert list(cited_fields(event, rules_of("california"))) == fields
    assert all(name in TERMS for name in fields)


def settled(stake: int, due: int, net: int, outcome: Any = "surrender") -> WagerSettled:
    return WagerSettled("ann", 1, "primary", outcome, stake, due, net)


@pytest.mark.parametrize(
    "rules, event, fields",
    [
        ("washington", settled(500, 500, 500, "higher"), ["pays.higher.primary"]),
        ("washington", settled(500, -250, -250), ["pays.surrender.primary"]),
        ("washington", settled(501, -250, -250), ["pays.surrender.primary", "pays.odd_cent"]),
        ("california", settled(500, -250, -100), ["pays.surrender.primary", "bank.held_by"]),
        ("online", settled(500, -250, -300), ["pays.surrender.primary", "limits.most_returned"]),
    ],
)
def test_the_fields_behind_a_settlement(rules: str, event: Event, fields: list[str]) -> None:
    assert list(cited_fields(event, rules_of(rules))) == fields


@pytest.mark.parametrize("name", builtin_names())
def test_every_settlement_cites_a_clause(name: str) -> None:
    file = load_rules(name)
    for reading in file.readings:
        rules = file.rules(reading.name)
        house = House(rules, Random(1), players=3, wildness=0.05)
        house.play(until=lambda house=house: len(house.entries) > 400)  # type: ignore[misc]
        kinds = set()
        for event in house.events:
            fields = cited_fields(event, rules)
            cited = [clause for field in fields for clause in file.cites(field, reading.name)]
            if fields:
                assert cited, event
                kinds.add(type(event))
            assert all(file.says(clause) for clause in cited)
        assert WagerSettled in kinds
        assert kinds <= set(get_args(Event))
