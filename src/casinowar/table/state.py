"""A table at rest, and a table in motion.

`Table` is frozen: seats, wagers, shoe, bank and the round. `Draft` carries one through a step:
the parts of this package change it and tell events, and what comes out is frozen again.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from casinowar.cards import DECK_SIZE, Card
from casinowar.errors import IllegalAction
from casinowar.events import CutCardReached, Event
from casinowar.needs import Need
from casinowar.options import Options
from casinowar.round import Bet, Round
from casinowar.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Shoe:
    """The shoe on the table: how far its preparation is, and what has left it face up."""

    number: int = 0
    batch: int = 0
    stage: Literal["spent", "cut", "cut card", "first burn", "ready"] = "spent"
    left: int = 0
    behind: int = 0
    """Cards behind the cut card."""
    excess: int = 0
    """Cards drawn too early and set aside, face down, as the next ones."""
    seen: tuple[Card, ...] = ()
    """Every card that has left this shoe face up."""
    asked: tuple[int, ...] = ()
    """The seats still to be asked to cut, the next one first."""
    cutter: int = 0
    """The seat that cut last, at this shoe or an earlier one."""


@dataclass(frozen=True, slots=True)
class Bank:
    """Who holds the bank, where players do, and to whom it is offered."""

    player: str = ""
    seat: int = 0
    """Where the bank is, or was last: the next offer goes on from here."""
    stake: int = 0
    offers: tuple[str, ...] = ()
    """The players still to be offered the bank, the one asked now first."""
    went_round: bool = False
    """Nobody took it: now whoever may is free to."""
    last: str = ""
    rounds: int = 0
    """Consecutive rounds banked by the player `last`."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table at rest."""

    rules: RuleSet
    options: Options
    seats: tuple[str, ...]
    """The player at each seat, seat 1 first; ``""`` where nobody sits."""
    shoe: Shoe = field(default_factory=Shoe)
    bank: Bank = field(default_factory=Bank)
    bets: tuple[Bet, ...] = ()
    """The wagers on the felt while bets are open, in the order placed."""
    leaving: tuple[int, ...] = ()
    honoured: tuple[str, ...] = ()
    """The players whose one wager below the minimum was honoured (FC-14)."""
    dealer: str = ""
    burns_owed: int = 0
    """What a new dealer must still burn."""
    round: Round | None = None
    """The running round, or the last one until the first bet of the next."""
    rounds: int = 0
    began_at: int = 0
    ruled: bool = False
    banked_before: tuple[str, int] = ("", 0)
    """`Bank.last` and `Bank.rounds` before this round: a voided round does not count."""
    before_card: Round | None = None
    """Hand-dealt: the round before the card entered last, while that can be corrected."""
    held: Card | None = None
    """Hand-dealt: the card entered last, while it waits for the payments it leads to."""

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.round is not None and not self.round.over

    def seats_of(self, player: str) -> list[int]:
        """The seats a player holds."""
        return [seat for seat, holder in enumerate(self.seats, 1) if holder == player]

    def occupied(self) -> list[int]:
        """The seats that are taken, in order."""
        return [seat for seat, holder in enumerate(self.seats, 1) if holder]

    def players(self) -> set[str]:
        """Everyone who has a seat."""
        return {holder for holder in self.seats if holder}

    def bets_in_play(self) -> tuple[Bet, ...]:
        """The wagers of the running round, or those placed for the next."""
        return self.round.bets if self.round is not None and not self.round.over else self.bets

    def bet(self, player: str, seat: int) -> Bet | None:
        """A person's open bet on a seat's card."""
        for bet in self.bets:
            if bet.player == player and bet.seat == seat:
                return bet
        return None


class Draft:
    """A table in the middle of a step: what it is by now, and what has happened."""

    def __init__(self, table: Table, awaited: Need) -> None:
        self.table = table
        self.awaited = awaited
        self.events: list[Event] = []

    def change(self, **changes: Any) -> None:
        """Give some of the table's fields new values."""
        self.table = replace(self.table, **changes)

    def change_shoe(self, **changes: Any) -> None:
        """Give some of the shoe's fields new values."""
        self.table = replace(self.table, shoe=replace(self.table.shoe, **changes))

    def change_bank(self, **changes: Any) -> None:
        """Give some of the bank's fields new values."""
        self.table = replace(self.table, bank=replace(self.table.bank, **changes))

    def tell(self, *events: Event) -> None:
        """Note what has happened."""
        self.events.extend(events)

    def refuse(self, why: str) -> IllegalAction:
        """The error that says why an action is not possible, and what is awaited."""
        return IllegalAction(f"{why}; awaited is {self.awaited}")

    def draw(self, count: int) -> None:
        """Take cards for use: those set aside first, then from the shoe."""
        shoe = self.table.shoe
        set_aside = min(count, shoe.excess)
        if set_aside:
            self.change_shoe(excess=shoe.excess - set_aside)
        self.leave_shoe(count - set_aside)

    def leave_shoe(self, count: int) -> None:
        """Cards leave the shoe; the last one in front of the cut card brings it out (ALL-10)."""
        shoe = self.table.shoe
        left = shoe.left - count
        self.change_shoe(left=left)
        if shoe.left > shoe.behind >= left:
            self.tell(CutCardReached(left))

    def see(self, card: Card) -> None:
        """A card leaves the shoe face up: it must still be there."""
        self.check_card(card)
        self.change_shoe(seen=(*self.table.shoe.seen, card))

    def check_card(self, card: object, instead_of: Card | None = None) -> None:
        """Refuse what is no card, or a card that has left the shoe as often as it can."""
        if not isinstance(card, Card):
            raise self.refuse(f"{card!r} is not a card")
        decks, seen = self.table.options.decks, list(self.table.shoe.seen)
        if instead_of is not None:
            seen.remove(instead_of)
        same_rank = sum(1 for gone in seen if gone.rank == card.rank)
        if (card.suit.value and seen.count(card) >= decks) or same_rank >= 4 * decks:
            raise self.refuse(f"every {card} of the {decks} decks has left this shoe already")


def cards_in(decks: int) -> int:
    """The size of a shoe."""
    return decks * DECK_SIZE
