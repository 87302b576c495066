"""The largest round against closed figures, and against every round with wagers on a grid."""

from fractions import Fraction
from itertools import product
from math import perm

import pytest

from casinowar.errors import RuleError
from casinowar.game.events import WagerSettled
from casinowar.game.round import Bet
from casinowar.odds import Composition, fresh
from casinowar.odds.exposure import Largest, largest_return
from casinowar.odds.pricing import PricedHand, decisions, play
from casinowar.rules.file import load_rules
from casinowar.rules.model import Comparison, RuleSet
from tests.support.game.rulefiles import variant_rules

COMPARISONS: tuple[Comparison, ...] = ("higher", "equal", "lower")


def largest(rules: RuleSet, seats: int, cards: Composition | None = None) -> Largest:
    found = largest_return(rules, seats, cards)
    assert found is not None
    return found


@pytest.mark.clause("SG-16")
def test_the_largest_online_game_returns_exactly_its_cap() -> None:
    """Four cards of one rank out of six decks, then four more of one, that rank or another."""
    found = largest(load_rules("online").rules(), 3)
    ties = Fraction(perm(23, 3), perm(311, 3))
    wars = Fraction(perm(20, 4) + 12 * perm(24, 4), perm(308, 4))
    assert found == Largest(780_000, ties * wars, 660_000, ties * wars)


@pytest.mark.parametrize(
    "name, reading, seats, returned, lost",
    [
        ("washington", "right-to-left", 1, 750_000, 600_000),
        ("washington", "left-to-right", 7, 5_250_000, 4_200_000),
        ("fun-casino", "as-printed", 7, 5_600_000, 4_550_000),
        ("fun-casino", "first-bet-lost", 7, 5_250_000, 4_200_000),
        ("south-dakota", "intended", 7, 1_050_000, 840_000),
        ("south-dakota", "tie-loses", 7, 770_000, 696_500),
        ("online", "by-the-text", 1, 260_000, 220_000),
    ],
)
def test_the_largest_round_of_each_rule_set(
    name: str, reading: str, seats: int, returned: int, lost: int
) -> None:
    found = largest(load_rules(name).rules(reading), seats)
    assert (found.returned, found.lost) == (returned, lost)


def test_individual_wars_are_tied_apart_and_shared_wars_together() -> None:
    """Closed form, two seats: both tie the dealer, then two pairs, or three cards of one rank."""
    ties = Fraction(23 * 22, 311 * 310)
    alike = Fraction(perm(21, 3) + 12 * perm(24, 3), perm(309, 3))
    assert largest(load_rules("fun-casino").rules(), 2).probability == ties * alike
    ranks = [21] + [24] * 12
    pairs = sum(
        perm(a, 2) * (perm(b, 2) if i != j else perm(a - 2, 2))
        for (i, a), (j, b) in product(enumerate(ranks), repeat=2)
    )
    apart = Fraction(pairs, perm(309, 4))
    assert largest(load_rules("washington").rules(), 2).probability == ties * apart


SMALL = {"limits.primary": "1.00 to 4.00", "limits.tie": "1.00 to 3.00"}
GRID = [
    pytest.param(variant_rules("washington", SMALL), id="washington"),
    pytest.param(variant_rules("fun-casino", SMALL), id="fun-casino"),
    pytest.param(
        variant_rules(
            "fun-casino",
            {**SMALL, "pays.equal.tie": "1 to 9", "pays.higher.primary": "20 to 1"},
        ),
        id="first card best",
    ),
    pytest.param(
        variant_rules(
            "online",
            {**SMALL, "limits.authorised": "none", "limits.most_returned": "none"},
        ),
        id="online",
    ),
    pytest.param(
        variant_rules(
            "fun-casino",
            {**SMALL, "war.tie_wager": "free"}
            | {
                "war.settle": ["left to right: primary, war, war_tie"],
                "pays.war_higher.war_tie": "lose",
                "pays.war_lower.war_tie": "lose",
                "pays.war_equal.war_tie": "10 to 1",
            },
        ),
        id="free war tie",
    ),
    pytest.param(
        variant_rules("fun-casino", {**SMALL, "pays.surrender.primary": "30 to 1"}),
        id="surrender best",
    ),
]


def rounds(rules: RuleSet) -> list[tuple[int, int]]:
    """What is returned to, and won by, one seat: all hands, all wagers of whole units."""
    least = 0 if rules.bets.tie == "alone too" else 100
    free = rules.war is not None and rules.war.tie_wager == "free"
    hands = [PricedHand("higher"), PricedHand("lower")]
    for decision in decisions(rules):
        wars: tuple[Comparison | None, ...] = (None,) if decision == "surrender" else COMPARISONS
        hands.extend(PricedHand("equal", decision, war) for war in wars)
    found = []
    for primary, tie, hand in product(range(least, 401, 100), range(0, 301, 100), hands):
        if primary or tie:
            for war_tie in (100, 200, 300) if free else (primary,):
                events = play(rules, [Bet("ann", 1, primary, tie)], (hand,), war_tie=war_tie)
                settled = [event for event in events if isinstance(event, WagerSettled)]
                won = sum(event.net for event in settled)
                found.append((won + sum(event.stake for event in settled), won))
    return found


@pytest.mark.parametrize("rules", GRID)
def test_no_wagers_in_between_return_or_win_more(rules: RuleSet) -> None:
    found = rounds(rules)
    for seats in (1, 2):
        extreme = largest(rules, seats)
        assert extreme.returned == seats * max(returned for returned, _ in found)
        assert extreme.lost == seats * max(won for _, won in found)
        assert 0 < extreme.probability < 1
        assert 0 < extreme.lost_probability < 1


def test_a_lower_cap_cuts_the_largest_return() -> None:
    rules = variant_rules("online", {"limits.most_returned": "1,200.00"})
    found = largest(rules, 3)
    assert found.returned == 120_000
    assert found.probability > largest(load_rules("online").rules(), 3).probability


def test_cards_that_are_not_there_cannot_tie() -> None:
    """Two cards of a rank: of two seats one can tie, and the other can at best be higher."""
    found = largest(load_rules("washington").rules(), 2, Composition((2,) * 13))
    assert found.returned == 750_000 + 100_000
    assert found.lost == 600_000 + 0


@pytest.mark.parametrize(
    "base, fields",
    [
        ("california", {}),
        ("washington", {"limits.above": "accept whole"}),
        ("washington", {"seats.backline": "yes"}),
    ],
)
def test_what_nothing_bounds_has_no_largest_return(base: str, fields: dict[str, object]) -> None:
    assert largest_return(variant_rules(base, fields), 7) is None


@pytest.mark.parametrize("seats", [0, -1, 8, True])
def test_seats_that_cannot_bet_are_refused(seats: int) -> None:
    with pytest.raises(RuleError, match="cannot bet at this table; use 1 to 7"):
        largest_return(load_rules("washington").rules(), seats)


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(RuleError, match="52 are left, and a round of 7 seats can need 64"):
        largest_return(load_rules("washington").rules(), 7, fresh(1))
