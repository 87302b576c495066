"""Every figure of one rule set, under one reading, for one composition of the shoe.

Each figure is a share either *of the first wager* (house edge) or *of everything wagered* (element
of risk, return of total). A positive edge is the bank's.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from casinowar.errors import RuleError
from casinowar.odds.composition import Composition
from casinowar.odds.distribution import Distribution, covariance, gather
from casinowar.odds.outcomes import Policy, after_choice, compare, one_seat, two_seats
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
        """The decisions that the rules offer a hand with a choice."""
        return decisions(self.rules)

    @property
    def usual_decision(self) -> Decision | None:
        """War if it is offered, else surrender; `None` if no hand has a choice."""
        if not self.decisions:
            return None
        return "war" if "war" in self.decisions else "surrender"

    @property
    def usual(self) -> Policy:
        """The usual decision for every hand with a choice."""
        return self.always(self.usual_decision or "surrender")

    def always(self, decision: Decision) -> Policy:
        """Return the policy of making one decision for every hand with a choice."""
        return decision

    @property
    def best(self) -> Policy:
        """The decision with the highest expectation, for each pair of cards."""
        return lambda own, dealer: max(
            self.decisions, key=lambda decision: self._expected(own, dealer, decision)
        )

    def expectations(self) -> Iterator[tuple[int, dict[Decision, Fraction]]]:
        """Yield the expected result of each decision, in primaries, by the player's rank.

        It is the average over the dealer's cards that give a choice.
        """
        for own, _ in self.cards.places():
            dealers = [
                (dealer, count)
                for dealer, count in self.cards.without(own).places()
                if self.rules.chooses_on(compare(own, dealer))
            ]
            ways = sum(count for _, count in dealers)
            if ways:
                yield (
                    own,
                    {
                        decision: sum(
                            (
                                count * self._expected(own, dealer, decision)
                                for dealer, count in dealers
                            ),
                            Fraction(0),
                        )
                        / ways
                        for decision in self.decisions
                    },
                )

    def _expected(self, own: int, dealer: int, decision: Decision) -> Fraction:
        """Return the expected result of a decision with these two ranks, in primaries."""
        left = self.cards.without(dealer).without(own)
        hands = after_choice(left, compare(own, dealer), decision)
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
        """The primary wager with the usual decision at every choice."""
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
    def choice_chance(self) -> Fraction:
        """The probability that a seat has a choice."""
        hands = self.hands(self.usual)
        return sum((p for hand, p in hands.items() if hand.decision is not None), Fraction(0))

    @cached_property
    def decided(self) -> Fraction:
        """The part of the primary's mean that comes from hands without a choice."""
        hands = self.hands(self.usual)
        without = ((hand, p) for hand, p in hands.items() if hand.decision is None)
        return sum((p * self._worth(hand).main for hand, p in without), Fraction(0))

    @cached_property
    def war_tie(self) -> Distribution | None:
        """The tie wager on the war deal, per wager made; `None` if it cannot be made."""
        if "war and tie" not in self.decisions or not self.choice_chance:
            return None
        hands = self.hands(self.always("war and tie"))
        at_war = {hand: p / self.choice_chance for hand, p in hands.items() if hand.war is not None}
        return gather(at_war, lambda hand: self._worth(hand).war_tie, label)

    @cached_property
    def war(self) -> Distribution | None:
        """The result of a hand that goes to war, per primary; `None` if none can."""
        if "war" not in self.decisions or not self.choice_chance:
            return None
        hands = self.hands(self.always("war"))
        at_war = {hand: p / self.choice_chance for hand, p in hands.items() if hand.war is not None}
        return gather(at_war, lambda hand: self._worth(hand).main, label)

    def wagered(self, policy: Policy) -> Fraction:
        """Return the average total of the primary and war wagers, per primary."""
        wars = (p for hand, p in self.hands(policy).items() if hand.war is not None)
        return 1 + sum(wars, Fraction(0))

    @cached_property
    def element_of_risk(self) -> Fraction:
        """The edge as a share of everything wagered, with the usual decision at every choice."""
        return -self.primary.mean / self.wagered(self.usual)

    @cached_property
    def two_seats(self) -> Fraction:
        """The covariance of two seats' primaries, with the usual decision at every choice."""
        assert self.serves(2), "two seats need their cards"
        joint = two_seats(self.rules, self.cards, self.usual_decision)
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
