"""What is on the felt, as far as the player has been shown it.

It changes event by event, so that the player watches the round unfold although the table already
knows how it ends.
"""

from dataclasses import dataclass, field
from typing import Literal

from casinowar.cards import Card
from casinowar.game.events import (
    BankGivenUp,
    BankTaken,
    BetPlaced,
    BetsClosed,
    BetWithdrawn,
    CardDealt,
    CardsBurned,
    CutCardReached,
    Event,
    Forfeited,
    RoundEnded,
    Seated,
    SeatLeft,
    ShoeBrought,
    StakePosted,
    StakeReturned,
    Surrendered,
    WagerReturned,
    WagerSettled,
    WarDeclared,
)
from casinowar.money import format_money
from casinowar.rules.model import Outcome
from casinowar.rules.script import Wager

_WAR_RESULT: dict[Outcome, str] = {
    "war_higher": "WAR WON",
    "war_equal": "WAR TIED",
    "war_lower": "WAR LOST",
}


@dataclass(slots=True)
class FeltPlace:
    """One seat's part of the felt."""

    holder: str = ""
    cards: list[Card] = field(default_factory=list)
    wagers: dict[Wager, int] = field(default_factory=dict)
    word: str = ""
    net: int | None = None
    due: int = 0
    """What the pay table gives for the wagers counted in `net`."""
    moved: bool = False
    """Whether a wager won or lost, not just pushed or was returned."""
    cut: Literal["", "part", "cap"] = ""
    """Why `net` is not `due`: the bank covered only part, or the round reached its maximum."""

    def clear(self) -> None:
        """Clear everything but the player."""
        self.cards, self.wagers, self.word, self.net = [], {}, "", None
        self.due, self.moved, self.cut = 0, False, ""


class Felt:
    """The places, the dealer's cards, the burns and the bank."""

    def __init__(self, seats: int) -> None:
        self.places = {seat: FeltPlace() for seat in range(1, seats + 1)}
        self.dealer: list[tuple[int, Card]] = []
        """The dealer's cards, each with the seat whose war it is for, or 0."""
        self.burned = 0
        self.backs = ""
        self.shoe = 0
        self.round = 0
        self.cut_card_out = False
        self.banker = ""
        self.coverage: int | None = None
        self.banner = ""
        self.mood: Outcome | Literal["war"] = "war"
        """What the banner announces: a war that begins, or how one ended."""
        self._over = False

    def hear(self, event: Event) -> None:
        """Update the felt with an event."""
        match event:
            case Seated(player, seat):
                self.places[seat].holder = player
            case SeatLeft(_, seat):
                self.places[seat].holder = ""
            case BetPlaced() | BetWithdrawn() | BetsClosed() | RoundEnded():
                self._hear_bets(event)
            case BankTaken() | BankGivenUp() | StakePosted() | StakeReturned():
                self._hear_bank(event)
            case ShoeBrought() | CutCardReached():
                self._hear_shoe(event)
            case CardsBurned(count):
                self.burned = count if self._over else self.burned + count
            case CardDealt() as dealt:
                self._deal(dealt)
            case Surrendered() | Forfeited() | WarDeclared():
                self._choose(event)
            case WagerSettled() | WagerReturned():
                self._settle(event)
            case _:
                pass

    def _hear_bets(self, event: BetPlaced | BetWithdrawn | BetsClosed | RoundEnded) -> None:
        match event:
            case BetPlaced(player, seat, wager, amount):
                if self._over:
                    self._clear()
                if self.places[seat].holder == player:
                    self.places[seat].wagers[wager] = amount
            case BetWithdrawn(player, seat, wager):
                if self.places[seat].holder == player:
                    self.places[seat].wagers.pop(wager, None)
            case BetsClosed(number):
                self.round = number
            case RoundEnded():
                self._over = True

    def _clear(self) -> None:
        for place in self.places.values():
            place.clear()
        self.dealer, self.burned, self.banner = [], 0, ""
        self._over = False

    def _hear_bank(self, event: BankTaken | BankGivenUp | StakePosted | StakeReturned) -> None:
        match event:
            case BankTaken(player):
                self.banker = player
            case BankGivenUp():
                self.banker = ""
            case StakePosted(amount=amount):
                self.coverage = amount
            case StakeReturned():
                self.coverage = None

    def _hear_shoe(self, event: ShoeBrought | CutCardReached) -> None:
        match event:
            case ShoeBrought(shoe, _, backs):
                self.shoe, self.backs, self.cut_card_out = shoe, backs, False
            case CutCardReached():
                self.cut_card_out = True

    def _deal(self, dealt: CardDealt) -> None:
        if dealt.to == "dealer":
            self.dealer.append((dealt.seat, dealt.card))
        else:
            self.places[dealt.seat].cards.append(dealt.card)

    def _choose(self, event: Surrendered | Forfeited | WarDeclared) -> None:
        place = self.places[event.seat]
        if isinstance(event, WarDeclared):
            place.word = ""
            place.wagers["war"] = event.war
            if event.war_tie:
                place.wagers["war_tie"] = event.war_tie
            stakes = format_money(event.war + place.wagers.get("primary", 0))
            self.banner = f"W A R   {event.player} at seat {event.seat}, {stakes} at stake"
            self.mood = "war"
        else:
            place.word = "forfeit" if isinstance(event, Forfeited) else "surrender"

    def _settle(self, event: WagerSettled | WagerReturned) -> None:
        if isinstance(event, WagerSettled) and self.coverage is not None:
            self.coverage -= abs(event.net)
        place = self.places[event.seat]
        if place.holder != event.player:
            return
        place.net = place.net or 0
        if isinstance(event, WagerReturned):
            place.word = "returned"
            if event.why == "uncovered":
                place.cut = "part"
            return
        place.net += event.net
        place.due += event.due
        place.moved = place.moved or event.net != 0
        if event.net != event.due:
            place.cut = "cap" if self.coverage is None else "part"
        if event.outcome in _WAR_RESULT:
            place.word = _WAR_RESULT[event.outcome].lower()
            won = f", {'+' * (place.net > 0)}{format_money(place.net)}"
            self.banner = f"{_WAR_RESULT[event.outcome]}   {event.player} at seat {event.seat}{won}"
            self.mood = event.outcome
