"""The result of one round for a player who banks it with a stake that may not cover every wager.

The bank pays and collects in settlement order, each wager `min(due, coverage left)`. So the
banker's result depends on the order in which seats are settled. That order comes from the core's
own agenda, and the amounts due come from examples that the core's own `step` plays.

The agenda is walked once for all cards together. A walk looks at a seat's card (higher, equal or
lower) when the seat's first wager is settled. Walks with the same coverage, the same result so far
and the same cards still to matter are merged into one walk with a count. At the end
`casinowar.odds.table_outcomes` gives the probability of each arrangement, which does not depend on
the seats it concerns.

Limits: at most `MOST_SEATS` seats bet, each with its own bets and any bets behind it. Seven equal
bets take well under a second. If all bets differ, up to 5**7 walks stay separate and take seconds.
All hands with a choice make the same decision, and a war tie wager equals the primary wager.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from casinowar.errors import RuleError
from casinowar.game.events import WagerSettled
from casinowar.game.round import Bet, begin
from casinowar.game.round.agenda import Answer, Ask, Fight, Item, Settle, answered, opening, wars
from casinowar.odds.composition import COMPARISONS, Composition
from casinowar.odds.distribution import Distribution, gather
from casinowar.odds.pricing import Decision, check_decision, play, possible_hands
from casinowar.odds.table_outcomes import TableOutcome, chance
from casinowar.rules.describe import hand_to_decide
from casinowar.rules.model import Comparison, RuleSet
from casinowar.rules.script import Wager

MOST_SEATS = 7
"""The most betting seats that can be priced: each seat with an unequal bet multiplies the walks
by five."""

Amounts = tuple[int, int]
"""One person's primary and tie wager."""

Seats = tuple[tuple[Amounts, ...], ...]
"""The wagers on each seat's card, in settlement order."""

Seen = tuple[Comparison | None, ...]
"""How each seat's card compares; `None` if it has not been looked at or no longer matters."""


class Walk(NamedTuple):
    """The part of a round so far that still matters."""

    coverage: int
    result: int
    """The banker's result so far, in cents."""
    tally: TableOutcome
    seen: Seen


Walks = dict[Walk, int]
"""Walks, each with the number of arrangements of the seats' cards that it stands for."""


def banker(
    rules: RuleSet,
    cards: Composition,
    stake: int,
    bets: Iterable[Bet],
    decision: Decision | None = "war",
) -> Distribution:
    """Return the distribution of the banker's result of one round, in cents.

    Every hand with a choice makes the same `decision`; it is `None` if the rules give no choice.
    """
    if not rules.player_banked:
        raise RuleError(
            f"{rules.id} ({rules.reading}): the house banks here; leave out the stake and the bets"
        )
    ordered = begin(rules, bets, stake=stake).bets
    seats: dict[int, tuple[Amounts, ...]] = {}
    for bet in ordered:
        seats[bet.seat] = (*seats.get(bet.seat, ()), (bet.primary, bet.tie))
    _check(rules, cards, len(seats), decision)
    found: dict[int, Fraction] = {}
    for walk, count in _Bank(rules, decision).original(tuple(seats.values()), stake).items():
        probability = count * chance(cards, walk.tally, individual=rules.individual_wars)
        found[walk.result] = found.get(walk.result, Fraction(0)) + probability
    return gather(found, Fraction, lambda won: "won" if won > 0 else "lost" if won else "even")


def _check(rules: RuleSet, cards: Composition, seats: int, decision: Decision | None) -> None:
    if decision is not None:
        check_decision(rules, decision)
    elif rules.choice is not None:
        offers = " or ".join(rules.choice.offers)
        raise RuleError(
            f"{rules.id} ({rules.reading}): decide what a {hand_to_decide(rules)} does: {offers}"
        )
    most = min(MOST_SEATS, rules.betting_seats(rules.seats.most))
    if seats > most:
        raise RuleError(f"cannot price {seats} betting seats; use 1 to {most}")
    needed = rules.cards_needed(seats + 1)
    if not cards.endless and cards.total < needed:
        raise RuleError(
            f"too few cards: {cards.total} are left, and a round with {seats} betting seats can "
            f"need {needed}"
        )


