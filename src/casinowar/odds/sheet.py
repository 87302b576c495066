"""Every figure of one rule set under one reading for one composition of the shoe.

A figure always says what it is a share of: *of the first wager* (house edge) or *of everything
wagered* (element of risk, return of total). Positive edges are the bank's.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from casinowar.errors import RuleError
from casinowar.odds.composition import Composition
from casinowar.odds.distribution import Distribution, covariance, gather
from casinowar.odds.outcomes import Policy, one_seat, tie_hand, two_seats
from casinowar.odds.pricing import Decision, Hand, Worth, decisions, worth
from casinowar.rules import RuleSet


@dataclass(frozen=True)
class Sheet:
    """The price of a table, figure by figure; each is computed when it is asked for."""

    rules: RuleSet
    cards: Composition

    def __post_init__(self) -> None:
        if not self.serves(1):
            raise RuleError(
                f"{self.cards.total} cards are too few for the longest round at one seat"
            )

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What the holder of a tie hand may do."""
        return decisions(self.rules)

    @property
    def usual_decision(self) -> Decision | None:
        """War where it is offered, else surrender where that is."""
        if not self.decisions:
            return None
        return "war" if "war" in self.decisions else "surrender"

    @property
    def usual(self) -> Policy:
        """War on every tie where it is offered, else what is."""
        return self.always(self.usual_decision or "surrender")

    def always(self, decision: Decision) -> Policy:
        """The same decision on every tie hand."""
        return lambda _: decision

    @property
    def best(self) -> Policy:
        """At each rank the decision with the highest expectation."""
        return lambda place: max(
            self.decisions, key=lambda decision: self.expectation(place, decision)
        )

    def expectation(self, place: int, decision: Decision) -> Fraction:
        """The player's expected result of a decision on a tie hand of a rank, in primaries."""
        left = self.cards.without(place, 2)
        hands = tie_hand(self.rules, left, place, self.always(decision))
        return sum(
            (p * (self._worth(hand).main + self._worth(hand).war_tie) for hand, p in hands.items()),
            Fraction(0),
        )

    def _worth(self, hand: Hand) -> Worth:
        return worth(self.rules, (hand,))[0]

    def hands(self, policy: Policy) -> dict[Hand, Fraction]:
        """What can become of one seat, and how likely it is."""
        return one_seat(self.rules, self.cards, policy)

    def main(self, policy: Policy) -> Distribution:
        """The primary wager with all it leads to by a policy, war tie wagers too, per primary."""
        return gather(
            self.hands(policy),
            lambda hand: self._worth(hand).main + self._worth(hand).war_tie,
            label,
        )

    def serves(self, seats: int) -> bool:
        """Whether these cards are enough for a round of so many betting seats."""
        banker = 1 if self.rules.player_banked else 0
        return self.cards.endless or self.cards.total >= self.rules.cards_needed(seats + banker)

    @cached_property
    def primary(self) -> Distribution:
        """The primary wager, war on every tie."""
        return self.main(self.usual)

    @cached_property
    def tie(self) -> Distribution | None:
        """The tie wager on the original deal; `None` where it is not offered."""
        if self.rules.bets.tie == "none":
            return None
        return gather(
            self.hands(self.usual), lambda hand: self._worth(hand).tie, lambda hand: hand.first
        )

    @cached_property
    def tie_chance(self) -> Fraction:
        """How often a seat ties the dealer."""
        hands = self.hands(self.usual)
        return sum((p for hand, p in hands.items() if hand.first == "equal"), Fraction(0))

    @cached_property
    def war_tie(self) -> Distribution | None:
        """The tie wager on the war deal, per wager made; `None` where it cannot be made."""
        if "war and tie" not in self.decisions or not self.tie_chance:
            return None
        hands = self.hands(self.always("war and tie"))
        at_war = {hand: p / self.tie_chance for hand, p in hands.items() if hand.war is not None}
        return gather(at_war, lambda hand: self._worth(hand).war_tie, label)

    @cached_property
    def war(self) -> Distribution | None:
        """What a tie hand that goes to war is worth, per primary; `None` where there is none."""
        if "war" not in self.decisions or not self.tie_chance:
            return None
        hands = self.hands(self.always("war"))
        at_war = {hand: p / self.tie_chance for hand, p in hands.items() if hand.war is not None}
        return gather(at_war, lambda hand: self._worth(hand).main, label)

    def wagered(self, policy: Policy) -> Fraction:
        """What is wagered in all, on average, per primary: the primary, and the war wagers."""
        wars = (p for hand, p in self.hands(policy).items() if hand.war is not None)
        return 1 + sum(wars, Fraction(0))

    @cached_property
    def element_of_risk(self) -> Fraction:
        """The edge as a share of everything wagered, war on every tie."""
        return -self.primary.mean / self.wagered(self.usual)

    @cached_property
    def two_seats(self) -> Fraction:
        """The covariance of two seats' primaries against one dealer's card, war on every tie."""
        assert self.serves(2), "two seats need their cards"
        joint = two_seats(self.rules, self.cards, self.usual)
        results = {pair: worth(self.rules, pair) for pair in joint}
        return covariance(
            (p, results[pair][0].main, results[pair][1].main) for pair, p in joint.items()
        )

    @cached_property
    def primary_tie(self) -> Fraction | None:
        """The covariance of one seat's primary and tie wagers of the same size."""
        if self.tie is None:
            return None
        hands = self.hands(self.usual)
        return covariance((p, self._worth(h).main, self._worth(h).tie) for h, p in hands.items())

    def round_variance(self, seats: int) -> Fraction:
        """The variance of the bank's round against so many equal primaries."""
        together = self.two_seats if seats > 1 else Fraction(0)
        return seats * self.primary.variance + seats * (seats - 1) * together


def label(hand: Hand) -> str:
    """What became of a hand, as the pay table's rows are called."""
    if hand.war is not None:
        return f"war_{hand.war}"
    return hand.decision if hand.decision is not None else hand.first
