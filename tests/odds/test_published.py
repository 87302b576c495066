"""The exact odds against every published figure, and against a plain walk of all cards."""

import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from casinowar.cards import Card
from casinowar.errors import RuleError
from casinowar.game.actions import Burn, Deal, GoToWar
from casinowar.game.events import WagerSettled
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.odds import ENDLESS, Composition, Sheet, fresh, left_of
from casinowar.rules.file import builtin_names, load_rules
from casinowar.rules.model import RuleSet
from tests.support.game.rulefiles import variant_rules

DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "figures.toml").read_text("utf-8"))


@pytest.mark.clause("WA-PAY", "SG-11")
@pytest.mark.parametrize("figure", DATA["figure"])
def test_a_figure_is_reproduced_to_the_last_fraction(figure: dict[str, Any]) -> None:
    rules = load_rules(figure["rules"]).rules(figure.get("reading"))
    sheet = Sheet(rules, fresh(figure["decks"]))
    assert -sheet.primary.mean == Fraction(figure["primary"])
    if "tie" in figure:
        assert sheet.tie is not None
        assert -sheet.tie.mean == Fraction(figure["tie"])
    if "war_tie" in figure:
        assert sheet.war_tie is not None
        assert -sheet.war_tie.mean == Fraction(figure["war_tie"])
    if "war" in figure:
        assert sheet.war is not None
        assert sheet.war.mean == Fraction(figure["war"])
    if "best" in figure:
        assert -sheet.main(sheet.best).mean == Fraction(figure["best"])


@pytest.mark.clause("SG-11")
def test_the_printed_return_of_everything_wagered() -> None:
    sheet = Sheet(load_rules("online").rules(), fresh(6))
    assert 1 - sheet.element_of_risk == 1 - Fraction(23138, 993023) / (1 + Fraction(23, 311))
    assert percent(1 - sheet.element_of_risk) == "97.83"


def percent(share: Fraction) -> str:
    """To two digits, halves up."""
    hundredths = (share * 10_000 + Fraction(1, 2)).__floor__()
    return f"{hundredths // 100}.{hundredths % 100:02d}"


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_public_table(decks: int) -> None:
    published = DATA["published"]
    shoe = {"shoe.decks": [decks], "seats.usual": 1, "shoe.cut_card": "1/2 of the shoe"}
    bonus = Sheet(variant_rules("washington", shoe), fresh(decks))
    plain = Sheet(
        variant_rules("washington", {**shoe, "pays.war_equal.war": "1 to 1"}), fresh(decks)
    )
    assert bonus.tie is not None
    figures = {
        "war_with_bonus": bonus.primary,
        "war_without_bonus": plain.primary,
        "surrender": bonus.main(bonus.always("surrender")),
        "tie_at_10_to_1": bonus.tie,
    }
    for name, distribution in figures.items():
        assert percent(-distribution.mean) == published[name][decks - 1], name


def walk(rules: RuleSet, cards: Composition, seats: int) -> dict[tuple[int, ...], Fraction]:
    """The naive way: `step` over all cards, every seat's net result with its probability."""
    found: dict[tuple[int, ...], Fraction] = {}

    def go_on(state: Round, left: Composition, share: Fraction, nets: tuple[int, ...]) -> None:
        if state.over:
            found[nets] = found.get(nets, Fraction(0)) + share
            return
        match need(state):
            case CardNeeded():
                for place, count in left.places():
                    card = Card(rules.shoe.ranks[place])
                    chance = share * Fraction(count, left.total)
                    take(state, Deal(card), left.without(place), chance, nets)
            case BurnNeeded(count):
                # nobody sees a burned card, so it is left among those that can still come
                take(state, Burn(count), left, share, nets)
            case ChoiceNeeded(hands):
                action = GoToWar(hands[0].player, hands[0].seat)
                take(state, action, left, share, nets)
            case other:
                raise AssertionError(other)

    def take(
        state: Round,
        action: Deal | Burn | GoToWar,
        left: Composition,
        share: Fraction,
        nets: tuple[int, ...],
    ) -> None:
        state, events = step(state, action)
        after = list(nets)
        for event in events:
            if isinstance(event, WagerSettled):
                after[event.seat - 1] += event.net
        go_on(state, left, share, tuple(after))

    bets = [Bet(f"p{seat}", seat, 2) for seat in range(1, seats + 1)]
    stake = 10**9 if rules.player_banked else None
    go_on(begin(rules, bets, stake=stake), cards, Fraction(1), (0,) * seats)
    return found