class _Bank:
    """The walks through a round under fixed rules and one decision."""

    def __init__(self, rules: RuleSet, decision: Decision | None) -> None:
        self.rules = rules
        self.decision = decision
        self.known_dues: dict[Amounts, dict[tuple[str, Wager], int]] = {}
        self.known_parts: dict[tuple[tuple[Item, ...], Seats, int], Walks] = {}

    def original(self, seats: Seats, coverage: int) -> Walks:
        """Return every way a round can go."""
        items = opening(self.rules, tuple(range(1, len(seats) + 1)))
        return self.along(items, seats, coverage)

    def part(self, item: Ask | Fight, seats: Seats, coverage: int) -> Walks:
        """Return every way a part of a round can go: the choices at these seats, or their wars.

        The result depends on the bets at these seats and the coverage alone.
        """
        chosen = tuple(range(1, len(seats) + 1))
        items: list[Item] = [item]
        if isinstance(item, Ask):
            items = answered(self.rules, chosen, chosen)
        if isinstance(items[-1], Fight):
            at_war = () if self.decision == "surrender" else chosen
            items[-1:] = wars(self.rules, at_war, ())
        key = (tuple(items), seats, coverage)
        if key not in self.known_parts:
            self.known_parts[key] = self.along(items, seats, coverage)
        return self.known_parts[key]

    def along(self, items: Iterable[Item], seats: Seats, coverage: int) -> Walks:
        """Walk through the core's agenda and merge walks that have become equal."""
        left = [item for item in items if isinstance(item, Settle | Ask | Answer | Fight)]
        walks = {Walk(coverage, 0, TableOutcome(), (None,) * len(seats)): 1}
        while left:
            item = left.pop(0)
            again = {other.seat for other in left if isinstance(other, Settle)}
            choices = [other for other in left if isinstance(other, Ask | Fight)]
            asked = {seat for other in choices for seat in other.seats}
            found: Walks = {}
            for walk, count in walks.items():
                for after, ways in self.do(item, seats, walk):
                    alike = after._replace(seen=self.still(after.seen, again, asked))
                    found[alike] = found.get(alike, 0) + count * ways
            walks = found
        return walks

    def do(self, item: Item, seats: Seats, walk: Walk) -> Iterator[tuple[Walk, int]]:
        """Yield the walks that one agenda item leads to from this walk, each with its count."""
        match item:
            case Settle(deal, seat, wagers):
                prefix = "" if deal == "original" else "war_"
                for comparison, looked in _look(walk, seat, prefix):
                    outcome = prefix + comparison
                    yield self.pay(looked, seats[seat - 1], outcome, wagers), 1
            case Answer(seat):
                outcome = "surrender" if self.decision == "surrender" else "war_declared"
                yield self.pay(walk, seats[seat - 1], outcome, ("primary",)), 1
            case Ask() | Fight():
                yield from self.choose(item, walk, seats)
            case _:
                raise AssertionError(f"{item} moves no money")

    def choose(self, item: Ask | Fight, walk: Walk, seats: Seats) -> Iterator[tuple[Walk, int]]:
        """Let the hands with a choice decide, or fight, unless no coverage is left."""
        chosen = tuple(
            hands
            for seat in sorted(item.seats)
            if self.rules.chooses_on(walk.seen[seat - 1])
            and (hands := tuple((primary, 0) for primary, _ in seats[seat - 1] if primary))
        )
        if not chosen or not walk.coverage:
            yield walk, 1
            return
        for war, count in self.part(item, chosen, walk.coverage).items():
            tally = TableOutcome(*map(int.__add__, walk.tally, war.tally))
            yield Walk(war.coverage, walk.result + war.result, tally, walk.seen), count

    def pay(
        self, walk: Walk, hands: tuple[Amounts, ...], outcome: str, wagers: tuple[Wager, ...]
    ) -> Walk:
        """Settle wagers on one seat's card as far as the stake covers them (CA-BANK-4)."""
        coverage, result = walk.coverage, walk.result
        for amounts in hands:
            dues = self.dues(amounts)
            for wager in wagers:
                due = dues.get((outcome, wager), 0)
                moved = min(abs(due), coverage)
                coverage -= moved
                result -= moved if due > 0 else -moved
        return Walk(coverage, result, walk.tally, walk.seen)

    def dues(self, amounts: Amounts) -> dict[tuple[str, Wager], int]:
        """Return the amount due on each of one person's wagers, by outcome, from the core."""
        if amounts not in self.known_dues:
            self.known_dues[amounts] = {
                (event.outcome, event.wager): event.due
                for hand in possible_hands(self.rules, self.decision)
                for event in play(self.rules, [Bet("player", 1, *amounts)], (hand,))
                if isinstance(event, WagerSettled)
            }
        return self.known_dues[amounts]

    def still(self, seen: Seen, again: set[int], asked: set[int]) -> Seen:
        """Keep only what still matters: seats with wagers to settle, and hands with a choice."""
        return tuple(
            comparison
            if seat in again or (seat in asked and self.rules.chooses_on(comparison))
            else None
            for seat, comparison in enumerate(seen, 1)
        )


def _look(walk: Walk, seat: int, prefix: str) -> Iterator[tuple[Comparison, Walk]]:
    """Yield the ways a seat's card can compare: just one if the walk has already seen it."""
    known = walk.seen[seat - 1]
    if known is not None:
        yield known, walk
        return
    for comparison in COMPARISONS:
        name = prefix + comparison
        tally = walk.tally._replace(**{name: getattr(walk.tally, name) + 1})
        seen = (*walk.seen[: seat - 1], comparison, *walk.seen[seat:])
        yield comparison, Walk(walk.coverage, walk.result, tally, seen)
