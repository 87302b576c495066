"""What a round knows: wagers, cards, answers, results, and what is left to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from casinowar.actions import RoundAction
from casinowar.cards import Card
from casinowar.events import (
    CardDealt,
    DealName,
    Forfeited,
    Surrendered,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.round.agenda import DEALER, Item
from casinowar.rules import Collect, Comparison, RuleSet
from casinowar.script import Wager

Answered = Surrendered | Forfeited | WarDeclared
Result = WagerSettled | WagerReturned

_WAGERS: tuple[Wager, ...] = ("primary", "tie", "war", "war_tie")


@dataclass(frozen=True, slots=True)
class Bet:
    """One person's wagers on one seat's card: the seat's own, or a backline bettor's."""

    player: str
    seat: int
    primary: int = 0
    tie: int = 0


class Facts:
    """What can be asked of a round, at rest (`Round`) or in motion (`Play`)."""

    __slots__ = ()

    if TYPE_CHECKING:  # the fields themselves are those of the classes below

        @property
        def rules(self) -> RuleSet:
            """The rules it is played by."""

        @property
        def bets(self) -> tuple[Bet, ...]:
            """By seat; at each seat its own first, then the backline in the order placed."""

        @property
        def cards(self) -> Sequence[CardDealt]:
            """Every card that was dealt, in order."""

        @property
        def answers(self) -> Sequence[Answered]:
            """What became of the tie hands."""

        @property
        def results(self) -> Sequence[Result]:
            """The wagers that are decided, in the order of their settlement."""

    def bets_at(self, seat: int) -> list[Bet]:
        """The wagers on a seat's card, in settlement order."""
        return [bet for bet in self.bets if bet.seat == seat]

    def card(self, deal: DealName, to: Literal["player", "dealer"], seat: int) -> Card | None:
        """A card that lies on the table; the dealer's of a shared deal is for any seat."""
        for dealt in self.cards:
            if dealt.to == to and dealt.seat in (seat, DEALER) and dealt.deal == deal:
                return dealt.card
        return None

    def comparison(self, deal: DealName, seat: int) -> Comparison | None:
        """How a seat's card of a deal stands against the dealer's, once both are out."""
        own, dealer = self.card(deal, "player", seat), self.card(deal, "dealer", seat)
        if own is None or dealer is None:
            return None
        return self.rules.compare(own, dealer)

    def answer(self, bet: Bet) -> Answered | None:
        """What became of a tie hand's choice, if it was answered."""
        for answer in self.answers:
            if answer.player == bet.player and answer.seat == bet.seat:
                return answer
        return None

    def amount(self, bet: Bet, wager: Wager) -> int:
        """What lies on a wager; 0 where it was not made."""
        if wager == "primary":
            return bet.primary
        if wager == "tie":
            return bet.tie
        answer = self.answer(bet)
        if not isinstance(answer, WarDeclared):
            return 0
        return answer.war if wager == "war" else answer.war_tie

    def is_decided(self, bet: Bet, wager: Wager) -> bool:
        """Whether a wager has its result."""
        return any(
            result.seat == bet.seat and result.wager == wager and result.player == bet.player
            for result in self.results
        )

    def open_wagers(self) -> list[tuple[Bet, Wager, int]]:
        """Every wager that is not decided yet, with its amount."""
        return [
            (bet, wager, amount)
            for bet in self.bets
            for wager in _WAGERS
            if (amount := self.amount(bet, wager)) and not self.is_decided(bet, wager)
        ]

    def unanswered(self, seats: Sequence[int]) -> list[Bet]:
        """The tie hands at these seats that still owe an answer, in settlement order."""
        return [
            bet
            for seat in seats
            if self.comparison("original", seat) == "equal"
            for bet in self.bets_at(seat)
            if bet.primary and self.answer(bet) is None and not self.is_decided(bet, "primary")
        ]

    def is_at_war(self, seat: int) -> bool:
        """Whether anyone on this seat's card went to war."""
        return any(a.seat == seat and isinstance(a, WarDeclared) for a in self.answers)


@dataclass(frozen=True, slots=True)
class Round(Facts):
    """A round at rest: what has happened, and what is left to do."""

    rules: RuleSet
    bets: tuple[Bet, ...]
    collect: Collect
    stake: int | None
    """What the banker posted; `None` where the house banks."""
    coverage: int | None
    """What of the stake can still change hands."""
    allowance: int | None
    """What the round can still return; `None` where that has no limit."""
    agenda: tuple[Item, ...]
    history: tuple[RoundAction, ...] = ()
    """Every action so far: together with the bets, the whole round."""
    cards: tuple[CardDealt, ...] = ()
    answers: tuple[Answered, ...] = ()
    results: tuple[Result, ...] = ()
    collected: tuple[int, ...] = ()
    """The seats whose cards are in the discards."""

    @property
    def over(self) -> bool:
        """Whether everything is settled."""
        return not self.agenda

    @property
    def bank_result(self) -> int:
        """What the bank has won so far, less what it has lost."""
        return -sum(result.net for result in self.results if isinstance(result, WagerSettled))