READINGS = [
    pytest.param(load_rules(name).rules(reading.name), id=f"{name}-{reading.name}")
    for name in builtin_names()
    for reading in load_rules(name).readings
]


@pytest.mark.parametrize("rules", READINGS)
def test_one_seat_equals_the_walk_over_all_cards(rules: RuleSet) -> None:
    sheet = Sheet(rules, fresh(rules.shoe.decks[0]))
    expected = {Fraction(nets[0], 2): p for nets, p in walk(rules, sheet.cards, 1).items()}
    assert sheet.primary.by_net() == dict(sorted(expected.items()))


FEW = Composition((3, 0, 4, 0, 0, 0, 3, 0, 0, 0, 0, 0, 9))
"""A shoe of four ranks, so that two seats can be walked at once."""


@pytest.mark.parametrize("rules", READINGS)
def test_two_seats_equal_the_walk_over_all_cards(rules: RuleSet) -> None:
    sheet = Sheet(rules, FEW)
    joint = walk(rules, FEW, 2)
    first = sum((p * Fraction(a, 2) for (a, _), p in joint.items()), Fraction(0))
    both = sum((p * Fraction(a * b, 4) for (a, b), p in joint.items()), Fraction(0))
    assert sheet.primary.mean == first
    assert sheet.two_seats == both - first * first


def test_infinitely_many_decks_are_the_limit() -> None:
    """Closed form: every rank has 1/13, independently of all other cards."""
    sheet = Sheet(load_rules("washington").rules(), ENDLESS)
    tie, win = Fraction(1, 13), Fraction(6, 13)
    war = win * 1 + tie * 2 + win * -2
    assert sheet.primary.mean == tie * war
    assert sheet.tie is not None
    assert sheet.tie.mean == tie * 10 - (1 - tie)
    shared = Sheet(load_rules("fun-casino").rules("first-bet-lost"), ENDLESS)
    assert shared.primary.mean == sheet.primary.mean
    assert shared.two_seats > sheet.two_seats


@pytest.mark.parametrize("decks", [1, 3, 6, 12])
def test_a_closed_form_of_the_primary_and_the_tie(decks: int) -> None:
    """A second derivation: 13 ranks of n cards each, in closed form."""
    n, cards = 4 * decks, 52 * decks
    tied = Fraction(n - 1, cards - 1)
    war_ties = Fraction((n - 2) * (n - 3) + 12 * n * (n - 1), (cards - 2) * (cards - 3))
    won = (1 - war_ties) / 2
    sheet = Sheet(load_rules("washington").rules(), fresh(decks))
    assert sheet.tie_chance == tied
    assert sheet.primary.mean == tied * (won * 1 + war_ties * 2 + won * -2)


@pytest.mark.parametrize("seats", [1, 2, 7])
def test_the_variance_of_a_round_of_several_seats(seats: int) -> None:
    sheet = Sheet(load_rules("washington").rules(), fresh(6))
    pairs = list(product(range(seats), repeat=2))
    same = sum(1 for a, b in pairs if a == b)
    expected = same * sheet.primary.variance + (len(pairs) - same) * sheet.two_seats
    assert sheet.round_variance(seats) == expected


def test_a_composition_is_given_by_the_ranks_left() -> None:
    rules = load_rules("washington").rules()
    left = left_of(rules, {"A": 24, "K": 3, "2": 1}, decks=6)
    assert left.counts == (24, 3, *(0,) * 10, 1)
    whole = left_of(rules, dict.fromkeys(rules.shoe.ranks, 24), decks=6)
    assert whole == fresh(6)


@pytest.mark.parametrize(
    "counts, says",
    [
        ({"1": 3}, "'1' is not a rank"),
        ({"A": 25}, "25 cards of rank A cannot be left; 6 decks leave 0 to 24"),
        ({"A": -1}, "-1 cards of rank A cannot be left"),
        ({"A": True}, "True cards of rank A cannot be left"),
    ],
)
def test_a_composition_that_cannot_be_is_refused(counts: dict[str, int], says: str) -> None:
    with pytest.raises(RuleError, match=says):
        left_of(load_rules("washington").rules(), counts, decks=6)


def test_too_few_cards_for_a_round_are_refused() -> None:
    rules = load_rules("washington").rules()
    with pytest.raises(RuleError, match="9 cannot serve the longest round at one seat"):
        Sheet(rules, left_of(rules, {"A": 9}, decks=6))
