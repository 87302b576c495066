"""The order of a round: which seat is dealt, asked, paid and picked up first.

The built-in rules leave some directions untried (all of them deal from the left, and settle shared
wars from the left), so these tests turn each of them round.
"""

import pytest

from casinowar.cards import Card
from casinowar.game.actions import Burn, Deal, GoToWar, Surrender, TimeOut
from casinowar.game.events import CardDealt, RoundEvent, Surrendered, WagerSettled
from casinowar.game.needs import BurnNeeded, ChoiceNeeded, Hand
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.rules.model import RuleSet
from tests.support.game.rulefiles import variant_rules

BETS = [Bet("ann", 1, 500), Bet("bob", 2, 500), Bet("cy", 3, 500)]


class Played:
    """A round of three wagers, and what it told."""

    def __init__(self, rules: RuleSet) -> None:
        self.state: Round = begin(rules, BETS)
        self.events: list[RoundEvent] = []

    def do(self, *actions: Deal | Burn | GoToWar | Surrender | TimeOut) -> None:
        for action in actions:
            self.state, events = step(self.state, action)
            self.events += events

    def deal(self, ranks: str) -> None:
        for rank in ranks:
            while isinstance(awaited := need(self.state), BurnNeeded):
                self.do(Burn(awaited.count))
            self.do(Deal(Card(rank)))

    def seats(self, kind: type[CardDealt] | type[WagerSettled] | type[Surrendered]) -> list[int]:
        """The seats that events of a kind name, in order."""
        return [event.seat for event in self.events if isinstance(event, kind)]


def turned(field: str, value: object, asked: str = "in turn") -> Played:
    return Played(variant_rules("fun-casino", {field: value, "choice.asked": asked}))


def test_deal_from_the_right_gives_the_last_seat_its_card_first() -> None:
    played = turned("deal.direction", "right to left")
    played.deal("2349")
    assert played.seats(CardDealt) == [3, 2, 1, 0]
    card = played.state.card("original", "player", 3)
    assert card == Card("2")


def test_war_deal_goes_the_way_of_the_original_deal() -> None:
    played = turned("deal.direction", "right to left")
    played.deal("9999")
    played.do(GoToWar("ann", 1), GoToWar("bob", 2), GoToWar("cy", 3))
    played.events.clear()
    played.deal("234K")
    assert played.seats(CardDealt) == [3, 2, 1, 0]


@pytest.mark.parametrize(
    "direction, order", [("left to right", [1, 2, 3]), ("right to left", [3, 2, 1])]
)
def test_tie_hands_are_asked_and_settled_in_the_order_of_the_primaries(
    direction: str, order: list[int]
) -> None:
    rules_order = ["left to right: tie", f"{direction}: primary"]
    played = turned("settle.original", rules_order, asked="together")
    played.deal("9999")
    awaited = need(played.state)
    assert isinstance(awaited, ChoiceNeeded)
    names = {1: "ann", 2: "bob", 3: "cy"}
    assert awaited.hands == tuple(Hand(names[seat], seat) for seat in order)
    played.do(Surrender("bob", 2), TimeOut())
    assert played.seats(Surrendered) == [2, *(seat for seat in order if seat != 2)]
    assert played.seats(WagerSettled) == order


@pytest.mark.parametrize(
    "direction, order", [("left to right", [1, 1, 3, 3]), ("right to left", [3, 3, 1, 1])]
)
def test_wars_are_settled_in_their_own_direction(direction: str, order: list[int]) -> None:
    played = turned("war.settle", [f"{direction}: primary, war"])
    played.deal("9299")
    played.do(GoToWar("ann", 1), GoToWar("cy", 3))
    played.events.clear()
    played.deal("KQ4")
    assert played.seats(CardDealt) == [1, 3, 0]
    assert played.seats(WagerSettled) == order
