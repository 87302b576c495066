"""The value of an outcome, found by playing one example of it with the core's own `step`.

No payout is written here. A `PricedHand` names a class of outcomes. This module deals an example of
it with three ranks and reads the core's settlement of each wager, as a share of the wager. The
amounts make every share a whole number of cents. Limits, the bank's coverage and a cap on returns
do not apply.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Literal

from casinowar.cards import Card
from casinowar.errors import RuleError
from casinowar.game.actions import Burn, Deal, GoToWar, RoundAction, Surrender
from casinowar.game.events import RoundEvent, WagerSettled
from casinowar.game.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Nothing
from casinowar.game.round import Bet, Round, begin, need, step
from casinowar.money import MOST
from casinowar.rules.model import Comparison, RuleSet
from casinowar.rules.script import Wager

Decision = Literal["surrender", "war", "war and tie"]
"""What a player does with a hand that has a choice."""

_ORDER: tuple[Comparison, ...] = ("higher", "lower", "equal")


@dataclass(frozen=True, slots=True)
class PricedHand:
    """The outcome of one seat: its first comparison and, if it chose, the decision and the war."""

    first: Comparison
    decision: Decision | None = None
    war: Comparison | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """The net result of each wager of one seat, in shares of its first wager."""

    primary: Fraction
    tie: Fraction
    war: Fraction
    war_tie: Fraction

    @property
    def main(self) -> Fraction:
        """The net result of the primary wager and the war wager together."""
        return self.primary + self.war


def decisions(rules: RuleSet) -> tuple[Decision, ...]:
    """Return the decisions that the rules offer a player with a choice."""
    if rules.choice is None:
        return ()
    found: list[Decision] = list(rules.choice.offers)
    if rules.has_war_tie:
        found.append("war and tie")
    return tuple(found)


def check_decision(rules: RuleSet, decision: str) -> None:
    """Raise a `RuleError` if the rules do not offer this decision."""
    allowed = decisions(rules)
    if decision not in allowed:
        would = (
            f"choose {' or '.join(allowed)}"
            if allowed
            else "a tie hand is settled without a choice"
        )
        raise RuleError(f"{rules.id} ({rules.reading}) does not offer {decision!r}; {would}")


@lru_cache(maxsize=256)
def possible_hands(rules: RuleSet, decision: Decision | None) -> tuple[PricedHand, ...]:
    """Return every outcome of a seat, if each hand with a choice makes the same decision."""
    found: list[PricedHand] = []
    for first in _ORDER:
        if decision is None or not rules.chooses_on(first):
            found.append(PricedHand(first))
        elif decision == "surrender":
            found.append(PricedHand(first, decision))
        else:
            found.extend(PricedHand(first, decision, war) for war in _ORDER)
    return tuple(found)


@lru_cache(maxsize=4096)
def worth(rules: RuleSet, hands: tuple[PricedHand, ...]) -> tuple[Worth, ...]:
    """Play these hands in one round at seats 1, 2, … and return what each is worth."""
    unit = _unit(rules)
    tie = unit if rules.has_tie else 0
    bets = [Bet(f"p{seat}", seat, unit, tie) for seat, _ in enumerate(hands, 1)]
    events = play(rules, bets, hands)
    return tuple(_worth_of(seat, events, unit) for seat, _ in enumerate(hands, 1))


def play(
    rules: RuleSet,
    bets: Iterable[Bet],
    hands: tuple[PricedHand, ...],
    *,
    war_tie: int | None = None,
    most_returned: int | None = MOST,
) -> tuple[RoundEvent, ...]:
    """Play these bets with these hands at seats 1, 2, … and return the core's events.

    A war tie wager equals the primary wager unless `war_tie` gives another amount. The bank's stake
    is the largest possible amount. So is `most_returned`; `None` means the cap of the rules.
    """
    stake = MOST if rules.player_banked else None
    state = begin(rules, bets, stake=stake, most_returned=most_returned)
    events: list[RoundEvent] = []
    while not state.over:
        state, new_events = step(state, _action(state, hands, war_tie))
        events.extend(new_events)
    return tuple(events)


def _action(state: Round, hands: tuple[PricedHand, ...], war_tie: int | None) -> RoundAction:
    """Return the next action of an example."""
    match need(state):
        case CardNeeded(deal, to, seat):
            return Deal(_card(state.rules, hands, deal, to, seat))
        case BurnNeeded(count):
            return Burn(count)
        case ChoiceNeeded(asked):
            own = next(bet for bet in state.bets_at(asked[0].seat) if bet.player == asked[0].player)
            return _choice(own, hands, own.primary if war_tie is None else war_tie)
        case Nothing():
            raise AssertionError("a round that is over is not asked")


def _unit(rules: RuleSet) -> int:
    """Return an amount for which every pay is a whole number of cents."""
    pays = [
        pay
        for outcome in rules.reachable()
        if (row := rules.pays.row(outcome)) is not None
        for pay in (row.primary, row.tie, row.war, row.war_tie)
        if pay is not None
    ]
    return lcm(*(pay.denominator for pay in pays))


def _card(rules: RuleSet, hands: tuple[PricedHand, ...], deal: str, to: str, seat: int) -> Card:
    """Give the dealer the middle rank, and a seat the highest, the same or the lowest rank."""
    ranks = rules.shoe.ranks
    middle = ranks[len(ranks) // 2]
    if to == "dealer":
        return Card(middle)
    hand = hands[seat - 1]
    comparison = hand.first if deal == "original" else hand.war
    assert comparison is not None, "a hand at war says how it ends"
    return Card({"higher": ranks[0], "equal": middle, "lower": ranks[-1]}[comparison])


def _choice(bet: Bet, hands: tuple[PricedHand, ...], war_tie: int) -> Surrender | GoToWar:
    match hands[bet.seat - 1].decision:
        case "surrender":
            return Surrender(bet.player, bet.seat)
        case "war":
            return GoToWar(bet.player, bet.seat)
        case "war and tie":
            return GoToWar(bet.player, bet.seat, war_tie)
        case None:
            raise AssertionError("a hand with a choice says what it does")


def _worth_of(seat: int, events: tuple[RoundEvent, ...], unit: int) -> Worth:
    shares: dict[Wager, Fraction] = dict.fromkeys(("primary", "tie", "war", "war_tie"), Fraction(0))
    for event in events:
        if isinstance(event, WagerSettled) and event.seat == seat:
            assert event.net == event.due, "nothing cuts an example"
            shares[event.wager] += Fraction(event.net, unit)
    return Worth(**shares)
