"""What a kernel knows of a table, and what cannot be simulated."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casinowar.errors import RuleError
from casinowar.odds.table_outcomes import TableOutcome
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from casinowar.sim import tallies
from casinowar.sim.game import Game, game_of
from tests.support.game.random_rules import rule_sets

FUN = load_rules("fun-casino").rules("first-bet-lost")
WASHINGTON = load_rules("washington").rules()


@given(rules=rule_sets(), seats=st.integers(1, 8))
def test_longest_round_is_the_rules_own(rules: RuleSet, seats: int) -> None:
    table = seats + 1 if rules.player_banked else seats
    needed = rules.cards_needed(table)
    try:
        game = game_of(rules, seats=seats, decks=12)
    except RuleError:
        return
    assert game.most_cards == needed or (rules.war is not None and not game.fights)


@pytest.mark.parametrize("name", builtin_names())
def test_game_is_as_the_rules_have_it(name: str) -> None:
    rules = load_rules(name).rules()
    game = game_of(rules)
    assert (game.seats, game.decks) == (1, rules.shoe.decks[0])
    assert game.behind == rules.behind_most(game.decks)
    assert game.rounds_per_shoe == (1 if rules.shoe.cut_card is None else 0)
    assert game.individual == rules.individual_wars
    assert game.fights


def test_most_rounds_of_a_shoe() -> None:
    assert game_of(FUN).most_rounds == 141  # 281 cards in front of the cut card, two a round
    assert game_of(FUN, rounds_per_shoe=9).most_rounds == 9
    assert game_of(FUN, cut_card=310).most_rounds == 1


@pytest.mark.parametrize(
    "asked, error",
    [
        ({"seats": 0}, "seats: cannot simulate 0; use 1 to 8"),
        ({"seats": 9}, "seats: cannot simulate 9; use 1 to 8"),
        ({"cut_card": 6}, "cut card: cannot put 6 cards behind it; use 7 to 310"),
        ({"cut_card": 311}, "cut card: cannot put 311 cards behind it; use 7 to 310"),
        ({"cut_card": 18, "seats": 7}, "use 19 to 310, because a round at 7 seats can need 19"),
        ({"cut_card": -1}, "cut card: cannot put -1 cards behind it"),
        ({"rounds_per_shoe": 0}, "rounds per shoe: 0 is too few; use 1 or more"),
        ({"rounds_per_shoe": -3}, "rounds per shoe: -3 is too few; use 1 or more"),
        ({"rounds_per_shoe": 45}, "more than the 312 cards of the shoe; use at most 44"),
        (
            {"rounds_per_shoe": 2, "cut_card": 30},
            "at its cut card or after a number of rounds, not both; give only one",
        ),
        ({"decks": 0}, "deck"),
        ({"decks": 13}, "deck"),
        ({"first_burn": False}, "first burn: these rules say yes"),
        ({"decision": "fold"}, "does not offer 'fold'; choose"),
    ],
    ids=str,
)
def test_what_cannot_be_simulated(asked: dict[str, Any], error: str) -> None:
    with pytest.raises(RuleError, match=error):
        game_of(FUN, **asked)


def test_first_burn_where_the_rules_leave_it() -> None:
    assert game_of(WASHINGTON).first_burn == 0
    assert game_of(WASHINGTON, first_burn=True).first_burn == 1


@pytest.mark.parametrize("game", [game_of(FUN, seats=3), game_of(FUN, decision="surrender")])
def test_every_tally_has_a_place_of_its_own(game: Game) -> None:
    seats, found = game.seats, set()
    for higher in range(seats + 1):
        for equal in range(seats + 1 - higher):
            for won in range(equal + 1 if game.fights else 1):
                for lost in range(equal + 1 - won if game.fights else 1):
                    at = tallies.place(seats, higher, equal, won, lost)
                    lower = seats - higher - equal
                    wars = (won, lost, equal - won - lost) if game.fights else (0, 0, 0)
                    assert tallies.tally_at(game, at) == TableOutcome(higher, lower, equal, *wars)
                    assert at < tallies.size(seats)
                    found.add(at)
    counts = [0] * tallies.size(seats)
    for at in found:
        counts[at] = at + 1
    assert {count for _, count in tallies.read(game, counts)} == {at + 1 for at in found}
