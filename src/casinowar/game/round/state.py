"""The state of a round: wagers, cards, answers, results, and what is left to do."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from casinowar.cards import Card
from casinowar.game.actions import RoundAction
from casinowar.game.events import (
    CardDealt,
    DealName,
    Forfeited,
    Surrendered,
    WagerReturned,
    WagerRuled,
    WagerSettled,
    WarDeclared,
)
from casinowar.game.round.agenda import DEALER, Item
from casinowar.rules.model import Collect, Comparison, RuleSet
from casinowar.rules.script import Wager

Answered = Surrendered | Forfeited | WarDeclared
Result = WagerSettled | WagerReturned | WagerRuled

WAGERS: tuple[Wager, ...] = ("primary", "tie", "war", "war_tie")
"""Every wager that a hand can have."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One person's wagers on one seat's card, from the seat's own player or the backline."""

    player: str
    seat: int
    primary: int = 0
    tie: int = 0


class RoundBase:
    """Questions about a round that both `Round` and `RoundDraft` answer."""

    __slots__ = ()

    if TYPE_CHECKING:  # the subclasses hold the fields

        @property
        def rules(self) -> RuleSet:
            """The rules of the round."""

        @property
        def bets(self) -> tuple[Bet, ...]:
            """Sorted by seat; at each seat its own bet, then the backline in the order placed."""

        @property
        def cards(self) -> Sequence[CardDealt]:
            """Every card dealt face up, in order."""

        @property
        def answers(self) -> Sequence[Answered]:
            """The choices so far."""

        @property
        def results(self) -> Sequence[Result]:
            """The results of wagers, in the order of their settlement."""

    def bets_at(self, seat: int) -> list[Bet]:
        """The wagers on a seat's card, in settlement order."""
        return [bet for bet in self.bets if bet.seat == seat]

    def card(self, deal: DealName, to: Literal["player", "dealer"], seat: int) -> Card | None:
        """The card of a seat or the dealer, if it is out; a shared dealer's card fits any seat."""
        for dealt in self.cards:
            if dealt.to == to and dealt.seat in (seat, DEALER) and dealt.deal == deal:
                return dealt.card
        return None

    def comparison(self, deal: DealName, seat: int) -> Comparison | None:
        """How a seat's card compares with the dealer's, once both are out."""
        own, dealer = self.card(deal, "player", seat), self.card(deal, "dealer", seat)
        if own is None or dealer is None:
            return None
        return self.rules.compare(own, dealer)

    def answer(self, bet: Bet) -> Answered | None:
        """The choice of a hand, if it has been made."""
        for answer in self.answers:
            if answer.player == bet.player and answer.seat == bet.seat:
                return answer
        return None

    def amount(self, bet: Bet, wager: Wager) -> int:
        """The amount of a wager; 0 if it was not made."""
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
        return self.result_of(bet, wager) is not None

    def result_of(self, bet: Bet, wager: Wager) -> Result | None:
        """The result of a wager, if it is decided."""
        for result in self.results:
            if result.seat == bet.seat and result.wager == wager and result.player == bet.player:
                return result
        return None

    def open_wagers(self) -> list[tuple[Bet, Wager, int]]:
        """Every undecided wager, with its amount."""
        return [
            (bet, wager, amount)
            for bet in self.bets
            for wager in WAGERS
            if (amount := self.amount(bet, wager)) and not self.is_decided(bet, wager)
        ]

    def unanswered(self, seats: Sequence[int]) -> list[Bet]:
        """The hands at these seats that have not made their choice yet, in settlement order."""
        return [
            bet
            for seat in seats
            if self.rules.chooses_on(self.comparison("original", seat))
            for bet in self.bets_at(seat)
            if bet.primary and self.answer(bet) is None and not self.is_decided(bet, "primary")
        ]

    def is_at_war(self, seat: int) -> bool:
        """Whether anyone on this seat's card went to war."""
        return any(a.seat == seat and isinstance(a, WarDeclared) for a in self.answers)


@dataclass(frozen=True, slots=True, repr=False)
class Round(RoundBase):
    """A round between two steps: what has happened, and what is left to do."""

    rules: RuleSet
    bets: tuple[Bet, ...]
    collect: Collect
    stake: int | None
    """The stake the banker posted; `None` if the house banks."""
    coverage: int | None
    """How much of the stake can still be won or lost; `None` if the house banks."""
    allowance: int | None
    """How much the round can still return to players; `None` if there is no limit."""
    agenda: tuple[Item, ...]
    history: tuple[RoundAction, ...] = ()
    """Every action so far; the bets and these actions determine the whole round."""
    cards: tuple[CardDealt, ...] = ()
    answers: tuple[Answered, ...] = ()
    results: tuple[Result, ...] = ()
    collected: tuple[int, ...] = ()
    """The seats whose cards are in the discards."""

    @property
    def over(self) -> bool:
        """Whether everything is settled."""
        return not self.agenda

    def __repr__(self) -> str:
        """One line: the rules, the bets, and how many cards are dealt."""
        stage = "over" if self.over else f"{len(self.cards)} cards dealt"
        bets = ", ".join(
            f"{bet.player}@{bet.seat}" if bet.player else f"seat {bet.seat}"
            for bet in self.bets[:4]
        )
        more = ", ..." if len(self.bets) > 4 else ""
        return f"<Round {self.rules.id}/{self.rules.reading}: {bets}{more}; {stage}>"

    def net_of(self, player: str, seat: int) -> int:
        """A hand's net result so far in cents: winnings less losses of its settled wagers."""
        return sum(
            result.net
            for result in self.results
            if not isinstance(result, WagerReturned)
            and (result.player, result.seat) == (player, seat)
        )

    def net_by_seat(self) -> dict[int, int]:
        """The net result of each seat's own hand, without its backline."""
        own: dict[int, str] = {}
        for bet in self.bets:
            own.setdefault(bet.seat, bet.player)
        return {seat: self.net_of(player, seat) for seat, player in own.items()}

    def net_by_player(self) -> dict[str, int]:
        """The net result of each player, over all seats and backline bets."""
        found: dict[str, int] = {}
        for bet in self.bets:
            found[bet.player] = found.get(bet.player, 0) + self.net_of(bet.player, bet.seat)
        return found

    @property
    def bank_result(self) -> int:
        """The bank's net result so far."""
        decided = (each for each in self.results if not isinstance(each, WagerReturned))
        return -sum(result.net for result in decided)
