"""What an outcome is worth: the core's own `step` plays one example of it.

No payout is written here. A class of outcomes is said in the words of the rules (`Hand`), an
example of it is dealt with three ranks, and the core's settlement is read off, per wager, in
shares of the wager. Amounts are chosen so that every share is a whole number of cents; limits,
the bank's coverage and a cap on returns are out of play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Literal

from casinowar.actions import Burn, Deal, GoToWar, RoundAction, Surrender
from casinowar.cards import Card
from casinowar.errors import RuleError
from casinowar.events import RoundEvent, WagerSettled
from casinowar.money import MOST
from casinowar.needs import BurnNeeded, CardNeeded, ChoiceNeeded, Nothing
from casinowar.round import Bet, Round, begin, need, step
from casinowar.rules import Comparison, RuleSet
from casinowar.script import Wager

Decision = Literal["surrender", "war", "war and tie"]
"""What the holder of a tie hand does."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What became of one seat: its first comparison, and what followed a tie hand."""

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
        """The primary wager and the war wager together: what the primary led to."""
        return self.primary + self.war


def decisions(rules: RuleSet) -> tuple[Decision, ...]:
    """What the rules let the holder of a tie hand do."""
    if rules.choice is None:
        return ()
    found: list[Decision] = list(rules.choice.offers)
    if rules.war is not None and rules.war.tie_wager != "none":
        found.append("war and tie")
    return tuple(found)


def check_decision(rules: RuleSet, decision: str) -> None:
    """Refuse a decision the rules do not offer."""
    allowed = decisions(rules)
    if decision not in allowed:
        would = " or ".join(allowed) if allowed else "none: a tie hand is settled without a choice"
        raise RuleError(f"{decision!r} is not offered under {rules.id} ({rules.reading}); {would}")


@lru_cache(maxsize=4096)
def worth(rules: RuleSet, hands: tuple[Hand, ...]) -> tuple[Worth, ...]:
    """What each of these hands, played in one round at seats 1, 2, …, is worth."""
    unit = _unit(rules)
    has_tie = rules.bets.tie != "none"
    bets = [Bet(f"p{seat}", seat, unit, unit if has_tie else 0) for seat, _ in enumerate(hands, 1)]
    events = play(rules, bets, hands)
    return tuple(_worth_of(seat, events, unit) for seat, _ in enumerate(hands, 1))


def play(
    rules: RuleSet,
    bets: Iterable[Bet],
    hands: tuple[Hand, ...],
    *,
    war_tie: int | None = None,
    most_returned: int | None = MOST,
) -> tuple[RoundEvent, ...]:
    """What the core tells of one example: these bets, and these hands at seats 1, 2, ….

    A war tie wager equals the primary wager unless another amount is given. The bank's stake is as
    large as any amount can be; `most_returned` is too, unless it is `None`: the rules' own.
    """
    stake = MOST if rules.player_banked else None
    state = begin(rules, bets, stake=stake, most_returned=most_returned)
    events: list[RoundEvent] = []
    while not state.over:
        state, told = step(state, _action(state, hands, war_tie))
        events.extend(told)
    return tuple(events)


def _action(state: Round, hands: tuple[Hand, ...], war_tie: int | None) -> RoundAction:
    """What leads an example on."""
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
    """An amount of which every pay is whole cents."""
    pays = [
        pay
        for outcome in rules.reachable()
        if (row := rules.pays.row(outcome)) is not None
        for pay in (row.primary, row.tie, row.war, row.war_tie)
        if pay is not None
    ]
    return lcm(*(pay.denominator for pay in pays))


def _card(rules: RuleSet, hands: tuple[Hand, ...], deal: str, to: str, seat: int) -> Card:
    """The dealer always has the middle rank, a seat the highest, the same or the lowest."""
    ranks = rules.shoe.ranks
    middle = ranks[len(ranks) // 2]
    if to == "dealer":
        return Card(middle)
    hand = hands[seat - 1]
    comparison = hand.first if deal == "original" else hand.war
    assert comparison is not None, "a hand at war says how it ends"
    return Card({"higher": ranks[0], "equal": middle, "lower": ranks[-1]}[comparison])


def _choice(bet: Bet, hands: tuple[Hand, ...], war_tie: int) -> Surrender | GoToWar:
    match hands[bet.seat - 1].decision:
        case "surrender":
            return Surrender(bet.player, bet.seat)
        case "war":
            return GoToWar(bet.player, bet.seat)
        case "war and tie":
            return GoToWar(bet.player, bet.seat, war_tie)
        case None:
            raise AssertionError("a tie hand with a choice says what it does")


def _worth_of(seat: int, events: tuple[RoundEvent, ...], unit: int) -> Worth:
    shares: dict[Wager, Fraction] = dict.fromkeys(("primary", "tie", "war", "war_tie"), Fraction(0))
    for event in events:
        if isinstance(event, WagerSettled) and event.seat == seat:
            assert event.net == event.due, "nothing cuts an example"
            shares[event.wager] += Fraction(event.net, unit)
    return Worth(**shares)
