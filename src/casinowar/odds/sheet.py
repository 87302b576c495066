"""Every figure of one rule set, under one reading, for one composition of the shoe.

Each figure is a share either *of the first wager* (house edge) or *of everything wagered* (element
of risk, return of total). A positive edge is the bank's.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from casinowar.errors import RuleError
from casinowar.odds.composition import Composition
from casinowar.odds.distribution import Distribution, covariance, gather
from casinowar.odds.outcomes import Policy, one_seat, tie_hand, two_seats
from casinowar.odds.pricing import Decision, PricedHand, Worth, decisions, worth
from casinowar.rules.model import RuleSet


@dataclass(frozen=True)
class Sheet:
    """The price of a table; each figure is computed on first use."""

    rules: RuleSet
    cards: Composition

    def __post_init__(self) -> None:
        for name, kind, right in (
            ("rules", RuleSet, "the RuleSet of a rule file"),
            ("cards", Composition, "a Composition: fresh(6) is that of six decks"),
        ):
            if not isinstance(value := getattr(self, name), kind):
                raise RuleError(f"{name}: {value!r:.80} cannot be priced; give {right}")
        if not self.serves(1):
            raise RuleError(
                f"too few cards: {self.cards.total} cannot serve the longest round at one seat"
            )

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that the rules offer on a tie hand."""
        return decisions(self.rules)

    @property
    def usual_decision(self) -> Decision | None:
        """War if it is offered, else surrender; `None` if a tie hand has no choice."""
        if not self.decisions:
            return None
        return "war" if "war" in self.decisions else "surrender"

    @property
    def usual(self) -> Policy:
        """The usual decision on every tie hand."""
        return self.always(self.usual_decision or "surrender")

    def always(self, decision: Decision) -> Policy:
        """Return the policy of making one decision on every tie hand."""
        return lambda _: decision

    @property
    def best(self) -> Policy:
        """The decision with the highest expectation, at each rank."""
        return lambda place: max(
            self.decisions, key=lambda decision: self.expectation(place, decision)
        )

    def expectation(self, place: int, decision: Decision) -> Fraction:
        """Return the player's expected result of a decision on a rank's tie hand, in primaries."""
        left = self.cards.without(place, 2)
        hands = tie_hand(self.rules, left, place, self.always(decision))
        return sum(
            (p * (self._worth(hand).main + self._worth(hand).war_tie) for hand, p in hands.items()),
            Fraction(0),
        )

    def _worth(self, hand: PricedHand) -> Worth:
        return worth(self.rules, (hand,))[0]

    def hands(self, policy: Policy) -> dict[PricedHand, Fraction]:
        """Return the probability of each outcome of one seat."""
        return one_seat(self.rules, self.cards, policy)

    def main(self, policy: Policy) -> Distribution:
        """Return the result of the primary, war and war tie wagers under a policy, per primary."""
        return gather(
            self.hands(policy),
            lambda hand: self._worth(hand).main + self._worth(hand).war_tie,
            label,
        )

    def serves(self, seats: int) -> bool:
        """Tell whether these cards are enough for a round with so many betting seats."""
        banker = 1 if self.rules.player_banked else 0
        return self.cards.endless or self.cards.total >= self.rules.cards_needed(seats + banker)

    @cached_property
    def primary(self) -> Distribution:
        """The primary wager with the usual decision on every tie."""
        return self.main(self.usual)

    @cached_property
    def tie(self) -> Distribution | None:
        """The tie wager on the original deal; `None` if it is not offered."""
        if not self.rules.has_tie:
            return None
        return gather(
            self.hands(self.usual), lambda hand: self._worth(hand).tie, lambda hand: hand.first
        )

    @cached_property
    def tie_chance(self) -> Fraction:
        """The probability that a seat ties the dealer."""
        hands = self.hands(self.usual)
        return sum((p for hand, p in hands.items() if hand.first == "equal"), Fraction(0))

    @cached_property
    def war_tie(self) -> Distribution | None:
        """The tie wager on the war deal, per wager made; `None` if it cannot be made."""
        if "war and tie" not in self.decisions or not self.tie_chance:
            return None
        hands = self.hands(self.always("war and tie"))
        at_war = {hand: p / self.tie_chance for hand, p in hands.items() if hand.war is not None}
        return gather(at_war, lambda hand: self._worth(hand).war_tie, label)

    @cached_property
    def war(self) -> Distribution | None:
        """The result of a tie hand that goes to war, per primary; `None` if none can."""
        if "war" not in self.decisions or not self.tie_chance:
            return None
        hands = self.hands(self.always("war"))
        at_war = {hand: p / self.tie_chance for hand, p in hands.items() if hand.war is not None}
        return gather(at_war, lambda hand: self._worth(hand).main, label)

    def wagered(self, policy: Policy) -> Fraction:
        """Return the average total of the primary and war wagers, per primary."""
        wars = (p for hand, p in self.hands(policy).items() if hand.war is not None)
        return 1 + sum(wars, Fraction(0))

    @cached_property
    def element_of_risk(self) -> Fraction:
        """The edge as a share of everything wagered, with the usual decision on every tie."""
        return -self.primary.mean / self.wagered(self.usual)

    @cached_property
    def two_seats(self) -> Fraction:
        """The covariance of two seats' primaries, with the usual decision on every tie."""
        assert self.serves(2), "two seats need their cards"
        joint = two_seats(self.rules, self.cards, self.usual)
        results = {pair: worth(self.rules, pair) for pair in joint}
        return covariance(
            (p, results[pair][0].main, results[pair][1].main) for pair, p in joint.items()
        )

    @cached_property
    def primary_tie(self) -> Fraction | None:
        """The covariance of one seat's primary and an equal tie wager; `None` if not offered."""
        if self.tie is None:
            return None
        hands = self.hands(self.usual)
        return covariance((p, self._worth(h).main, self._worth(h).tie) for h, p in hands.items())

    def round_variance(self, seats: int) -> Fraction:
        """Return the variance of the bank's result in a round against so many equal primaries."""
        together = self.two_seats if seats > 1 else Fraction(0)
        return seats * self.primary.variance + seats * (seats - 1) * together


def label(hand: PricedHand) -> str:
    """Return the name of the pay table's row for this outcome."""
    if hand.war is not None:
        return f"war_{hand.war}"
    return hand.decision if hand.decision is not None else hand.first
